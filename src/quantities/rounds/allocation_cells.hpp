#pragma once
// The losses of one epoch of random allocation: docs/methods/rounds.md, (G.22), and
// docs/methods/allocation.md.

#include "quantities/rounds/loss_grid.hpp"
#include "quantities/rounds/loss_sketch.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Spread over the grid by spread_profile().
/// @param log2_threshold  so much mass may be left out at both ends together
/// @throws beyond_reach  the losses cover more than most_cells cells, or the deadline has passed
grid_law spread_allocation(const allocation_pair& pair, bool swapped, grid_step step,
                           double log2_threshold, const budget& limits);

/// In double, for choosing the grid and the tilt; nothing certified rests on it.
loss_sketch sketch_of_allocation(const allocation_pair& pair, bool swapped, double log2_threshold,
                                 const budget& limits);

}  // namespace shufflecert::inline v0_1
