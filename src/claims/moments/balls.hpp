#pragma once
// Balls of the precision that the numbers of a derivation are bounded with.

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1::claims {

/// Of every ball of a derivation.
inline constexpr bits derivation_precision = 96;

/// The number as a ball.
inline ball ball_of(const rational& x) {
  return ball::of(x, derivation_precision);
}

/// Whether a is certainly not larger than b.
inline bool is_at_most(const ball& a, const ball& b) {
  return less_equal(a, b) == true;
}

/// The same in double, where numbers are only chosen.
inline bool is_at_most(double a, double b) {
  return a <= b;
}

}  // namespace shufflecert::inline v0_1::claims
