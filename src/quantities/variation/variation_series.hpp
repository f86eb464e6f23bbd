#pragma once
// Rényi divergence of the pair of the variation-ratio reduction by a series in each layer:
// docs/methods/variation.md, section 5.

#include <optional>

#include "quantities/variation/variation_laws.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ for finite λ > 0. Nothing where the layers that matter have too few reports for their
/// series, or where too many layers matter.
///
/// @param of  at variation_precision(precision, n) bits
std::optional<number> variation_renyi(const variation_laws& of, const number& lambda,
                                      bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
