#include "quantities/clone/summation/layer.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/outcomes/layer_sum.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/summation.md.

namespace shufflecert::inline v0_1 {
namespace {

// Whole exponents up to this size are raised by multiplication; the error of a power grows with it.
constexpr std::int64_t largest_exponent_of_layers = 1 << 20;
// A square root is cheaper than a logarithm: these many are drawn for halves and quarters.
constexpr int most_roots = 2;

// Up to this one the powers are not formed at all.
constexpr ulong largest_polynomial_exponent = 2;

// An exponent e with |middle of x| < 2^e, for estimates. FLINT answers the ends of its range for 0
// and for what is beyond, and sums with these must not leave the range of whole numbers.
slong log2_above(const ball& x) {
  constexpr slong most = slong{1} << 60;
  return std::clamp(arf_abs_bound_lt_2exp_si(arb_midref(x.raw())), -most, most);
}

number larger_order(const number& lambda, bits precision) {
  return max(lambda, subtract(1, lambda, precision), precision);
}

ulong as_ulong(std::int64_t x) {
  return static_cast<ulong>(x);
}

// 2a − N >= 0; 2a itself may be beyond the signed numbers of 64 bits.
ulong surplus(std::int64_t a, std::int64_t layer) {
  return as_ulong(a - (layer - a));
}

// What a geometric series of `count` terms ratio, ratio², … adds up to, or more.
void set_series(magnitude& sum, const magnitude& ratio, const magnitude& last, std::int64_t count) {
  if (mag_cmp_2exp_si(ratio.raw(), 0) < 0) {
    magnitude gap;
    mag_one(gap.raw());
    mag_sub_lower(gap.raw(), gap.raw(), ratio.raw());
    mag_div(sum.raw(), ratio.raw(), gap.raw());
    magnitude all;
    mag_mul_ui(all.raw(), ratio.raw(), as_ulong(count));
    mag_min(sum.raw(), sum.raw(), all.raw());
  } else {
    mag_mul_ui(sum.raw(), last.raw(), as_ulong(count));
  }
}

}  // namespace

term_order::term_order(const number& lambda, bits precision)
    : is_one(lambda.as_rational() != nullptr && *lambda.as_rational() == 1),
      distance(precision),
      unit(ball::of(1, precision)) {
  if (is_one) return;
  const number mu = larger_order(lambda, precision);
  const number k = subtract(mu, 1, precision);
  const auto position = sign(k, precision);
  if (!position || *position == 0)
    throw precision_needed("whether the order is 1 is not determined");
  below_one = *position < 0;
  number multiple = abs(k, precision);
  for (roots = 0; roots <= most_roots && !whole; ++roots) {
    const auto count = multiple.to_int64();
    if (count && *count > 0 && *count <= largest_exponent_of_layers) {
      whole = as_ulong(*count);
      break;
    }
    multiple = multiply(multiple, 2, precision);
  }
  distance = abs(k.to_ball(precision));
  unit = 1 / (mu.to_ball(precision) * distance);
}

clone_layer::clone_layer(const ball& t, const ball& tail, const term_order& order, bits precision,
                         bits guard, const budget& limits)
    : order_(order),
      precision_(precision),
      guard_(guard),
      limits_(limits),
      twice_t_(t * 2),
      tail_(tail),
      scaled_tail_(precision),
      weight_(precision),
      u_(precision),
      v_(precision),
      difference_(precision),
      power_(precision),
      excess_(precision),
      factor_(precision),
      term_(precision),
      sum_(precision),
      largest_factor_(precision) {
  arb_get_mag(t_up_.raw(), t.raw());
  arb_get_mag_lower(t_low_.raw(), t.raw());
  arb_get_mag(tail_up_.raw(), tail.raw());
  arb_get_mag_lower(tail_low_.raw(), tail.raw());
  // λ + |λ − 1| is 1 for λ <= 1 and 2(λ − 1) + 1 above.
  if (order.below_one) {
    mag_one(slope_up_.raw());
  } else {
    const ball twice = order.distance * 2;
    arb_get_mag_lower(slope_low_.raw(), twice.raw());
    arb_get_mag(slope_up_.raw(), (twice + 1).raw());
  }
  layer_ = 1;
  scaled_tail_ = tail_;
  set_term(1, precision_);
  largest_factor_ = factor_;
}

// factor_ = N·2k/unit = (u·m + (u − v))·m/(1 + m) with m = (u/v)^(μ−1) − 1, for μ < 1
// ((u − v) − v·m)·m/(1 + m) with m = (u/v)^(1−μ) − 1, and (u − v)·log(u/v) at λ = 1: (S.3).
void clone_layer::set_factor(bits precision) {
  if (order_.roots == 0 && order_.whole && *order_.whole <= largest_polynomial_exponent &&
      !order_.below_one) {
    set_rational_factor(precision);
    return;
  }
  arb_div(excess_.raw(), difference_.raw(), v_.raw(), precision);  // u/v − 1
  if (order_.whole) {
    arb_add_ui(power_.raw(), excess_.raw(), 1, precision);
    for (int i = 0; i < order_.roots; ++i) arb_sqrt(power_.raw(), power_.raw(), precision);
    arb_pow_ui(power_.raw(), power_.raw(), *order_.whole, precision);
    arb_sub_ui(excess_.raw(), power_.raw(), 1, precision);
  } else {
    arb_log1p(excess_.raw(), excess_.raw(), precision);
    if (order_.is_one) {
      arb_mul(factor_.raw(), difference_.raw(), excess_.raw(), precision);
      return;
    }
    arb_mul(excess_.raw(), excess_.raw(), order_.distance.raw(), precision);
    arb_expm1(excess_.raw(), excess_.raw(), precision);
    arb_add_ui(power_.raw(), excess_.raw(), 1, precision);
  }
  arb_set(factor_.raw(), difference_.raw());
  if (order_.below_one)
    arb_submul(factor_.raw(), v_.raw(), excess_.raw(), precision);
  else
    arb_addmul(factor_.raw(), u_.raw(), excess_.raw(), precision);
  arb_mul(factor_.raw(), factor_.raw(), excess_.raw(), precision);
  arb_div(factor_.raw(), factor_.raw(), power_.raw(), precision);
}

// With k = μ − 1 small and whole: N·2k/unit = (u^(k+1) − v^(k+1))·(u^k − v^k)/(uv)^k, where
// s_m = (u^m − v^m)/(u − v) follows from u + v = 2N by s_(m+1) = 2N·s_m − uv·s_(m−1).
void clone_layer::set_rational_factor(bits precision) {
  const ulong k = *order_.whole;
  arb_mul(v_.raw(), u_.raw(), v_.raw(), precision);
  arb_mul(factor_.raw(), difference_.raw(), difference_.raw(), precision);
  arb_set_ui(power_.raw(), 1);                      // s_m
  arb_set_ui(excess_.raw(), 2 * as_ulong(layer_));  // s_(m+1)
  for (ulong m = 1; m < k; ++m) {
    arb_mul(power_.raw(), power_.raw(), v_.raw(), precision);
    arb_neg(power_.raw(), power_.raw());
    arb_addmul_ui(power_.raw(), excess_.raw(), 2 * as_ulong(layer_), precision);
    arb_swap(power_.raw(), excess_.raw());
  }
  if (k > 1) arb_mul(factor_.raw(), factor_.raw(), power_.raw(), precision);
  arb_mul(factor_.raw(), factor_.raw(), excess_.raw(), precision);
  if (k > 1) arb_pow_ui(v_.raw(), v_.raw(), k, precision);
  arb_div(factor_.raw(), factor_.raw(), v_.raw(), precision);
}

void clone_layer::set_term(std::int64_t a, bits precision) {
  arb_set(u_.raw(), scaled_tail_.raw());
  arb_addmul_ui(u_.raw(), twice_t_.raw(), as_ulong(a), precision);
  arb_set(v_.raw(), scaled_tail_.raw());
  arb_addmul_ui(v_.raw(), twice_t_.raw(), as_ulong(layer_ - a), precision);
  arb_mul_ui(difference_.raw(), twice_t_.raw(), surplus(a, layer_), precision);
  set_factor(precision);
  arb_mul(term_.raw(), weight_.raw(), factor_.raw(), precision);
}

void clone_layer::add_term(std::int64_t a) {
  // A term of little weight needs few bits; the first one of a direction is taken in full.
  const slong size = log2_above(term_);
  const slong needed = std::max<slong>(size - log2_threshold_, 0) + guard_ + 16;
  set_term(a, std::clamp<slong>(needed, std::min<slong>(64, precision_), precision_));
  if (log2_above(term_) > size + 8) set_term(a, precision_);
  arb_add(sum_.raw(), sum_.raw(), term_.raw(), precision_);
  ++visited_;
  if ((visited_ & 255) == 0) limits_.check();
  if (visited_ > most_outcomes) refuse_long_sum();
}

void clone_layer::add(std::int64_t layer, std::int64_t a, const ball& weight,
                      double log2_threshold) {
  limits_.check_time();
  layer_ = layer;
  // A quarter of it for either direction, in the scale of the terms.
  const double scale = std::log2(static_cast<double>(layer)) - log2_near(order_.unit);
  log2_threshold_ =
      static_cast<slong>(std::floor(std::clamp(log2_threshold + scale, -0x1p58, 0x1p58))) - 2;
  arb_mul_ui(scaled_tail_.raw(), tail_.raw(), as_ulong(layer), precision_);
  arb_zero(sum_.raw());
  mag_zero(rest_.raw());
  arb_set(weight_.raw(), weight.raw());
  set_term(a, precision_);
  sum_upward(a);
  if (a - 1 <= layer / 2) return;
  arb_mul_ui(weight_.raw(), weight.raw(), as_ulong(a), precision_);
  arb_div_ui(weight_.raw(), weight_.raw(), as_ulong(layer - a + 1), precision_);
  set_term(a - 1, precision_);
  sum_downward(a - 1);
}

void clone_layer::sum_upward(std::int64_t a) {
  std::int64_t attempt = a;
  magnitude tail;
  for (const std::int64_t start = a;; ++a) {
    add_term(a);
    if (a == layer_) return;
    if (a >= attempt && arf_abs_bound_lt_2exp_si(arb_midref(term_.raw())) <= log2_threshold_) {
      set_upper_tail(tail, a);
      if (leave_out(tail)) return;
      attempt = a + 1 + std::min((a - start) / 8, layer_ - a - 1);
    }
    arb_mul_ui(weight_.raw(), weight_.raw(), as_ulong(layer_ - a), precision_);
    arb_div_ui(weight_.raw(), weight_.raw(), as_ulong(a + 1), precision_);
  }
}

void clone_layer::sum_downward(std::int64_t a) {
  std::int64_t attempt = a;
  magnitude tail;
  for (const std::int64_t start = a;; --a) {
    add_term(a);
    if (a - 1 <= layer_ / 2) return;  // k(0) = 0, and the mirror images are in the terms
    if (a <= attempt && arf_abs_bound_lt_2exp_si(arb_midref(term_.raw())) <= log2_threshold_) {
      set_lower_tail(tail, a);
      if (leave_out(tail)) return;
      attempt = a - 1 - (start - a) / 8;
    }
    arb_mul_ui(weight_.raw(), weight_.raw(), as_ulong(a), precision_);
    arb_div_ui(weight_.raw(), weight_.raw(), as_ulong(layer_ - a + 1), precision_);
  }
}

bool clone_layer::leave_out(const magnitude& bound) {
  if (mag_cmp_2exp_si(bound.raw(), log2_threshold_) > 0) return false;
  mag_add(rest_.raw(), rest_.raw(), bound.raw());
  return true;
}

// (S.5): f(a+1)/f(a) <= (N − x)/(x + 1)·exp((λ + |λ−1| + 2/z_x)·(2t/N)/(1 − z_y²)), x <= a < y.
void clone_layer::set_ratio_up(magnitude& ratio, std::int64_t from, std::int64_t to) const {
  magnitude z;
  magnitude u;
  magnitude v;
  mag_mul_ui_lower(z.raw(), t_low_.raw(), surplus(from, layer_));
  // 2/z_x = 2N/(N·z_x)
  magnitude exponent;
  mag_set_ui(exponent.raw(), 2 * as_ulong(layer_));
  mag_div(exponent.raw(), exponent.raw(), z.raw());
  mag_add(exponent.raw(), exponent.raw(), slope_up_.raw());
  // N(1 + z_y) and N(1 − z_y) from below
  magnitude scaled;
  mag_mul_ui_lower(scaled.raw(), tail_low_.raw(), as_ulong(layer_));
  mag_mul_ui_lower(u.raw(), t_low_.raw(), 2 * as_ulong(to));
  mag_add_lower(u.raw(), u.raw(), scaled.raw());
  mag_mul_ui_lower(v.raw(), t_low_.raw(), 2 * as_ulong(layer_ - to));
  mag_add_lower(v.raw(), v.raw(), scaled.raw());
  mag_mul_lower(u.raw(), u.raw(), v.raw());
  mag_mul(exponent.raw(), exponent.raw(), t_up_.raw());
  mag_mul_ui(exponent.raw(), exponent.raw(), 2 * as_ulong(layer_));
  mag_div(exponent.raw(), exponent.raw(), u.raw());
  mag_exp(ratio.raw(), exponent.raw());
  mag_mul_ui(ratio.raw(), ratio.raw(), as_ulong(layer_ - from));
  mag_div_ui(ratio.raw(), ratio.raw(), as_ulong(from + 1));
}

// (S.6): f(a−1)/f(a) <= x/(N − x + 1)·exp(−(λ + |λ−1| − 1)·(2t/N)/(1 − z_y²)), y < a <= x.
void clone_layer::set_ratio_down(magnitude& ratio, std::int64_t from, std::int64_t to) const {
  magnitude scaled;
  magnitude u;
  magnitude v;
  mag_mul_ui(scaled.raw(), tail_up_.raw(), as_ulong(layer_));
  mag_mul_ui(u.raw(), t_up_.raw(), 2 * as_ulong(to));
  mag_add(u.raw(), u.raw(), scaled.raw());
  mag_mul_ui(v.raw(), t_up_.raw(), 2 * as_ulong(layer_ - to));
  mag_add(v.raw(), v.raw(), scaled.raw());
  mag_mul(u.raw(), u.raw(), v.raw());
  magnitude exponent;
  mag_mul_lower(exponent.raw(), slope_low_.raw(), t_low_.raw());
  mag_mul_ui_lower(exponent.raw(), exponent.raw(), 2 * as_ulong(layer_));
  mag_div_lower(exponent.raw(), exponent.raw(), u.raw());
  mag_expinv(ratio.raw(), exponent.raw());
  mag_mul_ui(ratio.raw(), ratio.raw(), as_ulong(from));
  mag_div_ui(ratio.raw(), ratio.raw(), as_ulong(layer_ - from + 1));
}

// All a' > a by their mass, (D.5), and the largest k.
void clone_layer::set_mass_tail(magnitude& total, std::int64_t a) const {
  arb_get_mag(total.raw(), weight_.raw());
  mag_mul_ui(total.raw(), total.raw(), as_ulong(layer_ - a));
  mag_div_ui(total.raw(), total.raw(), as_ulong(a + 1));
  mag_mul_ui(total.raw(), total.raw(), as_ulong(a + 2));
  mag_div_ui(total.raw(), total.raw(), surplus(a, layer_) + 3);
  magnitude factor;
  arb_get_mag(factor.raw(), largest_factor_.raw());
  mag_mul(total.raw(), total.raw(), factor.raw());
  mag_mul_ui(total.raw(), total.raw(), as_ulong(layer_));
}

void clone_layer::set_upper_tail(magnitude& total, std::int64_t a) const {
  set_mass_tail(total, a);
  if (mag_cmp_2exp_si(total.raw(), log2_threshold_) <= 0) return;
  magnitude by_mass(total);
  mag_zero(total.raw());
  magnitude first;
  magnitude ratio;
  magnitude power;
  magnitude series;
  arb_get_mag(first.raw(), term_.raw());
  while (a < layer_) {
    std::int64_t end = layer_;
    set_ratio_up(ratio, a, end);
    while (end > a + 1 && mag_cmp_2exp_si(ratio.raw(), 0) >= 0) {
      end = a + (end - a) / 2;
      set_ratio_up(ratio, a, end);
    }
    if (mag_cmp_2exp_si(ratio.raw(), 0) >= 0) {
      // The terms grow: (S.7).
      end = a + std::max<std::int64_t>(1, (layer_ - a) / 16);
      set_ratio_up(ratio, a, end);
    }
    mag_pow_ui(power.raw(), ratio.raw(), as_ulong(end - a));
    set_series(series, ratio, power, end - a);
    mag_addmul(total.raw(), first.raw(), series.raw());
    mag_mul(first.raw(), first.raw(), power.raw());
    if (mag_cmp_2exp_si(total.raw(), log2_threshold_) > 0) break;
    a = end;
  }
  // Given up half way, the sum is no bound.
  if (a < layer_ || mag_cmp(by_mass.raw(), total.raw()) < 0) total = by_mass;
}

void clone_layer::set_lower_tail(magnitude& total, std::int64_t a) const {
  mag_zero(total.raw());
  magnitude first;
  magnitude ratio;
  magnitude power;
  magnitude series;
  arb_get_mag(first.raw(), term_.raw());
  const std::int64_t last = layer_ / 2 + 1;
  // Whatever is below has the mass 1 at most, and no larger k: (S.6).
  magnitude by_mass;
  arb_get_mag(by_mass.raw(), factor_.raw());
  mag_mul_2exp_si(by_mass.raw(), by_mass.raw(), -1);
  while (a > last) {
    std::int64_t end = last;
    set_ratio_down(ratio, a, end);
    while (end < a - 1 && mag_cmp_2exp_si(ratio.raw(), 0) >= 0) {
      end = a - (a - end) / 2;
      set_ratio_down(ratio, a, end);
    }
    if (mag_cmp_2exp_si(ratio.raw(), 0) >= 0) break;
    mag_pow_ui(power.raw(), ratio.raw(), as_ulong(a - end));
    set_series(series, ratio, power, a - end);
    mag_addmul(total.raw(), first.raw(), series.raw());
    mag_mul(first.raw(), first.raw(), power.raw());
    a = end;
  }
  if (a > last || mag_cmp(by_mass.raw(), total.raw()) < 0) total = by_mass;
}

ball clone_layer::sum() const {
  return sum_ * order_.unit / layer_;
}

ball clone_layer::rest() const {
  ball bound(precision_);
  arf_set_mag(arb_midref(bound.raw()), rest_.raw());
  return upper_bound(bound * order_.unit / layer_);
}

ball clone_layer::largest() const {
  // N·2k/unit at N = 1
  return largest_factor_ * order_.unit / 2;
}

}  // namespace shufflecert::inline v0_1
