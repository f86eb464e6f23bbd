// What the form of a formula says of its sign.

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/facts.hpp"
#include "claims/derivation/terms.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// x >= 2 says x >= 1 and x > 0 besides.
bool follows(const comparison& wanted, const comparison& known) {
  const auto* wanted_end = std::get_if<literal>(&wanted.right->node);
  const auto* known_end = std::get_if<literal>(&known.right->node);
  if (wanted_end == nullptr || known_end == nullptr) return false;
  if (to_text(*wanted.left) != to_text(*known.left)) return false;
  const bool known_below = known.op == relation::less || known.op == relation::less_equal;
  const bool known_above = known.op == relation::greater || known.op == relation::greater_equal;
  const int order = known_end->value.compare(wanted_end->value);
  switch (wanted.op) {
    case relation::greater_equal:
      return known_above && order >= 0;
    case relation::greater:
      return known_above && (order > 0 || (order == 0 && known.op == relation::greater));
    case relation::less_equal:
      return known_below && order <= 0;
    case relation::less:
      return known_below && (order < 0 || (order == 0 && known.op == relation::less));
    case relation::equal:
    case relation::not_equal:
      break;
  }
  return false;
}

}  // namespace

bool domain_facts::is_stated(const comparison& wanted) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    return known != nullptr && follows(wanted, *known);
  });
}

bool domain_facts::is_stated_by_algebra(const comparison& wanted) const {
  const auto* end = std::get_if<literal>(&wanted.right->node);
  if (end == nullptr) return false;
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || known->op != wanted.op) return false;
    const auto* known_end = std::get_if<literal>(&known->right->node);
    return known_end != nullptr && known_end->value == end->value &&
           is_identity(*wanted.left, *known->left, context_.visible.visible, {},
                       context_.options.limits);
  });
}

bool domain_facts::follows_from_sign(const comparison& wanted) const {
  const auto* end = std::get_if<literal>(&wanted.right->node);
  if (end == nullptr || end->value != 0) return false;
  const sign known = sign_of(wanted.left);
  switch (wanted.op) {
    case relation::greater_equal:
      return known == sign::at_least_zero || known == sign::positive;
    case relation::greater:
      return known == sign::positive;
    case relation::less_equal:
      return known == sign::at_most_zero || known == sign::negative;
    case relation::less:
      return known == sign::negative;
    case relation::not_equal:
      return known == sign::positive || known == sign::negative;
    case relation::equal:
      break;
  }
  return false;
}

domain_facts::sign domain_facts::sign_of(const expression_ptr& formula) const {
  const expression_ptr zero = make_number(0);
  for (const auto& [op, known] : signs_of_relations())
    if (is_stated({formula, op, zero})) return known;
  if (const auto* x = std::get_if<literal>(&formula->node))
    return x->value > 0 ? sign::positive : sign::at_least_zero;
  if (const auto* x = std::get_if<variable>(&formula->node))
    return x->name == "pi" ? sign::positive : sign::unknown;
  if (const auto* x = std::get_if<negation>(&formula->node)) return opposite(sign_of(x->operand));
  if (const auto* x = std::get_if<sum_chain>(&formula->node)) return sign_of_sum(*x);
  if (const auto* x = std::get_if<product_chain>(&formula->node)) return sign_of_product(*x);
  if (const auto* x = std::get_if<call>(&formula->node)) return sign_of_call(*x);
  if (const auto* x = std::get_if<power_of>(&formula->node)) {
    const sign base = sign_of(x->base);
    if (base == sign::positive) return sign::positive;
    const auto* exponent = std::get_if<literal>(&x->exponent->node);
    const bool is_whole = exponent != nullptr && is_integer(exponent->value) && exponent->value > 0;
    if (is_whole && numerator(exponent->value) % 2 == 0)
      return base == sign::negative ? sign::positive : sign::at_least_zero;
    if (exponent != nullptr && exponent->value > 0 && base == sign::at_least_zero) return base;
  }
  return sign::unknown;
}

// What `formula op 0` says.
const std::vector<std::pair<relation, domain_facts::sign>>& domain_facts::signs_of_relations() {
  static const std::vector<std::pair<relation, sign>> known{
      {relation::greater, sign::positive},
      {relation::greater_equal, sign::at_least_zero},
      {relation::less, sign::negative},
      {relation::less_equal, sign::at_most_zero}};
  return known;
}

domain_facts::sign domain_facts::opposite(sign known) {
  switch (known) {
    case sign::at_least_zero:
      return sign::at_most_zero;
    case sign::positive:
      return sign::negative;
    case sign::at_most_zero:
      return sign::at_least_zero;
    case sign::negative:
      return sign::positive;
    case sign::unknown:
      break;
  }
  return sign::unknown;
}

// Terms of one sign; or x − 1 where the domain says what x is at least.
domain_facts::sign domain_facts::sign_of_sum(const sum_chain& x) const {
  bool all_above = true;
  bool all_below = true;
  bool is_strict = false;
  for (const auto& term : x.terms) {
    const sign known = term.subtracted ? opposite(sign_of(term.operand)) : sign_of(term.operand);
    all_above = all_above && (known == sign::positive || known == sign::at_least_zero);
    all_below = all_below && (known == sign::negative || known == sign::at_most_zero);
    is_strict = is_strict || known == sign::positive || known == sign::negative;
  }
  if (all_above) return is_strict ? sign::positive : sign::at_least_zero;
  if (all_below) return is_strict ? sign::negative : sign::at_most_zero;
  if (x.terms.size() != 2 || x.terms[0].subtracted || !x.terms[1].subtracted) return sign::unknown;
  return sign_of_difference(x.terms[0].operand, x.terms[1].operand);
}

// Of x − 1 where the domain says what x is at least, of e^a − e^b by that of a − b.
domain_facts::sign domain_facts::sign_of_difference(const expression_ptr& first,
                                                    const expression_ptr& second) const {
  if (std::holds_alternative<literal>(second->node))
    for (const auto& [op, known] : signs_of_relations())
      if (is_stated({first, op, second}) || is_stated_by_algebra({first, op, second})) return known;
  if (std::holds_alternative<literal>(first->node))
    for (const auto& [op, known] : signs_of_relations())
      if (is_stated({second, op, first}) || is_stated_by_algebra({second, op, first}))
        return opposite(known);
  const auto* a = std::get_if<call>(&first->node);
  const auto* b = std::get_if<call>(&second->node);
  if (a == nullptr || b == nullptr || a->name != "exp" || b->name != "exp") return sign::unknown;
  return sign_of(without_common_terms(a->arguments[0], b->arguments[0]));
}

domain_facts::sign domain_facts::sign_of_product(const product_chain& x) const {
  bool is_negative = false;
  bool is_strict = true;
  for (const auto& factor : x.factors) {
    const sign known = sign_of(factor.operand);
    if (known == sign::unknown) return sign::unknown;
    if (known == sign::negative || known == sign::at_most_zero) is_negative = !is_negative;
    // A divisor that has a quotient is not 0.
    is_strict = is_strict && (factor.divided || known == sign::positive || known == sign::negative);
  }
  if (is_strict) return is_negative ? sign::negative : sign::positive;
  return is_negative ? sign::at_most_zero : sign::at_least_zero;
}

domain_facts::sign domain_facts::sign_of_call(const call& x) const {
  if (x.name == "exp") return sign::positive;
  if (x.name == "abs" || x.name == "sqrt" || x.name == "renyi" || x.name == "hockey_stick" ||
      x.name == "Phi")
    return sign::at_least_zero;
  // These have the sign of their argument; floor() may lose strictness above 0, ceil() below.
  if (x.name == "expm1" || x.name == "log1p" || x.name == "tanh") return sign_of(x.arguments[0]);
  if (x.name == "log") return sign_of(without_common_terms(x.arguments[0], make_number(1)));
  if (x.name == "floor" || x.name == "ceil") {
    const sign known = sign_of(x.arguments[0]);
    if (known == sign::positive) return x.name == "ceil" ? known : sign::at_least_zero;
    if (known == sign::negative) return x.name == "floor" ? known : sign::at_most_zero;
    return known;
  }
  return sign::unknown;
}

}  // namespace shufflecert::inline v0_1::claims
