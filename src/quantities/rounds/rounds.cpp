#include "quantities/rounds/rounds.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/epsilon_crossing.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/rounds/bracket.hpp"
#include "quantities/rounds/rounds_plan.hpp"
#include "quantities/rounds/working.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

double log_near(const ball& x) {
  return log_of_midpoint(x.raw());
}

ball upper_end(const ball& x) {
  return upper_bound(x.with_precision(working));
}
ball lower_end(const ball& x) {
  return lower_bound(x.with_precision(working));
}

}  // namespace

ball rounds_hockey_stick(const composed_pair& pair, const number& eps, bits precision,
                         const budget& limits) {
  const ball at = eps.to_ball(working);
  const double place = at.near();
  const enclosing_laws laws = convolved(
      pair,
      [&](const std::vector<sketched_rounds>& all) {
        const double infinite = std::log(infinite_mass(all));
        // Losses that the sketch does not reach have a small mass.
        if (place >= highest_loss(all))
          return rounds_target{0, std::max(2 * log_least_mass(all), infinite)};
        const double tilt = tilt_for_epsilon(all, place);
        return rounds_target{tilt, std::max(log_delta_near(tilted(all, tilt), tilt), infinite)};
      },
      false, precision, limits);
  const bracket sides(laws, limits);
  // H falls in ε: the ends of a ball enclose.
  return nonnegative_part(ball::hull(sides.lower(upper_end(at)), sides.upper(lower_end(at))));
}

ball rounds_epsilon(const composed_pair& pair, const number& delta, bits precision,
                    const budget& limits) {
  const ball target = delta.to_ball(working);
  const double log_delta = log_near(target);
  double guess = 0;
  double spread = 1;
  const enclosing_laws laws = convolved(
      pair,
      [&](const std::vector<sketched_rounds>& all) {
        const double finite = std::exp(log_delta) - infinite_mass(all);
        const double tilt = tilt_for_delta(
            all, infinite_mass(all) > 0 && finite > 0 ? std::log(finite) : log_delta);
        const tilted_sum sum = tilted(all, tilt);
        guess = sum.mean;
        spread = std::sqrt(sum.variance);
        return rounds_target{tilt, log_delta};
      },
      true, precision, limits);
  const ball least = lower_end(target);
  const ball largest = upper_end(target);
  if (less(largest, laws.least.infinite()).value_or(false)) return ball::infinity(working);
  if (!less(laws.greatest().infinite(), least).value_or(false))
    throw precision_needed("whether delta exceeds the mass of infinite losses is not determined");

  const bracket sides(laws, limits);
  const auto log_over = [](const ball& value, const ball& bound) {
    return value.is_certainly_positive() ? log(value / bound) : ball::of(-1, working);
  };
  // Digits of ε beyond those of δ are of no use.
  const bits digits = precision < 100 ? 26 : 40;
  const double around = 0.02 * spread + 1e-6;
  const crossing above =
      find_crossing([&](const ball& eps) { return log_over(sides.upper(eps), least); },
                    exactly(guess - around), exactly(guess + around), true, digits, limits);
  const ball reach = exactly(1e-4 * (std::abs(above.high.near()) + spread) + 1e-9);
  const crossing below =
      find_crossing([&](const ball& eps) { return log_over(sides.lower(eps), largest); },
                    above.high - reach, above.high, true, digits, limits);
  // Beyond the largest loss the divergence is 0.
  ball high = above.high;
  if (const auto range = find_log_ratio_range({pair}, working))
    high = min(high, upper_end(range->highest.to_ball(working)));
  return ball::hull(below.low, high);
}

}  // namespace shufflecert::inline v0_1
