#include "language/syntax/builtins.hpp"

#include <algorithm>
#include <array>
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

bool is_continuous_builtin(std::string_view name) {
  // Sums and products have limits that are whole, so that these do not move; of trade-off functions
  // convexity leaves no jump, and a divergence that is finite on both sides of an order or an ε is
  // continuous between them.
  static constexpr std::array names{
      // elementary
      "exp", "log", "log1p", "expm1", "sqrt", "abs", "min", "max", "gamma", "lgamma", "factorial",
      "binomial", "tanh", "Phi", "Phi_inv",
      // forms
      "sum", "product", "integral", "normal_mean", "minimum", "maximum", "mean", "binomial_mean",
      // laws and pairs
      "rr_law", "krr_law", "law", "first", "second", "mix", "pmf", "clone_pair", "unmixed_pair",
      "printed_pair", "rr_pair", "normal_pair", "gaussian_pair", "krr_pair", "subsampled", "pair",
      "swap",
      // quantities
      "renyi", "hockey_stick", "total_variation", "tradeoff", "epsilon", "curve", "gaussian_curve",
      "mix_curves", "symmetrized", "at", "curve_renyi", "curve_delta"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool binds_a_name(std::string_view function) {
  const builtin* known = find_builtin(function);
  return known != nullptr && known->form != nullptr;
}

}  // namespace shufflecert
