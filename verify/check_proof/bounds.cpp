#include "bounds.hpp"

#include <algorithm>
#include <vector>

#include "written_laws.hpp"

namespace check {
namespace {

// A bound with letters: n users, e for ε0, p for the rate of clones, x for the order, t for ε.
struct bound {
  const char* pairs;  ///< those it is of, with ' behind one that is swapped
  bool is_above;
  const char* formula;
  std::vector<const char*> conditions;
  const char* place;
};

// Of Rényi divergences: docs/methods/theorems.md, and (U.2) to (U.6) of refuted-regions.md,
// (C.1) and (C.10) of leading-constant.md.
const std::vector<bound>& renyi_bounds() {
  static const char* any = "clone_pair rr_pair rr_pair' krr_pair krr_pair'";
  static const char* below_response = "p <= 2/(exp(e) + 1)";
  static const char* z_below_one = "x*(x - 1)*e^2/(2*n*p) < 1";
  // What the divergence is, and so a bound from both sides.
  static const char* all_moments =
      "log(1 + binomial(x, 2)*(exp(e) - 1)^2/(n*exp(e)) + sum(j, 3, x, binomial(x, j)*"
      "((exp(2*e) - 1)/(n*exp(e)))^j*binomial_mean(m, n, 1/(exp(e) + 1), (m - n/(exp(e) + 1))^j)))/"
      "(x - 1)";
  static const std::vector<bound> bounds{
      {any, true, "e", {}, "(U.6)"},
      {any,
       true,
       "log(exp(x*(x - 1)*e^2/(2*(floor((n - 1)*p/2) + 1))) + exp((x - 1)*e - (n - 1)*p/8))/(x - "
       "1)",
       {"x > 1"},
       "(K.4)"},
      {any, true, "-log(1 - x*(x - 1)*e^2/(2*n*p))/(x - 1)", {"x > 1", z_below_one}, "(K.5)"},
      {any,
       true,
       "log(1/(1 - 2*x*(x - 1)*tanh(e/2)^2/(n*p)) + x*(x - 1)*e^2/2*(6/((n*p)^2*(1 - x*(x - "
       "1)*e^2/(2*n*p))^3) + 36*x*(x - 1)*e^2/((n*p)^3*(1 - x*(x - 1)*e^2/(2*n*p))^4) + 24*(x*(x - "
       "1))^2*e^4/((n*p)^4*(1 - x*(x - 1)*e^2/(2*n*p))^5)))/(x - 1)",
       {"x > 1", z_below_one, "2*x*(x - 1)*tanh(e/2)^2/(n*p) < 1"},
       "(K.8)"},
      {any, true, "53/100*e^2*x/((n - 1)*p)", {"x > 1", "n >= 2"}, "(K.9)"},
      {any,
       true,
       "2*x*tanh(e/2)^2/(p*n)*(1 + x/(p*n))",
       {"x >= 2", "p <= exp(-e)", "n >= 3*x*max(1, e)/p"},
       "(C.1)"},
      {any,
       true,
       "2*x*tanh(e/2)^2/(p*n)*(1 + 1/(3*max(1, e)))",
       {"x >= 2", "p <= exp(-e)", "n >= 3*x*max(1, e)/p"},
       "(C.1)"},
      {any, true, "9/2*x/(p*n)", {"x > 1", "n >= 2", "p <= exp(-e)", "x < n*p/(16*e)"}, "(C.10)"},
      {any,
       true,
       "log(1 + binomial(x, 2)*(exp(e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(e)) + "
       "sum(j, 3, x, binomial(x, j)*j*gamma(j/2)*"
       "((exp(2*e) - 1)^2/(2*exp(2*e)*(floor((n - 1)*p/2) + 1)))^(j/2)) + "
       "exp(e*x - (n - 1)*p/8))/(x - 1)",
       {"whole x", "x >= 2"},
       "(O.10)"},
      {"rr_pair rr_pair' krr_pair krr_pair'",
       true,
       "renyi(clone_pair(n, e, 2/(exp(e) + 1)), x)",
       {},
       "(K.1)"},
      {"rr_pair rr_pair' krr_pair krr_pair'", true, "renyi(clone_pair(n, e), x)", {}, "(K.1)"},
      {"clone_pair", false, "renyi(rr_pair(n, e), x)", {below_response}, "(K.1)"},
      {"clone_pair", false, "renyi(swap(rr_pair(n, e)), x)", {below_response}, "(K.1)"},
      {"clone_pair",
       false,
       "e + ((n - 1)*log1p(-p/2) - log1p(exp(-e)))/(x - 1)",
       {"x > 1"},
       "(U.4)"},
      {"clone_pair",
       false,
       "(x*log(999 + exp(-e)) - (x - 1)*log(1 + 999*exp(-e)) - log(1000*(1 + exp(-e))) + "
       "(n - 1)*log1p(-12401/25000*p))/(x - 1)",
       {"x > 1"},
       "(K.16)"},
      {"rr_pair'", false, "e - n*log1p(exp(-e))/(x - 1)", {"x > 1"}, "(U.2)"},
      {"clone_pair",
       false,
       "e - n*log1p(exp(-e))/(x - 1)",
       {"x > 1", below_response},
       "(K.1), (U.2)"},
      {"rr_pair", false, "e + (e - n*log1p(exp(e)))/(x - 1)", {"x > 1"}, "(U.3)"},
      {"krr_pair krr_pair'",
       false,
       "renyi(variation_pair(n, exp(e), (exp(e) - 1)/(exp(e) + k - 1), exp(e)), x)",
       {"e > 0"},
       "(O.16)"},
      {"rr_pair", true, "x/n*(exp(e) + 1)", {"x > 1"}, "(K.18)"},
      {"rr_pair", true, "2*x/n*exp(e)", {"x > 1"}, "(K.18)"},
      {"rr_pair", true, "x^2/(x - 1)*(exp(e) + 1)/(2*n)", {"x > 1"}, "(K.18)"},
      {"rr_pair", false, all_moments, {"x >= 2", "whole x"}, "(K.17)"},
      {"rr_pair", true, all_moments, {"x >= 2", "whole x"}, "(K.17)"},
      {"rr_pair",
       false,
       "log(1 + x*(x - 1)/2*(exp(e) - 1)^2/(n*exp(e)))/(x - 1)",
       {"x >= 2", "whole x"},
       "(K.6)"},
      {"clone_pair",
       false,
       "log(1 + x*(x - 1)/2*(exp(e) - 1)^2/(n*exp(e)))/(x - 1)",
       {"x >= 2", "whole x", below_response},
       "(K.1), (K.6)"}};
  return bounds;
}

const std::vector<bound>& hockey_stick_bounds() {
  static const char* below_response = "p <= 2/(exp(e) + 1)";
  static const char* any = "clone_pair rr_pair rr_pair' krr_pair krr_pair'";
  static const std::vector<bound> bounds{
      {any, true, "exp(t)*expm1(max(0, e - t))/(exp(e) + 1)", {"t >= 0"}, "(K.3)"},
      {any, false, "0", {}, "(K.2)"},
      {"rr_pair rr_pair' krr_pair krr_pair'",
       true,
       "hockey_stick(clone_pair(n, e, 2/(exp(e) + 1)), t)",
       {},
       "(K.1)"},
      {"rr_pair rr_pair' krr_pair krr_pair'",
       true,
       "hockey_stick(clone_pair(n, e), t)",
       {},
       "(K.1)"},
      {"clone_pair",
       false,
       "exp((n - 1)*log1p(-p/2))*(1 - exp(t - e))/(1 + exp(-e))",
       {},
       "(K.14)"},
      {"krr_pair krr_pair'",
       false,
       "hockey_stick(variation_pair(n, exp(e), (exp(e) - 1)/(exp(e) + k - 1), exp(e)), t)",
       {"e > 0"},
       "(O.16)"},
      {"rr_pair'", false, "exp(-n*log1p(exp(-e)))*(1 - exp(t - e))", {}, "(K.14)"},
      {"rr_pair", false, "exp(-n*log1p(exp(e)))*(exp(e) - exp(t))", {}, "(K.14)"},
      {"clone_pair", false, "hockey_stick(rr_pair(n, e), t)", {below_response}, "(K.1)"},
      {"clone_pair", false, "hockey_stick(swap(rr_pair(n, e)), t)", {below_response}, "(K.1)"}};
  return bounds;
}

// Layers of means of signs, (K.19): b, and c above 1 - exp(-J).
std::vector<stated_bound> layer_bounds(const formulas& letters) {
  struct layer {
    const char* b;
    const char* c;
  };
  static const std::vector<layer> layers{{"3/2", "0.01994"}, {"2", "0.05506"}, {"29/10", "0.11652"},
                                         {"4", "0.17531"},   {"6", "0.24651"}, {"10", "0.32194"},
                                         {"30", "0.42343"}};
  std::vector<stated_bound> found;
  for (const layer& one : layers) {
    formulas with_layer = letters;
    with_layer["b"] = parsed(one.b);
    with_layer["c"] = parsed(one.c);
    found.push_back(
        {"2/31*(b + exp(-e) - exp(t)*(1 + b*exp(-e)))/(b*(b + 1)*(1 + exp(-e))*"
         "((n - 1)*p))*exp((n - 1)*log1p(-c*p))",
         {"p <= 1/2", "(n - 1)*p*(1 - c) >= 2*(b + 1)"},
         with_layer});
  }
  return found;
}

// The trade-off functions of pairs are in the other order than their divergences.
const std::vector<bound>& tradeoff_bounds() {
  static const char* below_response = "p <= 2/(exp(e) + 1)";
  static const char* responses = "rr_pair rr_pair' krr_pair krr_pair'";
  static const std::vector<bound> bounds{
      {"clone_pair rr_pair rr_pair' krr_pair krr_pair'", false, "0", {}, "(K.2)"},
      {responses, false, "tradeoff(clone_pair(n, e, 2/(exp(e) + 1)), t)", {}, "(K.1)"},
      {responses, false, "tradeoff(clone_pair(n, e), t)", {}, "(K.1)"},
      {"clone_pair", true, "tradeoff(rr_pair(n, e), t)", {below_response}, "(K.1)"},
      {"clone_pair", true, "tradeoff(swap(rr_pair(n, e)), t)", {below_response}, "(K.1)"}};
  return bounds;
}

// Moments of order 1 and more are f-divergences.
const std::vector<bound>& moment_bounds() {
  static const std::vector<bound> bounds{{"rr_pair rr_pair' krr_pair krr_pair'",
                                          true,
                                          "chi_moment(clone_pair(n, e), t)",
                                          {"t >= 1"},
                                          "(K.1)"}};
  return bounds;
}

bool is_listed(const std::string& pairs, const std::string& name) {
  return (" " + pairs + " ").find(" " + name + " ") != std::string::npos;
}

// The bounds of a quantity of a pair that has parameters of its own.
std::vector<stated_bound> pair_bounds(const formula& quantity, bool is_above,
                                      const std::string& place) {
  static const std::vector<bound> none;
  if (quantity.parts.size() != 2) return {};
  const auto pair = pair_in(quantity.parts[0]);
  if (!pair || pair->name == "unmixed_pair") return {};
  const auto& known = quantity.name == "renyi"          ? renyi_bounds()
                      : quantity.name == "hockey_stick" ? hockey_stick_bounds()
                      : quantity.name == "tradeoff"     ? tradeoff_bounds()
                      : quantity.name == "chi_moment"   ? moment_bounds()
                                                        : none;
  formulas letters{{"n", pair->users}, {"e", pair->eps0}};
  letters[quantity.name == "renyi" ? "x" : "t"] = quantity.parts[1];
  if (pair->kinds) letters["k"] = pair->kinds;
  letters["p"] = pair->rate ? pair->rate : call("exp", {node("neg", {pair->eps0})});
  std::vector<stated_bound> found;
  for (const bound& one : known)
    if (one.is_above == is_above && one.place == place &&
        is_listed(one.pairs, pair->name + (pair->is_swapped ? "'" : "")))
      found.push_back({one.formula, {one.conditions.begin(), one.conditions.end()}, letters});
  if (quantity.name == "hockey_stick" && pair->name == "clone_pair" && !is_above &&
      place == "(K.19)")
    return layer_bounds(letters);
  return found;
}

// (K.1) for each of several rounds.
std::vector<stated_bound> rounds_bounds(const formula& quantity, bool is_above,
                                        const std::string& place) {
  if (place != "(K.1), (V.13)" || !is_above || quantity.parts.size() != 2 ||
      (quantity.name != "hockey_stick" && quantity.name != "renyi"))
    return {};
  const formula& rounds = *quantity.parts[0];
  if (!is_call(rounds, "compose") || rounds.parts.size() != 2) return {};
  const auto pair = pair_in(rounds.parts[0]);
  if (!pair || (pair->name != "rr_pair" && pair->name != "krr_pair")) return {};
  const formulas letters{
      {"n", pair->users}, {"e", pair->eps0}, {"k", rounds.parts[1]}, {"t", quantity.parts[1]}};
  std::vector<stated_bound> found;
  for (const char* clones : {"clone_pair(n, e, 2/(exp(e) + 1))", "clone_pair(n, e)"})
    found.push_back({quantity.name + "(compose(" + clones + ", k), t)", {}, letters});
  return found;
}

}  // namespace

bound_answer derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                           const formula_ptr& other, const std::string& place, bool is_strict) {
  bound_answer answer;
  if (quantity->kind != "call") return answer;
  std::vector<stated_bound> candidates = pair_bounds(*quantity, is_above, place);
  for (stated_bound& one : shuffled_normal_bounds(quantity, is_above, place))
    candidates.push_back(std::move(one));
  for (stated_bound& one : written_law_bounds(where, quantity, is_above, place))
    candidates.push_back(std::move(one));
  for (stated_bound& one : rounds_bounds(*quantity, is_above, place))
    candidates.push_back(std::move(one));
  for (stated_bound& one : law_bounds(where, quantity, is_above, place))
    candidates.push_back(std::move(one));
  for (const stated_bound& one : candidates) {
    const auto put_in = [&](const std::string& text) {
      return substituted(parsed(text), one.letters);
    };
    if (is_strict && !one.is_strict) continue;
    const formula_ptr stated = put_in(one.formula);
    if (text_of(*stated) != text_of(*other) && !where.is_same(stated, other)) continue;
    const auto is_open = [&](const std::string& condition) {
      constexpr std::size_t behind_whole = 6;
      return condition.starts_with("whole ")
                 ? !where.is_whole(*one.letters.at(condition.substr(behind_whole)))
                 : !where.is_certain(put_in(condition));
    };
    const auto open = std::find_if(one.conditions.begin(), one.conditions.end(), is_open);
    if (open != one.conditions.end())
      answer.open = "'" + *open + "' in its letters";
    else if (!where.has_value(quantity))
      answer.open = "the quantity may have no value";
    else if (!where.has_value(other))
      answer.open = "the other side may have no value";
    else
      return {true, ""};
  }
  return answer;
}

}  // namespace check
