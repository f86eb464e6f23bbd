#pragma once
// The losses of one round of a clone or unmixed pair moved to a grid where its layers are too many
// to be visited. Formula numbers refer to docs/methods/rounds.md.

#include <optional>

#include "quantities/rounds/loss_grid.hpp"

namespace shufflecert::inline v0_1 {

/// Whether spread_along_a_line() is for this pair: a clone or unmixed pair of very many reports.
bool has_a_line(const distribution_pair& pair);

/// Of a pair that has_a_line(), from its hockey-stick divergence at the grid points: (G.22),
/// (G.23), (G.25). What mass an unmixed pair has where Q = 0 is left out. Nothing where no line
/// serves.
///
/// @param log2_threshold  so much mass may be left out at both ends together
/// @throws beyond_reach  the losses cover more than most_cells cells, or the deadline has passed
std::optional<grid_law> spread_along_a_line(const distribution_pair& pair, grid_step step,
                                            double log2_threshold, const budget& limits);

}  // namespace shufflecert::inline v0_1
