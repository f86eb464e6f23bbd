// Bounds of quantities of mixtures and of shuffled reports: (O.3) to (O.9), (O.14) and (O.15) of
// docs/methods/orderings.md. What is derived there by hand is taken from there.

#include "rules.hpp"

namespace check {
namespace {

using enum form;
using enum side;

const std::vector<std::string> shares{"w >= 0", "w <= 1"};
const std::vector<std::string> shares_and_order{"w >= 0", "w <= 1", "a >= 1"};

std::vector<rule> bounds_by_parts() {
  const auto mean = [](const std::string& quantity, const std::string& last) {
    return "w*" + quantity + "(pair(P1, Q1)" + last + ") + (1 - w)*" + quantity + "(pair(P2, Q2)" +
           last + ")";
  };
  return {
      {"(O.3)", "hockey_stick(PAIR, eps)", {mixture}, upper, mean("hockey_stick", ", eps"), shares},
      {"(O.3)", "total_variation(PAIR)", {mixture}, upper, mean("total_variation", ""), shares},
      {"(O.3)",
       "chi_moment(PAIR, a)",
       {mixture},
       upper,
       mean("chi_moment", ", a"),
       shares_and_order},
      {"(O.3)", "renyi(PAIR, 1)", {mixture}, upper, mean("renyi", ", 1"), shares},
      {"(O.3)",
       "renyi(PAIR, lambda)",
       {mixture},
       upper,
       "max(renyi(pair(P1, Q1), lambda), renyi(pair(P2, Q2), lambda))",
       {"w >= 0", "w <= 1", "lambda > 0"}},
      {"(O.3)",
       "ternary_moment(PAIR, a)",
       {three_mixtures},
       upper,
       "w*ternary_moment(P1, Q1, R1, a) + (1 - w)*ternary_moment(P2, Q2, R2, a)",
       shares_and_order},
      {"(O.9)",
       "ternary_moment(PAIR, a)",
       {three_mixed_alike},
       upper,
       "w^a*max(ternary_moment(P1, Q1, R1, a), ternary_moment(P1, Q1, R2, a))",
       shares_and_order}};
}

std::vector<rule> moment_bounds() {
  const std::string clones_at_least = "(floor((n - 1)*p/2) + 1)";
  const std::string few_clones = "exp(-(n - 1)*p/8)";
  return {{"(K.1)",
           "chi_moment(PAIR, a)",
           {response, swapped_response, kary, swapped_kary},
           upper,
           "chi_moment(clone_pair(n, eps0), a)",
           {"a >= 1"}},
          {"(O.4)",
           "chi_moment(PAIR, a)",
           {response, neighbours_alike},
           upper,
           "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(2*n*exp(2*eps0)))^(a/2)",
           {"a >= 1"}},
          {"(O.4)",
           "chi_moment(PAIR, 2)",
           {response, neighbours_alike},
           upper,
           "(exp(eps0) - 1)^2/(n*exp(eps0))",
           {}},
          {"(O.4)",
           "ternary_moment(PAIR, a)",
           {three_alike},
           upper,
           "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(n*exp(2*eps0)))^(a/2)",
           {"a >= 1"}},
          {"(O.4)",
           "ternary_moment(PAIR, 2)",
           {three_alike},
           upper,
           "2*(exp(eps0) - 1)^2/(n*exp(eps0))",
           {}},
          {"(O.5)", "chi_moment(PAIR, a)", {neighbours}, upper, "M", {"a >= 1"}},
          {"(O.5)", "ternary_moment(PAIR, a)", {three_neighbours}, upper, "M", {"a >= 1"}},
          {"(O.6)",
           "chi_moment(PAIR, a)",
           {clones},
           upper,
           "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(" + clones_at_least + "*exp(2*eps0)))^(a/2) + " +
               "(exp(eps0) - exp(-eps0))^a*" + few_clones,
           {"a >= 1"}},
          {"(O.6)",
           "chi_moment(PAIR, 2)",
           {clones},
           upper,
           "(exp(eps0) - 1)^2/(" + clones_at_least + "*exp(eps0)) + (exp(eps0) - exp(-eps0))^2*" +
               few_clones,
           {}},
          {"(O.6)",
           "ternary_moment(PAIR, a)",
           {three_neighbours},
           upper,
           "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(" + clones_at_least + "*exp(2*eps0)))^(a/2) + " +
               "(exp(eps0) - exp(-eps0))^a*" + few_clones,
           {"a >= 1"}},
          {"(O.6)",
           "ternary_moment(PAIR, 2)",
           {three_neighbours},
           upper,
           "2*(exp(eps0) - 1)^2/(" + clones_at_least + "*exp(eps0)) + (exp(eps0) - exp(-eps0))^2*" +
               few_clones,
           {}},
          {"(O.14)",
           "ternary_moment(PAIR, a)",
           {three_coins},
           upper,
           "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/(n*exp(2*eps0)))^(a/2)",
           {"a >= 1", "eps0 >= 0"}},
          {"(O.14)",
           "ternary_moment(PAIR, 2)",
           {three_coins},
           upper,
           "4*(exp(eps0) - 1)^2/(n*exp(eps0))",
           {"eps0 >= 0"}}};
}

std::vector<rule> bounds_with_sampling() {
  const std::string renyi = "renyi(PAIR, lambda)";
  const std::string sampled =
      "log(1 + binomial(lambda, 2)*4*g^2*(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(eps0)) + "
      "sum(j, 3, lambda, binomial(lambda, j)*g^j*j*gamma(j/2)*"
      "(2*(exp(2*eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*eps0)))^(j/2)) + "
      "((1 + g*(exp(2*eps0) - 1)/exp(eps0))^lambda - 1 - lambda*g*(exp(2*eps0) - 1)/exp(eps0))*"
      "exp(-(n - 1)*p/8))/(lambda - 1)";
  return {{"(O.7)",
           renyi,
           {sampled_clones, sampled_response, swapped_sampled, sampled_laws},
           upper,
           sampled,
           {"whole lambda", "lambda >= 2", "g >= 0", "g <= 1"}},
          // What the divergence is.
          {"(O.8)",
           renyi,
           {sampled_response},
           both,
           "log(1 + binomial(lambda, 2)*g^2*(exp(eps0) - 1)^2/(n*exp(eps0)) + "
           "sum(j, 3, lambda, binomial(lambda, j)*g^j*((exp(2*eps0) - 1)/(n*exp(eps0)))^j*"
           "binomial_mean(m, n, 1/(exp(eps0) + 1), (m - n/(exp(eps0) + 1))^j)))/(lambda - 1)",
           {"whole lambda", "lambda >= 2", "g >= 0", "g <= 1"}},
          {"(O.14)",
           renyi,
           {sampled_coins},
           upper,
           sampled,
           {"whole lambda", "lambda >= 2", "g >= 0", "g <= 1", "eps0 >= 0"}},
          {"(O.15)", renyi, {drawn_users}, upper, sampled, {"whole lambda", "lambda >= 2"}}};
}

}  // namespace

std::vector<rule> law_rules() {
  std::vector<rule> found;
  for (const auto& list : {bounds_by_parts, moment_bounds, bounds_with_sampling})
    for (rule& one : list()) found.push_back(std::move(one));
  return found;
}

}  // namespace check
