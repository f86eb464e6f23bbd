#pragma once

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of allocation_pair, 0 < λ: docs/methods/allocation.md, section 6. Exactly inf for λ = inf.
/// @param swapped  of (Q, P)
/// @throws precision_needed  the parameters are too wide
/// @throws beyond_reach  an order above 1,000 that is not whole, or below −1,000 in the direction
///                       (Q, P), or the deadline has passed
ball allocation_renyi(const allocation_pair& pair, bool swapped, const number& lambda,
                      bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
