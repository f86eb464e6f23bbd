#include "verify/commands/settings.hpp"

#include <fmt/format.h>

#include "verify/commands/command.hpp"

namespace shufflecert::inline v0_1::claims {

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

namespace {

struct setting {
  std::string name;
  std::string value;
};

setting split(const std::string& text, const definitions& visible) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw usage_error(fmt::format("--set {}: expected NAME=VALUE, such as n=1000", text));
  std::string name = text.substr(0, equals);
  if (!is_usable_name(name) || visible.find(name) != nullptr)
    throw usage_error(
        fmt::format("--set {}: '{}' cannot be a variable; use ASCII letters, digits and '_', "
                    "not starting with a digit, and no name of a function",
                    text, name));
  return {std::move(name), text.substr(equals + 1)};
}

bool is_range(const std::string& value) {
  const std::size_t first = value.find_first_not_of(" \t");
  return first != std::string::npos && value[first] == '[';
}

[[noreturn]] void refuse_range(const setting& given) {
  throw usage_error(
      fmt::format("--set {}={}: expected an interval with two ends, such as {}=[2, 2.01]",
                  given.name, given.value, given.name));
}

// The comma that stands in no parentheses; npos unless there is exactly one.
std::size_t separator_of(const std::string& ends) {
  std::size_t found = std::string::npos;
  int depth = 0;
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (ends[i] == '(') ++depth;
    if (ends[i] == ')') --depth;
    if (ends[i] != ',' || depth != 0) continue;
    if (found != std::string::npos) return std::string::npos;
    found = i;
  }
  return found;
}

expression_ptr read_end(const std::string& text, const setting& given, const definitions& visible) {
  if (text.find_first_not_of(" \t") == std::string::npos) refuse_range(given);
  expression_ptr end = read_argument(text, "--set " + given.name, visible, {});
  if (const value_kind kind = check_formula(*end, visible, {});
      kind != value_kind::number && kind != value_kind::unknown)
    throw usage_error(
        fmt::format("--set {}={}: the ends of an interval are numbers, and '{}' is a {}",
                    given.name, given.value, to_text(*end), to_text(kind)));
  return end;
}

void check_ends(const setting& given, const variable_range& range, const definitions& visible,
                const budget& limits) {
  for (const expression_ptr& end : {range.lower, range.upper}) {
    const expression is_finite{
        conjunction{{std::make_shared<const expression>(
                         expression{comparison{parse_formula("-inf"), relation::less, end}, 1}),
                     std::make_shared<const expression>(
                         expression{comparison{end, relation::less, parse_formula("inf")}, 1})}},
        1};
    const refined_value known = refine(is_finite, visible, {}, tie_digits, {}, {.limits = limits});
    if (const auto* finite = std::get_if<truth>(&known.result); finite->value == false)
      throw usage_error(fmt::format("--set {}={}: the ends of an interval must be finite",
                                    given.name, given.value));
  }
  const expression in_order{comparison{range.lower, relation::less_equal, range.upper}, 1};
  const refined_value known = refine(in_order, visible, {}, tie_digits, {}, {.limits = limits});
  const auto* holds = std::get_if<truth>(&known.result);
  if (holds->value == false)
    throw usage_error(fmt::format("--set {}={}: the interval is empty; the lower end comes first",
                                  given.name, given.value));
  if (!holds->value)
    throw usage_error(fmt::format("--set {}={}: which end is the lower one is {}", given.name,
                                  given.value, known.reason));
}

variable_range read_range(const setting& given, const definitions& visible, const budget& limits) {
  const std::size_t first = given.value.find('[');
  const std::size_t last = given.value.find_last_not_of(" \t");
  if (given.value[last] != ']') refuse_range(given);
  const std::string ends = given.value.substr(first + 1, last - first - 1);
  const std::size_t comma = separator_of(ends);
  if (comma == std::string::npos) refuse_range(given);
  variable_range range{read_end(ends.substr(0, comma), given, visible),
                       read_end(ends.substr(comma + 1), given, visible)};
  try {
    check_ends(given, range, visible, limits);
  } catch (const undefined_value& error) {
    throw usage_error(
        fmt::format("--set {}={}: an end has no value: {}", given.name, given.value, error.what()));
  }
  return range;
}

}  // namespace

command_settings read_settings_and_ranges(const std::vector<std::string>& settings,
                                          const definitions& visible, const budget& limits) {
  command_settings read;
  for (const std::string& text : settings) {
    const setting given = split(text, visible);
    if (read.values.contains(given.name) || read.ranges.contains(given.name))
      throw usage_error(fmt::format("--set {}: '{}' is set twice", text, given.name));
    if (is_range(given.value))
      read.ranges[given.name] = read_range(given, visible, limits);
    else
      read.values[given.name] = read_argument(given.value, "--set " + given.name, visible, {});
  }
  return read;
}

variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible) {
  for (const std::string& text : settings)
    if (const setting given = split(text, visible); is_range(given.value))
      throw usage_error(
          fmt::format("--set {}: intervals are for eval; here a value is expected, "
                      "such as {}=2",
                      text, given.name));
  return read_settings_and_ranges(settings, visible, {}).values;
}

}  // namespace shufflecert::inline v0_1::claims
