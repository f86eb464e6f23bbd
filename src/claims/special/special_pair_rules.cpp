// Bounds of pairs that serve one or two claims: docs/methods/theorems.md, (U.4) of
// refuted-regions.md, (O.16) and (O.17) of orderings.md, (N.14) of normal.md.

#include <fmt/format.h>

#include "claims/rules/one_outcome.hpp"
#include "claims/special/special_rules.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* renyi_of_pair = "renyi(PAIR, lambda)";
constexpr const char* hockey_stick_of_pair = "hockey_stick(PAIR, eps)";

// In the direction in which Q is binomial, with all moments: this is what the divergence is.
constexpr const char* all_moments =
    "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/(n*exp(eps0)) + "
    "sum(j, 3, lambda, binomial(lambda, j)*((exp(2*eps0) - 1)/(n*exp(eps0)))^j*"
    "binomial_mean(m, n, 1/(exp(eps0) + 1), (m - n/(exp(eps0) + 1))^j)))/(lambda - 1)";

// Near to all counts on one side: means of signs around y = 499/500, where the theorem about
// Corollary 2 of Chen, Cao and Ge begins. 1 - exp(-J) of their rate J is 0.4960307, below
// 12401/25000.
constexpr const char* one_layer =
    "(lambda*log(999 + exp(-eps0)) - (lambda - 1)*log(1 + 999*exp(-eps0)) - "
    "log(1000*(1 + exp(-eps0))) + (n - 1)*log1p(-12401/25000*p))/(lambda - 1)";

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

std::vector<rule> tails_by_layers() {
  struct layer {
    const char* b;
    const char* c;
    const char* eps;  ///< where its twin is refuted
  };
  std::vector<rule> rules;
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

std::vector<rule> normal_reports_below_gaussian() {
  using enum bounded_form;
  using enum rule_side;
  std::vector<rule> rules;
  for (const bool is_strict : {true, false})
    rules.push_back({.place = "(N.14)",
                     .quantity = "shuffle_gaussian_renyi(n, sigma, lambda)",
                     .forms = {normal_reports},
                     .side = upper,
                     .formula = "lambda/(2*sigma^2)",
                     .conditions = {is_strict ? "n >= 2" : "n >= 1", "sigma > 0", "lambda >= 2"},
                     .is_strict = is_strict,
                     .false_twin = "lambda/(3*sigma^2)",
                     .refuted_at = is_strict ? "n = 2, sigma = 1/4, lambda = 2"
                                             : "n = 1, sigma = 1, lambda = 2"});
  return rules;
}

}  // namespace

std::vector<rule> special_pair_rules() {
  using enum bounded_form;
  using enum rule_side;
  std::vector<rule> rules{
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
      {.place = "(O.17)",
       .quantity = "tradeoff(PAIR, w*A1 + (1 - w)*A2)",
       .forms = {mixture_levels},
       .side = lower,
       .formula = "w*tradeoff(pair(P1, Q1), A1) + (1 - w)*tradeoff(pair(P2, Q2), A2)",
       .conditions = {"w >= 0", "w <= 1", "t >= 0", "c >= 0", "c <= 1"},
       .false_twin = "w*tradeoff(pair(P1, Q1), A1/2) + (1 - w)*tradeoff(pair(P2, Q2), A2/2)",
       .refuted_at = "n = 1, eps0 = 1, w = 1, t = 1, c = 1/3"},
  };
  for (const auto& list : {tails_by_layers, normal_reports_below_gaussian})
    for (rule& row : list()) rules.push_back(std::move(row));
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
