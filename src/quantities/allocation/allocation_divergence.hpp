#pragma once
// Hockey-stick divergence and ε of allocation_pair: docs/methods/allocation.md.

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// H_{e^ε} for finite ε, to about as many bits as `precision` has.
/// @param swapped  of (Q, P)
/// @throws precision_needed  the parameters are too wide
/// @throws beyond_reach  the deadline has passed
ball allocation_hockey_stick(const allocation_pair& pair, bool swapped, const number& eps,
                             bits precision, const budget& limits);

/// The same for ε, 0 < δ < 1; it may be negative.
ball allocation_epsilon(const allocation_pair& pair, bool swapped, const number& delta,
                        bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
