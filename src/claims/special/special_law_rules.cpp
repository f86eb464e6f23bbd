// Bounds of laws of reports and of mixtures that serve one or two claims:
// docs/methods/orderings.md.

#include "claims/rules/sampled_bound.hpp"
#include "claims/special/special_rules.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// By parts, of what is convex in the two laws together.
rule by_parts(const char* quantity, const char* formula, const char* twin, const char* refuted_at,
              std::vector<std::string> more = {}) {
  std::vector<std::string> conditions{"w >= 0", "w <= 1"};
  conditions.insert(conditions.end(), more.begin(), more.end());
  return {.place = "(O.3)",
          .quantity = quantity,
          .forms = {bounded_form::mixture},
          .side = rule_side::upper,
          .formula = formula,
          .conditions = std::move(conditions),
          .false_twin = twin,
          .refuted_at = refuted_at};
}

// (K.1) in each of several rounds.
rule rounds(const char* quantity, const char* formula, const char* twin, const char* refuted_at) {
  return {.place = "(K.1), (V.13)",
          .quantity = quantity,
          .forms = {bounded_form::response_rounds, bounded_form::kary_rounds},
          .side = rule_side::upper,
          .formula = formula,
          .conditions = {},
          .false_twin = twin,
          .refuted_at = refuted_at};
}

}  // namespace

std::vector<rule> special_law_rules() {
  using enum bounded_form;
  using enum rule_side;
  const char* renyi_of_law = "renyi(PAIR, lambda)";
  return {
      by_parts("hockey_stick(PAIR, eps)",
               "w*hockey_stick(pair(P1, Q1), eps) + (1 - w)*hockey_stick(pair(P2, Q2), eps)",
               "w*hockey_stick(pair(P1, Q1), eps)/2 + (1 - w)*hockey_stick(pair(P2, Q2), eps)",
               "n = 1, eps0 = 1, w = 1, eps = 0"),
      by_parts("total_variation(PAIR)",
               "w*total_variation(pair(P1, Q1)) + (1 - w)*total_variation(pair(P2, Q2))",
               "w*total_variation(pair(P1, Q1))/2 + (1 - w)*total_variation(pair(P2, Q2))",
               "n = 1, eps0 = 1, w = 1"),
      // |t − 1|^a is convex from a = 1 on.
      by_parts("chi_moment(PAIR, a)",
               "w*chi_moment(pair(P1, Q1), a) + (1 - w)*chi_moment(pair(P2, Q2), a)",
               "w*chi_moment(pair(P1, Q1), a)/2 + (1 - w)*chi_moment(pair(P2, Q2), a)",
               "n = 1, eps0 = 1, w = 1, a = 2", {"a >= 1"}),
      by_parts("renyi(PAIR, 1)", "w*renyi(pair(P1, Q1), 1) + (1 - w)*renyi(pair(P2, Q2), 1)",
               "w*renyi(pair(P1, Q1), 1)/2 + (1 - w)*renyi(pair(P2, Q2), 1)",
               "n = 1, eps0 = 1, w = 1"),
      by_parts("renyi(PAIR, lambda)",
               "max(renyi(pair(P1, Q1), lambda), renyi(pair(P2, Q2), lambda))",
               "max(renyi(pair(P1, Q1), lambda), renyi(pair(P2, Q2), lambda))/2",
               "n = 1, eps0 = 1, w = 1, lambda = 2"),
      rounds("hockey_stick(PAIR, eps)",
             "hockey_stick(compose(clone_pair(n, eps0, 2/(exp(eps0) + 1)), m), eps)",
             "hockey_stick(compose(clone_pair(n + 1, eps0, 2/(exp(eps0) + 1)), m), eps)",
             "n = 1, eps0 = 1, m = 2, eps = 0"),
      rounds("hockey_stick(PAIR, eps)", "hockey_stick(compose(clone_pair(n, eps0), m), eps)",
             "hockey_stick(compose(clone_pair(n + 1, eps0), m), eps)",
             "n = 1, eps0 = 1, m = 2, eps = 0"),
      rounds("renyi(PAIR, lambda)",
             "renyi(compose(clone_pair(n, eps0, 2/(exp(eps0) + 1)), m), lambda)",
             "renyi(compose(clone_pair(n + 1, eps0, 2/(exp(eps0) + 1)), m), lambda)",
             "n = 1, eps0 = 1, m = 2, lambda = 2"),
      rounds("renyi(PAIR, lambda)", "renyi(compose(clone_pair(n, eps0), m), lambda)",
             "renyi(compose(clone_pair(n + 1, eps0), m), lambda)",
             "n = 1, eps0 = 1, m = 2, lambda = 2"),
      {.place = "(O.5)",
       .quantity = "chi_moment(PAIR, a)",
       .forms = {neighbours},
       .side = upper,
       .formula = "M",
       .conditions = {"a >= 1"},
       .false_twin = "M/2",
       .refuted_at = "n = 1, b = 0, eps0 = 1, a = 2"},
      {.place = "(O.9)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_mixed_alike},
       .side = upper,
       .formula = "w^a*max(ternary_moment(P1, Q1, R1, a), ternary_moment(P1, Q1, R2, a))",
       .conditions = {"w >= 0", "w <= 1", "a >= 1"},
       .false_twin = "w^a*ternary_moment(P1, Q1, R1, a)/2",
       .refuted_at = "n = 1, eps0 = 1, w = 1, a = 2"},
      {.place = "(O.3)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_mixtures},
       .side = upper,
       .formula = "w*ternary_moment(P1, Q1, R1, a) + (1 - w)*ternary_moment(P2, Q2, R2, a)",
       .conditions = {"w >= 0", "w <= 1", "a >= 1"},
       .false_twin = "w*ternary_moment(P1, Q1, R1, a)/2 + (1 - w)*ternary_moment(P2, Q2, R2, a)",
       .refuted_at = "n = 1, eps0 = 1, w = 1, a = 2"},
      {.place = "(O.5)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_neighbours},
       .side = upper,
       .formula = "M",
       .conditions = {"a >= 1"},
       .false_twin = "M/2",
       .refuted_at = "n = 1, b = 0, eps0 = 1, a = 2"},
      {.place = "(O.14)",
       .quantity = "ternary_moment(PAIR, 2)",
       .forms = {three_coins},
       .side = upper,
       .formula = "4*(exp(eps0) - 1)^2/(n*exp(eps0))",
       .conditions = {"eps0 >= 0"},
       .false_twin = "(exp(eps0) - 1)^2/(2*n*exp(eps0))",
       .refuted_at = "n = 1, eps0 = 1/4"},
      {.place = "(O.14)",
       .quantity = "ternary_moment(PAIR, a)",
       .forms = {three_coins},
       .side = upper,
       .formula = "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(n*exp(2*eps0)))^(a/2)",
       .conditions = {"eps0 >= 0", "a >= 1"},
       .false_twin = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(50*n*exp(2*eps0)))^(a/2)",
       .refuted_at = "n = 1, eps0 = 1/4, a = 1"},
      {.place = "(O.14)",
       .quantity = renyi_of_law,
       .forms = {sampled_coins},
       .side = upper,
       .formula = sampled_renyi,
       .conditions = {"lambda >= 2", "g >= 0", "g <= 1", "eps0 >= 0"},
       .whole = {"lambda"},
       .false_twin = "log(1 + binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(4*(floor((n - 1)*p/2) + "
                     "1)*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, eps0 = 1, g = 1, lambda = 2"},
      {.place = "(O.15)",
       .quantity = renyi_of_law,
       .forms = {drawn_users},
       .side = upper,
       .formula = sampled_renyi,
       .conditions = {"lambda >= 2"},
       .whole = {"lambda"},
       .false_twin = "log(1 + binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(4*(floor((n - 1)*p/2) + "
                     "1)*exp(eps0)))/(lambda - 1)",
       .refuted_at = "n = 1, N = 1, b = 0, eps0 = 1, lambda = 2"},
  };
}

}  // namespace shufflecert::inline v0_1::claims
