#include "claims/bounds/closed_forms.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t most_terms = 64;

std::optional<std::int64_t> small_whole_in(const expression_ptr& formula) {
  const auto x = number_in(formula);
  if (!x || !is_integer(*x) || boost::multiprecision::abs(*x) > most_terms) return std::nullopt;
  return numerator(*x).convert_to<std::int64_t>();
}

std::optional<bool> truth_of(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr) return std::nullopt;
  const auto left = number_in(sides->left);
  const auto right = number_in(sides->right);
  if (!left || !right) return std::nullopt;
  constexpr bits any_precision = 64;  // both are exact
  return compare(*left, sides->op, *right, any_precision).value;
}

expression_ptr body_at(const call& x, const expression_ptr& value) {
  return with_formulas(x.arguments.back(),
                       {{std::get<variable>(x.arguments[0]->node).name, value}});
}

template <class Write>
expression_ptr written_sum(const call& x, const Write& write) {
  const auto from = small_whole_in(x.arguments[1]);
  const auto to = small_whole_in(x.arguments[2]);
  if (!from || !to || *from < 0 || *to - *from >= most_terms) return nullptr;
  std::vector<signed_term> terms;
  for (std::int64_t i = *from; i <= *to; ++i)
    terms.push_back({false, write(body_at(x, make_number(i)))});
  return sum_of(terms);
}

expression_ptr written_coefficient(const call& x) {
  const auto n = small_whole_in(x.arguments[0]);
  const auto k = small_whole_in(x.arguments[1]);
  if (!n || !k || *n < 0 || *n > 30) return nullptr;
  if (*k < 0 || *k > *n) return make_number(0);
  std::int64_t value = 1;
  for (std::int64_t i = 1; i <= *k; ++i) value = value * (*n - *k + i) / i;
  return make_number(value);
}

// `write` is what is done to the parts that are left.
template <class Write>
expression_ptr settled_by_numbers(const call& x, const Write& write) {
  if (x.name == "if") {
    const auto known = truth_of(*x.arguments[0]);
    return known ? write(x.arguments[*known ? 1 : 2]) : nullptr;
  }
  if (x.name == "sum") return written_sum(x, write);
  return x.name == "binomial" ? written_coefficient(x) : nullptr;
}

// (N.13)
expression_ptr written_mean(const call& x) {
  const expression_ptr& index = x.arguments[0];
  const call* power = call_of(x.arguments.back(), "exp");
  if (power == nullptr) return nullptr;
  const expression_ptr exponent = with_closed_forms(power->arguments[0]);
  const std::string name = std::get<variable>(index->node).name;
  const auto at = [&](std::int64_t value) {
    return with_formulas(exponent, {{name, make_number(value)}});
  };
  const variable_map letters{{"f", at(0)}, {"g", at(1)}, {"x", index}};
  if (!is_same_number(*exponent, *with_formulas(parse_formula("f + (g - f)*x"), letters)))
    return nullptr;
  return with_formulas(parse_formula("exp(f + (g - f)^2/2)"), letters);
}

expression_ptr written_exponential(const call& x) {
  const expression_ptr exponent = with_closed_forms(x.arguments[0]);
  expression_ptr found;
  for (const single_factor& factor : factors_of(exponent))
    if (const call* logarithm = call_of(factor.operand, "log"))
      if (!found && is_same_number(*exponent, *factor.operand)) found = logarithm->arguments[0];
  return found;
}

expression_ptr written_logarithm(const call& x) {
  const expression_ptr argument = with_closed_forms(x.arguments[0]);
  expression_ptr found;
  static_cast<void>(rewritten(argument, [&](const expression& part) -> expression_ptr {
    const auto* power = std::get_if<call>(&part.node);
    if (!found && power != nullptr && power->name == "exp" && is_same_number(*argument, part))
      found = power->arguments[0];
    return nullptr;
  }));
  return found;
}

}  // namespace

std::optional<rational> number_in(const expression_ptr& formula) {
  if (const auto* x = std::get_if<literal>(&formula->node)) return x->value;
  if (const auto* x = std::get_if<negation>(&formula->node)) {
    const auto inner = number_in(x->operand);
    return inner ? std::optional<rational>(-*inner) : std::nullopt;
  }
  if (const auto* x = std::get_if<sum_chain>(&formula->node)) {
    rational total = 0;
    for (const auto& term : x->terms) {
      const auto one = number_in(term.operand);
      if (!one) return std::nullopt;
      if (term.subtracted)
        total -= *one;
      else
        total += *one;
    }
    return total;
  }
  if (const auto* x = std::get_if<product_chain>(&formula->node)) {
    rational product = 1;
    for (const auto& factor : x->factors) {
      const auto one = number_in(factor.operand);
      if (!one || (factor.divided && *one == 0)) return std::nullopt;
      if (factor.divided)
        product /= *one;
      else
        product *= *one;
    }
    return product;
  }
  return std::nullopt;
}

expression_ptr with_sums_written(const expression_ptr& formula) {
  return rewritten(formula, [](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    return x == nullptr ? nullptr : settled_by_numbers(*x, with_sums_written);
  });
}

expression_ptr with_closed_forms(const expression_ptr& formula) {
  return rewritten(formula, [](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    if (x == nullptr) return nullptr;
    if (x->name == "normal_mean") return written_mean(*x);
    if (x->name == "exp") return written_exponential(*x);
    if (x->name == "log") return written_logarithm(*x);
    return settled_by_numbers(*x, with_closed_forms);
  });
}

}  // namespace shufflecert::inline v0_1::claims
