#include "claims/derivation/order_by_logarithms.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

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

}  // namespace

// Positive products in which exponential functions compete: by the order of their logarithms.
bool order_by_logarithms::by_logarithms(const expression_ptr& low, const expression_ptr& high,
                                        bool strictly) {
  const std::vector<single_factor> a = factors_of(low);
  const std::vector<single_factor> b = factors_of(high);
  if (a.size() + b.size() <= 2 || !has_exponential(a) || !has_exponential(b) ||
      have_common_exponential(a, b))
    return false;
  for (const auto* side : {&a, &b})
    for (const single_factor& factor : *side)
      if (!facts_.is_positive(factor.operand)) return false;
  const expression_ptr log_low = logarithm_of(a);
  const expression_ptr log_high = logarithm_of(b);
  if (order_.is_below(log_low, log_high, strictly)) {
    order_.log().add(logarithms_step{low, high, strictly, log_low, log_high});
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
  if (!order_.is_below(exponent, above.exponent, strictly)) return false;
  const expression_ptr powers =
      in_order(make_call("exp", {exponent}), make_call("exp", {above.exponent}), strictly);
  order_.log().add(quotient_step{in_order(low, high, strictly), powers, product_of(above.others)});
  return true;
}

// r·log(a + e^u) is at least r·u, for r > 0 and a >= 0.
bool order_by_logarithms::by_logarithm_of_sum(const expression_ptr& low, const expression_ptr& high,
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
    return facts_.is_positive(factor.operand);
  };
  if (!std::all_of(scale.begin(), scale.end(), is_positive)) return false;
  const expression_ptr unscaled = over_factors(low, scale);
  const auto start = order_.log().mark();
  for (const signed_term& term : terms) {
    const call* power = call_of(term.operand, "exp");
    if (term.subtracted || power == nullptr || !facts_.has_value(power->arguments[0])) continue;
    std::vector<expression_ptr> needed;
    const auto is_small = [&](const signed_term& other) {
      if (&other == &term) return true;
      needed.push_back(in_order(make_number(0), other.operand, false));
      return !other.subtracted && order_.is_at_least_zero(other.operand);
    };
    if (std::all_of(terms.begin(), terms.end(), is_small) &&
        order_.is_below(unscaled, power->arguments[0], strictly)) {
      order_.log().add(logarithm_of_sum_step{low, high, strictly, product_of(scale), unscaled,
                                             logarithm, term.operand, std::move(needed)});
      return true;
    }
    order_.log().forget_from(start);
  }
  return false;
}

// log(1 + f) <= f, alone or as the first factor of a product whose other factors are not negative.
bool order_by_logarithms::by_tangent(const expression_ptr& low, const expression_ptr& high,
                                     bool strictly) {
  std::vector<single_factor> factors = factors_of(low);
  const call* logarithm = call_of(factors.front().operand, "log");
  const call* shifted = call_of(factors.front().operand, "log1p");
  if (factors.front().divided || (logarithm == nullptr && shifted == nullptr)) return false;
  for (std::size_t i = 1; i < factors.size(); ++i)
    if (has_divergence(*factors[i].operand) || !order_.is_at_least_zero(factors[i].operand))
      return false;
  if (shifted != nullptr) {
    factors.front().operand = shifted->arguments[0];
  } else {
    std::vector<signed_term> terms = terms_of(logarithm->arguments[0]);
    const auto one = std::find_if(terms.begin(), terms.end(), [](const signed_term& term) {
      const auto* value = std::get_if<literal>(&term.operand->node);
      return !term.subtracted && value != nullptr && value->value == 1;
    });
    if (one == terms.end()) return false;
    terms.erase(one);
    factors.front().operand = sum_of(terms);
  }
  const expression_ptr above = product_of(factors);
  const expression_ptr called = factors_of(low).front().operand;
  const expression_ptr inner = factors.front().operand;
  factors.erase(factors.begin());
  order_.log().add(tangent_step{low, above, called, inner, product_of(factors)});
  if (!order_.is_below(above, high, strictly)) return false;
  order_.log().add(between_step{in_order(low, high, strictly), above});
  return true;
}

}  // namespace shufflecert::inline v0_1::claims
