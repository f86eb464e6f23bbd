#pragma once

#include <set>
#include <string>
#include <string_view>

#include "claims/reading/toml_reader.hpp"
#include "language/syntax/unknown_variable.hpp"

namespace shufflecert::inline v0_1::claims {

/// The variables that the formulas of a claim need values for: open names that are not local.
std::set<std::string> needed_variables(const claim& c);

/// Complains about a name in a formula of the claim that has no value: a variable of `check` that
/// no formula has may be the same one, misspelt; else `check` lacks it. Throws formula_error for
/// what is to be said of the formula, catalogue_error for what is to be said of `check`.
[[noreturn]] void complain_of_missing_values(const toml_reader& reader, const claim& c,
                                             const unknown_variable& error);

/// Runs `use`, which checks a formula of the claim that stands in `key` at `node` of `place`, and
/// turns a formula_error into a complaint.
template <class Use>
auto with_formula_of(const toml_reader& reader, const claim& c, const toml_reader& place,
                     const toml::node& node, std::string_view key, Use use) {
  return place.with_formula(node, key, [&] {
    try {
      return use();
    } catch (const unknown_variable& error) {
      complain_of_missing_values(reader, c, error);
    }
  });
}

}  // namespace shufflecert::inline v0_1::claims
