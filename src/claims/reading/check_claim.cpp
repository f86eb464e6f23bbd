#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/mechanisms/alike_mechanism.hpp"
#include "claims/mechanisms/claim_mechanism.hpp"
#include "claims/reading/local_names.hpp"
#include "claims/reading/missing_values.hpp"
#include "claims/reading/read_sections.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_points = 1'000'000;
constexpr std::size_t most_sizes = 1'000;

std::string possible_variables(const std::string& name, const std::set<std::string>& needed) {
  const std::vector<std::string> known(needed.begin(), needed.end());
  if (known.empty()) return ", which has none";
  if (const auto close = closest_name(name, known)) return "; did you mean '" + *close + "'?";
  return fmt::format("; its variables are {}", fmt::join(known, ", "));
}

// Values for a name that stands in no formula would multiply the points that count and show
// nothing.
void refuse_unused_values(const toml_reader& reader, const claim& c,
                          const std::set<std::string>& needed) {
  for (const std::string& variable : check_variables(c)) {
    if (needed.contains(variable)) continue;
    const toml_reader check(reader.table(*reader.find("check"), "check"), reader.source(),
                            reader.section());
    const toml::node* values = check.find(variable);
    const std::string message = "no formula of the claim uses '" + variable +
                                "': its values would multiply the points checked and show "
                                "nothing";
    if (values == nullptr) check.complain("points", message);
    check.complain_at(*values, variable, message);
  }
}

// A relation about any_mechanism(n, eps0): what it says of every mechanism is checked, at points.
void check_mechanism_claim(const toml_reader& reader, const claim& c,
                           const expression_ptr& relation, std::string_view key,
                           const definitions& visible, const name_kinds& names) {
  if (c.about != concern::mechanism)
    reader.complain(
        key,
        "any_mechanism(n, eps0) stands for every mechanism, so the claim needs about = "
        "\"mechanism\"; for a formula alone 'shufflecert falsify' looks for mechanisms");
  const auto* all = std::get_if<forall_claim>(&c.form);
  if (all == nullptr)
    reader.complain(key, "any_mechanism(n, eps0) goes with claims of kind 'forall' only");
  if (!all->prove.empty() || !all->refute.empty())
    reader.complain(all->prove.empty() ? "refute" : "prove",
                    "does not go with any_mechanism(n, eps0): mechanisms are looked for at points");
  with_formula_of(reader, c, reader, *reader.find(key), key, [&] {
    for (const expression_ptr& part : conjuncts(relation))
      read_mechanism_relation(part, visible, names);
  });
}

// A relation about any_mechanism_alike(n, eps0), which one mechanism decides.
void check_alike_claim(const toml_reader& reader, const claim& c, const expression_ptr& relation,
                       std::string_view key, const definitions& visible, const name_kinds& names) {
  if (c.about != concern::mechanism)
    reader.complain(key,
                    "any_mechanism_alike(n, eps0) stands for every mechanism whose other users are "
                    "alike, so the claim needs about = \"mechanism\"");
  if (c.kind() != claim_kind::forall)
    reader.complain(key, "any_mechanism_alike(n, eps0) goes with claims of kind 'forall' only");
  with_formula_of(reader, c, reader, *reader.find(key), key, [&] {
    require_bound_on_alike(relation, visible, c.let, c.domain);
    return check_formula(*with_extreme_mechanism(relation), visible, names);
  });
}

// The sizes of a rate are doubled, so they must be positive.
void check_sizes(const toml_reader& reader, const claim& c, const std::string& along) {
  constexpr bits precision = 128;
  std::vector<point_value> sizes;
  for (const axis& a : c.axes)
    if (a.variable == along) sizes = a.values;
  for (const check_point& point : c.points) sizes.push_back(point.at(along));
  if (sizes.size() > most_sizes)
    reader.complain("check", fmt::format("has more than {} sizes of '{}'", most_sizes, along));
  for (const point_value& size : sizes) {
    std::optional<int> sign_of_size;
    try {
      sign_of_size = sign(constant_value(size), precision);
    } catch (const undefined_value& error) {
      reader.complain("check", error.what());
    }
    if (sign_of_size != 1)
      reader.complain(
          "check", "the sizes of '" + along + "' must be positive, and one is '" + size.text + "'");
  }
}

}  // namespace

void check_claim_formulas(const toml_reader& reader, const claim& c, const definitions& shared) {
  const name_kinds names = names_in_scope(c);
  const definitions own =
      c.functions.empty() ? definitions() : with_local_functions(reader, c, shared);
  const definitions& visible = c.functions.empty() ? shared : own;
  const auto require = [&](value_kind wanted, const expression_ptr& formula, std::string_view key) {
    const value_kind kind = with_formula_of(reader, c, reader, *reader.find(key), key, [&] {
      return check_formula(*formula, visible, names);
    });
    if (kind != wanted && kind != value_kind::unknown)
      reader.complain(
          key,
          fmt::format("expected {}, found a {}",
                      wanted == value_kind::number ? "a number" : "a condition such as 'x <= y'",
                      to_text(kind)));
  };
  const auto require_condition = [&](const expression_ptr& formula, std::string_view key) {
    require(value_kind::truth, formula, key);
  };
  const auto require_relation = [&](const expression_ptr& formula, std::string_view key) {
    if (calls_alike_mechanism(*formula))
      check_alike_claim(reader, c, formula, key, visible, names);
    else if (calls_any_mechanism(*formula))
      check_mechanism_claim(reader, c, formula, key, visible, names);
    else
      require(c.kind() == claim_kind::rate ? value_kind::number : value_kind::truth, formula, key);
  };
  require_relation(c.formula, formula_key(c));
  if (c.corrected) require_relation(c.corrected, "corrected");
  for (const auto& condition : c.domain) require_condition(condition, "domain");
  for (const auto& condition : c.regime) require_condition(condition, "regime");
  for (const auto& [name, formula] : c.let)
    with_formula_of(reader, c, reader, *reader.find("let"), "let",
                    [&, &f = formula] { return check_formula(*f, visible, names); });
  check_local_names(reader, c, visible);
}

void check_claim_points(const toml_reader& reader, const claim& c) {
  const std::set<std::string> needed = needed_variables(c);
  std::set<std::string> on_axes;
  for (const axis& a : c.axes) on_axes.insert(a.variable);
  const bool has_product = !c.axes.empty() || c.points.empty();
  for (const std::string& variable : needed)
    if (has_product && !on_axes.contains(variable))
      reader.complain("check", "the variable '" + variable + "' has no values to check");
  for (const check_point& point : c.points)
    for (const std::string& variable : needed)
      if (!point.contains(variable))
        reader.complain("check", "a listed point has no value for '" + variable + "'");
  if (const auto* exists = std::get_if<exists_claim>(&c.form))
    for (const std::string& variable : exists->variables)
      if (!needed.contains(variable))
        reader.complain("exists", "'" + variable + "' is not a variable of the claim");
  for (const std::string& variable : c.integers)
    if (!needed.contains(variable))
      reader.complain("integers", fmt::format("'{}' is not a variable of the claim{}", variable,
                                              possible_variables(variable, needed)));
  refuse_unused_values(reader, c, needed);
  if (const auto* rate = std::get_if<rate_claim>(&c.form)) check_sizes(reader, c, rate->along);
  std::size_t points = 1;
  for (const axis& a : c.axes) {
    points *= a.values.size();
    if (points + c.points.size() > most_points)
      reader.complain("check", fmt::format("has more than {} points", most_points));
  }
}

}  // namespace shufflecert::inline v0_1::claims
