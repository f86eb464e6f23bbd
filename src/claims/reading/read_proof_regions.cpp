#include "claims/reading/read_proof_regions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert {
namespace {

// Parts of a region that are examined one by one at the least.
constexpr std::size_t most_combinations = 100'000;

point_value read_end(const toml_reader& reader, const toml::node& node, const std::string& name) {
  return reader.with_formula(node, name,
                             [&] { return read_point_value(reader.number_text(node, name)); });
}

void require_order(const toml_reader& reader, const toml::node& node, const std::string& name,
                   const std::pair<point_value, point_value>& ends) {
  constexpr bits precision = 256;
  std::optional<bool> in_order;
  try {
    for (const point_value& end : {ends.first, ends.second})
      if (!constant_value(end).to_ball(precision).is_finite())
        reader.complain_at(node, name, "the ends of a range must be finite");
    static_cast<void>(rational_ends(ends.first, ends.second));
    in_order = compare(constant_value(ends.first), relation::less_equal,
                       constant_value(ends.second), precision)
                   .value;
  } catch (const undefined_value& error) {
    reader.complain_at(node, name, error.what());
  } catch (const beyond_reach& error) {
    reader.complain_at(node, name, error.what());
  }
  if (in_order != true)
    reader.complain_at(
        node, name,
        fmt::format("'from' ({}) must not be above 'to' ({})", ends.first.text, ends.second.text));
}

region_range read_region_range(const toml_reader& reader, const toml::node& node,
                               const std::string& name) {
  region_range range;
  if (const auto* list = node.as_array()) {
    if (list->empty()) reader.complain_at(node, name, "is an empty list; give its values");
    range.values.reserve(list->size());
    for (const toml::node& value : *list) range.values.push_back(read_end(reader, value, name));
    return range;
  }
  if (!node.is_table()) return {{read_end(reader, node, name)}, {}};
  const toml_reader ends(reader.table(node, name), reader.source(), reader.section());
  ends.allow_only({"from", "to"});
  for (const char* key : {"from", "to"})
    if (!ends.has(key))
      reader.complain_at(node, name, "a range is written { from = \"0.1\", to = \"4\" }");
  range.ends.emplace(read_end(ends, *ends.find("from"), "from"),
                     read_end(ends, *ends.find("to"), "to"));
  require_order(reader, node, name, *range.ends);
  return range;
}

bool has_axis(const claim& c, const std::string& name) {
  return std::any_of(c.axes.begin(), c.axes.end(),
                     [&](const axis& a) { return a.variable == name; });
}

bool is_checked(const claim& c, const std::string& name) {
  return has_axis(c, name) ||
         std::any_of(c.points.begin(), c.points.end(),
                     [&](const check_point& point) { return point.contains(name); });
}

proof_region read_region(const toml_reader& reader, const claim& c) {
  proof_region region;
  std::size_t choices = 1;
  for (const auto& [key, node] : reader.raw()) {
    const std::string name(key.str());
    if (!is_checked(c, name))
      reader.complain_at(node, name, "'" + name + "' is not a variable of the claim");
    if (!is_in_domain(c, name))
      reader.complain_at(node, name,
                         "no condition of 'domain' mentions '" + name +
                             "', so it takes its check values only; leave it out here, or state "
                             "its domain");
    region[name] = read_region_range(reader, node, name);
    choices *= std::max<std::size_t>(1, region[name].values.size());
    if (choices > most_combinations)
      reader.complain_at(
          node, name,
          fmt::format("the lists of values have more than {} combinations", most_combinations));
  }
  for (const check_point& point : c.points)
    for (const auto& [name, value] : point)
      if (!region.contains(name) && !has_axis(c, name))
        reader.complain("prove", "the variable '" + name + "' has neither a range nor an axis");
  return region;
}

}  // namespace

void read_proof_regions(const toml_reader& reader, claim& c) {
  const toml::node* node = reader.find("prove");
  if (node == nullptr) return;
  auto* form = std::get_if<forall_claim>(&c.form);
  if (form == nullptr) reader.complain("prove", "goes with kind = \"forall\" only");
  const auto read_one = [&](const toml::node& region) {
    form->prove.push_back(
        read_region(toml_reader(reader.table(region, "prove"), reader.source(), "prove"), c));
  };
  if (const auto* list = node->as_array())
    for (const toml::node& region : *list) read_one(region);
  else
    read_one(*node);
}

}  // namespace shufflecert
