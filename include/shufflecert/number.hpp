#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "shufflecert/ball.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// c·log(r) with rational c ≠ 0 and rational r > 1.
struct log_multiple {
  rational coefficient;  ///< c
  rational argument;     ///< r
};

/// The whole numbers from one to another.
struct whole_range {
  std::int64_t least;    ///< the first of them
  std::int64_t largest;  ///< the last, >= least
};

/// An extended real that is kept exact where that is possible: a rational, a rational multiple of
/// the logarithm of a rational, or else a ball. exp(log r) is the rational r again, so that a point
/// given by ε0 = log(3) decides equalities and floors exactly.
class number {
 public:
  /// @name Numbers of what is exact, or an enclosure
  ///@{

  /// A log_multiple is brought to r > 1, and to the rational 0 where r = 1.
  number(rational value) : value_(std::move(value)) {}     // NOLINT: exact, so implicit
  number(std::int64_t value) : value_(rational(value)) {}  // NOLINT: exact, so implicit
  number(ball value) : value_(std::move(value)) {}         // NOLINT: an enclosure stays one
  number(log_multiple value);                              // NOLINT: exact, so implicit
  ///@}

  /// An enclosure of a number that is known to be whole, though not which one it is. Sums,
  /// differences and products of such numbers, and of exact whole ones, are known to be whole; the
  /// results of all other functions are not.
  static number whole_in(ball enclosure);

  /// The rational that this is; null for other kinds.
  [[nodiscard]] const rational* as_rational() const { return std::get_if<rational>(&value_); }
  /// The multiple of a logarithm that this is; null for other kinds.
  [[nodiscard]] const log_multiple* as_log() const { return std::get_if<log_multiple>(&value_); }
  /// Whether this is no ball.
  [[nodiscard]] bool is_exact() const { return !std::holds_alternative<ball>(value_); }
  /// Whether this is exactly 0.
  [[nodiscard]] bool is_zero() const;
  /// Exactly +inf (sign > 0) or −inf (sign < 0).
  [[nodiscard]] bool is_infinity(int sign) const;

  /// Encloses the number at `precision` bits.
  [[nodiscard]] ball to_ball(bits precision) const;
  /// The whole number that this certainly is, if it is exact and fits 64 bits.
  [[nodiscard]] std::optional<std::int64_t> to_int64() const;
  /// Whether this is a ball made by whole_in(), or a sum, difference or product of such numbers.
  [[nodiscard]] bool is_whole_in_ball() const { return is_whole_ && !is_exact(); }
  /// The whole numbers in the ball of whole_in(). Nothing where that is not known to be whole,
  /// where there are none, and where they do not fit 64 bits.
  [[nodiscard]] std::optional<whole_range> whole_numbers() const;
  /// Text that determines an exact number completely; nothing for a ball.
  [[nodiscard]] std::optional<std::string> exact_text() const;

 private:
  std::variant<rational, log_multiple, ball> value_;
  bool is_whole_ = false;  ///< of a ball: whatever it stands for is a whole number
};

/// The ball as a number. Throws precision_needed, naming `what`, where it says nothing: an
/// enclosure of everything is not a result.
number known(ball enclosure, const char* what);

/// −1, 0 or 1 where the sign is certain.
std::optional<int> sign(const number& x, bits precision);

/// A three-valued answer; `tied` marks a relation that holds only in the sense that both sides
/// agree to `tie_digits` digits.
struct truth {
  std::optional<bool> value;  ///< nothing where it is not decided
  bool tied = false;          ///< the sides agree to `tie_digits` digits, which proves nothing
};

/// Two enclosures that overlap although each has relative radius at most 10^−50 count as equal.
constexpr long tie_digits = 50;

/// <, <=, >, >=, == and !=.
enum class relation { less, less_equal, greater, greater_equal, equal, not_equal };

/// Decides `a op b`, exactly where both are exact, else by balls and the rule of ties.
truth compare(const number& a, relation op, const number& b, bits precision);

/// @name Arithmetic and functions on numbers
///@{

/// Each encloses its result. `precision` is the number of bits to work with where the result is not
/// exact. Each throws undefined_value where the result certainly does not exist, and
/// precision_needed where the enclosure merely touches such a place.
number add(const number& a, const number& b, bits precision);
number subtract(const number& a, const number& b, bits precision);
number multiply(const number& a, const number& b, bits precision);
number divide(const number& a, const number& b, bits precision);
number negate(const number& a);
///@}
/// a^b: any base for a whole exponent (0^0 = 1), else a > 0, or a = 0 and b > 0.
number power(const number& a, const number& b, bits precision);
/// @name Elementary functions of numbers
///@{

/// Results and errors as for add(). log() and log1p() exist above 0 and above −1, sqrt() from 0 on.
number exp(const number& a, bits precision);
number expm1(const number& a, bits precision);
number log(const number& a, bits precision);
number log1p(const number& a, bits precision);
number sqrt(const number& a, bits precision);
number abs(const number& a, bits precision);
number tanh(const number& a, bits precision);
///@}
/// Largest whole number <= a; the hull of the candidates where the ball reaches over one.
number floor(const number& a, bits precision);
/// Least whole number >= a; the hull of the candidates where the ball reaches over one.
number ceil(const number& a, bits precision);
/// The smaller of the two; where that is open, an enclosure of both results.
number min(const number& a, const number& b, bits precision);
/// The larger of the two; where that is open, an enclosure of both results.
number max(const number& a, const number& b, bits precision);
/// Γ(a), a not 0, −1, −2, …
number gamma(const number& a, bits precision);
/// log Γ(a), a > 0.
number lgamma(const number& a, bits precision);
/// k!, k a whole number >= 0.
number factorial(const number& k, bits precision);
/// x(x−1)…(x−k+1)/k! for real x and whole k; 0 for k < 0.
number binomial(const number& x, const number& k, bits precision);
/// Distribution function Φ of the standard normal law.
number normal_cdf(const number& a, bits precision);
/// Φ⁻¹(a), 0 < a < 1.
number normal_quantile(const number& a, bits precision);

/// A ball that contains both, for a choice between a and b that is not decided.
number hull(const number& a, const number& b, bits precision);

}  // namespace shufflecert::inline v0_1
