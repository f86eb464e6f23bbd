#include "quantities/rounds/rounds_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/rounds/allocation_cells.hpp"
#include "quantities/rounds/layer_cells.hpp"
#include "quantities/rounds/line_cells.hpp"
#include "quantities/rounds/many_users.hpp"
#include "quantities/rounds/working.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr double most_rounds = 1e10;

// How fine a grid is to be: two levels, since each costs some ten times the one before.
struct fineness {
  double radius;         // relative, wanted
  double most_points;    // of the grid
  double log2_accuracy;  // of the masses
};

fineness fineness_for(bits precision) {
  constexpr bits second_level = 100;
  if (precision > most_convolution_precision)
    throw beyond_reach("more digits than a convolution of losses on a grid gives");
  if (precision < second_level) return {1e-5, 0x1p17, -30};
  return {1e-8, 0x1p19, -44};
}

std::vector<sketched_rounds> sketches(const composed_pair& pair, double log2_threshold,
                                      const budget& limits) {
  std::vector<sketched_rounds> all;
  for (const repeated_pair& part : pair.parts) {
    const auto* allocation = std::get_if<allocation_pair>(&part.of->kind);
    all.push_back({allocation != nullptr
                       ? sketch_of_allocation(*allocation, part.of->swapped, log2_threshold, limits)
                       : sketch_of(*part.of, log2_threshold, limits),
                   static_cast<double>(part.rounds)});
  }
  return all;
}

// Rounds of normal laws that differ in the mean only are one round: (G.2).
composed_pair with_normal_laws_joined(const composed_pair& pair) {
  const auto is_normal = [](const distribution_pair& of) {
    return std::holds_alternative<normal_pair>(of.kind);
  };
  composed_pair joined;
  for (const repeated_pair& part : pair.parts) {
    distribution_pair rounds = compose(*part.of, part.rounds, working);
    if (!is_normal(rounds)) {
      joined.parts.push_back(part);
      continue;
    }
    bool is_joined = false;
    for (repeated_pair& other : joined.parts) {
      if (is_joined || other.rounds != 1 || !is_normal(*other.of)) continue;
      distribution_pair both = product_pair(*other.of, rounds, working);
      if (!is_normal(both)) continue;
      other.of = std::make_shared<const distribution_pair>(std::move(both));
      is_joined = true;
    }
    if (!is_joined)
      joined.parts.push_back({std::make_shared<const distribution_pair>(std::move(rounds)), 1});
  }
  return joined;
}

// How far the losses of one round reach whose masses are at least so large; 0 is among them.
double range_of(const loss_sketch& one, double least_mass) {
  double lowest = 0;
  double highest = 0;
  for (const loss_sketch::atom& atom : one.atoms) {
    if (atom.mass < least_mass) continue;
    lowest = std::min(lowest, atom.loss);
    highest = std::max(highest, atom.loss);
  }
  return highest - lowest;
}

// The number of steps that no loss of the pair exceeds, if its losses are bounded.
std::optional<std::int64_t> highest_step(const distribution_pair& pair, grid_step step) {
  constexpr bits few = 64;
  const auto range = find_log_ratio_range(pair, few);
  if (!range) return std::nullopt;
  const ball highest = range->highest.to_ball(few);
  auto index = static_cast<std::int64_t>(std::floor(highest.near() / step.near()));
  while (!less_equal(highest, step.of(index, few)).value_or(false)) ++index;
  return index;
}

// How many layers of a round may be taken together so that log δ is uncertain by `uncertainty`, and
// that the outcomes are not too many: (G.24).
std::int64_t width_of_blocks(const distribution_pair& pair, double uncertainty,
                             const tilted_sum& sum, double tilt, double log2_threshold) {
  constexpr bits few = 64;
  constexpr double cheap = 2e7;  // outcomes, each by itself
  constexpr double affordable = 1e8;
  if (!has_many_layers(pair) || has_a_line(pair)) return 1;
  const auto form = layers_of_pair(pair, few);
  const double reports = static_cast<double>(form->n) * form->p.to_ball(few).near();
  const double rest = form->one_minus_p.to_ball(few).near();
  const double reach = std::sqrt(-2 * std::log(2.0) * log2_threshold);
  const double layers = 2 * reach * std::sqrt(reports * rest);
  const double outcomes = layers * reach * std::sqrt(reports) / 2;
  if (!(outcomes > cheap)) return 1;
  // δ is about proportional to the deviation of the losses near ε = 0, which falls as 1/√N, and
  // farther out log δ is that of a normal law, with its variance.
  const double sensitivity = tilt * (1 + tilt) * sum.variance / 2 + 0.5;
  const double by_radius = uncertainty * reports / (sensitivity + uncertainty);
  return static_cast<std::int64_t>(
      std::max({1.0, std::floor(std::min(by_radius, layers)), std::ceil(outcomes / affordable)}));
}

// log2 of what may be left out of one round: next to nothing, but for an allocation, whose far
// losses take long.
double share_left_out(const distribution_pair& pair, const fineness& wanted) {
  const bool is_costly = std::holds_alternative<allocation_pair>(pair.kind);
  return is_costly ? std::log2(wanted.radius) + 10 : wanted.log2_accuracy;
}

}  // namespace

enclosing_laws convolved(const composed_pair& of, const target_of_sketch& target, bool for_epsilon,
                         bits precision, const budget& limits) {
  const fineness wanted = fineness_for(precision);
  const composed_pair pair = with_normal_laws_joined(of);
  double rounds = 0;
  for (const repeated_pair& part : pair.parts) rounds += static_cast<double>(part.rounds);
  if (rounds > most_rounds) throw beyond_reach("more than 10^10 rounds are not convolved");

  constexpr double first_threshold = -30;
  std::vector<sketched_rounds> all = sketches(pair, first_threshold, limits);
  rounds_target at = target(all);
  constexpr int most_sketches = 5;
  double threshold_of_sketch = first_threshold;
  for (int i = 0; i < most_sketches; ++i) {
    const double log2_share = at.log_delta / std::log(2.0) / rounds;
    if (log2_share >= threshold_of_sketch / 2) break;
    // A single round has to reach far out.
    threshold_of_sketch = first_threshold + 2 * log2_share;
    all = sketches(pair, threshold_of_sketch, limits);
    at = target(all);
  }

  const tilted_sum sum = tilted(all, at.tilt);
  const double log2_rounds = std::log2(rounds);
  // What is left out counts as an infinite loss at worst.
  const double as_infinite = at.log_delta / std::log(2.0) - 8;
  const double least_mass = std::exp2(wanted.log2_accuracy - log2_rounds - 8 + as_infinite);
  double widest = 0;
  for (const sketched_rounds& part : all) widest = std::max(widest, range_of(part.one, least_mass));
  if (!(widest > 0)) widest = 1;
  constexpr double deviations = 14;
  constexpr double least_share = 100;  // of the range of one round
  const double spread = std::sqrt(sum.variance) + widest / least_share;
  // (G.14): the logarithm of δ is uncertain by about k·h²·θ'(1 + θ').
  const double steepness = at.tilt + 1 / (spread + 1);
  double relative = wanted.radius;
  if (for_epsilon) relative *= steepness * std::max(std::abs(sum.mean), spread / 10);
  const double by_radius = std::sqrt(2 * relative / (rounds * steepness * (1 + steepness)));
  const double by_points = std::max(deviations * spread / wanted.most_points,
                                    widest / (static_cast<double>(most_cells) / 2));
  const grid_step step = grid_step::up_to(std::max(std::min(by_radius, widest / 8), by_points));

  const double cells = widest / step.near() + 2;
  convolution_plan plan{step, at.tilt, 0, wanted.log2_accuracy};
  plan.scale = static_cast<bits>(-wanted.log2_accuracy + log2_rounds + std::log2(cells)) + 4;

  constexpr double share_of_blocks = 0.25;
  std::vector<grid_rounds> parts;
  std::vector<std::pair<std::size_t, grid_law>> greater;  // of the parts that have blocks
  for (const repeated_pair& part : pair.parts) {
    auto last = highest_step(*part.of, step);
    // What is left out counts as the highest loss, tilted, or as an infinite one: (G.12).
    const double as_highest =
        last ? -at.tilt * static_cast<double>(*last) * step.near() / std::log(2.0) : as_infinite;
    if (as_infinite >= as_highest) last.reset();
    const double threshold =
        share_left_out(*part.of, wanted) - log2_rounds - 8 + std::max(as_infinite, as_highest);
    const std::int64_t width =
        width_of_blocks(*part.of, share_of_blocks * relative, sum, at.tilt, threshold);
    const auto spread_as = [&](bool as_fewest) {
      return spread_over_grid(*part.of, step, threshold, limits, {width, as_fewest});
    };
    if (width > 1) greater.emplace_back(parts.size(), spread_as(true));
    parts.push_back({spread_as(false), part.rounds, last});
  }
  enclosing_laws laws{tilted_sum_law(parts, plan, limits), std::nullopt};
  if (greater.empty()) return laws;
  for (auto& [i, law] : greater) parts[i].one = std::move(law);
  laws.other.emplace(parts, plan, limits);
  return laws;
}

}  // namespace shufflecert::inline v0_1
