#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/axis.hpp"
#include "reports/plots/plot.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// How many points are drawn, besides those that have names.
inline constexpr std::size_t points_of_a_plot = 25;

/// Where the largest value is more times the smallest, the y axis is logarithmic.
inline constexpr double wide_spread = 50;

/// The x axis of a plot: its values in order, and whether it is drawn logarithmically.
struct plot_points {
  std::vector<point_value> values;
  bool is_logarithmic = false;
};

/// Between two ends: the ends, all of `named` that lies between them, and about `count` more,
/// equally spaced or, where the ends are positive and more than a factor of 20 apart,
/// geometrically. Inner ones are decimals of 4 significant digits; all of them whole numbers where
/// `is_whole`. Empty where an end has no double near it. The doubles only choose where to look.
plot_points points_between(const point_value& from, const point_value& to,
                           const std::vector<point_value>& named, std::size_t count, bool is_whole);

/// Whether positive places lie so far apart that equal factors show more than equal steps.
bool is_wide_range(double least, double largest);

/// A double near the value, for choosing where to look.
std::optional<double> place_of(const point_value& value);

/// A place rounded to 6 digits as an exact value; the next whole number where `is_whole`.
point_value value_at_place(double place, bool is_whole);

/// Whether all values are positive, and the largest is more than `ratio` times the smallest: where
/// a logarithmic axis shows more. False for none.
bool is_spread(const std::vector<plot_curve>& curves, double ratio);

/// How an axis names a variable: "ε₀" for eps0, "λ" for lambda; others as they are.
std::string axis_label(const std::string& variable);

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

}  // namespace shufflecert::inline v0_1::claims
