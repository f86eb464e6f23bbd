#pragma once
// The largest or least value of one variable for which a relation holds: docs/guide/accounting.md.

#include <optional>
#include <string>

#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// What is asked of one point of a table.
struct calibration_question {
  expression_ptr relation;
  std::string over;  ///< the variable
  rational from;     ///< the range, from < to
  rational to;
  bool is_whole = false;  ///< the variable takes whole numbers only
  long digits = 6;        ///< significant digits of the variable
  variable_map fixed;     ///< values of all other variables
};

/// A value of the variable, and both sides of the relation there, where it is a comparison.
struct calibrated_value {
  rational value;
  std::optional<decimal_interval> left;
  std::optional<decimal_interval> right;
};

/// Two neighbouring values: the relation is certainly true at the one and certainly false at the
/// other.
struct calibration {
  std::optional<calibrated_value> holds;  ///< none: it was not found
  std::optional<calibrated_value> fails;
  bool is_largest = true;  ///< the value at which it holds is the smaller of the two
  bool is_proved = false;  ///< it holds on all of the range on that side, and nowhere on the other
  std::string reason;      ///< why there is nothing, or no proof; empty if it is proved
  std::size_t evaluations = 0;
  std::set<std::string> methods;
};

/// Finds such a pair by secant steps on the difference of both sides, and shows by an evaluation at
/// each of them what is certain of it. Then both parts of the range are tried as a whole, by the
/// rules of docs/methods/ranges.md.
///
/// @throws usage_error  the relation holds, or fails, at both ends of the range, or has no value
calibration calibrate(const calibration_question& asked, const definitions& visible,
                      const budget& limits, quantity_cache& cache);

/// The value as a decimal with so many significant digits, or a whole number.
std::string text_of_value(const calibrated_value& found, const calibration_question& asked);

}  // namespace shufflecert::inline v0_1::claims
