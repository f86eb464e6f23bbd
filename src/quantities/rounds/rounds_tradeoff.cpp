// The trade-off function of several rounds from bounds for the hockey-stick divergence at a few
// points. Formula numbers refer to docs/methods/rounds.md.

#include <array>
#include <cmath>

#include "quantities/rounds/bracket.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/rounds/rounds_plan.hpp"
#include "quantities/rounds/working.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// What is known of the convex function F(x) = H_x(P‖Q) at one point.
struct known_point {
  ball x;
  ball lower;
  ball upper;
};

// A bound below F at x, on the line through two points on one side of it: (G.15).
ball beyond(const known_point& near, const known_point& far, const ball& x) {
  const ball t = (x - near.x) / (near.x - far.x);
  return lower_bound(near.lower * (t + 1) - far.upper * t);
}

// (β − F(x))/x is at most the larger of its values at both ends: (G.16).
ball largest_between(const ball& beta, const known_point& near, const known_point& far,
                     const ball& from, const ball& to) {
  return max(upper_bound((beta - beyond(near, far, from)) / from),
             upper_bound((beta - beyond(near, far, to)) / to));
}

using four_points = std::array<known_point, 4>;

// An upper bound for the supremum over all x > 0; nothing where the points do not surround it.
std::optional<ball> largest_ratio(const ball& beta, const four_points& at) {
  const ball at_zero = beyond(at[0], at[1], ball(working));
  if (!less_equal(beta, at_zero).value_or(false)) return std::nullopt;
  const ball slope = upper_bound((at[2].upper - at[3].lower) / (at[3].x - at[2].x));
  ball largest = max(upper_bound((beta - at[0].lower) / at[0].x),
                     max(upper_bound((beta - at[3].lower) / at[3].x), slope));
  largest = max(largest, largest_between(beta, at[1], at[2], at[0].x, at[1].x));
  largest = max(largest, largest_between(beta, at[1], at[0], at[1].x, at[2].x));
  return max(largest, largest_between(beta, at[2], at[1], at[2].x, at[3].x));
}

// About where e^{−ε}·(β − H) is largest.
double best_place(const tilted_sum_law& law, const ball& beta, double from, double to) {
  const auto value = [&](double place) {
    const ball eps = exactly(place);
    const ball rest = beta - (law.infinite() + law.upper_part(eps));
    return rest.near() * std::exp(from - place);
  };
  constexpr int steps = 40;
  for (int i = 0; i < steps; ++i) {
    const double first = from + (to - from) / 3;
    const double second = to - (to - from) / 3;
    (value(first) < value(second) ? from : to) = value(first) < value(second) ? first : second;
  }
  return (from + to) / 2;
}

}  // namespace

ball rounds_tradeoff(const composed_pair& pair, const number& alpha, bits precision,
                     const budget& limits) {
  const ball beta = (1 - alpha.to_ball(working)).with_precision(working);
  double spread = 1;
  double middle = 0;
  const enclosing_laws laws = convolved(
      pair,
      [&](const std::vector<sketched_rounds>& all) {
        const tilted_sum sum = tilted(all, 0);
        spread = std::sqrt(sum.variance) + 0.02;
        middle = sum.mean;
        return rounds_target{0, -1};
      },
      false, precision, limits);
  const bracket sides(laws, limits);
  constexpr double deviations = 9;
  const double best =
      best_place(laws.greatest(), beta, middle - deviations * spread, middle + deviations * spread);

  // Near points are apart by little curvature, far ones by little of what is not known.
  ball lower(working);
  std::optional<ball> upper;
  for (const double width : std::array{0.002, 0.005, 0.015, 0.05, 0.2}) {
    limits.check();
    const auto point = [&](double steps) {
      const ball eps = exactly(best + steps * width * spread);
      return known_point{exp(eps), sides.lower(eps), sides.upper(eps)};
    };
    const four_points at{point(-1.5), point(-0.5), point(0.5), point(1.5)};
    for (const known_point& one : at) lower = max(lower, lower_bound((beta - one.upper) / one.x));
    const auto bound = largest_ratio(beta, at);
    if (bound && (!upper || less(*bound, *upper).value_or(false))) upper = bound;
  }
  // T(α) <= 1 − α.
  const ball most = upper_bound(nonnegative_part(beta));
  return nonnegative_part(ball::hull(nonnegative_part(lower), upper ? min(*upper, most) : most));
}

}  // namespace shufflecert::inline v0_1
