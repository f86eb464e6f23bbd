#pragma once
// Rényi divergences and moments of two laws of integer noise: sums over outcomes with bounds for
// what they leave out. Formula numbers refer to docs/methods/noise.md.

#include <optional>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ for λ >= 1, inf included, where P > 0 = Q nowhere: (EE.8)–(EE.11).
/// @throws beyond_reach  the sum would be too long, or no bound for its rest is known
number noise_renyi(const noise_pair& pair, const number& lambda, bits precision,
                   const budget& limits);

/// Σ Q·|P/Q − 1|^a for a > 1, where P > 0 = Q nowhere: (EE.12).
number noise_chi_moment(const noise_pair& pair, const number& a, bits precision,
                        const budget& limits);

/// D_λ of two discrete Gaussian laws in closed form, for finite λ ≠ 1, and for λ = 1 and inf where
/// that is simple: (EE.13), (EE.14). Nothing for other laws, and where a sum has to do.
std::optional<number> gaussian_noise_renyi(const noise_pair& pair, const number& lambda,
                                           bits precision);

/// D_λ of two Poisson laws, and of two negative binomial laws with one exact r, in closed form for
/// every order: (EE.28), (EE.29). Nothing for other laws.
std::optional<number> counting_noise_renyi(const noise_pair& pair, const number& lambda,
                                           bits precision);

}  // namespace shufflecert::inline v0_1
