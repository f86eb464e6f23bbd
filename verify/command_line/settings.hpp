#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "verify/tables/grid.hpp"
#include "verify/tables/value_lists.hpp"

namespace shufflecert::inline v0_1::claims {

/// What --set gives variables: one value each, a range, or a list of values.
struct command_settings {
  variable_map values;
  range_map ranges;
  std::vector<value_list> lists;   ///< in the order in which they were given
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
std::vector<value_list> axes_of(const command_settings& settings);

/// Refuses a --set of a variable that the formulas do not have: whoever gives it believes that it
/// counts. `owner` has the variables, such as "the formula". Throws usage_error.
void require_used(const std::vector<std::string>& set, const std::vector<std::string>& variables,
                  const std::string& owner);
/// The same for one name that another option gives; the names of `set` have their values already.
void require_used_by(const std::string& option, const std::string& name,
                     const std::vector<std::string>& set, const std::vector<std::string>& variables,
                     const std::string& owner);
/// The same as require_used() for formulas that are yet to be read; whoever reads them says what is
/// wrong with them.
void require_used_in(const std::vector<std::string>& formulas, const std::vector<std::string>& set,
                     const std::string& owner);
/// The names that have values.
std::vector<std::string> names_in(const variable_map& values);

/// Reads NAME=VALUE settings; a value is a formula without variables. Throws usage_error.
/// `instead` says what the command has in place of lists.
variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible,
                           const std::string& instead = "");

/// The value of a formula without variables where it is a rational number; nothing for others.
/// Throws usage_error, which starts with `what`, where it has no value.
std::optional<rational> rational_value(const expression_ptr& formula, const std::string& what,
                                       const definitions& visible);

/// An end of a range: a rational number, or one of 20 digits at the inner side of what is none.
/// Throws usage_error where it is infinite.
rational inner_end(const number& value, const std::string& option, bool is_lower);

/// Reads the value of an option that is an end of a range: a formula without variables. Throws
/// usage_error where it has no value or is no finite number.
rational read_end(const std::string& text, const std::string& option, const definitions& visible,
                  bool is_lower);

}  // namespace shufflecert::inline v0_1::claims
