#pragma once
// Where the line of docs/methods/allocation.md, section 3, is laid, chosen in machine doubles.
// Nothing certified rests on it: whatever the plan, what it leaves out is bounded.

#include <cstdint>
#include <optional>

namespace shufflecert::inline v0_1 {

/// E(S)₊ of S = Tc − L_1 − … − L_T is a sum over the points b + iδk of a line.
struct allocation_line_plan {
  double abscissa;     ///< b > 0
  double left;         ///< in (0, b): bounds the terms with m > 0 of (GG.8)
  double right;        ///< beyond b: bounds those with m < 0
  double step;         ///< δ
  std::int64_t last;   ///< nodes beyond are bounded together
  double log2_height;  ///< log2 F(b), about
  double cost;         ///< cost_of_nodes()
};

/// About log2 E(S)₊.
double log2_shortfall_near(std::int64_t terms, double a, double c);

/// A plan for an error of about 2^log2_error at this c, and no more at smaller ones, with the least
/// nodes.
/// @param most_nodes  with so many the error may be larger
allocation_line_plan plan_line(std::int64_t terms, double a, double c, double log2_error,
                               std::int64_t most_nodes);

}  // namespace shufflecert::inline v0_1
