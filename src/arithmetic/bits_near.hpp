#pragma once

#include <algorithm>

#include "shufflecert/ball.hpp"

namespace shufflecert {

/// The whole part of an estimated number of bits, 0 for what is negative or no number, and at most
/// 2^40, which no computation reaches. For choosing parameters; never certified.
inline bits bits_near(double x) {
  constexpr double most = 0x1p40;
  return x > 0 ? static_cast<bits>(std::min(x, most)) : 0;
}

}  // namespace shufflecert
