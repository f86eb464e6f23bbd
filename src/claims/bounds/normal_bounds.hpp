#pragma once

#include <optional>

#include "claims/bounds/single_bound.hpp"

namespace shufflecert::inline v0_1::claims {

/// The hockey-stick divergence of a normal pair: hockey_stick(gaussian_pair(m), t), or what it is,
/// Phi(m/2 - t/m) - exp(t)*Phi(-t/m - m/2). The second has a value for every m but 0, and is that
/// divergence for m > 0.
struct normal_divergence {
  expression_ptr mean;     ///< m
  expression_ptr epsilon;  ///< t
};

/// The formula, if it is of this kind.
std::optional<normal_divergence> normal_divergence_in(const expression_ptr& formula);

/// A formula that it does not exceed, (K.15) of docs/methods/theorems.md: what the tail of a normal
/// law has far out.
std::optional<known_bound> normal_bound_above(const expression_ptr& formula);

}  // namespace shufflecert::inline v0_1::claims
