// What the form of a formula says of its sign.

#include <algorithm>

#include "claims/bounds/binomial_sums.hpp"
#include "claims/bounds/pair_forms.hpp"
#include "claims/bounds/terms.hpp"
#include "claims/bounds/threshold_tests.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/facts.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// x >= 2 says x >= 1 and x > 0 besides.
bool follows(const comparison& wanted, const comparison& known) {
  const auto* wanted_end = std::get_if<literal>(&wanted.right->node);
  const auto* known_end = std::get_if<literal>(&known.right->node);
  const bool are_numbers = wanted_end != nullptr && known_end != nullptr;
  if (to_text(*wanted.left) != to_text(*known.left)) return false;
  if (!are_numbers && to_text(*wanted.right) != to_text(*known.right)) return false;
  const bool known_below = known.op == relation::less || known.op == relation::less_equal;
  const bool known_above = known.op == relation::greater || known.op == relation::greater_equal;
  const int order = are_numbers ? known_end->value.compare(wanted_end->value) : 0;
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

// Of x − 1: of e^f that of f, of a quotient that of its parts' difference.
domain_facts::sign domain_facts::sign_above_one(const expression_ptr& formula) {
  if (const auto* x = std::get_if<call>(&formula->node); x != nullptr && x->name == "exp")
    return sign_of(x->arguments[0]);
  static const std::set<std::string> never_above_one{
      "Phi", "binomial_cdf", "hockey_stick", "total_variation", "tradeoff", "at", "pmf"};
  if (const auto* x = std::get_if<call>(&formula->node);
      x != nullptr && never_above_one.contains(x->name))
    return sign::at_most_zero;
  if (const auto mean = binomial_average_in(formula); mean && is_share(mean->rate)) {
    const index i(*this, make_number(0), mean->trials);
    const sign known = sign_above_one(i.in(mean->value, make_variable(mean->index)));
    return known == sign::negative       ? sign::at_most_zero
           : known == sign::at_most_zero ? known
                                         : sign::unknown;
  }
  if (is_mean_of_shares(formula)) return sign::at_most_zero;
  if (const auto mean = mean_over_reports_in(formula)) {
    const index i(*this, make_number(0), nullptr);
    return is_at_most_one(i.in(mean->value, make_variable(mean->index))) ? sign::at_most_zero
                                                                         : sign::unknown;
  }
  if (const auto* x = std::get_if<call>(&formula->node); x != nullptr && x->name == "if")
    return is_at_most_one(x->arguments[1]) && is_at_most_one(x->arguments[2]) ? sign::at_most_zero
                                                                              : sign::unknown;
  std::vector<single_factor> above;
  std::vector<single_factor> below;
  for (const single_factor& factor : factors_of(formula)) {
    const auto* x = std::get_if<literal>(&factor.operand->node);
    if (x == nullptr || x->value != 1)
      (factor.divided ? below : above).push_back({false, factor.operand});
  }
  const expression_ptr divisor = product_of(below);
  if (sign_of(divisor) != sign::positive) return sign::unknown;
  return sign_of(without_common_terms(product_of(above), divisor));
}

bool domain_facts::is_at_most_one(const expression_ptr& formula) {
  if (const auto* x = std::get_if<literal>(&formula->node)) return x->value <= 1;
  const sign known = sign_above_one(formula);
  return known == sign::negative || known == sign::at_most_zero;
}

// Whether it is s*f + (1 − s)*g, or the like for more terms, with weights of at least 0 and what is
// at most 1.
bool domain_facts::is_mean_of_shares(const expression_ptr& formula) {
  const auto terms = terms_of(formula);
  if (terms.size() < 2) return false;
  std::vector<signed_term> weights;
  for (const signed_term& term : terms) {
    if (term.subtracted) return false;
    std::vector<single_factor> weight;
    for (const single_factor& factor : factors_of(term.operand)) {
      const auto* x = std::get_if<call>(&factor.operand->node);
      const bool is_averaged = x != nullptr && !factor.divided;
      if (!is_averaged) {
        weight.push_back(factor);
        continue;
      }
      const sign known = sign_above_one(factor.operand);
      if (known != sign::at_most_zero && known != sign::negative) return false;
      // Below 0 a smaller weight would not do.
      if (!is_weak_sign(sign_of(factor.operand))) return false;
    }
    weights.push_back({false, product_of(std::move(weight))});
    if (!is_weak_sign(sign_of(weights.back().operand))) return false;
  }
  return is_same_number(*sum_of(weights), *make_number(1));
}

bool domain_facts::follows_from_sign(const comparison& wanted) {
  const auto* end = std::get_if<literal>(&wanted.right->node);
  if (end == nullptr || (end->value != 0 && end->value != 1)) return false;
  const sign known = end->value == 0 ? sign_of(wanted.left) : sign_above_one(wanted.left);
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

domain_facts::sign domain_facts::sign_of(const expression_ptr& formula) {
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
    if (base == sign::at_least_zero) return base;
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
domain_facts::sign domain_facts::sign_of_sum(const sum_chain& x) {
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

// Of a sum of what a condition of the domain says to be at least 0, and fewer terms than before.
domain_facts::sign domain_facts::sign_beyond_stated(const expression_ptr& sum) {
  const std::size_t before = terms_of(sum).size();
  for (const expression_ptr& stated : std::vector<expression_ptr>(conditions_)) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || known->op == relation::equal || known->op == relation::not_equal)
      continue;
    const bool rises = known->op == relation::less || known->op == relation::less_equal;
    const bool is_strict = known->op == relation::less || known->op == relation::greater;
    const expression_ptr& larger = rises ? known->right : known->left;
    const expression_ptr& smaller = rises ? known->left : known->right;
    const expression_ptr rest = without_common_terms(sum, without_common_terms(larger, smaller));
    if (terms_of(rest).size() >= before) continue;
    const sign left = sign_of(rest);
    if (left == sign::positive || (is_strict && is_weak_sign(left))) return sign::positive;
    if (is_weak_sign(left)) return left;
  }
  return sign::unknown;
}

// How far an index is from one of its ends.
bool domain_facts::is_room_of_index(const expression_ptr& formula) const {
  if (!has_index(*formula)) return false;
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || !has_index(*stated)) return false;
    if (known->op == relation::less_equal)
      return is_same_number(*formula,
                            *make_node(sum_chain{{{false, known->right}, {true, known->left}}}));
    return known->op == relation::greater_equal &&
           is_same_number(*formula,
                          *make_node(sum_chain{{{false, known->left}, {true, known->right}}}));
  });
}

// Bernoulli's inequality: (1 + u)^s − 1 − s·u >= 0 for u >= 0, s >= 1.
bool domain_facts::is_excess_of_power(const sum_chain& x) {
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

// Of a difference of two formulas with 1 between them.
domain_facts::sign domain_facts::sign_across_one(const expression_ptr& first,
                                                 const expression_ptr& second) {
  if (std::holds_alternative<literal>(second->node)) return sign::unknown;
  const sign below = opposite(sign_above_one(second));
  if (const auto* x = std::get_if<literal>(&first->node))
    return x->value == 1 ? below : sign::unknown;
  const sign above = sign_above_one(first);
  const auto is_weak = [](sign one) { return one == sign::at_least_zero || one == sign::positive; };
  if (is_weak(above) && is_weak(below)) return above == sign::positive ? above : below;
  const auto is_falling = [](sign one) {
    return one == sign::at_most_zero || one == sign::negative;
  };
  if (is_falling(above) && is_falling(below)) return above == sign::negative ? above : below;
  return sign::unknown;
}

// Of x − 1 where the domain says what x is at least, of e^a − e^b by that of a − b.
domain_facts::sign domain_facts::sign_of_difference(const expression_ptr& first,
                                                    const expression_ptr& second) {
  const bool with_algebra =
      std::holds_alternative<literal>(first->node) || std::holds_alternative<literal>(second->node);
  for (const auto& [op, known] : signs_of_relations()) {
    const comparison forward{first, op, second};
    const comparison backward{second, op, first};
    if (is_stated(forward) || (with_algebra && is_stated_by_algebra(forward))) return known;
    if (is_stated(backward) || (with_algebra && is_stated_by_algebra(backward)))
      return opposite(known);
  }
  const auto* a = std::get_if<call>(&first->node);
  const auto* b = std::get_if<call>(&second->node);
  // 1 is e^0.
  const auto is_one = [](const expression_ptr& formula) {
    const auto* number = std::get_if<literal>(&formula->node);
    return number != nullptr && number->value == 1;
  };
  if (a != nullptr && a->name == "exp" && is_one(second)) return sign_of(a->arguments[0]);
  if (b != nullptr && b->name == "exp" && is_one(first)) return opposite(sign_of(b->arguments[0]));
  if (a == nullptr || b == nullptr || a->name != "exp" || b->name != "exp") return sign::unknown;
  return sign_of(without_common_terms(a->arguments[0], b->arguments[0]));
}

// x(x − 1)…(x − k) >= 0 for a whole x >= 0: one of its factors is 0, or none is negative.
bool domain_facts::is_falling_product(const product_chain& x) {
  std::vector<expression_ptr> factors;
  std::vector<expression_ptr> others;
  for (const single_factor& factor : factors_of(make_node(product_chain(x)))) {
    const bool is_counting = !factor.divided && is_whole(*factor.operand) &&
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

domain_facts::sign domain_facts::sign_of_product(const product_chain& x) {
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

domain_facts::sign domain_facts::sign_of_call(const call& x) {
  if (x.name == "exp") return sign::positive;
  if (x.name == "sqrt" && sign_of(x.arguments[0]) == sign::positive) return sign::positive;
  static const std::set<std::string> never_negative{"abs",
                                                    "sqrt",
                                                    "renyi",
                                                    "hockey_stick",
                                                    "Phi",
                                                    "chi_moment",
                                                    "ternary_moment",
                                                    "total_variation",
                                                    "tradeoff",
                                                    "curve_delta",
                                                    "at",
                                                    "binomial_cdf",
                                                    "pmf",
                                                    "shuffle_gaussian_renyi"};
  if (never_negative.contains(x.name)) return sign::at_least_zero;
  if (x.name == "gamma") {
    const sign known = sign_of(x.arguments[0]);
    return known == sign::positive ? known : sign::unknown;
  }
  if (x.name == "binomial") {
    const sign known = sign_of(x.arguments[0]);
    const bool counts = known == sign::positive || known == sign::at_least_zero;
    return counts && is_whole(*x.arguments[0]) ? sign::at_least_zero : sign::unknown;
  }
  if (x.name == "sum" || x.name == "binomial_mean") return sign_of_body(x);
  if (x.name == "if") {
    const sign one = sign_of(x.arguments[1]);
    const sign other = sign_of(x.arguments[2]);
    if (one == other) return one;
    if (is_weak_sign(one) && is_weak_sign(other)) return sign::at_least_zero;
    return sign::unknown;
  }
  // These have the sign of their argument; floor() may lose strictness above 0, ceil() below.
  if (x.name == "expm1" || x.name == "log1p" || x.name == "tanh") return sign_of(x.arguments[0]);
  if (x.name == "log") return sign_above_one(x.arguments[0]);
  if (x.name == "max" || x.name == "min") return sign_of_extreme(x);
  if (x.name == "floor" || x.name == "ceil") {
    const sign known = sign_of(x.arguments[0]);
    if (known == sign::positive) return x.name == "ceil" ? known : sign::at_least_zero;
    if (known == sign::negative) return x.name == "floor" ? known : sign::at_most_zero;
    return known;
  }
  return sign::unknown;
}

// Of a binomial law with a probability of at most 1/2: at least 0, by the argument of (K.6).
bool domain_facts::is_central_moment(const call& x) {
  const auto* power = std::get_if<power_of>(&x.arguments.back()->node);
  if (power == nullptr) return false;
  const variable_map letters{{"m", x.arguments[0]}, {"k", x.arguments[1]}, {"p", x.arguments[2]}};
  const sign doubled = sign_above_one(with_formulas(parse_formula("2*p"), letters));
  const sign order = sign_of(power->exponent);
  return (doubled == sign::at_most_zero || doubled == sign::negative) &&
         (order == sign::at_least_zero || order == sign::positive) && is_whole(*power->exponent) &&
         is_same_number(*power->base, *with_formulas(parse_formula("m - k*p"), letters));
}

// One number above 0 is enough for max(), and one below for min().
domain_facts::sign domain_facts::sign_of_extreme(const call& x) {
  const bool is_max = x.name == "max";
  // What settles it alone, and what all of them have to be.
  const sign decisive = is_max ? sign::positive : sign::negative;
  const sign weak = is_max ? sign::at_least_zero : sign::at_most_zero;
  bool has_weak = false;
  bool all_other = true;
  bool all_other_strict = true;
  for (const expression_ptr& argument : x.arguments) {
    const sign known = sign_of(argument);
    if (known == decisive) return decisive;
    has_weak = has_weak || known == weak;
    all_other = all_other && (known == opposite(weak) || known == opposite(decisive));
    all_other_strict = all_other_strict && known == opposite(decisive);
  }
  if (has_weak) return weak;
  if (all_other_strict) return opposite(decisive);
  return all_other ? opposite(weak) : sign::unknown;
}

// Of a sum, or a mean, from that of all that is added.
domain_facts::sign domain_facts::sign_of_body(const call& x) {
  const bool is_mean = x.name == "binomial_mean";
  if (is_mean && is_central_moment(x)) return sign::at_least_zero;
  if (const auto mean = binomial_average_in(make_node(call(x))); mean && is_share(mean->rate)) {
    const index i(*this, make_number(0), mean->trials);
    const sign known = sign_of(i.in(mean->value, make_variable(mean->index)));
    if (known == sign::positive || known == sign::at_least_zero) return sign::at_least_zero;
  }
  const index j(*this, is_mean ? make_number(0) : x.arguments[1],
                is_mean ? x.arguments[1] : x.arguments[2]);
  switch (sign_of(j.in(x.arguments.back(), x.arguments[0]))) {
    case sign::positive:
      return is_mean ? sign::positive : sign::at_least_zero;
    case sign::at_least_zero:
      return sign::at_least_zero;
    case sign::negative:
      return is_mean ? sign::negative : sign::at_most_zero;
    case sign::at_most_zero:
      return sign::at_most_zero;
    case sign::unknown:
      break;
  }
  return sign::unknown;
}

}  // namespace shufflecert::inline v0_1::claims
