#include <algorithm>
#include <cmath>
#include <limits>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/log_gamma.hpp"
#include "quantities/clone/integral/integral.hpp"

// Everything here is an estimate in double that steers the cost: the bounds themselves are computed
// in balls for whatever plan comes out. Formula numbers refer to docs/methods/integral.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t most_panels = 2000;

// The parameters in double, both ends of [0, 1] accurate.
struct near_parameters {
  double trials;    // n − 1
  double clone;     // p
  double no_clone;  // 1 − p
  double slow;      // 1 − t
  double t;
};

near_parameters near_parameters_of(const clone_pair& pair) {
  constexpr bits few = 64;
  const number clone = pair.p ? *pair.p : exp(negate(pair.eps0), few);
  const number no_clone =
      pair.p ? subtract(1, *pair.p, few) : negate(expm1(negate(pair.eps0), few));
  return {static_cast<double>(pair.n - 1), clone.to_ball(few).near(), no_clone.to_ball(few).near(),
          divide(2, add(exp(pair.eps0, few), 1, few), few).to_ball(few).near(),
          tanh(divide(pair.eps0, 2, few), few).to_ball(few).near()};
}

// About log(λ(λ−1)S), where exp((λ−1) D_λ) = 1 + λ(λ−1)S: the first term of S, (M.1) of
// docs/methods/moments.md, or the outcomes with Y = 1, which carry the large orders.
double log_excess(const near_parameters& of, double lambda) {
  const double users = of.trials + 1;
  const double some = of.clone < 1 ? -std::expm1(users * std::log1p(-of.clone)) : 1;
  const double inverse = some / (users * of.clone);  // E[1/N]
  const double series = std::log(2 * lambda * (lambda - 1) * of.t * of.t * inverse);
  const double ends = of.trials * std::log1p(-of.clone / 2) - std::log(2.0) +
                      lambda * std::log1p(of.t) + (1 - lambda) * std::log(of.slow);
  return ends > 1 ? std::max(series, ends - 1) : series;
}

class range_planner {
 public:
  range_planner(const clone_pair& pair, std::int64_t lambda, bits precision)
      : of_(near_parameters_of(pair)) {
    const auto order = static_cast<double>(lambda);
    constexpr double slack = 4;  // in natural units, for what the estimates leave open
    log_target_ = log_excess(of_, order) - std::log(2.0) * static_cast<double>(precision) - slack;
    for (double k = 1; k < order; ++k) {
      const double log_c =
          log_gamma(order + 1) - log_gamma(k + 2) - log_gamma(order - k) + (k + 1) * std::log(2.0);
      log_scaled_.push_back(log_c - log_gamma(k));
      log_sizes_.push_back(log_c);
    }
    log_slow_ = std::log(of_.slow);
    stride_ = std::max<std::size_t>(1, log_sizes_.size() / 8);
    for (std::size_t i = 0; i < log_sizes_.size(); ++i) {
      double largest = -infinite;
      for (std::size_t k = i + 1; k <= log_sizes_.size(); ++k)
        largest = std::max(largest, log_sizes_[k - 1] - static_cast<double>(k - i) * log_slow_);
      log_tail_.push_back(largest - log_gamma(static_cast<double>(i) + 1));
    }
  }

  [[nodiscard]] bool is_usable() const {
    return std::isfinite(log_target_) && std::isfinite(log_slow_) && of_.clone > 0;
  }

  // Panels for a rule of so many nodes, each as long as the target allows.
  [[nodiscard]] std::optional<integral_plan> with_nodes(std::size_t nodes) const {
    integral_plan plan{nodes, {}};
    double start = 0;
    double step = static_cast<double>(nodes) / (1 + of_.trials * of_.clone);
    while (start == 0 || log_tail(start) > log_target_) {
      if (plan.panels.size() == most_panels) return std::nullopt;
      const auto panel = longest(start, step, nodes);
      if (!panel || !(panel->end > start) || !std::isfinite(panel->end)) return std::nullopt;
      plan.panels.push_back(*panel);
      step = panel->end - start;
      start = panel->end;
    }
    return plan;
  }

 private:
  struct powers {
    double log_front;  // log x·r^{n−1}
    double mean;       // of C under the tilted weights
  };

  [[nodiscard]] powers at(double u) const {
    const double slow = std::expm1(-of_.slow * u);
    const double fast = std::expm1(-(2 - of_.slow) * u);
    const double lost = -(slow + fast) / 2;  // 1 − x
    const double larger = std::max(-of_.slow * u, -(2 - of_.slow) * u);
    const double log_x = larger + std::log1p(std::exp(-2 * of_.t * std::abs(u))) - std::log(2.0);
    const double clone = of_.clone * std::exp(log_x);
    const double log_r =
        of_.clone * lost < 0.5 ? std::log1p(-of_.clone * lost) : std::log(of_.no_clone + clone);
    return {log_x + of_.trials * log_r, of_.trials * clone * std::exp(-log_r)};
  }

  // Estimates the logarithm of (E[N^k x^N]/(x r^{n−1}))^{1/k}: E[C^k]^{1/k} <= k/log(1 + k/E[C])
  // for a binomial law.
  static double log_size(double k, double mean) { return std::log1p(k / std::log1p(k / mean)); }

  // Estimates the logarithm of Σ_k |c_k| R^{k−1}/(k−1)!·E[N^k X^N] at u = sigma.
  [[nodiscard]] double log_largest(double sigma, double reach) const {
    const powers there = at(sigma);
    const double log_reach = std::log(reach);
    double largest = -infinite;
    for (std::size_t k = log_scaled_.size();; k -= stride_) {
      const auto power = static_cast<double>(k);
      largest = std::max(largest, log_scaled_[k - 1] + (power - 1) * log_reach +
                                      power * log_size(power, there.mean));
      if (k <= stride_) break;
    }
    return largest + there.log_front + std::log(static_cast<double>(log_scaled_.size()));
  }

  [[nodiscard]] double log_tail(double end) const {
    const powers there = at(end);
    const double log_end = std::log(end);
    double largest = log_tail_[0];
    for (std::size_t i = 1; i < log_tail_.size(); ++i) {
      const auto power = static_cast<double>(i);
      largest = std::max(largest, log_tail_[i] + power * (log_end + log_size(power, there.mean)));
    }
    return largest + there.log_front + std::log(static_cast<double>(log_tail_.size()));
  }

  [[nodiscard]] double log_error(double start, double end, double log_rho,
                                 std::size_t nodes) const {
    const double half = (end - start) / 2;
    const double reach = half * std::cosh(log_rho);
    const double centre = start + half;
    const double result = std::log(half * 64 / 15) - std::log(-std::expm1(-2 * log_rho)) +
                          log_largest(centre - reach, centre + reach) -
                          2 * static_cast<double>(nodes) * log_rho;
    if (std::isnan(result)) return infinite;
    return result;
  }

  // The best ellipse, by golden sections: the bound has one minimum in log ρ.
  [[nodiscard]] integral_panel best(double start, double end, std::size_t nodes,
                                    double& error) const {
    constexpr double golden = 0.6180339887498949;
    constexpr int sections = 11;
    double low = 0.02;
    double high = 5;
    double left = high - golden * (high - low);
    double right = low + golden * (high - low);
    double at_left = log_error(start, end, left, nodes);
    double at_right = log_error(start, end, right, nodes);
    for (int i = 0; i < sections; ++i) {
      if (at_left <= at_right) {
        high = right;
        right = left;
        at_right = at_left;
        left = high - golden * (high - low);
        at_left = log_error(start, end, left, nodes);
      } else {
        low = left;
        left = right;
        at_left = at_right;
        right = low + golden * (high - low);
        at_right = log_error(start, end, right, nodes);
      }
    }
    error = std::min(at_left, at_right);
    return {end, std::exp(at_left < at_right ? left : right)};
  }

  // The longest panel from `start` that meets the target, to about a twentieth.
  [[nodiscard]] std::optional<integral_panel> longest(double start, double step,
                                                      std::size_t nodes) const {
    constexpr int most_doublings = 1100;
    double error = 0;
    std::optional<integral_panel> found;
    double good = 0;
    double bad = infinite;
    double trial = step;
    for (int i = 0; i < most_doublings && !(good > 0 && bad < good * 1.05); ++i) {
      const integral_panel panel = best(start, start + trial, nodes, error);
      if (error <= log_target_) {
        good = trial;
        found = panel;
        if (log_tail(panel.end) <= log_target_) break;
        trial = bad < infinite ? std::sqrt(good * bad) : good * 2;
      } else {
        bad = trial;
        trial = good > 0 ? std::sqrt(good * bad) : bad / 2;
      }
    }
    return found;
  }

  near_parameters of_;
  double log_target_ = 0;
  double log_slow_ = 0;
  std::vector<double> log_scaled_;  // |c_k|/(k−1)!
  std::vector<double> log_sizes_;   // |c_k|
  std::vector<double> log_tail_;
  std::size_t stride_ = 1;
};

// A product of two balls in milliseconds, measured.
double product_cost(bits precision) {
  const auto b = static_cast<double>(precision);
  return 1e-3 * (0.015 + 4e-5 * b + 5.5e-8 * b * b);
}

// Two exponentials, the power and the quotient are about 90 products; then the λ moments.
double point_cost(std::int64_t lambda, bits precision) {
  const auto order = static_cast<double>(lambda);
  return product_cost(precision) * (90 + 4 * order + order * order / 4);
}

// Newton's iteration at every node evaluates a polynomial of that degree.
double rule_cost(std::size_t nodes, bits precision) {
  const auto count = static_cast<double>(nodes);
  return count * (0.01 + count * (1e-4 + 0.9 * product_cost(precision)));
}

struct priced_plan {
  integral_plan plan;
  double milliseconds;
};

// Longer rules need fewer points in all and more time for the nodes.
std::optional<priced_plan> cheapest_plan(const clone_pair& pair, std::int64_t lambda,
                                         bits precision) {
  if (lambda < 2 || lambda > highest_integral_order) return std::nullopt;
  const range_planner planner(pair, lambda, precision);
  if (!planner.is_usable()) return std::nullopt;
  const bits working = integral_precision(pair, lambda, precision);
  const double per_point = point_cost(lambda, working);
  std::optional<priced_plan> cheapest;
  constexpr int lengths = 12;
  auto nodes = static_cast<std::size_t>(working / 6);
  for (int i = 0; i < lengths; ++i, nodes += nodes / 2) {
    auto plan = planner.with_nodes(nodes);
    if (!plan) continue;
    const auto points = static_cast<double>(nodes * plan->panels.size());
    const double cost = rule_cost(nodes, working) + points * per_point;
    if (cheapest && cost >= cheapest->milliseconds) break;
    cheapest = priced_plan{std::move(*plan), cost};
  }
  return cheapest;
}

}  // namespace

bits integral_precision(const clone_pair& pair, std::int64_t lambda, bits precision) {
  const double lost = -log_excess(near_parameters_of(pair), static_cast<double>(lambda));
  const double alternation = std::log2(3.0) * static_cast<double>(lambda);
  const double excess = std::isfinite(lost) ? std::max(lost, 0.0) / std::log(2.0) : 0;
  return precision + bit_length(pair.n) + static_cast<bits>(alternation + excess) + 24;
}

std::optional<integral_plan> plan_integral(const clone_pair& pair, std::int64_t lambda,
                                           bits precision) {
  const auto found = cheapest_plan(pair, lambda, precision);
  return found ? std::optional(found->plan) : std::nullopt;
}

double integral_cost(const clone_pair& pair, std::int64_t lambda, bits precision) {
  const auto found = cheapest_plan(pair, lambda, precision);
  if (!found) return infinite;
  return found->milliseconds;
}

double integral_cost(std::int64_t n, double eps0, std::int64_t lambda, bits precision) {
  if (!(std::isfinite(eps0) && eps0 > 0)) return infinite;
  return integral_cost({n, rational(eps0), std::nullopt}, lambda, precision);
}

}  // namespace shufflecert::inline v0_1
