#pragma once
// E(Tc − L_1 − … − L_T)₊ along a line: docs/methods/allocation.md, section 3.

#include <cstdint>
#include <vector>

#include "quantities/allocation/allocation_line_plan.hpp"
#include "quantities/allocation/log_normal_transform.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The powers of the transform at the nodes of a line, which serve every c.
class allocation_line {
 public:
  /// @param transform  with the precision that all is computed with
  /// @throws beyond_reach  the deadline has passed
  allocation_line(const log_normal_transform& transform, std::int64_t terms,
                  const allocation_line_plan& plan, double log2_error, const budget& limits);

  /// Encloses E(Tc − ΣL)₊, c > 0.
  [[nodiscard]] ball shortfall(const ball& c) const;

 private:
  struct node {
    ball real;
    ball imaginary;
  };
  [[nodiscard]] ball aliases(const ball& total) const;

  std::int64_t terms_;
  ball abscissa_;
  ball step_;
  ball left_;
  ball right_;
  ball at_left_;              ///< φ(left)^T
  ball at_right_;             ///< φ(right)^T
  ball beyond_;               ///< the bound of |φ|^T beyond the last node, over πδK
  std::vector<node> powers_;  ///< φ(b + iδk)^T/(b + iδk)² from k = 0 on
};

}  // namespace shufflecert::inline v0_1
