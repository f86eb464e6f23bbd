#pragma once
// Hockey-stick divergence, trade-off function and epsilon of binary randomized response by binomial
// tails: docs/methods/response.md.

#include "quantities/response/response_moments.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

ball response_hockey_stick(const response& pair, const number& eps, bits precision,
                           const budget& limits);
/// 0 < α < 1.
ball response_tradeoff(const response& pair, const number& alpha, bits precision,
                       const budget& limits);
/// 0 < δ < 1.
ball response_epsilon(const response& pair, const number& delta, bits precision,
                      const budget& limits);

}  // namespace shufflecert::inline v0_1
