#pragma once

#include <functional>
#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

enum class axis_scale { linear, log };
constexpr auto names_of(axis_scale) {
  return names_up_to<axis_scale::log>("linear", "log");
}

/// A range { from, to, steps, scale } of an axis.
struct axis_range {
  point_value from;
  point_value to;
  std::int64_t steps = 0;
  axis_scale scale = axis_scale::linear;
};

/// One value from its text: a number or a constant formula. Throws formula_error.
point_value read_point_value(const std::string& text);

/// The value of a number, written as the catalogue would write it. Throws beyond_reach where that
/// has more digits than a formula may have.
point_value point_value_of(const rational& value);

/// The value, exactly or to 20 digits. Throws undefined_value where it is not determined.
number constant_value(const point_value& value);

/// A value twice as large.
point_value doubled(const point_value& value);

/// The points of a range, both ends included; a logarithmic scale rounds inner points to 6
/// significant digits. Throws undefined_value where the ends are not usable.
std::vector<point_value> expand_range(const axis_range& range);

/// The same one by one, for many.
void for_each_point(const axis_range& range, const std::function<void(point_value)>& take);

/// The nearest whole number. Throws undefined_value where there is none.
point_value rounded_to_integer(const point_value& value);

/// Rounds every value to the nearest whole number and drops repetitions.
std::vector<point_value> rounded_to_integers(const std::vector<point_value>& values);

}  // namespace shufflecert::inline v0_1::claims
