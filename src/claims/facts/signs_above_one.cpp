// What the form of a formula says of what it is less 1.

#include <set>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/facts/signs.hpp"
#include "claims/forms/binomial_average.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"
#include "claims/special/threshold_tests.hpp"

namespace shufflecert::inline v0_1::claims {

// Of x − 1: of e^f that of f, of a quotient that of its parts' difference.
sign formula_signs::sign_above_one(const expression_ptr& formula) {
  if (const auto* x = std::get_if<call>(&formula->node); x != nullptr && x->name == "exp")
    return sign_of(x->arguments[0]);
  static const std::set<std::string> never_above_one{
      "Phi", "binomial_cdf", "hockey_stick", "total_variation", "tradeoff", "at", "pmf"};
  if (const auto* x = std::get_if<call>(&formula->node);
      x != nullptr && never_above_one.contains(x->name))
    return sign::at_most_zero;
  if (const auto mean = binomial_average_in(formula); mean && facts_.is_share(mean->rate)) {
    const domain_index i(domain_, make_number(0), mean->trials);
    const sign known = sign_above_one(i.in(mean->value, make_variable(mean->index)));
    return known == sign::negative       ? sign::at_most_zero
           : known == sign::at_most_zero ? known
                                         : sign::unknown;
  }
  if (is_mean_of_shares(formula)) return sign::at_most_zero;
  if (const auto mean = mean_over_reports_in(formula)) {
    const domain_index i(domain_, make_number(0), nullptr);
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

bool formula_signs::is_at_most_one(const expression_ptr& formula) {
  if (const auto* x = std::get_if<literal>(&formula->node)) return x->value <= 1;
  const sign known = sign_above_one(formula);
  return known == sign::negative || known == sign::at_most_zero;
}

// Whether it is s*f + (1 − s)*g, or the like for more terms, with weights of at least 0 and what is
// at most 1.
bool formula_signs::is_mean_of_shares(const expression_ptr& formula) {
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

// Of a difference of two formulas with 1 between them.
sign formula_signs::sign_across_one(const expression_ptr& first, const expression_ptr& second) {
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

}  // namespace shufflecert::inline v0_1::claims
