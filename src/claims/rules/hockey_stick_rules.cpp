// Bounds of hockey-stick divergences: docs/methods/theorems.md, and (O.2) of orderings.md.

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* hockey_stick_of_pair = "hockey_stick(PAIR, eps)";

}  // namespace

std::vector<rule> hockey_stick_rules() {
  using enum bounded_form;
  using enum rule_side;
  const std::vector<bounded_form> mechanisms{response, swapped_response, kary, swapped_kary};
  const std::vector<bounded_form> all{clones, response, swapped_response, kary, swapped_kary};
  return {{.place = "(O.2)",
           .quantity = hockey_stick_of_pair,
           .forms = {clones},
           .side = upper,
           .formula = "curve_delta(symmetrized(mix_curves(2/(exp(eps0) + 1), identity_curve, "
                      "curve(unmixed_pair(n, eps0, p)))), eps)",
           .conditions = {},
           .false_twin = "curve_delta(symmetrized(mix_curves(4/(exp(eps0) + 1), identity_curve, "
                         "curve(unmixed_pair(n, eps0, p)))), eps)",
           .refuted_at = "n = 2, eps0 = 2, p = 1/4, eps = 1/2"},
          {.place = "(K.1)",
           .quantity = hockey_stick_of_pair,
           .forms = mechanisms,
           .side = upper,
           .formula = "hockey_stick(clone_pair(n, eps0, 2/(exp(eps0) + 1)), eps)",
           .conditions = {},
           .false_twin = "hockey_stick(clone_pair(n + 1, eps0, 2/(exp(eps0) + 1)), eps)",
           .refuted_at = "n = 1, eps0 = 1, eps = 0"},
          {.place = "(K.1)",
           .quantity = hockey_stick_of_pair,
           .forms = mechanisms,
           .side = upper,
           .formula = "hockey_stick(clone_pair(n, eps0), eps)",
           .conditions = {},
           .false_twin = "hockey_stick(clone_pair(n + 1, eps0), eps)",
           .refuted_at = "n = 1, eps0 = 1, eps = 0"},
          {.place = "(DD.1)",
           .quantity = hockey_stick_of_pair,
           .forms = all,
           .side = upper,
           .formula = "hockey_stick(gaussian_pair(2*sqrt(r/(n - 1))), eps)",
           .conditions = {"n > 1", "eps0 <= 7/4", "p >= exp(-eps0)"},
           .false_twin = "hockey_stick(gaussian_pair(17/10*sqrt(r/(n - 1))), eps)",
           .refuted_at = "n = 150, eps0 = 7/4, p = exp(-7/4), eps = 17/10"},
          {.place = "(K.3)",
           .quantity = hockey_stick_of_pair,
           .forms = all,
           .side = upper,
           .formula = "exp(eps)*expm1(max(0, eps0 - eps))/(exp(eps0) + 1)",
           .conditions = {"eps >= 0"},
           .false_twin = "exp(eps)*expm1(max(0, eps0 - eps))/(exp(eps0) + 2)",
           .refuted_at = "n = 1, eps0 = 1, p = 1/4, eps = 0"},
          {.place = "(O.2)",
           .quantity = hockey_stick_of_pair,
           .forms = {exchanged_mixture},
           .side = upper,
           .formula = "curve_delta(symmetrized(mix_curves(2*(1 - u), identity_curve, C)), eps)",
           .conditions = {"u >= 1/2", "u <= 1"},
           .false_twin = "curve_delta(symmetrized(mix_curves(3*(1 - u), identity_curve, C)), eps)",
           .refuted_at = "n = 2, eps0 = 1, u = 3/4, eps = 0"},

          {.place = "(K.14)",
           .quantity = hockey_stick_of_pair,
           .forms = {clones},
           .side = lower,
           .formula = "exp((n - 1)*log1p(-p/2))*(1 - exp(excess))/(1 + exp(-eps0))",
           .conditions = {},
           .false_twin = "exp((n - 1)*log1p(-p/2))*(1 - exp(excess))/(1 + exp(-2*eps0))",
           .refuted_at = "n = 1, eps0 = 1, p = 1/4, eps = 0"},
          {.place = "(K.1)",
           .quantity = hockey_stick_of_pair,
           .forms = {clones},
           .side = lower,
           .formula = "hockey_stick(rr_pair(n, eps0), eps)",
           .conditions = {below_response},
           .false_twin = "hockey_stick(rr_pair(n, 2*eps0), eps)",
           .refuted_at = "n = 1, eps0 = 1, p = 1/4, eps = 0"},
          {.place = "(K.1)",
           .quantity = hockey_stick_of_pair,
           .forms = {clones},
           .side = lower,
           .formula = "hockey_stick(swap(rr_pair(n, eps0)), eps)",
           .conditions = {below_response},
           .false_twin = "hockey_stick(swap(rr_pair(n, 2*eps0)), eps)",
           .refuted_at = "n = 1, eps0 = 1, p = 1/4, eps = 0"},
          {.place = "(K.14)",
           .quantity = hockey_stick_of_pair,
           .forms = {swapped_response},
           .side = lower,
           .formula = "exp(-n*log1p(exp(-eps0)))*(1 - exp(excess))",
           .conditions = {},
           .false_twin = "exp(-n*log1p(exp(-2*eps0)))*(1 - exp(excess))",
           .refuted_at = "n = 1, eps0 = 1, eps = 0"},
          {.place = "(K.14)",
           .quantity = hockey_stick_of_pair,
           .forms = {response},
           .side = lower,
           .formula = "exp(-n*log1p(exp(eps0)))*(exp(eps0) - exp(eps))",
           .conditions = {},
           .false_twin = "exp(-n*log1p(exp(eps0)))*(exp(eps0) - exp(eps)/2)",
           .refuted_at = "n = 1, eps0 = 1, eps = 0"},
          {.place = "(K.2)",
           .quantity = hockey_stick_of_pair,
           .forms = {any_pair},
           .side = lower,
           .formula = "0",
           .conditions = {},
           .false_twin = "1/1000000",
           .refuted_at = "n = 1, eps0 = 1, g = 1/2, eps = 3"}};
}

}  // namespace shufflecert::inline v0_1::claims
