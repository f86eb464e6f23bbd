#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "claims/catalogue/axis.hpp"

namespace shufflecert::inline v0_1::claims {

/// The time was over before the command line was read.
class out_of_time : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Parses and checks a formula of the command line. Throws usage_error, which starts with `what`.
expression_ptr read_argument(const std::string& text, const std::string& what,
                             const definitions& visible, const name_kinds& variables);

/// The same for a formula over variables that --set gives: it says of one without a value how to
/// give it one.
expression_ptr read_formula_over(const name_kinds& variables, const std::string& text,
                                 const std::string& what, const definitions& visible);

/// What is wrong with a formula over variables that --set gives.
std::string complaint_about(const formula_error& error);

/// The most values of one variable, and the most points of one table.
constexpr std::size_t most_points = 1'000'000;

/// The text without blanks at its ends.
std::string trimmed(const std::string& text);

/// Whether a list has this name.
bool is_among(const std::vector<std::string>& names, const std::string& name);

/// The parts of a text between commas that stand in no parentheses and no brackets; at least one.
std::vector<std::string> list_items(const std::string& text);

/// Throws usage_error for 50,000, which is no list of 50 and 0.
void refuse_grouped_digits(const std::vector<std::string>& items, const std::string& what);

/// NAME=VALUE as --set takes it.
struct setting {
  std::string name;
  std::string value;
};
/// Throws usage_error where it is not of this form.
setting setting_in(const std::string& text);
/// The same, and where the name can be none of a variable.
setting setting_of_variable(const std::string& text, const definitions& visible);

/// Whether read_value_list() takes a text for several values.
bool is_value_list(const std::string& text);

/// The values, as formulas, that a text gives a variable where it is a list such as 10,100,1000, a
/// range FROM:TO:STEPS with :log or :whole behind it, or a list with ranges in it; nothing where it
/// is one value or an interval. Brackets around it may be left out; two values in brackets are an
/// interval. Throws usage_error, which starts with `what`, also where there are no values, more
/// than most_points, or one twice. Throws out_of_time.
std::optional<std::vector<std::string>> read_value_list(const std::string& text,
                                                        const std::string& what,
                                                        const definitions& visible,
                                                        const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
