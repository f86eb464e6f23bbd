#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

/// An equation between continuous sides has a solution between two points of opposite sign: the
/// second of the first two such points, if there are any. `members` are the points to look at,
/// which differ in `variable` only. Nothing for other relations, for whole variables, and where the
/// domain is not certainly an interval.
std::optional<check_point> sign_change(const claim_context& context, const expression_ptr& relation,
                                       const std::string& variable,
                                       const std::vector<std::size_t>& members);

}  // namespace shufflecert
