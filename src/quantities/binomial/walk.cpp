#include "quantities/binomial/walk.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

ball whole_power(const ball& x, std::int64_t k) {
  return pow(x, integer(k));
}

ball binomial_coefficient(std::int64_t n, std::int64_t k, bits precision) {
  constexpr std::int64_t longest_product = 100'000;
  if (n <= longest_product) {
    ball result(precision);
    arb_bin_uiui(result.raw(), static_cast<ulong>(n), static_cast<ulong>(k), precision);
    return result;
  }
  // log C(n, k) is as large as n; that many bits more keep the relative error of its exponential.
  const bits wide = precision + 2 * bit_length(n) + 16;
  return exp(lgamma(ball::of(n, wide) + 1) - lgamma(ball::of(k, wide) + 1) -
             lgamma(ball::of(n - k, wide) + 1))
      .with_precision(precision);
}

// w/(1 − ratio) as an upper bound for the geometric series w(1 + ratio + ratio² + …).
ball geometric_bound(const ball& first, const ball& ratio) {
  if (first.is_exact_zero()) return first;
  const ball gap = 1 - ratio;
  ball bound(first.precision());
  if (!gap.is_certainly_positive()) {
    arb_indeterminate(bound.raw());
    return bound;
  }
  return first / gap;
}

}  // namespace

ball binomial_probability(std::int64_t trials, std::int64_t k, const ball& p, const ball& q) {
  const bits precision = std::max(p.precision(), q.precision());
  return binomial_coefficient(trials, k, precision) * whole_power(p, k) *
         whole_power(q, trials - k);
}

binomial_walk::binomial_walk(std::int64_t trials, const ball& p, const ball& q)
    : trials_(trials),
      odds_(p / q),
      k_(std::clamp(whole_near(static_cast<double>(trials) * p.near()), std::int64_t{0}, trials)),
      weight_(binomial_probability(trials, k_, p, q)) {
  const bool has_odds = trials == 0 || (odds_.is_finite() && odds_.is_certainly_positive());
  if (!has_odds || arb_rel_accuracy_bits(weight_.raw()) < 8)
    throw precision_needed("the parameters are too wide for direct summation");
}

ball binomial_walk::weight_above() const {
  return weight_ * (trials_ - k_) * odds_ / (k_ + 1);
}

ball binomial_walk::weight_below() const {
  return weight_ * k_ / (odds_ * (trials_ - k_ + 1));
}

void binomial_walk::step_up() {
  weight_ = weight_above();
  ++k_;
}

void binomial_walk::step_down() {
  weight_ = weight_below();
  --k_;
}

ball binomial_walk::mass_above() const {
  // w(k+2)/w(k+1), and the ratios after it are smaller still.
  const ball ratio = odds_ * std::max<std::int64_t>(trials_ - k_ - 1, 0) / (k_ + 2);
  return geometric_bound(weight_above(), ratio);
}

ball binomial_walk::mass_below() const {
  // w(k−2)/w(k−1), and the ratios before it are smaller still.
  const ball ratio = std::max<std::int64_t>(k_ - 1, 0) / (odds_ * (trials_ - k_ + 2));
  return geometric_bound(weight_below(), ratio);
}

}  // namespace shufflecert::inline v0_1
