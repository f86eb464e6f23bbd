#pragma once
// Closed forms of the Laplace pair: docs/methods/normal.md, section 6. It is the same pair when P
// and Q are exchanged.

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ, λ > 0 or inf: (N.16), (N.17).
number laplace_renyi(const laplace_pair& pair, const number& lambda, bits precision);

/// H_{e^ε}, ε finite: (N.18).
number laplace_hockey_stick(const laplace_pair& pair, const number& eps, bits precision);

/// The least ε with H_{e^ε} <= δ, 0 < δ < 1: (N.18).
number laplace_epsilon(const laplace_pair& pair, const number& delta, bits precision);

/// T(P, Q)(α), 0 < α < 1: (N.19).
number laplace_tradeoff(const laplace_pair& pair, const number& alpha, bits precision);

/// D_λ of (γP + (1−γ)Q, Q), or of the two exchanged, for finite λ > 0 and 0 < γ < 1, by an
/// integral: (N.20).
/// @throws beyond_reach  the order is above 10^4, or the deadline has passed
/// @throws precision_needed  whether the order is 1 is not determined
number sampled_laplace_renyi(const laplace_pair& pair, const number& gamma, bool swapped,
                             const number& lambda, bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
