#include "language/syntax/builtins.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

namespace shufflecert::inline v0_1 {
namespace {

std::vector<builtin> all_functions() {
  std::vector<builtin> all;
  for (const auto& list : {elementary_functions, repetition_forms, binomial_functions, search_forms,
                           integral_forms, pair_functions, law_functions, quantity_functions,
                           curve_functions, conversion_functions, gaussian_shuffling_functions}) {
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

std::optional<std::size_t> builtin::place_of(std::string_view role) const {
  for (std::size_t place = 0; place < parameters.size(); ++place)
    if (parameters[place].role == role) return place;
  return std::nullopt;
}

bool builtin::is_total() const {
  return exists_in_ranges && result == value_kind::number &&
         std::all_of(parameters.begin(), parameters.end(), [](const builtin_parameter& parameter) {
           return parameter.kind == value_kind::number && !parameter.is_whole() &&
                  !parameter.range.least.value && !parameter.range.largest.value;
         });
}

const builtin* find_builtin(std::string_view name) {
  static const auto by_name = [] {
    std::unordered_map<std::string_view, const builtin*> entries;
    for (const builtin& function : table()) entries.emplace(function.name, &function);
    return entries;
  }();
  const auto entry = by_name.find(name);
  return entry == by_name.end() ? nullptr : entry->second;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  names.reserve(table().size());
  for (const builtin& function : table()) names.emplace_back(function.name);
  return names;
}

std::string_view meant_function(std::string_view written,
                                const std::vector<expression_ptr>& arguments) {
  if (arguments.empty()) return written;
  const auto* first = std::get_if<call>(&arguments.front()->node);
  const builtin* argument = first == nullptr ? nullptr : find_builtin(first->name);
  if (argument == nullptr || argument->result != value_kind::law) return written;
  for (const builtin& function : table())
    if (function.written == written && function.parameters.front().kind == value_kind::law)
      return function.name;
  return written;
}

std::string_view written_name(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known == nullptr || known->written.empty() ? function : known->written;
}

bool is_constant(std::string_view name) {
  return name == "pi" || name == "inf" || name == "identity_curve";
}

bool is_continuous_builtin(std::string_view name) {
  const builtin* known = find_builtin(name);
  return known != nullptr && known->is_continuous;
}

bool makes_symmetric_pairs(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known != nullptr && known->symmetry == pair_symmetry::always;
}

value_sign sign_of_values(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known == nullptr ? value_sign::not_stated : known->sign;
}

bool binds_a_name(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known != nullptr && known->uses == argument_use::body;
}

bool takes_distributions(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known != nullptr &&
         std::any_of(known->parameters.begin(), known->parameters.end(), [](const auto& parameter) {
           return parameter.kind == value_kind::pair || parameter.kind == value_kind::law ||
                  parameter.kind == value_kind::curve;
         });
}

}  // namespace shufflecert::inline v0_1
