#pragma once
// Hockey-stick divergence, ε and trade-off function of the pair of the variation-ratio reduction by
// one binomial tail in each layer: docs/methods/variation.md, sections 3 and 4.

#include "quantities/variation/laws.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The bits at which the parameters are needed for values of `precision` bits.
bits variation_precision(bits precision, std::int64_t n);

/// P and Q of a set of outcomes that is {P > κQ} but for some on its edge and those of a few
/// layers: certainly 0 <= H_κ − (p − κq) <= misplaced.
struct rejected_masses {
  ball p;
  ball q;
  ball misplaced;  ///< an upper bound, exact
};

/// @param of  at variation_precision(precision, n) bits
/// @param factor  κ > 0; the set is one for all of the ball
rejected_masses masses_beyond(const variation_laws& of, const ball& factor, bits precision,
                              const budget& limits);

/// H_κ for κ = e^ε, to about 2^−precision.
ball variation_hockey_stick(const variation_laws& of, const number& eps, bits precision,
                            const budget& limits);
/// 0 < δ < 1.
ball variation_epsilon(const variation_laws& of, const number& delta, bits precision,
                       const budget& limits);
/// T of the pair whose swap `of` is; 0 < α < 1.
ball variation_tradeoff(const variation_laws& of, const number& alpha, bits precision,
                        const budget& limits);

}  // namespace shufflecert::inline v0_1
