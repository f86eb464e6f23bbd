#pragma once
// E(Tc − L_1 − … − L_T)₊ along a parabola, which takes few nodes where Tσ² is small:
// docs/methods/allocation.md, section 4.

#include <cstdint>
#include <vector>

#include "quantities/allocation/log_normal_transform.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The parabola s = μ(1 + iu)² with nodes u = hk, chosen in machine doubles. Nothing certified
/// rests on it.
struct allocation_bend_plan {
  double scale;        ///< μ
  double reach;        ///< d, in (0, 1): how far the parabola may be moved
  double step;         ///< h
  std::int64_t last;   ///< nodes beyond are bounded together
  double log2_height;  ///< log2 of a bound of what is summed, but for 1/μ
  double cost;         ///< cost_of_nodes()
};

/// A plan for an error of about 2^log2_error at all c between two ends, with about the least nodes.
allocation_bend_plan plan_bend(std::int64_t terms, double a, double least_c, double largest_c,
                               double log2_error);

/// The powers of the transform at the nodes of a parabola, which serve every c.
class allocation_bend {
 public:
  /// @param transform  with the precision that all is computed with
  /// @param log2_error  that of one transform
  /// @throws beyond_reach  the deadline has passed
  allocation_bend(const log_normal_transform& transform, std::int64_t terms,
                  const allocation_bend_plan& plan, double log2_error, const budget& limits);

  /// Encloses E(Tc − ΣL)₊, c > 0.
  [[nodiscard]] ball shortfall(const ball& c) const;

 private:
  struct node {
    ball real;
    ball imaginary;
    ball s_real;
    ball s_imaginary;
  };
  [[nodiscard]] ball left_out(const ball& total) const;

  std::int64_t terms_;
  std::int64_t last_;
  ball scale_;
  ball step_;
  ball reach_;
  ball growth_;              ///< e^{Tπ²σ²/8}
  std::vector<node> nodes_;  ///< φ(s)^T/(s(1 + iu)), and s
};

}  // namespace shufflecert::inline v0_1
