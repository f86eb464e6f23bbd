#include "claims/limits/leading_terms.hpp"

#include <algorithm>
#include <utility>

#include "arithmetic/overloaded.hpp"
#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/order.hpp"
#include "claims/derivation/same_formulas.hpp"
#include "claims/forms/pair_forms.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The sum, with its numbers added up.
expression_ptr tidy_sum(const std::vector<signed_term>& terms) {
  rational number = 0;
  std::vector<signed_term> others;
  for (const signed_term& term : terms) {
    const auto value = number_in(term.operand);
    if (!value)
      others.push_back(term);
    else if (term.subtracted)
      number -= *value;
    else
      number += *value;
  }
  if (number != 0 || others.empty())
    others.push_back({number < 0, number_of(number < 0 ? rational(-number) : number)});
  if (others.size() == 1 && others[0].subtracted) return make_node(negation{others[0].operand});
  return sum_of(others);
}

// |tanh(f)|^k < 1 for k > 0, which boxes without an end do not show: the sign of a sum of it, or of
// its opposite, and a number from 1 or −1 on.
std::optional<int> sign_beside_tanh(const expression_ptr& formula) {
  rational number = 0;
  std::size_t others = 0;
  bool is_tanh = false;
  for (const signed_term& term : terms_of(formula)) {
    if (const auto value = number_in(term.operand)) {
      number += term.subtracted ? rational(-*value) : *value;
      continue;
    }
    ++others;
    const auto* power = std::get_if<power_of>(&term.operand->node);
    const auto exponent = power != nullptr ? number_in(power->exponent) : rational(1);
    is_tanh = exponent && *exponent > 0 && is_integer(*exponent) &&
              call_of(power != nullptr ? power->base : term.operand, "tanh") != nullptr;
  }
  if (others != 1 || !is_tanh) return std::nullopt;
  if (number >= 1) return 1;
  return number <= -1 ? std::optional<int>(-1) : std::nullopt;
}

}  // namespace

leading_terms::leading_terms(domain_facts& facts, std::string along)
    : facts_(facts), along_(std::move(along)) {}

bool leading_terms::is_free_of_it(const expression& formula) const {
  return !has_open(formula, along_);
}

std::optional<leading_term> leading_terms::of(const expression_ptr& formula) {
  facts_.context().options.limits.check();
  const std::string text = to_text(*formula);
  if (const auto known = known_.find(text); known != known_.end()) return known->second;
  const found_term found = computed(formula);
  known_.emplace(text, found);
  return found;
}

std::optional<int> leading_terms::sign_of(const expression_ptr& formula) {
  const found_term found = of(formula);
  if (!found) return std::nullopt;
  if (found->known == known_term::zero) return 0;
  return found->has_coefficient() ? std::optional<int>(found->sign) : std::nullopt;
}

std::optional<bool> leading_terms::truth_of(const expression_ptr& condition) {
  if (is_free_of_it(*condition) && is_certain_or_same(facts_, condition)) return true;
  if (const auto* all = std::get_if<conjunction>(&condition->node)) {
    std::optional<bool> found = true;
    for (const expression_ptr& one : all->operands) {
      const std::optional<bool> truth = truth_of(one);
      if (truth == std::optional(false)) return false;
      if (!truth) found = std::nullopt;
    }
    return found;
  }
  const auto* sides = std::get_if<comparison>(&condition->node);
  if (sides == nullptr) return std::nullopt;
  const std::optional<int> sign =
      sign_of(make_node(sum_chain{{{false, sides->left}, {true, sides->right}}}));
  if (!sign) return std::nullopt;
  constexpr bits any_precision = 64;  // both are exact
  return compare(rational(*sign), sides->op, rational(0), any_precision).value;
}

std::optional<leading_term> leading_terms::computed(const expression_ptr& formula) {
  if (is_free_of_it(*formula)) return of_constant(formula);
  return std::visit(overloaded{[&](const variable&) -> found_term {
                                 return leading_term{known_term::exact, make_number(1), 1, {1, 0}};
                               },
                               [&](const negation& x) -> found_term {
                                 const found_term inner = of(x.operand);
                                 return inner ? found_term(opposite(*inner)) : std::nullopt;
                               },
                               [&](const sum_chain& x) -> found_term {
                                 std::vector<signed_term> terms;
                                 for (const auto& term : x.terms)
                                   terms.push_back({term.subtracted, term.operand});
                                 return of_sum(terms);
                               },
                               [&](const product_chain& x) { return of_product(x); },
                               [&](const power_of& x) { return of_power(x.base, x.exponent); },
                               [&](const call& x) { return of_call(x); },
                               [](const auto&) -> found_term { return std::nullopt; }},
                    formula->node);
}

std::optional<leading_term> leading_terms::with_constant(known_term known,
                                                         expression_ptr coefficient, int sign) {
  if (sign == 0) return leading_term{known_term::zero, nullptr, 0, {}};
  return leading_term{known, std::move(coefficient), sign, magnitude{}};
}

std::optional<leading_term> leading_terms::of_constant(const expression_ptr& formula) {
  if (!facts_.has_value(formula)) return std::nullopt;
  if (const auto sign = sign_of_constant(formula))
    return with_constant(known_term::exact, formula, *sign);
  return leading_term{known_term::bounded, nullptr, 0, magnitude{}};
}

// A sum may be clear only when its terms are compared with each other.
std::optional<int> leading_terms::sign_of_constant(const expression_ptr& formula) {
  const auto [place, is_new] = signs_.try_emplace(to_text(*formula));
  if (!is_new) return place->second;
  const auto sought = [&]() -> std::optional<int> {
    if (const auto value = number_in(formula)) return *value > 0 ? 1 : *value < 0 ? -1 : 0;
    const expression_ptr zero = make_number(0);
    if (is_same_number(*formula, *zero)) return 0;
    if (const auto beside = sign_beside_tanh(formula)) return beside;
    if (facts_.is_positive(formula)) return 1;
    if (facts_.is_certain(formula, relation::less, zero)) return -1;
    std::vector<signed_term> above;
    std::vector<signed_term> below;
    for (const signed_term& term : terms_of(formula))
      (term.subtracted ? below : above).push_back({false, term.operand});
    if (above.empty() || below.empty()) return std::nullopt;
    const expression_ptr high = sum_of(above);
    const expression_ptr low = sum_of(below);
    if (!facts_.has_value(high) || !facts_.has_value(low)) return std::nullopt;
    if (formula_order(facts_).holds(low, relation::less, high)) return 1;
    if (formula_order(facts_).holds(high, relation::less, low)) return -1;
    return std::nullopt;
  };
  const std::optional<int> found = sought();
  signs_[to_text(*formula)] = found;
  return found;
}

// c·e^f = c + c·(e^f − 1), and the same with Phi(f) and 1/2, where f tends to 0: the first part may
// cancel exactly with other terms.
bool leading_terms::add_parts(std::vector<single_factor> factors, const leading_term& multiple,
                              std::vector<leading_term>& parts) {
  const auto is_near_constant = [&](const expression& factor) {
    const auto* x = std::get_if<call>(&factor.node);
    if (x == nullptr || (x->name != "exp" && x->name != "Phi") || is_free_of_it(factor))
      return false;
    const found_term inner = of(x->arguments[0]);
    return inner && inner->is_less_than(magnitude{});
  };
  // Each part doubles the number of terms.
  constexpr std::size_t most_parts = 256;
  const expression_ptr taken =
      parts.size() < most_parts ? taken_out(factors, is_near_constant) : nullptr;
  if (!taken) {
    const found_term others = of_factors(factors);
    if (others) parts.push_back(product(*others, multiple));
    return others.has_value();
  }
  const auto& function = std::get<call>(taken->node);
  const bool is_exp = function.name == "exp";
  const found_term constant = of(parse_formula(is_exp ? "1" : "1/2"));
  const found_term slope = of(parse_formula(is_exp ? "1" : "1/sqrt(2*pi)"));
  if (!constant || !slope) return false;
  const leading_term rest = product(*slope, near_zero(*of(function.arguments[0])));
  return add_parts(factors, product(multiple, *constant), parts) &&
         add_parts(factors, product(multiple, rest), parts);
}

std::optional<leading_term> leading_terms::of_terms(const std::vector<signed_term>& terms) {
  std::vector<leading_term> parts;
  for (const signed_term& term : terms) {
    const leading_term one{known_term::exact, make_number(1), 1, {}};
    if (!add_parts(factors_of(term.operand), term.subtracted ? opposite(one) : one, parts))
      return std::nullopt;
  }
  return sum_of_parts(std::move(parts));
}

// With products of sums multiplied out, more terms may cancel exactly.
std::optional<leading_term> leading_terms::of_sum(const std::vector<signed_term>& terms) {
  found_term found = of_terms(terms);
  if (!found || found->known == known_term::zero || found->has_coefficient()) return found;
  std::vector<signed_term> single;
  for (const signed_term& term : terms)
    for (const signed_term& part : terms_multiplied_out(term.operand))
      single.push_back({part.subtracted != term.subtracted, part.operand});
  if (single.size() == terms.size()) return found;
  const found_term other = of_terms(single);
  const bool is_better =
      other && (other->known == known_term::zero || other->known == known_term::below_all_powers ||
                other->is_less_than(found->size) || other->has_coefficient());
  return is_better ? other : found;
}

std::optional<leading_term> leading_terms::sum_of_parts(std::vector<leading_term> parts) {
  std::erase_if(parts, [](const leading_term& one) { return one.known == known_term::zero; });
  while (!parts.empty()) {
    // What is below all powers adds nothing to what has a size.
    std::optional<magnitude> largest;
    for (const leading_term& one : parts)
      if (one.known != known_term::below_all_powers && (!largest || one.size > *largest))
        largest = one.size;
    if (!largest) return leading_term{known_term::below_all_powers, nullptr, 0, {}};
    std::vector<signed_term> coefficients;
    bool is_exact = true;
    bool has_smaller = false;
    int sign = 0;
    for (const leading_term& one : parts) {
      if (one.known == known_term::below_all_powers || !(one.size == *largest)) continue;
      if (one.known == known_term::bounded)
        return leading_term{known_term::bounded, nullptr, 0, *largest};
      if (one.known == known_term::smaller) {
        has_smaller = true;
        continue;
      }
      is_exact = is_exact && one.known == known_term::exact;
      const auto* negative = std::get_if<negation>(&one.coefficient->node);
      coefficients.push_back(
          {negative != nullptr, negative != nullptr ? negative->operand : one.coefficient});
      sign = one.sign;
    }
    const leading_term smaller{known_term::smaller, nullptr, 0, *largest};
    if (coefficients.empty()) return smaller;
    const expression_ptr coefficient = tidy_sum(coefficients);
    if (coefficients.size() > 1) {
      if (!facts_.has_value(coefficient)) return std::nullopt;
      const auto known = sign_of_constant(coefficient);
      if (!known) return leading_term{known_term::bounded, nullptr, 0, *largest};
      sign = *known;
    }
    if (sign != 0) {
      const bool is_all = is_exact && coefficients.size() == parts.size();
      return leading_term{is_all ? known_term::exact : known_term::leading, coefficient, sign,
                          *largest};
    }
    // They cancel: the next size decides, where nothing was left out of these terms.
    if (!is_exact || has_smaller) return smaller;
    std::erase_if(parts, [&](const leading_term& one) {
      return one.known == known_term::exact && one.size == *largest;
    });
  }
  return leading_term{known_term::zero, nullptr, 0, {}};
}

std::optional<leading_term> leading_terms::of_product(const product_chain& factors) {
  std::vector<single_factor> all;
  for (const auto& factor : factors.factors) all.push_back({factor.divided, factor.operand});
  return of_factors(all);
}

// Each factor must have a value, so nothing is cancelled before its leading term is known.
std::optional<leading_term> leading_terms::of_factors(const std::vector<single_factor>& factors) {
  found_term found = leading_term{known_term::exact, make_number(1), 1, {}};
  for (const single_factor& factor : factors) {
    const found_term one = of(factor.operand);
    if (!one) return std::nullopt;
    found = factor.divided ? quotient(*found, *one) : found_term(product(*found, *one));
    if (!found) return std::nullopt;
  }
  return found;
}

std::optional<leading_term> leading_terms::of_power(const expression_ptr& base,
                                                    const expression_ptr& exponent) {
  if (!is_free_of_it(*exponent)) {
    const found_term below = of(base);
    if (!below || below->sign != 1) return std::nullopt;
    return of_exp(make_node(product_chain{{{false, exponent}, {false, make_call("log", {base})}}}));
  }
  const found_term below = of(base);
  if (!below) return std::nullopt;
  if (const auto number = number_in(exponent)) return power(*below, *number);
  // The size would depend on another variable.
  if (!below->has_coefficient() || below->sign != 1 || !(below->size == magnitude{}) ||
      !facts_.has_value(exponent))
    return std::nullopt;
  return with_constant(below->known, make_node(power_of{below->coefficient, exponent}), 1);
}

}  // namespace shufflecert::inline v0_1::claims
