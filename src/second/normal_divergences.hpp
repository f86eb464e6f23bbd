#pragma once
// Closed forms for two normal laws.

#include "second/laws.hpp"

namespace shufflecert::second {

/// ∫ P^λ Q^(1−λ) is a Gaussian integral: completing the square gives the variance
/// s = λ·v2 + (1−λ)·v1 (times v1·v2/s in the exponent), finite for s > 0.
template <class R>
R renyi(const normal_pair_of<R>& pair, const R& lambda, const setting<R>& in) {
  using std::log;
  if (lambda <= 0) throw undefined_value("the order lambda must be > 0");
  const auto& [m1, v1] = pair.p;
  const auto& [m2, v2] = pair.q;
  const R square = (m1 - m2) * (m1 - m2);
  if (is_infinite(lambda)) {
    // log(P/Q) is a parabola in x; its top where it opens downward.
    if (are_equal(v1, v2, in)) return are_equal(m1, m2, in) ? R(0) : infinity<R>();
    if (v1 > v2) return infinity<R>();
    return log(R(v2 / v1)) / 2 + square / (2 * (v2 - v1));
  }
  if (are_equal(lambda, R(1), in)) return (v1 / v2 - 1 + square / v2 - log(R(v1 / v2))) / 2;
  const R mixed = lambda * v2 + (1 - lambda) * v1;
  if (mixed <= 0) return infinity<R>();
  const R shift = lambda * square / (2 * mixed);
  return shift + ((1 - lambda) * log(v1) + lambda * log(v2) - log(mixed)) / (2 * (lambda - 1));
}

/// P(a < X < b) for X ~ N(m, v) without cancellation in the tails.
template <class R>
R normal_mass(const normal_law<R>& of, const R& a, const R& b) {
  using std::sqrt;
  const R deviation = sqrt(of.variance);
  const R low = (a - of.mean) / deviation;
  const R high = (b - of.mean) / deviation;
  if (low + high > 0) return normal_cdf(R(-low)) - normal_cdf(R(-high));
  return normal_cdf(high) - normal_cdf(low);
}

/// P(S) − e^ε Q(S) for the set S where log(P/Q) > ε.
template <class R>
R hockey_stick(const normal_pair_of<R>& pair, const R& eps, const setting<R>& in) {
  using std::abs;
  using std::exp;
  using std::expm1;
  using std::log;
  using std::sqrt;
  if (is_infinite(eps)) throw undefined_value("eps must be finite");
  const auto& [m1, v1] = pair.p;
  const auto& [m2, v2] = pair.q;
  const R everything = eps < 0 ? R(-expm1(eps)) : R(0);
  if (are_equal(v1, v2, in)) {
    if (are_equal(m1, m2, in)) return everything;
    const R mu = abs(R(m1 - m2)) / sqrt(v1);
    return normal_cdf(R(mu / 2 - eps / mu)) - exp(eps) * normal_cdf(R(-mu / 2 - eps / mu));
  }
  // log(P/Q)(x) = top − (x − x0)²·(v2 − v1)/(2·v1·v2) around its extremum x0.
  const R x0 = (m1 * v2 - m2 * v1) / (v2 - v1);
  const R top = log(R(v2 / v1)) / 2 + (m1 - m2) * (m1 - m2) / (2 * (v2 - v1));
  const R radius_square = (top - eps) * 2 * v1 * v2 / (v2 - v1);
  if (v1 < v2) {
    if (radius_square <= 0) return R(0);
    const R r = sqrt(radius_square);
    return normal_mass(pair.p, R(x0 - r), R(x0 + r)) -
           exp(eps) * normal_mass(pair.q, R(x0 - r), R(x0 + r));
  }
  if (radius_square <= 0) return R(-expm1(eps));
  const R r = sqrt(radius_square);
  const auto outside = [&](const normal_law<R>& of) {
    const R deviation = sqrt(of.variance);
    return R(normal_cdf(R((x0 - r - of.mean) / deviation)) +
             normal_cdf(R((of.mean - x0 - r) / deviation)));
  };
  return outside(pair.p) - exp(eps) * outside(pair.q);
}

template <class R>
R total_variation(const normal_pair_of<R>& pair, const setting<R>& in) {
  return hockey_stick(pair, R(0), in);
}

}  // namespace shufflecert::second
