#pragma once
// Which nodes of the line are evaluated, and what the others add at most: docs/methods/sums.md,
// section 5.

#include <cstdint>
#include <optional>
#include <vector>

#include "quantities/shuffled/phase_table.hpp"
#include "quantities/shuffled/sum_plan.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The whole numbers from `first` to `end` − 1.
struct node_range {
  std::int64_t first;
  std::int64_t end;
};

/// Nodes at which |M(c + iδk)/M(c)|^n <= 2^−level, all of them from `first` on.
struct skipped_nodes {
  std::int64_t first;
  std::int64_t count;
  int level;
};

struct node_choice {
  std::vector<node_range> visited;     ///< ascending
  std::vector<skipped_nodes> skipped;  ///< with the visited ones: 1 to plan.last
  bool is_complete;                    ///< false where there are too many nodes to visit
  std::int64_t reached;                ///< how far the choice came
  std::int64_t nodes;                  ///< visited
};

/// What a value may cost.
struct sum_effort {
  double tolerance;         ///< relative radius that is enough where a sum is smoothed
  std::int64_t most_nodes;  ///< that are evaluated
  std::int64_t most_terms;  ///< of bounds in whole numbers, which say what need not be evaluated
  double most_outcomes;     ///< that are summed where there is no lattice
};

node_choice choose_nodes(const phase_table& phases, const sum_plan& plan, std::int64_t n,
                         const sum_effort& effort, const budget& limits);

}  // namespace shufflecert::inline v0_1
