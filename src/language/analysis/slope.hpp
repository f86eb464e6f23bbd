#pragma once
// A function of one variable on a real interval, with its derivative.

#include "language/analysis/one_variable.hpp"

namespace shufflecert::inline v0_1 {

struct value_and_slope {
  ball value;  ///< encloses the values on the interval; indeterminate where one may be missing
  /// Encloses (f(s) − f(t))/(s − t) for all s ≠ t of the interval. Where it is not indeterminate,
  /// the function has a value everywhere on the interval and is continuous.
  ball slope;
};

/// Forward differentiation in balls. Where abs, min and max have a kink, the slopes of both sides
/// are taken together; across a jump of floor, ceil or if the slope is indeterminate.
value_and_slope with_slope(const one_variable_function& function, const ball& x);

/// The same for the step with the index given.
value_and_slope with_slope_of_step(const one_variable_function& function, std::size_t index,
                                   const ball& x);

}  // namespace shufflecert::inline v0_1
