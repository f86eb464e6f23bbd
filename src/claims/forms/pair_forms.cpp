#include "claims/forms/pair_forms.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {

bool is_same_number(const expression& left, const expression& right) {
  static const definitions none;
  return to_text(left) == to_text(right) || is_identity(left, right, none, {}, budget());
}

namespace {

bool mentions_infinity(const expression& formula) {
  bool found = false;
  static_cast<void>(rewritten(std::make_shared<const expression>(formula),
                              [&](const expression& part) -> expression_ptr {
                                const auto* x = std::get_if<variable>(&part.node);
                                found = found || (x != nullptr && x->name == "inf");
                                return nullptr;
                              }));
  return found;
}

// What of a formula must stay as it is: all of it, or, of a pair, only what an exchange of outcomes
// leaves as it is.
enum class sameness { whole, up_to_outcomes };

expression_ptr simplified_as(sameness kept, const expression_ptr& formula);

// swap() of pairs that an exchange of two laws leads to, or, where they may change, of outcomes.
expression_ptr simplified_swap(sameness kept, const call& x) {
  const expression_ptr pair = simplified_as(kept, x.arguments[0]);
  const auto* inner = std::get_if<call>(&pair->node);
  if (inner != nullptr) {
    if (kept == sameness::up_to_outcomes && makes_symmetric_pairs(inner->name)) return pair;
    if (inner->name == "swap") return inner->arguments[0];
    if (inner->name == "pair") return make_call("pair", {inner->arguments[1], inner->arguments[0]});
  }
  return make_call("swap", {pair});
}

// pair(first(X), second(X)) is X.
expression_ptr simplified_pair(sameness kept, const call& x) {
  const auto* p = std::get_if<call>(&x.arguments[0]->node);
  const auto* q = std::get_if<call>(&x.arguments[1]->node);
  if (p == nullptr || q == nullptr) return nullptr;
  const bool in_order = p->name == "first" && q->name == "second";
  if (!in_order && !(p->name == "second" && q->name == "first")) return nullptr;
  const expression_ptr& pair = p->arguments[0];
  if (to_text(*pair) != to_text(*q->arguments[0])) return nullptr;
  return simplified_as(kept, in_order ? pair : make_call("swap", {pair}));
}

// A mixture of curves has the mean of their values, and curve(X) those of X.
expression_ptr simplified_value(const call& x) {
  const auto* curve = std::get_if<call>(&x.arguments[0]->node);
  const auto* name = std::get_if<variable>(&x.arguments[0]->node);
  const variable_map level{{"a", x.arguments[1]}};
  if (name != nullptr && name->name == "identity_curve")
    return with_formulas(parse_formula("1 - a"), level);
  if (curve == nullptr) return nullptr;
  if (curve->name == "curve")
    return simplified(make_call("tradeoff", {curve->arguments[0], x.arguments[1]}));
  if (curve->name != "mix_curves") return nullptr;
  const auto at = [&](std::size_t i) {
    return simplified(make_call("at", {curve->arguments[i], x.arguments[1]}));
  };
  return with_formulas(parse_formula("w*f + (1 - w)*g"),
                       {{"w", curve->arguments[0]}, {"f", at(1)}, {"g", at(2)}});
}

// Quantities that are known in closed form.
expression_ptr closed_form_of(const call& x) {
  if (x.name == "at") return simplified_value(x);
  if (x.name == "chi_moment") {
    const auto* pair = std::get_if<call>(&x.arguments[0]->node);
    const auto* order = std::get_if<literal>(&x.arguments[1]->node);
    if (pair != nullptr && pair->name == "rr_pair" && order != nullptr && order->value == 2)
      return with_formulas(parse_formula("(exp(e) - 1)^2/(n*exp(e))"),
                           {{"n", pair->arguments[0]}, {"e", pair->arguments[1]}});
  }
  if (x.name == "renyi" && !mentions_infinity(*x.arguments[1])) {
    const expression_ptr pair = simplified_up_to_outcomes(x.arguments[0]);
    const auto* inner = std::get_if<call>(&pair->node);
    if (inner != nullptr && inner->name == "gaussian_pair")
      return with_formulas(parse_formula("m^2*x/2"),
                           {{"m", inner->arguments[0]}, {"x", simplified(x.arguments[1])}});
  }
  return nullptr;
}

// A call with its arguments simplified, as far as what it is made for lets them.
expression_ptr with_simplified_arguments(sameness kept, const call& x) {
  const builtin* function = find_builtin(x.name);
  const bool forgets = function != nullptr && function->forgets_outcomes;
  const bool makes_pair = function != nullptr && function->result == value_kind::pair;
  const sameness inside = !forgets ? sameness::whole : makes_pair ? kept : sameness::up_to_outcomes;
  call result = x;
  for (expression_ptr& argument : result.arguments) argument = simplified_as(inside, argument);
  return make_node(std::move(result));
}

expression_ptr simplified_as(sameness kept, const expression_ptr& formula) {
  return rewritten(formula, [kept](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    if (x == nullptr) return nullptr;
    if (x->name == "swap") return simplified_swap(kept, *x);
    if (x->name == "pair")
      if (expression_ptr whole = simplified_pair(kept, *x)) return whole;
    if (expression_ptr closed = closed_form_of(*x)) return closed;
    return with_simplified_arguments(kept, *x);
  });
}

}  // namespace

expression_ptr simplified(const expression_ptr& formula) {
  return simplified_as(sameness::whole, formula);
}

expression_ptr simplified_up_to_outcomes(const expression_ptr& pair) {
  return simplified_as(sameness::up_to_outcomes, pair);
}

}  // namespace shufflecert::inline v0_1::claims
