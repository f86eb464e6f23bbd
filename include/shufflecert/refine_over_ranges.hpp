#pragma once

#include <map>
#include <string>

#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1 {

/// A variable that takes every value from `lower` to `upper`; both are formulas without variables.
struct variable_range {
  expression_ptr lower;  ///< finite
  expression_ptr upper;  ///< finite, not below `lower`
};

/// Ranges by the names of their variables.
using range_map = std::map<std::string, variable_range, std::less<>>;

/// What refine_over_ranges() found.
struct refined_range {
  refined_value known;  ///< an enclosure of the value at every point of the ranges
  /// The width of the enclosure is that of the ranges: more bits do not make it narrower.
  bool is_as_narrow_as_the_ranges_allow = false;
};

/// Encloses the formula's value at every point of the ranges, as refine() does at one point:
/// doubles the precision until the digits are reached or until doubling takes less than 1 % off the
/// width of the enclosure; both are sufficient. A condition is decided when it holds everywhere or
/// nowhere; what three precisions leave open is left undecided.
///
/// The enclosure contains the range; where a variable with a range occurs more than once in the
/// formula it may be wider. Quantities of pairs are enclosed from the ends: docs/methods/ranges.md.
///
/// Throws undefined_value also where an end is infinite or a range is certainly empty, and where a
/// range stands for a whole number such as n.
refined_range refine_over_ranges(const expression& formula, const definitions& visible,
                                 const variable_map& variables, const range_map& ranges,
                                 long digits, precision_range range, const budget& limits,
                                 evaluation_method method = evaluation_method::automatic);

}  // namespace shufflecert::inline v0_1
