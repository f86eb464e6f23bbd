#pragma once
// Hockey-stick divergence, trade-off function and epsilon of the clone and unmixed pairs by
// binomial tails cut at one index in every layer: docs/methods-tails.md. P and Q have the densities
// 1 + tY and 1 − tY with respect to one law, with t = tanh(ε0/2) for the clone pair and t = 1 for
// the unmixed pair, so both directions agree by symmetry.

#include <optional>

#include "quantities/clone_parameters.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// Nothing for pairs that are not of this form.
std::optional<clone_parameters> as_tilted(const distribution_pair& pair, bits precision);

ball tilted_hockey_stick(const clone_parameters& of, const number& eps, bits precision,
                         const budget& limits);
/// 0 < α < 1.
ball tilted_tradeoff(const clone_parameters& of, const number& alpha, bits precision,
                     const budget& limits);
/// 0 < δ < 1.
ball tilted_epsilon(const clone_parameters& of, const number& delta, bits precision,
                    const budget& limits);

}  // namespace shufflecert
