// By the rules of docs/methods/theorems.md, "Values".

#include "claims/facts/formula_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {

bool formula_values::has_value(const expression_ptr& formula) {
  // Where an index has values, more may have one than elsewhere: sqrt(n - 1) for 1 <= j <= n.
  const std::string text =
      fmt::format("{} | {}", fmt::join(domain_.indices(), ", "), to_text(*formula));
  const std::size_t left_open_before = left_open_;
  auto seen = answers_.find(text);
  if (seen == answers_.end()) {
    bool known = has_value_by_form(formula);
    // Boxes that do not show that a part has a value do not show it of the whole either, but where
    // the part is one of two, of which the other is taken. What is infinite has a sign by its form
    // that it may lose in a finite whole, as exp(-inf) does.
    const bool is_part_open = left_open_ > left_open_before &&
                              (call_of(formula, "if") == nullptr || may_be_infinite(formula));
    if (!known && !is_part_open && !has_divergence(*formula))
      known = facts_.is_certain(make_call("abs", {formula}), relation::less, make_variable("inf"));
    seen = answers_.emplace(text, known).first;
  }
  left_open_ = left_open_before + (seen->second || domain_.has_index(*formula) ? 0 : 1);
  return seen->second;
}

bool formula_values::has_value_by_form(const expression_ptr& formula) {
  if (std::holds_alternative<literal>(formula->node)) return true;
  // Variables are real numbers.
  if (const auto* x = std::get_if<variable>(&formula->node))
    return x->name != "inf" && x->name != "identity_curve";
  if (const auto* x = std::get_if<negation>(&formula->node)) return facts_.has_value(x->operand);
  if (const auto* x = std::get_if<sum_chain>(&formula->node))
    return std::all_of(x->terms.begin(), x->terms.end(),
                       [&](const auto& term) { return facts_.has_value(term.operand); });
  if (const auto* x = std::get_if<product_chain>(&formula->node))
    return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
      return facts_.has_value(factor.operand) &&
             (!factor.divided || facts_.is_nonzero(factor.operand));
    });
  if (const auto* x = std::get_if<power_of>(&formula->node)) return power_has_value(*x);
  if (const auto* x = std::get_if<call>(&formula->node)) return call_has_value(*x);
  return false;
}

bool formula_values::power_has_value(const power_of& x) {
  if (!facts_.has_value(x.base) || !facts_.has_value(x.exponent)) return false;
  const auto* exponent = std::get_if<literal>(&x.exponent->node);
  if (exponent != nullptr && is_integer(exponent->value) && exponent->value >= 1) return true;
  if (domain_.is_whole(*x.exponent) && facts_.is_at_least(x.exponent, 0)) return true;
  const expression_ptr zero = make_number(0);
  return facts_.is_certain(x.base, relation::greater, zero) ||
         (facts_.is_at_least(x.base, 0) && facts_.is_certain(x.exponent, relation::greater, zero));
}

bool formula_values::call_has_value(const call& x) {
  const builtin* function = find_builtin(x.name);
  if (function == nullptr) return false;
  if (function->uses == argument_use::branch) return choice_has_value(x);
  if (function->uses == argument_use::body) return body_has_value(x);
  if (function->uses != argument_use::each) return false;
  if (takes_distributions(x.name)) return quantities_.has_value(x);
  return function->exists_in_ranges && quantities_.arguments_exist(x, *function);
}

// Both branches have one, wherever the condition leads.
bool formula_values::choice_has_value(const call& x) {
  const auto* sides = std::get_if<comparison>(&x.arguments[0]->node);
  return sides != nullptr && facts_.has_value(sides->left) && facts_.has_value(sides->right) &&
         facts_.has_value(x.arguments[1]) && facts_.has_value(x.arguments[2]);
}

// Of e^f with an f that is linear in the name and has a value at each of its values.
bool formula_values::normal_mean_has_value(const call& x) {
  const expression_ptr mean = make_node(call(x));
  if (to_text(*with_closed_forms(mean)) == to_text(*mean)) return false;
  const domain_index any(domain_);
  return facts_.has_value(any.in(x.arguments.back(), x.arguments[0]));
}

bool formula_values::body_has_value(const call& x) {
  if (x.name == "normal_mean") return normal_mean_has_value(x);
  const bool is_mean = x.name == "binomial_mean";
  if (!is_mean && x.name != "sum" && x.name != "product") return false;
  const expression_ptr from = is_mean ? make_number(0) : x.arguments[1];
  const expression_ptr& to = is_mean ? x.arguments[1] : x.arguments[2];
  if (!domain_.is_whole(*from) || !domain_.is_whole(*to) || !facts_.has_value(from) ||
      !facts_.has_value(to))
    return false;
  if (is_mean && !(facts_.is_at_least(to, 0) && facts_.is_share(x.arguments[2]))) return false;
  const domain_index j(domain_, from, to);
  return facts_.has_value(j.in(x.arguments.back(), x.arguments[0]));
}

// Whether the formula, or what it calls, says inf, or has a divergence in it.
bool formula_values::may_be_infinite(const expression_ptr& formula) const {
  const expression_ptr whole = written_out(domain_.context(), formula);
  bool says_inf = false;
  static_cast<void>(rewritten(whole, [&](const expression& part) -> expression_ptr {
    const auto* name = std::get_if<variable>(&part.node);
    says_inf = says_inf || (name != nullptr && name->name == "inf");
    return nullptr;
  }));
  return says_inf || has_divergence(*whole);
}

}  // namespace shufflecert::inline v0_1::claims
