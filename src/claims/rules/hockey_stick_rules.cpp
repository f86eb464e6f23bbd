// Bounds of hockey-stick divergences: docs/methods/theorems.md, and (O.2), (O.3) and (O.16) of
// orderings.md.

#include <fmt/format.h>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* hockey_stick_of_pair = "hockey_stick(PAIR, eps)";

// (K.19): means of signs around y = (b - 1)/(b + 1), for eps below log b, where c is above
// 1 - exp(-J).
rule layer_of_tail(const char* b, const char* c, const char* eps) {
  return {.place = "(K.19)",
          .quantity = hockey_stick_of_pair,
          .forms = {bounded_form::clones},
          .side = rule_side::lower,
          .formula =
              "2*(b + exp(-eps0) - exp(eps)*(1 + b*exp(-eps0)))/"
              "(31*b*(b + 1)*(1 + exp(-eps0)))*r/(n - 1)*exp((n - 1)*log1p(-c*p))",
          .conditions = {"p <= 1/2", "(n - 1)*p*(1 - c) >= 2*(b + 1)"},
          .constants = {{"b", b}, {"c", c}},
          .false_twin =
              "2*(b + exp(-eps0) - exp(eps)*(1 + b*exp(-eps0)))/(31*b*(b + 1)*(1 + "
              "exp(-eps0)))*r/(n - 1)*exp((n - 1)*log1p(-c*p/4))",
          // eps a little below log b.
          .refuted_at = fmt::format("n = 10000, eps0 = 9, p = 1/4, eps = {}", eps)};
}

}  // namespace

std::vector<rule> hockey_stick_rules() {
  using enum bounded_form;
  using enum rule_side;
  const std::vector<bounded_form> mechanisms{response, swapped_response, kary, swapped_kary};
  const std::vector<bounded_form> all{clones, response, swapped_response, kary, swapped_kary};
  std::vector<rule> rules{
      {.place = "(O.2)",
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
      {.place = "(O.16)",
       .quantity = hockey_stick_of_pair,
       .forms = {kary, swapped_kary},
       .side = lower,
       .formula = "hockey_stick(variation_pair(n, exp(eps0), (exp(eps0) - 1)/"
                  "(exp(eps0) + k - 1), exp(eps0)), eps)",
       .conditions = {"eps0 > 0"},
       .false_twin = "hockey_stick(variation_pair(n, exp(eps0), (exp(eps0) - 1)/(exp(eps0) + k - "
                     "2), exp(eps0)), eps)",
       .refuted_at = "k = 3, n = 1, eps0 = 1, eps = 0"},
      {.place = "(K.2)",
       .quantity = hockey_stick_of_pair,
       .forms = {any_pair},
       .side = lower,
       .formula = "0",
       .conditions = {},
       .false_twin = "1/1000000",
       .refuted_at = "n = 1, eps0 = 1, g = 1/2, eps = 3"}};
  struct layer {
    const char* b;
    const char* c;
    const char* eps;  ///< where its twin is refuted
  };
  for (const auto& [b, c, eps] : std::vector<layer>{{"3/2", "997/50000", "2/5"},
                                                    {"2", "2753/50000", "13/20"},
                                                    {"29/10", "2913/25000", "1"},
                                                    {"4", "17531/100000", "13/10"},
                                                    {"6", "24651/100000", "17/10"},
                                                    {"10", "16097/50000", "11/5"},
                                                    {"30", "42343/100000", "33/10"}})
    rules.push_back(layer_of_tail(b, c, eps));
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
