// Bounds of laws of shuffled reports: docs/methods/orderings.md.

#include "claims/rules/rule.hpp"
#include "claims/rules/sampled_bound.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What the divergence of subsampled randomized response is.
constexpr const char* sampled_expansion =
    "log(1 + binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(n*exp(eps0)) + "
    "sum(j, 3, lambda, binomial(lambda, j)*g^j*((exp(2*eps0) - 1)/(n*exp(eps0)))^j*"
    "binomial_mean(m, n, 1/(exp(eps0) + 1), (m - n/(exp(eps0) + 1))^j)))/(lambda - 1)";

std::vector<rule> moments_of_two_laws() {
  using enum bounded_form;
  using enum rule_side;
  return {
      {.place = "(O.4)",
       .quantity = "chi_moment(PAIR, 2)",
       .forms = {response, neighbours_alike},
       .side = upper,
       .formula = "(exp(eps0) - 1)^2/(n*exp(eps0))",
       .conditions = {},
       .false_twin = "(exp(eps0) - 1)^2/((n + 1)*exp(eps0))",
       .refuted_at = "n = 1, eps0 = 1"},
      {.place = "(O.4)",
       .quantity = "chi_moment(PAIR, a)",
       .forms = {response, neighbours_alike},
       .side = upper,
       .formula = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(2*n*exp(2*eps0)))^(a/2)",
       .conditions = {"a >= 1"},
       .false_twin = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(32*n*exp(2*eps0)))^(a/2)",
       .refuted_at = "n = 1000, eps0 = 1/4, a = 1"},
      {.place = "(K.1)",
       .quantity = "chi_moment(PAIR, a)",
       .forms = {response, swapped_response, kary, swapped_kary},
       .side = upper,
       .formula = "chi_moment(clone_pair(n, eps0), a)",
       .conditions = {"a >= 1"},
       .false_twin = "chi_moment(clone_pair(n + 1, eps0), a)",
       .refuted_at = "n = 1, eps0 = 1, a = 2"},
      {.place = "(O.6)",
       .quantity = "chi_moment(PAIR, 2)",
       .forms = {clones},
       .side = upper,
       .formula = "(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(eps0)) + "
                  "(exp(eps0) - exp(-eps0))^2*exp(-(n - 1)*p/8)",
       .conditions = {},
       .false_twin = "(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 2)*exp(eps0))",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4"},
      {.place = "(O.6)",
       .quantity = "chi_moment(PAIR, a)",
       .forms = {clones},
       .side = upper,
       .formula = "a*gamma(a/2)*"
                  "(2*(exp(2*eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*eps0)))^(a/2) + "
                  "(exp(eps0) - exp(-eps0))^a*exp(-(n - 1)*p/8)",
       .conditions = {"a >= 1"},
       .false_twin =
           "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(200*(floor((n - 1)*p/2) + 1)*exp(2*eps0)))^(a/2)",
       .refuted_at = "n = 1000, eps0 = 1/4, p = 1, a = 1"},
  };
}

std::vector<rule> moments_of_three_laws() {
  using enum bounded_form;
  using enum rule_side;
  return {
      {.place = "(O.4)",
       .quantity = "ternary_moment(PAIR, 2)",
       .forms = {three_alike},
       .side = upper,
       .formula = "2*(exp(eps0) - 1)^2/(n*exp(eps0))",
       .conditions = {},
       .false_twin = "(exp(eps0) - 1)^2/(n*exp(eps0))",
       .refuted_at = "n = 1, eps0 = 4"},
      {.place = "(O.4)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_alike},
       .side = upper,
       .formula = "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(n*exp(2*eps0)))^(a/2)",
       .conditions = {"a >= 1"},
       .false_twin = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(50*n*exp(2*eps0)))^(a/2)",
       .refuted_at = "n = 1, eps0 = 1/4, a = 1"},
      {.place = "(O.6)",
       .quantity = "ternary_moment(PAIR, 2)",
       .forms = {three_neighbours},
       .side = upper,
       .formula = "2*(exp(eps0) - 1)^2/((floor((n - 1)/(2*exp(eps0))) + 1)*exp(eps0)) + "
                  "(exp(eps0) - exp(-eps0))^2*exp(-(n - 1)/(8*exp(eps0)))",
       .conditions = {},
       .false_twin = "(exp(eps0) - 1)^2/((floor((n - 1)/(2*exp(eps0))) + 3)*exp(eps0))",
       .refuted_at = "n = 1, b = 0, eps0 = 1/4"},
      {.place = "(O.6)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_neighbours},
       .side = upper,
       .formula = "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/"
                  "((floor((n - 1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(a/2) + "
                  "(exp(eps0) - exp(-eps0))^a*exp(-(n - 1)/(8*exp(eps0)))",
       .conditions = {"a >= 1"},
       .false_twin = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(200*(floor((n - 1)/(2*exp(eps0))) + "
                     "1)*exp(2*eps0)))^(a/2)",
       .refuted_at = "n = 1, b = 0, eps0 = 1/4, a = 1"},
  };
}

std::vector<rule> divergences_with_sampling() {
  using enum bounded_form;
  using enum rule_side;
  const char* quantity = "renyi(PAIR, lambda)";
  return {
      {.place = "(O.8)",
       .quantity = quantity,
       .forms = {sampled_response},
       .side = value,
       .formula = sampled_expansion,
       .conditions = {"lambda >= 2", "g >= 0", "g <= 1"},
       .whole = {"lambda"},
       .false_twin =
           "log(1 + 2*binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 2, eps0 = 1, g = 1/2, lambda = 2"},
      {.place = "(O.7)",
       .quantity = quantity,
       .forms = {sampled_clones, sampled_response, swapped_sampled, sampled_laws},
       .side = upper,
       .formula = sampled_renyi,
       .conditions = {"lambda >= 2", "g >= 0", "g <= 1"},
       .whole = {"lambda"},
       .false_twin = "log(1 + binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(4*(floor((n - 1)*p/2) + "
                     "1)*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 1, p = 1/4, lambda = 2"},
  };
}

}  // namespace

std::vector<rule> law_rules() {
  std::vector<rule> rules;
  for (const auto& list : {moments_of_two_laws, moments_of_three_laws, divergences_with_sampling})
    for (rule& one : list()) rules.push_back(std::move(one));
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
