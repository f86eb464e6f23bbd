#include "claims/bounds/normal_bounds.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

expression_ptr written_for(const char* text, const normal_divergence& known) {
  return with_formulas(parse_formula(text), {{"m", known.mean}, {"t", known.epsilon}});
}

// t of exp(t)*Phi(...), in whatever order, or null.
expression_ptr exponent_beside_tail(const expression_ptr& product) {
  const std::vector<single_factor> factors = factors_of(product);
  if (factors.size() != 2 || factors[0].divided || factors[1].divided) return nullptr;
  for (const std::size_t i : {0U, 1U})
    if (const call* power = call_of(factors[i].operand, "exp");
        power != nullptr && call_of(factors[1 - i].operand, "Phi") != nullptr)
      return power->arguments[0];
  return nullptr;
}

}  // namespace

std::optional<normal_divergence> normal_divergence_in(const expression_ptr& formula) {
  if (const call* x = call_of(formula, "hockey_stick")) {
    const expression_ptr simple = simplified_up_to_outcomes(x->arguments[0]);
    const call* pair = call_of(simple, "gaussian_pair");
    if (pair == nullptr) return std::nullopt;
    return normal_divergence{pair->arguments[0], x->arguments[1]};
  }
  const std::vector<signed_term> terms = terms_of(formula);
  if (terms.size() != 2 || terms[0].subtracted || !terms[1].subtracted) return std::nullopt;
  const call* tail = call_of(terms[0].operand, "Phi");
  const expression_ptr epsilon = exponent_beside_tail(terms[1].operand);
  if (tail == nullptr || !epsilon) return std::nullopt;
  // The mean is twice one of the terms of the argument.
  for (const signed_term& part : terms_of(tail->arguments[0])) {
    if (part.subtracted) continue;
    std::vector<single_factor> factors = factors_of(part.operand);
    factors.insert(factors.begin(), {false, make_number(2)});
    const normal_divergence found{product_of(std::move(factors)), epsilon};
    if (is_same_number(*formula, *written_for("Phi(m/2 - t/m) - exp(t)*Phi(-t/m - m/2)", found)))
      return found;
  }
  return std::nullopt;
}

std::optional<known_bound> normal_bound_above(const expression_ptr& formula) {
  const auto known = normal_divergence_in(formula);
  if (!known) return std::nullopt;
  return known_bound{
      written_for("m/((1 + (t/m - m/2)^2)*sqrt(2*pi))*exp(-(t/m - m/2)^2/2)", *known),
      {written_for("m > 0", *known), written_for("t >= m^2/2", *known)},
      "(K.15)"};
}

}  // namespace shufflecert::inline v0_1::claims
