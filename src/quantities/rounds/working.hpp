#pragma once
// What the bounds of several rounds are computed with.

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// The bits of all balls beside the losses of one round.
inline constexpr bits working = 128;

/// The number itself, as a ball: for parameters that are chosen in double.
inline ball exactly(double x) {
  ball result(working);
  arb_set_d(result.raw(), x);
  return result;
}

}  // namespace shufflecert::inline v0_1
