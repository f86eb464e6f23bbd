#pragma once

#include <cstdint>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of the shuffle Gaussian mechanism: of P, the law of n independent N(0, σ²) with 1 added to
/// one of them, chosen uniformly, against Q without that (Liew and Takahashi 2022,
/// arXiv:2206.03151).
///
/// @param n       users, >= 1
/// @param sigma   standard deviation of each user's noise in units of the sensitivity, finite, > 0
/// @param lambda  the order, a whole number >= 2, or inf
/// @param precision  bits to work with
/// @param limits  when to stop
/// @returns an enclosure of D_λ(P‖Q); exactly inf for λ = inf
/// @throws undefined_value  a parameter is outside its range
/// @throws beyond_reach  other orders, orders above 10^4, or the deadline has passed
///
/// See docs/methods/normal.md, section 4.
number shuffle_gaussian_renyi(std::int64_t n, const number& sigma, const number& lambda,
                              bits precision, const budget& limits);

/// A lower bound of the δ that belongs to ε for DP-SGD with shuffled batches, one epoch of T
/// batches: the largest P(max x_t > C) − e^ε·Q(max x_t > C) over all C, where x has T coordinates,
/// P is N(2e_t, σ²I) and Q is N(e_t, σ²I), each for a uniform t (Chua, Ghazi, Kamath, Kumar,
/// Manurangsi, Sinha and Zhang 2024, arXiv:2403.17673). It says nothing of δ from above.
///
/// @param sigma  noise multiplier, finite, > 0
/// @param batches  T, >= 1
/// @param eps  ε, finite
/// @param precision  bits to work with
/// @param limits  when to stop
/// @returns an enclosure of the largest value, not of δ
/// @throws undefined_value  a parameter is outside its range
/// @throws precision_needed  the parameters are too wide
///
/// See docs/methods/normal.md, section 5.
number shuffled_batches_lower(const number& sigma, std::int64_t batches, const number& eps,
                              bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
