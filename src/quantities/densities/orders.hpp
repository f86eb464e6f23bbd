#pragma once
// What the divergences of this room ask of their order, and how many bits they lose near 1.

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// Of subsampled pairs whose Rényi divergence is an integral.
inline constexpr double most_sampled_order = 1e4;

/// Where the order λ stands to 1.
/// @throws precision_needed  where that is not determined
inline int position_to_one(const number& lambda, bits precision) {
  const auto position = sign(subtract(lambda, 1, precision), precision);
  if (!position) throw precision_needed("whether the order is 1 is not determined");
  return *position;
}

/// How many more bits keep the digits of what is about 2^log2_size and is computed as a difference
/// of numbers near 1.
inline bits bits_lost(double log2_size) {
  return bits_near(-log2_size) + 16;
}

}  // namespace shufflecert::inline v0_1
