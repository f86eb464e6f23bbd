#pragma once
// Pairs (γP + (1−γ)Q, Q) of normal laws P and Q: see docs/methods/laws.md, section 3.

#include <optional>

#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

struct subsampled_normal {
  normal_pair of;
  number gamma;
  bool swapped;
};

/// The pair as a subsampled pair of normal laws, if it is one; repeated subsampling multiplies γ.
std::optional<subsampled_normal> as_subsampled_normal(const distribution_pair& pair,
                                                      bits precision);

/// The same with γ = 1 for a pair of normal laws as it is: nothing for other pairs.
std::optional<subsampled_normal> as_normal_laws(const distribution_pair& pair, bits precision);

/// D_λ by closed forms: for λ = inf, where γ is exactly 0 or 1, and for whole λ from 2 to 10^4 of
/// the pair that is not swapped; nothing elsewhere.
std::optional<quantity> subsampled_normal_renyi(const subsampled_normal& pair, const number& lambda,
                                                bits precision, const budget& limits);

/// H_{e^ε} through that of the pair of normal laws, in both directions.
quantity subsampled_normal_hockey_stick(const subsampled_normal& pair, const number& eps,
                                        bits precision);

}  // namespace shufflecert::inline v0_1
