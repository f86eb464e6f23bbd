#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The variables that a formula of the claim depends on: its own, and those behind its local names
/// (`let`), which are not among them themselves.
std::set<std::string> variables_behind(const claim& subject, const expression& formula);

/// Whether a formula of the claim depends on the variable, directly or through local names.
bool depends_on(const claim& subject, const expression& formula, const std::string& variable);

/// Whether a condition of the claim's domain depends on the variable, directly or through local
/// names.
bool is_in_domain(const claim& subject, const std::string& variable);

/// The variables that have values to check.
std::set<std::string> check_variables(const claim& subject);

/// The values of a variable at the points to check, of its axis and of single points, each once.
std::vector<point_value> listed_values_of(const claim& subject, const std::string& variable);

/// Whether the variable takes whole values only: `integers` names it.
bool is_whole_variable(const claim& subject, const std::string& variable);

/// Whether the formula has whole values only, by its form: literals, variables that `integers`
/// names, and sums and products of such.
bool is_whole_by_form(const claim& subject, const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
