#pragma once
// Closed forms for two normal laws.

#include "second/second_laws.hpp"

namespace shufflecert::inline v0_1::second {

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

/// P(S) and Q(S) for S = {log(P/Q) > ε}, of two laws that differ.
template <class R>
struct masses {
  R p;
  R q;
};

template <class R>
masses<R> masses_above(const normal_pair_of<R>& pair, const R& eps, const setting<R>& in) {
  using std::abs;
  using std::log;
  using std::sqrt;
  const auto& [m1, v1] = pair.p;
  const auto& [m2, v2] = pair.q;
  if (are_equal(v1, v2, in)) {
    const R mu = abs(R(m1 - m2)) / sqrt(v1);
    return {normal_cdf(R(mu / 2 - eps / mu)), normal_cdf(R(-mu / 2 - eps / mu))};
  }
  // log(P/Q)(x) = top − (x − x0)²·(v2 − v1)/(2·v1·v2) around its extremum x0.
  const R x0 = (m1 * v2 - m2 * v1) / (v2 - v1);
  const R top = log(R(v2 / v1)) / 2 + (m1 - m2) * (m1 - m2) / (2 * (v2 - v1));
  const R radius_square = (top - eps) * 2 * v1 * v2 / (v2 - v1);
  if (v1 < v2) {
    if (radius_square <= 0) return {R(0), R(0)};
    const R r = sqrt(radius_square);
    return {normal_mass(pair.p, R(x0 - r), R(x0 + r)), normal_mass(pair.q, R(x0 - r), R(x0 + r))};
  }
  if (radius_square <= 0) return {R(1), R(1)};
  const R r = sqrt(radius_square);
  const auto outside = [&](const normal_law<R>& of) {
    const R deviation = sqrt(of.variance);
    return R(normal_cdf(R((x0 - r - of.mean) / deviation)) +
             normal_cdf(R((of.mean - x0 - r) / deviation)));
  };
  return {outside(pair.p), outside(pair.q)};
}

template <class R>
bool is_one_law_twice(const normal_pair_of<R>& pair, const setting<R>& in) {
  return are_equal(pair.p.mean, pair.q.mean, in) && are_equal(pair.p.variance, pair.q.variance, in);
}

/// P(S) − e^ε Q(S) for S = {log(P/Q) > ε}
template <class R>
R hockey_stick(const normal_pair_of<R>& pair, const R& eps, const setting<R>& in) {
  using std::exp;
  using std::expm1;
  if (is_infinite(eps)) throw undefined_value("eps must be finite");
  if (is_one_law_twice(pair, in)) return eps < 0 ? R(-expm1(eps)) : R(0);
  const masses<R> above = masses_above(pair, eps, in);
  if (above.p == 1 && above.q == 1) return R(-expm1(eps));
  return above.p - exp(eps) * above.q;
}

template <class R>
R total_variation(const normal_pair_of<R>& pair, const setting<R>& in) {
  return hockey_stick(pair, R(0), in);
}

/// The ε where a function that falls in ε crosses from true to false, by halving an interval.
template <class R, class Condition>
R crossing(const Condition& is_before, const setting<R>& in) {
  R low(-1);
  R high(1);
  for (int doublings = 0; !is_before(low); ++doublings) {
    if (doublings == 60) throw beyond_reach("a crossing below -2^60");
    low *= 2;
  }
  for (int doublings = 0; is_before(high); ++doublings) {
    if (doublings == 60) throw beyond_reach("a crossing beyond 2^60");
    high *= 2;
  }
  for (unsigned step = 0; step < 4 * in.digits + 70; ++step) {
    in.limits.check();
    in.spend(4);
    const R middle = (low + high) / 2;
    (is_before(middle) ? low : high) = middle;
  }
  return high;
}

/// Least ε with hockey_stick(ε) <= δ.
template <class R>
R epsilon(const normal_pair_of<R>& pair, const R& delta, const setting<R>& in) {
  using std::log1p;
  if (delta < 0 || delta > 1) throw undefined_value("delta must be in [0, 1]");
  if (delta == 1) return R(-infinity<R>());
  if (delta == 0) return renyi(pair, infinity<R>(), in);
  if (is_one_law_twice(pair, in)) return log1p(R(-delta));
  return crossing([&](const R& eps) { return hockey_stick(pair, eps, in) > delta; }, in);
}

/// Q(S) where S = {log(P/Q) > ε} has P(S) = 1 − α: the test that rejects P outside of S.
template <class R>
R tradeoff(const normal_pair_of<R>& pair, const R& alpha, const setting<R>& in) {
  if (alpha < 0 || alpha > 1) throw undefined_value("alpha must be in [0, 1]");
  if (alpha == 0 || alpha == 1 || is_one_law_twice(pair, in)) return R(1 - alpha);
  const R eps = crossing([&](const R& at) { return masses_above(pair, at, in).p > 1 - alpha; }, in);
  return masses_above(pair, eps, in).q;
}

/// E_Q (P/Q − 1)^a for even a, multiplied out: E_Q (P/Q)^j = exp((j−1)·D_j). Of any pair whose
/// Rényi divergences have closed forms.
template <class R, class Pair>
R even_moment(const Pair& pair, const R& order, const setting<R>& in) {
  using std::exp;
  const auto whole_order = whole(order, in);
  const auto refuse = [] {
    throw undefined_value("the second arithmetic has only even moments of normal and Laplace laws");
  };
  if (!whole_order || *whole_order <= 0 || *whole_order > 1000) refuse();
  const auto a = static_cast<std::int64_t>(*whole_order);
  if (a % 2 != 0) refuse();
  // Orders below a finite one are finite.
  if (is_infinite(renyi(pair, *whole_order, in))) return infinity<R>();
  R total(0);
  R coefficient(1);  // binomial(a, j), with the sign of (−1)^(a−j)
  for (std::int64_t j = 0; j <= a; ++j) {
    const R order_j = from_count<R>(j);
    const R moment = j < 2 ? R(1) : R(exp(R((order_j - 1) * renyi(pair, order_j, in))));
    total += coefficient * moment;
    coefficient = -coefficient * from_count<R>(a - j) / from_count<R>(j + 1);
  }
  return total;
}

template <class R>
R chi_moment(const normal_pair_of<R>& pair, const R& order, const setting<R>& in) {
  return even_moment(pair, order, in);
}

}  // namespace shufflecert::inline v0_1::second
