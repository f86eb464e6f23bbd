#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/plots/plot.hpp"
#include "shufflecert/decimal.hpp"
#include "verify/tables/grid.hpp"

namespace shufflecert::inline v0_1::claims {

/// Throws usage_error unless a table of these points can be drawn: one variable with at least two
/// values, for the x axis, and few enough curves and points.
void require_plottable(const grid& points);

/// The values of a formula over a grid. The x axis is the variable with the most values, the first
/// of those that have equally many; each choice of values for the others makes a curve. What has no
/// value, or an infinite end, is a gap. `values` has an entry for each point of the grid.
plot plot_of_values(const std::string& formula, const grid& points,
                    const std::vector<std::optional<decimal_interval>>& values);

}  // namespace shufflecert::inline v0_1::claims
