#pragma once
// The sum that the hockey-stick divergence of shuffled reports is the positive part of. Formula
// numbers refer to docs/methods/sums.md.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "shufflecert/ball.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// One value that a report adds, and its probability.
struct report_value {
  ball value;  ///< g
  ball mass;   ///< w > 0
  /// Rationals a and b with g = a − κb, the same κ for all values of a sum; nothing where they are
  /// not known.
  std::optional<std::array<rational, 2>> parts;
};

/// S = X_1 + … + X_n of independent X_i, each equal to values[j].value with probability
/// values[j].mass: (FF.2).
struct report_sum {
  std::int64_t n;
  std::vector<report_value> values;  ///< descending; no two overlap; the masses sum to 1
  ball mean;                         ///< of one X_i
};

/// The sum with values that overlap joined, in descending order: (FF.5).
report_sum joined_values(report_sum sum);

/// −S.
report_sum negated(const report_sum& sum);

}  // namespace shufflecert::inline v0_1
