#include "quantities/binomial/law.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/exact_algebra.hpp"
#include "quantities/binomial/cut.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t most_terms = 10'000'000;
constexpr double short_law = 1e4;  // successes or failures; with more a sum can be long
constexpr std::size_t largest_exact_law = 8'192;  // bits of (denominator of p)^n
constexpr std::int64_t most_exact_trials = 2'000;

// P(X <= k) for 0 <= k < n and rational p in (0, 1), over the common denominator.
rational exact_cdf(std::int64_t k, std::int64_t n, const rational& p) {
  const integer success = numerator(p);
  const integer failure = denominator(p) - success;
  // w(j) = C(n, j)·a^j·b^(n−j) over (a + b)^n; w(j+1) = w(j)·(n − j)·a/((j + 1)·b), a whole number.
  integer weight = boost::multiprecision::pow(failure, static_cast<unsigned>(n));
  integer total = weight;
  for (std::int64_t j = 0; j < k; ++j) {
    weight = weight * success * (n - j) / (failure * (j + 1));
    total += weight;
  }
  return {total, boost::multiprecision::pow(denominator(p), static_cast<unsigned>(n))};
}

// log C(n, k)·p^k·q^(n−k) is as large as n: that many bits more keep its exponential accurate.
ball probability(std::int64_t n, std::int64_t k, const ball& p, const ball& q) {
  const bits wide = p.precision();
  const ball ways = lgamma(ball::of(n, wide) + 1) - lgamma(ball::of(k, wide) + 1) -
                    lgamma(ball::of(n - k, wide) + 1);
  return exp(ways) * pow(p, integer(k)) * pow(q, integer(n - k));
}

// w(k) + w(k−1) + …: the terms decrease from k on when k is at most the mean. The ratio of
// consecutive terms decreases too, so the rest is below the geometric series with the ratio
// reached.
ball lower_sum(std::int64_t k, std::int64_t n, const ball& p, const ball& q, bits precision,
               const budget& limits) {
  const ball odds = q / p;
  ball weight = probability(n, k, p, q);
  ball total = weight;
  for (std::int64_t j = k, terms = 0; j > 0; --j, ++terms) {
    if ((terms & 255) == 0) limits.check();
    if (terms > most_terms) throw beyond_reach("a binomial tail of more than 10^7 terms");
    const ball ratio = odds * j / (n - j + 1);
    weight *= ratio;
    total += weight;
    // Looked at now and then: the bound costs as much as a term.
    if ((terms & 7) != 0 || j == 1) continue;
    const ball gap = 1 - ratio;
    if (!gap.is_certainly_positive()) continue;
    const ball rest = weight * ratio / gap;
    const ball scaled = rest / total;
    if (!is_below_power_of_two(scaled, -static_cast<double>(precision) - 8)) continue;
    arb_add_error(total.raw(), upper_bound(rest).raw());
    break;
  }
  return total;
}

// For exact p in (0, 1) given with q = 1 − p; 0 <= k < n.
ball cdf_at(std::int64_t k, std::int64_t n, const ball& p, const ball& q, bits precision,
            const budget& limits) {
  const auto trials = static_cast<double>(n);
  if (trials * p.near() > short_law && trials * q.near() > short_law)
    return cut_at({n, p, q}, k + 1, precision + 8, limits).below;
  if (static_cast<double>(k) <= trials * p.near()) return lower_sum(k, n, p, q, precision, limits);
  // P(X > k) is the probability of at most n − k − 1 failures.
  return 1 - lower_sum(n - k - 1, n, q, p, precision, limits);
}

ball cdf_at_end(std::int64_t k, std::int64_t n, const ball& end, bits precision,
                const budget& limits) {
  ball one = ball::of(std::int64_t{1}, end.precision());
  if (!end.is_certainly_positive()) return one;
  const ball q = one - end;
  if (!q.is_certainly_positive()) return ball(end.precision());
  return cdf_at(k, n, end, q, precision, limits);
}

// About where P(X <= k) is the level.
std::int64_t quantile_near(const ball& level, std::int64_t n, const ball& p) {
  const double mean = static_cast<double>(n) * p.near();
  const double deviation = std::sqrt(std::max(mean * (1 - p.near()), 0.0));
  const double place = normal_quantile(level.with_precision(64)).near();
  const double near = std::isfinite(place) ? mean + place * deviation : mean;
  return static_cast<std::int64_t>(std::clamp(near, 0.0, static_cast<double>(n)));
}

// A step of Newton's method from k for the logarithm of the smaller of P(X <= k), which is `below`,
// and its complement. A guess.
double quantile_step(const ball& level, const ball& below, std::int64_t k, std::int64_t n,
                     const ball& p) {
  const ball weight = probability(n, k, p, 1 - p);
  const bool is_low = level.near() < 0.5;
  const ball tail = is_low ? below : 1 - below;
  const ball aim = is_low ? level : 1 - level;
  const double step = (log(aim / tail) * (tail / weight)).near();
  return is_low ? step : -step;
}

}  // namespace

void require_probability(const number& p, bits precision) {
  const truth above = compare(p, relation::greater_equal, 0, precision);
  const truth below = compare(p, relation::less_equal, 1, precision);
  if (above.value == false || below.value == false) {
    const auto text = p.exact_text();
    throw undefined_value("p must be in [0, 1]" + (text ? ", and it is " + *text : ""));
  }
  if (!above.value || !below.value || above.tied || below.tied)
    throw precision_needed("whether p is in [0, 1] is not determined");
}

bool has_exact_weights(std::int64_t n, const number& p) {
  const auto* q = p.as_rational();
  return q != nullptr && n <= most_exact_trials && is_power_within(*q, n, largest_exact_law);
}

number binomial_cdf(std::int64_t k, std::int64_t n, const number& p, bits precision,
                    const budget& limits) {
  require_probability(p, precision);
  if (k < 0) return 0;
  if (k >= n || p.is_zero()) return 1;
  const auto* exact = p.as_rational();
  if (exact != nullptr && *exact == 1) return 0;
  if (exact != nullptr && has_exact_weights(n, p)) return exact_cdf(k, n, *exact);
  const bits wide = precision + 2 * bit_length(n) + 32;
  if (exact != nullptr) {
    const ball value = cdf_at(k, n, ball::of(*exact, wide), ball::of(rational(1 - *exact), wide),
                              precision, limits);
    return known(value.with_precision(precision), "the binomial distribution function");
  }
  // Decreasing in p: the two ends of the ball enclose every value between.
  const ball enclosure = p.to_ball(wide).with_precision(wide);
  const ball smallest = -upper_bound(-enclosure);
  const ball largest = upper_bound(enclosure);
  const ball value = ball::hull(cdf_at_end(k, n, smallest, precision, limits),
                                cdf_at_end(k, n, largest, precision, limits));
  return known(value.with_precision(precision), "the binomial distribution function");
}

number binomial_quantile(const number& q, std::int64_t n, const number& p, bits precision,
                         const budget& limits) {
  const truth above = compare(q, relation::greater, 0, precision);
  const truth below = compare(q, relation::less_equal, 1, precision);
  if (above.value == false || below.value == false)
    throw undefined_value("the level of a quantile must be in (0, 1]");
  if (!above.value || !below.value || below.tied)
    throw precision_needed("whether the level of a quantile is in (0, 1] is not determined");
  require_probability(p, precision);
  if (n == 0 || p.is_zero()) return 0;
  const auto reaches = [&](const number& mass) {
    const truth decision = compare(mass, relation::greater_equal, q, precision);
    if (!decision.value || decision.tied)
      throw precision_needed(
          "on which side of a jump the level of a quantile lies is not determined");
    return *decision.value;
  };
  // P(X <= n) = 1 >= q always; the least k is in (low, high].
  std::int64_t low = -1;
  std::int64_t high = n;
  if (const auto* level = q.as_rational(); level != nullptr && *level == 1) {
    // P(X <= n − 1) = 1 − p^n < 1 as soon as p > 0.
    if (sign(p, precision) != 1) throw precision_needed("whether p is 0 is not determined");
    return n;
  }
  const bits wide = precision + 2 * bit_length(n) + 32;
  const ball level = q.to_ball(wide);
  const ball success = p.to_ball(wide);
  // Where the weights are written down, the steps would cost more than a bisection.
  const bool has_steps = n > most_exact_trials;
  std::optional<std::int64_t> next;
  if (has_steps) next = quantile_near(level, n, success);
  for (int i = 1; high - low > 1; ++i) {
    constexpr int now_and_then = 8;  // a bisection, so that no shape of the law makes this slow
    const bool bisects = !next || i % now_and_then == 0;
    const std::int64_t k = bisects ? low + (high - low) / 2 : std::clamp(*next, low + 1, high - 1);
    const number mass = binomial_cdf(k, n, p, precision, limits);
    const bool is_reached = reaches(mass);
    (is_reached ? high : low) = k;
    if (!has_steps) continue;
    const double step = quantile_step(level, mass.to_ball(wide), k, n, success);
    next.reset();
    if (!std::isfinite(step)) continue;
    // One too short to leave k leads to its neighbour, which may be the other end.
    const double whole = is_reached ? std::min(std::ceil(step), -1.0) : std::max(step, 1.0);
    next = k + static_cast<std::int64_t>(std::clamp(whole, -0x1p61, 0x1p61));
  }
  return high;
}

}  // namespace shufflecert::inline v0_1
