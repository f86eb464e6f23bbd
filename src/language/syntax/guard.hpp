#pragma once

#include <optional>
#include <vector>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1 {

/// A formula that has a value only where a condition holds.
struct guarded_formula {
  expression_ptr condition;
  expression_ptr value;
};

/// `if(condition, value, 0/0)`: where the condition is false, this has no value. A definition with
/// a domain is kept as such a formula, so that whatever puts the formula of a definition in the
/// place of a call puts in its domain as well. The value itself, where there are no conditions.
expression_ptr guarded(const std::vector<expression_ptr>& conditions, expression_ptr value);

/// The two parts of a formula of this form.
std::optional<guarded_formula> guard_in(const expression& formula);

/// Whether the formula is 0/0, which has no value of any kind.
bool is_valueless(const expression& formula);

/// `floor(name) == name`: the name stands for a whole number.
expression_ptr whole_condition(const std::string& name);

/// The x of `floor(x) == x`; null for other formulas.
expression_ptr whole_part_of(const expression& condition);

}  // namespace shufflecert::inline v0_1
