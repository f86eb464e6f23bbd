#pragma once

#include <map>
#include <optional>
#include <string>

#include "claims/catalogue/axis.hpp"
#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1::claims {

/// A closed interval with exact ends.
struct interval {
  rational lower;
  rational upper;
};

/// An interval for each of some variables.
using box = std::map<std::string, interval>;

/// A ball that contains the interval.
ball enclosing_ball(const interval& range, bits precision);

/// An interval with rational ends that contains the one between two values; rounded outward where
/// they are not rational. Throws undefined_value, and beyond_reach for values beyond 10^±10,000.
interval rational_ends(const point_value& from, const point_value& to);

/// The decimal form of a number as `to_decimal` prints it, with its sign.
std::optional<rational> parse_signed_decimal(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
