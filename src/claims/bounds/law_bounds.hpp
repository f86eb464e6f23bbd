#pragma once

#include <vector>

#include "claims/bounds/single_bound.hpp"

namespace shufflecert::inline v0_1::claims {

/// Bounds from above of quantities of mixtures, of laws of shuffled reports, and of moments of
/// P/Q − 1. They are derived in docs/methods/orderings.md, and presuppose that the quantity has a
/// value. `subject` says which names stand for whole numbers.
std::vector<known_bound> law_bounds_above(const claim& subject, const call& quantity);

/// The same from below.
std::vector<known_bound> law_bounds_below(const claim& subject, const call& quantity);

}  // namespace shufflecert::inline v0_1::claims
