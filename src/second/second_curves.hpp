#pragma once
// Trade-off functions: polygons for laws on finitely many outcomes, and the normal one.

#include <algorithm>

#include "second/divergences.hpp"

namespace shufflecert::inline v0_1::second {

/// A type I error with the least type II error that goes with it.
template <class R>
struct corner {
  R alpha;
  R beta;
};

/// A convex, non-increasing function on [0, 1]: the polygon through its corners, from alpha = 0 to
/// (1, 0), or, without corners, what `smooth` says.
template <class R>
struct trade_off_curve {
  std::vector<corner<R>> corners;
  std::function<R(const R&)> smooth;
  std::optional<R> mu;  ///< of the normal one
};

template <class R>
trade_off_curve<R> identity_curve() {
  return {{{R(0), R(1)}, {R(1), R(0)}}, nullptr, std::nullopt};
}

template <class R>
trade_off_curve<R> gaussian_curve(const R& mu, const setting<R>& in) {
  if (!is_finite(mu) || mu < 0) throw undefined_value("mu must be >= 0 and finite");
  return {{},
          [mu, &in](const R& alpha) {
            if (alpha == 0 || alpha == 1) return R(1 - alpha);
            return normal_cdf(R(-normal_quantile(alpha, in) - mu));
          },
          mu};
}

/// T(P, Q): outcomes are rejected in the order of P/Q, the smallest first.
template <class R>
trade_off_curve<R> curve_of(const pair_of_laws<R>& pair, const setting<R>& in) {
  if (const auto* normal = std::get_if<normal_pair_of<R>>(&pair))
    return {
        {}, [of = *normal, &in](const R& alpha) { return tradeoff(of, alpha, in); }, std::nullopt};
  if (const auto* laplace = std::get_if<laplace_pair_of<R>>(&pair))
    return {
        {}, [of = *laplace, &in](const R& alpha) { return tradeoff(of, alpha, in); }, std::nullopt};
  const auto* noise = std::get_if<noise_pair_of<R>>(&pair);
  const auto all =
      by_ratio(noise != nullptr ? deep_noise(*noise, in) : std::get<finite_pair<R>>(pair), in);
  trade_off_curve<R> result;
  result.corners.reserve(all.size() + 1);
  // From the other end, where beta = 0, since sums of small numbers lose no digits.
  R beta(0);
  std::vector<R> betas;
  betas.reserve(all.size() + 1);
  for (const auto& one : all) {
    betas.push_back(beta);
    beta += one.q;
  }
  betas.push_back(beta);
  R alpha(0);
  for (std::size_t i = all.size(); i > 0; --i) {
    // Sums of rounded masses can exceed 1.
    result.corners.push_back({std::min(alpha, R(1)), std::min(betas[i], R(1))});
    alpha += all[i - 1].p;
  }
  result.corners.push_back({R(1), R(0)});
  return result;
}

template <class R>
R value_at(const trade_off_curve<R>& f, const R& alpha) {
  if (alpha < 0 || alpha > 1) throw undefined_value("alpha must be in [0, 1]");
  if (f.corners.empty()) return f.smooth(alpha);
  // The last corner at or before alpha; of several above each other the lowest.
  const auto after = std::upper_bound(f.corners.begin(), f.corners.end(), alpha,
                                      [](const R& x, const corner<R>& c) { return x < c.alpha; });
  if (after == f.corners.begin()) return f.corners.front().beta;
  const corner<R>& left = *(after - 1);
  if (after == f.corners.end() || left.alpha == alpha) return left.beta;
  return left.beta +
         (after->beta - left.beta) * ((alpha - left.alpha) / (after->alpha - left.alpha));
}

template <class R>
trade_off_curve<R> mixed_curves(const R& w, const trade_off_curve<R>& f,
                                const trade_off_curve<R>& g, const setting<R>& in) {
  if (w < 0 || w > 1) throw undefined_value("the weight of a mixture must be in [0, 1]");
  if (f.corners.empty() || g.corners.empty())
    return {{},
            [w, f, g](const R& alpha) {
              return R(w * value_at(f, alpha) + (1 - w) * value_at(g, alpha));
            },
            std::nullopt};
  in.spend(static_cast<std::int64_t>(f.corners.size() + g.corners.size()));
  std::vector<R> all;
  all.reserve(f.corners.size() + g.corners.size());
  for (const auto* of : {&f, &g})
    for (const auto& one : of->corners) all.push_back(one.alpha);
  std::sort(all.begin(), all.end());
  trade_off_curve<R> result;
  result.corners.reserve(all.size());
  for (const R& alpha : all)
    if (result.corners.empty() || alpha != result.corners.back().alpha)
      result.corners.push_back({alpha, R(w * value_at(f, alpha) + (1 - w) * value_at(g, alpha))});
  return result;
}

/// The largest convex function below f and its inverse: for a polygon the lower hull of its
/// corners, of these with both errors exchanged, and of (1, 0).
template <class R>
trade_off_curve<R> symmetrized(const trade_off_curve<R>& f, const setting<R>& in) {
  if (f.mu) return f;
  if (f.corners.empty()) throw beyond_reach("symmetrizing a trade-off function without corners");
  in.spend(static_cast<std::int64_t>(2 * f.corners.size()));
  std::vector<corner<R>> all = f.corners;
  all.reserve(2 * f.corners.size() + 1);
  for (const auto& one : f.corners) all.push_back({one.beta, one.alpha});
  all.push_back({R(1), R(0)});
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.alpha != b.alpha ? a.alpha < b.alpha : a.beta < b.beta;
  });
  trade_off_curve<R> result;
  auto& hull = result.corners;
  hull.reserve(all.size());
  for (const corner<R>& next : all) {
    if (!hull.empty() && hull.back().alpha == next.alpha) continue;  // the lowest came first
    while (hull.size() >= 2) {
      const corner<R>& a = hull[hull.size() - 2];
      const corner<R>& b = hull.back();
      const R turn =
          (b.alpha - a.alpha) * (next.beta - a.beta) - (next.alpha - a.alpha) * (b.beta - a.beta);
      if (turn > 0) break;
      hull.pop_back();
    }
    hull.push_back(next);
  }
  return result;
}

/// sup 1 − α − e^ε·f(α), which a polygon takes at a corner.
template <class R>
R curve_delta(const trade_off_curve<R>& f, const R& eps, const setting<R>& in) {
  using std::exp;
  if (is_infinite(eps)) throw undefined_value("eps must be finite");
  if (f.mu) return hockey_stick(normal_pair_of<R>{{*f.mu, R(1)}, {R(0), R(1)}}, eps, in);
  if (f.corners.empty()) throw beyond_reach("the delta of a trade-off function without corners");
  const R factor = exp(eps);
  R largest(0);
  for (const auto& one : f.corners)
    largest = std::max(largest, R(1 - one.alpha - factor * one.beta));
  return largest;
}

/// D_λ of two normal laws at distance mu.
template <class R>
R curve_renyi(const trade_off_curve<R>& f, const R& lambda, const setting<R>& in) {
  if (!f.mu) throw beyond_reach("the Renyi divergence of a trade-off function that is not normal");
  return renyi(normal_pair_of<R>{{*f.mu, R(1)}, {R(0), R(1)}}, lambda, in);
}

}  // namespace shufflecert::inline v0_1::second
