#pragma once

#include <map>
#include <optional>
#include <string>

#include "shufflecert/ball.hpp"
#include "verify/point_evaluation.hpp"

namespace shufflecert {

/// A closed interval with exact ends.
struct interval {
  rational lower;
  rational upper;
};

/// An interval for each of some variables.
using box = std::map<std::string, interval>;

/// One end of the values that the domain leaves to a variable, rounded outward.
struct domain_end {
  rational value;
  bool is_closed;  ///< certainly belongs to the values itself
};

struct domain_ends {
  std::optional<domain_end> lower;
  std::optional<domain_end> upper;
};

/// The ends that the domain's conditions of the form `variable op bound` set to each of the
/// `variables`; the bounds may depend on the other variables, whose values `point` gives.
std::map<std::string, domain_ends> ends_of_domain(const claim_context& context,
                                                  const std::vector<std::string>& variables,
                                                  const check_point& point);

/// The box that the domain's conditions of the form `variable op bound` certainly confine the
/// `variables` to, its ends rounded outward; the bounds may depend on the other variables, whose
/// values `point` gives. Nothing where a variable has no bound on one side, or where its bounds
/// leave no value; then `is_empty`, if given, becomes true.
std::optional<box> domain_box(const claim_context& context,
                              const std::vector<std::string>& variables, const check_point& point,
                              bool* is_empty = nullptr);

/// A ball that contains the interval.
ball enclosing_ball(const interval& range, bits precision);

/// An interval with rational ends that contains the one between two values; rounded outward where
/// they are not rational. Throws undefined_value, and beyond_reach for values beyond 10^±10,000.
interval rational_ends(const point_value& from, const point_value& to);

/// The decimal form of a number as `to_decimal` prints it, with its sign.
std::optional<rational> parse_signed_decimal(const std::string& text);

}  // namespace shufflecert
