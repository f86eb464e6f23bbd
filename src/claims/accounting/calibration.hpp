#pragma once
// What calibrate() is asked, and what it finds.

#include <optional>
#include <string>
#include <utility>

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
  /// Whether to look for a proof that it holds on all of the range on one side, and nowhere on the
  /// other. The proof may take longer than the value.
  bool seeks_proof = true;
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
  /// The same for a part of the range, where values beyond it could not be decided.
  std::optional<std::pair<rational, rational>> proved_part;
  /// It certainly holds, or fails, at both ends of the range: there is nothing to find.
  std::optional<bool> at_both_ends;
  std::string reason;  ///< why there is nothing, or no proof; empty if it is proved
  std::size_t evaluations = 0;
  std::set<std::string> methods;
};

}  // namespace shufflecert::inline v0_1::claims
