#pragma once
// The Rényi divergence of the clone pair by its double sum over the layers and their outcomes,
// which follows the weight of the terms and not their mass: docs/methods/summation.md.

#include <cstdint>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of the clone pair, in either direction.
///
/// @param pair    with checked parameters, ε0 > 0
/// @param lambda  order, finite and > 0
/// @returns an enclosure of about `precision` bits; throws precision_needed where it is not
///          determined whether the order is 1, beyond_reach where there are too many outcomes
number renyi_by_clone_summation(const clone_pair& pair, const number& lambda, bits precision,
                                const budget& limits = {});

/// The same, where terms may be left out that add less than 2^log2_threshold to S, as a part of S.
/// What is left out is bounded whatever the threshold is.
number renyi_by_clone_summation(const clone_pair& pair, const number& lambda, double log2_threshold,
                                bits precision, const budget& limits);

/// About how many outcomes renyi_by_clone_summation() visits. For choosing a method.
double summation_cost(const clone_pair& pair, const number& lambda, bits precision);

/// Encloses Σ_{N=1}^{last} P(N)·K_N, (S.2). What adds less than 2^log2_threshold may be left out.
ball sum_of_layers(const clone_parameters& of, const number& lambda, std::int64_t last,
                   double log2_threshold, const budget& limits);

/// The part of S of docs/methods/moments.md that the layers N = 1, …, first_layer − 1 hold:
/// Σ_N P(N)·(E[g(tY) | N] − 1)/(λ(λ−1)), and at λ = 1 its limit, summed outcome by outcome.
///
/// @param lambda  order, finite and > 0, known to be 1 or not to be 1
/// @param log2_threshold  what adds less than 2^log2_threshold may be left out; the result encloses
///                        it
ball low_layer_series(const clone_parameters& of, const number& lambda, std::int64_t first_layer,
                      double log2_threshold, const budget& limits);

}  // namespace shufflecert::inline v0_1
