#include "claims/bounds/law_bounds.hpp"
#include "claims/bounds/pair_forms.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/proof/closed_bounds.hpp"

#include <algorithm>

#include "claims/bounds/expansion.hpp"
#include "claims/bounds/response_laws.hpp"
#include "claims/bounds/shuffled_normals.hpp"
#include "claims/bounds/threshold_tests.hpp"
#include "claims/bounds/written_laws.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/proof/terms.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A pair of two mixtures of laws.
struct mixed_pair {
  const call* first;
  const call* second;
};

std::optional<mixed_pair> mixed_pair_in(const expression_ptr& pair) {
  const call* x = call_of(pair, "pair");
  if (x == nullptr) return std::nullopt;
  const mixed_pair found{call_of(x->arguments[0], "mix"), call_of(x->arguments[1], "mix")};
  if (found.first == nullptr || found.second == nullptr) return std::nullopt;
  return found;
}

// (O.2): each of the two laws is, with some probability, the other one of an exchangeable pair.
struct exchanged_mixture {
  expression_ptr share;  ///< of the first law in the first mixture
  expression_ptr pair;
};

std::optional<exchanged_mixture> exchanged_mixture_in(const expression_ptr& pair) {
  const auto mixed = mixed_pair_in(pair);
  if (!mixed) return std::nullopt;
  const auto& a = mixed->first->arguments;
  const auto& b = mixed->second->arguments;
  const expression_ptr rest = make_node(sum_chain{{{false, make_number(1)}, {true, a[0]}}});
  const bool crossed =
      is_same_text(a[1], b[2]) && is_same_text(a[2], b[1]) && is_same_number(*a[0], *b[0]);
  const bool straight =
      is_same_text(a[1], b[1]) && is_same_text(a[2], b[2]) && is_same_number(*rest, *b[0]);
  if (!crossed && !straight) return std::nullopt;
  const expression_ptr plain = simplified_up_to_outcomes(make_call("pair", {a[1], a[2]}));
  const auto* known = std::get_if<call>(&plain->node);
  if (!(known != nullptr && is_symmetric_pair(known->name)) &&
      !are_exchanged_by_symbols(a[1], a[2]))
    return std::nullopt;
  return exchanged_mixture{a[0], plain};
}

// (O.3), for a quantity that is convex in the two laws together.
std::optional<known_bound> bound_by_parts(const call& quantity, bool is_of_order_one) {
  const auto mixed = mixed_pair_in(quantity.arguments[0]);
  if (!mixed || !is_same_number(*mixed->first->arguments[0], *mixed->second->arguments[0]))
    return std::nullopt;
  const auto of_part = [&](std::size_t i) {
    call part = quantity;
    part.arguments[0] =
        make_call("pair", {mixed->first->arguments[i], mixed->second->arguments[i]});
    return make_node(std::move(part));
  };
  variable_map letters{{"w", mixed->first->arguments[0]}, {"a", of_part(1)}, {"b", of_part(2)}};
  const char* formula =
      quantity.name == "renyi" && !is_of_order_one ? "max(a, b)" : "w*a + (1 - w)*b";
  std::vector<const char*> required{"w >= 0", "w <= 1"};
  // |t − 1|^x is convex from x = 1 on.
  if (quantity.name == "chi_moment") {
    letters["x"] = quantity.arguments[1];
    required.push_back("x >= 1");
  }
  return make_bound(formula, letters, required, "(O.3)");
}

// Moments of P/Q − 1 for the letters n (users), e (ε0), p (clones) and a (the order).
void add_clone_moments(std::vector<known_bound>& found, const variable_map& letters) {
  if (is_literal(letters.at("a"), 2))
    found.push_back(
        make_bound("(exp(e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(e)) + "
                   "(exp(e) - exp(-e))^2*exp(-(n - 1)*p/8)",
                   letters, {}, "(O.6)"));
  found.push_back(
      make_bound("a*gamma(a/2)*(2*(exp(2*e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*e)))^(a/2) + "
                 "(exp(e) - exp(-e))^a*exp(-(n - 1)*p/8)",
                 letters, {"a >= 1"}, "(O.6)"));
}

void add_response_moment(std::vector<known_bound>& found, const variable_map& letters) {
  if (is_literal(letters.at("a"), 2))
    found.push_back(make_bound("(exp(e) - 1)^2/(n*exp(e))", letters, {}, "(O.4)"));
  found.push_back(make_bound("a*gamma(a/2)*((exp(2*e) - 1)^2/(2*n*exp(2*e)))^(a/2)", letters,
                             {"a >= 1"}, "(O.4)"));
}

expression_ptr rate_of_clones(const expression_ptr& eps0) {
  return with_formulas(parse_formula("exp(-e)"), {{"e", eps0}});
}

// A law of reports of which m are the clones of a symbol.
expression_ptr law_with_clones(const neighbours& near, std::size_t law, std::size_t cloned,
                               const std::string& function, const std::string& clones) {
  std::vector<expression_ptr> arguments{near.eps0};
  for (std::size_t i = 0; i < near.others.size(); ++i) {
    const bool is_one = near.symbols[law] == i;
    if (i != cloned)
      arguments.push_back(make_number(is_one ? 1 : 0));
    else if (is_one)
      arguments.push_back(with_formulas(parse_formula("m + 1"), {{"m", make_variable(clones)}}));
    else
      arguments.push_back(make_variable(clones));
  }
  return make_call(function, std::move(arguments));
}

std::string name_beside(const std::vector<expression_ptr>& formulas) {
  std::string name = "m";
  const auto is_taken = [&](const expression_ptr& formula) {
    const auto names = names_in(*formula);
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  while (std::any_of(formulas.begin(), formulas.end(), is_taken)) name += "_";
  return name;
}

// (O.5): the mean over the number of clones of the last law's symbol.
known_bound mean_over_clones(const neighbours& near, const call& quantity,
                             const std::string& function) {
  const expression_ptr& order = quantity.arguments.back();
  const expression_ptr others = near.other_users();
  const std::string clones = name_beside({near.eps0, others, order});
  std::vector<expression_ptr> laws;
  for (std::size_t i = 0; i < near.symbols.size(); ++i)
    laws.push_back(law_with_clones(near, i, near.symbols.back(), function, clones));
  expression_ptr given;
  if (quantity.name == "ternary_moment") {
    laws.push_back(order);
    given = make_call("ternary_moment", std::move(laws));
  } else {
    given = make_call(quantity.name, {make_call("pair", std::move(laws)), order});
  }
  return {make_node(call{"binomial_mean",
                         {make_variable(clones), others, rate_of_clones(near.eps0), given}}),
          {with_formulas(parse_formula("a >= 1"), {{"a", order}})},
          "(O.5)"};
}

void add_chi_moments(const claim& subject, const call& quantity, std::vector<known_bound>& found) {
  const expression_ptr& order = quantity.arguments[1];
  if (const auto pair = pair_in(*quantity.arguments[0])) {
    if (pair->name == "unmixed_pair" || !is_whole_by_form(subject, *pair->users())) return;
    const bool is_clone = pair->name == "clone_pair";
    const variable_map letters{{"n", pair->users()},
                               {"e", pair->eps0()},
                               {"a", order},
                               {"p", is_clone ? pair->clone_rate() : rate_of_clones(pair->eps0())}};
    if (pair->name == "rr_pair" && !pair->is_swapped) add_response_moment(found, letters);
    if (!is_clone)
      found.push_back(make_bound("chi_moment(clone_pair(n, e), a)", letters, {"a >= 1"}, "(K.1)"));
    else
      add_clone_moments(found, letters);
    return;
  }
  const call* laws = call_of(quantity.arguments[0], "pair");
  if (laws == nullptr) return;
  const auto near = neighbours_in(laws->arguments);
  if (!near) return;
  if (near->all_others_have(near->symbols[1]))
    add_response_moment(found, {{"n", near->users()}, {"e", near->eps0}, {"a", order}});
  found.push_back(mean_over_clones(*near, quantity, std::get<call>(laws->arguments[0]->node).name));
}

// (O.3) and (O.9): three mixtures with one weight.
void add_mixed_ternary_moments(const call& quantity, std::vector<known_bound>& found) {
  std::vector<const call*> mixed;
  for (std::size_t i = 0; i < 3; ++i) {
    mixed.push_back(call_of(quantity.arguments[i], "mix"));
    if (mixed.back() == nullptr ||
        !is_same_number(*mixed.front()->arguments[0], *mixed.back()->arguments[0]))
      return;
  }
  const expression_ptr& order = quantity.arguments[3];
  const auto moment = [&](const expression_ptr& p, const expression_ptr& q,
                          const expression_ptr& r) {
    return make_call("ternary_moment", {p, q, r, order});
  };
  const auto part = [&](std::size_t law, std::size_t of) { return mixed[law]->arguments[of]; };
  const variable_map letters{{"w", part(0, 0)},
                             {"a", order},
                             {"f", moment(part(0, 1), part(1, 1), part(2, 1))},
                             {"g", moment(part(0, 2), part(1, 2), part(2, 2))},
                             {"h", moment(part(0, 1), part(1, 1), part(2, 2))}};
  if (is_same_text(part(0, 2), part(1, 2)))
    found.push_back(make_bound("w^a*max(f, h)", letters, {"w >= 0", "w <= 1", "a >= 1"}, "(O.9)"));
  found.push_back(make_bound("w*f + (1 - w)*g", letters, {"w >= 0", "w <= 1", "a >= 1"}, "(O.3)"));
}

void add_ternary_moments(const call& quantity, std::vector<known_bound>& found) {
  add_mixed_ternary_moments(quantity, found);
  const std::vector<expression_ptr> laws(quantity.arguments.begin(), quantity.arguments.end() - 1);
  const auto near = neighbours_in(laws);
  if (!near) return;
  const expression_ptr& order = quantity.arguments.back();
  const variable_map letters{{"n", near->users()}, {"e", near->eps0}, {"a", order}};
  if (near->all_others_have(near->symbols[2])) {
    if (is_literal(order, 2))
      found.push_back(make_bound("2*(exp(e) - 1)^2/(n*exp(e))", letters, {}, "(O.4)"));
    found.push_back(make_bound("a*gamma(a/2)*(2*(exp(2*e) - 1)^2/(n*exp(2*e)))^(a/2)", letters,
                               {"a >= 1"}, "(O.4)"));
    return;
  }
  if (is_literal(order, 2))
    found.push_back(
        make_bound("2*(exp(e) - 1)^2/((floor((n - 1)/(2*exp(e))) + 1)*exp(e)) + "
                   "(exp(e) - exp(-e))^2*exp(-(n - 1)/(8*exp(e)))",
                   letters, {}, "(O.6)"));
  found.push_back(make_bound(
      "a*gamma(a/2)*(2*(exp(2*e) - 1)^2/((floor((n - 1)/(2*exp(e))) + 1)*exp(2*e)))^(a/2) + "
      "(exp(e) - exp(-e))^a*exp(-(n - 1)/(8*exp(e)))",
      letters, {"a >= 1"}, "(O.6)"));
  found.push_back(mean_over_clones(*near, quantity, std::get<call>(laws[0]->node).name));
}

// The letters n, e, p and g (how often the one user takes part) of a pair to which (O.7) applies.
std::optional<variable_map> letters_of_sampled(const claim& subject, expression_ptr pair) {
  while (const call* x = call_of(pair, "swap")) pair = expression_ptr(x->arguments[0]);
  if (const auto known = pair_in(*pair);
      known && known->name == "clone_pair" && is_whole_by_form(subject, *known->users()))
    return variable_map{{"n", known->users()},
                        {"e", known->eps0()},
                        {"p", known->clone_rate()},
                        {"g", make_number(1)}};
  if (const call* x = call_of(pair, "subsampled")) {
    const auto known = pair_in(*x->arguments[0]);
    if (!known || known->name != "rr_pair" || known->is_swapped ||
        !is_whole_by_form(subject, *known->users()))
      return std::nullopt;
    return variable_map{{"n", known->users()},
                        {"e", known->eps0()},
                        {"p", rate_of_clones(known->eps0())},
                        {"g", x->arguments[1]}};
  }
  // mix(g, Z, R) and mix(g, O, R), or one of them and R.
  const call* laws = call_of(pair, "pair");
  if (laws == nullptr) return std::nullopt;
  const call* first = call_of(laws->arguments[0], "mix");
  const call* second = call_of(laws->arguments[1], "mix");
  const call* one = first != nullptr ? first : second;
  if (one == nullptr) return std::nullopt;
  const expression_ptr& rest = one->arguments[2];
  std::vector<expression_ptr> near_laws{one->arguments[1], rest};
  if (first != nullptr && second != nullptr) {
    if (!is_same_text(rest, second->arguments[2]) ||
        !is_same_number(*first->arguments[0], *second->arguments[0]))
      return std::nullopt;
    near_laws = {first->arguments[1], second->arguments[1], rest};
  } else if (!is_same_text(rest, laws->arguments[first != nullptr ? 1 : 0])) {
    return std::nullopt;
  }
  const auto near = neighbours_in(near_laws);
  if (!near) return std::nullopt;
  return variable_map{{"n", near->users()},
                      {"e", near->eps0},
                      {"p", rate_of_clones(near->eps0)},
                      {"g", one->arguments[0]}};
}

// (K.1) for each of several rounds, by (V.13).
void add_rounds(const claim& subject, const call& quantity, std::vector<known_bound>& found) {
  const call* rounds = call_of(quantity.arguments[0], "compose");
  if (rounds == nullptr) return;
  const auto pair = pair_in(*rounds->arguments[0]);
  if (!pair || (pair->name != "rr_pair" && pair->name != "krr_pair") ||
      !is_whole_by_form(subject, *pair->users()))
    return;
  for (const char* clones : {"clone_pair(n, e, 2/(exp(e) + 1))", "clone_pair(n, e)"}) {
    call above = quantity;
    above.arguments[0] = make_call(
        "compose",
        {with_formulas(parse_formula(clones), {{"n", pair->users()}, {"e", pair->eps0()}}),
         rounds->arguments[1]});
    found.push_back({make_node(std::move(above)), {}, "(K.1), (V.13)"});
  }
}

void add_sampled_renyi(const claim& subject, const call& quantity,
                       std::vector<known_bound>& found) {
  if (!is_whole_by_form(subject, *quantity.arguments[1])) return;
  auto letters = letters_of_sampled(subject, quantity.arguments[0]);
  if (!letters) return;
  (*letters)["x"] = quantity.arguments[1];
  found.push_back(
      make_bound("log(1 + 4*binomial(x, 2)*g^2*(exp(e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(e)) + "
                 "sum(j, 3, x, binomial(x, j)*g^j*j*gamma(j/2)*"
                 "(2*(exp(2*e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*e)))^(j/2)) + "
                 "((1 + g*(exp(2*e) - 1)/exp(e))^x - 1 - x*g*(exp(2*e) - 1)/exp(e))*"
                 "exp(-(n - 1)*p/8))/(x - 1)",
                 *letters, {"x >= 2", "g >= 0", "g <= 1"}, "(O.7)"));
}

}  // namespace

std::vector<known_bound> law_bounds_above(const claim& subject, const call& quantity) {
  std::vector<known_bound> found;
  if (quantity.name == "hockey_stick") {
    if (const auto mixed = exchanged_mixture_in(quantity.arguments[0]))
      found.push_back(
          make_bound("curve_delta(symmetrized(mix_curves(2*(1 - u), identity_curve, c)), t)",
                     {{"u", mixed->share},
                      {"c", make_call("curve", {mixed->pair})},
                      {"t", quantity.arguments[1]}},
                     {"u >= 1/2", "u <= 1"}, "(O.2)"));
  }
  const auto* order =
      quantity.name == "renyi" ? std::get_if<literal>(&quantity.arguments[1]->node) : nullptr;
  const bool is_of_order_one = order != nullptr && order->value == 1;
  if (quantity.name == "hockey_stick" || quantity.name == "total_variation" ||
      quantity.name == "chi_moment" || quantity.name == "renyi")
    if (auto bound = bound_by_parts(quantity, is_of_order_one)) found.push_back(*std::move(bound));
  if (quantity.name == "hockey_stick" || quantity.name == "renyi")
    add_rounds(subject, quantity, found);
  if (quantity.name == "shuffle_gaussian_renyi") {
    found = shuffled_normal_values(subject, quantity);
    for (known_bound& one : shuffled_normal_bounds(subject, quantity))
      found.push_back(std::move(one));
  }
  if (quantity.name == "chi_moment") add_chi_moments(subject, quantity, found);
  if (quantity.name == "ternary_moment") add_ternary_moments(quantity, found);
  if (quantity.name == "renyi") {
    if (auto value = expansion_of_sampled(subject, quantity)) found.push_back(*std::move(value));
    add_sampled_renyi(subject, quantity, found);
  }
  for (known_bound& one : written_law_bounds(subject, quantity)) found.push_back(std::move(one));
  return found;
}

std::vector<known_bound> law_bounds_below(const claim& subject, const call& quantity) {
  std::vector<known_bound> found;
  if (auto value = expansion_of_sampled(subject, quantity)) found.push_back(*std::move(value));
  if (quantity.name == "hockey_stick") found.push_back({make_number(0), {}, "(K.2)"});
  if (quantity.name == "shuffle_gaussian_renyi") return shuffled_normal_values(subject, quantity);
  if (quantity.name != "tradeoff") return found;
  const expression_ptr& level = quantity.arguments[1];
  if (auto bound = bound_by_tests(quantity)) found.push_back(*std::move(bound));
  if (const auto mixed = exchanged_mixture_in(quantity.arguments[0]))
    found.push_back(
        make_bound("at(symmetrized(mix_curves(2*(1 - u), identity_curve, c)), a)",
                   {{"u", mixed->share}, {"c", make_call("curve", {mixed->pair})}, {"a", level}},
                   {"u >= 1/2", "u <= 1"}, "(O.2)"));
  found.push_back({make_number(0), {}, "(K.2)"});
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
