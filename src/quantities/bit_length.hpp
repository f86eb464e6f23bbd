#pragma once

#include <bit>
#include <cstdint>

#include "shufflecert/ball.hpp"

namespace shufflecert {

/// The number of bits of n >= 0.
inline bits bit_length(std::int64_t n) {
  return static_cast<bits>(std::bit_width(static_cast<std::uint64_t>(n)));
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

}  // namespace shufflecert
