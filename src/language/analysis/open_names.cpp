#include "language/analysis/open_names.hpp"

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1 {

bool leaves_open(const expression& formula, const std::vector<std::string>& wanted) {
  const auto in = [&](const expression_ptr& one) { return leaves_open(*one, wanted); };
  const auto any_of = [&](const std::vector<expression_ptr>& some) {
    return std::any_of(some.begin(), some.end(), in);
  };
  const auto is_among = [&](const std::string& name) {
    return std::find(wanted.begin(), wanted.end(), name) != wanted.end();
  };
  return std::visit(
      overloaded{[](const literal&) { return false; },
                 [&](const variable& x) { return is_among(x.name); },
                 [&](const call& x) {
                   if (!binds_a_name(x.name)) return any_of(x.arguments);
                   const auto open = free_variables(formula);
                   return std::any_of(open.begin(), open.end(), is_among);
                 },
                 [&](const negation& x) { return in(x.operand); },
                 [&](const logical_not& x) { return in(x.operand); },
                 [&](const sum_chain& x) {
                   return std::any_of(x.terms.begin(), x.terms.end(),
                                      [&](const auto& term) { return in(term.operand); });
                 },
                 [&](const product_chain& x) {
                   return std::any_of(x.factors.begin(), x.factors.end(),
                                      [&](const auto& factor) { return in(factor.operand); });
                 },
                 [&](const power_of& x) { return in(x.base) || in(x.exponent); },
                 [&](const comparison& x) { return in(x.left) || in(x.right); },
                 [&](const conjunction& x) { return any_of(x.operands); },
                 [&](const disjunction& x) { return any_of(x.operands); }},
      formula.node);
}

}  // namespace shufflecert::inline v0_1
