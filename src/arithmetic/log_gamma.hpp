#pragma once

#include <cmath>

namespace shufflecert::inline v0_1 {

/// log Γ(x) in double precision, x > 0, for choosing parameters. std::lgamma() also writes the sign
/// to a variable that all threads share.
inline double log_gamma(double x) {
#if defined(__GLIBC__) || defined(__APPLE__)
  int sign = 0;
  return ::lgamma_r(x, &sign);
#else
  return std::lgamma(x);
#endif
}

}  // namespace shufflecert::inline v0_1
