#include "quantities/binomial/cut.hpp"

#include <algorithm>
#include <cmath>
#include <exception>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/flint_complex.hpp"
#include "arithmetic/magnitude.hpp"
#include "quantities/binomial/walk.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/response.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double longest_sum = 3000;  // terms; beyond, the integral is quicker

// The exponent of (R.14) in t: −αt − t²/2 + a·L(−wt/p) + b·L(wt/q), L(y) = log(1+y) − y + y²/2.
struct exponent_parts {
  ball low_power;   // a = m − 1
  ball high_power;  // b = n − m
  ball slope;       // α
  ball low_step;    // −w/p
  ball high_step;   // w/q
};

exponent_parts parts_of(const binomial_law_of& of, std::int64_t m) {
  const bits precision = of.p.precision();
  const ball a = ball::of(m - 1, precision);
  const ball b = ball::of(of.n - m, precision);
  const ball width = 1 / sqrt(a / (of.p * of.p) + b / (of.q * of.q));
  // a/p − b/q without the cancellation of its two large parts
  const ball slope = (of.q * (m - 1) - of.p * (of.n - m)) / (of.p * of.q) * width;
  return {a, b, slope, -(width / of.p), width / of.q};
}

// An upper bound for log2|y|.
double log2_size(const acb_t y) {
  magnitude size;
  acb_get_mag(size.raw(), y);
  if (mag_is_zero(size.raw()) != 0) return -1e9;
  return mag_is_inf(size.raw()) != 0 ? 1e9 : mag_get_d_log2_approx(size.raw()) + 1e-6;
}

// out = log(1+y) − y + y²/2; indeterminate where 1 + y may not have a positive real part.
void log1p_rest(acb_t out, const acb_t y, slong precision) {
  constexpr double largest_log2 = -2;
  const double size = log2_size(y);
  complex_ball sum;
  complex_ball part;
  if (size > largest_log2) {
    acb_add_ui(sum.raw(), y, 1, precision);
    if (arb_is_positive(acb_realref(sum.raw())) == 0) {
      acb_indeterminate(out);
      return;
    }
    acb_log(sum.raw(), sum.raw(), precision);
    acb_sub(sum.raw(), sum.raw(), y, precision);
    acb_mul(part.raw(), y, y, precision);
    acb_mul_2exp_si(part.raw(), part.raw(), -1);
    acb_add(out, sum.raw(), part.raw(), precision);
    return;
  }
  // y³·Σ (−y)^i/(i + 3); what follows i < count is at most 2|y|^count/(count + 3): (R.15).
  const auto count = static_cast<ulong>(static_cast<double>(precision) / -size) + 1;
  for (ulong i = count; i-- > 0;) {
    acb_mul(sum.raw(), sum.raw(), y, precision);
    acb_neg(sum.raw(), sum.raw());
    acb_set_ui(part.raw(), 1);
    acb_div_ui(part.raw(), part.raw(), i + 3, precision);
    acb_add(sum.raw(), sum.raw(), part.raw(), precision);
  }
  magnitude rest;
  acb_get_mag(rest.raw(), y);
  mag_pow_ui(rest.raw(), rest.raw(), count);
  mag_mul_2exp_si(rest.raw(), rest.raw(), 1);
  mag_div_ui(rest.raw(), rest.raw(), count + 3);
  arb_add_error_mag(acb_realref(sum.raw()), rest.raw());
  arb_add_error_mag(acb_imagref(sum.raw()), rest.raw());
  acb_pow_ui(part.raw(), y, 3, precision);
  acb_mul(out, sum.raw(), part.raw(), precision);
}

// What FLINT's integration calls back into. An exception must not pass through C code: it is kept.
struct tail_integrand {
  const exponent_parts& parts;
  const budget& limits;
  std::exception_ptr failure = nullptr;

  // E(t)
  void exponent(acb_t out, const acb_t t, slong precision) const {
    complex_ball y;
    complex_ball rest;
    acb_mul_2exp_si(out, t, -1);
    acb_add_arb(out, out, parts.slope.raw(), precision);
    acb_mul(out, out, t, precision);
    acb_neg(out, out);
    acb_mul_arb(y.raw(), t, parts.low_step.raw(), precision);
    log1p_rest(rest.raw(), y.raw(), precision);
    acb_mul_arb(rest.raw(), rest.raw(), parts.low_power.raw(), precision);
    acb_add(out, out, rest.raw(), precision);
    acb_mul_arb(y.raw(), t, parts.high_step.raw(), precision);
    log1p_rest(rest.raw(), y.raw(), precision);
    acb_mul_arb(rest.raw(), rest.raw(), parts.high_power.raw(), precision);
    acb_add(out, out, rest.raw(), precision);
  }

  static int call(acb_ptr out, const acb_t t, void* self, slong /*order*/, slong precision) {
    auto& at = *static_cast<tail_integrand*>(self);
    if (at.failure != nullptr) {
      acb_indeterminate(out);
      return 0;
    }
    try {
      at.limits.check();
      complex_ball exponent;
      at.exponent(exponent.raw(), t, precision);
      acb_exp(out, exponent.raw(), precision);
    } catch (...) {
      at.failure = std::current_exception();
      acb_indeterminate(out);
    }
    return 0;
  }
};

// ∫_0^reach e^E(t) dt
ball integral_to(const exponent_parts& parts, const ball& reach, bits precision,
                 const budget& limits) {
  tail_integrand integrand{parts, limits};
  complex_ball from;
  complex_ball to;
  complex_ball result;
  acb_set_arb(to.raw(), reach.raw());
  // The integral is about 1/(1 + α).
  const bits finer = bits_near(std::log2(1 + std::abs(parts.slope.near())));
  magnitude tolerance;
  mag_set_ui_2exp_si(tolerance.raw(), 1, -(precision + finer));
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  acb_calc_integrate(result.raw(), tail_integrand::call, &integrand, from.raw(), to.raw(),
                     precision, tolerance.raw(), options, precision + 32);
  if (integrand.failure != nullptr) std::rethrow_exception(integrand.failure);
  ball value(precision);
  arb_set(value.raw(), acb_realref(result.raw()));
  return value;
}

// ∫_reach^∞ e^E(t) dt <= e^E(reach)/(−E'(reach)), as E is concave: (R.16).
ball integral_beyond(const exponent_parts& parts, const ball& reach, const budget& limits) {
  const bits precision = reach.precision();
  const ball low = parts.low_step * reach + 1;
  const ball high = parts.high_step * reach + 1;
  if (!low.is_certainly_positive())
    throw precision_needed("the tail of a binomial law is too wide for its integral");
  const ball fall =
      -(parts.low_power * parts.low_step / low + parts.high_power * parts.high_step / high);
  if (!fall.is_certainly_positive())
    throw precision_needed("the tail of a binomial law is too wide for its integral");
  const tail_integrand integrand{parts, limits};
  complex_ball at;
  complex_ball exponent;
  acb_set_arb(at.raw(), reach.raw());
  integrand.exponent(exponent.raw(), at.raw(), precision);
  ball height(precision);
  arb_set(height.raw(), acb_realref(exponent.raw()));
  return upper_bound(exp(height) / fall);
}

// Where αt + t²/2 reaches `bits_below` bits.
double reach_of(double slope, double bits_below) {
  const double twice = 2 * bits_below * std::log(2.0);
  return twice / (slope + std::sqrt(slope * slope + twice));
}

}  // namespace

ball upper_tail_ratio_by_sum(const binomial_law_of& of, std::int64_t m, bits precision,
                             const budget& limits) {
  const bits working = of.p.precision();
  const ball odds = of.p / of.q;
  ball term = ball::of(std::int64_t{1}, working);
  ball total = term;
  ball ratio(working);
  for (std::int64_t k = m, visited = 1; k < of.n; ++k, ++visited) {
    if ((visited & 255) == 0) limits.check();
    arb_mul_ui(ratio.raw(), odds.raw(), static_cast<ulong>(of.n - k), working);
    arb_div_ui(ratio.raw(), ratio.raw(), static_cast<ulong>(k + 1), working);
    // The ratios decrease: what follows is below the geometric series, (R.13). Looked at now and
    // then, as the bound costs as much as a term.
    if ((visited & 7) == 0) {
      const ball gap = 1 - ratio;
      if (gap.is_certainly_positive()) {
        const ball rest = upper_bound(term * ratio / gap);
        if (is_below_power_of_two(rest / total, -static_cast<double>(precision) - 4))
          return total + ball::hull(ball(working), rest);
      }
    }
    arb_mul(term.raw(), term.raw(), ratio.raw(), working);
    arb_add(total.raw(), total.raw(), term.raw(), working);
  }
  return total;
}

ball upper_tail_ratio_by_integral(const binomial_law_of& of, std::int64_t m, double reach,
                                  bits precision, const budget& limits) {
  const exponent_parts parts = parts_of(of, m);
  ball end(of.p.precision());
  arb_set_d(end.raw(), reach);
  const ball inside = integral_to(parts, end, precision + 8, limits);
  const ball rest = integral_beyond(parts, end, limits);
  // (m/p)·w, and w/p is the step
  return -parts.low_step * m * (inside + ball::hull(ball(precision), rest));
}

ball upper_tail_ratio(const binomial_law_of& of, std::int64_t m, bits precision,
                      const budget& limits) {
  if (m == of.n) return ball::of(std::int64_t{1}, of.p.precision());
  const exponent_parts parts = parts_of(of, m);
  const double slope = std::max(parts.slope.near(), -1.0);
  const double reach = reach_of(slope, static_cast<double>(precision) + 8);
  const double low = -parts.low_step.near();
  const double high = parts.high_step.near();
  const double terms = reach * low * static_cast<double>(m);
  const bool is_long = terms > longest_sum && reach * std::max(low, high) < 0.25;
  return is_long ? upper_tail_ratio_by_integral(of, m, reach, precision, limits)
                 : upper_tail_ratio_by_sum(of, m, precision, limits);
}

binomial_cut cut_at(const binomial_law_of& of, std::int64_t m, bits precision,
                    const budget& limits) {
  limits.check();
  const bits working = of.p.precision();
  const ball one = ball::of(std::int64_t{1}, working);
  const auto weight = [&](std::int64_t k) { return binomial_probability(of.n, k, of.p, of.q); };
  if (m <= 0) return {weight(0), one, ball(working)};
  if (m > of.n) return {ball(working), ball(working), one};
  const ball here = weight(m);
  if (static_cast<double>(m) >= static_cast<double>(of.n) * of.p.near()) {
    const ball above = upper_tail_ratio(of, m, precision, limits) * here;
    return {here, above, 1 - above};
  }
  // P(X < m) = P(n − X >= n − m + 1)
  const binomial_law_of mirror{of.n, of.q, of.p};
  const ball next = here * m * of.q / (of.p * (of.n - m + 1));
  const ball below = upper_tail_ratio(mirror, of.n - m + 1, precision, limits) * next;
  return {here, 1 - below, below};
}

}  // namespace shufflecert::inline v0_1
