#include "quantities/rounds/allocation_cells.hpp"

#include <algorithm>
#include <cmath>

#include "quantities/allocation/allocation_profile.hpp"
#include "quantities/rounds/profile_cells.hpp"

namespace shufflecert::inline v0_1 {

grid_law spread_allocation(const allocation_pair& pair, bool swapped, grid_step step,
                           double log2_threshold, const budget& limits) {
  // So far below all masses that count.
  constexpr double guard = 24;
  const double log2_error = log2_threshold + 2 * std::log2(std::min(step.near(), 1.0)) - guard;
  allocation_profile values(pair, log2_error, limits);
  return spread_profile(
      [&](const ball& eps, bool backward) { return values.at(eps, swapped != backward); }, step,
      log2_threshold);
}

loss_sketch sketch_of_allocation(const allocation_pair& pair, bool swapped, double log2_threshold,
                                 const budget& limits) {
  constexpr double steps_to_deviation = 12;
  const double a = slope_near(pair.sigma);
  const double deviation = std::sqrt(std::expm1(a * a) / static_cast<double>(pair.batches));
  const grid_step step = grid_step::up_to(std::min({deviation, a, 1.0}) / steps_to_deviation);
  const grid_law law = spread_allocation(pair, swapped, step, log2_threshold, limits);
  loss_sketch sketch;
  for (std::size_t i = 0; i < law.masses.size(); ++i) {
    const double mass = law.masses[i].near();
    if (!(mass > 0)) continue;
    const double loss = step.near() * static_cast<double>(law.first + static_cast<std::int64_t>(i));
    sketch.atoms.push_back({loss, mass});
    sketch.lowest = std::min(sketch.lowest, loss);
    sketch.highest = std::max(sketch.highest, loss);
  }
  // There is no largest loss.
  sketch.highest *= 1e3;
  return sketch;
}

}  // namespace shufflecert::inline v0_1
