#pragma once
// The optimal conversion at one order: docs/methods/conversions.md, section 2.

#include <optional>

#include "quantities/conversions/binary_pairs.hpp"
#include "shufflecert/conversions.hpp"

namespace shufflecert::inline v0_1 {

/// ε of one order, between two balls, and a pair of two outcomes with about this ε: none where
/// that is the pair with p = 1, for δ >= 1/λ.
struct order_epsilon {
  ball least;  ///< encloses a number that ε is not below
  ball most;   ///< encloses a number that ε is not above
  std::optional<binary_pair> worst;
};

/// The optimal conversion of the bound at its order. Expects 0 < δ < 1 and K > 0, as far as can be
/// seen. Throws precision_needed.
order_epsilon optimal_epsilon(const moment_bound& bound, const ball& delta);

/// log((p − δ)/q) with the p of a pair and the least q, or nearly, for which both bounds hold: what
/// ε is not below at any order between those of the bounds, where (λ − 1)D_λ is not below the chord
/// between them: (Y.8). A bound may be missing.
ball epsilon_at_least(const std::optional<binary_pair>& pair,
                      const std::optional<moment_bound>& first,
                      const std::optional<moment_bound>& second, const ball& delta);

/// Proposition 3 of Mironov 2017, and Proposition 12 of Canonne, Kamath and Steinke 2020.
ball mironov_epsilon(const moment_bound& bound, const ball& delta);
ball canonne_epsilon(const moment_bound& bound, const ball& delta);

}  // namespace shufflecert::inline v0_1
