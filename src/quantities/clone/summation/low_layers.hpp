#pragma once

#include <cstdint>

#include "quantities/clone/layers/parameters.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert {

/// The part of S of docs/methods/moments.md that the layers N = 1, …, first_layer − 1 hold:
/// Σ_N P(N)·(E[g(tY) | N] − 1)/(λ(λ−1)), and at λ = 1 its limit, summed outcome by outcome.
///
/// @param lambda  order, finite and > 0, known to be 1 or not to be 1
/// @param log2_threshold  what adds less than 2^log2_threshold may be left out; the result encloses
///                        it
ball low_layer_series(const clone_parameters& of, const number& lambda, std::int64_t first_layer,
                      double log2_threshold, const budget& limits);

}  // namespace shufflecert
