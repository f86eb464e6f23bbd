#pragma once

#include <functional>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// The formula without its guards, as language/syntax/guard.hpp has them, of which `holds` says
/// that each condition holds; a guard with conditions that stay open keeps those. `holds` is asked
/// for the parts of a condition one by one, and not about indices of sums: guards that mention one
/// stay. Indices must be renamed apart, as with_indices_apart() does.
///
/// Where a guard's condition holds it has the value of the guarded formula, so that at every point
/// at which `holds` was right both formulas have the same value, or none.
expression_ptr without_guards(const expression_ptr& formula,
                              const std::function<bool(const expression_ptr& condition)>& holds);

/// A condition without any of its guards: true at least wherever the condition itself is true. So
/// it leaves out no point of a domain. One that calls defined() stays as it is.
expression_ptr without_all_guards(const expression_ptr& condition);

}  // namespace shufflecert::inline v0_1::claims
