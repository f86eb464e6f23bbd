#include "claims/moments/mean_moments.hpp"

#include <cmath>

#include "claims/moments/balls.hpp"

namespace shufflecert::inline v0_1::claims {

std::vector<ball> mean_moments_above(const rational& spread, std::size_t count,
                                     const budget& limits) {
  const ball y = ball::of(spread, derivation_precision);
  const ball mu = 1 / y;
  const double about = mu.near();
  const auto last = static_cast<std::int64_t>(about + 10 * std::sqrt(about)) + 40;
  // Entry b: a weight of the Poisson law times 1/((b+1)(b+3/2)…), and the last one for all beyond,
  // by Chernoff's bound.
  std::vector<ball> parts;
  std::vector<ball> at_most;
  ball weight = exp(-mu);
  ball total(derivation_precision);
  for (std::int64_t b = 0; b < last; ++b) {
    if (b > 0) weight = weight * mu / b;
    parts.push_back(weight);
    total += weight;
    at_most.push_back(total);
  }
  const ball end = ball::of(last, derivation_precision);
  parts.push_back(exp(end - mu - end * log(end / mu)));

  std::vector<ball> found{ball::of(1, derivation_precision)};
  ball beyond = ball::of(1, derivation_precision);
  ball odd = ball::of(1, derivation_precision);
  for (std::size_t k = 1; k < count; ++k) {
    limits.check_time();
    const auto before = static_cast<std::int64_t>(k) - 1;
    odd *= ball::of(2 * before + 1, derivation_precision);
    beyond = before == 0 ? y : beyond * y * 2;
    ball sum(derivation_precision);
    for (std::size_t b = 0; b < parts.size(); ++b) {
      parts[b] = parts[b] * 2 / (2 * static_cast<std::int64_t>(b) + 2 + before);
      sum += parts[b];
    }
    const auto within = static_cast<std::size_t>(before);
    const ball share =
        within < at_most.size() ? at_most[within] : ball::of(1, derivation_precision);
    found.push_back(k == 1 ? y : odd * (sum + beyond * share));
  }
  return found;
}

order_series::order_series(const ball& kappa_squared)
    : four_kappa_squared_(kappa_squared * 4), known_{ball::of(1, derivation_precision)} {}

const ball& order_series::next() {
  const std::size_t k = known_.size();
  ball sum(derivation_precision);
  for (std::size_t j = 0; j < k; ++j) sum += known_[k - 1 - j] * (static_cast<std::int64_t>(j) + 1);
  const auto twice = 2 * static_cast<std::int64_t>(k);
  known_.push_back(four_kappa_squared_ * sum / (twice * (twice - 1)));
  return known_.back();
}

}  // namespace shufflecert::inline v0_1::claims
