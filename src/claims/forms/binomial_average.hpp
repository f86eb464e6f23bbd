#pragma once

#include <optional>
#include <string>
#include <vector>

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

}  // namespace shufflecert::inline v0_1::claims
