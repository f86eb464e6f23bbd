#pragma once
// The pair of the variation-ratio reduction as balls of one precision, with θ the share of the
// first count, and the law of its layers. Formula numbers refer to docs/methods/variation.md.

#include <cstdint>
#include <optional>

#include "shufflecert/ball.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Every ball but `none` and `second` is certainly positive.
struct variation_laws {
  std::int64_t n;
  ball first;    ///< pα
  ball second;   ///< α
  ball none;     ///< 1 − pα − α
  ball counted;  ///< pα + α
  ball either;   ///< ρ = r_0 + r_1
  ball neither;  ///< 1 − ρ
  ball odds;     ///< ρ/(1 − ρ)
  ball share;    ///< θ = r_0/ρ
  ball rest;     ///< 1 − θ
  ball rise;     ///< d_P = pα/θ − α/(1 − θ)
  ball fall;     ///< d_Q = pα/(1 − θ) − α/θ

  [[nodiscard]] bits precision() const { return first.precision(); }
};

/// Of what as_variation() takes for one, or of its swap, by (W.3). Nothing where the methods of
/// this room do not reach: p = inf, ρ = 1, β = 0, and where P/Q does not rise along the first
/// count, which may be for q0 and q1 of a quotient p or more.
std::optional<variation_laws> laws_of(const distribution_pair& pair, bits precision);

/// The layers low, …, high of 0, …, n.
struct layer_range {
  std::int64_t low;
  std::int64_t high;
};

/// The layers that hold all but about 2^−depth of P and of Q: a guess.
layer_range layers_of(const variation_laws& of, double depth);

/// An upper bound for P and for Q of the layers outside of the range: (W.5).
ball mass_outside(const variation_laws& of, const layer_range& range);

/// ω(k) = P(C = k) for C ~ Bin(n − 1, ρ), with k one below a layer as it goes down.
ball weight_of(const variation_laws& of, std::int64_t k);

}  // namespace shufflecert::inline v0_1
