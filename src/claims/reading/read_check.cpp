#include <fmt/format.h>

#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/reading/read_sections.hpp"

namespace shufflecert::inline v0_1::claims {

namespace {

// As other languages, and the options of the program, write ranges: 1..100, 10:1000:3.
bool is_range_elsewhere(const std::string& text) {
  return text.find("..") != std::string::npos || text.find(':') != std::string::npos;
}

}  // namespace

point_value read_value(const toml_reader& reader, const toml::node& node, std::string_view key) {
  const std::string text = reader.number_text(node, key);
  return reader.with_formula(node, key, [&] {
    try {
      return read_point_value(text);
    } catch (const formula_error& error) {
      if (!is_range_elsewhere(text)) throw;
      throw formula_error(error.column(), "'" + text +
                                              "' is not a number; a range is written { from = 10, "
                                              "to = 1000, steps = 3 }");
    }
  });
}

namespace {

constexpr std::int64_t most_steps = 1'000'000;

axis_range read_range(const toml_reader& check, const toml::node& node,
                      const std::string& variable) {
  const toml_reader range(check.table(node, variable), check.source(), check.section());
  range.allow_only({"from", "to", "steps", "scale"}, "the range of '" + variable + "'");
  axis_range result;
  for (const char* key : {"from", "to"})
    if (!range.has(key)) range.complain(key, "is missing from the range of '" + variable + "'");
  result.from = read_value(range, *range.find("from"), "from");
  result.to = read_value(range, *range.find("to"), "to");
  result.steps = range.whole("steps");
  if (result.steps < 1 || result.steps > most_steps)
    range.complain("steps",
                   fmt::format("must be from 1 to {}, and it is {}", most_steps, result.steps));
  result.scale = range.one_of_if_any<axis_scale>("scale").value_or(axis_scale::linear);
  return result;
}

}  // namespace

std::vector<point_value> read_axis_values(const toml_reader& check, const toml::node& node,
                                          const std::string& variable) {
  if (node.is_table()) return expand_range(read_range(check, node, variable));
  std::vector<point_value> values;
  if (!node.is_array()) return {read_value(check, node, variable)};
  for (const toml::node& element : *node.as_array()) {
    if (element.is_table()) {
      const auto range = expand_range(read_range(check, element, variable));
      values.insert(values.end(), range.begin(), range.end());
    } else {
      values.push_back(read_value(check, element, variable));
    }
  }
  return values;
}

namespace {

// A value that stands there twice is a slip, and would count twice among the points.
void refuse_repeated_values(const toml_reader& check, const toml::node& node,
                            const std::string& variable) {
  if (!node.is_array()) return;
  std::set<std::string> listed;
  for (const toml::node& element : *node.as_array()) {
    if (element.is_table()) continue;
    const std::string value = check.number_text(element, variable);
    if (!listed.insert(value).second)
      check.complain_at(element, "check", fmt::format("{} lists {} twice", variable, value));
  }
}

axis read_axis(const toml_reader& check, const toml::node& node, const std::string& variable,
               const claim& c) {
  axis result{variable, {}};
  refuse_repeated_values(check, node, variable);
  try {
    result.values = read_axis_values(check, node, variable);
    if (is_whole_variable(c, variable)) result.values = rounded_to_integers(result.values);
  } catch (const undefined_value& error) {
    check.complain_at(node, variable, error.what());
  } catch (const beyond_reach& error) {
    check.complain_at(node, variable, error.what());
  }
  if (result.values.empty()) check.complain_at(node, "check", variable + " has no values");
  return result;
}

check_point read_listed_point(const toml_reader& check, const toml::node& node, const claim& c) {
  check_point point;
  for (const auto& [key, entry] : check.table(node, "points")) {
    const std::string variable(key.str());
    std::vector<point_value> single{read_value(check, entry, variable)};
    try {
      if (is_whole_variable(c, variable)) single = rounded_to_integers(single);
    } catch (const undefined_value& error) {
      check.complain_at(entry, variable, error.what());
    } catch (const beyond_reach& error) {
      check.complain_at(entry, variable, error.what());
    }
    point[variable] = single.front();
  }
  return point;
}

// How many values a range or a list is to be expanded to, as far as it can be told.
std::size_t values_to_expand(const toml::node& node) {
  if (const auto* list = node.as_array()) {
    std::size_t total = 0;
    for (const toml::node& element : *list) total += values_to_expand(element);
    return total;
  }
  const auto* range = node.as_table();
  if (range == nullptr) return 1;
  const std::int64_t steps = (*range)["steps"].value_or(std::int64_t{1});
  // A number of steps that is not possible is complained about elsewhere.
  return steps < 1 || steps > most_steps ? 1 : static_cast<std::size_t>(steps);
}

}  // namespace

std::size_t values_to_check(const toml::table& section) {
  const toml::table* check = section["check"].as_table();
  if (check == nullptr) return 0;
  std::size_t total = 0;
  for (const auto& [key, node] : *check) {
    if (key.str() != "points") {
      total += values_to_expand(node);
      continue;
    }
    const toml::array* points = node.as_array();
    if (points == nullptr) continue;
    for (const toml::node& point : *points)
      total += point.is_table() ? point.as_table()->size() : std::size_t{1};
  }
  return total;
}

void read_check(const toml_reader& reader, claim& c) {
  const toml::node* node = reader.find("check");
  if (node == nullptr) return;
  const toml_reader check(reader.table(*node, "check"), reader.source(), reader.section());
  for (const auto& [key, values] : check.raw()) {
    const std::string variable(key.str());
    if (variable == "points") {
      for (const toml::node& point : check.array(values, "points"))
        c.points.push_back(read_listed_point(check, point, c));
      continue;
    }
    check.require_usable_name(values, variable, variable);
    c.axes.push_back(read_axis(check, values, variable, c));
  }
}

}  // namespace shufflecert::inline v0_1::claims
