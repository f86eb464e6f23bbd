#include "quantities/clone/clone_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/moments/clone_sign_moments.hpp"
#include "quantities/clone/moments/series_sizes.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

const double ln2 = std::log(2.0);
// Windows of more layers take more than some seconds.
constexpr double most_layers = 4e6;
constexpr std::size_t largest_depth = 3000;

// Nanoseconds of one multiplication and of one logarithm or exponential of balls: (M.20).
double multiplication(bits precision) {
  const double limbs = std::ceil(static_cast<double>(precision) / 64);
  return 25 + 5 * std::pow(limbs, 1.4);
}

double elementary_function(bits precision) {
  const double limbs = std::ceil(static_cast<double>(precision) / 64);
  return 100 + 50 * std::pow(limbs, 1.5);
}

double as_double(std::size_t k) {
  return static_cast<double>(k);
}

// One outcome summed directly.
double cost_of_outcome(double mu, bool is_whole, bits precision) {
  if (!is_whole) return 2 * elementary_function(precision) + 6 * multiplication(precision);
  return (8 + 2 * std::log2(std::max(2.0, mu))) * multiplication(precision);
}

// What all methods by moments do once the inverse moments are there, and what every bound costs.
double cost_of_series(const series_plan& plan, bits precision) {
  const double j = as_double(plan.terms);
  constexpr double overhead = 60'000;
  return (j * j / 2 + 8 * j) * multiplication(precision) + 40 * j * j +
         as_double(plan.bounded_terms) * 6 * multiplication(128) + overhead;
}

// The weight with which an error of E[N^{−s}], relative to its size, enters S; as log2, at s.
std::vector<double> weights_of(const series_sizes& sizes, const series_plan& plan,
                               const budget& limits) {
  std::vector<double> result(inverse_moment_count(plan) + 1,
                             -std::numeric_limits<double>::infinity());
  for (std::size_t j = 1; j <= plan.terms; ++j) {
    const std::vector<integer>& row = sign_moment(j, limits);
    for (std::size_t i = 1; i <= j; ++i) {
      const auto size = static_cast<double>(mpz_sizeinbase(row[i].backend().data(), 2));
      const std::size_t s = 2 * j - i;
      result[s] = std::max(result[s], sizes.coefficient(j) + size + sizes.inverse_moment(s));
    }
  }
  return result;
}

// log2 of the part of x^{−s} that the series in inverse factorials leaves to its remainder: the
// probability that a sum of K independent Bernoulli variables with means x/(x+k) is below s, by
// Chernoff's bound. See (M.10).
double log2_remainder(double x, double depth, double s) {
  const double failures = depth - s + 1;
  if (failures <= 0) return 0;
  const double expected = depth - x * std::log1p(depth / x);
  if (expected >= failures) return 0;
  return (failures - expected + failures * std::log(expected / failures)) / ln2;
}

std::optional<closed_plan> plan_depth(const clone_sketch& of, const series_sizes& sizes,
                                      const series_plan& series, double log2_target,
                                      const budget& limits) {
  const std::vector<double> weights = weights_of(sizes, series, limits);
  closed_plan result{0, 1, 1};
  bool is_bounded = false;
  for (const double part : {2.0, 4.0, 8.0}) {
    const double regular = std::floor(of.clones() / part);
    if (regular < 8) break;
    const double best_tilt = tilt_below(of, regular);
    is_bounded = true;
    for (std::size_t s = 2; s < weights.size() && is_bounded; ++s) {
      const double least = as_double(s) * std::log(regular) / (regular - 1);
      const double tilt = std::max(best_tilt, least);
      const double low =
          tilt * (regular - 1) + log_clone_transform(of, tilt) - as_double(s) * std::log(regular);
      is_bounded = weights[s] - sizes.inverse_moment(s) + low / ln2 < log2_target - 4;
    }
    if (!is_bounded) continue;
    result.regular = whole_near(regular);
    result.tilt = best_tilt;
    break;
  }
  if (!is_bounded) return std::nullopt;
  // Where N is near x0 the remainder is larger than at the mean; what is there weighs less.
  const double x = of.clones() * 0.9;
  std::size_t depth = series.bounded_terms + 2;
  for (std::size_t s = 2; s < weights.size(); ++s)
    while (depth < largest_depth &&
           weights[s] + log2_remainder(x, as_double(depth), as_double(s)) > log2_target - 4)
      depth += 1 + depth / 32;
  if (depth >= largest_depth) return std::nullopt;
  result.depth = depth;
  return result;
}

// S is at least its first term and what the layers from the first one on add.
double log2_series(const clone_sketch& of, const series_sizes& sizes) {
  const double first =
      1 + 2 * std::log2(std::tanh(of.eps0 / 2)) - std::log2(std::max(1.0, of.clones()));
  return std::max(first, sizes.sum());
}

double log2_target(const clone_sketch& of, const series_sizes& sizes, bits precision) {
  constexpr double margin = 8;
  return log2_series(of, sizes) - static_cast<double>(precision) - margin;
}

// The largest layer in [first, mean] below which the mass is at most e^log_mass.
double layer_below(const clone_sketch& of, double first, double mean, double log_mass) {
  double left = first;
  double right = std::max(first, mean);
  while (right - left > 0.5 + right * 1e-4) {
    const double middle = (left + right) / 2;
    (log_mass_below(of, middle) < log_mass ? left : right) = middle;
  }
  return std::floor(left);
}

// The least layer above `mean` beyond which the mass is at most e^log_mass.
double layer_above(const clone_sketch& of, double mean, double log_mass) {
  double left = mean;
  double right = of.n;
  while (right - left > 0.5 + left * 1e-4) {
    const double middle = (left + right) / 2;
    (log_mass_above(of, middle) < log_mass ? right : left) = middle;
  }
  return std::min(of.n, std::ceil(right));
}

// The lowest layer to be walked to, so that those below it, down to first_layer, add little:
// (M.17).
double lowest_layer(const clone_sketch& of, double mu, double first_layer, double log_target) {
  double lowest = std::max(first_layer, of.clones());
  constexpr int rounds = 3;
  constexpr double part = 31.0 / 32;  // the layers next to it are bounded together
  for (int round = 0; round < rounds; ++round)
    lowest = layer_below(of, first_layer, of.clones(),
                         log_target - log_layer_bound(of, mu, std::max(lowest * part, 1.0)));
  return lowest;
}

double highest_layer(const clone_sketch& of, double mu, double log_target) {
  const double mean = std::max(1.0, of.clones());
  return layer_above(of, mean, log_target - log_layer_bound(of, mu, mean));
}

struct layered_estimate {
  costed_plan plan;
  double low_cost;
};

std::optional<layered_estimate> plan_layered(const clone_sketch& of, double mu, double first_layer,
                                             bool is_whole, bits precision, double most_cost) {
  const double low_outcomes = first_layer > 1 ? first_layer * first_layer / 4 : 0;
  const double low_cost = low_outcomes * cost_of_outcome(mu, is_whole, precision);
  if (low_cost > most_cost) return std::nullopt;
  const series_sizes sizes(of, mu, first_layer, precision);
  const double target = log2_target(of, sizes, precision);
  const sized_series series = plan_series(of, mu, first_layer, sizes, target);
  const double log_target = (target - 2) * ln2;
  const double lowest = lowest_layer(of, mu, first_layer, log_target);
  const double highest = std::max(lowest, highest_layer(of, mu, log_target));
  const double layers = highest - lowest + 1;
  if (layers > most_layers) return std::nullopt;
  const double cost =
      low_cost + cost_of_series(series.plan, precision) +
      layers * (2 * as_double(inverse_moment_count(series.plan)) + 10) * multiplication(precision);
  const layered_plan plan{static_cast<std::int64_t>(first_layer),
                          {whole_near(lowest), whole_near(highest)},
                          target - 3};
  return layered_estimate{{{series.plan, plan}, cost, series.reaches}, low_cost};
}

}  // namespace

std::optional<costed_plan> plan_closed(const clone_sketch& of, double mu, bits precision,
                                       const budget& limits) {
  constexpr double fewest_clones = 16;
  if (of.clones() < fewest_clones) return std::nullopt;
  const series_sizes sizes(of, mu, 1, precision);
  const double target = log2_target(of, sizes, precision);
  const sized_series series = plan_series(of, mu, 1, sizes, target);
  const auto depth = plan_depth(of, sizes, series.plan, target, limits);
  if (!depth) return std::nullopt;
  const double count = as_double(inverse_moment_count(series.plan));
  const double cost = cost_of_series(series.plan, precision) +
                      as_double(depth->depth) * (2 * count + 4) * multiplication(precision) +
                      count * count / 2 * multiplication(64);
  return costed_plan{{series.plan, *depth}, cost, series.reaches};
}

std::optional<costed_plan> plan_windowed(const clone_sketch& of, double mu, bits precision) {
  if (of.no_clone <= 0) return std::nullopt;
  const auto found =
      plan_layered(of, mu, 1, false, precision, std::numeric_limits<double>::infinity());
  if (!found) return std::nullopt;
  return found->plan;
}

std::optional<costed_plan> plan_hybrid(const clone_sketch& of, double mu, bool is_whole,
                                       bits precision) {
  if (of.no_clone <= 0) return std::nullopt;
  std::optional<costed_plan> best;
  for (double first = 4; first < of.n; first = std::ceil(first * 1.25)) {
    const bool has_plan = best && best->reaches;
    const auto found =
        plan_layered(of, mu, first, is_whole, precision, has_plan ? best->cost : 1e11);
    if (!found) break;
    if (!has_plan || (found->plan.reaches && found->plan.cost < best->cost)) best = found->plan;
  }
  return best;
}

double cost_of_summation(double outcomes, double mu, bool is_whole, bits precision) {
  return outcomes * cost_of_outcome(mu, is_whole, precision);
}

}  // namespace shufflecert::inline v0_1
