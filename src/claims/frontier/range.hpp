#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/frontier/frontier_row.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the conditions of a claim's domain leave of a range.
struct frontier_range {
  std::optional<interval> range;  ///< none: nothing is left
  bool excludes_lower = false;    ///< its lower end is not in the domain; it is left in the range
  bool excludes_upper = false;
  /// The conditions on the variable that are not in the range.
  std::vector<expression_ptr> conditions;
  std::string reason;  ///< why nothing is left
};

/// Takes off the range what the domain's conditions `variable op exact number` exclude. The
/// ends of a range of whole numbers are in the domain.
frontier_range clip_to_domain(const claim_context& context, const check_point& fixed,
                              const frontier_options& options);

}  // namespace shufflecert::inline v0_1::claims
