#include "verify/tables/value_lists.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

#include "language/syntax/unknown_variable.hpp"
#include "shufflecert/refine.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::vector<std::string> parts_between(const std::string& text, char separator) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == separator && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// FROM:TO:STEPS, and the words behind it.
struct written_range {
  axis_range points;
  bool is_whole = false;
};

class range_reader {
 public:
  range_reader(const std::string& text, const std::string& what, const definitions& visible,
               const budget& limits)
      : text_(text), what_(what), visible_(visible), limits_(limits) {}

  void read(const std::function<void(std::string)>& take) const {
    const std::vector<std::string> parts = parts_between(text_, ':');
    if (parts.size() < 3)
      complain(
          "expected FROM:TO:STEPS, such as 0.1:4:40, where FROM and TO are among the STEPS values");
    written_range range;
    range.points.from = read_end(parts[0]);
    range.points.to = read_end(parts[1]);
    range.points.steps = read_steps(parts[2]);
    for (std::size_t i = 3; i < parts.size(); ++i) read_word(parts[i], range);
    try {
      require_order(range.points);
      // In their order: a whole number that comes again comes at once.
      std::string last;
      for_each_point(range.points, [&](const point_value& value) {
        std::string text = range.is_whole ? rounded_to_integer(value).text : value.text;
        if (range.is_whole && text == last) return;
        last = text;
        take(std::move(text));
      });
    } catch (const undefined_value& error) {
      complain(error.what());
    } catch (const beyond_reach& error) {
      complain(error.what());
    }
  }

 private:
  [[noreturn]] void complain(const std::string& message) const {
    throw usage_error(fmt::format("{}, the range '{}': {}", what_, text_, message));
  }

  [[nodiscard]] point_value read_end(const std::string& text) const {
    try {
      return read_point_value(trimmed(text));
    } catch (const formula_error& error) {
      complain(fmt::format("in '{}', {}", trimmed(text), error.what()));
    }
  }

  [[nodiscard]] std::int64_t read_steps(const std::string& text) const {
    const auto count = parse_decimal(trimmed(text));
    if (!count || !is_integer(*count) || *count < 2 || *count > rational(most_points))
      complain(
          fmt::format("STEPS, the number of its values, is a whole number from 2 to {}, not "
                      "'{}'",
                      most_points, trimmed(text)));
    return to_int64(*count).value();
  }

  void read_word(const std::string& text, written_range& range) const {
    const std::string word = trimmed(text);
    if (word == "whole")
      range.is_whole = true;
    else if (const auto scale = from_text<axis_scale>(word))
      range.points.scale = *scale;
    else
      complain(fmt::format("behind STEPS stand 'log', 'linear' or 'whole', not '{}'", word));
  }

  void require_order(const axis_range& range) const {
    for (const point_value& end : {range.from, range.to}) {
      const number value = constant_value(end);
      if (value.is_infinity(1) || value.is_infinity(-1)) complain("the ends of a range are finite");
    }
    const expression in_order{comparison{range.from.formula, relation::less, range.to.formula}, 1};
    const refined_value known = refine(in_order, visible_, {}, tie_digits, {}, {.limits = limits_});
    const auto* holds = std::get_if<truth>(&known.result);
    if ((holds == nullptr || !holds->value) && limits_.is_exhausted())
      throw out_of_time(limits_.exhaustion());
    if (holds == nullptr || !holds->value)
      complain(fmt::format("which end is the lower one is {}", known.reason));
    if (!*holds->value) complain("it runs the wrong way: FROM must be below TO");
  }

  const std::string& text_;
  const std::string& what_;
  const definitions& visible_;
  const budget& limits_;
};

// The first value that stands before it, too; null where none does. For a million of them.
const std::string* first_that_comes_again(const std::vector<std::string>& values) {
  std::vector<std::uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return values[a] < values[b]; });
  const std::string* first = nullptr;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::string& here = values[order[k]];
    if (here == values[order[k - 1]] && (first == nullptr || &here < first)) first = &here;
  }
  return first;
}

}  // namespace

namespace {

template <class Words>
expression_ptr read_and_check(const std::string& text, const std::string& what,
                              const definitions& visible, const name_kinds& variables,
                              Words words_of) {
  try {
    expression_ptr formula = parse_formula(text);
    check_formula(*formula, visible, variables);
    return formula;
  } catch (const formula_error& error) {
    throw usage_error(what + words_of(error));
  }
}

}  // namespace

expression_ptr read_argument(const std::string& text, const std::string& what,
                             const definitions& visible, const name_kinds& variables) {
  if (trimmed(text).empty())
    throw usage_error(fmt::format("{}: the value is missing; give one, such as 1000", what));
  return read_and_check(
      text, what, visible, variables, [&](const formula_error& error) -> std::string {
        const auto* open = dynamic_cast<const unknown_variable*>(&error);
        const bool is_only_a_name = open != nullptr && !open->is_explained() && variables.empty() &&
                                    open->name() == trimmed(text);
        return is_only_a_name ? fmt::format(": expected a value, such as 1000, not the name '{}'",
                                            open->name())
                              : fmt::format(", {}", error.what());
      });
}

std::string complaint_about(const formula_error& error) {
  const auto* open = dynamic_cast<const unknown_variable*>(&error);
  if (open == nullptr || open->is_explained()) return error.what();
  return fmt::format("column {}: variable '{}' has no value; add --set {}=VALUE", open->column(),
                     open->name(), open->name());
}

expression_ptr read_formula_over(const name_kinds& variables, const std::string& text,
                                 const std::string& what, const definitions& visible) {
  return read_and_check(text, what, visible, variables, [](const formula_error& error) {
    return fmt::format(", {}", complaint_about(error));
  });
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_among(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> list_items(const std::string& text) {
  return parts_between(text, ',');
}

namespace {

// The parts of a list; nothing where the text is one value or an interval.
std::optional<std::vector<std::string>> items_of_list(const std::string& text) {
  std::string inner = trimmed(text);
  const bool is_bracketed = inner.size() >= 2 && inner.front() == '[' && inner.back() == ']';
  if (is_bracketed) inner = trimmed(inner.substr(1, inner.size() - 2));
  std::vector<std::string> items = list_items(inner);
  const bool has_range = inner.find(':') != std::string::npos;
  if (!has_range && items.size() <= (is_bracketed ? 2U : 1U)) return std::nullopt;
  return items;
}

}  // namespace

void refuse_grouped_digits(const std::vector<std::string>& items, const std::string& what) {
  const auto is_digits = [](const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  };
  for (std::size_t i = 1; i < items.size(); ++i)
    if (is_digits(items[i - 1]) && is_digits(items[i]) && items[i].size() == 3 &&
        items[i].front() == '0')
      throw usage_error(fmt::format("{}: '{},{}' is a list; digits are not grouped: {}{}", what,
                                    items[i - 1], items[i], items[i - 1], items[i]));
}

setting setting_in(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw usage_error(fmt::format("--set {}: expected NAME=VALUE, such as n=1000", text));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

setting setting_of_variable(const std::string& text, const definitions& visible) {
  setting given = setting_in(text);
  if (!is_usable_name(given.name) || visible.find(given.name) != nullptr)
    throw usage_error(
        fmt::format("--set {}: '{}' cannot be a variable; use ASCII letters, digits and '_', "
                    "not starting with a digit, and no name of a function",
                    text, given.name));
  return given;
}

bool is_value_list(const std::string& text) {
  return items_of_list(text).has_value();
}

std::optional<std::vector<std::string>> read_value_list(const std::string& text,
                                                        const std::string& what,
                                                        const definitions& visible,
                                                        const budget& limits) {
  const auto list = items_of_list(text);
  if (!list) return std::nullopt;
  const std::vector<std::string>& items = *list;
  refuse_grouped_digits(items, what);
  std::vector<std::string> values;
  const auto add = [&](std::string value) {
    if (values.size() == most_points)
      throw usage_error(fmt::format("{}: there are more than {} values", what, most_points));
    values.push_back(std::move(value));
  };
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = trimmed(items[i]);
    if (item.empty())
      throw usage_error(fmt::format("{}: value {} of the list is empty", what, i + 1));
    if (item.find(':') != std::string::npos)
      range_reader(item, what, visible, limits).read(add);
    else
      add(to_text(*read_argument(item, fmt::format("{}, value {}", what, i + 1), visible, {})));
  }
  if (const std::string* twice = first_that_comes_again(values); twice != nullptr)
    throw usage_error(fmt::format("{}: the value {} stands there twice", what, *twice));
  return values;
}

}  // namespace shufflecert::inline v0_1::claims
