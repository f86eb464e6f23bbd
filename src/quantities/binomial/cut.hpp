#pragma once
// A binomial law cut in two, with full relative accuracy of the smaller part, at any number of
// trials: docs/methods/response.md, section 4.

#include <cstdint>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Bin(n, p), 0 < p < 1, with q = 1 − p given separately.
struct binomial_law_of {
  std::int64_t n;
  ball p;
  ball q;
};

/// P(X >= m)/P(X = m) for X ~ Bin(n, p) and m not far below the mean, 1 <= m <= n: by the sum of
/// the terms where that is short, else by an integral whose cost does not grow with n.
///
/// @param of  with about 2·log2 n + 32 bits more than `precision`
ball upper_tail_ratio(const binomial_law_of& of, std::int64_t m, bits precision,
                      const budget& limits);

/// The two ways of upper_tail_ratio().
ball upper_tail_ratio_by_sum(const binomial_law_of& of, std::int64_t m, bits precision,
                             const budget& limits);
/// @param reach  where the integral is cut off, in standard deviations of its integrand
ball upper_tail_ratio_by_integral(const binomial_law_of& of, std::int64_t m, double reach,
                                  bits precision, const budget& limits);

struct binomial_cut {
  ball weight;  ///< P(X = m)
  ball above;   ///< P(X >= m)
  ball below;   ///< P(X < m)
};

/// 0 <= m <= n + 1. The smaller of the two parts has about `precision` bits.
binomial_cut cut_at(const binomial_law_of& of, std::int64_t m, bits precision,
                    const budget& limits);

}  // namespace shufflecert::inline v0_1
