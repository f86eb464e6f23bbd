#pragma once

#include <functional>
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
  evaluation_method method = evaluation_method::automatic;
};

/// A call of a form that binds a name, such as sum(j, lo, hi, body): the name, the values of the
/// arguments between, and the body, which may be evaluated for any values of the name.
struct binder_call {
  const std::string& name;
  /// The arguments between the name and the body.
  const std::vector<formula_value>& arguments;
  const expression& body;
  /// The body's value where the name stands for `x`; of the kind that the form asks for.
  std::function<formula_value(const formula_value& x)> evaluate;
  /// The value of a name that the body leaves open, other than the bound one.
  std::function<formula_value(const std::string& open)> value_of;
  const definitions& visible;
  builtin_context context;
};

/// A built-in function of the formula language.
struct builtin {
  std::string_view name;
  std::string_view usage;              ///< "renyi(pair, lambda)"
  std::vector<value_kind> parameters;  ///< kinds of the arguments
  std::size_t required;                ///< how many of them must be given
  bool repeats_last;                   ///< any number of further arguments of the last kind
  value_kind result;
  /// Null for the forms: `if` and `defined`, and those that bind a name.
  formula_value (*apply)(const std::vector<formula_value>& arguments,
                         const builtin_context& context);
  /// For the forms that bind a name: their first argument is the name, the last one the body.
  formula_value (*form)(const binder_call& call) = nullptr;
};

const builtin* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();

/// pi, inf and identity_curve: names with a value everywhere.
bool is_constant(std::string_view name);

/// Whether a built-in function is continuous in its arguments wherever its value is finite: the
/// premise of an existence proof by a change of sign. False for names that are not known to be.
bool is_continuous_builtin(std::string_view name);

/// sum(j, lo, hi, body), product(…), integral(…) …: the first argument is a name that the last
/// argument may use.
bool binds_a_name(std::string_view function);

// The built-in functions by subject; each list is in the file of its name.
std::vector<builtin> elementary_functions();
std::vector<builtin> repetition_forms();
std::vector<builtin> pair_functions();
std::vector<builtin> law_functions();
std::vector<builtin> quantity_functions();
std::vector<builtin> curve_functions();
std::vector<builtin> search_forms();
std::vector<builtin> integral_forms();
std::vector<builtin> binomial_functions();

}  // namespace shufflecert
