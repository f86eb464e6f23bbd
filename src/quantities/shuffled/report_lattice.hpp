#pragma once
// Sums that lie on a lattice: docs/methods/sums.md, section 4.

#include <cstdint>
#include <optional>
#include <vector>

#include "quantities/shuffled/report_sum.hpp"
#include "quantities/shuffled/sum_plan.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1 {

/// Every value is values[0].value − η·a_j with whole a_j >= 0, so that S is on a lattice.
struct report_lattice {
  ball spacing;                      ///< η > 0
  std::vector<std::int64_t> places;  ///< a_j
  ball smallest;    ///< x_0 < η, a point of the lattice: the least positive one unless it is <= 0
  integer largest;  ///< the largest value of S is x_0 + η·largest
  ball distance;    ///< of a value from its place on the lattice, at most: (FF.22)

  [[nodiscard]] rough_lattice rough() const;
};

/// Nothing where no lattice is known.
std::optional<report_lattice> lattice_of(const report_sum& sum);

}  // namespace shufflecert::inline v0_1
