#pragma once
// The Rényi divergence of the clone pair with its exact leading constant, (C.1) of
// docs/methods/leading-constant.md: with x = e^ε0/n and t = tanh(ε0/2), D <= 2λt²x(1 + cλx) for
// every order λ >= 2 and n >= rλ·max(1, ε0)·e^ε0. What the proof leaves to the machine.

#include <string>

#include "claims/moments/moment_growth.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// Part of a range with two ends: λx between least_share and largest_share of the largest value
/// that the regime allows for some ε0 of the range.
struct share_range {
  order_range range;
  rational least_share;
  rational largest_share;
};

/// Whether (C.6) shows the statement on a part of a range.
bool holds_by_sum(const leading_statement& stated, const share_range& part, const budget& limits);

/// The outcome of all boxes: how many there were of both kinds, or which stayed undecided.
struct leading_attempt {
  bool holds = false;
  std::size_t by_sum = 0;
  std::size_t by_growth = 0;
  std::string reason;
};

/// Shows the statement for all λ >= 2 and ε0 > 0, by boxes that cover them. Deterministic. Throws
/// beyond_reach when the time is over.
leading_attempt show_leading_constant(const leading_statement& stated, const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
