#pragma once

#include <cstdint>

#include "arithmetic/flint_complex.hpp"
#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1 {

/// z^exponent in place, exponent >= 1.
inline void raise_to_whole(complex_ball& z, std::int64_t exponent, bits precision) {
  if (acb_contains_zero(z.raw()) != 0) {
    acb_pow_ui(z.raw(), z.raw(), static_cast<ulong>(exponent), precision);
    return;
  }
  acb_log(z.raw(), z.raw(), precision);
  acb_mul_si(z.raw(), z.raw(), exponent, precision);
  acb_exp(z.raw(), z.raw(), precision);
}

}  // namespace shufflecert::inline v0_1
