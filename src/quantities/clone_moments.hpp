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

}  // namespace shufflecert
