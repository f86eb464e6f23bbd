// What the form of a formula says of its sign.

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/facts/signs.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {

sign formula_signs::sign_of(const expression_ptr& formula) {
  const expression_ptr zero = make_number(0);
  for (const auto& [op, known] : signs_of_relations())
    if (domain_.says({formula, op, zero})) return known;
  if (const auto* x = std::get_if<literal>(&formula->node)) {
    if (x->value < 0) return sign::negative;
    return x->value > 0 ? sign::positive : sign::at_least_zero;
  }
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
    if (base == sign::at_least_zero) return base;
  }
  return sign::unknown;
}

sign formula_signs::opposite(sign known) {
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
sign formula_signs::sign_of_sum(const sum_chain& x) {
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
  const expression_ptr sum = make_node(sum_chain(x));
  if (const auto terms = terms_of(sum);
      terms.size() == 2 && terms[0].subtracted != terms[1].subtracted) {
    const auto& [first, second] =
        terms[0].subtracted ? std::pair(terms[1], terms[0]) : std::pair(terms[0], terms[1]);
    sign known = sign_of_difference(first.operand, second.operand);
    if (known == sign::unknown) known = sign_across_one(first.operand, second.operand);
    if (known != sign::unknown) return known;
  }
  if (x.terms.size() == 3 && is_excess_of_power(x)) return sign::at_least_zero;
  if (is_room_of_index(sum)) return sign::at_least_zero;
  // With equal terms left out, and numbers added up.
  const expression_ptr simple = without_common_terms(sum, make_number(0));
  if (to_text(*simple) != to_text(*sum)) return sign_of(simple);
  return sign_beyond_stated(sum);
}

// Bernoulli's inequality: (1 + u)^s − 1 − s·u >= 0 for u >= 0, s >= 1.
bool formula_signs::is_excess_of_power(const sum_chain& x) {
  const auto* power = std::get_if<power_of>(&x.terms[0].operand->node);
  if (power == nullptr || x.terms[0].subtracted) return false;
  const auto is_not_below_one = [&](const expression_ptr& formula) {
    const sign known = sign_above_one(formula);
    return known == sign::positive || known == sign::at_least_zero;
  };
  if (!is_not_below_one(power->base) || !is_not_below_one(power->exponent)) return false;
  const expression_ptr excess = with_formulas(parse_formula("b^s - 1 - s*(b - 1)"),
                                              {{"b", power->base}, {"s", power->exponent}});
  return is_same_number(*make_node(sum_chain(x)), *excess);
}

sign formula_signs::sign_of_product(const product_chain& x) {
  if (x.factors.size() > 2 && is_falling_product(x)) return sign::at_least_zero;
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

// x(x − 1)…(x − k) >= 0 for a whole x >= 0: one of its factors is 0, or none is negative.
bool formula_signs::is_falling_product(const product_chain& x) {
  std::vector<expression_ptr> factors;
  std::vector<expression_ptr> others;
  for (const single_factor& factor : factors_of(make_node(product_chain(x)))) {
    const bool is_counting = !factor.divided && domain_.is_whole(*factor.operand) &&
                             !std::holds_alternative<literal>(factor.operand->node);
    (is_counting ? factors : others).push_back(factor.operand);
  }
  const auto first = std::find_if(factors.begin(), factors.end(), [](const expression_ptr& one) {
    return std::holds_alternative<variable>(one->node);
  });
  if (factors.size() < 3 || first == factors.end()) return false;
  const expression_ptr base = *first;
  for (std::size_t k = 0; k < factors.size(); ++k) {
    const expression_ptr next = with_formulas(
        parse_formula("x - k"), {{"x", base}, {"k", make_number(static_cast<std::int64_t>(k))}});
    if (std::none_of(factors.begin(), factors.end(),
                     [&](const expression_ptr& one) { return is_same_number(*one, *next); }))
      return false;
  }
  others.push_back(base);
  return std::all_of(others.begin(), others.end(),
                     [&](const expression_ptr& one) { return is_weak_sign(sign_of(one)); });
}

}  // namespace shufflecert::inline v0_1::claims
