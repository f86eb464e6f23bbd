#include "quantities/noise/noise_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "quantities/noise/noise_rows.hpp"
#include "quantities/noise/term_tails.hpp"
#include "quantities/pairs/parameters.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits guard_bits = 32;
// Whole exponents up to this size are raised by multiplication; the error of a power grows with it.
constexpr std::int64_t largest_multiplied_exponent = 1 << 16;

// [0, most] added to x.
ball raised_by_at_most(const ball& x, const ball& most) {
  return ball::hull(x, x + most);
}

// x^exponent for balls x >= 0, quickly where the exponent is whole.
class powers {
 public:
  powers(const number& exponent, bits precision) : real_(exponent.to_ball(precision)) {
    const auto whole = exponent.to_int64();
    if (whole && *whole >= 0 && *whole <= largest_multiplied_exponent)
      whole_ = static_cast<ulong>(*whole);
  }

  [[nodiscard]] ball of(const ball& x) const {
    ball result(real_.precision());
    if (x.is_exact_zero()) return result;
    if (whole_)
      arb_pow_ui(result.raw(), x.raw(), *whole_, real_.precision());
    else if (x.contains_zero())
      // The power rises, from 0.
      result = ball::hull(result, exp(real_ * log(upper_bound(abs(x)))));
    else
      result = exp(real_ * log(x));
    return result;
  }

 private:
  ball real_;
  std::optional<ulong> whole_;
};

bits precision_for_order(const number& order, bits precision) {
  constexpr bits few = 64;
  const double size = std::abs(order.to_ball(few).near());
  return precision + guard_bits + static_cast<bits>(std::log2(1 + std::min(size, 1e18)));
}

double threshold_for(bits precision) {
  return -static_cast<double>(precision) - 8;
}

// Σ P^λ·Q^(1−λ), λ > 1; infinite where it is.
ball moment(const noise_pair& pair, const number& lambda, bits precision, const budget& limits) {
  const number k = subtract(lambda, 1, precision);
  const bits wide = precision_for_order(lambda, precision);
  const term_tails tails(pair, lambda, k, wide);
  if (tails.has_infinite_sum()) return ball::infinity(wide);
  const outcome_span span = tails.span(threshold_for(precision));
  require_summable(span);
  const powers raised(k, wide);
  ball sum(wide);
  visit_spans(pair, {span}, wide, limits, [&](const ball& p, const ball& q) {
    if (!p.is_exact_zero()) sum += p * raised.of(p / q);
  });
  return raised_by_at_most(sum, tails.sum_outside(span));
}

// D_1. What is left out is at most Q plus P^(1+s)·Q^(−s)/s: (EE.10).
number kl_divergence(const noise_pair& pair, bits precision, const budget& limits) {
  const bits wide = precision + guard_bits;
  for (const number& s : {number(1), number(rational(1, 4)), number(rational(1, 64))}) {
    const term_tails tails(pair, add(s, 1, wide), s, wide);
    if (tails.has_infinite_sum()) continue;
    const double threshold = threshold_for(precision);
    const outcome_span span = hull(tails.span(threshold, false), span_of(*pair.q, threshold));
    require_summable(span);
    ball sum(wide);
    visit_spans(pair, {span}, wide, limits, [&](const ball& p, const ball& q) {
      if (!p.is_exact_zero()) sum += p * log(p / q);
    });
    const ball rest = tails.sum_outside(span) / s.to_ball(wide) + mass_outside(*pair.q, span, wide);
    const ball most = upper_bound(rest);
    arb_add_error(sum.raw(), most.raw());
    return known(nonnegative_part(sum), "the divergence");
  }
  throw beyond_reach(
      "order 1 is not computed where every order above it is infinite, or nearly so");
}

// sup log(P/Q): (EE.11).
number largest_log_ratio(const noise_pair& pair, bits precision, const budget& limits) {
  const bits wide = precision + guard_bits;
  const term_tails tails(pair, 1, 1, wide);
  if (tails.is_unbounded()) return ball::infinity(precision);
  outcome_span span = hull(tails.least_span(), hull(span_of(*pair.p, threshold_for(precision)),
                                                    span_of(*pair.q, threshold_for(precision))));
  const ball limit = tails.limit_of_ratio();
  std::optional<ball> excess_before;
  for (;;) {
    require_summable(span);
    ball largest(wide);
    visit_spans(pair, {span}, wide, limits, [&](const ball& p, const ball& q) {
      if (!p.is_exact_zero()) largest = max(largest, p / q);
    });
    largest = max(largest, limit);
    const ball outside = tails.largest_outside(span);
    // The supremum may be that of a tail, where it is reached slowly.
    const ball excess = outside / largest - 1;
    ball enough = ball::of(1, wide);
    arb_mul_2exp_si(enough.raw(), enough.raw(), -precision);
    const std::int64_t more = size_of(span) / 2 + 1;
    const outcome_span longer{span.first - more, span.last + more};
    // Longer spans would take seconds, or gain nothing where the parameters are not known better.
    constexpr std::int64_t longest = 2'000'000;
    const bool gains_nothing = excess_before &&
                               is_below_power_of_two(excess, -static_cast<double>(precision) / 2) &&
                               !less(excess * 2, *excess_before).value_or(false);
    if (less_equal(excess, enough).value_or(false) || gains_nothing || size_of(longer) > longest)
      return log(number(ball::hull(largest, max(largest, outside))), precision);
    excess_before = upper_bound(abs(excess));
    span = longer;
  }
}

}  // namespace

number noise_renyi(const noise_pair& pair, const number& lambda, bits precision,
                   const budget& limits) {
  if (lambda.is_infinity(1)) return largest_log_ratio(pair, precision, limits);
  if (kind_of_order(lambda, precision) == order_kind::one)
    return kl_divergence(pair, precision, limits);
  const ball sum = moment(pair, lambda, precision, limits);
  if (sum.is_infinity(1)) return sum;
  const bits wide = sum.precision();
  return divide(log(number(sum), wide), subtract(lambda, 1, wide), wide);
}

number noise_chi_moment(const noise_pair& pair, const number& a, bits precision,
                        const budget& limits) {
  const number k = subtract(a, 1, precision);
  const bits wide = precision_for_order(a, precision);
  const term_tails tails(pair, a, k, wide);
  if (tails.has_infinite_sum()) return ball::infinity(precision);
  const double threshold = threshold_for(precision);
  const outcome_span span = hull(tails.span(threshold), span_of(*pair.q, threshold));
  require_summable(span);
  const powers raised(a, wide);
  ball sum(wide);
  visit_spans(pair, {span}, wide, limits, [&](const ball& p, const ball& q) {
    // Where P = Q = 0 there is no outcome.
    if (!q.is_exact_zero()) sum += q * raised.of(abs(p / q - 1));
  });
  // |t − 1|^a <= 1 + t^a.
  const ball rest = tails.sum_outside(span) + mass_outside(*pair.q, span, wide);
  return known(nonnegative_part(raised_by_at_most(sum, upper_bound(rest))), "the moment");
}

}  // namespace shufflecert::inline v0_1
