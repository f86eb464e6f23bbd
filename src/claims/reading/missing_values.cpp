#include "claims/reading/missing_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "claims/catalogue/claim_variables.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Values that a variable of this name often has.
std::string example_values(const claim& c, const std::string& name) {
  constexpr std::string_view sizes = "nmkNMK";
  const bool is_size =
      is_whole_variable(c, name) || (name.size() == 1 && sizes.find(name) != std::string::npos);
  return name + (is_size ? " = [100, 1000]" : " = [0.5, 2]");
}

std::string how_to_give(const toml_reader& reader, const claim& c,
                        const std::vector<std::string>& missing) {
  std::vector<std::string> examples;
  examples.reserve(missing.size());
  for (const std::string& name : missing) examples.push_back(example_values(c, name));
  const std::string all = fmt::format("{}", fmt::join(examples, ", "));
  if (!reader.has("check")) return "add check = { " + all + " }";
  if (c.axes.empty() && !c.points.empty())
    return fmt::format("give {} to each of check.points", fmt::join(missing, " and "));
  return "add " + all + " to check";
}

}  // namespace

std::set<std::string> needed_variables(const claim& c) {
  std::set<std::string> needed;
  const auto collect = [&](const expression_ptr& formula) {
    for (const std::string& name : free_variables(*formula))
      if (!c.let.contains(name)) needed.insert(name);
  };
  for (const expression_ptr& formula : {c.formula, c.corrected})
    if (formula) collect(formula);
  if (const auto* rate = std::get_if<rate_claim>(&c.form)) needed.insert(rate->along);
  for (const auto& condition : c.domain) collect(condition);
  for (const auto& condition : c.regime) collect(condition);
  for (const auto& [name, formula] : c.let) collect(formula);
  for (const local_function& function : c.functions) {
    const auto& parameters = function.formula.parameters;
    for (const std::string& name : free_variables(*function.formula.body))
      if (!c.let.contains(name) &&
          std::find(parameters.begin(), parameters.end(), name) == parameters.end())
        needed.insert(name);
  }
  return needed;
}

void complain_of_missing_values(const toml_reader& reader, const claim& c,
                                const unknown_variable& error) {
  const std::string& name = error.name();
  const std::set<std::string> needed = needed_variables(c);
  const std::set<std::string> given = check_variables(c);
  std::vector<std::string> unused;
  std::set_difference(given.begin(), given.end(), needed.begin(), needed.end(),
                      std::back_inserter(unused));
  if (const auto misspelt = closest_name(name, unused)) {
    const toml_reader check(reader.table(*reader.find("check"), "check"), reader.source(),
                            reader.section());
    const toml::node* values = check.find(*misspelt);
    reader.complain_at(values == nullptr ? *reader.find("check") : *values, "check",
                       fmt::format("'{}' is not a variable of the claim; did you mean '{}', which "
                                   "has no values?",
                                   *misspelt, name));
  }
  // A parameter of a local function that has no value is another mistake.
  if (error.is_explained() || !needed.contains(name)) throw error;
  std::vector<std::string> missing;
  for (const std::string& one : needed)
    if (!given.contains(one) && is_usable_name(one)) missing.push_back(one);
  throw formula_error(error.column(), fmt::format("variable '{}' has no values; {}", name,
                                                  how_to_give(reader, c, missing)));
}

}  // namespace shufflecert::inline v0_1::claims
