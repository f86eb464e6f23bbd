#include "quantities/variation/variation_laws.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/binomial/walk.hpp"
#include "quantities/pairs/variation.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

// w/(1 − ratio), a bound for the geometric series.
ball geometric(const ball& first, const ball& ratio) {
  const ball gap = 1 - ratio;
  if (!gap.is_certainly_positive()) return ball::of(1, first.precision());
  return min(upper_bound(first / gap), ball::of(1, first.precision()));
}

}  // namespace

std::optional<variation_laws> laws_of(const distribution_pair& pair, bits precision) {
  const auto given = as_variation(pair, precision);
  if (!given || given->p.is_infinity(1) || given->beta.is_zero()) return std::nullopt;
  variation_pair of = *given;
  if (pair.swapped) std::swap(of.q0, of.q1);
  const variation_rates rates = rates_of(of, precision);
  if (rates.neither.is_zero()) return std::nullopt;
  const ball first = rates.first.to_ball(precision);
  const ball second = rates.second.to_ball(precision);
  const ball none = rates.none.to_ball(precision);
  const ball either = add(rates.to_first, rates.to_second, precision).to_ball(precision);
  const ball neither = rates.neither.to_ball(precision);
  const ball share = rates.to_first.to_ball(precision) / either;
  const ball rest = rates.to_second.to_ball(precision) / either;
  variation_laws found{of.n,
                       first,
                       second,
                       none,
                       first + second,
                       either,
                       neither,
                       either / neither,
                       share,
                       rest,
                       first / share - second / rest,
                       first / rest - second / share};
  if (!first.is_certainly_positive() || !either.is_certainly_positive() ||
      !neither.is_certainly_positive())
    throw precision_needed("the rates of the variation-ratio pair are not determined");
  if (!found.rise.is_certainly_positive() || !found.fall.is_certainly_positive())
    return std::nullopt;
  return found;
}

layer_range layers_of(const variation_laws& of, double depth) {
  const auto n = static_cast<double>(of.n);
  const double mean = n * of.either.near();
  const double nats = depth * std::log(2.0);
  // Bernstein's inequality, solved for the distance.
  const double third = nats / 3;
  const double reach = third + std::sqrt(third * third + 2 * nats * mean * of.neither.near()) + 2;
  const auto whole = [&](double x) {
    return static_cast<std::int64_t>(std::clamp(x, 0.0, std::min(n, 0x1p62)));
  };
  return {whole(mean - reach), whole(mean + reach)};
}

ball mass_outside(const variation_laws& of, const layer_range& range) {
  const bits precision = of.precision();
  ball mass(precision);
  if (range.high < of.n) {
    const std::int64_t k = range.high;
    mass += geometric(weight_of(of, k), of.odds * (of.n - 1 - k) / (k + 1));
  }
  if (range.low > 0) {
    const std::int64_t k = range.low - 1;
    mass += geometric(weight_of(of, k), k / (of.odds * (of.n - k)));
  }
  return upper_bound(mass);
}

ball weight_of(const variation_laws& of, std::int64_t k) {
  if (k < 0 || k > of.n - 1) return ball(of.precision());
  return binomial_probability(of.n - 1, k, of.either, of.neither);
}

}  // namespace shufflecert::inline v0_1
