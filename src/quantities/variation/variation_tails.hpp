#pragma once
// Hockey-stick divergence, ε and trade-off function of the pair of the variation-ratio reduction by
// one binomial tail in each layer: docs/methods/variation.md, sections 3 and 4. Also of k-ary
// randomized response by a few: docs/methods/kary.md.

#include "quantities/variation/kary.hpp"
#include "quantities/variation/rejected_masses.hpp"
#include "quantities/variation/variation_laws.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The bits at which the parameters are needed for values of `precision` bits.
bits variation_precision(bits precision, std::int64_t n);

/// @param of  at variation_precision(precision, n) bits
/// @param factor  κ > 0; the set is one for all of the ball
rejected_masses masses_beyond(const variation_laws& of, const ball& factor, bits precision,
                              const budget& limits);

/// H_κ for κ = e^ε, to about 2^−precision.
ball variation_hockey_stick(const variation_laws& of, const number& eps, bits precision,
                            const budget& limits);
ball kary_hockey_stick(const kary_laws& of, const number& eps, bits precision,
                       const budget& limits);
/// 0 < δ < 1.
ball variation_epsilon(const variation_laws& of, const number& delta, bits precision,
                       const budget& limits);
ball kary_epsilon(const kary_laws& of, const number& delta, bits precision, const budget& limits);
/// T of the pair whose swap `of` is; 0 < α < 1.
ball variation_tradeoff(const variation_laws& of, const number& alpha, bits precision,
                        const budget& limits);
ball kary_tradeoff(const kary_laws& of, const number& alpha, bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
