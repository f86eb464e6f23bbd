// Bounds of quantities of pairs: docs/methods/theorems.md, (U.2) to (U.6) of refuted-regions.md,
// (C.1) and (C.10) of leading-constant.md, (O.2), (O.10) and (O.16) of orderings.md, and (V.13) of
// ranges.md.

#include "rules.hpp"

namespace check {
namespace {

using enum form;
using enum side;

const std::vector<form> mechanisms{response, swapped_response, kary, swapped_kary};
const std::vector<form> all{clones, response, swapped_response, kary, swapped_kary};
const std::string below_response = "p <= 2/(exp(eps0) + 1)";

std::vector<rule> renyi_above() {
  const std::string renyi = "renyi(PAIR, lambda)";
  const std::string z_below_one = "lambda*(lambda - 1)*eps0^2/(2*n*p) < 1";
  return {
      {"(U.6)", renyi, all, upper, "eps0", {}},
      {"(K.4)",
       renyi,
       all,
       upper,
       "log(exp(lambda*(lambda - 1)*eps0^2/(2*(floor((n - 1)*p/2) + 1))) + exp((lambda - 1)*eps0 "
       "- (n - 1)*p/8))/(lambda - 1)",
       {"lambda > 1"}},
      {"(K.5)",
       renyi,
       all,
       upper,
       "-log(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))/(lambda - 1)",
       {"lambda > 1", z_below_one}},
      {"(K.8)",
       renyi,
       all,
       upper,
       "log(1/(1 - 2*lambda*(lambda - 1)*tanh(eps0/2)^2/(n*p)) + lambda*(lambda - 1)*eps0^2/2*"
       "(6/((n*p)^2*(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^3) + "
       "36*lambda*(lambda - 1)*eps0^2/((n*p)^3*(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^4) + "
       "24*(lambda*(lambda - 1))^2*eps0^4/((n*p)^4*"
       "(1 - lambda*(lambda - 1)*eps0^2/(2*n*p))^5)))/(lambda - 1)",
       {"lambda > 1", z_below_one, "2*lambda*(lambda - 1)*tanh(eps0/2)^2/(n*p) < 1"}},
      {"(K.9)", renyi, all, upper, "53/100*eps0^2*lambda/((n - 1)*p)", {"lambda > 1", "n > 1"}},
      {"(CC.1)",
       renyi,
       all,
       upper,
       "2*lambda/((n - 1)*p)",
       {"lambda > 1", "n > 1", "eps0 <= 2", "p >= exp(-eps0)"}},
      {"(C.1)",
       renyi,
       all,
       upper,
       "2*lambda*tanh(eps0/2)^2/(p*n)*(1 + lambda/(p*n))",
       {"lambda >= 2", "p <= exp(-eps0)", "n >= 3*lambda*max(1, eps0)/p"}},
      {"(C.1)",
       renyi,
       all,
       upper,
       "2*lambda*tanh(eps0/2)^2/(p*n)*(1 + 1/(3*max(1, eps0)))",
       {"lambda >= 2", "p <= exp(-eps0)", "n >= 3*lambda*max(1, eps0)/p"}},
      {"(C.10)",
       renyi,
       all,
       upper,
       "9/2*lambda/(p*n)",
       {"lambda > 1", "n >= 2", "p <= exp(-eps0)", "lambda < n*p/(16*eps0)"}},
      {"(O.10)",
       renyi,
       all,
       upper,
       "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(eps0)) + "
       "sum(j, 3, lambda, binomial(lambda, j)*j*gamma(j/2)*"
       "((exp(2*eps0) - 1)^2/(2*exp(2*eps0)*(floor((n - 1)*p/2) + 1)))^(j/2)) + "
       "exp(eps0*lambda - (n - 1)*p/8))/(lambda - 1)",
       {"whole lambda", "lambda >= 2"}},
      {"(K.1)",
       renyi,
       mechanisms,
       upper,
       "renyi(clone_pair(n, eps0, 2/(exp(eps0) + 1)), lambda)",
       {}},
      {"(K.1)", renyi, mechanisms, upper, "renyi(clone_pair(n, eps0), lambda)", {}},
      {"(K.18)", renyi, {response}, upper, "lambda/n*(exp(eps0) + 1)", {"lambda > 1"}},
      {"(K.18)", renyi, {response}, upper, "2*lambda/n*exp(eps0)", {"lambda > 1"}},
      {"(K.18)",
       renyi,
       {response},
       upper,
       "lambda^2/(lambda - 1)*(exp(eps0) + 1)/(2*n)",
       {"lambda > 1"}},
      {"(K.1), (V.13)",
       "renyi(PAIR, lambda)",
       {response_rounds, kary_rounds},
       upper,
       "renyi(compose(clone_pair(n, eps0, 2/(exp(eps0) + 1)), m), lambda)",
       {}},
      {"(K.1), (V.13)",
       "renyi(PAIR, lambda)",
       {response_rounds, kary_rounds},
       upper,
       "renyi(compose(clone_pair(n, eps0), m), lambda)",
       {}}};
}

std::vector<rule> renyi_below() {
  const std::string renyi = "renyi(PAIR, lambda)";
  return {
      {"(K.1)", renyi, {clones}, lower, "renyi(rr_pair(n, eps0), lambda)", {below_response}},
      {"(K.1)", renyi, {clones}, lower, "renyi(swap(rr_pair(n, eps0)), lambda)", {below_response}},
      {"(U.4)",
       renyi,
       {clones},
       lower,
       "eps0 + ((n - 1)*log1p(-p/2) - log1p(exp(-eps0)))/(lambda - 1)",
       {"lambda > 1"}},
      {"(K.16)",
       renyi,
       {clones},
       lower,
       "(lambda*log(999 + exp(-eps0)) - (lambda - 1)*log(1 + 999*exp(-eps0)) - "
       "log(1000*(1 + exp(-eps0))) + (n - 1)*log1p(-12401/25000*p))/(lambda - 1)",
       {"lambda > 1"}},
      {"(U.2)",
       renyi,
       {swapped_response},
       lower,
       "eps0 - n*log1p(exp(-eps0))/(lambda - 1)",
       {"lambda > 1"}},
      {"(K.1), (U.2)",
       renyi,
       {clones},
       lower,
       "eps0 - n*log1p(exp(-eps0))/(lambda - 1)",
       {"lambda > 1", below_response}},
      {"(U.3)",
       renyi,
       {response},
       lower,
       "eps0 + (eps0 - n*log1p(exp(eps0)))/(lambda - 1)",
       {"lambda > 1"}},
      {"(O.16)",
       renyi,
       {kary, swapped_kary},
       lower,
       "renyi(variation_pair(n, exp(eps0), (exp(eps0) - 1)/(exp(eps0) + k - 1), exp(eps0)), "
       "lambda)",
       {"eps0 > 0"}},
      // What the divergence is.
      {"(K.17)",
       renyi,
       {response},
       both,
       "log(1 + binomial(lambda, 2)*(exp(eps0) - 1)^2/(n*exp(eps0)) + "
       "sum(j, 3, lambda, binomial(lambda, j)*((exp(2*eps0) - 1)/(n*exp(eps0)))^j*"
       "binomial_mean(m, n, 1/(exp(eps0) + 1), (m - n/(exp(eps0) + 1))^j)))/(lambda - 1)",
       {"lambda >= 2", "whole lambda"}},
      {"(K.6)",
       renyi,
       {response},
       lower,
       "log(1 + lambda*(lambda - 1)/2*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       {"lambda >= 2", "whole lambda"}},
      {"(K.1), (K.6)",
       renyi,
       {clones},
       lower,
       "log(1 + lambda*(lambda - 1)/2*(exp(eps0) - 1)^2/(n*exp(eps0)))/(lambda - 1)",
       {"lambda >= 2", "whole lambda", below_response}}};
}

std::vector<rule> hockey_stick_bounds() {
  const std::string delta = "hockey_stick(PAIR, eps)";
  std::vector<rule> found{
      {"(K.3)",
       delta,
       all,
       upper,
       "exp(eps)*expm1(max(0, eps0 - eps))/(exp(eps0) + 1)",
       {"eps >= 0"}},
      {"(K.20)",
       delta,
       all,
       upper,
       "(sqrt(expm1(53/50*eps0^2/((n - 1)*p)) + expm1(eps)^2) - expm1(eps))/2",
       {"n > 1"}},
      {"(K.21)",
       "epsilon(PAIR, delta)",
       all,
       upper,
       "53/100*eps0^2/((n - 1)*p) + 2*eps0*sqrt(53/100*log(1/delta)/((n - 1)*p))",
       {"n > 1", "delta > 0", "delta < 1"}},
      {"(K.2)", delta, {any_pair}, lower, "0", {}},
      {"(K.1)",
       delta,
       mechanisms,
       upper,
       "hockey_stick(clone_pair(n, eps0, 2/(exp(eps0) + 1)), eps)",
       {}},
      {"(K.1)", delta, mechanisms, upper, "hockey_stick(clone_pair(n, eps0), eps)", {}},
      {"(DD.1)",
       delta,
       all,
       upper,
       "hockey_stick(gaussian_pair(2*sqrt(1/((n - 1)*p))), eps)",
       {"n > 1", "eps0 <= 7/4", "p >= exp(-eps0)"}},
      {"(O.2)",
       delta,
       {clones},
       upper,
       "curve_delta(symmetrized(mix_curves(2/(exp(eps0) + 1), identity_curve, "
       "curve(unmixed_pair(n, eps0, p)))), eps)",
       {}},
      {"(O.2)",
       delta,
       {exchanged_mixture},
       upper,
       "curve_delta(symmetrized(mix_curves(2*(1 - u), identity_curve, C)), eps)",
       {"u >= 1/2", "u <= 1"}},
      {"(K.14)",
       delta,
       {clones},
       lower,
       "exp((n - 1)*log1p(-p/2))*(1 - exp(eps - eps0))/(1 + exp(-eps0))",
       {}},
      {"(O.16)",
       delta,
       {kary, swapped_kary},
       lower,
       "hockey_stick(variation_pair(n, exp(eps0), (exp(eps0) - 1)/(exp(eps0) + k - 1), "
       "exp(eps0)), eps)",
       {"eps0 > 0"}},
      {"(K.14)",
       delta,
       {swapped_response},
       lower,
       "exp(-n*log1p(exp(-eps0)))*(1 - exp(eps - eps0))",
       {}},
      {"(K.14)", delta, {response}, lower, "exp(-n*log1p(exp(eps0)))*(exp(eps0) - exp(eps))", {}},
      {"(K.1)", delta, {clones}, lower, "hockey_stick(rr_pair(n, eps0), eps)", {below_response}},
      {"(K.1)",
       delta,
       {clones},
       lower,
       "hockey_stick(swap(rr_pair(n, eps0)), eps)",
       {below_response}},
      {"(K.1), (V.13)",
       delta,
       {response_rounds, kary_rounds},
       upper,
       "hockey_stick(compose(clone_pair(n, eps0, 2/(exp(eps0) + 1)), m), eps)",
       {}},
      {"(K.1), (V.13)",
       delta,
       {response_rounds, kary_rounds},
       upper,
       "hockey_stick(compose(clone_pair(n, eps0), m), eps)",
       {}}};
  // Layers of means of signs, (K.19): b, and c above 1 - exp(-J).
  struct layer {
    std::string b;
    std::string c;
  };
  for (const auto& [b, c] : std::vector<layer>{{"(3/2)", "0.01994"},
                                               {"2", "0.05506"},
                                               {"(29/10)", "0.11652"},
                                               {"4", "0.17531"},
                                               {"6", "0.24651"},
                                               {"10", "0.32194"},
                                               {"30", "0.42343"}})
    found.push_back({"(K.19)",
                     delta,
                     {clones},
                     lower,
                     "2/31*(" + b + " + exp(-eps0) - exp(eps)*(1 + " + b + "*exp(-eps0)))/(" + b +
                         "*(" + b + " + 1)*(1 + exp(-eps0))*((n - 1)*p))*exp((n - 1)*log1p(-" + c +
                         "*p))",
                     {"p <= 1/2", "(n - 1)*p*(1 - " + c + ") >= 2*(" + b + " + 1)"}});
  return found;
}

// The trade-off functions of pairs are in the other order than their divergences.
std::vector<rule> tradeoff_bounds() {
  const std::string tradeoff = "tradeoff(PAIR, alpha)";
  return {
      {"(K.2)", tradeoff, {any_pair}, lower, "0", {}},
      {"(K.1)",
       tradeoff,
       mechanisms,
       lower,
       "tradeoff(clone_pair(n, eps0, 2/(exp(eps0) + 1)), alpha)",
       {}},
      {"(K.1)", tradeoff, mechanisms, lower, "tradeoff(clone_pair(n, eps0), alpha)", {}},
      {"(DD.1)",
       tradeoff,
       all,
       lower,
       "tradeoff(gaussian_pair(2*sqrt(1/((n - 1)*p))), alpha)",
       {"n > 1", "eps0 <= 7/4", "p >= exp(-eps0)"}},
      {"(K.1)", tradeoff, {clones}, upper, "tradeoff(rr_pair(n, eps0), alpha)", {below_response}},
      {"(K.1)",
       tradeoff,
       {clones},
       upper,
       "tradeoff(swap(rr_pair(n, eps0)), alpha)",
       {below_response}},
      {"(O.2)",
       tradeoff,
       {clones},
       lower,
       "at(symmetrized(mix_curves(2/(exp(eps0) + 1), identity_curve, "
       "curve(unmixed_pair(n, eps0, p)))), alpha)",
       {}},
      {"(O.2)",
       tradeoff,
       {exchanged_mixture},
       lower,
       "at(symmetrized(mix_curves(2*(1 - u), identity_curve, C)), alpha)",
       {"u >= 1/2", "u <= 1"}}};
}

}  // namespace

std::vector<rule> divergence_rules() {
  std::vector<rule> found;
  for (const auto& list : {renyi_above, renyi_below, hockey_stick_bounds, tradeoff_bounds})
    for (rule& one : list()) found.push_back(std::move(one));
  return found;
}

}  // namespace check
