#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// A value of a curve that is known where the conditions hold: (O.11) to (O.13) of
/// docs/methods/orderings.md.
struct known_knot {
  std::vector<expression_ptr> required;
  expression_ptr value;
  std::string rule;
};

/// Of tradeoff(unmixed_pair(n, eps0, p), level) at the mean of binomial_cdf(i - (i + 1)/(t + 1), i,
/// 1/2) for i of the law Bin(n - 1, p), and between two of these; of
/// curve_delta(symmetrized(mix_curves(v, identity_curve, curve(unmixed_pair(...)))), eps).
std::optional<known_knot> knot_in(const expression_ptr& quantity);

}  // namespace shufflecert::inline v0_1::claims
