#pragma once
// Where the slow evaluator looks at a body: ends, a grid, whole numbers, far points.

#include <vector>

#include "support/slow_number.hpp"

namespace slow {

/// Points of [lower, upper], sorted, both ends among them where they are exact numbers; an end that
/// is not exact is replaced by one just inside. Few of them for bodies inside of bodies.
/// Empty where the ends are not known well enough.
std::vector<rational> points_between(const number& lower, const number& upper, bool few);

/// A rational with the smallest denominator between two others.
rational simplest_between(const rational& lower, const rational& upper);

}  // namespace slow
