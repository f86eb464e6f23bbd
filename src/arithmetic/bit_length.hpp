#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// The number of bits of n >= 0.
inline bits bit_length(std::int64_t n) {
  return static_cast<bits>(std::bit_width(static_cast<std::uint64_t>(n)));
}

/// The whole part of x >= 0 as far as 64 bits reach; 2^63 − 1 is 2^63 as a double. For choosing
/// parameters; never certified.
inline std::int64_t whole_near(double x) {
  constexpr double most = 9223372036854774784.0;  // the last double below 2^63
  return static_cast<std::int64_t>(std::min(x, most));
}

/// The whole part of an estimated number of bits, 0 for what is negative or no number, and at most
/// 2^40, which no computation reaches. For choosing parameters; never certified.
inline bits bits_near(double x) {
  constexpr double most = 0x1p40;
  return x > 0 ? static_cast<bits>(std::min(x, most)) : 0;
}

/// About log2 of the largest |x| in the ball, −inf for 0. For choosing parameters; never certified.
inline double log2_near(const ball& x) {
  mag_t size;
  mag_init(size);
  arb_get_mag(size, x.raw());
  const double result = mag_get_d_log2_approx(size);
  mag_clear(size);
  return result;
}

}  // namespace shufflecert::inline v0_1
