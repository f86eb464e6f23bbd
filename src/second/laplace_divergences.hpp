#pragma once
// Divergences of the Laplace pair, from the distribution function of its noise.

#include "second/normal_divergences.hpp"

namespace shufflecert::inline v0_1::second {

/// ∫ P^λ Q^(1−λ) in three parts: P/Q is e^−ε below 0, e^ε above 1, and e^{ε(2x − 1)} between.
template <class R>
R renyi(const laplace_pair_of<R>& pair, const R& lambda, const setting<R>& in) {
  using std::exp;
  using std::expm1;
  using std::log;
  if (lambda <= 0) throw undefined_value("the order lambda must be > 0");
  const R& eps = pair.eps;
  if (is_infinite(lambda)) return eps;
  // E_P log(P/Q): on the three parts.
  if (are_equal(lambda, R(1), in)) return eps + expm1(R(-eps));
  const R slope = 2 * lambda - 1;
  const R below = exp(R(-lambda * eps)) / 2;
  const R above = exp(R((lambda - 1) * eps)) / 2;
  const R rise = are_equal(slope, R(0), in) ? eps : R(expm1(R(slope * eps)) / slope);
  return log(R(below + above + below * rise)) / (lambda - 1);
}

/// The probability of noise above x.
template <class R>
R laplace_above(const R& x, const R& eps) {
  using std::exp;
  return x >= 0 ? R(exp(R(-eps * x)) / 2) : R(1 - exp(R(eps * x)) / 2);
}

/// P(S) − e^ε Q(S) for S = {log(P/Q) > ε}, which is a half-line within [0, 1].
template <class R>
R hockey_stick(const laplace_pair_of<R>& pair, const R& eps, const setting<R>&) {
  using std::exp;
  using std::expm1;
  if (is_infinite(eps)) throw undefined_value("eps must be finite");
  if (eps >= pair.eps) return R(0);
  if (eps < -pair.eps) return R(-expm1(eps));
  const R least = (1 + eps / pair.eps) / 2;
  return laplace_above(R(least - 1), pair.eps) - exp(eps) * laplace_above(least, pair.eps);
}

template <class R>
R total_variation(const laplace_pair_of<R>& pair, const setting<R>& in) {
  return hockey_stick(pair, R(0), in);
}

/// Least ε with hockey_stick(ε) <= δ.
template <class R>
R epsilon(const laplace_pair_of<R>& pair, const R& delta, const setting<R>& in) {
  if (delta < 0 || delta > 1) throw undefined_value("delta must be in [0, 1]");
  if (delta == 1) return R(-infinity<R>());
  if (delta == 0) return pair.eps;
  return crossing([&](const R& eps) { return hockey_stick(pair, eps, in) > delta; }, in);
}

/// Q(x >= t) where P(x < t) = α: P/Q does not fall in x.
template <class R>
R tradeoff(const laplace_pair_of<R>& pair, const R& alpha, const setting<R>&) {
  using std::log;
  if (alpha < 0 || alpha > 1) throw undefined_value("alpha must be in [0, 1]");
  if (alpha == 0 || alpha == 1) return R(1 - alpha);
  const R twice = 2 * (alpha <= R(0.5) ? alpha : R(1 - alpha));
  const R distance = log(twice) / pair.eps;
  return laplace_above(R(1 + (alpha <= R(0.5) ? distance : R(-distance))), pair.eps);
}

template <class R>
R chi_moment(const laplace_pair_of<R>& pair, const R& order, const setting<R>& in) {
  return even_moment(pair, order, in);
}

}  // namespace shufflecert::inline v0_1::second
