#pragma once
// Pairs (γP + (1−γ)Q, Q) of laws P and Q with densities: see docs/methods/laws.md, section 3.

#include <optional>

#include "quantities/densities/density_pairs.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

struct subsampled_densities {
  density_pair of;
  number gamma;
  bool swapped;
};

/// The pair as a subsampled pair of such laws, if it is one; repeated subsampling multiplies γ.
std::optional<subsampled_densities> as_subsampled_densities(const distribution_pair& pair,
                                                            bits precision);

/// The same with γ = 1 for such a pair as it is: nothing for other pairs.
std::optional<subsampled_densities> as_densities(const distribution_pair& pair, bits precision);

/// D_λ by closed forms: for λ = inf, where γ is exactly 0 or 1, and for whole λ from 2 to 10^4 of
/// the pair that is not swapped; nothing elsewhere.
std::optional<quantity> subsampled_renyi(const subsampled_densities& pair, const number& lambda,
                                         bits precision, const budget& limits);

/// The same for finite orders and 0 < γ < 1 by an integral.
/// @throws beyond_reach  the order is above 10^4, or the deadline has passed
/// @throws precision_needed  whether the order is 1, or the divergence finite, is not determined
number subsampled_renyi_by_integral(const subsampled_densities& pair, const number& lambda,
                                    bits precision, const budget& limits);

/// H_{e^ε} through that of the pair that is sampled from, in both directions.
quantity subsampled_hockey_stick(const subsampled_densities& pair, const number& eps,
                                 bits precision);

}  // namespace shufflecert::inline v0_1
