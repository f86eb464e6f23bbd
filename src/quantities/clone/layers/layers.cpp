#include "quantities/clone/layers/layers.hpp"

#include "arithmetic/bit_length.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {

bits bound_precision(std::int64_t n) {
  return 64 + bit_length(n);
}

ball exact_ball(double x, bits precision) {
  ball result(precision);
  arb_set_d(result.raw(), x);
  return result;
}

ball clone_transform(const clone_parameters& of, const ball& a) {
  const bits precision = bound_precision(of.n);
  const ball p = of.clone.with_precision(precision);
  // 1 − p + p·e^{−a}: the first form for a result near 1, the second near p = 1.
  constexpr double moderate = 0.5;
  const ball log_mean = a.near() < moderate
                            ? log1p(p * expm1(-a))
                            : log(of.no_clone.with_precision(precision) + p * exp(-a));
  return exp(log_mean * (of.n - 1));
}

ball layer_transform_bound(const clone_parameters& of, const ball& a, std::int64_t first_layer) {
  return upper_bound(min(exp(-a) * clone_transform(of, a), exp(-a * first_layer)));
}

ball mass_below_bound(const clone_parameters& of, std::int64_t layer, double tilt) {
  // N < layer is C <= layer − 2
  const ball theta = exact_ball(tilt, bound_precision(of.n));
  return upper_bound(exp(theta * (layer - 2)) * clone_transform(of, theta));
}

ball mass_above_bound(const clone_parameters& of, std::int64_t layer, double tilt) {
  // N > layer is C >= layer
  const ball theta = exact_ball(tilt, bound_precision(of.n));
  return upper_bound(exp(-theta * layer) * clone_transform(of, -theta));
}

clone_parameters parameters_of(const clone_pair& pair, bits precision) {
  const number clone = pair.p ? *pair.p : exp(negate(pair.eps0), precision);
  const number no_clone =
      pair.p ? subtract(1, *pair.p, precision) : negate(expm1(negate(pair.eps0), precision));
  return {pair.n, clone.to_ball(precision), no_clone.to_ball(precision),
          tanh(divide(pair.eps0, 2, precision), precision).to_ball(precision),
          divide(2, add(exp(pair.eps0, precision), 1, precision), precision).to_ball(precision)};
}

}  // namespace shufflecert::inline v0_1
