#pragma once
// Where the line of docs/methods/sums.md is laid, chosen in machine doubles. Nothing certified
// rests on it: whatever the plan, what it leaves out is bounded.

#include <cstdint>
#include <optional>

#include "quantities/shuffled/report_sum.hpp"

namespace shufflecert::inline v0_1 {

/// The lattice that S lies on, in doubles.
struct rough_lattice {
  double spacing;   ///< η
  double smallest;  ///< the least positive point
};

/// E(S)₊ is a sum over the points c + iδk of a line.
struct sum_plan {
  double abscissa;    ///< c > 0
  double left;        ///< in (0, c): bounds the terms of (FF.9) with m > 0
  double right;       ///< beyond c: bounds those with m < 0
  double step;        ///< δ; on a lattice 2π/(Nη), N = 2·last + 1
  double smoothing;   ///< h; 0 on a lattice
  std::int64_t last;  ///< nodes beyond do not exist, or are bounded together
  double log_height;  ///< log M(c)^n, about
  double allowed;     ///< what the nodes left out may add in all, in units of M(c)^n
  std::optional<rough_lattice> lattice;

  /// What the node k adds at most where |M| is as large as at c: (FF.13), (FF.21).
  [[nodiscard]] double weight(std::int64_t k) const;
};

/// A plan for a relative radius of about `tolerance`; nothing where no line serves.
std::optional<sum_plan> plan_sum(const report_sum& sum, const std::optional<rough_lattice>& lattice,
                                 double tolerance);

/// A c > 0 at which M(c)^n/c is small.
double place_of_sum_bound(const report_sum& sum);

}  // namespace shufflecert::inline v0_1
