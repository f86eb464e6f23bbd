// The order of two formulas of one form: choices, powers, sums and means term by term.

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/pair_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/derivation/order.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A variable that a condition sets to a number.
std::optional<variable_map> value_set_by(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr || sides->op != relation::equal) return std::nullopt;
  const bool is_turned = std::holds_alternative<literal>(sides->left->node);
  const expression_ptr& name = is_turned ? sides->right : sides->left;
  const expression_ptr& value = is_turned ? sides->left : sides->right;
  const auto* x = std::get_if<variable>(&name->node);
  if (x == nullptr || !std::holds_alternative<literal>(value->node)) return std::nullopt;
  return variable_map{{x->name, value}};
}

// Whether two terms have a factor in common: else they are hardly meant to be compared.
bool have_common_factor(const expression_ptr& first, const expression_ptr& second) {
  const auto theirs = factors_of(second);
  const auto ours = factors_of(first);
  return std::any_of(ours.begin(), ours.end(), [&](const single_factor& one) {
    return !std::holds_alternative<literal>(one.operand->node) &&
           std::any_of(theirs.begin(), theirs.end(), [&](const single_factor& other) {
             return to_text(*one.operand) == to_text(*other.operand);
           });
  });
}

// Whether a product has an exponential function of what the domain lets vary among its factors.
bool has_exponential(const std::vector<single_factor>& factors) {
  return std::any_of(factors.begin(), factors.end(), [](const single_factor& factor) {
    const call* x = call_of(factor.operand, "exp");
    return x != nullptr && !free_variables(*x->arguments[0]).empty();
  });
}

// Whether two products have an exponential function in common: without it they are simpler.
bool have_common_exponential(const std::vector<single_factor>& first,
                             const std::vector<single_factor>& second) {
  return std::any_of(first.begin(), first.end(), [&](const single_factor& one) {
    return call_of(one.operand, "exp") != nullptr &&
           std::any_of(second.begin(), second.end(), [&](const single_factor& other) {
             return other.divided == one.divided && is_same_text(one.operand, other.operand);
           });
  });
}

// Numbers times variables, and sums of them.
bool is_linear(const expression_ptr& formula) {
  const auto is_simple = [](const signed_term& term) {
    auto factors = factors_of(term.operand);
    std::erase_if(factors, [](const single_factor& factor) {
      return std::holds_alternative<literal>(factor.operand->node);
    });
    return factors.empty() || (factors.size() == 1 && !factors.front().divided &&
                               std::holds_alternative<variable>(factors.front().operand->node));
  };
  const auto terms = terms_of(formula);
  return std::all_of(terms.begin(), terms.end(), is_simple);
}

// The logarithm of a product whose factors are positive, with that of each factor.
expression_ptr logarithm_of(const std::vector<single_factor>& factors) {
  std::vector<signed_term> terms;
  for (const single_factor& factor : factors) {
    const call* power = call_of(factor.operand, "exp");
    const call* root = call_of(factor.operand, "sqrt");
    if (power != nullptr)
      terms.push_back({factor.divided, power->arguments[0]});
    else if (root != nullptr)
      terms.push_back(
          {factor.divided, with_formulas(parse_formula("log(x)/2"), {{"x", root->arguments[0]}})});
    else
      terms.push_back({factor.divided, make_call("log", {factor.operand})});
  }
  return sum_of(terms);
}

// Powers of more than sums of variables among the factors, as the sum of their exponents, and the
// product of the other factors.
struct split_product {
  expression_ptr exponent;
  std::vector<single_factor> others;
};

split_product split(const std::vector<single_factor>& factors) {
  std::vector<signed_term> exponents;
  split_product found;
  for (const single_factor& factor : factors) {
    const call* power = call_of(factor.operand, "exp");
    if (power != nullptr && !is_linear(power->arguments[0]))
      exponents.push_back({factor.divided, power->arguments[0]});
    else
      found.others.push_back(factor);
  }
  found.exponent = sum_of(exponents);
  return found;
}

// Among more terms one alone says little of their sum.
constexpr std::size_t most_terms_of_logarithm = 4;

// The formula over the product of the factors, term by term.
expression_ptr over_factors(const expression_ptr& formula,
                            const std::vector<single_factor>& factors) {
  std::vector<signed_term> terms = terms_of(formula);
  for (signed_term& term : terms) {
    std::vector<single_factor> parts = factors_of(term.operand);
    for (const single_factor& factor : factors) parts.push_back({!factor.divided, factor.operand});
    term.operand = product_of(std::move(parts));
  }
  return sum_of(terms);
}

// Sums and means of finitely many terms.
bool is_sum(const expression& formula) {
  const auto* x = std::get_if<call>(&formula.node);
  return x != nullptr && (x->name == "sum" || x->name == "product" || x->name == "binomial_mean");
}

// A name that is open in neither: the index of a sum around both may have one like it.
std::string new_index(const expression& a, const expression& b) {
  for (std::size_t i = 1;; ++i) {
    std::string name = fmt::format("the same index {}", i);
    if (!has_open(a, name) && !has_open(b, name)) return name;
  }
}

// The body of a form that binds a name, with another name in its place.
expression_ptr body_with(const call& x, const std::string& name) {
  return with_formulas(x.arguments.back(),
                       {{std::get<variable>(x.arguments[0]->node).name, make_variable(name)}});
}

}  // namespace

bool formula_order::is_same(const expression_ptr& left, const expression_ptr& right) const {
  if (to_text(*left) == to_text(*right)) return true;
  if (facts_.are_same_by_algebra(*left, *right)) return true;
  // Sums and means in them are numbers of which nothing else needs to be known.
  std::vector<expression_ptr> known;
  if (!is_sum(*left) && !is_sum(*right)) {
    const auto named = [&](const expression_ptr& formula) {
      return rewritten(formula, [&](const expression& part) -> expression_ptr {
        if (!is_sum(part)) return nullptr;
        const auto self = std::make_shared<const expression>(part);
        auto place = std::find_if(known.begin(), known.end(), [&](const expression_ptr& other) {
          return is_same(self, other);
        });
        if (place == known.end()) place = known.insert(known.end(), self);
        return make_variable(fmt::format("sum {}", place - known.begin()));
      });
    };
    const expression_ptr a = named(left);
    const expression_ptr b = named(right);
    if (!known.empty() && facts_.are_same_by_algebra(*a, *b)) return true;
  }
  // One function of the same things.
  const auto* a = std::get_if<call>(&left->node);
  const auto* b = std::get_if<call>(&right->node);
  if (a == nullptr || b == nullptr || a->name != b->name ||
      a->arguments.size() != b->arguments.size())
    return false;
  const bool binds = binds_a_name(a->name);
  if (!binds && !takes_distributions(a->name) && !has_divergence(*left)) return false;
  const std::size_t first = binds ? 1 : 0;
  const std::size_t last = a->arguments.size() - (binds ? 1 : 0);
  for (std::size_t i = first; i < last; ++i)
    if (!is_same(a->arguments[i], b->arguments[i])) return false;
  if (!binds) return true;
  const std::string index = new_index(*left, *right);
  return is_same(body_with(*a, index), body_with(*b, index));
}

// if(x == 2, a, b) is a where x is 2; elsewhere it is b.
std::optional<bool> formula_order::by_choice(const expression_ptr& low, const expression_ptr& high,
                                             bool strictly) {
  const call* above = call_of(high, "if");
  const call* below = above == nullptr ? call_of(low, "if") : nullptr;
  const call* x = above != nullptr ? above : below;
  if (x == nullptr) return std::nullopt;
  const auto with_branch = [&](const expression_ptr& branch) {
    return above != nullptr ? comparison{low, relation::less_equal, branch}
                            : comparison{branch, relation::less_equal, high};
  };
  comparison where_true = with_branch(x->arguments[1]);
  const comparison where_false = with_branch(x->arguments[2]);
  if (const auto value = value_set_by(*x->arguments[0])) {
    where_true.left = simplified(with_formulas(where_true.left, *value));
    where_true.right = simplified(with_formulas(where_true.right, *value));
    if (!facts_.has_value(where_true.left) || !facts_.has_value(where_true.right)) return false;
    facts_.log().add(
        branch_step{x->arguments[0], in_order(where_true.left, where_true.right, strictly)});
  }
  return is_below(where_true.left, where_true.right, strictly) &&
         is_below(where_false.left, where_false.right, strictly);
}

// x^s rises in x >= 0, for s >= 0.
bool formula_order::by_powers(const expression_ptr& low, const expression_ptr& high) {
  const auto* a = std::get_if<power_of>(&low->node);
  const auto* b = std::get_if<power_of>(&high->node);
  return a != nullptr && b != nullptr && is_same(a->exponent, b->exponent) &&
         is_at_least_zero(a->exponent) && is_at_least_zero(a->base) &&
         is_below(a->base, b->base, false);
}

// Positive products in which exponential functions compete: by the order of their logarithms.
bool formula_order::by_logarithms(const expression_ptr& low, const expression_ptr& high,
                                  bool strictly) {
  const std::vector<single_factor> a = factors_of(low);
  const std::vector<single_factor> b = factors_of(high);
  if (a.size() + b.size() <= 2 || !has_exponential(a) || !has_exponential(b) ||
      have_common_exponential(a, b))
    return false;
  for (const auto* side : {&a, &b})
    for (const single_factor& factor : *side)
      if (!facts_.is_certain(factor.operand, relation::greater, make_number(0))) return false;
  const expression_ptr log_low = logarithm_of(a);
  const expression_ptr log_high = logarithm_of(b);
  if (is_below(log_low, log_high, strictly)) {
    facts_.log().add(logarithms_step{low, high, strictly, log_low, log_high});
    return true;
  }
  // What cancels among the other factors of both, such as e^ε0 and n - 1 where n is a multiple of
  // it, is seen in one logarithm.
  const split_product below = split(a);
  const split_product above = split(b);
  if (below.others.empty() || below.others.size() + above.others.size() < 2) return false;
  const expression_ptr quotient = over_factors(product_of(below.others), above.others);
  const expression_ptr exponent =
      sum_of({{false, below.exponent}, {false, make_call("log", {quotient})}});
  if (!is_below(exponent, above.exponent, strictly)) return false;
  const expression_ptr powers =
      in_order(make_call("exp", {exponent}), make_call("exp", {above.exponent}), strictly);
  facts_.log().add(quotient_step{in_order(low, high, strictly), powers, product_of(above.others)});
  return true;
}

// r·log(a + e^u) is at least r·u, for r > 0 and a >= 0.
bool formula_order::by_logarithm_of_sum(const expression_ptr& low, const expression_ptr& high,
                                        bool strictly) {
  std::vector<single_factor> scale = factors_of(high);
  const auto place = std::find_if(scale.begin(), scale.end(), [](const single_factor& factor) {
    return !factor.divided && call_of(factor.operand, "log") != nullptr;
  });
  if (place == scale.end() || has_divergence(*low) || has_divergence(*high)) return false;
  const expression_ptr logarithm = place->operand;
  const expression_ptr sum = call_of(logarithm, "log")->arguments[0];
  const std::vector<signed_term> terms = terms_of(sum);
  if (terms.size() < 2 || terms.size() > most_terms_of_logarithm) return false;
  scale.erase(place);
  const auto is_positive = [&](const single_factor& factor) {
    return facts_.is_certain(factor.operand, relation::greater, make_number(0));
  };
  if (!std::all_of(scale.begin(), scale.end(), is_positive)) return false;
  const expression_ptr unscaled = over_factors(low, scale);
  const auto start = facts_.log().mark();
  for (const signed_term& term : terms) {
    const call* power = call_of(term.operand, "exp");
    if (term.subtracted || power == nullptr || !facts_.has_value(power->arguments[0])) continue;
    std::vector<expression_ptr> needed;
    const auto is_small = [&](const signed_term& other) {
      if (&other == &term) return true;
      needed.push_back(in_order(make_number(0), other.operand, false));
      return !other.subtracted && is_at_least_zero(other.operand);
    };
    if (std::all_of(terms.begin(), terms.end(), is_small) &&
        is_below(unscaled, power->arguments[0], strictly)) {
      facts_.log().add(logarithm_of_sum_step{low, high, strictly, product_of(scale), unscaled,
                                             logarithm, term.operand, std::move(needed)});
      return true;
    }
    facts_.log().forget_from(start);
  }
  return false;
}

// Sums over one range, and means over one binomial law, term by term. The larger sum may begin
// earlier, with terms that are not negative.
bool formula_order::by_bodies(const expression_ptr& low, const expression_ptr& high) {
  const auto* a = std::get_if<call>(&low->node);
  const auto* b = std::get_if<call>(&high->node);
  if (a == nullptr || b == nullptr || a->name != b->name) return false;
  const bool is_mean = a->name == "binomial_mean";
  if (!is_mean && a->name != "sum") return false;
  const bool begins_earlier = !is_mean && !is_same(a->arguments[1], b->arguments[1]);
  for (std::size_t i = begins_earlier ? 2 : 1; i < a->arguments.size() - 1; ++i)
    if (!is_same(a->arguments[i], b->arguments[i])) return false;
  if (begins_earlier) {
    if (!is_below(b->arguments[1], a->arguments[1], false)) return false;
    const domain_index j(facts_.domain(), b->arguments[1], b->arguments[2]);
    if (!is_at_least_zero(j.in(b->arguments.back(), b->arguments[0]))) return false;
  }
  const domain_index j(facts_.domain(), is_mean ? make_number(0) : a->arguments[1],
                       is_mean ? a->arguments[1] : a->arguments[2]);
  return is_below(j.in(a->arguments.back(), a->arguments[0]),
                  j.in(b->arguments.back(), b->arguments[0]), false);
}

// Terms of the smaller side below terms of the larger one, in their order; what is left of the
// larger one is not negative.
bool formula_order::by_some_terms(const std::vector<signed_term>& low,
                                  const std::vector<signed_term>& high,
                                  std::vector<expression_ptr>& needed) {
  if (low.size() >= high.size() || high.size() - low.size() > 2) return false;
  const auto need = [&](const expression_ptr& first, const expression_ptr& second) {
    needed.push_back(in_order(first, second, false));
    return true;
  };
  const auto may_be_left = [&](const signed_term& term) {
    return !term.subtracted && !has_divergence(*term.operand) && is_at_least_zero(term.operand) &&
           need(make_number(0), term.operand);
  };
  std::size_t next = 0;
  for (const signed_term& term : low) {
    const auto is_above = [&](const signed_term& other) {
      if (other.subtracted != term.subtracted || !have_common_factor(term.operand, other.operand))
        return false;
      const auto& [first, second] = term.subtracted ? std::pair(other.operand, term.operand)
                                                    : std::pair(term.operand, other.operand);
      return is_below(first, second, false) && need(first, second);
    };
    while (next < high.size() && !is_above(high[next]))
      if (!may_be_left(high[next++])) return false;
    if (next++ >= high.size()) return false;
  }
  return std::all_of(high.begin() + static_cast<std::ptrdiff_t>(next), high.end(), may_be_left);
}

}  // namespace shufflecert::inline v0_1::claims
