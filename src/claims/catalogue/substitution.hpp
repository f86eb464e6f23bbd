#pragma once

#include <set>
#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The formula with other formulas in the place of open variables, all at once. An index such as
/// the j of sum(j, …) keeps what it stands for: it is never replaced, and gets another name where
/// it would catch one that is put in. Throws formula_error where the result becomes too long.
expression_ptr with_formulas(const expression_ptr& formula, const variable_map& values);

/// A template such as "e - n*log1p(exp(-e))/(x - 1)" with formulas for its letters.
expression_ptr filled_in(const std::string& text, const variable_map& letters);

/// The formula with its indices renamed apart: no index has one of the `taken` names or the name of
/// an index around it. The language allows both, and an index then hides what has its name outside.
/// Code that reads the body of a sum sees names alone, and would take the one for the other.
expression_ptr with_indices_apart(const expression_ptr& formula,
                                  const std::set<std::string>& taken);

/// The names that an index of a claim's formulas must not have, as with_indices_apart() wants them:
/// its variables and its local names.
std::set<std::string> names_of_claim(const claim& subject);

}  // namespace shufflecert::inline v0_1::claims
