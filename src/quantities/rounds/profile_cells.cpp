#include "quantities/rounds/profile_cells.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/rounds/working.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

[[noreturn]] void refuse() {
  throw beyond_reach("the losses of one round cover too many steps of the grid");
}

// The least i >= 1 from which on a condition holds.
template <class Condition>
std::int64_t first_from_one(const Condition& holds_at) {
  std::int64_t fails = 0;
  std::int64_t holds = 1;
  while (!holds_at(holds)) {
    fails = holds;
    holds *= 2;
    if (holds > most_cells) refuse();
  }
  while (holds - fails > 1) {
    const std::int64_t middle = fails + (holds - fails) / 2;
    (holds_at(middle) ? holds : fails) = middle;
  }
  return holds;
}

// (G.22)
ball mass_between(const ball& before, const ball& here, const ball& after, const ball& growth) {
  const ball bend = (after - here) - (growth + 1) * (here - before);
  return nonnegative_part(bend / growth);
}

// Bits for the divergences: (G.22) divides differences of differences by the square of the step.
bits profile_precision(grid_step step) {
  return working + 32 + 2 * bits_near(-std::log2(step.near()));
}

class profile {
 public:
  profile(const both_divergences& divergence, grid_step step)
      : divergence_(divergence),
        step_(step),
        precision_(profile_precision(step)),
        growth_(expm1(step.of(1, precision_))) {}

  // F_i, the hockey-stick divergence at the grid point.
  [[nodiscard]] ball at(std::int64_t i) const {
    return divergence_(step_.of(i, precision_), false);
  }
  // (G.23): upper bounds for the masses at i and above, and at i and below.
  [[nodiscard]] ball most_from(std::int64_t i) const { return at(i - 1) * (growth_ + 1) / growth_; }
  [[nodiscard]] ball most_up_to(std::int64_t i) const {
    const ball eps = step_.of(i + 1, precision_);
    return exp(eps) * divergence_(-eps, true) / growth_;
  }
  [[nodiscard]] ball mass(const ball& before, const ball& here, const ball& after) const {
    return mass_between(before, here, after, growth_);
  }

 private:
  const both_divergences& divergence_;
  grid_step step_;
  bits precision_;
  ball growth_;  // e^h − 1
};

}  // namespace

grid_law spread_densities(const subsampled_densities& laws, grid_step step, double log2_threshold,
                          const budget& limits) {
  subsampled_densities back = laws;
  back.swapped = !laws.swapped;
  const auto divergence = [&](const ball& eps, bool backward) {
    limits.check();
    return subsampled_hockey_stick(backward ? back : laws, eps, eps.precision())
        .value.to_ball(eps.precision());
  };
  return spread_profile(divergence, step, log2_threshold);
}

grid_law spread_profile(const both_divergences& divergence, grid_step step, double log2_threshold) {
  const profile of(divergence, step);
  const double half = log2_threshold - 1;
  const std::int64_t end =
      first_from_one([&](std::int64_t i) { return is_below_power_of_two(of.most_from(i), half); });
  const std::int64_t start = -first_from_one(
      [&](std::int64_t i) { return is_below_power_of_two(of.most_up_to(-i), half); });
  if (end - start > most_cells) refuse();

  grid_law law{start + 1, {}, ball(working), ball(working)};
  law.masses.reserve(static_cast<std::size_t>(end - start));
  ball before = of.at(start);
  ball here = of.at(start + 1);
  for (std::int64_t i = start + 1; i < end; ++i) {
    ball after = of.at(i + 1);
    law.masses.push_back(of.mass(before, here, after).with_precision(working));
    before = std::move(here);
    here = std::move(after);
  }
  law.left_out = upper_bound((of.most_from(end) + of.most_up_to(start)).with_precision(working));
  return law;
}

grid_law spread_equal_directions(const std::function<ball(std::int64_t)>& divergence,
                                 grid_step step, double log2_threshold) {
  ball before = divergence(-1);
  ball here = divergence(0);
  const ball growth = expm1(step.of(1, here.precision()));
  const auto most_from = [&](std::int64_t i) { return divergence(i - 1) * (growth + 1) / growth; };
  const std::int64_t end = first_from_one(
      [&](std::int64_t i) { return is_below_power_of_two(most_from(i), log2_threshold - 1); });
  if (2 * end > most_cells) refuse();

  const auto last = static_cast<std::size_t>(end - 1);
  grid_law law{
      1 - end, {}, ball(working), upper_bound((most_from(end) * 2).with_precision(working))};
  law.masses.assign(2 * last + 1, ball(working));
  for (std::int64_t i = 0; i < end; ++i) {
    ball after = divergence(i + 1);
    const ball mass = mass_between(before, here, after, growth).with_precision(working);
    const auto place = static_cast<std::size_t>(i);
    law.masses[last + place] = mass;
    if (i > 0) law.masses[last - place] = mass * exp(-step.of(i, working));
    before = std::move(here);
    here = std::move(after);
  }
  return law;
}

}  // namespace shufflecert::inline v0_1
