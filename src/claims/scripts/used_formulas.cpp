#include "claims/scripts/used_formulas.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::set<std::string> all_names(const expression& formula) {
  const auto names = names_in(formula);
  return {names.begin(), names.end()};
}

}  // namespace

void used_formulas::add(const expression& formula) {
  names_in_use_.merge(all_names(formula));
  for (const std::string& name : called_functions(formula)) add_function(name);
  for (const std::string& name : free_variables(formula)) add_name(name);
}

void used_formulas::add_function(const std::string& name) {
  if (!seen_functions_.insert(name).second) return;
  for (const local_function& local : stated_.functions)
    if (local.formula.name == name) return add_definition(local.formula);
  if (const definition* shared = visible_.visible.find(name)) add_definition(*shared);
}

void used_formulas::add_definition(const definition& entry) {
  names_in_use_.insert(entry.parameters.begin(), entry.parameters.end());
  names_in_use_.merge(all_names(*entry.body));
  for (const std::string& name : called_functions(*entry.body)) add_function(name);
  for (const std::string& name : free_variables(*entry.body))
    if (std::find(entry.parameters.begin(), entry.parameters.end(), name) == entry.parameters.end())
      add_name(name);
  functions_.push_back(&entry);
}

void used_formulas::add_name(const std::string& name) {
  if (point_.contains(name)) return;
  const auto let = stated_.let.find(name);
  if (let == stated_.let.end() || !seen_lets_.insert(name).second) return;
  add(*let->second);
  lets_.push_back(name);
}

}  // namespace shufflecert::inline v0_1::claims
