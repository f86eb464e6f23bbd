#include "quantities/response/response_moments.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/response/response_series.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/response.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits planning_precision = 128;

// About as many outcomes as direct summation would visit for D_λ.
double outcomes_of(const response& pair, const response_parameters& of, double order,
                   bits precision) {
  const double amplification = std::max(0.0, order - 1) * pair.of.eps0.to_ball(64).near();
  const double log_threshold = static_cast<double>(precision) * std::log(2.0) + amplification;
  const auto n = static_cast<double>(of.n);
  return std::min(n, 2 * std::sqrt(2 * log_threshold * n * of.flip.near() * of.keep.near()));
}

// As many terms J as a series may have that costs less, J²/2 products, than the direct sum.
// Planning costs as much as the series, so longer plans are not even looked for.
std::size_t most_terms_worth(double outcomes, std::size_t offset, evaluation_method asked) {
  if (asked == evaluation_method::central_moments) return most_series_terms;
  const double length = std::ceil(4 * std::sqrt(outcomes)) - 1 - static_cast<double>(offset);
  return static_cast<std::size_t>(std::clamp(length, 0.0, static_cast<double>(most_series_terms)));
}

bits working_precision(const ratio_series_plan& plan, std::size_t offset, bits precision) {
  return precision + 32 + 2 * static_cast<bits>(plan.terms + offset);
}

ball exponent_of(const response& pair, const number& lambda, bits precision) {
  const number exponent = pair.swapped ? subtract(1, lambda, precision) : lambda;
  return exponent.to_ball(precision);
}

}  // namespace

number response_renyi_by_series(const response& pair, const number& lambda,
                                const ratio_series_plan& plan, bits precision,
                                const budget& limits) {
  const bits working = working_precision(plan, 0, precision);
  const response_parameters of = parameters_of(pair, working);
  const ratio_series series{exponent_of(pair, lambda, working), 0, 2};
  const ball half_variance = sum_of(series, of, plan, limits);
  if (lambda.as_rational() != nullptr && *lambda.as_rational() == 1)
    return known(as_asked(half_variance, precision), "the divergence");  // (R.2)
  const ball order = lambda.to_ball(working);
  const ball value = log1p(order * (order - 1) * half_variance) / (order - 1);
  return known(as_asked(value, precision), "the divergence");
}

number response_chi_by_series(const response& pair, std::int64_t a, const ratio_series_plan& plan,
                              bits precision, const budget& limits) {
  const auto power = static_cast<std::size_t>(a);
  const bits working = working_precision(plan, power, precision);
  const response_parameters of = parameters_of(pair, working);
  const ball exponent = ball::of(pair.swapped ? 1 - a : 0, working);
  const ball value = sum_of({exponent, power, 0}, of, plan, limits);
  return known(as_asked(value, precision), "the moment");
}

std::optional<quantity> response_renyi(const response& pair, const number& lambda, bits precision,
                                       const budget& limits, evaluation_method asked) {
  const response_parameters of = parameters_of(pair, planning_precision);
  const ratio_series series{exponent_of(pair, lambda, planning_precision), 0, 2};
  const double outcomes = outcomes_of(pair, of, lambda.to_ball(64).near(), precision);
  const std::size_t most = most_terms_worth(outcomes, 0, asked);
  const auto plan = plan_for(series, of, precision, most, limits);
  if (!plan) return std::nullopt;
  return quantity{response_renyi_by_series(pair, lambda, *plan, precision, limits),
                  evaluation_method::central_moments};
}

std::optional<quantity> response_chi_moment(const response& pair, const number& a, bits precision,
                                            const budget& limits, evaluation_method asked) {
  constexpr std::int64_t largest_power = 512;
  const auto whole = a.to_int64();
  if (!whole || *whole % 2 != 0 || *whole > largest_power) return std::nullopt;
  const response_parameters of = parameters_of(pair, planning_precision);
  const auto power = static_cast<std::size_t>(*whole);
  const ball exponent = ball::of(pair.swapped ? 1 - *whole : 0, planning_precision);
  const double outcomes = outcomes_of(pair, of, static_cast<double>(*whole), precision);
  const std::size_t most = most_terms_worth(outcomes, power, asked);
  const auto plan = plan_for({exponent, power, 0}, of, precision, most, limits);
  if (!plan) return std::nullopt;
  return quantity{response_chi_by_series(pair, *whole, *plan, precision, limits),
                  evaluation_method::central_moments};
}

}  // namespace shufflecert::inline v0_1
