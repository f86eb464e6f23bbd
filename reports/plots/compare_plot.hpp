#pragma once

#include <string>
#include <vector>

#include "claims/compare/compare.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/plot_points.hpp"

namespace shufflecert::inline v0_1::claims {

/// A parameter of bounds, and the values that a plot of them goes over.
struct plotted_parameter {
  std::string name;
  plot_points points;
};

/// The values from a tenth to ten times the parameter's value at the point, or between the ends
/// that are given: 25 of them and the point's own. Whole ones where a bound says so of the
/// parameter, and by default within what makes sense: n from 2 on, λ above 1, δ and α below 1, ε₀
/// up to 10. Throws undefined_value, in words for the user, where no range can be told.
plotted_parameter range_over(const catalogue& read, const std::string& name,
                             const variable_map& point, const std::string& from,
                             const std::string& to);

/// For every quantity that bounds apply to somewhere on the range: its exact value, that of
/// shuffled randomized response where a bound is compared with it, and every bound where it
/// applies, as compare_bounds has them at each point. A bound that a real mechanism breaks
/// somewhere is drawn all the same, and its name says so. The order is that of the table at the
/// point.
std::vector<plot> compare_plots(const catalogue& read, const variable_map& point,
                                const plotted_parameter& over, const comparison_options& options);

}  // namespace shufflecert::inline v0_1::claims
