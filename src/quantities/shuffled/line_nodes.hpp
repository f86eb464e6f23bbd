#pragma once
// The terms of the sum along a line: docs/methods/sums.md, sections 3 and 4.

#include <optional>
#include <vector>

#include "quantities/shuffled/node_choice.hpp"
#include "quantities/shuffled/report_lattice.hpp"
#include "quantities/shuffled/sum_plan.hpp"

namespace shufflecert::inline v0_1 {

/// The line of a plan, with what its nodes have in common.
struct report_line {
  ball abscissa;                          ///< c
  ball smoothing;                         ///< h
  ball step;                              ///< δ
  ball height;                            ///< M(c)
  std::vector<ball> tilted;               ///< w_j e^{c g_j}/M(c)
  std::vector<ball> turns;                ///< δ(g_j − g_0)/(2π)
  ball offset;                            ///< turns of the sum's other factors from node to node
  std::optional<report_lattice> lattice;  ///< S is on it, and h = 0

  report_line(const report_sum& sum, const sum_plan& plan,
              const std::optional<report_lattice>& lattice, bits working);
};

/// Two sums over nodes, in units of M(c)^n e^{h²c²/2}.
struct node_sums {
  ball excess;   ///< of E(S + hZ)₊, or on a lattice of E(S)₊
  ball density;  ///< of the density of S + hZ at 0
};

/// The node k = 0.
node_sums middle_node(const report_line& line);

/// The nodes of a range and their conjugates.
node_sums sum_nodes(const report_line& line, std::int64_t n, const node_range& range,
                    const budget& limits);

/// What nodes at k >= `first` and their conjugates add at most, each, where |M| is as large as at
/// c: (FF.13), (FF.21).
node_sums largest_node(const report_line& line, std::int64_t first);

}  // namespace shufflecert::inline v0_1
