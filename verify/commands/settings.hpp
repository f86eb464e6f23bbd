#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "verify/commands/value_lists.hpp"

namespace shufflecert::inline v0_1::claims {

/// What --set gives variables: one value each, a range, or a list of values.
struct command_settings {
  variable_map values;
  range_map ranges;
  std::vector<axis> lists;         ///< in the order in which they were given
  std::vector<std::string> order;  ///< the names of all three, in that order
};

/// Reads NAME=VALUE, NAME=[LO, HI] and NAME=LIST settings (value_lists.hpp); values and ends are
/// formulas without variables. Throws usage_error, also where a range is empty or its ends have no
/// value.
command_settings read_settings_and_ranges(const std::vector<std::string>& settings,
                                          const definitions& visible, const budget& limits);

/// The same for a command that takes no intervals.
command_settings read_settings_and_lists(const std::vector<std::string>& settings,
                                         const definitions& visible, const budget& limits);

/// Values and lists as the axes of a table, one for each name of `order`; what has one value is an
/// axis of one value. Names of ranges are left out. Throws usage_error where the product has more
/// than most_points points.
std::vector<axis> axes_of(const command_settings& settings);

/// Reads NAME=VALUE settings; a value is a formula without variables. Throws usage_error.
variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible);

}  // namespace shufflecert::inline v0_1::claims
