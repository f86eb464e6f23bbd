#include "quantities/rounds/line_cells.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/line_divergence.hpp"
#include "quantities/rounds/many_users.hpp"
#include "quantities/rounds/profile_cells.hpp"
#include "quantities/rounds/working.hpp"

// Formula numbers refer to docs/methods/rounds.md.

namespace shufflecert::inline v0_1 {
namespace {

// Thrown and caught here.
struct no_line {};

// Bits of H such that its second differences over the grid have some 30, a guess.
bits bits_for(const clone_parameters& of, grid_step step) {
  const double deviation = of.t.near() / std::sqrt(static_cast<double>(of.n) * of.clone.near());
  return 36 + bits_near(2 * std::log2(std::max(1.0, deviation / step.near())));
}

}  // namespace

bool has_a_line(const distribution_pair& pair) {
  constexpr bits few = 64;
  constexpr double least_reports = 3e10;
  const auto form = layers_of_pair(pair, few);
  return form && reports_of(*form) >= least_reports && form->one_minus_p.to_ball(few).near() > 0;
}

std::optional<grid_law> spread_along_a_line(const distribution_pair& pair, grid_step step,
                                            double log2_threshold, const budget& limits) {
  constexpr double least_threshold = -4000;  // farther out Y is not small
  const auto of = as_tilted(pair, working);
  if (!of || log2_threshold < least_threshold) return std::nullopt;
  const bits precision = bits_for(*of, step);
  const bits parameters = of->t.precision();
  const auto above = [&](std::int64_t i) {
    limits.check();
    const auto found = line_positive_part(*of, expm1(step.of(i, parameters)), precision, limits);
    if (!found) throw no_line();
    return *found;
  };
  const auto divergence = [&](std::int64_t i) {
    if (i >= 0) return above(i);
    // (B.3)
    const ball eps = step.of(i, parameters);
    return -expm1(eps) + exp(eps) * above(-i);
  };
  try {
    return spread_equal_directions(divergence, step, log2_threshold);
  } catch (const no_line&) {
    return std::nullopt;
  }
}

}  // namespace shufflecert::inline v0_1
