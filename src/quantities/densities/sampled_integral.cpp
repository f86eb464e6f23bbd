#include "quantities/densities/sampled_integral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <limits>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/flint_complex.hpp"
#include "arithmetic/magnitude.hpp"
#include "quantities/densities/orders.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// What is integrated, of u = 1 + y under Q, y = γ(P/Q − 1): (L.15).
enum class kind { power, entropy, minus_log };

// For z ~ N(0, 1) under Q, log(P/Q) = bend·z² + slope·z + height.
struct sampled_ratio {
  ball d;  // the mean of P, in deviations of Q
  ball s;  // v2/v1
  ball gamma;
  ball others;  // 1 − γ
  ball bend;
  ball slope;
  ball height;

  sampled_ratio(const subsampled_normal& pair, bits precision)
      : d((pair.of.m1.to_ball(precision) - pair.of.m2.to_ball(precision)) /
          sqrt(pair.of.v2.to_ball(precision))),
        s(pair.of.v2.to_ball(precision) / pair.of.v1.to_ball(precision)),
        gamma(pair.gamma.to_ball(precision)),
        others(subtract(1, pair.gamma, precision).to_ball(precision)),
        bend((1 - s) / 2),
        slope(s * d),
        height((log(s) - s * d * d) / 2) {}
};

// A normal law, of which a part of the integrand is a multiple.
struct normal_part {
  ball mean;
  ball root;  // 1/deviation

  // P(X < low) + P(X > high)
  [[nodiscard]] ball outside(const ball& low, const ball& high) const {
    return upper_bound(normal_cdf((low - mean) * root) + normal_cdf((mean - high) * root));
  }
};

// φ(z)·(P/Q)^order, as a multiple `total` of a normal law: (L.16).
struct raised_ratio {
  normal_part law;
  ball total;
};

// Nothing where it has no finite integral.
std::optional<raised_ratio> raised(const sampled_ratio& of, const ball& order) {
  const ball sharpness = 1 - order + order * of.s;
  if (sharpness.is_certainly_nonpositive()) return std::nullopt;
  if (!sharpness.is_certainly_positive())
    throw precision_needed("whether the divergence is finite is not determined");
  const ball mean = order * of.slope / sharpness;
  return raised_ratio{{mean, sqrt(sharpness)},
                      exp(order * of.height + mean * mean * sharpness / 2) / sqrt(sharpness)};
}

// A term of Σ_{k≥2} c_k·y^k, the series of u^a − 1 − a·y or of its limits at an order of 1.
struct series_term {
  kind what;
  const ball& order;
  const ball& above_one;  // the order less 1

  // c_2, then c_{k+1}/c_k.
  [[nodiscard]] ball first(slong precision) const {
    if (what == kind::power) return (order * above_one / 2).with_precision(precision);
    return ball::of(1, precision) / 2;
  }
  [[nodiscard]] ball ratio(std::int64_t k, slong precision) const {
    if (what == kind::power) return ((order - k) / (k + 1)).with_precision(precision);
    const std::int64_t above = what == kind::entropy ? k - 1 : k;
    return -(ball::of(above, precision) / (k + 1));
  }
};

// Whether a ball is certainly within 2^-10 of 0.
bool is_small(const ball& x) {
  magnitude size;
  arb_get_mag(size.raw(), x.raw());
  return mag_cmp_2exp_si(size.raw(), -10) < 0;
}

struct integrand {
  const sampled_ratio& of;
  kind what;
  const ball& order;      // a, for powers
  const ball& above_one;  // a − 1
  const budget& limits;
  ball steepest;   // max(1, |a|)
  ball log_gamma;  // log γ
  ball log_odds;   // log γ − log(1 − γ)
  ball sharpness;  // (L.16), of φ·(P/Q)^a
  std::exception_ptr failure = nullptr;

  integrand(const sampled_ratio& ratio, kind kind_of, const ball& a, const ball& a_less_one,
            const budget& time)
      : of(ratio),
        what(kind_of),
        order(a),
        above_one(a_less_one),
        limits(time),
        steepest(kind_of == kind::power ? max(ball::of(1, a.precision()), abs(a))
                                        : ball::of(1, a.precision())),
        log_gamma(log(ratio.gamma)),
        log_odds(log_gamma - log(ratio.others)),
        sharpness(1 - a + a * ratio.s) {}

  // φ(z)·√(2π)·(u^a − 1 − a·y), or its limit at an order of 1.
  void value(acb_t out, const acb_t z, bool is_analytic, slong precision) const {
    complex_ball log_ratio;
    complex_ball y;
    complex_ball phi;
    polynomial(log_ratio.raw(), z, of.bend, of.slope, of.height, precision);
    acb_expm1(y.raw(), log_ratio.raw(), precision);
    acb_mul_arb(y.raw(), y.raw(), of.gamma.raw(), precision);
    acb_mul(phi.raw(), z, z, precision);
    acb_mul_2exp_si(phi.raw(), phi.raw(), -1);
    acb_neg(phi.raw(), phi.raw());
    acb_exp(phi.raw(), phi.raw(), precision);
    if (by_series(out, y.raw(), precision)) {
      acb_mul(out, out, phi.raw(), precision);
      return;
    }
    // γ times the density of P, less that of Q.
    complex_ball first;
    complex_ball apart;
    square(first.raw(), z, of.d, of.s, precision);
    acb_exp(first.raw(), first.raw(), precision);
    acb_mul_arb(first.raw(), first.raw(), root_s().raw(), precision);
    acb_sub(apart.raw(), first.raw(), phi.raw(), precision);
    acb_mul_arb(apart.raw(), apart.raw(), of.gamma.raw(), precision);

    // log u: of the larger of (1 − γ)Q and γP, and what the other adds; or of 1 + y.
    complex_ball rest;
    complex_ball log_u;
    const bool is_high = arb_is_positive((midpoint(log_ratio.raw()) + log_odds).raw()) != 0;
    const bool is_mostly_p = log_odds.is_certainly_positive();
    if (is_high || is_mostly_p) {
      acb_add_arb(rest.raw(), log_ratio.raw(), log_odds.raw(), precision);
      if (is_high) acb_neg(rest.raw(), rest.raw());
      acb_exp(rest.raw(), rest.raw(), precision);
    } else {
      acb_set(rest.raw(), y.raw());
    }
    acb_add_ui(log_u.raw(), rest.raw(), 1, precision);
    if (is_analytic && arb_contains_nonpositive(acb_realref(log_u.raw())) != 0 &&
        arb_contains_zero(acb_imagref(log_u.raw())) != 0) {
      acb_indeterminate(out);
      return;
    }
    acb_log1p(log_u.raw(), rest.raw(), precision);
    if (!is_high && is_mostly_p) {
      const ball log_others = log_gamma - log_odds;
      acb_add_arb(log_u.raw(), log_u.raw(), log_others.raw(), precision);
    }
    // Near the orders 0 and 1 each part has the order, or the order less 1, as a factor:
    // u^a − 1 − a·y = expm1(a·log u) − a·y = u·expm1((a − 1)·log u) − (a − 1)·y.
    if (what == kind::power && (is_small(order) || is_small(above_one))) {
      if (is_high) {
        acb_add(log_u.raw(), log_u.raw(), log_ratio.raw(), precision);
        acb_add_arb(log_u.raw(), log_u.raw(), log_gamma.raw(), precision);
      }
      const ball& factor = is_small(order) ? order : above_one;
      acb_mul_arb(log_u.raw(), log_u.raw(), factor.raw(), precision);
      acb_expm1(rest.raw(), log_u.raw(), precision);
      if (!is_small(order)) acb_add(phi.raw(), phi.raw(), apart.raw(), precision);
      acb_mul(out, rest.raw(), phi.raw(), precision);
      acb_mul_arb(apart.raw(), apart.raw(), factor.raw(), precision);
      acb_sub(out, out, apart.raw(), precision);
      return;
    }
    if (what == kind::power) {
      acb_mul_arb(log_u.raw(), log_u.raw(), order.raw(), precision);
      exponent(rest.raw(), z, is_high, precision);
      acb_add(rest.raw(), rest.raw(), log_u.raw(), precision);
      acb_exp(out, rest.raw(), precision);
      acb_sub(out, out, phi.raw(), precision);
      acb_mul_arb(apart.raw(), apart.raw(), order.raw(), precision);
      acb_sub(out, out, apart.raw(), precision);
      return;
    }
    if (is_high) {
      acb_add(log_u.raw(), log_u.raw(), log_ratio.raw(), precision);
      acb_add_arb(log_u.raw(), log_u.raw(), log_gamma.raw(), precision);
    }
    if (what == kind::entropy) {
      acb_add(rest.raw(), apart.raw(), phi.raw(), precision);
      acb_mul(out, rest.raw(), log_u.raw(), precision);
      acb_sub(out, out, apart.raw(), precision);
    } else {
      acb_mul(out, phi.raw(), log_u.raw(), precision);
      acb_sub(out, apart.raw(), out, precision);
    }
  }

  static int call(acb_ptr out, const acb_t z, void* self, slong order, slong precision) {
    auto& at = *static_cast<integrand*>(self);
    if (at.failure != nullptr) {
      acb_indeterminate(out);
      return 0;
    }
    try {
      at.limits.check();
      at.value(out, z, order != 0, precision);
    } catch (...) {
      at.failure = std::current_exception();
      acb_indeterminate(out);
    }
    return 0;
  }

 private:
  static void polynomial(acb_t out, const acb_t z, const ball& bend, const ball& slope,
                         const ball& height, slong precision) {
    acb_mul_arb(out, z, bend.raw(), precision);
    acb_add_arb(out, out, slope.raw(), precision);
    acb_mul(out, out, z, precision);
    acb_add_arb(out, out, height.raw(), precision);
  }
  // −sharpness·(z − mean)²/2
  static void square(acb_t out, const acb_t z, const ball& mean, const ball& sharpness,
                     slong precision) {
    acb_sub_arb(out, z, mean.raw(), precision);
    acb_mul(out, out, out, precision);
    acb_mul_arb(out, out, sharpness.raw(), precision);
    acb_mul_2exp_si(out, out, -1);
    acb_neg(out, out);
  }
  [[nodiscard]] ball root_s() const { return sqrt(of.s); }

  static ball midpoint(const acb_t x) {
    ball result(64);
    arf_set(arb_midref(result.raw()), arb_midref(acb_realref(x)));
    return result;
  }

  // −z²/2, and where γP is taken out of u, a·log(γP/Q) besides, as a square where that is one.
  void exponent(acb_t out, const acb_t z, bool is_high, slong precision) const {
    if (!is_high) {
      square(out, z, ball(2), ball::of(1, 2), precision);
      return;
    }
    const ball height = order * (of.height + log_gamma);
    if (sharpness.is_certainly_positive()) {
      const ball mean = order * of.slope / sharpness;
      square(out, z, mean, sharpness, precision);
      const ball all = height + mean * mean * sharpness / 2;
      acb_add_arb(out, out, all.raw(), precision);
      return;
    }
    polynomial(out, z, -sharpness / 2, order * of.slope, height, precision);
  }

  // Where max(1, |a|)·|y| is certainly below 1/4: no digits are lost where y is small. Each term is
  // at most so many times the one before, which bounds what is left out by a geometric series.
  bool by_series(acb_t out, const acb_t y, slong precision) const {
    magnitude size;
    magnitude ratio;
    acb_get_mag(size.raw(), y);
    arb_get_mag(ratio.raw(), steepest.raw());
    mag_mul(ratio.raw(), ratio.raw(), size.raw());
    if (mag_cmp_2exp_si(ratio.raw(), -2) >= 0) return false;
    const series_term coefficients{what, order, above_one};
    complex_ball term;
    magnitude so_far;
    acb_mul(term.raw(), y, y, precision);
    acb_mul_arb(term.raw(), term.raw(), coefficients.first(precision).raw(), precision);
    acb_zero(out);
    for (std::int64_t k = 2;; ++k) {
      acb_add(out, out, term.raw(), precision);
      acb_mul(term.raw(), term.raw(), y, precision);
      acb_mul_arb(term.raw(), term.raw(), coefficients.ratio(k, precision).raw(), precision);
      acb_get_mag(size.raw(), term.raw());
      acb_get_mag(so_far.raw(), out);
      mag_mul_2exp_si(so_far.raw(), so_far.raw(), -precision);
      if (mag_cmp(size.raw(), so_far.raw()) <= 0 || k > precision + 4) break;
    }
    // 1/(1 − 1/4) < 2
    mag_mul_2exp_si(size.raw(), size.raw(), 1);
    acb_add_error_mag(out, size.raw());
    return true;
  }
};

// In double, for choosing the window, the tolerance and the bits.
struct place {
  double mean;
  double deviation;
};

// Where the integrand may be large: (L.16).
std::vector<place> places_of(const sampled_ratio& of, const ball& order) {
  const auto place_of = [](const normal_part& law) {
    return place{law.mean.near(), 1 / law.root.near()};
  };
  std::vector<place> places{{0, 1}, place_of({of.d, sqrt(of.s)})};
  const ball sharpness = 1 - order + order * of.s;
  if (sharpness.is_certainly_positive())
    places.push_back(place_of({order * of.slope / sharpness, sqrt(sharpness)}));
  return places;
}

struct guess {
  double log2_size;   // of the integrand, at most about
  double log2_parts;  // of what is subtracted in it
};

double log_size(const ball& x) {
  return log(abs(x)).near();
}

guess size_near(const sampled_ratio& of, kind what, const ball& order, const ball& above_one,
                const std::vector<place>& places) {
  const double log_gamma = log_size(of.gamma);
  const double bend = of.bend.near();
  const double slope = of.slope.near();
  const double height = of.height.near();
  // Near the orders 0 and 1 the integrand is a multiple of the limit there.
  constexpr double close = 1e-6;
  double a = order.near();
  double log_multiple = 0;
  double log_second = -std::log(2.0);  // of c_2
  double log_factor = 0;               // of what is subtracted
  if (what == kind::power) {
    log_second += log_size(order) + log_size(above_one);
    if (is_small(order))
      log_factor = log_size(order);
    else if (is_small(above_one))
      log_factor = log_size(above_one);
    if (std::abs(a - 1) < close) {
      what = kind::entropy;
      log_multiple = log_size(above_one);
    } else if (std::abs(a) < close) {
      what = kind::minus_log;
      log_multiple = log_size(order);
    }
  }
  const double steepest = what == kind::power ? std::max(1.0, std::abs(a)) : 1;

  double largest = -std::numeric_limits<double>::infinity();
  double parts = largest;
  const auto look_at = [&](double z) {
    const double log_phi = -z * z / 2;
    const double log_ratio = (bend * z + slope) * z + height;
    constexpr double large = 30;
    const double log_y =
        log_gamma + (log_ratio > large ? log_ratio : std::log(std::abs(std::expm1(log_ratio))));
    const double log_u =
        log_y > large ? log_y : std::log1p(std::copysign(std::exp(log_y), log_ratio));
    double size = 0;
    if (log_y + std::log(steepest) < std::log(1e-4)) {
      size = 2 * log_y + log_second;
    } else if (what == kind::power && std::max(log_y, a * log_u) > large) {
      size = std::max(log_y + std::log(std::abs(a)), a * log_u);
    } else if (log_y > large) {
      size = log_multiple + log_y + (what == kind::entropy ? std::log(log_y) : 0);
    } else {
      const double y = std::copysign(std::exp(log_y), log_ratio);
      const double value = what == kind::power     ? std::expm1(a * log_u) - a * y
                           : what == kind::entropy ? (1 + y) * log_u - y
                                                   : y - log_u;
      size = log_multiple + std::log(std::abs(value));
    }
    largest = std::max(largest, size + log_phi);
    // Elsewhere the series is used, which loses nothing.
    if (log_y + std::log(steepest) > std::log(0.1))
      parts = std::max(parts, log_factor + log_phi + std::max(0.0, log_y));
  };
  for (const place& at : places)
    for (int i = -100; i <= 100; ++i) look_at(at.mean + i * 0.08 * at.deviation);
  return {largest / std::log(2.0), parts / std::log(2.0)};
}

// (L.17): what the integrand adds outside of the window, in absolute value.
ball beyond(const sampled_ratio& of, kind what, const ball& order, const ball& above_one,
            const ball& low, const ball& high) {
  const bits precision = low.precision();
  const normal_part second{ball(precision), ball::of(1, precision)};
  const normal_part first{of.d, sqrt(of.s)};
  const ball q = second.outside(low, high);
  const ball p = of.gamma * first.outside(low, high);
  const auto powers = [&](const ball& a) {
    const auto one = raised(of, a);
    const ball two = ball::of(2, precision);
    return pow(two, a - 1) * (q + pow(of.gamma, a) * one->total * one->law.outside(low, high));
  };
  switch (what) {
    case kind::entropy: {
      const ball extra = order - 1;
      return q + powers(order) / extra + p + q;
    }
    case kind::minus_log:
      return q * (1 - log(of.others)) + p + p + q;
    case kind::power:
      break;
  }
  const ball linear = q + abs(order) * (p + q);
  if (order.is_certainly_negative()) return pow(of.others, order) * q + linear;
  if (above_one.is_certainly_negative()) return q + p + linear;
  return powers(order) + linear;
}

// The order at which the entropy's tail is bounded, above 1: (L.17).
double order_for_entropy(const sampled_ratio& of) {
  const double s = of.s.near();
  return 1 + (s >= 1 ? 1 : std::min(1.0, s / (2 * (1 - s))));
}

// E_Q of the integrand.
ball integral(const sampled_ratio& of, kind what, const ball& order, const ball& above_one,
              const guess& size, bits precision, const budget& limits) {
  const bits wide = order.precision();
  // Deviations of each part, so that (L.17) is far below the size.
  const double others = std::max(0.0, -order.near() * log_size(of.others) / std::log(2.0));
  const double least = static_cast<double>(precision) + 16 + std::abs(order.near()) + others +
                       std::max(0.0, -size.log2_size);
  const double deviations = std::sqrt(2 * std::log(2.0) * least);
  double from = 0;
  double to = 0;
  for (const place& at : places_of(of, order)) {
    from = std::min(from, at.mean - deviations * at.deviation);
    to = std::max(to, at.mean + deviations * at.deviation);
  }
  const auto exactly = [&](double x) {
    ball result(wide);
    arb_set_d(result.raw(), x);
    return result;
  };
  const ball low = exactly(from);
  const ball high = exactly(to);

  integrand body(of, what, order, above_one, limits);
  complex_ball start;
  complex_ball end;
  complex_ball result;
  acb_set_arb(start.raw(), low.raw());
  acb_set_arb(end.raw(), high.raw());
  magnitude tolerance;
  const auto near_size = static_cast<slong>(size.log2_size);
  mag_set_ui_2exp_si(tolerance.raw(), 1, near_size - precision - 8);
  acb_calc_integrate_opt_t options;
  acb_calc_integrate_opt_init(options);
  acb_calc_integrate(result.raw(), integrand::call, &body, start.raw(), end.raw(), precision + 8,
                     tolerance.raw(), options, wide);
  if (body.failure != nullptr) std::rethrow_exception(body.failure);
  ball value(wide);
  arb_set(value.raw(), acb_realref(result.raw()));
  value = value / sqrt(ball::pi(wide) * 2);
  const ball rest = upper_bound(beyond(of, what, order, above_one, low, high));
  arb_add_error(value.raw(), rest.raw());
  return value;
}

// How many bits are lost where nearly equal parts are subtracted, and in large exponents.
bits guard_bits(const sampled_ratio& of, const ball& order, const guess& size) {
  const double a = std::abs(order.near());
  const double exponents = std::log2(2 + a * a * (1 + of.d.near() * of.d.near()));
  constexpr double most = 1'000'000;
  if (!(size.log2_parts - size.log2_size + 2 * exponents < most))
    throw beyond_reach("the two laws are too far apart for this order");
  return 32 + bits_near(size.log2_parts - size.log2_size) + bits_near(2 * exponents);
}

}  // namespace

number sampled_renyi_by_integral(const subsampled_normal& pair, const number& lambda,
                                 bits precision, const budget& limits) {
  const int position = position_to_one(lambda, precision);
  if (lambda.to_ball(64).near() > most_sampled_order)
    throw beyond_reach("for subsampled normal pairs orders above 10^4 are not computed");
  const kind what = position != 0 ? kind::power : pair.swapped ? kind::minus_log : kind::entropy;
  const auto order_at = [&](const sampled_ratio& of, bits at) {
    ball order = (pair.swapped ? subtract(1, lambda, at) : lambda).to_ball(at);
    if (what == kind::entropy) arb_set_d(order.raw(), order_for_entropy(of));
    return order;
  };
  // The order less 1, to as many digits as the order.
  const auto above_one_at = [&](bits at) {
    return pair.swapped ? -lambda.to_ball(at) : subtract(lambda, 1, at).to_ball(at);
  };
  const sampled_ratio rough(pair, precision);
  if (rough.d.is_exact_zero() && equal(rough.s, ball::of(1, precision)).value_or(false)) return 0;
  const ball rough_order = order_at(rough, precision);
  const ball rough_above_one = above_one_at(precision);
  const bool is_above_one = what == kind::entropy || rough_above_one.is_certainly_positive();
  if (is_above_one && !raised(rough, rough_order)) return ball::infinity(precision);

  const guess size =
      size_near(rough, what, rough_order, rough_above_one, places_of(rough, rough_order));
  if (!std::isfinite(size.log2_size) || std::abs(size.log2_size) > 1e9)
    throw precision_needed("how far the laws are apart is not determined");
  const bits wide = precision + guard_bits(rough, rough_order, size);
  const sampled_ratio of(pair, wide);
  const ball found =
      integral(of, what, order_at(of, wide), above_one_at(wide), size, precision, limits);
  if (what != kind::power) return known(nonnegative_part(found).with_precision(precision), "renyi");
  const ball value = log1p(found) / subtract(lambda, 1, wide).to_ball(wide);
  return known(nonnegative_part(value).with_precision(precision), "renyi");
}

}  // namespace shufflecert::inline v0_1
