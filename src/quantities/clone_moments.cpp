#include "quantities/clone_moments.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "quantities/binomial_walk.hpp"
#include "quantities/clone_parameters.hpp"
#include "quantities/outcome_sum.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods-moments.md.

namespace shufflecert {
namespace {

// Above this many layers the walk takes more than some seconds.
constexpr double most_layers = 4e6;
constexpr std::size_t most_terms = 200;

// E[S^{2j}] for a sum S of N independent signs, as a polynomial in N: coefficient i of row j is
// that of N^i. From the cumulants N·k_r of S, (M.5).
class sign_moments {
 public:
  [[nodiscard]] const std::vector<integer>& row(std::size_t j) {
    while (rows_.size() <= j) add_row();
    return rows_[j];
  }

 private:
  void add_row() {
    const std::size_t j = rows_.size();
    std::vector<integer> next(j + 1, integer(0));
    if (j == 0) next[0] = 1;
    // E[S^{2j}] = Σ_{r=1}^{j} C(2j−1, 2r−1)·(N·k_r)·E[S^{2j−2r}]
    integer choose = 1;
    for (std::size_t r = 1; r <= j; ++r) {
      if (r == 1)
        choose = static_cast<long>(2 * j - 1);
      else
        choose = choose * static_cast<long>((2 * j - 2 * r + 2) * (2 * j - 2 * r + 1)) /
                 static_cast<long>((2 * r - 2) * (2 * r - 1));
      const integer factor = choose * cumulant(r);
      const auto& lower = rows_[j - r];
      for (std::size_t i = 0; i < lower.size(); ++i) next[i + 1] += factor * lower[i];
    }
    rows_.push_back(std::move(next));
  }

  // k_r, the cumulants of one sign: the Taylor coefficients of log cosh times (2r)!. They are the
  // moments of one sign, which are all 1, minus what the lower cumulants make of them.
  const integer& cumulant(std::size_t r) {
    while (cumulants_.size() <= r) {
      const std::size_t m = cumulants_.size();
      if (m == 0) {
        cumulants_.emplace_back(0);
        continue;
      }
      // 1 = Σ_{s=1}^{m} C(2m−1, 2s−1)·k_s
      integer value = 1;
      integer choose = static_cast<long>(2 * m - 1);
      for (std::size_t s = 1; s < m; ++s) {
        value -= choose * cumulants_[s];
        choose = choose * static_cast<long>((2 * m - 2 * s) * (2 * m - 2 * s - 1)) /
                 static_cast<long>((2 * s) * (2 * s + 1));
      }
      cumulants_.push_back(value);
    }
    return cumulants_[r];
  }

  std::vector<std::vector<integer>> rows_;
  std::vector<integer> cumulants_;
};

// B(t) = Σ_{j>=1} b_{2j} t^{2j} at the order `mu` + 1, which bounds that at `mu`: (M.4).
ball series_bound(const ball& mu, const ball& t) {
  const ball order = mu + 1;
  const ball up = log1p(t);
  const ball down = log1p(-t);
  const ball plus = exp(order * up - mu * down);
  const ball minus = exp(order * down - mu * up);
  return ((plus + minus) / 2 - 1) / (order * mu);
}

// E[N^{−s}; window] for s = 1, …, count, and an upper bound for the mass outside of the window.
struct inverse_moments {
  std::vector<ball> values;  // at s − 1
  ball left_out;
};

inverse_moments windowed_moments(const clone_parameters& of, std::size_t count,
                                 double log2_threshold, const budget& limits) {
  const bits precision = of.clone.precision();
  inverse_moments result{std::vector<ball>(count, ball(precision)), ball(precision)};
  const std::int64_t trials = of.n - 1;
  ball scaled(precision);
  ball inverse(precision);
  std::int64_t visited = 0;
  const auto add_layer = [&](const binomial_walk& walk) {
    if ((visited++ & 255) == 0) limits.check();
    const auto layer = static_cast<ulong>(walk.index() + 1);
    arb_set_ui(inverse.raw(), layer);
    arb_inv(inverse.raw(), inverse.raw(), precision);
    arb_set(scaled.raw(), walk.weight().raw());
    for (ball& sum : result.values) {
      arb_mul(scaled.raw(), scaled.raw(), inverse.raw(), precision);
      arb_add(sum.raw(), sum.raw(), scaled.raw(), precision);
    }
  };
  const binomial_walk start(trials, of.clone, of.no_clone);
  binomial_walk walk = start;
  for (;;) {
    add_layer(walk);
    if (walk.index() == trials) break;
    if (const ball above = walk.mass_above(); is_below_power_of_two(above, log2_threshold)) {
      result.left_out += above;
      break;
    }
    walk.step_up();
  }
  walk = start;
  while (walk.index() > 0) {
    if (const ball below = walk.mass_below(); is_below_power_of_two(below, log2_threshold)) {
      result.left_out += below;
      break;
    }
    walk.step_down();
    add_layer(walk);
  }
  return result;
}

// How many terms bring (2J+1)!!/N^{J+1}, the size of the first moment left out, below
// 2^log2_target; nothing where no number does. Steers the cost only: the remainder is bounded by
// the moment itself.
std::optional<std::size_t> terms_needed(double layers, double log2_target) {
  double size = 0;
  for (std::size_t j = 0; j < most_terms; ++j) {
    size += std::log2(static_cast<double>(2 * j + 1) / layers);
    if (size < log2_target) return std::max<std::size_t>(j, 1);
    if (static_cast<double>(2 * j + 1) > layers) break;
  }
  return std::nullopt;
}

// S = Σ_{j>=1} b_{2j} t^{2j} E[Y^{2j}], so that E[(1+tY)^λ (1−tY)^{1−λ}] = 1 + λ(λ−1)·S: (M.1).
ball moment_series(const clone_parameters& of, const ball& mu, std::size_t terms,
                   const inverse_moments& inverse, const ball& bound) {
  const bits precision = of.clone.precision();
  sign_moments signs;
  const auto moment = [&](std::size_t j) {  // E[Y^{2j}; window], (M.6)
    const std::vector<integer>& row = signs.row(j);
    ball sum(precision);
    for (std::size_t i = 1; i <= j; ++i)
      sum += ball::of(row[i], precision) * inverse.values[2 * j - i - 1];
    return nonnegative_part(sum);
  };
  const ball slope = mu * 2 - 1;
  const ball t_squared = of.t * of.t;
  ball even = ball::of(2, precision);  // b_{2j}
  ball odd = slope * 2 / 3;            // b_{2j+1}
  ball power = t_squared;
  ball sum(precision);
  for (std::size_t j = 1; j <= terms; ++j) {
    sum += even * power * moment(j);
    // (k+1)·b_{k+1} = (2λ−1)·b_k + (k−2)·b_{k−1}, (M.3)
    const auto k = static_cast<std::int64_t>(2 * j + 1);
    even = (slope * odd + even * (k - 2)) / (k + 1);
    odd = (slope * even + odd * (k - 1)) / (k + 2);
    power *= t_squared;
  }
  // The terms and the layers left out are not negative and together at most this: (M.7).
  const ball rest = upper_bound((moment(terms + 1) + inverse.left_out) * bound);
  return sum + ball::hull(ball(precision), rest);
}

double clones_of(const clone_pair& pair) {
  const double p = pair.p ? pair.p->to_ball(64).near() : exp(-pair.eps0.to_ball(64)).near();
  return static_cast<double>(pair.n) * p;
}

// Nothing where the moments are not expected to reach the precision, or would take too long.
std::optional<moment_plan> plan_for(const clone_pair& pair, const number& lambda, bits precision) {
  const double clones = clones_of(pair);
  const double deviations = std::sqrt(2 * std::log(2.0) * static_cast<double>(precision + 64));
  const double spread = deviations * std::sqrt(clones);
  if (!(clones > 2 * spread) || 2 * spread > most_layers) return std::nullopt;
  const ball order = lambda.to_ball(64);
  const ball t = tanh(divide(pair.eps0, 2, 64), 64).to_ball(64);
  const ball bound = series_bound(max(order, 1 - order), t);
  if (!bound.is_finite() || !bound.is_certainly_positive()) return std::nullopt;
  // The first term of S is about 2t²/N.
  const double log2_first = std::log2(2 * t.near() * t.near() / clones);
  const double log2_bound = log(bound).near() / std::log(2.0);
  const double log2_target = log2_first - log2_bound - static_cast<double>(precision) - 8;
  const auto terms = terms_needed(clones - spread, log2_target);
  if (!terms) return std::nullopt;
  return moment_plan{*terms, log2_target - 1};
}

}  // namespace

number renyi_by_moments(const clone_pair& pair, const number& lambda, const moment_plan& plan,
                        bits precision, const budget& limits) {
  // The alternating sums of (M.6) lose about 2j²/N bits, few where few terms are needed.
  const double lost = 4 * std::pow(static_cast<double>(plan.terms), 2) / clones_of(pair);
  const bits working = walking_precision(precision, pair.n) + 32 + static_cast<bits>(lost);
  const ball order = lambda.to_ball(working);
  const ball mu = max(order, 1 - order);
  const clone_parameters of = parameters_of(pair, working);
  const inverse_moments inverse =
      windowed_moments(of, 2 * (plan.terms + 1), plan.log2_threshold, limits);
  const ball series = moment_series(of, mu, plan.terms, inverse, series_bound(mu, of.t));
  const bool is_one = lambda.as_rational() != nullptr && *lambda.as_rational() == 1;
  if (is_one) return known(series, "the divergence");  // (M.2)
  return known(log1p(order * (order - 1) * series) / (order - 1), "the divergence");
}

std::optional<number> renyi_by_moments(const clone_pair& pair, const number& lambda, bits precision,
                                       const budget& limits) {
  // One layer only: direct summation is short there.
  const bool is_certain = pair.p && pair.p->as_rational() != nullptr && *pair.p->as_rational() == 1;
  const auto plan = is_certain ? std::nullopt : plan_for(pair, lambda, precision);
  if (!plan) return std::nullopt;
  return renyi_by_moments(pair, lambda, *plan, precision, limits);
}

}  // namespace shufflecert
