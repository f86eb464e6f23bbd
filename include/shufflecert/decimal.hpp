#pragma once

#include <string>

#include "shufflecert/ball.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The two ends of an enclosure as decimal text, rounded outward: the true value is at least
/// `lower` and at most `upper`. "inf" and "-inf" are legal ends.
struct decimal_interval {
  std::string lower;  ///< rounded downward
  std::string upper;  ///< rounded upward
};

/// "0.25" where both ends are the same, else "[0.25, 0.26]".
std::string to_text(const decimal_interval& range);

/// Prints the ends of `x` with `digits` significant digits (1 to 10,000) by MPFR's directed
/// rounding: the lower end downward, the upper end upward.
decimal_interval to_decimal(const ball& x, long digits);

/// The same for a number; a rational whose decimal expansion fits into `digits` is printed exactly,
/// with equal ends.
decimal_interval to_decimal(const number& x, bits precision, long digits);

/// The number of significant decimal digits that `x` determines: the largest d with relative radius
/// at most 10^−d, no more than `most`; `most` itself for an exact value.
long certain_digits(const ball& x, long most);

}  // namespace shufflecert::inline v0_1
