#pragma once

#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// How (ε, δ) follows from a Rényi divergence of one order.
enum class rdp_conversion {
  mironov,  ///< ε = D_λ + log(1/δ)/(λ − 1): Mironov 2017, Proposition 3
  canonne,  ///< Canonne, Kamath, Steinke 2020, Proposition 12
  optimal   ///< the least ε that holds of every pair: Asoodeh et al. 2021
};

/// The least ε such that every pair with D_λ(P‖Q) <= ρ has H_{e^ε}(P‖Q) <= δ: the optimal
/// conversion at one order (Asoodeh, Liao, Calmon, Kosut and Sankar 2021, Theorem 3).
///
/// @param rho     bound of the Rényi divergence, >= 0, possibly inf
/// @param lambda  its order, > 1, possibly inf
/// @param delta   in [0, 1]
/// @param precision  bits to work with
/// @returns an enclosure; exactly inf where no ε will do, exactly −inf for δ = 1
/// @throws undefined_value  a parameter is outside its range
/// @throws precision_needed  the enclosure decides nothing at this precision
///
/// See docs/methods/conversions.md, section 2.
number rdp_epsilon_of_order(const number& rho, const number& lambda, const number& delta,
                            bits precision);

/// The least ε that the conversion gives for δ from the curve λ ↦ D_λ(P‖Q) alone, over all real
/// orders λ > 1. It is an upper bound of epsilon(pair, delta), and least among those that look at
/// one order at a time where the conversion is the optimal one.
///
/// Parameters and errors are those of epsilon(). The result encloses the infimum from both sides;
/// where the search for the best order ends early it is wide. See docs/methods/conversions.md,
/// sections 3 and 4.
quantity rdp_epsilon(const distribution_pair& pair, const number& delta, bits precision,
                     const evaluation_options& options = {},
                     rdp_conversion by = rdp_conversion::optimal);

}  // namespace shufflecert::inline v0_1
