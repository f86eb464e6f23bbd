#pragma once
// Geometric laws of one ε around whole numbers, as tables: beyond all centres P/Q is constant, and
// outcomes with one ratio count as one. Formula numbers refer to docs/methods/noise.md.

#include <optional>

#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The number of outcomes of the table; nothing where there is none.
std::optional<std::size_t> merged_size(const noise_pair& pair);

/// The pair with everything up to the least centre, and from the largest on, as one outcome each:
/// (EE.15). It has the same divergences. Nothing where merged_size() has nothing.
std::optional<law_pair> merged_tails(const noise_pair& pair, bits precision);

}  // namespace shufflecert::inline v0_1
