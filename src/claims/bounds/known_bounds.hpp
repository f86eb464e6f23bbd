#pragma once

#include <vector>

#include "claims/bounds/single_bound.hpp"

namespace shufflecert::inline v0_1::claims {

/// Formulas that the quantity, such as renyi(clone_pair(n, eps0), lambda), certainly does not
/// exceed: those of the rules in src/claims/rules. They presuppose that the quantity has a value.
std::vector<known_bound> bounds_above(const claim& subject, const expression& quantity);

/// Formulas that it certainly does not fall below.
std::vector<known_bound> bounds_below(const claim& subject, const expression& quantity);

/// Quantities of randomized response of which the formula, one of variables, is a bound from below.
std::vector<known_bound> quantities_above(const claim& subject, const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
