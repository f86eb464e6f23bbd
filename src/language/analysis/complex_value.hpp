#pragma once
// A function of one variable on complex balls, as FLINT's integration needs it.

#include <vector>

#include "arithmetic/flint_complex.hpp"
#include "language/analysis/edge_signs.hpp"
#include "language/analysis/step_existence.hpp"

namespace shufflecert::inline v0_1 {

/// Evaluates a function on complex balls, for an integral over a range. Steps that are not
/// holomorphic everywhere (log, sqrt, real powers, abs, min, max, floor, ceil, if) follow FLINT's
/// convention for piecewise analytic functions: on a ball that meets a boundary between pieces the
/// result is not finite when a holomorphic function is asked for, and else encloses the values at
/// all real points of the ball.
///
/// A finite result means besides that the function certainly has a value at all real points of the
/// ball that lie in the range.
class complex_function {
 public:
  /// The ends of the range may be infinite.
  complex_function(const one_variable_function& function, const number& low, const number& high,
                   bits precision);
  complex_function(const complex_function&) = delete;
  complex_function& operator=(const complex_function&) = delete;
  ~complex_function();

  /// Encloses the function's values on z. Not finite where nothing is known.
  void evaluate(acb_t result, const acb_t z, bool holomorphic, bits precision);

  /// True when the last ball was real and the function certainly has no value at any of its points.
  [[nodiscard]] bool is_undefined() const {
    return is_real_ && exists_.back() == existence::nowhere;
  }

 private:
  class facts;

  void compute(std::size_t i, const acb_t z, bool holomorphic, bits precision);
  void compute_power(std::size_t i, bool holomorphic, bits precision);
  void take_branch(std::size_t i, bool holomorphic, bits precision);
  [[nodiscard]] std::optional<bool> is_true(const step& s) const;

  const one_variable_function& function_;
  edge_signs edges_;
  bits precision_;
  acb_ptr values_;
  std::vector<step_sign> own_signs_;  // by the way a step is made
  std::vector<step_sign> signs_;      // on the last ball
  std::vector<existence> exists_;
  acb_srcptr last_ = nullptr;
  bool is_real_ = false;
};

}  // namespace shufflecert::inline v0_1
