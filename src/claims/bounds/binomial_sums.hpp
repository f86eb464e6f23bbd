#pragma once

#include <optional>
#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// sum(i, 0, m, binomial(m, i)*p^i*(1 - p)^(m - i)*f): the mean of f for i of the law Bin(m, p),
/// where p is a probability.
struct binomial_average {
  std::string index;
  expression_ptr trials;  ///< m
  expression_ptr rate;    ///< p
  expression_ptr value;   ///< f
};

/// The formula, if it is of this kind, in whatever order its factors are.
std::optional<binomial_average> binomial_average_in(const expression_ptr& formula);

/// A level of tests of an unmixed pair at which its trade-off function is known, (O.11) of
/// docs/methods/orderings.md: unmixed_pair(n, eps0, p) at the mean of
/// binomial_cdf(i - (i + 1)/(t + 1), i, 1/2) for i of the law Bin(n - 1, p).
struct known_knot {
  expression_ptr ratio;  ///< t, which has to be at least 0
  expression_ptr value;  ///< of the trade-off function
};

/// The value of tradeoff(unmixed_pair(...), level), if the level is one of these.
std::optional<known_knot> knot_in(const expression_ptr& quantity);

}  // namespace shufflecert::inline v0_1::claims
