#pragma once

#include <bit>
#include <cstdint>

#include "shufflecert/ball.hpp"

namespace shufflecert {

/// The number of bits of n >= 0.
inline bits bit_length(std::int64_t n) {
  return static_cast<bits>(std::bit_width(static_cast<std::uint64_t>(n)));
}

}  // namespace shufflecert
