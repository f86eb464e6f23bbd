#include "claims/reading/read_axis.hpp"

#include <fmt/format.h>

#include "claims/catalogue/axis.hpp"

namespace shufflecert {

point_value read_value(const toml_reader& reader, const toml::node& node, std::string_view key) {
  const std::string text = reader.number_text(node, key);
  return reader.with_formula(node, key, [&] { return read_point_value(text); });
}

namespace {

constexpr std::int64_t most_steps = 1'000'000;

axis_range read_range(const toml_reader& check, const toml::node& node,
                      const std::string& variable) {
  const toml_reader range(check.table(node, variable), check.source(), check.section());
  range.allow_only({"from", "to", "steps", "scale"});
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

}  // namespace shufflecert
