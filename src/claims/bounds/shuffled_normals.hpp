#pragma once

#include <vector>

#include "claims/bounds/single_bound.hpp"

namespace shufflecert::inline v0_1::claims {

/// What shuffle_gaussian_renyi(n, s, x) is for a whole order x from 2 to 8 that is written as a
/// number: (N.9) of docs/methods/normal.md, with its terms collected by the partitions of x.
/// Nothing for another quantity.
std::vector<known_bound> shuffled_normal_values(const claim& subject, const call& quantity);

/// Formulas that it does not exceed at any order: (N.14).
std::vector<known_bound> shuffled_normal_bounds(const claim& subject, const call& quantity);

/// Quantities shuffle_gaussian_renyi(n, s, x), of orders 2 to 4 and in two variables, that the
/// formula is by (N.9): so they are above it, too.
std::vector<known_bound> shuffled_normals_above(const claim& subject, const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
