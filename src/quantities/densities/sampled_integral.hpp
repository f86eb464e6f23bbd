#pragma once
// Rényi divergences of subsampled normal pairs by an integral: docs/methods/laws.md, section 3.

#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

struct subsampled_normal {
  normal_pair of;
  number gamma;
  bool swapped;
};

/// D_λ of (γP + (1−γ)Q, Q), or of the two exchanged, for finite λ > 0 and 0 < γ < 1: (L.15)–(L.17).
/// Exactly inf where it is infinite.
/// @throws beyond_reach  the order is above 10^4, or the deadline has passed
/// @throws precision_needed  whether the order is 1, or the divergence finite, is not determined
number sampled_renyi_by_integral(const subsampled_normal& pair, const number& lambda,
                                 bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
