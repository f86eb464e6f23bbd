#pragma once

#include <optional>

#include "verify/box.hpp"
#include "verify/point_evaluation.hpp"

namespace shufflecert {

/// Whether `relation` is certainly true, or certainly false, at every point of `region`; nothing
/// where that stays open, where the relation has no value at some point of the region, and where
/// its sides only agree to 50 digits. The variables outside of the region have the values of
/// `fixed`; a variable of both is taken from the region. The claim's domain plays no part. A
/// variable that takes whole values only may be in the region: the relation is then judged at all
/// real values of its interval, where it has a value there at all.
std::optional<bool> truth_over(const claim_context& context, const expression_ptr& relation,
                               const check_point& fixed, const box& region);

}  // namespace shufflecert
