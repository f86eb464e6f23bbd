#pragma once
// Pairs of laws on the line whose densities give their quantities in closed form.

#include <optional>
#include <variant>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// One that is not subsampled; a kind that is added here answers all of the questions below.
using density_pair = std::variant<normal_pair, laplace_pair>;

/// The pair as one of these, whether it is swapped or not; nothing for other pairs.
std::optional<density_pair> as_density_pair(const distribution_pair& pair);

/// Whether it is one of these, or subsampled from one. Cheap: every choice of a method asks.
bool has_densities(const distribution_pair& pair);

/// The other way round.
distribution_pair with_densities(const density_pair& pair, bool swapped);

/// D_λ, λ > 0 or inf.
number density_renyi(const density_pair& pair, bool swapped, const number& lambda, bits precision);

/// H_{e^ε}, ε finite.
number density_hockey_stick(const density_pair& pair, bool swapped, const number& eps,
                            bits precision);

/// T(P, Q)(α), 0 < α < 1.
number density_tradeoff(const density_pair& pair, bool swapped, const number& alpha, bits precision,
                        const budget& limits);

/// Whether some moment E_Q (P/Q)^λ of an order λ > 1 may be infinite.
bool may_have_infinite_moments(const density_pair& pair, bits precision);

}  // namespace shufflecert::inline v0_1
