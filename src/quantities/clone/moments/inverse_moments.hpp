#pragma once
// The inverse moments E[N^{−s}] of N = C + 1, C ~ Bin(n−1, p): docs/methods/moments.md.

#include <cstdint>
#include <vector>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// How far the series in inverse factorials goes, and how its remainder is bounded. Whatever it is,
/// the remainder is bounded; it steers the cost and the radius.
struct closed_plan {
  std::size_t depth;     ///< K >= 1: terms 1/(N)_k up to k = K
  std::int64_t regular;  ///< x0 >= 1: the remainder is bounded separately for N < x0
  double tilt;           ///< θ > 0 with which P(N < x0) is bounded; not used at x0 = 1
};

/// E[N^{−s}] at s − 1, s = 1, …, count.
std::vector<ball> closed_inverse_moments(const clone_parameters& of, std::size_t count,
                                         const closed_plan& plan, const budget& limits);

/// The layers that are walked through.
struct window_plan {
  std::int64_t lowest;   ///< >= 1
  std::int64_t highest;  ///< <= n
};

/// E[N^{−s}; lowest <= N <= highest], likewise.
std::vector<ball> windowed_inverse_moments(const clone_parameters& of, std::size_t count,
                                           const window_plan& plan, const budget& limits);

}  // namespace shufflecert::inline v0_1
