// Bounds of Rényi divergences: docs/methods/theorems.md, (U.2) to (U.6) of refuted-regions.md,
// (C.1) and (C.10) of leading-constant.md, and (O.10) and (O.16) of orderings.md.

#include "claims/rules/one_outcome.hpp"
#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Of Girgis et al. (2021), in full, for whole orders.
constexpr const char* full_bound =
    "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(eps0)) + "
    "sum(j, 3, lambda, binomial(lambda, j)*j*gamma(j/2)*"
    "((exp(2*eps0) - 1)^2/(2*exp(2*eps0)*(floor((n - 1)*p/2) + 1)))^(j/2)) + "
    "exp(eps0*lambda - (n - 1)*p/8))/(lambda - 1)";

// In the direction in which Q is binomial, with all moments: this is what the divergence is.
constexpr const char* all_moments =
    "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/(n*exp(eps0)) + "
    "sum(j, 3, lambda, binomial(lambda, j)*((exp(2*eps0) - 1)/(n*exp(eps0)))^j*"
    "binomial_mean(m, n, 1/(exp(eps0) + 1), (m - n/(exp(eps0) + 1))^j)))/(lambda - 1)";

constexpr const char* second_moment =
    "log(1 + lambda*(lambda - 1)*(exp(eps0) - 1)^2/(2*n*exp(eps0)))/(lambda - 1)";

constexpr const char* fourth_moment =
    "log(1/(1 - 2*lambda*(lambda - 1)*tanh(eps0/2)^2/(n*p)) + lambda*(lambda - 1)*eps0^2/2*"
    "(6/((n*p)^2*(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^3) + "
    "36*lambda*(lambda - 1)*eps0^2/((n*p)^3*(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^4) + "
    "24*lambda^2*(lambda - 1)^2*eps0^4/"
    "((n*p)^4*(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^5)))/(lambda - 1)";

// Near to all counts on one side: means of signs around y = 499/500, where the theorem about
// Corollary 2 of Chen, Cao and Ge begins. 1 - exp(-J) of their rate J is 0.4960307, below
// 12401/25000.
constexpr const char* one_layer =
    "(lambda*log(999 + exp(-eps0)) - (lambda - 1)*log(1 + 999*exp(-eps0)) - "
    "log(1000*(1 + exp(-eps0))) + (n - 1)*log1p(-12401/25000*p))/(lambda - 1)";

constexpr const char* renyi_of_pair = "renyi(PAIR, lambda)";

}  // namespace

std::vector<rule> renyi_rules() {
  using enum bounded_form;
  using enum rule_side;
  const std::vector<bounded_form> mechanisms{response, swapped_response, kary, swapped_kary};
  const std::vector<bounded_form> all{clones, response, swapped_response, kary, swapped_kary};
  return {
      {.place = "(K.1)",
       .quantity = renyi_of_pair,
       .forms = mechanisms,
       .side = upper,
       .formula = "renyi(clone_pair(n, eps0, 2/(exp(eps0) + 1)), lambda)",
       .conditions = {},
       .false_twin = "renyi(clone_pair(n + 1, eps0, 2/(exp(eps0) + 1)), lambda)",
       .refuted_at = "n = 1, eps0 = 1, lambda = 2"},
      {.place = "(K.1)",
       .quantity = renyi_of_pair,
       .forms = mechanisms,
       .side = upper,
       .formula = "renyi(clone_pair(n, eps0), lambda)",
       .conditions = {},
       .false_twin = "renyi(clone_pair(n + 1, eps0), lambda)",
       .refuted_at = "n = 1, eps0 = 1, lambda = 2"},
      {.place = "(K.18)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = upper,
       .formula = "lambda*(exp(eps0) + 1)/n",
       .conditions = {"lambda > 1"},
       .false_twin = "lambda*(exp(eps0) + 1)/(2*n)",
       .refuted_at = "n = 100000, eps0 = 9, lambda = 101/100"},
      {.place = "(K.18)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = upper,
       .formula = "2*lambda*exp(eps0)/n",
       .conditions = {"lambda > 1"},
       .false_twin = "lambda*exp(eps0)/(2*n)",
       .refuted_at = "n = 40, eps0 = 4, lambda = 101/100"},
      {.place = "(K.18)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = upper,
       .formula = "lambda^2*(exp(eps0) + 1)/(2*n*(lambda - 1))",
       .conditions = {"lambda > 1"},
       .false_twin = "9*lambda^2*(exp(eps0) + 1)/(20*n*(lambda - 1))",
       .refuted_at = "n = 100000, eps0 = 4, lambda = 40"},
      {.place = "(U.6)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "eps0",
       .conditions = {},
       .false_twin = "999/1000*eps0",
       .refuted_at = "n = 1, eps0 = 9, p = 1/4, lambda = 40"},
      {.place = "(K.4)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "log(exp(lambda*(lambda - 1)*eps0^2/(2*(floor((n - 1)*p/2) + 1))) + "
                  "exp((lambda - 1)*eps0 - (n - 1)*p/8))/(lambda - 1)",
       .conditions = {"lambda > 1"},
       .false_twin = "lambda*eps0^2/(4*(floor((n - 1)*p/2) + 1))",
       .refuted_at = "n = 1, eps0 = 1/4, p = 1/4, lambda = 2"},
      {.place = "(K.5)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "-log(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))/(lambda - 1)",
       .conditions = {"lambda > 1", "lambda*(lambda - 1)*eps0^2/(2*n*p) < 1"},
       .false_twin = "-log(1 - lambda*(lambda - 1)*eps0^2/(2*(n + 1)*p))/(lambda - 1)",
       .refuted_at = "n = 2, eps0 = 1/1000, p = 1, lambda = 101/100"},
      {.place = "(K.8)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = fourth_moment,
       .conditions = {"lambda > 1", "lambda*(lambda - 1)*eps0^2/(2*n*p) < 1",
                      "2*lambda*(lambda - 1)*tanh(eps0/2)^2/(n*p) < 1"},
       .false_twin = "-log(1 - 19/10*lambda*(lambda - 1)*tanh(eps0/2)^2/(n*p))/(lambda - 1)",
       .refuted_at = "n = 100000, eps0 = 1/1000, p = 1, lambda = 101/100"},
      {.place = "(K.9)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "53/100*eps0^2*r*lambda/(n - 1)",
       .conditions = {"lambda > 1", "n > 1"},
       .false_twin = "12/25*eps0^2*r*lambda/(n - 1)",
       .refuted_at = "n = 100000, eps0 = 1/1000, p = 1/1000, lambda = 40"},
      {.place = "(C.1)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "2*lambda*tanh(eps0/2)^2*r/n*(1 + lambda*r/n)",
       .conditions = {"lambda >= 2", "p <= exp(-eps0)", "n >= 3*lambda*max(1, eps0)*r"},
       .false_twin = "19/10*lambda*tanh(eps0/2)^2*r/n*(1 + lambda*r/n)",
       .refuted_at = "n = 100000, eps0 = 1/4, p = 1/2, lambda = 2"},
      {.place = "(C.1)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "2*lambda*tanh(eps0/2)^2*r/n*(1 + 1/(3*max(1, eps0)))",
       .conditions = {"lambda >= 2", "p <= exp(-eps0)", "n >= 3*lambda*max(1, eps0)*r"},
       .false_twin = "2*lambda*tanh(eps0/2)^2*r/n*(1 + 1/(30*max(1, eps0)))",
       .refuted_at = "n = 100000, eps0 = 4, p = 1/1000, lambda = 7"},
      {.place = "(C.10)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = "9/2*lambda*r/n",
       .conditions = {"lambda > 1", "n >= 2", "p <= exp(-eps0)", "lambda < n/(16*eps0*r)"},
       .false_twin = "3/2*lambda*r/n",
       .refuted_at = "n = 100000, eps0 = 4, p = 1/1000, lambda = 101/100"},
      {.place = "(K.17)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = upper,
       .formula = all_moments,
       .conditions = {"lambda >= 2"},
       .whole = {"lambda"},
       .false_twin =
           "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/((n + 1)*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 2, eps0 = 1, lambda = 2"},
      {.place = "(O.10)",
       .quantity = renyi_of_pair,
       .forms = all,
       .side = upper,
       .formula = full_bound,
       .conditions = {"lambda >= 2"},
       .whole = {"lambda"},
       .false_twin = "(log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + "
                     "1)*exp(eps0))) + eps0*(lambda - 4) - (n - 1)*p/8)/(lambda - 1)",
       .refuted_at = "n = 40, eps0 = 9, p = 1/4, lambda = 40"},

      {.place = "(K.1)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = "renyi(rr_pair(n, eps0), lambda)",
       .conditions = {below_response},
       .false_twin = "renyi(rr_pair(n, 2*eps0), lambda)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, lambda = 2"},
      {.place = "(K.1)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = "renyi(swap(rr_pair(n, eps0)), lambda)",
       .conditions = {below_response},
       .false_twin = "renyi(swap(rr_pair(n, 2*eps0)), lambda)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, lambda = 2"},
      {.place = "(K.1), (U.2)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = one_outcome::no_ones,
       .conditions = {"lambda > 1", below_response},
       .false_twin = "101/100*eps0 - n*log1p(exp(-eps0))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 9, p = 1/10000, lambda = 40"},
      {.place = "(U.4)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = one_outcome::one_side,
       .conditions = {"lambda > 1"},
       .false_twin = "101/100*eps0 + ((n - 1)*log1p(-p/2) - log1p(exp(-eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 9, p = 1/4, lambda = 40"},
      {.place = "(K.16)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = one_layer,
       .conditions = {"lambda > 1"},
       .false_twin = "(lambda*log(999 + exp(-eps0)) - (lambda - 1)*log(1 + 999*exp(-eps0)) - "
                     "log(1000*(1 + exp(-eps0))) + (n - 1)*log1p(-1/10*p))/(lambda - 1)",
       .refuted_at = "n = 10000, eps0 = 9, p = 1, lambda = 400"},
      {.place = "(K.1), (K.6)",
       .quantity = renyi_of_pair,
       .forms = {clones},
       .side = lower,
       .formula = second_moment,
       .conditions = {"lambda >= 2", below_response},
       .whole = {"lambda"},
       .false_twin = "log(1 + lambda*(lambda - 1)*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, lambda = 2"},
      {.place = "(U.2)",
       .quantity = renyi_of_pair,
       .forms = {swapped_response},
       .side = lower,
       .formula = one_outcome::no_ones,
       .conditions = {"lambda > 1"},
       .is_sought = true,
       .false_twin = "101/100*eps0 - n*log1p(exp(-eps0))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 9, lambda = 40"},
      {.place = "(U.3)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = lower,
       .formula = one_outcome::all_ones,
       .conditions = {"lambda > 1"},
       .is_sought = true,
       .false_twin = "101/100*eps0 + (eps0 - n*log1p(exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 9, lambda = 40"},
      {.place = "(K.6)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = lower,
       .formula = second_moment,
       .conditions = {"lambda >= 2"},
       .whole = {"lambda"},
       .is_sought = true,
       .false_twin = "log(1 + lambda*(lambda - 1)*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 40, eps0 = 1, lambda = 2"},
      {.place = "(K.17)",
       .quantity = renyi_of_pair,
       .forms = {response},
       .side = lower,
       .formula = all_moments,
       .conditions = {"lambda >= 2"},
       .whole = {"lambda"},
       .false_twin = "log(1 + 2*binomial(lambda, 2)*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 2, eps0 = 1, lambda = 2"},
      {.place = "(O.16)",
       .quantity = renyi_of_pair,
       .forms = {kary, swapped_kary},
       .side = lower,
       .formula = "renyi(variation_pair(n, exp(eps0), (exp(eps0) - 1)/(exp(eps0) + k - 1), "
                  "exp(eps0)), lambda)",
       .conditions = {"eps0 > 0"},
       .false_twin = "renyi(variation_pair(n, exp(eps0), (exp(eps0) - 1)/(exp(eps0) + k - 2), "
                     "exp(eps0)), lambda)",
       .refuted_at = "k = 20, n = 3, eps0 = 1/1000, lambda = 2"},
  };
}

}  // namespace shufflecert::inline v0_1::claims
