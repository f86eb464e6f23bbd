#include "verify/command_line/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/box.hpp"
#include "shufflecert/decimal.hpp"
#include "verify/command_line/command.hpp"

namespace shufflecert::inline v0_1::claims {

namespace {

bool is_range(const std::string& value) {
  const std::size_t first = value.find_first_not_of(" \t");
  return first != std::string::npos && value[first] == '[';
}

[[noreturn]] void refuse_range(const setting& given) {
  throw usage_error(
      fmt::format("--set {0}={1}: expected an interval with two ends, such as {0}=[2, 2.01], or a "
                  "list of values, such as {0}=1,2",
                  given.name, given.value));
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
    throw usage_error(
        fmt::format("--set {}={}: two values in brackets are an interval, with the lower end "
                    "first; a list of two has no brackets",
                    given.name, given.value));
  if (!holds->value && limits.is_exhausted()) throw out_of_time(limits.exhaustion());
  if (!holds->value)
    throw usage_error(fmt::format("--set {}={}: which end is the lower one is {}", given.name,
                                  given.value, known.reason));
}

variable_range read_range(const setting& given, const definitions& visible, const budget& limits) {
  const std::size_t first = given.value.find('[');
  const std::size_t last = given.value.find_last_not_of(" \t");
  if (given.value[last] != ']') refuse_range(given);
  const std::string ends = given.value.substr(first + 1, last - first - 1);
  const std::vector<std::string> items = list_items(ends);
  if (items.size() != 2) refuse_range(given);
  variable_range range{read_end(items[0], given, visible), read_end(items[1], given, visible)};
  try {
    check_ends(given, range, visible, limits);
  } catch (const undefined_value& error) {
    throw usage_error(
        fmt::format("--set {}={}: an end has no value: {}", given.name, given.value, error.what()));
  }
  return range;
}

bool is_same_in_lower_case(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

// Two names of one letter differ by one letter, and so say nothing of each other.
std::optional<std::string> probably_meant(const std::string& name,
                                          const std::vector<std::string>& known) {
  for (const std::string& other : known)
    if (is_same_in_lower_case(name, other)) return other;
  return name.size() > 1 ? closest_name(name, known) : std::nullopt;
}

}  // namespace

command_settings read_settings_and_ranges(const std::vector<std::string>& settings,
                                          const definitions& visible, const budget& limits) {
  command_settings read;
  for (const std::string& text : settings) {
    const setting given = setting_of_variable(text, visible);
    if (std::find(read.order.begin(), read.order.end(), given.name) != read.order.end())
      throw usage_error(fmt::format("--set {}: '{}' is set twice", text, given.name));
    read.order.push_back(given.name);
    if (auto list = read_value_list(given.value, "--set " + given.name, visible, limits))
      read.lists.push_back(
          {given.name, std::make_shared<const std::vector<std::string>>(std::move(*list))});
    else if (is_range(given.value))
      read.ranges[given.name] = read_range(given, visible, limits);
    else
      read.values[given.name] = read_argument(given.value, "--set " + given.name, visible, {});
  }
  return read;
}

command_settings read_settings_and_lists(const std::vector<std::string>& settings,
                                         const definitions& visible, const budget& limits) {
  command_settings read = read_settings_and_ranges(settings, visible, limits);
  if (!read.ranges.empty()) {
    const auto& [name, range] = *read.ranges.begin();
    throw usage_error(fmt::format(
        "--set {0}=[{1}, {2}]: intervals are for eval; here a value is expected, such as {0}={1}, "
        "or a list, such as {0}={1},{2}",
        name, to_text(*range.lower), to_text(*range.upper)));
  }
  return read;
}

void require_used(const std::vector<std::string>& set, const std::vector<std::string>& variables,
                  const std::string& owner) {
  for (const std::string& name : set) require_used_by("--set", name, set, variables, owner);
}

void require_used_by(const std::string& option, const std::string& name,
                     const std::vector<std::string>& set, const std::vector<std::string>& variables,
                     const std::string& owner) {
  if (is_among(variables, name)) return;
  std::vector<std::string> unset;
  std::copy_if(variables.begin(), variables.end(), std::back_inserter(unset),
               [&](const std::string& known) { return !is_among(set, known); });
  if (const auto meant = probably_meant(name, unset))
    throw usage_error(fmt::format("{} gives '{}'; {} has '{}'", option, name, owner, *meant));
  throw usage_error(
      fmt::format("{} {}: {} has no variable '{}'{}", option, name, owner, name,
                  variables.empty() ? "" : fmt::format("; it has {}", fmt::join(variables, ", "))));
}

void require_used_in(const std::vector<std::string>& formulas, const std::vector<std::string>& set,
                     const std::string& owner) {
  std::vector<std::string> variables;
  for (const std::string& text : formulas) {
    try {
      for (const std::string& name : free_variables(*parse_formula(text)))
        if (!is_among(variables, name)) variables.push_back(name);
    } catch (const formula_error&) {
      return;
    }
  }
  require_used(set, variables, owner);
}

std::vector<std::string> names_in(const variable_map& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return names;
}

std::vector<value_list> axes_of(const command_settings& settings) {
  std::vector<value_list> axes;
  std::size_t points = 1;
  for (const std::string& name : settings.order) {
    const auto list = std::find_if(settings.lists.begin(), settings.lists.end(),
                                   [&](const value_list& one) { return one.variable == name; });
    if (list != settings.lists.end())
      axes.push_back(*list);
    else if (const auto single = settings.values.find(name); single != settings.values.end())
      axes.push_back(
          {name, std::make_shared<const std::vector<std::string>>(1, to_text(*single->second))});
    else
      continue;
    if (axes.back().size() > most_points / points)
      throw usage_error(fmt::format("the table has more than {} points", most_points));
    points *= axes.back().size();
  }
  return axes;
}

variable_map read_settings(const std::vector<std::string>& settings, const definitions& visible,
                           const std::string& instead) {
  command_settings read = read_settings_and_ranges(settings, visible, {});
  if (!read.ranges.empty()) {
    const auto& [name, range] = *read.ranges.begin();
    throw usage_error(
        fmt::format("--set {0}=[{1}, {2}]: intervals are for eval; here a value is expected, such "
                    "as {0}={1}",
                    name, to_text(*range.lower), to_text(*range.upper)));
  }
  if (!read.lists.empty())
    throw usage_error(
        fmt::format("--set {0}: lists are for eval and compare; here one value is expected, such "
                    "as {0}={1}{2}",
                    read.lists.front().variable, read.lists.front().texts->front(),
                    instead.empty() ? "" : "; " + instead));
  return std::move(read.values);
}

std::optional<rational> rational_value(const expression_ptr& formula, const std::string& what,
                                       const definitions& visible) {
  constexpr long digits = 25;
  try {
    const refined_value known = refine(*formula, visible, {}, digits, {}, {});
    const auto* value = std::get_if<number>(&known.result);
    const rational* exact = value == nullptr ? nullptr : value->as_rational();
    return exact == nullptr ? std::nullopt : std::optional(*exact);
  } catch (const undefined_value& error) {
    throw usage_error(fmt::format("{}: it has no value: {}", what, error.what()));
  }
}

rational inner_end(const number& value, const std::string& option, bool is_lower) {
  constexpr long end_digits = 20;
  constexpr bits precision = 128;
  if (const rational* exact = value.as_rational()) return *exact;
  const decimal_interval ends = to_decimal(value, precision, end_digits);
  const auto end = parse_signed_decimal(is_lower ? ends.upper : ends.lower);
  if (!end) throw usage_error(option + ": an end of the range must be a finite number");
  return *end;
}

rational read_end(const std::string& text, const std::string& option, const definitions& visible,
                  bool is_lower) {
  const expression_ptr formula = read_argument(text, option, visible, {});
  constexpr long digits = 25;
  try {
    const refined_value known = refine(*formula, visible, {}, digits, {}, {});
    const auto* value = std::get_if<number>(&known.result);
    if (!known.sufficient || value == nullptr)
      throw usage_error(fmt::format("{} {}: expected a number", option, text));
    return inner_end(*value, fmt::format("{} {}", option, text), is_lower);
  } catch (const undefined_value& error) {
    throw usage_error(fmt::format("{} {}: it has no value: {}", option, text, error.what()));
  }
}

}  // namespace shufflecert::inline v0_1::claims
