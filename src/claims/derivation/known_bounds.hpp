#pragma once

#include <string>
#include <vector>

#include "claims/proof/closed_bounds.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula on one side of a quantity, wherever the conditions hold.
struct known_bound {
  expression_ptr formula;
  std::vector<expression_ptr> required;
  std::string rule;  ///< its place in the documentation, such as "(U.6)"
};

/// Formulas that the quantity, such as renyi(clone_pair(n, eps0), lambda), certainly does not
/// exceed; none for one that is not known. They are derived in docs/methods/theorems.md, and
/// presuppose that the quantity has a value. The number of users must be whole by its form.
std::vector<known_bound> bounds_above(const claim& subject, const expression& quantity);

/// Formulas that it certainly does not fall below.
std::vector<known_bound> bounds_below(const claim& subject, const expression& quantity);

/// Quantities of randomized response of which the formula, one of variables, is a bound from below.
std::vector<known_bound> quantities_above(const claim& subject, const expression& formula);

/// The formula with quantities that are known in closed form, or by symmetry, put in their simplest
/// form: swap() leaves clone_pair(), unmixed_pair() and gaussian_pair() as they are, and
/// renyi(gaussian_pair(mu), lambda) is mu^2*lambda/2. Has a value wherever the given formula has
/// one, and the same one.
expression_ptr simplified(const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1::claims
