#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "shufflecert/pairs.hpp"

/// Pairs in one call: `renyi(pairs::clone(10000, 2), 4, 128)`. Parameters and their ranges as in
/// pairs.hpp; they are checked by the quantity that is asked of the pair.
namespace shufflecert::inline v0_1::pairs {

/// The pair of "Hiding among the clones"; p is e^−ε0 unless given.
inline distribution_pair clone(std::int64_t n, number eps0,
                               std::optional<number> p = std::nullopt) {
  return {clone_pair{n, std::move(eps0), std::move(p)}};
}

/// The same with Δ = 1.
inline distribution_pair unmixed(std::int64_t n, number eps0,
                                 std::optional<number> p = std::nullopt) {
  return {unmixed_pair{n, std::move(eps0), std::move(p)}};
}

/// Shuffled binary randomized response of n users.
inline distribution_pair randomized_response(std::int64_t n, number eps0) {
  return {rr_pair{n, std::move(eps0)}};
}

/// Shuffled k-ary randomized response of n users, k >= 3.
inline distribution_pair k_ary_randomized_response(std::int64_t k, std::int64_t n, number eps0) {
  return {krr_pair{k, n, std::move(eps0)}};
}

/// The pair of the variation-ratio reduction, with q0 = q1 = q.
inline distribution_pair variation(std::int64_t n, number p, number beta, const number& q) {
  return {variation_pair{n, std::move(p), std::move(beta), q, q}};
}

/// N(m1, v1) and N(m2, v2); v1 and v2 are variances.
inline distribution_pair normal(number m1, number v1, number m2, number v2) {
  return {normal_pair{std::move(m1), std::move(v1), std::move(m2), std::move(v2)}};
}

/// N(μ, 1) and N(0, 1).
inline distribution_pair gaussian(number mu) {
  return {gaussian_pair(std::move(mu))};
}

/// Laplace noise of scale 1/eps on values at distance 1.
inline distribution_pair laplace(number eps) {
  return {laplace_pair{std::move(eps)}};
}

/// Random allocation of one epoch to so many batches, with Gaussian noise.
inline distribution_pair allocation(std::int64_t batches, number sigma) {
  return {allocation_pair{batches, std::move(sigma)}};
}

/// (γP + (1−γ)Q, Q).
inline distribution_pair subsampled(distribution_pair of, number gamma) {
  return {
      subsampled_pair{std::make_shared<const distribution_pair>(std::move(of)), std::move(gamma)}};
}

/// k >= 1 independent rounds of one pair. Parameters that are not exact keep `precision` bits.
inline distribution_pair composed(const distribution_pair& of, std::int64_t rounds,
                                  bits precision = 128) {
  return compose(of, rounds, precision);
}

}  // namespace shufflecert::inline v0_1::pairs
