#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/reading/read_sections.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Parts of a region that are examined one by one at the least.
constexpr std::size_t most_proved_choices = 100'000;

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

proof_region read_region(const toml_reader& reader, const claim& c) {
  proof_region region;
  const std::set<std::string> variables = check_variables(c);
  std::size_t choices = 1;
  for (const auto& [key, node] : reader.raw()) {
    const std::string name(key.str());
    if (!variables.contains(name))
      reader.complain_at(node, name, "'" + name + "' is not a variable of the claim");
    if (!is_in_domain(c, name))
      reader.complain_at(node, name,
                         "no condition of 'domain' mentions '" + name +
                             "', so it takes its check values only; leave it out here, or state "
                             "its domain");
    region[name] = read_region_range(reader, node, name);
    choices *= std::max<std::size_t>(1, region[name].values.size());
    if (choices > most_proved_choices)
      reader.complain_at(
          node, name,
          fmt::format("the lists of values have more than {} combinations", most_proved_choices));
  }
  for (const check_point& point : c.points)
    for (const auto& [name, value] : point)
      if (!region.contains(name) && !has_axis(c, name))
        reader.complain("prove", "the variable '" + name + "' has neither a range nor an axis");
  return region;
}

// Each combination of listed values is a region of its own.
constexpr std::size_t most_refuted_choices = 1'000;

class refutation_reader {
 public:
  refutation_reader(const toml_reader& reader, const claim& c)
      : reader_(reader), subject_(c), variables_(check_variables(c)) {}

  refutation_region read() const {
    refutation_region region;
    std::size_t choices = 1;
    for (const auto& [key, node] : reader_.raw()) {
      const std::string name(key.str());
      if (!variables_.contains(name))
        reader_.complain_at(node, name, "'" + name + "' is not a variable of the claim");
      region[name] = read_range(node, name);
      if (!region[name].is_list() && !is_in_domain(subject_, name))
        reader_.complain_at(node, name,
                            "no condition of 'domain' mentions '" + name +
                                "', so it has no range; give it values, or state its domain");
      choices *= std::max<std::size_t>(1, region[name].values.size());
      if (choices > most_refuted_choices)
        reader_.complain_at(node, name,
                            fmt::format("the lists of values have more than {} combinations",
                                        most_refuted_choices));
    }
    for (const std::string& name : variables_)
      if (!region.contains(name))
        reader_.complain("refute", "the variable '" + name + "' has neither a range nor a value");
    for (const auto& [name, range] : region) require_simple_ends(region, name, range);
    return region;
  }

 private:
  [[nodiscard]] refutation_range read_range(const toml::node& node, const std::string& name) const {
    refutation_range range;
    if (const auto* list = node.as_array()) {
      if (list->empty()) reader_.complain_at(node, name, "is an empty list; give its values");
      range.values.reserve(list->size());
      for (const toml::node& value : *list) range.values.push_back(constant(reader_, value, name));
      return range;
    }
    if (!node.is_table()) {
      range.values.push_back(constant(reader_, node, name));
      return range;
    }
    const toml_reader ends(reader_.table(node, name), reader_.source(), reader_.section());
    ends.allow_only({"from", "to"});
    if (!ends.has("from"))
      reader_.complain_at(
          node, name,
          "a range is written { from = \"0.1\", to = \"4\" }, or without 'to' where "
          "it has no upper end");
    range.lower = end(ends, "from");
    if (ends.has("to") && ends.number_text(*ends.find("to"), "to") != "inf")
      range.upper = end(ends, "to");
    range.depends = depends(range.lower) || (range.upper && depends(*range.upper));
    if (!range.depends) require_order(ends, node, name, range);
    return range;
  }

  static point_value constant(const toml_reader& reader, const toml::node& node,
                              const std::string& name) {
    point_value value = reader.with_formula(
        node, name, [&] { return read_point_value(reader.number_text(node, name)); });
    require_finite(reader, node, name, value);
    return value;
  }

  static void require_finite(const toml_reader& reader, const toml::node& node,
                             const std::string& name, const point_value& value) {
    constexpr bits precision = 256;
    try {
      if (!constant_value(value).to_ball(precision).is_finite())
        reader.complain_at(node, name,
                           "must be finite; leave 'to' out where there is no upper end");
      static_cast<void>(rational_ends(value, value));
    } catch (const undefined_value& error) {
      reader.complain_at(node, name, error.what());
    } catch (const beyond_reach& error) {
      reader.complain_at(node, name, error.what());
    }
  }

  // An end may use the other variables of the claim.
  [[nodiscard]] point_value end(const toml_reader& ends, const char* key) const {
    const toml::node& node = *ends.find(key);
    point_value value;
    value.text = ends.number_text(node, key);
    ends.with_formula(node, key, [&] {
      value.formula = parse_formula(value.text);
      name_kinds names;
      for (const std::string& name : variables_) names[name] = value_kind::number;
      if (check_formula(*value.formula, definitions(), names) != value_kind::number)
        throw formula_error(1, "expected a number");
    });
    if (!depends(value)) require_finite(ends, node, key, value);
    return value;
  }

  static bool depends(const point_value& value) { return !free_variables(*value.formula).empty(); }

  static void require_order(const toml_reader& reader, const toml::node& node,
                            const std::string& name, const refutation_range& range) {
    constexpr bits precision = 256;
    if (!range.upper) return;
    if (compare(constant_value(range.lower), relation::less_equal, constant_value(*range.upper),
                precision)
            .value != true)
      reader.complain_at(node, name,
                         fmt::format("'from' ({}) must not be above 'to' ({})", range.lower.text,
                                     range.upper->text));
  }

  void require_simple_ends(const refutation_region& region, const std::string& name,
                           const refutation_range& range) const {
    if (!range.depends) return;
    std::vector<std::string> used = free_variables(*range.lower.formula);
    if (range.upper)
      for (const std::string& other : free_variables(*range.upper->formula)) used.push_back(other);
    for (const std::string& other : used)
      if (other == name || region.at(other).depends)
        reader_.complain(name, "its ends use '" + other +
                                   "', whose own ends are not numbers; use variables with a "
                                   "constant range or values");
  }

  const toml_reader& reader_;
  const claim& subject_;
  std::set<std::string> variables_;
};

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

void read_refutation_regions(const toml_reader& reader, claim& c) {
  const toml::node* node = reader.find("refute");
  if (node == nullptr) return;
  auto* form = std::get_if<forall_claim>(&c.form);
  if (form == nullptr) reader.complain("refute", "goes with kind = \"forall\" only");
  const auto read_one = [&](const toml::node& region) {
    const toml_reader inner(reader.table(region, "refute"), reader.source(), "refute");
    form->refute.push_back(refutation_reader(inner, c).read());
  };
  if (const auto* list = node->as_array())
    for (const toml::node& region : *list) read_one(region);
  else
    read_one(*node);
}

}  // namespace shufflecert::inline v0_1::claims
