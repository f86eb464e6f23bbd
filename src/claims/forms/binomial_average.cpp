#include "claims/forms/binomial_average.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
std::optional<binomial_average> binomial_average_in(const expression_ptr& formula) {
  const call* x = call_of(formula, "sum");
  if (x == nullptr || !is_same_number(*x->arguments[1], *make_number(0))) return std::nullopt;
  binomial_average found{std::get<variable>(x->arguments[0]->node).name, x->arguments[2], nullptr,
                         nullptr};
  const variable_map letters{{"m", found.trials}, {"i", x->arguments[0]}};
  std::vector<single_factor> factors = factors_of(x->arguments.back());
  const expression_ptr choices = taken_out(factors, [&](const expression& factor) {
    const auto* known = std::get_if<call>(&factor.node);
    return known != nullptr && known->name == "binomial" &&
           is_named(known->arguments[1], found.index) &&
           is_same_number(*known->arguments[0], *found.trials);
  });
  const expression_ptr hits = taken_out(factors, [&](const expression& factor) {
    const auto* known = std::get_if<power_of>(&factor.node);
    return known != nullptr && is_named(known->exponent, found.index);
  });
  if (!choices || !hits) return std::nullopt;
  found.rate = std::get<power_of>(hits->node).base;
  if (has_open(*found.rate, found.index) || has_open(*found.trials, found.index))
    return std::nullopt;
  const expression_ptr misses = taken_out(factors, [&](const expression& factor) {
    const auto* known = std::get_if<power_of>(&factor.node);
    return known != nullptr && is_same_number(*known->exponent, *filled_in("m - i", letters)) &&
           is_same_number(*known->base, *filled_in("1 - p", {{"p", found.rate}}));
  });
  if (!misses) return std::nullopt;
  found.value = product_of(std::move(factors));
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
