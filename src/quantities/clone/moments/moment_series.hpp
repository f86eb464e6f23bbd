#pragma once
// The series S of docs/methods/moments.md from the inverse moments of N, and what it leaves out.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quantities/clone/layers/layers.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// How far the series goes and how its remainder is bounded. Whatever it is, the remainder is
/// bounded; it steers the cost and the radius.
struct series_plan {
  std::size_t terms;          ///< J >= 1: computed up to E[Y^{2J}]
  std::size_t bounded_terms;  ///< J2 >= J: bounded one by one up to E[Y^{2J2}]
  double cut;                 ///< 0 < y0 <= 1: beyond J2, |Y| <= y0 and |Y| > y0 are bounded apart
};

/// How many inverse moments the series asks for.
std::size_t inverse_moment_count(const series_plan& plan);

/// t^{2j}·E[Y^{2j}] for j = 1, …, J, at j − 1, over the layers that `inverse` covers: (M.6).
std::vector<ball> tilted_moments(const ball& t, const std::vector<ball>& inverse, std::size_t terms,
                                 const budget& limits);

/// Σ_{j=1}^{J} b_{2j}·moments[j−1] at the order μ: (M.3).
ball even_series(const ball& mu, const std::vector<ball>& moments);

/// An upper bound for what even_series leaves out over the layers that `inverse` covers, all of
/// them >= first_layer: (M.13).
ball series_remainder(const clone_parameters& of, const ball& eps0, const ball& mu,
                      const series_plan& plan, const std::vector<ball>& inverse,
                      std::int64_t first_layer);

/// An upper bound for E[Σ_{j>=1} b_{2j} (tY)^{2j} | N] for every N >= layer: (M.15), with the
/// cut y0.
ball layer_bound(const ball& eps0, const ball& mu, std::int64_t layer, double cut);

/// A point z in [0, 1) with what the bound needs of it to full relative accuracy.
struct series_point {
  ball z;
  ball artanh;
  ball root;  ///< √(1 − z²)
};

/// z = tanh(ε0/2).
series_point full_point(const ball& eps0);
/// z = t·y0 for 0 < y0 < 1.
series_point cut_point(const ball& t, double y0);

/// An upper bound, as an exact ball, for B(z) = Σ_{j>=1} b_{2j} z^{2j} at the order μ >= 1/2:
/// (M.4) of docs/methods/moments.md.
ball series_bound(const ball& mu, const series_point& at);

}  // namespace shufflecert::inline v0_1
