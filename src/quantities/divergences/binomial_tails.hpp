#pragma once
// Which pairs have their hockey-stick divergence, trade-off function and epsilon from binomial
// tails, and where that is better than direct summation.

#include <optional>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {

// Each takes checked parameters and returns nothing where the outcomes are to be summed directly.
// 0 < α < 1, 0 < δ < 1.
std::optional<quantity> hockey_stick_by_tails(const distribution_pair& pair, const number& eps,
                                              bits precision, const budget& limits);
std::optional<quantity> tradeoff_by_tails(const distribution_pair& pair, const number& alpha,
                                          bits precision, const budget& limits);
std::optional<quantity> epsilon_by_tails(const distribution_pair& pair, const number& delta,
                                         bits precision, const budget& limits);

}  // namespace shufflecert
