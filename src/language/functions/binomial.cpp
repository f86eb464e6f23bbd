#include "arithmetic/bit_length.hpp"
#include "language/functions/entries.hpp"
#include "quantities/binomial/law.hpp"
#include "quantities/binomial/walk.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

constexpr std::int64_t most_trials = 10'000'000;

std::int64_t trials_of(const number& n, const char* what) {
  const std::int64_t trials = whole_at(n, what);
  if (trials < 0) throw undefined_value(std::string(what) + " must be >= 0");
  return trials;
}

// floor(x), moved into [−1, n], between which the distribution function does all its steps.
std::int64_t clamped_floor(const number& x, std::int64_t n, bits precision) {
  if (compare(x, relation::less, 0, precision).value == true) return -1;
  if (compare(x, relation::greater_equal, number(n), precision).value == true) return n;
  const auto whole = floor(x, precision).to_int64();
  if (!whole) throw precision_needed("between which whole numbers k lies is not determined");
  return *whole;
}

formula_value evaluate_cdf(const arguments& given, const context& at) {
  const std::int64_t n = trials_of(real_at(given, 1), "n");
  const number& p = real_at(given, 2);
  const number& k = real_at(given, 0);
  const auto value_at = [&](const number& x) {
    return binomial_cdf(clamped_floor(x, n, at.precision), n, p, at.precision, at.limits);
  };
  if (k.is_exact() || k.is_infinity(1) || k.is_infinity(-1)) return value_at(k);
  // Not decreasing in k: the ends of the ball enclose every value between.
  const ball enclosure = k.to_ball(at.precision);
  const number first = value_at(number(-upper_bound(-enclosure)));
  const number last = value_at(number(upper_bound(enclosure)));
  return hull(first, last, at.precision);
}

formula_value evaluate_quantile(const arguments& given, const context& at) {
  const std::int64_t n = trials_of(real_at(given, 1), "n");
  return binomial_quantile(real_at(given, 0), n, real_at(given, 2), at.precision, at.limits);
}

// The exact weights C(k, m)·p^m·(1−p)^(k−m), one after the other.
number exact_mean(const binder_call& call, std::int64_t k, const rational& p) {
  const rational odds = p / (1 - p);
  rational weight = power(rational(1 - p), static_cast<long>(k));
  number total = 0;
  for (std::int64_t m = 0; m <= k; ++m) {
    call.context.limits.check();
    const number value = std::get<number>(call.evaluate(number(m)));
    total =
        add(total, multiply(number(weight), value, call.context.precision), call.context.precision);
    weight *= odds * rational(k - m, m + 1);
  }
  return total;
}

number walked_mean(const binder_call& call, std::int64_t k, const ball& p, const ball& q) {
  number total = 0;
  std::int64_t terms = 0;
  const auto take = [&](const binomial_walk& at) {
    if ((++terms & 255) == 0) call.context.limits.check();
    const number value = std::get<number>(call.evaluate(number(at.index())));
    total = add(total, multiply(number(at.weight()), value, p.precision()), p.precision());
  };
  // No term is left out: nothing is known about how fast the body grows.
  binomial_walk up(k, p, q);
  binomial_walk down = up;
  take(up);
  while (up.index() < k) {
    up.step_up();
    take(up);
  }
  while (down.index() > 0) {
    down.step_down();
    take(down);
  }
  return total;
}

formula_value mean_of(const binder_call& call) {
  const bits precision = call.context.precision;
  const std::int64_t k = trials_of(real_at(call.arguments, 0), "the number of trials");
  const number& p = real_at(call.arguments, 1);
  require_probability(p, precision);
  const auto* exact = p.as_rational();
  if (k == 0 || p.is_zero()) return call.evaluate(number(0));
  if (exact != nullptr && *exact == 1) return call.evaluate(number(k));
  if (k >= most_trials) throw beyond_reach("a binomial mean of more than 10000000 terms");
  if (exact != nullptr && has_exact_weights(k, p)) return exact_mean(call, k, *exact);
  // Every step of the walk costs a few units in the last place, and the odds enter k times.
  const bits wide = precision + 2 * bit_length(k) + 32;
  const ball success = p.to_ball(wide).with_precision(wide);
  const ball failure = exact != nullptr ? ball::of(rational(1 - *exact), wide) : 1 - success;
  number total = walked_mean(call, k, success, failure);
  if (total.is_exact() || total.is_infinity(1) || total.is_infinity(-1)) return total;
  return known(total.to_ball(precision).with_precision(precision), "the binomial mean");
}

// printed − unit/2 <= value <= printed + unit/2, each decided as any comparison is.
formula_value evaluate_rounds_to(const arguments& given, const context& at) {
  const number& value = real_at(given, 0);
  const number& printed = real_at(given, 1);
  const number& unit = real_at(given, 2);
  const auto positive = sign(unit, at.precision);
  if (!positive) throw precision_needed("the sign of the unit is not determined");
  if (*positive <= 0) throw undefined_value("the unit of the last digit must be > 0");
  for (const int side : {1, -1})
    if (value.is_infinity(side) && printed.is_infinity(side))
      throw undefined_value("the value and what is printed are both infinite: inf - inf");
  const number half = divide(unit, 2, at.precision);
  const truth above =
      compare(value, relation::greater_equal, subtract(printed, half, at.precision), at.precision);
  const truth below =
      compare(value, relation::less_equal, add(printed, half, at.precision), at.precision);
  if (above.value == false || below.value == false) return truth{false};
  if (!above.value || !below.value) return truth{};
  return truth{true, above.tied || below.tied};
}

}  // namespace

std::vector<builtin> binomial_functions() {
  return {
      {
          .name = "binomial_cdf",
          .usage = "binomial_cdf(k, n, p) = P(X <= k) for X ~ Bin(n, p)",
          .parameters = {real, {real, "", true, ranges::not_negative}, {real, "", ranges::share}},
          .result = real,
          .is_continuous = false,
          .work = work_growth::tails,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .apply = evaluate_cdf,
      },
      {
          .name = "binomial_quantile",
          .usage = "binomial_quantile(q, n, p), the least k with P(X <= k) >= q, 0 < q <= 1",
          .parameters = {real, a_count, real},
          .result = real,
          .is_continuous = false,
          .work = work_growth::tails,
          .apply = evaluate_quantile,
      },
      {
          .name = "binomial_mean",
          .usage = "binomial_mean(m, k, p, body), the mean of the body for m ~ Bin(k, p)",
          .parameters = {any, a_count, real, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .form = mean_of,
      },
      {
          .name = "rounds_to",
          .usage = "rounds_to(value, printed, unit), |value - printed| <= unit/2",
          .parameters = {real, real, real},
          .result = yes_no,
          .is_continuous = false,
          .work = work_growth::little,
          .apply = evaluate_rounds_to,
      },
  };
}

}  // namespace shufflecert::inline v0_1
