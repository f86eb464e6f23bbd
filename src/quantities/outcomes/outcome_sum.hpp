#pragma once
// Direct summation over the outcomes of a discrete pair, with a certified bound for the outcomes
// left out. Formula numbers refer to docs/methods/outcomes.md.

#include <cstdint>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Above this many outcomes direct summation takes minutes.
inline constexpr std::int64_t most_outcomes = 400'000'000;

[[noreturn]] inline void refuse_long_sum() {
  throw beyond_reach("direct summation would need more than 4*10^8 outcomes");
}

/// Sees every outcome that is summed. `p` and `q` are enclosures of its probabilities, and are
/// overwritten by the next outcome; either may be exactly 0.
class outcome_visitor {
 public:
  virtual ~outcome_visitor() = default;
  /// One outcome. Both laws have the same mass where p and q are one and the same object.
  virtual void single(const arb_t p, const arb_t q) = 0;
  /// Two outcomes, one with (p, q) and its mirror image with (q, p).
  virtual void mirrored(const arb_t p, const arb_t q) = 0;
};

/// How far a sum goes: outcomes may be left out once the bound for their mass is below
/// 2^log2_threshold. It steers only the cost; what is left out is bounded whatever it is.
struct summation_limits {
  bits precision;
  double log2_threshold;
  const budget& time;
};

/// The discrete pairs built from clones, in one form. For N = 0, 1, …, n and a + b = N,
///   P(a, b) = Bin_N(a)·(c_N + d_N·2a/N),  Q(a, b) = Bin_N(a)·(c_N + d_N·2b/N),
///   c_N = c·ω(N − shift),  d_N = d·ω(N − 1),
/// with Bin_N(a) = C(N, a)/2^N, ω the law of C ~ Bin(n−1, p), and c + d = 1. See (D.1)–(D.4).
struct layered_form {
  std::int64_t n;
  number p;
  number one_minus_p;
  number c;
  number d;
  int shift;  // 1: clone and unmixed pairs, 0: printed pair
};

/// Enough bits that walking over the whole window costs none of the precision asked for.
bits walking_precision(bits precision, std::int64_t n);

/// `precision` is that of the walk, walking_precision(): an error of p is amplified about n times.
layered_form layers_of(const clone_pair& pair, bits precision);
layered_form layers_of(const unmixed_pair& pair, bits precision);
layered_form layers_of(const printed_pair& pair, bits precision);

/// Calls `visitor` for the outcomes that matter and returns an upper bound, as an exact ball, for
/// both P(left out) and Q(left out).
ball visit_outcomes(const layered_form& pair, const summation_limits& limits,
                    outcome_visitor& visitor);
/// The same for clones whose number has a law of its own.
ball visit_outcomes(const clone_law_pair& pair, const summation_limits& limits,
                    outcome_visitor& visitor);
/// The same for binary randomized response; `swapped` hands over (Q, P).
ball visit_outcomes(const rr_pair& pair, bool swapped, const summation_limits& limits,
                    outcome_visitor& visitor);

/// The same for k-ary randomized response, whose outcomes are visited as counts of the symbols 0, 1
/// and 2: see docs/methods/laws.md, section 2. As the layered pairs it is its own mirror image.
ball visit_outcomes(const krr_pair& pair, const summation_limits& limits, outcome_visitor& visitor);

/// The same for the pair of the variation-ratio reduction: docs/methods/variation.md, section 2.
ball visit_outcomes(const variation_pair& pair, bool swapped, const summation_limits& limits,
                    outcome_visitor& visitor);

/// D_λ of a clone or randomized-response pair, whose likelihood ratio is bounded, by direct
/// summation whatever other method there is; finite λ > 0. Two methods that overlap check each
/// other.
number renyi_by_summation(const distribution_pair& pair, const number& lambda, bits precision,
                          const budget& limits = {});

/// The same by the one sum that serves all discrete pairs, which visits the outcomes by their mass.
number renyi_over_all_outcomes(const distribution_pair& pair, const number& lambda, bits precision,
                               const budget& limits = {});

}  // namespace shufflecert::inline v0_1
