#include "claims/derivation/known_bounds.hpp"

#include <algorithm>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// One bound of the documentation, with letters: n, e (ε0), p (clones), r = 1/p, x (the order),
// t (ε).
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

std::vector<known_bound> filled_in(const std::vector<bound_entry>& entries,
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
       "(C.1)"}};
  return entries;
}

// Of a pair that a clone pair exceeds.
const std::vector<bound_entry>& renyi_above_response(bool is_binary) {
  static const std::vector<bound_entry> any{{"renyi(clone_pair(n, e), x)", {}, "(K.1)"}};
  static const std::vector<bound_entry> binary{
      {"renyi(clone_pair(n, e, 2/(exp(e) + 1)), x)", {}, "(K.1)"},
      {"renyi(clone_pair(n, e), x)", {}, "(K.1)"}};
  return is_binary ? binary : any;
}

const std::vector<bound_entry>& hockey_stick_above_response(bool is_binary) {
  static const std::vector<bound_entry> any{{"hockey_stick(clone_pair(n, e), t)", {}, "(K.1)"}};
  static const std::vector<bound_entry> binary{
      {"hockey_stick(clone_pair(n, e, 2/(exp(e) + 1)), t)", {}, "(K.1)"},
      {"hockey_stick(clone_pair(n, e), t)", {}, "(K.1)"}};
  return is_binary ? binary : any;
}

const std::vector<bound_entry>& hockey_stick_above_all() {
  static const std::vector<bound_entry> entries{
      {"exp(t)*expm1(max(0, e - t))/(exp(e) + 1)", {"t >= 0"}, "(K.3)"}};
  return entries;
}

// Of randomized response, in the direction in which Q is binomial.
const bound_entry second_moment{
    "log(1 + x*(x - 1)*(exp(e) - 1)^2/(2*n*exp(e)))/(x - 1)", {"x >= 2"}, "(K.6)"};

const bound_entry no_ones{one_outcome::no_ones, {"x > 1"}, "(U.2)"};
const bound_entry all_ones{one_outcome::all_ones, {"x > 1"}, "(U.3)"};

std::vector<bound_entry> renyi_below_clones(bool is_whole_order) {
  const char* response_is_below = "p <= 2/(exp(e) + 1)";
  std::vector<bound_entry> entries{{"renyi(rr_pair(n, e), x)", {response_is_below}, "(K.1)"},
                                   {"renyi(swap(rr_pair(n, e)), x)", {response_is_below}, "(K.1)"},
                                   {no_ones.formula, {"x > 1", response_is_below}, "(K.1), (U.2)"},
                                   {one_outcome::one_side, {"x > 1"}, "(U.4)"}};
  if (is_whole_order)
    entries.push_back({second_moment.formula, {"x >= 2", response_is_below}, "(K.1), (K.6)"});
  return entries;
}

std::vector<bound_entry> renyi_below_response(bool is_swapped, bool is_whole_order) {
  if (is_swapped) return {no_ones};
  std::vector<bound_entry> entries{all_ones};
  if (is_whole_order) entries.push_back(second_moment);
  return entries;
}

const std::vector<bound_entry>& hockey_stick_below_clones() {
  static const std::vector<bound_entry> entries{
      {"hockey_stick(rr_pair(n, e), t)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"},
      {"hockey_stick(swap(rr_pair(n, e)), t)", {"p <= 2/(exp(e) + 1)"}, "(K.1)"},
      {"0", {}, "(K.2)"}};
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
  if (stated == nullptr || (stated->name != "renyi" && stated->name != "hockey_stick")) return {};
  const auto pair = pair_in(*stated->arguments[0]);
  if (!pair || pair->name == "unmixed_pair" || !is_whole_by_form(subject, *pair->users()))
    return {};
  variable_map letters{{"n", pair->users()}, {"e", pair->eps0()}};
  letters[stated->name == "renyi" ? "x" : "t"] = stated->arguments[1];
  const bool has_own_rate = pair->name == "clone_pair" && pair->arguments.size() > 2;
  letters["p"] = has_own_rate ? pair->clone_rate()
                              : with_formulas(parse_formula("exp(-e)"), {{"e", pair->eps0()}});
  letters["r"] = with_formulas(parse_formula(has_own_rate ? "1/p" : "exp(e)"), letters);
  return known_quantity{stated->name, *pair, std::move(letters)};
}

bool mentions_infinity(const expression& formula) {
  bool found = false;
  static_cast<void>(rewritten(std::make_shared<const expression>(formula),
                              [&](const expression& part) -> expression_ptr {
                                const auto* x = std::get_if<variable>(&part.node);
                                found = found || (x != nullptr && x->name == "inf");
                                return nullptr;
                              }));
  return found;
}

bool is_symmetric(const std::string& pair) {
  return pair == "clone_pair" || pair == "unmixed_pair" || pair == "gaussian_pair";
}

}  // namespace

std::vector<known_bound> bounds_above(const claim& subject, const expression& quantity) {
  const auto known = quantity_in(subject, quantity);
  if (!known) return {};
  const bool is_clone = known->pair.name == "clone_pair";
  const bool is_binary = known->pair.name == "rr_pair";
  std::vector<known_bound> found;
  const auto add = [&](const std::vector<bound_entry>& entries) {
    for (known_bound& one : filled_in(entries, known->letters)) found.push_back(std::move(one));
  };
  if (known->name == "hockey_stick") {
    if (!is_clone) add(hockey_stick_above_response(is_binary));
    add(hockey_stick_above_all());
    return found;
  }
  if (!is_clone) add(renyi_above_response(is_binary));
  add(renyi_above_clones());
  return found;
}

std::vector<known_bound> bounds_below(const claim& subject, const expression& quantity) {
  const auto known = quantity_in(subject, quantity);
  if (!known) return {};
  const bool is_clone = known->pair.name == "clone_pair";
  if (known->name == "hockey_stick")
    return is_clone ? filled_in(hockey_stick_below_clones(), known->letters)
                    : filled_in({{"0", {}, "(K.2)"}}, known->letters);
  const bool is_whole_order = is_whole_by_form(subject, *known->letters.at("x"));
  if (is_clone) return filled_in(renyi_below_clones(is_whole_order), known->letters);
  if (known->pair.name != "rr_pair") return {};
  return filled_in(renyi_below_response(known->pair.is_swapped, is_whole_order), known->letters);
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
  std::vector<known_bound> found;
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
          const known_bound stated = filled_in({one.bound}, letters).front();
          if (!is_identity(*stated.formula, formula, none, {}, budget())) continue;
          found.push_back(
              {with_formulas(parse_formula(one.quantity), letters), stated.required, stated.rule});
        }
      }
  return found;
}

expression_ptr simplified(const expression_ptr& formula) {
  return rewritten(formula, [](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    if (x == nullptr) return nullptr;
    if (x->name == "swap") {
      const auto* inner = std::get_if<call>(&x->arguments[0]->node);
      if (inner == nullptr) return nullptr;
      if (is_symmetric(inner->name)) return simplified(x->arguments[0]);
      if (inner->name == "swap") return simplified(inner->arguments[0]);
    }
    if (x->name == "chi_moment") {
      const auto* pair = std::get_if<call>(&x->arguments[0]->node);
      const auto* order = std::get_if<literal>(&x->arguments[1]->node);
      if (pair != nullptr && pair->name == "rr_pair" && order != nullptr && order->value == 2)
        return with_formulas(parse_formula("(exp(e) - 1)^2/(n*exp(e))"),
                             {{"n", pair->arguments[0]}, {"e", pair->arguments[1]}});
    }
    if (x->name == "renyi") {
      const expression_ptr pair = simplified(x->arguments[0]);
      const auto* inner = std::get_if<call>(&pair->node);
      const bool is_finite = !mentions_infinity(*x->arguments[1]);
      if (inner != nullptr && inner->name == "gaussian_pair" && is_finite)
        return with_formulas(parse_formula("m^2*x/2"),
                             {{"m", inner->arguments[0]}, {"x", simplified(x->arguments[1])}});
      if (pair != x->arguments[0])
        return make_node(call{"renyi", {pair, simplified(x->arguments[1])}});
    }
    return nullptr;
  });
}

}  // namespace shufflecert::inline v0_1::claims
