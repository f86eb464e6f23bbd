#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert {

/// What a built-in function sees of the evaluation that calls it.
struct builtin_context {
  bits precision;
  const budget& limits;
  quantity_cache* cache;
  std::set<std::string>& methods;
};

/// A built-in function of the formula language.
struct builtin {
  std::string_view name;
  std::string_view usage;              ///< "renyi(pair, lambda)"
  std::vector<value_kind> parameters;  ///< kinds of the arguments
  std::size_t required;                ///< how many of them must be given
  bool repeats_last;                   ///< any number of further arguments of the last kind
  value_kind result;
  /// Null for the forms that do not evaluate all their arguments: sum, product, if, defined.
  formula_value (*apply)(const std::vector<formula_value>& arguments,
                         const builtin_context& context);
};

const builtin* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();

/// sum(j, lo, hi, body) and product(…): the first argument is a name that the body may use.
bool binds_a_name(std::string_view function);

}  // namespace shufflecert
