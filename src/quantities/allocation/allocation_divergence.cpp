#include "quantities/allocation/allocation_divergence.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/allocation/allocation_line_plan.hpp"
#include "quantities/allocation/allocation_path.hpp"
#include "quantities/allocation/allocation_profile.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {
namespace {

// E(c − W)₊ with an error of about 2^log2_error.
ball mean_shortfall(const allocation_pair& pair, const ball& c, double log2_error,
                    const budget& limits) {
  return allocation_path(pair, c.near(), c.near(), log2_error, limits).shortfall(c);
}

// H from the ratio κ = e^ε, with so many bits at most.
class divergence {
 public:
  divergence(const allocation_pair& pair, bool swapped, const budget& limits)
      : pair_(pair), swapped_(swapped), limits_(limits) {}

  // To a relative error of about 2^−relative.
  [[nodiscard]] ball at(const ball& eps, bits relative) const {
    constexpr bits most = 4'000;
    double log2_error = first_error(eps, relative);
    if (!std::isfinite(log2_error) || -log2_error > 200'000)
      throw beyond_reach(
          "this divergence of allocation_pair is below 2^-200000, or eps is too large");
    ball result(relative);
    for (;;) {
      const bits fine = std::max<bits>(relative, bits_near(-log2_error)) + 32;
      const ball at = eps.with_precision(std::max(fine, eps.precision()));
      result = swapped_ ? add_direction(at, log2_error) : remove_direction(at, log2_error);
      const double missing =
          static_cast<double>(relative) - static_cast<double>(arb_rel_accuracy_bits(result.raw()));
      if (missing <= 2 || -log2_error > static_cast<double>(most)) break;
      // What the parameters leave open does not go away.
      const bool is_known = result.is_certainly_positive();
      const double next = log2_error - (is_known ? missing + 4 : std::max(64.0, -log2_error / 2));
      if (is_wide(result, log2_error)) break;
      log2_error = next;
    }
    return ball::hull(nonnegative_part(lower_bound(result)),
                      min(upper_bound(result), ball::of(1, result.precision())));
  }

 private:
  // Whether the radius is far above what was asked for.
  [[nodiscard]] static bool is_wide(const ball& value, double log2_error) {
    ball radius(64);
    arb_get_rad_arb(radius.raw(), value.raw());
    return log2_near(radius) > log2_error + 24;
  }

  [[nodiscard]] double first_error(const ball& eps, bits relative) const {
    const double e = eps.near();
    const double size =
        swapped_ ? e / std::log(2.0) +
                       log2_shortfall_near(pair_.batches, slope_near(pair_.sigma), std::exp(-e)) -
                       std::log2(static_cast<double>(pair_.batches))
                 : log2_excess_near(e);
    return size - static_cast<double>(relative) - 4;
  }

  // About log2 E(W − κ)₊: by one large ratio, or by all of them together.
  [[nodiscard]] double log2_excess_near(double eps) const {
    if (eps <= 0) return std::log2(std::max(-std::expm1(eps), 0x1p-20));
    const double a = slope_near(pair_.sigma);
    const auto terms = static_cast<double>(pair_.batches);
    const double gap = std::expm1(eps);
    const double deviation = std::sqrt(std::expm1(a * a) / terms);
    const double together = -std::pow(gap / deviation, 2) / 2;
    const double place = std::log(terms * gap) / a - a / 2;
    const double alone = place > 0 ? -place * place / 2 : 0;
    return (std::max(together, alone) - 3) / std::log(2.0) + std::log2(std::min(deviation, 1.0));
  }

  // (GG.2): 1 − κ + E(κ − W)₊.
  [[nodiscard]] ball remove_direction(const ball& eps, double log2_error) const {
    return mean_shortfall(pair_, exp(eps), log2_error - 1, limits_) - expm1(eps);
  }

  // (GG.2): κE(1/κ − W)₊.
  [[nodiscard]] ball add_direction(const ball& eps, double log2_error) const {
    const ball factor = exp(eps);
    const double size = eps.near() / std::log(2.0);
    return factor * mean_shortfall(pair_, exp(-eps), log2_error - size - 1, limits_);
  }

  const allocation_pair& pair_;
  bool swapped_;
  const budget& limits_;
};

}  // namespace

ball allocation_hockey_stick(const allocation_pair& pair, bool swapped, const number& eps,
                             bits precision, const budget& limits) {
  const ball at = eps.to_ball(2 * precision + 64);
  return divergence(pair, swapped, limits).at(at, precision);
}

ball allocation_epsilon(const allocation_pair& pair, bool swapped, const number& delta,
                        bits precision, const budget& limits) {
  const ball level = delta.to_ball(precision + 32);
  allocation_profile values(pair, log2_near(level) - static_cast<double>(precision) - 8, limits);
  const auto value = [&](const ball& eps) {
    const ball here = values.at(eps, swapped);
    // Anything below 0 will do where H has passed δ.
    if ((here - level).is_certainly_negative() && !here.is_certainly_positive())
      return here.is_exact_zero() ? ball::of(-1, precision)
                                  : log(upper_bound(here) / level).with_precision(precision);
    return log(here / level).with_precision(precision);
  };
  const ball at_zero = values.at(ball(precision), swapped).with_precision(precision);
  const ball unit = min(upper_bound(at_zero * 4), ball::of(1, precision));
  const crossing at = find_crossing(value, ball(precision), unit, true, precision, limits);
  return ball::hull(at.low, at.high);
}

}  // namespace shufflecert::inline v0_1
