#include "verify/commands/settings.hpp"

#include <fmt/format.h>

#include "verify/commands/command.hpp"

namespace shufflecert {

expression_ptr read_argument(const std::string& text, const std::string& what,
                             const definitions& visible, const name_kinds& variables) {
  try {
    expression_ptr formula = parse_formula(text);
    check_formula(*formula, visible, variables);
    return formula;
  } catch (const formula_error& error) {
    throw usage_error(fmt::format("{}, {}", what, error.what()));
  }
}

variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible) {
  variable_map variables;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      throw usage_error(fmt::format("--set {}: expected NAME=VALUE, such as n=1000", setting));
    const std::string name = setting.substr(0, equals);
    if (!is_usable_name(name) || visible.find(name) != nullptr)
      throw usage_error(
          fmt::format("--set {}: '{}' cannot be a variable; use ASCII letters, digits and '_', "
                      "not starting with a digit, and no name of a function",
                      setting, name));
    if (variables.contains(name))
      throw usage_error(fmt::format("--set {}: '{}' is set twice", setting, name));
    variables[name] = read_argument(setting.substr(equals + 1), "--set " + name, visible, {});
  }
  return variables;
}

}  // namespace shufflecert
