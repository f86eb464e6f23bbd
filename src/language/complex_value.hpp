#pragma once
// A function of one variable on complex balls, as FLINT's integration needs it.

#include <vector>

#include "arithmetic/flint_complex.hpp"
#include "language/one_variable.hpp"

namespace shufflecert {

/// Evaluates a function on complex balls. Steps that are not holomorphic everywhere (log, sqrt,
/// real powers, abs, min, max, floor, ceil, if) follow FLINT's convention for piecewise analytic
/// functions: on a ball that meets a boundary between pieces the result is not finite when a
/// holomorphic function is asked for, and else encloses the values at all real points of the ball.
class complex_function {
 public:
  complex_function(const one_variable_function& function, bits precision);
  complex_function(const complex_function&) = delete;
  complex_function& operator=(const complex_function&) = delete;
  ~complex_function();

  /// Encloses the function's values on z. Not finite where nothing is known.
  void evaluate(acb_t result, const acb_t z, bool holomorphic, bits precision);

  /// True when the last ball was real and the function certainly has no value at any of its points.
  [[nodiscard]] bool is_undefined() const { return undefined_.back(); }

 private:
  void compute(std::size_t i, const acb_t z, bool holomorphic, bits precision);

  const one_variable_function& function_;
  acb_ptr values_;
  std::vector<bool> undefined_;
};

}  // namespace shufflecert
