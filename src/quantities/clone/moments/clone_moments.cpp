#include "quantities/clone/moments/clone_moments.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/summation/summation.hpp"
#include "quantities/outcomes/outcome_sum.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

// The alternating sums of (M.6) lose about J²/N bits; N is mostly above np/2.
bits lost_to_cancellation(const clone_pair& pair, std::size_t terms) {
  const double clones = std::max(1.0, sketch_of(pair).clones());
  const double square = std::pow(static_cast<double>(terms), 2);
  constexpr double most = 1e5;
  return bits_near(std::min(most, 2 * square / clones));
}

bits working_precision(const clone_pair& pair, const moment_plan& plan, bits precision) {
  const bits wanted = precision + 24 + lost_to_cancellation(pair, plan.series.terms);
  if (std::holds_alternative<layered_plan>(plan.layers)) return walking_precision(wanted, pair.n);
  // Products of K factors, and (1−p)^n where it matters.
  return wanted + 2 * bit_length(static_cast<std::int64_t>(
                          std::get<closed_plan>(plan.layers).depth + plan.series.terms));
}

std::vector<ball> inverse_moments(const clone_parameters& of, const moment_plan& plan,
                                  const budget& limits) {
  const std::size_t count = inverse_moment_count(plan.series);
  if (const auto* closed = std::get_if<closed_plan>(&plan.layers))
    return closed_inverse_moments(of, count, *closed, limits);
  return windowed_inverse_moments(of, count, std::get<layered_plan>(plan.layers).window, limits);
}

// What the layers of [first_layer, lowest) and those above `highest` add to S, at most: (M.17).
class outer_layers {
 public:
  outer_layers(const clone_parameters& of, const ball& eps0, const ball& mu,
               const clone_sketch& sketch)
      : of_(of),
        sketch_(sketch),
        eps0_(eps0.with_precision(bound_precision(of.n))),
        mu_(mu.with_precision(bound_precision(of.n))) {}

  [[nodiscard]] ball bound(const layered_plan& plan, const budget& limits) const {
    ball result(eps0_.precision());
    std::int64_t top = plan.window.lowest;
    while (top > plan.first_layer) {
      limits.check();
      const ball mass = min(mass_below_bound(of_, top, tilt_below(sketch_, as_double(top))),
                            ball::of(1, eps0_.precision()));
      // The layers below `top` at once where that is little enough, else the next few of them.
      const ball rest = mass * of_layers_from(plan.first_layer);
      constexpr std::int64_t part = 32;
      const std::int64_t bottom = std::max(plan.first_layer, top - std::max(top / part, part));
      if (bottom == plan.first_layer || is_below_power_of_two(rest, plan.log2_left_out))
        return above(plan, result + rest);
      result += mass * of_layers_from(bottom);
      top = bottom;
    }
    return above(plan, result);
  }

 private:
  [[nodiscard]] ball above(const layered_plan& plan, const ball& below) const {
    const std::int64_t highest = plan.window.highest;
    if (highest == of_.n) return below;
    return below + mass_above_bound(of_, highest, tilt_above(sketch_, as_double(highest))) *
                       of_layers_from(highest);
  }

  [[nodiscard]] ball of_layers_from(std::int64_t layer) const {
    return layer_bound(eps0_, mu_, layer, best_cut(sketch_, mu_.near(), as_double(layer)));
  }

  static double as_double(std::int64_t layer) { return static_cast<double>(layer); }

  const clone_parameters& of_;
  const clone_sketch& sketch_;
  ball eps0_;
  ball mu_;
};

}  // namespace

clone_series::clone_series(const clone_pair& pair, const moment_plan& plan, bits precision,
                           const budget& limits)
    : plan_(plan),
      precision_(working_precision(pair, plan, precision)),
      of_(parameters_of(pair, precision_)),
      eps0_(pair.eps0.to_ball(precision_)),
      sketch_(sketch_of(pair)),
      inverse_(inverse_moments(of_, plan, limits)),
      moments_(tilted_moments(of_.t, inverse_, plan.series.terms, limits)) {}

ball clone_series::left_out(const ball& mu, const budget& limits) const {
  const auto* layered = std::get_if<layered_plan>(&plan_.layers);
  const std::int64_t first = layered != nullptr ? layered->first_layer : 1;
  ball rest = series_remainder(of_, eps0_, mu, plan_.series, inverse_, first);
  if (layered != nullptr) rest += outer_layers(of_, eps0_, mu, sketch_).bound(*layered, limits);
  return upper_bound(rest);
}

number clone_series::divergence(const number& lambda, const budget& limits) const {
  const ball order = lambda.to_ball(precision_);
  const ball mu = max(order, 1 - order);
  return divergence(lambda, even_series(mu, moments_), left_out(mu, limits), limits);
}

number clone_series::divergence(const number& lambda, const ball& terms, const ball& rest,
                                const budget& limits) const {
  ball series = terms + ball::hull(ball(precision_), rest);
  if (const auto* layered = std::get_if<layered_plan>(&plan_.layers))
    if (layered->first_layer > 1)
      series += low_layer_series(of_, lambda, layered->first_layer, layered->log2_left_out, limits);
  const bool is_one = lambda.as_rational() != nullptr && *lambda.as_rational() == 1;
  if (is_one) return known(series, "the divergence");  // (M.2)
  const ball order = lambda.to_ball(precision_);
  ball result = log1p(order * (order - 1) * series) / (order - 1);
  // Below order 1 a wide S may reach beyond where the logarithm exists; 0 <= D_λ <= ε0: (M.18).
  if (!result.is_finite() && series.is_finite()) result = ball::hull(ball(precision_), eps0_);
  return known(std::move(result), "the divergence");
}

number renyi_by_moments(const clone_pair& pair, const number& lambda, const moment_plan& plan,
                        bits precision, const budget& limits) {
  return clone_series(pair, plan, precision, limits).divergence(lambda, limits);
}

}  // namespace shufflecert::inline v0_1
