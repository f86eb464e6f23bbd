#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/axis.hpp"
#include "reports/plots/plot.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert {

/// How the points of a curve are evaluated.
struct sampling {
  long digits = 6;                      ///< relative accuracy 10^-digits of every value
  precision_range precision{64, 1024};  ///< where that is given up: the curve has a gap there
  budget limits;
};

/// Where a value lies on an axis: decimal text to 15 digits. For drawing; nothing is decided by it.
std::string axis_text(const point_value& value);

/// The certain truth of a condition at a point; nothing where it has no value, stays open, or
/// precision or time is used up.
std::optional<bool> decide(const expression& condition, const definitions& visible,
                           const variable_map& variables, const sampling& how,
                           quantity_cache* cache = nullptr);

/// One value of a curve: an enclosure of `formula` at the point, certified as every value is. The
/// ends stay empty where it has no value, where a condition of `domain` is not certainly true, and
/// where precision or time is used up. `x` is where the point lies on the axis.
curve_point sample(const expression& formula, const std::vector<expression_ptr>& domain,
                   const definitions& visible, const variable_map& variables, const std::string& x,
                   const sampling& how, quantity_cache* cache = nullptr);

}  // namespace shufflecert
