#pragma once

#include <cstdint>
#include <optional>

#include "shufflecert/flint_headers.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// Working precision, in bits.
using bits = slong;

/// A real number known to lie in [m − r, m + r]: a C++ face on FLINT's `arb_t`.
///
/// Every operation encloses: if the operands contain x and y, the result contains f(x, y), rounding
/// included. A ball carries the precision that its maker chose; an operation works at the larger
/// precision of its operands. Balls may be exactly +inf or −inf; an operation whose result is not
/// known to exist yields an indeterminate ball (is_indeterminate()), which encloses everything.
///
/// There is no conversion from double and no bare comparison: see less(), less_equal(), equal().
class ball {
 public:
  /// Exactly 0, at a precision of 2 bits or more.
  explicit ball(bits precision);
  /// @name Copies
  ///@{

  /// The same ball at the same precision.
  ball(const ball& other);
  ball(ball&& other) noexcept;
  ball& operator=(const ball& other);
  ball& operator=(ball&& other) noexcept;
  ///@}
  ~ball();

  /// @name Balls of exact numbers
  ///@{

  /// Each encloses the value, and is exact when it fits into `precision` bits.
  static ball of(std::int64_t value, bits precision);
  static ball of(const integer& value, bits precision);
  static ball of(const rational& value, bits precision);
  ///@}
  /// Exactly +inf (sign > 0) or exactly −inf (sign < 0).
  static ball infinity(bits precision, int sign = 1);
  /// Encloses π.
  static ball pi(bits precision);
  /// The smallest ball found that contains both.
  static ball hull(const ball& a, const ball& b);

  /// The bits that operations on this ball work with.
  [[nodiscard]] bits precision() const { return precision_; }
  /// The same ball, rounded outward where the new precision is lower.
  [[nodiscard]] ball with_precision(bits precision) const;

  /// Whether the radius is 0.
  [[nodiscard]] bool is_exact() const { return arb_is_exact(value_) != 0; }
  /// Whether midpoint and radius are finite.
  [[nodiscard]] bool is_finite() const { return arb_is_finite(value_) != 0; }
  /// Exactly +inf (sign > 0) or exactly −inf (sign < 0).
  [[nodiscard]] bool is_infinity(int sign) const;
  /// Neither a finite ball nor an exact infinity: nothing is known.
  [[nodiscard]] bool is_indeterminate() const;

  /// @name Signs
  ///@{

  /// Each is true only where it holds at every point of the ball; contains_zero() where 0 is a
  /// point.
  [[nodiscard]] bool is_exact_zero() const { return arb_is_zero(value_) != 0; }
  [[nodiscard]] bool contains_zero() const { return arb_contains_zero(value_) != 0; }
  [[nodiscard]] bool is_certainly_positive() const { return arb_is_positive(value_) != 0; }
  [[nodiscard]] bool is_certainly_negative() const { return arb_is_negative(value_) != 0; }
  [[nodiscard]] bool is_certainly_nonpositive() const { return arb_is_nonpositive(value_) != 0; }
  [[nodiscard]] bool is_certainly_nonnegative() const { return arb_is_nonnegative(value_) != 0; }
  ///@}

  /// True when radius <= 10^−digits · |every point of the ball|. An exact ball always qualifies.
  [[nodiscard]] bool has_relative_radius(long digits) const;

  /// A double near the midpoint. For choosing parameters and for drawing; never certified.
  [[nodiscard]] double near() const;

  /// @name FLINT's value
  ///@{

  /// For calls of FLINT's own functions. Valid as long as the ball.
  [[nodiscard]] arb_srcptr raw() const { return value_; }
  [[nodiscard]] arb_ptr raw() { return value_; }
  ///@}

  /// @name Arithmetic
  ///@{

  /// Each encloses the result at the larger precision of the operands; indeterminate for a divisor
  /// that contains 0.
  ball& operator+=(const ball& b);
  ball& operator-=(const ball& b);
  ball& operator*=(const ball& b);
  ball& operator/=(const ball& b);

  friend ball operator-(const ball& a);
  friend ball operator+(const ball& a, const ball& b);
  friend ball operator-(const ball& a, const ball& b);
  friend ball operator*(const ball& a, const ball& b);
  friend ball operator/(const ball& a, const ball& b);
  friend ball operator+(const ball& a, std::int64_t b);
  friend ball operator-(const ball& a, std::int64_t b);
  friend ball operator-(std::int64_t a, const ball& b);
  friend ball operator*(const ball& a, std::int64_t b);
  friend ball operator/(const ball& a, std::int64_t b);
  friend ball operator/(std::int64_t a, const ball& b);
  ///@}

 private:
  arb_t value_;
  bits precision_;
};

/// a < b: yes, no, or unknown because the balls overlap (or touch).
[[nodiscard]] std::optional<bool> less(const ball& a, const ball& b);
/// a <= b; inf <= inf holds.
[[nodiscard]] std::optional<bool> less_equal(const ball& a, const ball& b);
/// a == b: yes only for two exact balls.
[[nodiscard]] std::optional<bool> equal(const ball& a, const ball& b);
/// Whether the two have a point in common.
[[nodiscard]] bool overlap(const ball& a, const ball& b);
/// Whether x is a point of a.
[[nodiscard]] bool contains(const ball& a, const rational& x);

/// @name Elementary functions of balls
///@{

/// Each encloses the value at every point of its argument, by the FLINT function of the same
/// purpose (whose documentation states its error bound; Johansson 2017). Outside of the domain the
/// result is indeterminate.
ball exp(const ball& x);
ball expm1(const ball& x);
ball log(const ball& x);
ball log1p(const ball& x);
ball sqrt(const ball& x);
ball abs(const ball& x);
ball tanh(const ball& x);
ball gamma(const ball& x);
///@}
/// log Γ(x) for x > 0.
ball lgamma(const ball& x);
/// Distribution function of the standard normal law, full relative accuracy in the lower tail.
ball normal_cdf(const ball& x);
/// Its inverse, for x in (0, 1).
ball normal_quantile(const ball& x);
/// x^exponent; indeterminate where the exponent is negative and x contains 0.
ball pow(const ball& x, const integer& exponent);
/// exp(y log x), x > 0.
ball pow(const ball& x, const ball& y);
/// The smaller of the two, whichever it is.
ball min(const ball& a, const ball& b);
/// The larger of the two, whichever it is.
ball max(const ball& a, const ball& b);
/// max(x, 0), for a value known to be non-negative whose ball may reach below.
ball nonnegative_part(const ball& x);

/// The upper end of x as an exact ball, rounded upward to the precision of x.
ball upper_bound(const ball& x);
/// The lower end of x as an exact ball, rounded downward to the precision of x.
ball lower_bound(const ball& x);
/// True when |x| <= 2^exponent is certain (the exponent rounded toward −inf).
[[nodiscard]] bool is_below_power_of_two(const ball& x, double exponent);

/// Gives FLINT's caches back. Call once, last, in a program that wants a clean leak report.
void release_caches();

}  // namespace shufflecert::inline v0_1
