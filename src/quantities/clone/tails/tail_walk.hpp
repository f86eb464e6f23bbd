#pragma once
// Sums over the layers N of a clone or unmixed pair of the upper tail {Y >= y}, in O(1) per layer.
// Formula numbers refer to docs/methods/tails.md.

#include <cstdint>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The layers lowest, …, highest; 1 <= lowest <= highest <= n. It steers the cost and the radius;
/// what is left out is bounded whatever it is.
struct layer_window {
  std::int64_t lowest;
  std::int64_t highest;
};

/// Sums over the layers of a window of w(N)·E[· | N], with Y = (2a − N)/N and a ~ Bin(N, 1/2).
struct tail_sums {
  ball mass;          ///< M: of 1{Y >= y}
  ball first_moment;  ///< C: of Y·1{Y >= y}
  ball atom;          ///< of 1{Y = y}
  ball left_out;      ///< an upper bound for what the other layers would add to M: (B.7), (B.8)
};

/// The bits at which the parameters are needed for sums of `precision` bits.
bits tail_precision(bits precision, std::int64_t n);

/// The layers that hold all but about 2^−depth of M.
///
/// @param y  in [0, 1]
/// @throws beyond_reach  they are more than 2·10^7
layer_window tail_window(const clone_parameters& of, const rational& y, bits depth);

/// @param of  at tail_precision(precision, n) bits, with 1 − p exactly 0 only if p = 1
/// @param y  in [0, 1], exact: it decides which outcomes belong to the tail
/// @throws precision_needed  p is too wide
/// @throws beyond_reach  the deadline has passed
tail_sums sum_tails(const clone_parameters& of, const rational& y, const layer_window& window,
                    bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
