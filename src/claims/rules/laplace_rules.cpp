// The closed forms of the Laplace pair: (N.16) to (N.19) of docs/methods/normal.md.

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

std::vector<rule> laplace_rules() {
  using enum bounded_form;
  using enum rule_side;
  return {
      {.place = "(N.16)",
       .quantity = "renyi(PAIR, lambda)",
       .forms = {laplace},
       .side = value,
       .formula = "log((lambda*exp((lambda - 1)*eta) + (lambda - 1)*exp(-lambda*eta))/(2*lambda "
                  "- 1))/(lambda - 1)",
       .conditions = {"lambda > 1"},
       .is_sought = true,
       .false_twin = "log((lambda*exp((lambda - 1)*eta) + lambda*exp(-lambda*eta))/(2*lambda - "
                     "1))/(lambda - 1)",
       .refuted_at = "eta = 1, lambda = 2"},
      {.place = "(N.17)",
       .quantity = "renyi(PAIR, lambda)",
       .forms = {laplace},
       .side = upper,
       .formula = "eta",
       .conditions = {},
       .false_twin = "eta/2",
       .refuted_at = "eta = 4, lambda = 40"},
      {.place = "(N.18)",
       .quantity = "hockey_stick(PAIR, eps)",
       .forms = {laplace},
       .side = value,
       .formula = "max(0, -expm1(min(eps, (eps - eta)/2)))",
       .conditions = {},
       .is_sought = true,
       .false_twin = "max(0, -expm1(min(eps, (eps - eta)/3)))",
       .refuted_at = "eta = 1, eps = 0"},
      {.place = "(N.19)",
       .quantity = "tradeoff(PAIR, alpha)",
       .forms = {laplace},
       .side = lower,
       .formula = "1 - exp(eta)*alpha",
       .conditions = {},
       .false_twin = "1 - exp(eta)*alpha/2",
       .refuted_at = "eta = 1, alpha = 1/4"}};
}

}  // namespace shufflecert::inline v0_1::claims
