#include "quantities/variation/report_series.hpp"

#include <algorithm>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/kary.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr int most_pairs = 32;                // of degrees
constexpr double widest_share_of_disc = 0.9;  // Z/R
using homogeneous = std::vector<ball>;        // the coefficients of s^(d−j)·t^j

std::size_t at(int i) {
  return static_cast<std::size_t>(i);
}

ball ball_of(double x, bits precision) {
  ball result(precision);
  arb_set_d(result.raw(), x);
  return result;
}

struct report_order {
  ball lambda;
  int side;  // the sign of λ − 1
};

// 1/0!, 1/1!, …
std::vector<ball> inverse_factorials(int count, bits precision) {
  std::vector<ball> result{ball::of(1, precision)};
  for (int i = 1; i < count; ++i) result.push_back(result.back() / i);
  return result;
}

// (H.9) for one report: Σ chance·e^(xs + yt), cut to one of the two where `both` is false.
std::vector<homogeneous> one_report(const report_law& of, int degrees, bool both, bool is_y) {
  const bits precision = of.precision();
  const std::vector<ball> over = inverse_factorials(degrees, precision);
  std::vector<homogeneous> result{{ball::of(1, precision)}};
  for (int d = 1; d < degrees; ++d) result.emplace_back(both ? at(d + 1) : 1, ball(precision));
  for (const report_kind& kind : of.kinds) {
    std::vector<ball> powers_of_x{ball::of(1, precision)};
    std::vector<ball> powers_of_y{ball::of(1, precision)};
    for (int d = 1; d < degrees; ++d) {
      powers_of_x.push_back(powers_of_x.back() * kind.x);
      powers_of_y.push_back(powers_of_y.back() * kind.y);
      if (!both) {
        const ball& power = is_y ? powers_of_y.back() : powers_of_x.back();
        result[at(d)].front() += kind.chance * power * over[at(d)];
        continue;
      }
      for (std::size_t k = 0; k <= at(d); ++k)
        result[at(d)][k] +=
            kind.chance * powers_of_x[at(d) - k] * over[at(d) - k] * powers_of_y[k] * over[k];
    }
  }
  return result;
}

void add_product(homogeneous& sum, const homogeneous& a, const homogeneous& b, int factor) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    const ball scaled = a[i] * factor;
    for (std::size_t j = 0; j < b.size(); ++j)
      arb_addmul(sum[i + j].raw(), scaled.raw(), b[j].raw(), scaled.precision());
  }
}

// The power of a series that begins with 1: by d·G_d = d·φ_d − Σ e·G_e φ_(d−e) for G = log φ, and
// d·F_d = n·Σ e·G_e F_(d−e) for F = φ^n.
std::vector<homogeneous> power_of(const std::vector<homogeneous>& of, std::int64_t n,
                                  const budget& limits) {
  const bits precision = of.front().front().precision();
  std::vector<homogeneous> logs{{ball(precision)}};
  std::vector<homogeneous> result{{ball::of(1, precision)}};
  for (int d = 1; at(d) < of.size(); ++d) {
    limits.check();
    homogeneous next(of[at(d)].size(), ball(precision));
    for (int e = 1; e < d; ++e) add_product(next, logs[at(e)], of[at(d - e)], e);
    homogeneous log_part;
    for (std::size_t j = 0; j < next.size(); ++j) log_part.push_back(of[at(d)][j] - next[j] / d);
    logs.push_back(std::move(log_part));
    homogeneous sum(of[at(d)].size(), ball(precision));
    for (int e = 1; e <= d; ++e) add_product(sum, logs[at(e)], result[at(d - e)], e);
    for (ball& x : sum) x = x * n / d;
    result.push_back(std::move(sum));
  }
  return result;
}

// E x^d, or E y^d, for d < degrees: (H.9).
std::vector<ball> moments_of_one(const report_law& of, int degrees, bool is_y,
                                 const budget& limits) {
  const std::vector<homogeneous> series =
      power_of(one_report(of, degrees, false, is_y), of.n, limits);
  ball scale = ball::of(1, of.precision());
  std::vector<ball> result{scale};
  for (int d = 1; d < degrees; ++d) {
    scale = scale * d / of.n;
    result.push_back(series[at(d)].front() * scale);
  }
  return result;
}

// (H.10): C and W.
ball bound_on_disc(const report_order& of, const ball& radius) {
  if (of.side == 0) return (radius + 1) * log1p(-radius) * -2;
  if (of.side < 0) return radius + 1;
  return exp(of.lambda * log1p(radius) - (of.lambda - 1) * log1p(-radius));
}
ball bound_on_outcomes(const report_law& laws, const report_order& of) {
  if (of.side == 0) return laws.most * log(laws.ratio);
  if (of.side < 0) return laws.most;
  return laws.most * exp((of.lambda - 1) * log(laws.ratio));
}

struct series_cut {
  int pairs;   // degrees 0, …, 2·pairs − 1 are kept
  ball error;  // of all the rest
};

// The fewest degrees whose rest is at most 2^target.
std::optional<series_cut> cut_of(const report_law& of, const report_order& lambda, double target,
                                 const budget& limits) {
  const std::vector<ball> of_x = moments_of_one(of, 2 * most_pairs + 1, false, limits);
  const std::vector<ball> of_y = moments_of_one(of, 2 * most_pairs + 1, true, limits);
  const ball part = ball_of(widest_share_of_disc, of.precision());
  const ball overall = bound_on_outcomes(of, lambda);
  std::optional<series_cut> best;
  for (const double share : {0.95, 0.8, 0.6, 0.4, 0.25, 0.15, 0.08, 0.04, 0.02, 0.01}) {
    const ball radius = ball_of(share, of.precision());
    const ball within = radius * part;
    const ball disc = bound_on_disc(lambda, radius) / (1 - part);
    const int most = best ? best->pairs - 1 : most_pairs;
    for (int pairs = 1; pairs <= most; ++pairs) {
      const ball inside = disc / pow(radius, integer(2 * pairs));
      const ball outside = (disc + overall) / pow(within, integer(2 * pairs));
      ball error = upper_bound((inside + outside) * (of_x[at(2 * pairs)] + of_y[at(2 * pairs)]));
      if (!is_below_power_of_two(error, target)) continue;
      best = series_cut{pairs, std::move(error)};
      break;
    }
  }
  return best;
}

// The coefficients of (1 + x)^a.
std::vector<ball> binomial_series(const ball& a, int count) {
  std::vector<ball> result{ball::of(1, a.precision())};
  for (int i = 1; i < count; ++i) result.push_back(result.back() * (a - (i - 1)) / i);
  return result;
}

// Those of log(1 + x).
std::vector<ball> log_series(int count, bits precision) {
  std::vector<ball> result{ball(precision)};
  for (int i = 1; i < count; ++i) result.push_back(ball::of(i % 2 == 1 ? 1 : -1, precision) / i);
  return result;
}

// Σ over all degrees of coefficient times E x^i y^j, without the rest.
ball sum_of_moments(const report_law& of, const report_order& lambda, int degrees,
                    const budget& limits) {
  const bits precision = of.precision();
  const std::vector<homogeneous> series =
      power_of(one_report(of, degrees, true, false), of.n, limits);
  const std::vector<ball> over = inverse_factorials(degrees, precision);
  const bool is_log = lambda.side == 0;
  const std::vector<ball> first =
      is_log ? log_series(degrees, precision) : binomial_series(lambda.lambda, degrees);
  const std::vector<ball> second = is_log ? first : binomial_series(1 - lambda.lambda, degrees);
  // Of (1 + x)(log(1 + x) − log(1 + y)) for λ = 1.
  const auto coefficient = [&](int i, int j) {
    if (!is_log) return first[at(i)] * second[at(j)];
    if (j == 0) return i == 0 ? ball(precision) : first[at(i)] + first[at(i - 1)];
    return i <= 1 ? -second[at(j)] : ball(precision);
  };
  ball scale = ball::of(1, precision);
  ball sum(precision);
  for (int d = 0; d < degrees; ++d) {
    if (d > 0) scale = scale / of.n;
    for (int j = 0; j <= d; ++j)
      sum += coefficient(d - j, j) * series[at(d)][at(j)] * scale / (over[at(d - j)] * over[at(j)]);
  }
  return sum;
}

}  // namespace

report_law report_law_of(const kary_laws& of) {
  const ball& other = of.counts.second;  // σ
  const ball zero(of.precision());
  const ball own = of.odds - 1;
  const ball theirs = 1 / of.odds - 1;
  const ball none = of.counts.none - other;  // (k − 3)σ
  return {of.n,
          {{other, own, zero},
           {other, zero, own},
           {other * of.odds, theirs, theirs},
           {none, zero, zero}},
          of.odds,
          of.odds};
}

report_law report_law_of(const variation_laws& of) {
  const ball to_first = of.either * of.share;
  const ball to_second = of.either * of.rest;
  const ball none = of.none / of.neither;
  const ball p_first = of.first / to_first;
  const ball q_second = of.first / to_second;
  return {of.n,
          {{to_first, p_first - 1, of.second / to_first - 1},
           {to_second, of.second / to_second - 1, q_second - 1},
           {of.neither, none - 1, none - 1}},
          max(max(p_first, q_second), none),
          of.first / of.second};
}

std::optional<number> renyi_by_reports(const report_law& of, const number& lambda, bits precision,
                                       const budget& limits) {
  const bits working = of.precision();
  const auto side = sign(subtract(lambda, 1, working), working);
  if (!side) throw precision_needed("whether the order is 1 is not determined");
  const report_order at_order{lambda.to_ball(working), *side};
  const double depth = static_cast<double>(precision) + 2.0 * static_cast<double>(bit_length(of.n));
  const auto cut = cut_of(of, at_order, -depth, limits);
  if (!cut) return std::nullopt;
  ball sum = sum_of_moments(of, at_order, 2 * cut->pairs, limits);
  arb_add_error(sum.raw(), cut->error.raw());
  if (*side == 0) return number(nonnegative_part(sum));
  return divide(log(number(sum), working), subtract(lambda, 1, working), working);
}

}  // namespace shufflecert::inline v0_1
