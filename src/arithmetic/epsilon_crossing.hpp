#pragma once

#include <functional>
#include <optional>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// Two exact balls.
struct crossing {
  ball low;
  ball high;
};

/// Where a decreasing function passes 0: `low` with a certainly positive value and `high` with a
/// certainly non-positive one, as close together as `precision` and the enclosures of the values
/// allow.
/// @param value  an enclosure of the function at an exact point; steep or flat does not matter
/// @param low, high  exact, low < high; `high`, and `low` if it may, moves outward in growing steps
///                   until the values have the signs above
/// @throws precision_needed  the signs at the ends are not determined
/// @throws beyond_reach  the deadline has passed
crossing find_crossing(const std::function<ball(const ball&)>& value, const ball& low,
                       const ball& high, bool may_move_low, bits precision, const budget& limits);

/// The same by secant steps from a place that is known roughly: fewer values, for a function that
/// is smooth there. Nothing where the signs on both sides of the last step are not as above.
std::optional<crossing> crossing_by_secants(const std::function<ball(const ball&)>& value,
                                            const crossing& near, bits precision);

}  // namespace shufflecert::inline v0_1
