#pragma once

#include <optional>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// D_λ of the clone pair by the moments of Y = S/N: see docs/methods-moments.md. Its cost grows
/// with √(n p), where direct summation grows with n p.
///
/// @param pair    with checked parameters, not of two equal laws; by symmetry either direction
/// @param lambda  order, finite and > 0, known to be 1 or not to be 1
/// @returns an enclosure; nothing where the moments do not reach `precision` bits: too few clones
/// for the order and the precision, or an n whose window is too long
std::optional<number> renyi_by_moments(const clone_pair& pair, const number& lambda, bits precision,
                                       const budget& limits);

/// How far the series and the walk over the layers go. It steers the cost and the radius; what is
/// left out is bounded whatever it is.
struct moment_plan {
  std::size_t terms;      ///< >= 1
  double log2_threshold;  ///< layers of less mass than 2^log2_threshold may be left out
};

/// The same with a plan of the caller's, which need not reach the precision.
number renyi_by_moments(const clone_pair& pair, const number& lambda, const moment_plan& plan,
                        bits precision, const budget& limits);

}  // namespace shufflecert
