#pragma once

#include <vector>

#include "claims/points/domain_box.hpp"

namespace shufflecert::inline v0_1::claims {

/// A variable that a search moves along, with all others fixed.
struct search_line {
  std::string variable;
  bool is_whole = false;
  double first_listed = 0;  ///< the smallest and the largest value that the claim lists
  double last_listed = 0;
  std::optional<double> lower;  ///< the ends of the domain on this line, where it has any
  std::optional<double> upper;
  bool lower_closed = false;
  bool upper_closed = false;
};

/// The variables that a search moves: those that the domain's conditions mention, directly or
/// through local names, but for those that a condition fixes, such as `n == 1000`.
std::vector<std::string> movable_variables(const claim& subject);

/// The line through `point` along `variable`; nothing where the listed values are not known.
std::optional<search_line> line_through(const claim_context& context, const std::string& variable,
                                        const check_point& point);

/// About `count` values on the line, sorted and without repetitions: equally spaced ones, shifted
/// by `shift` (0 <= shift < 1) of their distance; geometric ones, if the range spans decades;
/// values that approach the ends of the domain, and the ends themselves if they belong to it; and
/// geometrically growing ones beyond the listed values, far along where there is no end.
std::vector<double> values_along(const search_line& line, std::size_t count, double shift);

/// The value at 0 <= u < 1 of a scale that covers the same places.
double value_at(const search_line& line, double u);

/// The first and the last value of the line: the ends of the domain, or values next to ends that do
/// not belong to it; where there is no end, the outermost listed values.
std::vector<double> ends_of(const search_line& line);

/// Rounded to a number of significant digits; a whole number for a variable of whole numbers.
double rounded(double x, int digits, bool is_whole);

/// A double as an exact number: its shortest decimal form.
point_value shortest_decimal(double x);

/// A double near an exact value.
std::optional<double> near_value(const point_value& value);

}  // namespace shufflecert::inline v0_1::claims
