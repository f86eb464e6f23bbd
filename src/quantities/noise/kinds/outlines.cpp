#include "quantities/noise/kinds/outlines.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "arithmetic/log_gamma.hpp"
#include "arithmetic/overloaded.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Beyond this a double does not tell neighbours apart.
constexpr double farthest = 4e15;
constexpr double nowhere = -std::numeric_limits<double>::infinity();

outcome_span around(double centre, double reach) {
  if (!(std::abs(centre) + reach < farthest)) refuse_noise_span();
  return {static_cast<std::int64_t>(std::floor(centre - reach)),
          static_cast<std::int64_t>(std::ceil(centre + reach))};
}

double exponent_of(double log2_threshold) {
  return std::log(2.0) * (std::abs(log2_threshold) + 8);
}

// How far from the centre the masses of about `width` outcomes stay above e^−exponent.
double reach_of(const noise_kind& kind, double centre, double width, int side, double exponent) {
  const double least = -exponent - std::log1p(width);
  double far = width + 1;
  while (log_mass_near(kind, std::round(centre + side * far)) >= least) {
    far *= 2;
    if (!(far < farthest)) refuse_noise_span();
  }
  double near_end = far == width + 1 ? 0 : far / 2;
  for (int i = 0; i < 40 && far - near_end > 1; ++i) {
    const double middle = (far + near_end) / 2;
    const bool is_inside = log_mass_near(kind, std::round(centre + side * middle)) >= least;
    (is_inside ? near_end : far) = middle;
  }
  return far + 1;
}

// Of a law of counts.
outcome_span counts_span(const noise_kind& kind, double width, double log2_threshold) {
  const double centre = centre_near(kind);
  if (!(centre + width < farthest)) refuse_noise_span();
  const double exponent = exponent_of(log2_threshold);
  const double above = reach_of(kind, centre, width, 1, exponent);
  const double below = reach_of(kind, centre, width, -1, exponent);
  const outcome_span all = around(centre, std::max(above, below));
  return {std::max<std::int64_t>(0, static_cast<std::int64_t>(std::floor(centre - below))),
          std::min(all.last, static_cast<std::int64_t>(std::ceil(centre + above)))};
}

struct log_mass_at {
  double x;

  double operator()(const discrete_gaussian_noise& of) const {
    const double v = double_near(of.v);
    const double away = x - double_near(of.m);
    return -away * away / (2 * v) - std::max(0.0, std::log(2 * std::numbers::pi * v) / 2);
  }
  double operator()(const geometric_noise& of) const {
    const double eps = double_near(of.eps);
    return -eps * std::abs(x - double_near(of.m)) + std::log(std::tanh(eps / 2));
  }
  double operator()(const poisson_noise& of) const {
    if (x < 0) return nowhere;
    return x * log_near(of.mu) - double_near(of.mu) - log_gamma(x + 1);
  }
  double operator()(const negative_binomial_noise& of) const {
    if (x < 0) return nowhere;
    const double r = std::max(double_near(of.r), 1e-300);
    return log_gamma(x + r) - log_gamma(r) - log_gamma(x + 1) + r * log_near(of.p) +
           x * log_near(of.failure);
  }
  // Debye's first term for the Bessel function of both.
  double operator()(const skellam_noise& of) const {
    const double k = std::abs(x - static_cast<double>(of.m));
    const double z = std::max(2 * double_near(of.mu), 1e-300);
    const double root = std::hypot(k, z);
    return k * k / (root + z) - k * std::asinh(k / z) -
           std::log(std::max(1.0, 2 * std::numbers::pi * root)) / 2;
  }
  double operator()(const law_ptr& of) const {
    const outcome_span all = span_of(of, 0);
    const bool is_inside =
        x >= static_cast<double>(all.first) && x <= static_cast<double>(all.last);
    return is_inside ? 0.0 : nowhere;
  }
};

}  // namespace

void refuse_noise_span() {
  throw beyond_reach("direct summation would need more than 2*10^7 outcomes of integer noise");
}

double double_near(const number& x) {
  constexpr bits few = 64;
  return x.to_ball(few).near();
}

double log_near(const number& x) {
  return std::log(std::max(double_near(x), 1e-300));
}

outcome_set outcomes_of(const noise_kind& kind) {
  return std::visit(
      overloaded{[](const discrete_gaussian_noise&) { return outcome_set::whole_line; },
                 [](const geometric_noise&) { return outcome_set::whole_line; },
                 [](const poisson_noise&) { return outcome_set::from_zero; },
                 [](const negative_binomial_noise&) { return outcome_set::from_zero; },
                 [](const skellam_noise&) { return outcome_set::whole_line; },
                 [](const law_ptr&) { return outcome_set::listed; }},
      kind);
}

bool has_tail(const noise_kind& kind, int side) {
  const outcome_set outcomes = outcomes_of(kind);
  return outcomes == outcome_set::whole_line || (outcomes == outcome_set::from_zero && side > 0);
}

double centre_near(const noise_kind& kind) {
  return std::visit(overloaded{[](const discrete_gaussian_noise& of) { return double_near(of.m); },
                               [](const geometric_noise& of) { return double_near(of.m); },
                               [](const poisson_noise& of) { return double_near(of.mu); },
                               [](const negative_binomial_noise& of) {
                                 // Where the masses are largest.
                                 const double p = std::max(double_near(of.p), 1e-300);
                                 return std::max(0.0, double_near(of.r) - 1) *
                                        double_near(of.failure) / p;
                               },
                               [](const skellam_noise& of) { return static_cast<double>(of.m); },
                               [](const law_ptr&) { return 0.0; }},
                    kind);
}

outcome_span span_of(const noise_kind& kind, double log2_threshold) {
  const double exponent = exponent_of(log2_threshold);
  return std::visit(
      overloaded{[&](const discrete_gaussian_noise& of) {
                   return around(double_near(of.m),
                                 std::sqrt(2 * double_near(of.v) * exponent) + 2);
                 },
                 [&](const geometric_noise& of) {
                   return around(double_near(of.m), exponent / double_near(of.eps) + 2);
                 },
                 [&](const poisson_noise& of) {
                   return counts_span(kind, std::sqrt(double_near(of.mu)), log2_threshold);
                 },
                 [&](const negative_binomial_noise& of) {
                   const double p = std::max(double_near(of.p), 1e-300);
                   const double failure = double_near(of.failure);
                   const double width = (std::sqrt(double_near(of.r) * failure) + failure) / p;
                   return counts_span(kind, width, log2_threshold);
                 },
                 [&](const skellam_noise& of) {
                   const auto m = static_cast<double>(of.m);
                   const double width = std::sqrt(2 * double_near(of.mu));
                   return around(m, reach_of(kind, m, width, 1, exponent));
                 },
                 [](const law_ptr& of) {
                   return outcome_span{of->entries.front().outcome.front(),
                                       of->entries.back().outcome.front()};
                 }},
      kind);
}

double log_mass_near(const noise_kind& kind, double x) {
  return std::visit(log_mass_at{x}, kind);
}

double step_near(const noise_kind& kind, double x, int side) {
  return std::visit(
      overloaded{
          [&](const poisson_noise& of) { return log_near(of.mu) - std::log(x + 1); },
          [&](const negative_binomial_noise& of) {
            return log_near(of.failure) + std::log((x + double_near(of.r)) / (x + 1));
          },
          [&](const skellam_noise& of) {
            const double k = side * (x - static_cast<double>(of.m));
            return -std::asinh((k + 0.5) / std::max(2 * double_near(of.mu), 1e-300));
          },
          [](const law_ptr&) { return 0.0; },
          [&](const auto&) { return log_mass_near(kind, x + side) - log_mass_near(kind, x); }},
      kind);
}

}  // namespace shufflecert::inline v0_1
