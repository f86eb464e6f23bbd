#pragma once

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// The double itself, whatever the precision.
inline ball exactly(double x, bits precision) {
  ball result(precision);
  arf_set_d(arb_midref(result.raw()), x);
  return result;
}

inline ball square(const ball& x) {
  return x * x;
}

}  // namespace shufflecert::inline v0_1
