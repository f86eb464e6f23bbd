#pragma once
// φ(s) = E e^{−sL} for L = e^{aX − a²/2}, X standard normal: docs/methods/allocation.md, section 2.

#include "arithmetic/flint_complex.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

class log_normal_transform {
 public:
  /// @param a  1/σ, > 0; its precision is what all is computed with
  explicit log_normal_transform(ball a);

  [[nodiscard]] const ball& a() const { return a_; }
  [[nodiscard]] bits precision() const { return a_.precision(); }

  /// Encloses φ(b + iy), y >= 0 and b > 0 if y = 0, with a truncation error of about 2^log2_error.
  /// @throws precision_needed  the parameters are too wide
  void enclose(complex_ball& result, const ball& b, const ball& y, double log2_error) const;

  /// Encloses φ(s), s > 0, to about so many bits.
  [[nodiscard]] ball at(const ball& s, bits relative) const;

  /// (GG.6): at least |φ(s)| for all complex s with the real part b >= 0 whose imaginary part is at
  /// least y >= 0, in size.
  [[nodiscard]] ball bound_beyond(const ball& b, const ball& y, bits relative) const;

 private:
  struct sum_choice;
  [[nodiscard]] sum_choice choose(double b, double y, double log_error) const;
  [[nodiscard]] ball most(const ball& s) const;

  ball a_;
  ball half_square_;  // a²/2
  double a_near_;
};

/// a = 1/σ, about. For choosing parameters; never certified.
/// @throws beyond_reach  σ is outside the range in which sums are made
double slope_near(const number& sigma);

}  // namespace shufflecert::inline v0_1
