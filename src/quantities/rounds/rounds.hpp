#pragma once
// Hockey-stick divergence, ε and trade-off function of several rounds by a convolution of losses on
// a grid: docs/methods/rounds.md.

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// H_{e^ε} for finite ε. The enclosure has a relative radius of about 10^−5, or 10^−8 from 100 bits
/// on, as far as the grid allows.
/// @throws beyond_reach  a part is no discrete pair or has too many outcomes; more than 10^10
///                       rounds; the precision is above 256 bits
/// @throws precision_needed  the parameters are too wide
ball rounds_hockey_stick(const composed_pair& pair, const number& eps, bits precision,
                         const budget& limits);
/// The same for ε, 0 < δ < 1; exactly inf where infinite losses have more mass than δ.
ball rounds_epsilon(const composed_pair& pair, const number& delta, bits precision,
                    const budget& limits);
/// The same for T(α), 0 < α < 1.
ball rounds_tradeoff(const composed_pair& pair, const number& alpha, bits precision,
                     const budget& limits);

}  // namespace shufflecert::inline v0_1
