#pragma once
// The body of integral(), minimum() and the like as a function of its one bound name, in a form
// that complex balls, derivatives and growth bounds can all be computed from.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1 {

enum class operation {
  argument,
  constant,
  undefined,     ///< certainly without a value
  undetermined,  ///< nothing is known of the value, nor whether there is one
  negate,
  add,
  subtract,
  multiply,
  divide,
  power,
  exp,
  expm1,
  log,
  log1p,
  sqrt,
  abs,
  tanh,
  gamma,
  lgamma,
  normal_cdf,
  normal_quantile,
  floor,
  ceil,
  min,
  max,
  /// of[0] `op` of[1] ? of[2] : of[3]
  choose,
  /// of[0] where of[1] has a value too, which a definition demands of arguments that it ignores
  first_given_second
};

/// A condition `left op right` under which steps are asked for: those of a branch of a `choose`.
struct guard {
  std::size_t left;
  relation op;
  std::size_t right;
  bool holds;  ///< whether the branch is taken where the condition is true, or where it is false
  std::optional<std::size_t> outer;  ///< the guard around this one
};

/// One step: an operation on the results of earlier steps.
struct step {
  operation what;
  std::array<std::size_t, 4> of{};
  number value = 0;  ///< of a constant; finite
  relation op = relation::less;
  std::optional<std::size_t> guarded_by =
      std::nullopt;  ///< the innermost branch that the step belongs to
};

/// A function of one real variable, step by step; the last step is its value. Names other than the
/// bound one are replaced by their values, definitions by their bodies, sums by their terms.
struct one_variable_function {
  std::vector<step> steps;
  std::vector<guard> guards;
  bool needs_precision = false;  ///< more bits may tell what a step `undetermined` stands for

  std::size_t append(step next) {
    steps.push_back(std::move(next));
    return steps.size() - 1;
  }
};

/// The body of `call` as a function of the bound name, with constants at the call's precision.
/// @throws beyond_reach  the body does something with the name that no step stands for, such as
///                       a divergence at a parameter that depends on it, or has above 10^5 steps
/// @throws undefined_value, precision_needed  from a part that does not depend on the name
one_variable_function function_of_name(const binder_call& call);

/// The built-in functions, besides `if`, of which a body may be made.
std::vector<std::string_view> names_with_steps();

}  // namespace shufflecert::inline v0_1
