#pragma once
// Hockey-stick divergence, trade-off function and epsilon of the clone and unmixed pairs by
// binomial tails cut at one index in every layer: docs/methods/tails.md. P and Q have the densities
// 1 + tY and 1 − tY with respect to one law, with t = tanh(ε0/2) for the clone pair and t = 1 for
// the unmixed pair, so both directions agree by symmetry.

#include <optional>

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/tails/tail_walk.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The parameters at the bits that quantities of `precision` bits need; nothing for pairs that are
/// not of this form or may be two equal laws.
std::optional<clone_parameters> as_tilted(const distribution_pair& pair, bits precision);

/// H_{e^ε} for any finite ε.
ball tilted_hockey_stick(const clone_parameters& of, const number& eps, bits precision,
                         const budget& limits);
/// 0 < α < 1.
ball tilted_tradeoff(const clone_parameters& of, const number& alpha, bits precision,
                     const budget& limits);
/// 0 < δ < 1.
ball tilted_epsilon(const clone_parameters& of, const number& delta, bits precision,
                    const budget& limits);

/// How a value is summed; for tests. It steers the cost and the radius, and is accounted for
/// whatever it is.
struct tail_plan {
  layer_window window;
  bits scale;  ///< cuts are rounded down to multiples of 2^−scale
};

/// H_κ for κ = 1 + excess >= 1: (B.9), (B.10).
ball tilted_positive_part(const clone_parameters& of, const ball& excess, bits precision,
                          const budget& limits,
                          const std::optional<tail_plan>& plan = std::nullopt);

}  // namespace shufflecert::inline v0_1
