#include "language/builtins.hpp"

#include <algorithm>
#include <iterator>

namespace shufflecert {
namespace {

std::vector<builtin> all_functions() {
  std::vector<builtin> all;
  for (const auto& list :
       {elementary_functions, repetition_forms, binomial_functions, search_forms, integral_forms,
        pair_functions, law_functions, quantity_functions, curve_functions}) {
    std::vector<builtin> functions = list();
    std::move(functions.begin(), functions.end(), std::back_inserter(all));
  }
  return all;
}

const std::vector<builtin>& table() {
  static const std::vector<builtin> functions = all_functions();
  return functions;
}

}  // namespace

const builtin* find_builtin(std::string_view name) {
  for (const builtin& function : table())
    if (function.name == name) return &function;
  return nullptr;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  names.reserve(table().size());
  for (const builtin& function : table()) names.emplace_back(function.name);
  return names;
}

bool is_constant(std::string_view name) {
  return name == "pi" || name == "inf" || name == "identity_curve";
}

bool binds_a_name(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known != nullptr && known->form != nullptr;
}

}  // namespace shufflecert
