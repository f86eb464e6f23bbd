#include "quantities/densities/laplace.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/densities/orders.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// (1 − e^−w)/w for w >= 0, and its limit at 0.
ball share_below(const ball& w) {
  if (w.is_certainly_positive()) return -expm1(-w) / w;
  // It falls from 1.
  const ball most = upper_bound(w);
  const ball one = ball::of(1, w.precision());
  return most.is_certainly_positive() ? ball::hull(-expm1(-most) / most, one) : one;
}

}  // namespace

number laplace_renyi(const laplace_pair& pair, const number& lambda, bits precision) {
  if (lambda.is_infinity(1)) return pair.eps;
  const double log2_eps = std::min(0.0, log2_near(pair.eps.to_ball(precision)));
  if (position_to_one(lambda, precision) == 0) {
    const bits wide = precision + bits_lost(log2_eps);
    return add(pair.eps, expm1(negate(pair.eps), wide), wide);
  }
  const double log2_above =
      std::min(0.0, log2_near(subtract(lambda, 1, precision).to_ball(precision)));
  const bits wide = precision + bits_lost(2 * log2_eps + log2_above);
  const ball eps = pair.eps.to_ball(wide);
  const ball u = abs(subtract(multiply(2, lambda, wide), 1, wide).to_ball(wide)) * eps / 2;
  const ball mean = (exp(-u * 2) + 1) / 2 + eps / 2 * share_below(u * 2);
  const ball log_moment = u - eps / 2 + log(mean);
  return known(nonnegative_part(log_moment / subtract(lambda, 1, wide).to_ball(wide))
                   .with_precision(precision),
               "the divergence");
}

number laplace_hockey_stick(const laplace_pair& pair, const number& eps, bits precision) {
  const number inside = divide(subtract(eps, pair.eps, precision), 2, precision);
  return max(0, negate(expm1(min(eps, inside, precision), precision)), precision);
}

number laplace_epsilon(const laplace_pair& pair, const number& delta, bits precision) {
  const number least = log1p(negate(delta), precision);
  return max(least, add(pair.eps, multiply(2, least, precision), precision), precision);
}

number laplace_tradeoff(const laplace_pair& pair, const number& alpha, bits precision) {
  const number half = rational(1) / rational(2);
  const number factor = exp(negate(pair.eps), precision);
  const number low = divide(factor, 2, precision);
  // The point of the hyperbola of which the tangent at alpha is taken.
  const number touching = max(low, min(alpha, half, precision), precision);
  const number level = divide(low, multiply(2, touching, precision), precision);
  return multiply(level, subtract(2, divide(alpha, touching, precision), precision), precision);
}

}  // namespace shufflecert::inline v0_1
