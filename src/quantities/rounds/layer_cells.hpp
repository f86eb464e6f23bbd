#pragma once
// The losses of one round of a clone or unmixed pair moved to a grid, with many users. Formula
// numbers refer to docs/methods/rounds.md.

#include <optional>

#include "quantities/rounds/loss_grid.hpp"

namespace shufflecert::inline v0_1 {

/// So many layers in a row are taken together as that of the fewest or of the most reports among
/// them: (G.24). The law is then that of a pair which dominates, or which is dominated.
struct layer_blocks {
  std::int64_t width = 1;
  bool as_fewest = true;
};

/// The same law as spread_over_outcomes() gives, by whole-number weights of some ten nanoseconds
/// each: (G.17)–(G.19). Nothing where the pair is no clone or unmixed pair with 0 < p < 1, where so
/// small masses are asked for that the whole numbers do not hold them, and where it is not certain
/// on which side of a grid point a loss lies.
/// @throws beyond_reach  too many outcomes, or the deadline has passed
std::optional<grid_law> spread_layers(const distribution_pair& pair, grid_step step,
                                      double log2_threshold, const budget& limits,
                                      const layer_blocks& blocks = {});

/// The law of one round, spread over the grid: of normal laws by spread_densities(), of very
/// many reports by spread_along_a_line(), of others by whichever of the other two is faster.
/// @param log2_threshold  outcomes of less mass may be left out
/// @param blocks  of the layers of a clone or unmixed pair with many users; else without effect
/// @throws beyond_reach  the losses cover more than most_cells cells, or too many outcomes
/// @throws precision_needed  an outcome's cell is not determined
grid_law spread_over_grid(const distribution_pair& pair, grid_step step, double log2_threshold,
                          const budget& limits, const layer_blocks& blocks = {});

}  // namespace shufflecert::inline v0_1
