#pragma once
// The Laplace transform φ of one likelihood ratio, in machine doubles: for choosing parameters.
// Nothing certified rests on it. Formulas: docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {

/// Where e^{−x²/2 − sL(x)} is largest, with L(x) = e^{ax − a²/2}, s >= 0 and a > 0.
struct transform_peak {
  double place;
  double height;  ///< the exponent there
  double width;   ///< about the deviation of the normal law that fits the peak
};
transform_peak peak_near(double s, double a);

/// log φ(s), s >= 0.
double log_transform_near(double s, double a);

/// The θ for which the bound (GG.6) of |φ(b + iy)| is about least, b > 0 and y >= 0.
struct turned_bound {
  double turn;
  double log_bound;
};
turned_bound least_bound_near(double b, double y, double a);

/// What so many transforms cost, in units of its own, with about so many bits of what is summed.
double cost_of_nodes(double nodes, double lost_bits);

}  // namespace shufflecert::inline v0_1
