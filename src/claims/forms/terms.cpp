#include "claims/forms/terms.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int largest_written_power = 4;
constexpr std::int64_t most_added = 1'000'000'000;
constexpr std::size_t most_terms_written = 24;

// Takes out two at a time that cancel each other.
template <class Part, class Cancels>
void cancel_pairs(std::vector<Part>& parts, Cancels cancels) {
  for (auto one = parts.begin(); one != parts.end();) {
    const auto other = std::find_if(std::next(one), parts.end(),
                                    [&](const Part& part) { return cancels(*one, part); });
    if (other == parts.end()) {
      ++one;
      continue;
    }
    parts.erase(other);
    one = parts.erase(one);
  }
}

void collect_terms(const expression_ptr& formula, bool subtracted,
                   std::vector<signed_term>& terms) {
  if (const auto* x = std::get_if<negation>(&formula->node)) {
    collect_terms(x->operand, !subtracted, terms);
  } else if (const auto* sum = std::get_if<sum_chain>(&formula->node)) {
    for (const auto& term : sum->terms)
      collect_terms(term.operand, term.subtracted != subtracted, terms);
  } else {
    terms.push_back({subtracted, formula});
  }
}

void collect_factors(const expression_ptr& formula, bool divided,
                     std::vector<single_factor>& factors) {
  if (const auto* product = std::get_if<product_chain>(&formula->node)) {
    for (const auto& factor : product->factors)
      collect_factors(factor.operand, factor.divided != divided, factors);
    return;
  }
  if (const auto* power = std::get_if<power_of>(&formula->node)) {
    const auto* exponent = std::get_if<literal>(&power->exponent->node);
    if (exponent != nullptr && is_integer(exponent->value) && exponent->value >= 1 &&
        exponent->value <= largest_written_power) {
      for (int i = 0; i < exponent->value; ++i) collect_factors(power->base, divided, factors);
      return;
    }
  }
  factors.push_back({divided, formula});
}

}  // namespace

const call* call_of(const expression_ptr& formula, std::string_view function) {
  const auto* x = std::get_if<call>(&formula->node);
  return x != nullptr && x->name == function ? x : nullptr;
}

bool is_literal(const expression_ptr& formula, int value) {
  const auto* x = std::get_if<literal>(&formula->node);
  return x != nullptr && x->value == value;
}

bool is_named(const expression_ptr& formula, const std::string& name) {
  const auto* x = std::get_if<variable>(&formula->node);
  return x != nullptr && x->name == name;
}

bool is_same_text(const expression_ptr& first, const expression_ptr& second) {
  return to_text(*first) == to_text(*second);
}

expression_ptr in_order(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  return make_comparison(low, strictly ? relation::less : relation::less_equal, high);
}

std::vector<signed_term> terms_of(const expression_ptr& formula) {
  std::vector<signed_term> terms;
  collect_terms(formula, false, terms);
  return terms;
}

std::vector<signed_term> terms_multiplied_out(const expression_ptr& formula) {
  std::vector<signed_term> done;
  std::vector<signed_term> open = terms_of(formula);
  while (!open.empty()) {
    const signed_term term = open.back();
    open.pop_back();
    const std::vector<single_factor> factors = factors_of(term.operand);
    const auto sum = std::find_if(factors.begin(), factors.end(), [](const single_factor& factor) {
      return !factor.divided && terms_of(factor.operand).size() > 1;
    });
    if (factors.size() == 1 || sum == factors.end()) {
      done.push_back(term);
      continue;
    }
    for (const signed_term& part : terms_of(sum->operand)) {
      std::vector<single_factor> product = factors;
      product[static_cast<std::size_t>(sum - factors.begin())].operand = part.operand;
      open.push_back({term.subtracted != part.subtracted, product_of(std::move(product))});
    }
    if (done.size() + open.size() > most_terms_written) return terms_of(formula);
  }
  return done;
}

std::vector<single_factor> factors_of(const expression_ptr& formula) {
  std::vector<single_factor> factors;
  collect_factors(formula, false, factors);
  return factors;
}

expression_ptr sum_of(const std::vector<signed_term>& terms) {
  if (terms.empty()) return make_number(0);
  if (terms.size() == 1)
    return terms.front().subtracted ? make_node(negation{terms.front().operand})
                                    : terms.front().operand;
  sum_chain sum;
  for (const signed_term& term : terms) {
    if (sum.terms.empty() && term.subtracted)
      sum.terms.push_back({false, make_node(negation{term.operand})});
    else
      sum.terms.push_back({term.subtracted, term.operand});
  }
  return make_node(std::move(sum));
}

expression_ptr product_of(std::vector<single_factor> factors) {
  cancel_pairs(factors, [](const single_factor& a, const single_factor& b) {
    return a.divided != b.divided && to_text(*a.operand) == to_text(*b.operand);
  });
  if (factors.empty()) return make_number(1);
  product_chain product;
  if (factors.front().divided) product.factors.push_back({false, make_number(1)});
  for (const single_factor& factor : factors)
    product.factors.push_back({factor.divided, factor.operand});
  if (product.factors.size() == 1) return product.factors.front().operand;
  return make_node(std::move(product));
}

bool put_numbers_together(std::vector<single_factor>& a, std::vector<single_factor>& b) {
  rational quotient = 1;
  std::size_t numbers = 0;
  for (const auto* side : {&a, &b})
    for (const single_factor& factor : *side) {
      const auto* x = std::get_if<literal>(&factor.operand->node);
      if (x == nullptr) continue;
      if (x->value <= 0) return false;
      ++numbers;
      if (factor.divided == (side == &a))
        quotient /= x->value;
      else
        quotient *= x->value;
    }
  const integer top = numerator(quotient);
  const integer bottom = denominator(quotient);
  const std::size_t left = (top != 1 ? 1 : 0) + (bottom != 1 ? 1 : 0);
  if (left >= numbers || top > most_added || bottom > most_added) return false;
  for (auto* side : {&a, &b})
    side->erase(std::remove_if(side->begin(), side->end(),
                               [](const single_factor& factor) {
                                 return std::holds_alternative<literal>(factor.operand->node);
                               }),
                side->end());
  if (top != 1) a.insert(a.begin(), {false, make_number(top.convert_to<std::int64_t>())});
  if (bottom != 1) b.insert(b.begin(), {false, make_number(bottom.convert_to<std::int64_t>())});
  return true;
}

expression_ptr without_common_terms(const expression_ptr& first, const expression_ptr& second) {
  std::vector<signed_term> terms = terms_of(first);
  for (const signed_term& term : terms_of(second))
    terms.push_back({!term.subtracted, term.operand});
  rational constant = 0;
  terms.erase(std::remove_if(terms.begin(), terms.end(),
                             [&](const signed_term& term) {
                               const auto* x = std::get_if<literal>(&term.operand->node);
                               if (x == nullptr || !is_integer(x->value) || x->value >= most_added)
                                 return false;
                               constant += term.subtracted ? rational(-x->value) : x->value;
                               return true;
                             }),
              terms.end());
  cancel_pairs(terms, [](const signed_term& a, const signed_term& b) {
    return a.subtracted != b.subtracted && to_text(*a.operand) == to_text(*b.operand);
  });
  if (constant != 0) {
    const rational size = boost::multiprecision::abs(constant);
    terms.push_back({constant < 0, make_number(numerator(size).convert_to<std::int64_t>())});
  }
  return sum_of(terms);
}

}  // namespace shufflecert::inline v0_1::claims
