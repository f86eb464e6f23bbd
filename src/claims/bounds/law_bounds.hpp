#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula on one side of a quantity, wherever the conditions hold.
struct known_bound {
  expression_ptr formula;
  std::vector<expression_ptr> required;
  std::string rule;  ///< its place in the documentation, such as "(U.6)"
};

/// Bounds from above of quantities of mixtures, of laws of shuffled reports, and of moments of
/// P/Q − 1. They are derived in docs/methods/orderings.md, and presuppose that the quantity has a
/// value. `subject` says which names stand for whole numbers.
std::vector<known_bound> law_bounds_above(const claim& subject, const call& quantity);

/// The same from below.
std::vector<known_bound> law_bounds_below(const claim& subject, const call& quantity);

}  // namespace shufflecert::inline v0_1::claims
