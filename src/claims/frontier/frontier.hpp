#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/frontier/row.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

// Where, along one variable, a condition switches between true and false. docs/guide/frontier.md
// says how it is found, and what is certain of it.

/// Finds the switches of `relation` along `options.over`. `fixed` has values for all other
/// variables. What cannot be settled, or not in time, is an open piece.
frontier_row find_frontier(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const frontier_options& options);

}  // namespace shufflecert
