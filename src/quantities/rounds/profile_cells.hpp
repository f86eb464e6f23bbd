#pragma once
// The losses of one round moved to a grid by its hockey-stick divergence. Formula numbers refer to
// docs/methods/rounds.md.

#include <functional>

#include "quantities/densities/subsampled.hpp"
#include "quantities/rounds/loss_grid.hpp"

namespace shufflecert::inline v0_1 {

/// The law of the loss of one round of normal laws, also subsampled, spread over the grid, from the
/// hockey-stick divergence at the grid points: (G.22), (G.23). No loss is infinite.
///
/// @param log2_threshold  so much mass may be left out at both ends together
/// @throws beyond_reach  the losses cover more than most_cells cells, or the deadline has passed
/// @throws precision_needed  the parameters are too wide
grid_law spread_densities(const subsampled_densities& laws, grid_step step, double log2_threshold,
                          const budget& limits);

/// H_{e^ε} of (P, Q) at an ε, or of (Q, P) where `backward`.
using both_divergences = std::function<ball(const ball& eps, bool backward)>;

/// The same of any pair without infinite losses.
grid_law spread_profile(const both_divergences& divergence, grid_step step, double log2_threshold);

/// The same of a pair both of whose directions have the same divergences: (G.25). What mass there
/// is where Q = 0 is left out.
///
/// @param divergence  encloses H at i steps of the grid, for i >= -1
/// @param log2_threshold  so much mass may be left out at both ends together
/// @throws beyond_reach  the losses cover more than most_cells cells
grid_law spread_equal_directions(const std::function<ball(std::int64_t)>& divergence,
                                 grid_step step, double log2_threshold);

}  // namespace shufflecert::inline v0_1
