#include "quantities/variation/variation_series.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "arithmetic/ball_row.hpp"
#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/variation.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t most_layers = 20'000'000;
constexpr int most_pairs_of_terms = 64;
constexpr double widest_part = 0.8;  // Z/R, where the support reaches that far

enum class order_side { below_one, one, above_one };

struct order {
  ball lambda;
  order_side side;
};

ball whole(std::int64_t x, const ball& like) {
  return ball::of(x, like.precision());
}

ball power_of(const ball& x, int k) {
  return pow(x, integer(k));
}

// Where the series is cut, and how far its radius of convergence is used.
struct series_plan {
  int pairs;     // terms of degree 0, …, 2·pairs − 1
  double share;  // R·max(d_P, d_Q), in (0, 1)
};

// What bounds the summand, in units of c_N: (W.14).
struct series_bounds {
  ball reach;    // the largest |z|
  ball radius;   // R
  ball within;   // Z
  ball on_disc;  // C, the largest |g| for |z| = R
  ball overall;  // G, the largest |g| there is
};

ball exactly(double x, bits precision) {
  ball result(precision);
  arb_set_d(result.raw(), x);
  return result;
}

series_bounds bounds_of(const variation_laws& of, const order& at, double share) {
  const bits precision = of.precision();
  const ball steepest = max(of.rise, of.fall);
  const ball radius = exactly(share, precision) / steepest;
  const ball reach = max(of.share, of.rest) / of.counted;
  const ball within = min(reach, radius * exactly(widest_part, precision));
  const ball up = of.rise * radius;
  const ball down = of.fall * radius;
  const ball one = whole(1, up);
  const ball highest = of.rise * reach + 1;
  const ball log_ratio = log(of.first / of.second);
  const ball over = at.lambda - 1;
  switch (at.side) {
    case order_side::one:
      return {reach, radius, within, (up + 1) * -(log1p(-up) + log1p(-down)), highest * log_ratio};
    case order_side::above_one:
      return {reach, radius, within, exp(at.lambda * log1p(up) - over * log1p(-down)),
              highest * exp(over * log_ratio)};
    case order_side::below_one:
      break;
  }
  return {reach, radius, within, exp(at.lambda * log1p(up) - over * log1p(down)),
          max(highest, of.fall * reach + one)};
}

// (W.15): what the terms from degree 2·pairs on add to a layer of at least N reports, times c_N.
ball remainder(const variation_laws& of, const series_bounds& by, std::int64_t layer, int pairs) {
  ball factorial = whole(1, by.radius);
  for (int i = 2; i <= pairs; ++i) factorial = factorial * i;
  const ball spread = of.counted * of.counted * layer * 2;
  const ball gap = 1 - by.within / by.radius;
  ball inside = factorial * 2 / power_of(spread * by.radius * by.radius, pairs);
  ball outside(by.radius.precision());
  // Whether the support reaches beyond Z, for which less than certainty will do.
  if (!less_equal(by.reach, by.within).value_or(false)) {
    const ball distance = by.within * of.counted;
    const ball beyond = exp(-(distance * distance * layer * 2)) * 2;
    inside += power_of(by.reach / by.within, 2 * pairs) * beyond;
    outside = by.overall * beyond;
  }
  return upper_bound(by.on_disc / gap * inside + outside);
}

// The cheapest plan whose remainder is at most 2^target at the lowest layer.
std::optional<series_plan> plan_of(const variation_laws& of, const order& at, std::int64_t layer,
                                   double target) {
  std::optional<series_plan> best;
  for (const double share : {0.95, 0.8, 0.6, 0.4, 0.25, 0.15, 0.08, 0.04, 0.02}) {
    const series_bounds by = bounds_of(of, at, share);
    const int most = best ? best->pairs - 1 : most_pairs_of_terms;
    for (int pairs = 1; pairs <= most; ++pairs) {
      if (!is_below_power_of_two(remainder(of, by, layer, pairs), target)) continue;
      best = series_plan{pairs, share};
      break;
    }
  }
  return best;
}

// a_0, a_1, …: of (1 + d_P z)^λ (1 − d_Q z)^(1−λ), or of (1 + d_P z)·log((1 + d_P z)/(1 − d_Q z))
// for λ = 1. (W.13)
std::vector<ball> coefficients(const variation_laws& of, const order& at, int count) {
  const ball& up = of.rise;
  const ball& down = of.fall;
  std::vector<ball> result;
  if (at.side == order_side::one) {
    std::vector<ball> logs{ball(of.precision())};
    ball minus_up = whole(1, up);
    ball plus_down = whole(1, up);
    for (int k = 1; k < count; ++k) {
      minus_up = minus_up * -up;
      plus_down = plus_down * down;
      logs.push_back((plus_down - minus_up) / k);
    }
    for (int k = 0; k < count; ++k) {
      const auto i = static_cast<std::size_t>(k);
      result.push_back(k == 0 ? logs[0] : logs[i] + up * logs[i - 1]);
    }
    return result;
  }
  const ball first = at.lambda * up + (at.lambda - 1) * down;
  const ball difference = up - down;
  const ball product = up * down;
  result.push_back(whole(1, up));
  for (int k = 0; k + 1 < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    ball next = (first - difference * k) * result[i];
    if (k >= 1) next += product * (k - 2) * result[i - 1];
    result.push_back(next / (k + 1));
  }
  return result;
}

using polynomial = std::vector<ball>;  // in N

// μ_k(N)/k! of a − θN for a ~ Bin(N, θ): the coefficients of exp(N·log(1 − θ + θe^t) − Nθt). (W.12)
std::vector<polynomial> scaled_central_moments(const variation_laws& of, int count) {
  const bits precision = of.precision();
  const auto at = [](int k) { return static_cast<std::size_t>(k); };
  std::vector<ball> law{ball::of(1, precision)};
  std::vector<ball> logs{ball(precision)};
  ball inverse_factorial = of.share;
  for (int k = 1; k < count; ++k) {
    inverse_factorial = inverse_factorial / k;
    law.push_back(inverse_factorial);
    ball sum = law[at(k)] * k;
    for (int i = 1; i < k; ++i) sum -= logs[at(i)] * law[at(k - i)] * i;
    logs.push_back(sum / k);
  }
  std::vector<polynomial> moments{{ball::of(1, precision)}};
  for (int k = 1; k < count; ++k) {
    polynomial next(at(k / 2 + 1), ball(precision));
    for (int i = 2; i <= k; ++i) {
      const polynomial& lower = moments[at(k - i)];
      for (std::size_t e = 0; e < lower.size(); ++e) next[e + 1] += logs[at(i)] * i * lower[e];
    }
    for (ball& x : next) x = x / k;
    moments.push_back(std::move(next));
  }
  return moments;
}

// Σ_k y^k p_k(x) of the polynomials p_0, p_1, …, for one (x, y) after the other.
class polynomial_sum {
 public:
  polynomial_sum(const std::vector<polynomial>& of, bits precision)
      : precision_(precision), powers_(largest_size(of)) {
    arb_one(powers_.at(0));
    for (const polynomial& one : of) {
      ball_row& row = rows_.emplace_back(one.size());
      for (std::size_t e = 0; e < one.size(); ++e) arb_set(row.at(e), one[e].raw());
    }
  }

  void evaluate(ball& result, const ball& x, const ball& y) {
    for (std::size_t e = 1; e < powers_.size(); ++e)
      arb_mul(powers_.at(e), powers_.at(e - 1), x.raw(), precision_);
    arb_zero(result.raw());
    for (std::size_t k = rows_.size(); k-- > 0;) {
      arb_mul(result.raw(), result.raw(), y.raw(), precision_);
      arb_dot(result.raw(), result.raw(), 0, rows_[k].at(0), 1, powers_.at(0), 1,
              static_cast<slong>(rows_[k].size()), precision_);
    }
  }

 private:
  static std::size_t largest_size(const std::vector<polynomial>& of) {
    std::size_t most = 1;
    for (const polynomial& one : of) most = std::max(most, one.size());
    return most;
  }

  bits precision_;
  ball_row powers_;  // 1, x, x², …
  std::vector<ball_row> rows_;
};

// Σ_N c_N·E[g | N] over the layers of the range, without the remainders.
ball sum_of_layers(const variation_laws& of, const order& at, const layer_range& range, int count,
                   const budget& limits) {
  const bits precision = of.precision();
  const std::vector<ball> series = coefficients(of, at, count);
  std::vector<polynomial> terms = scaled_central_moments(of, count);
  ball factorial = ball::of(1, precision);
  for (int k = 0; k < count; ++k) {
    if (k > 0) factorial = factorial * k;
    const ball scale = series[static_cast<std::size_t>(k)] * factorial;
    for (ball& x : terms[static_cast<std::size_t>(k)]) x = x * scale;
  }
  polynomial_sum moments(terms, precision);
  const ball idle = of.none * of.odds;
  ball weight = weight_of(of, range.high - 1);
  ball sum(precision);
  ball here(precision);
  for (std::int64_t layer = range.high; layer >= range.low; --layer) {
    if ((layer & 255) == 0) limits.check();
    // c_N/ω(N − 1), so that z = u/(N·that)
    const ball mass = of.counted + idle * (of.n - layer) / layer;
    const ball step = 1 / (mass * layer);
    const ball size = whole(layer, step);
    moments.evaluate(here, size, step);
    sum += here * mass * weight;
    if (layer > range.low) weight = weight * (layer - 1) / (of.odds * (of.n - layer + 1));
  }
  return sum;
}

std::optional<order_side> side_of(const number& lambda, bits precision) {
  const auto position = sign(subtract(lambda, 1, precision), precision);
  if (!position) return std::nullopt;
  if (*position == 0) return order_side::one;
  return *position > 0 ? order_side::above_one : order_side::below_one;
}

}  // namespace

std::optional<number> variation_renyi(const variation_laws& of, const number& lambda,
                                      bits precision, const budget& limits) {
  const bits working = of.precision();
  const auto side = side_of(lambda, working);
  if (!side) throw precision_needed("whether the order is 1 is not determined");
  const order at{lambda.to_ball(working), *side};
  const double depth = static_cast<double>(precision) + 2.0 * static_cast<double>(bit_length(of.n));
  const ball log_ratio = log(of.first / of.second);
  // (W.16)
  const ball amplification = *side == order_side::above_one ? exp((at.lambda - 1) * log_ratio)
                             : *side == order_side::one     ? log_ratio
                                                            : ball::of(1, working);
  const layer_range range = layers_of(of, depth + std::max(0.0, log2_near(amplification)));
  constexpr std::int64_t fewest_reports = 16;
  if (range.low < fewest_reports || range.high - range.low > most_layers) return std::nullopt;
  const auto plan = plan_of(of, at, range.low, -depth);
  if (!plan) return std::nullopt;
  ball sum = sum_of_layers(of, at, range, 2 * plan->pairs, limits);
  const ball error =
      upper_bound(remainder(of, bounds_of(of, at, plan->share), range.low, plan->pairs) +
                  mass_outside(of, range) * amplification);
  arb_add_error(sum.raw(), error.raw());
  if (*side == order_side::one) return known(sum, "the divergence");
  return divide(log(number(sum), working), subtract(lambda, 1, working), working);
}

}  // namespace shufflecert::inline v0_1
