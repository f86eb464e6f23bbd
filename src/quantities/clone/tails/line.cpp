#include "quantities/clone/tails/line.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/clone/tails/line_divergence.hpp"
#include "quantities/clone/tails/tilted_masses.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
std::optional<ball> line_hockey_stick(const clone_parameters& of, const number& eps, bits precision,
                                      line_choice choice, const budget& limits) {
  const bits working = of.t.precision();
  const auto direction = sign(eps, working);
  if (!direction) return std::nullopt;
  const number distance = *direction >= 0 ? eps : negate(eps);
  const ball excess = expm1(distance, working).to_ball(working);
  const double y = line_cut(of, excess).near();
  if (choice == line_choice::where_better && !is_line_faster(of, y, precision)) return std::nullopt;
  const auto above = line_positive_part(of, excess, precision, limits);
  if (!above) return std::nullopt;
  // (B.3)
  ball found = *direction >= 0 ? *above
                               : negate(expm1(eps, working)).to_ball(working) +
                                     exp(eps, working).to_ball(working) * *above;
  return unless_walk_is_better(of, std::move(found), precision);
}

std::optional<ball> line_epsilon(const clone_parameters& of, const number& delta, bits precision,
                                 line_choice choice, const budget& limits) {
  const bits working = of.t.precision();
  const ball level = delta.to_ball(working);
  const ball rest = subtract(1, delta, working).to_ball(working);
  const double near = tail_near(of, log_near(level)).convert_to<double>();
  if (choice == line_choice::where_better && !is_line_faster(of, near, precision))
    return std::nullopt;
  const auto divergence = [&](const ball& omega) {
    return enclosed_positive_part(of, omega, precision, limits);
  };
  const ball zero(working);
  constexpr bits coarse = 64;
  ball surplus = enclosed_positive_part(of, zero, coarse, limits) - level;
  if (surplus.contains_zero()) surplus = divergence(zero) - level;
  std::function<ball(const ball&)> value;
  ball low = zero;
  ball high = level / rest;
  const bool is_above = surplus.is_certainly_positive();
  if (is_above) {
    value = [&](const ball& omega) {
      const ball h = divergence(omega);
      return h.is_certainly_positive() ? log(h / level) : h - level;
    };
    const double eps = 2 * std::atanh(std::clamp(of.t.near() * near, 1e-300, 0.999));
    high = expm1(exact_ball(eps, working));
  } else if (surplus.is_certainly_negative()) {
    // (B.14)
    value = [&](const ball& omega) { return level - rest * omega - divergence(omega); };
    const ball half = upper_bound(high) / 2;
    const ball least = divergence(half);
    if (value(half).is_certainly_positive()) {
      // The solution is beyond, where H is not larger.
      ball found = high - ball::hull(zero, least) / rest;
      const double size = log2_near(least) - log2_near(level);
      if (size < -static_cast<double>(precision)) return -log1p(found);
      low = half;
    }
    high = high * 2;
  } else {
    return std::nullopt;
  }
  const crossing at = find_crossing(value, low, lower_bound(high), false, precision, limits);
  const ball found = log1p(ball::hull(at.low, at.high));
  return unless_walk_is_better(of, is_above ? found : -found, precision);
}

}  // namespace shufflecert::inline v0_1
