#pragma once

#include <optional>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

/// What plain double says of the local orders of a claim about a rate: each one is computed again
/// as log2(e(n)/e(2n)) from errors in double. An order counts as different where double has it more
/// than 0.01 outside of the certified enclosure; there is no verdict in double. In the finding,
/// `point` holds the size n too, `lhs` is the order in double and `certified` the enclosure. The
/// work is counted, not timed.
///
/// @return nothing where the claim has no local orders, or the time is over
std::optional<double_finding> orders_of_double(const claim_context& context,
                                               const judgement& found);

}  // namespace shufflecert
