#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Above this order the alternating terms and the sums of λ²/2 products at every point cost more
/// than the integral saves.
constexpr std::int64_t highest_integral_order = 128;

/// A piece of the range of integration. It starts where the one before it ends, the first at 0.
struct integral_panel {
  double end;  ///< finite, beyond the start
  double rho;  ///< > 1: the ellipse on which the integrand is bounded
};

/// The Gauss–Legendre rule and the pieces to which it is applied. What the plan is steers the cost
/// and the radius; the error of the rule and the rest of the range are bounded whatever it is.
struct integral_plan {
  std::size_t nodes;  ///< of the rule on each panel, >= 2
  std::vector<integral_panel> panels;
};

/// The plan that renyi_by_integral() follows for `precision` bits; nothing where there is none.
std::optional<integral_plan> plan_integral(const clone_pair& pair, std::int64_t lambda,
                                           bits precision);

/// About how many milliseconds renyi_by_integral() takes on a machine of 2020: the number of points
/// times the products of balls at each, plus the nodes of the rule. For choosing a method; takes a
/// fraction of a millisecond itself. Infinite where there is no plan.
double integral_cost(const clone_pair& pair, std::int64_t lambda, bits precision);
/// The same for p = e^−ε0.
double integral_cost(std::int64_t n, double eps0, std::int64_t lambda, bits precision);

/// Enough bits for the balls of an integral that is to have `precision` bits of D_λ: an estimate of
/// what the cancellation and the power n − 1 cost.
bits integral_precision(const clone_pair& pair, std::int64_t lambda, bits precision);

/// D_λ of the clone pair for whole λ >= 2 by an integral over one variable, whose cost does not
/// grow with n: docs/methods/integral.md.
///
/// @param pair  with checked parameters, ε0 > 0; by symmetry either direction
/// @returns an enclosure; nothing where the order is too large for this method, or where ε0 is so
/// large or so small that the range cannot be planned
std::optional<number> renyi_by_integral(const clone_pair& pair, std::int64_t lambda, bits precision,
                                        const budget& limits);

/// exp((λ−1) D_λ) − 1 with a plan of the caller's, which need not reach the precision: nothing is
/// made of its being >= 0. λ >= 2.
ball excess_by_integral(const clone_pair& pair, std::int64_t lambda, const integral_plan& plan,
                        bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
