#include "claims/bounds/known_bounds.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/proof/closed_bounds.hpp"

#include <algorithm>
#include <map>

#include "claims/bounds/law_bounds.hpp"
#include "claims/bounds/shuffled_normals.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/proof/terms.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// One bound of the documentation, with letters: n, e (ε0), p (clones), r = 1/p, x (the order),
// t (ε), d (ε − ε0), k (the symbols of krr_pair).
struct bound_entry {
  const char* formula;
  std::vector<const char*> required;
  const char* rule;
};

// a <= a, which holds as the quantity has a value.
bool holds_by_form(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  return sides != nullptr && sides->op == relation::less_equal &&
         to_text(*sides->left) == to_text(*sides->right);
}

std::vector<known_bound> with_letters(const std::vector<bound_entry>& entries,
                                      const variable_map& letters) {
  const auto put_in = [&](const char* text) { return with_formulas(parse_formula(text), letters); };
  std::vector<known_bound> found;
  for (const bound_entry& entry : entries) {
    known_bound one{put_in(entry.formula), {}, entry.rule};
    for (const char* text : entry.required) {
      const expression_ptr condition = put_in(text);
      if (!holds_by_form(*condition)) one.required.push_back(condition);
    }
    found.push_back(std::move(one));
  }
  return found;
}

const std::vector<bound_entry>& renyi_above_clones() {
  static const std::vector<bound_entry> entries{
      {"e", {}, "(U.6)"},
      {"log(exp(x*(x - 1)*e^2/(2*(floor((n - 1)*p/2) + 1))) + exp((x - 1)*e - (n - 1)*p/8))/(x - "
       "1)",
       {"x > 1"},
       "(K.4)"},
      {"-log(1 - x*(x - 1)*e^2/(2*n*p))/(x - 1)", {"x > 1", "x*(x - 1)*e^2/(2*n*p) < 1"}, "(K.5)"},
      {"log(1/(1 - 2*x*(x - 1)*tanh(e/2)^2/(n*p)) + x*(x - 1)*e^2/2*"
       "(6/((n*p)^2*(1 - x*(x - 1)*e^2/(2*n*p))^3) + "
       "36*x*(x - 1)*e^2/((n*p)^3*(1 - x*(x - 1)*e^2/(2*n*p))^4) + "
       "24*x^2*(x - 1)^2*e^4/((n*p)^4*(1 - x*(x - 1)*e^2/(2*n*p))^5)))/(x - 1)",
       {"x > 1", "x*(x - 1)*e^2/(2*n*p) < 1", "2*x*(x - 1)*tanh(e/2)^2/(n*p) < 1"},
       "(K.8)"},
      {"53/100*e^2*r*x/(n - 1)", {"x > 1", "n > 1"}, "(K.9)"},
      {"2*x*tanh(e/2)^2*r/n*(1 + x*r/n)",
       {"x >= 2", "p <= exp(-e)", "n >= 3*x*max(1, e)*r"},
       "(C.1)"},
      {"2*x*tanh(e/2)^2*r/n*(1 + 1/(3*max(1, e)))",
       {"x >= 2", "p <= exp(-e)", "n >= 3*x*max(1, e)*r"},
       "(C.1)"},
      {"9/2*x*r/n", {"x > 1", "n >= 2", "p <= exp(-e)", "x < n/(16*e*r)"}, "(C.10)"}};
  return entries;
}

// The full bound of Girgis et al. (2021), of whole orders.
const bound_entry full_bound{
    "log(1 + binomial(x, 2)*(exp(e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(e)) + "
    "sum(j, 3, x, binomial(x, j)*j*gamma(j/2)*"
    "((exp(2*e) - 1)^2/(2*exp(2*e)*(floor((n - 1)*p/2) + 1)))^(j/2)) + "
    "exp(e*x - (n - 1)*p/8))/(x - 1)",
    {"x >= 2"},
    "(O.10)"};

// Of a pair that a clone pair exceeds.
const std::vector<bound_entry>& renyi_above_response() {
  static const std::vector<bound_entry> entries{
      {"renyi(clone_pair(n, e, 2/(exp(e) + 1)), x)", {}, "(K.1)"},
      {"renyi(clone_pair(n, e), x)", {}, "(K.1)"}};
  return entries;
}

const std::vector<bound_entry>& hockey_stick_above_response() {
  static const std::vector<bound_entry> entries{
      {"hockey_stick(clone_pair(n, e, 2/(exp(e) + 1)), t)", {}, "(K.1)"},
      {"hockey_stick(clone_pair(n, e), t)", {}, "(K.1)"}};
  return entries;
}

const std::vector<bound_entry>& hockey_stick_above_clones() {
  static const std::vector<bound_entry> entries{
      {"curve_delta(symmetrized(mix_curves(2/(exp(e) + 1), identity_curve, "
       "curve(unmixed_pair(n, e, p)))), t)",
       {},
       "(O.2)"}};
  return entries;
}

// Trade-off functions of clone pairs, and of the pairs that they exceed.
const std::vector<bound_entry>& tradeoff_below(bool is_clone) {
  static const std::vector<bound_entry> of_clones{
      {"at(symmetrized(mix_curves(2/(exp(e) + 1), identity_curve, "
       "curve(unmixed_pair(n, e, p)))), a)",
       {},
       "(O.2)"},
      {"0", {}, "(K.2)"}};
  static const std::vector<bound_entry> of_response{
      {"tradeoff(clone_pair(n, e, 2/(exp(e) + 1)), a)", {}, "(K.1)"},
      {"tradeoff(clone_pair(n, e), a)", {}, "(K.1)"},
      {"0", {}, "(K.2)"}};
  return is_clone ? of_clones : of_response;
}

const std::vector<bound_entry>& tradeoff_above_clones() {
  static const std::vector<bound_entry> entries{
      {"tradeoff(rr_pair(n, e), a)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"},
      {"tradeoff(swap(rr_pair(n, e)), a)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"}};
  return entries;
}

const std::vector<bound_entry>& hockey_stick_above_all() {
  static const std::vector<bound_entry> entries{
      {"exp(t)*expm1(max(0, e - t))/(exp(e) + 1)", {"t >= 0"}, "(K.3)"}};
  return entries;
}

// Near to all counts on one side: means of signs around y = 499/500, where the theorem about
// Corollary 2 of Chen, Cao and Ge begins. 1 - exp(-J) of their rate J is 0.4960307, below
// 12401/25000.
const bound_entry one_layer{
    "(x*log(999 + exp(-e)) - (x - 1)*log(1 + 999*exp(-e)) - log(1000*(1 + exp(-e))) + "
    "(n - 1)*log1p(-12401/25000*p))/(x - 1)",
    {"x > 1"},
    "(K.16)"};

// Of randomized response, in the direction in which Q is binomial.
const bound_entry second_moment{
    "log(1 + x*(x - 1)*(exp(e) - 1)^2/(2*n*exp(e)))/(x - 1)", {"x >= 2"}, "(K.6)"};

// The same with all of its moments, which is what the divergence is.
const bound_entry all_moments{
    "log(1 + binomial(x, 2)*(exp(e) - 1)^2/(n*exp(e)) + sum(j, 3, x, binomial(x, j)*"
    "((exp(2*e) - 1)/(n*exp(e)))^j*binomial_mean(m, n, 1/(exp(e) + 1), "
    "(m - n/(exp(e) + 1))^j)))/(x - 1)",
    {"x >= 2"},
    "(K.17)"};

// Upper ones of that direction, where P/Q is a mixture of 1 and a binomial count over its mean.
const std::vector<bound_entry>& moments_of_count() {
  static const std::vector<bound_entry> entries{
      {"x*(exp(e) + 1)/n", {"x > 1"}, "(K.18)"},
      {"2*x*exp(e)/n", {"x > 1"}, "(K.18)"},
      {"x^2*(exp(e) + 1)/(2*n*(x - 1))", {"x > 1"}, "(K.18)"}};
  return entries;
}

const bound_entry no_ones{one_outcome::no_ones, {"x > 1"}, "(U.2)"};
const bound_entry all_ones{one_outcome::all_ones, {"x > 1"}, "(U.3)"};

std::vector<bound_entry> renyi_below_clones(bool is_whole_order) {
  const char* response_is_below = "p <= 2/(exp(e) + 1)";
  std::vector<bound_entry> entries{{"renyi(rr_pair(n, e), x)", {response_is_below}, "(K.1)"},
                                   {"renyi(swap(rr_pair(n, e)), x)", {response_is_below}, "(K.1)"},
                                   {no_ones.formula, {"x > 1", response_is_below}, "(K.1), (U.2)"},
                                   {one_outcome::one_side, {"x > 1"}, "(U.4)"},
                                   one_layer};
  if (is_whole_order)
    entries.push_back({second_moment.formula, {"x >= 2", response_is_below}, "(K.1), (K.6)"});
  return entries;
}

// Of k-ary randomized response, from the counts of the two symbols of the one user.
const bound_entry two_counts{
    "renyi(variation_pair(n, exp(e), (exp(e) - 1)/(exp(e) + k - 1), exp(e)), x)",
    {"e > 0"},
    "(O.16)"};

std::vector<bound_entry> renyi_below_response(bool is_swapped, bool is_whole_order) {
  if (is_swapped) return {no_ones};
  std::vector<bound_entry> entries{all_ones};
  if (is_whole_order) {
    entries.push_back(second_moment);
    entries.push_back(all_moments);
  }
  return entries;
}

// Means of signs around y = (b - 1)/(b + 1), for ε below log b: b, and what 1 - exp(-J) is below.
struct layer {
  const char* ratio;
  const char* rate;
};

const std::vector<layer>& layers() {
  static const std::vector<layer> known{
      {"3/2", "997/50000"},  {"2", "2753/50000"},   {"29/10", "2913/25000"}, {"4", "17531/100000"},
      {"6", "24651/100000"}, {"10", "16097/50000"}, {"30", "42343/100000"}};
  return known;
}

const bound_entry layer_of_tail{
    "2*(b + exp(-e) - exp(t)*(1 + b*exp(-e)))/(31*b*(b + 1)*(1 + exp(-e)))*r/(n - 1)*"
    "exp((n - 1)*log1p(-c*p))",
    {"p <= 1/2", "(n - 1)*p*(1 - c) >= 2*(b + 1)"},
    "(K.19)"};

const std::vector<bound_entry>& hockey_stick_below_clones() {
  static const std::vector<bound_entry> entries{
      {"exp((n - 1)*log1p(-p/2))*(1 - exp(d))/(1 + exp(-e))", {}, "(K.14)"},
      {"hockey_stick(rr_pair(n, e), t)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"},
      {"hockey_stick(swap(rr_pair(n, e)), t)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"},
      {"0", {}, "(K.2)"}};
  return entries;
}

std::vector<bound_entry> hockey_stick_below_response(const stated_pair& pair) {
  std::vector<bound_entry> entries;
  if (pair.name == "rr_pair")
    entries.push_back(pair.is_swapped
                          ? bound_entry{"exp(-n*log1p(exp(-e)))*(1 - exp(d))", {}, "(K.14)"}
                          : bound_entry{"exp(-n*log1p(exp(e)))*(exp(e) - exp(t))", {}, "(K.14)"});
  if (pair.name == "krr_pair")
    entries.push_back(
        {"hockey_stick(variation_pair(n, exp(e), (exp(e) - 1)/(exp(e) + k - 1), exp(e)), t)",
         {"e > 0"},
         "(O.16)"});
  entries.push_back({"0", {}, "(K.2)"});
  return entries;
}

// A quantity of a pair that is known, with the letters of its bounds.
struct known_quantity {
  std::string name;
  stated_pair pair;
  variable_map letters;
};

std::optional<known_quantity> quantity_in(const claim& subject, const expression& formula) {
  const auto* stated = std::get_if<call>(&formula.node);
  static const std::map<std::string, std::string> letters_of_quantities{
      {"renyi", "x"}, {"hockey_stick", "t"}, {"tradeoff", "a"}};
  if (stated == nullptr) return {};
  const auto letter = letters_of_quantities.find(stated->name);
  if (letter == letters_of_quantities.end()) return {};
  const auto pair = pair_in(*stated->arguments[0]);
  if (!pair || pair->name == "unmixed_pair" || !is_whole_by_form(subject, *pair->users()))
    return {};
  variable_map letters{{"n", pair->users()}, {"e", pair->eps0()}};
  letters[letter->second] = stated->arguments[1];
  if (pair->name == "krr_pair") letters["k"] = pair->arguments[0];
  const bool has_own_rate = pair->name == "clone_pair" && pair->arguments.size() > 2;
  letters["p"] = has_own_rate ? pair->clone_rate()
                              : with_formulas(parse_formula("exp(-e)"), {{"e", pair->eps0()}});
  letters["r"] = with_formulas(parse_formula(has_own_rate ? "1/p" : "exp(e)"), letters);
  if (stated->name == "hockey_stick")
    letters["d"] = without_common_terms(stated->arguments[1], pair->eps0());
  return known_quantity{stated->name, *pair, std::move(letters)};
}

}  // namespace

std::vector<known_bound> bounds_above(const claim& subject, const expression& quantity) {
  const auto* stated = std::get_if<call>(&quantity.node);
  if (stated == nullptr) return {};
  std::vector<known_bound> found;
  const auto known = quantity_in(subject, quantity);
  const auto add = [&](const std::vector<bound_entry>& entries) {
    for (known_bound& one : with_letters(entries, known->letters)) found.push_back(std::move(one));
  };
  if (known) {
    const bool is_clone = known->pair.name == "clone_pair";
    if (known->name == "tradeoff") {
      if (is_clone) add(tradeoff_above_clones());
    } else if (known->name == "hockey_stick") {
      add(is_clone ? hockey_stick_above_clones() : hockey_stick_above_response());
      add(hockey_stick_above_all());
    } else {
      if (!is_clone) add(renyi_above_response());
      if (known->pair.name == "rr_pair" && !known->pair.is_swapped) add(moments_of_count());
      add(renyi_above_clones());
      if (is_whole_by_form(subject, *known->letters.at("x"))) {
        if (known->pair.name == "rr_pair" && !known->pair.is_swapped) add({all_moments});
        add({full_bound});
      }
    }
  }
  for (known_bound& one : law_bounds_above(subject, *stated)) found.push_back(std::move(one));
  return found;
}

std::vector<known_bound> bounds_below(const claim& subject, const expression& quantity) {
  const auto* stated = std::get_if<call>(&quantity.node);
  if (stated == nullptr) return {};
  const auto known = quantity_in(subject, quantity);
  if (!known) return law_bounds_below(subject, *stated);
  const bool is_clone = known->pair.name == "clone_pair";
  if (known->name == "tradeoff") return with_letters(tradeoff_below(is_clone), known->letters);
  if (known->name == "hockey_stick") {
    if (!is_clone) return with_letters(hockey_stick_below_response(known->pair), known->letters);
    std::vector<known_bound> found = with_letters(hockey_stick_below_clones(), known->letters);
    for (const layer& one : layers()) {
      variable_map letters = known->letters;
      letters["b"] = parse_formula(one.ratio);
      letters["c"] = parse_formula(one.rate);
      found.push_back(with_letters({layer_of_tail}, letters).front());
    }
    return found;
  }
  const bool is_whole_order = is_whole_by_form(subject, *known->letters.at("x"));
  if (is_clone) return with_letters(renyi_below_clones(is_whole_order), known->letters);
  if (known->pair.name != "rr_pair") return with_letters({two_counts}, known->letters);
  return with_letters(renyi_below_response(known->pair.is_swapped, is_whole_order), known->letters);
}

std::vector<known_bound> quantities_above(const claim& subject, const expression& formula) {
  struct entry {
    bound_entry bound;
    const char* quantity;
    bool is_whole_order;
  };
  static const std::vector<entry> entries{{second_moment, "renyi(rr_pair(n, e), x)", true},
                                          {no_ones, "renyi(swap(rr_pair(n, e)), x)", false},
                                          {all_ones, "renyi(rr_pair(n, e), x)", false}};
  const auto open = free_variables(formula);
  std::vector<known_bound> found = shuffled_normals_above(subject, formula);
  if (open.size() != 3) return found;
  const definitions none;
  for (const std::string& n : open)
    for (const std::string& e : open)
      for (const std::string& x : open) {
        if (n == e || n == x || e == x || !is_whole_variable(subject, n)) continue;
        const variable_map letters{
            {"n", make_variable(n)}, {"e", make_variable(e)}, {"x", make_variable(x)}};
        for (const entry& one : entries) {
          if (one.is_whole_order && !is_whole_variable(subject, x)) continue;
          const known_bound stated = with_letters({one.bound}, letters).front();
          if (!is_identity(*stated.formula, formula, none, {}, budget())) continue;
          found.push_back(
              {with_formulas(parse_formula(one.quantity), letters), stated.required, stated.rule});
        }
      }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
