#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/refine_over_ranges.hpp"

namespace shufflecert::inline v0_1::claims {

/// Parses and checks a formula of the command line. Throws usage_error, which starts with `what`.
expression_ptr read_argument(const std::string& text, const std::string& what,
                             const definitions& visible, const name_kinds& variables);

/// What --set gives variables: one value each, or a range.
struct command_settings {
  variable_map values;
  range_map ranges;
};

/// Reads NAME=VALUE and NAME=[LO, HI] settings; values and ends are formulas without variables.
/// Throws usage_error, also where a range is empty or its ends have no value.
command_settings read_settings_and_ranges(const std::vector<std::string>& settings,
                                          const definitions& visible, const budget& limits);

/// Reads NAME=VALUE settings; a value is a formula without variables. Throws usage_error.
variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible);

}  // namespace shufflecert::inline v0_1::claims
