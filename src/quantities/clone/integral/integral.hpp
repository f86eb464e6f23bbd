#pragma once

#include <cstdint>
#include <optional>

#include "quantities/clone/integral/plan.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

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

}  // namespace shufflecert
