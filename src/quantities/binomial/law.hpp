#pragma once
// The distribution function of the binomial law and its inverse; see docs/methods/binomial.md.

#include <cstdint>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// P(X <= k) for X ~ Bin(n, p): an enclosure with small relative radius in both tails, exact for
/// rational p where n is modest.
///
/// @param k  any whole number; 0 below 0, 1 from n on
/// @param n  number of trials, >= 0
/// @param p  in [0, 1]; the value decreases in p, so a ball costs no more than its two ends
/// @throws undefined_value  p is certainly outside [0, 1]
/// @throws precision_needed  whether p is in [0, 1] is not determined
/// @throws beyond_reach  more than 10^7 terms count, which takes 10^4 of neither outcome, or the
///                       deadline has passed
number binomial_cdf(std::int64_t k, std::int64_t n, const number& p, bits precision,
                    const budget& limits);

/// The least whole k with P(X <= k) >= q for X ~ Bin(n, p), 0 < q <= 1. Exact where it is decided;
/// a tie counts only where both sides are exact.
///
/// @throws undefined_value  q is certainly outside (0, 1], or p outside [0, 1]
/// @throws precision_needed  q is not certainly on one side of a jump of the distribution function
/// @throws beyond_reach  as for binomial_cdf()
number binomial_quantile(const number& q, std::int64_t n, const number& p, bits precision,
                         const budget& limits);

/// Throws unless p is certainly in [0, 1].
void require_probability(const number& p, bits precision);

/// True where the weights of Bin(n, p) are rationals small enough to be written down.
bool has_exact_weights(std::int64_t n, const number& p);

}  // namespace shufflecert::inline v0_1
