#include "bounds.hpp"

#include <vector>

namespace check {
namespace {

// A bound with letters: n users, e for ε0, p for the rate of clones, x for the order, t for ε.
struct bound {
  const char* pairs;  ///< those it is of, with ' behind one that is swapped
  bool is_above;
  const char* formula;
  std::vector<const char*> conditions;
  const char* place;
  bool is_of_whole_order = false;
};

// Of Rényi divergences: docs/methods/theorems.md, and (U.2) to (U.6) of refuted-regions.md,
// (C.1) and (C.10) of leading-constant.md.
const std::vector<bound>& renyi_bounds() {
  static const char* any = "clone_pair rr_pair rr_pair' krr_pair krr_pair'";
  static const char* below_response = "p <= 2/(exp(e) + 1)";
  static const char* z_below_one = "x*(x - 1)*e^2/(2*n*p) < 1";
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
      {"rr_pair rr_pair'", true, "renyi(clone_pair(n, e, 2/(exp(e) + 1)), x)", {}, "(K.1)"},
      {"rr_pair rr_pair' krr_pair krr_pair'", true, "renyi(clone_pair(n, e), x)", {}, "(K.1)"},
      {"clone_pair", false, "renyi(rr_pair(n, e), x)", {below_response}, "(K.1)"},
      {"clone_pair", false, "renyi(swap(rr_pair(n, e)), x)", {below_response}, "(K.1)"},
      {"clone_pair",
       false,
       "e + ((n - 1)*log1p(-p/2) - log1p(exp(-e)))/(x - 1)",
       {"x > 1"},
       "(U.4)"},
      {"rr_pair'", false, "e - n*log1p(exp(-e))/(x - 1)", {"x > 1"}, "(U.2)"},
      {"clone_pair",
       false,
       "e - n*log1p(exp(-e))/(x - 1)",
       {"x > 1", below_response},
       "(K.1), (U.2)"},
      {"rr_pair", false, "e + (e - n*log1p(exp(e)))/(x - 1)", {"x > 1"}, "(U.3)"},
      {"rr_pair",
       false,
       "log(1 + x*(x - 1)/2*(exp(e) - 1)^2/(n*exp(e)))/(x - 1)",
       {"x >= 2"},
       "(K.6)",
       true},
      {"clone_pair",
       false,
       "log(1 + x*(x - 1)/2*(exp(e) - 1)^2/(n*exp(e)))/(x - 1)",
       {"x >= 2", below_response},
       "(K.1), (K.6)",
       true}};
  return bounds;
}

const std::vector<bound>& hockey_stick_bounds() {
  static const char* below_response = "p <= 2/(exp(e) + 1)";
  static const char* any = "clone_pair rr_pair rr_pair' krr_pair krr_pair'";
  static const std::vector<bound> bounds{
      {any, true, "exp(t)*expm1(max(0, e - t))/(exp(e) + 1)", {"t >= 0"}, "(K.3)"},
      {any, false, "0", {}, "(K.2)"},
      {"rr_pair rr_pair'", true, "hockey_stick(clone_pair(n, e, 2/(exp(e) + 1)), t)", {}, "(K.1)"},
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
      {"rr_pair'", false, "exp(-n*log1p(exp(-e)))*(1 - exp(t - e))", {}, "(K.14)"},
      {"rr_pair", false, "exp(-n*log1p(exp(e)))*(exp(e) - exp(t))", {}, "(K.14)"},
      {"clone_pair", false, "hockey_stick(rr_pair(n, e), t)", {below_response}, "(K.1)"},
      {"clone_pair", false, "hockey_stick(swap(rr_pair(n, e)), t)", {below_response}, "(K.1)"}};
  return bounds;
}

bool is_listed(const std::string& pairs, const std::string& name) {
  return (" " + pairs + " ").find(" " + name + " ") != std::string::npos;
}

}  // namespace

bool is_derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                      const formula_ptr& other, const std::string& place) {
  if (quantity->kind != "call" || quantity->parts.size() != 2) return false;
  const bool is_renyi = quantity->name == "renyi";
  if (!is_renyi && quantity->name != "hockey_stick") return false;
  const auto pair = pair_in(quantity->parts[0]);
  if (!pair || pair->name == "unmixed_pair") return false;
  const formula_ptr& order = quantity->parts[1];
  formulas letters{{"n", pair->users}, {"e", pair->eps0}, {is_renyi ? "x" : "t", order}};
  letters["p"] = pair->rate ? pair->rate : call("exp", {node("neg", {pair->eps0})});
  const auto put_in = [&](const char* text) { return substituted(parsed(text), letters); };
  for (const bound& one : is_renyi ? renyi_bounds() : hockey_stick_bounds()) {
    if (one.is_above != is_above || one.place != place) continue;
    if (!is_listed(one.pairs, pair->name + (pair->is_swapped ? "'" : ""))) continue;
    const formula_ptr stated = put_in(one.formula);
    if (text_of(*stated) != text_of(*other) && !where.is_same(stated, other)) continue;
    if (one.is_of_whole_order && !where.is_whole(*order)) continue;
    bool all = where.has_value(quantity) && where.has_value(other);
    for (const char* condition : one.conditions) all = all && where.is_certain(put_in(condition));
    if (all) return true;
  }
  return false;
}

}  // namespace check
