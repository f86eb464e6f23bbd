// Bounds of trade-off functions, which are in the other order than divergences:
// docs/methods/theorems.md, and (O.2) of orderings.md.

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* tradeoff_of_pair = "tradeoff(PAIR, alpha)";

}  // namespace

std::vector<rule> tradeoff_rules() {
  using enum bounded_form;
  using enum rule_side;
  const std::vector<bounded_form> mechanisms{response, swapped_response, kary, swapped_kary};
  const std::vector<bounded_form> all{clones, response, swapped_response, kary, swapped_kary};
  return {
      {.place = "(K.1)",
       .quantity = tradeoff_of_pair,
       .forms = {clones},
       .side = upper,
       .formula = "tradeoff(rr_pair(n, eps0), alpha)",
       .conditions = {below_response},
       .false_twin = "tradeoff(rr_pair(n, 2*eps0), alpha)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, alpha = 1/4"},
      {.place = "(K.1)",
       .quantity = tradeoff_of_pair,
       .forms = {clones},
       .side = upper,
       .formula = "tradeoff(swap(rr_pair(n, eps0)), alpha)",
       .conditions = {below_response},
       .false_twin = "tradeoff(swap(rr_pair(n, 2*eps0)), alpha)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, alpha = 1/4"},

      {.place = "(O.2)",
       .quantity = tradeoff_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = "at(symmetrized(mix_curves(2/(exp(eps0) + 1), identity_curve, "
                  "curve(unmixed_pair(n, eps0, p)))), alpha)",
       .conditions = {},
       .false_twin = "at(symmetrized(mix_curves(5/(2*(exp(eps0) + 1)), identity_curve, "
                     "curve(unmixed_pair(n, eps0, p)))), alpha)",
       .refuted_at = "n = 2, eps0 = 2, p = 1/4, alpha = 1/4"},
      {.place = "(DD.1)",
       .quantity = tradeoff_of_pair,
       .forms = all,
       .side = lower,
       .formula = "tradeoff(gaussian_pair(2*sqrt(r/(n - 1))), alpha)",
       .conditions = {"n > 1", "eps0 <= 7/4", "p >= exp(-eps0)"},
       .false_twin = "tradeoff(gaussian_pair(17/10*sqrt(r/(n - 1))), alpha)",
       .refuted_at = "n = 100, eps0 = 7/4, p = exp(-7/4), alpha = 9999/10000"},
      {.place = "(K.1)",
       .quantity = tradeoff_of_pair,
       .forms = mechanisms,
       .side = lower,
       .formula = "tradeoff(clone_pair(n, eps0, 2/(exp(eps0) + 1)), alpha)",
       .conditions = {},
       .false_twin = "tradeoff(clone_pair(n + 1, eps0, 2/(exp(eps0) + 1)), alpha)",
       .refuted_at = "n = 1, eps0 = 1, alpha = 1/4"},
      {.place = "(K.1)",
       .quantity = tradeoff_of_pair,
       .forms = mechanisms,
       .side = lower,
       .formula = "tradeoff(clone_pair(n, eps0), alpha)",
       .conditions = {},
       .false_twin = "tradeoff(clone_pair(n + 1, eps0), alpha)",
       .refuted_at = "n = 1, eps0 = 1, alpha = 1/4"},
      {.place = "(O.2)",
       .quantity = tradeoff_of_pair,
       .forms = {exchanged_mixture},
       .side = lower,
       .formula = "at(symmetrized(mix_curves(2*(1 - u), identity_curve, C)), alpha)",
       .conditions = {"u >= 1/2", "u <= 1"},
       .false_twin = "at(symmetrized(mix_curves(3*(1 - u), identity_curve, C)), alpha)",
       .refuted_at = "n = 2, eps0 = 1, u = 3/4, alpha = 1/4"},
      {.place = "(K.2)",
       .quantity = tradeoff_of_pair,
       .forms = {any_pair},
       .side = lower,
       .formula = "0",
       .conditions = {},
       .false_twin = "1/1000000",
       .refuted_at = "n = 1, eps0 = 1, g = 1/2, alpha = 1"},
  };
}

}  // namespace shufflecert::inline v0_1::claims
