// Forms that are the shuffled reports of neighbours: (O.4) to (O.7) of docs/methods/orderings.md.

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/recognised_forms.hpp"
#include "claims/forms/response_laws.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

variable_map letters_of_neighbours(const neighbours& near) {
  return {{"n", near.users()}, {"eps0", near.eps0}, {"p", usual_clone_rate(near.eps0)}};
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
      arguments.push_back(filled_in("m + 1", {{"m", make_variable(clones)}}));
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
expression_ptr mean_over_clones(const neighbours& near, const call& quantity,
                                const std::string& function) {
  const expression_ptr& order = quantity.arguments.back();
  const expression_ptr others = near.other_users();
  const std::string clones = name_beside({near.eps0, others, order});
  std::vector<expression_ptr> laws;
  for (std::size_t i = 0; i < near.symbols.size(); ++i)
    laws.push_back(law_with_clones(near, i, near.symbols.back(), function, clones));
  expression_ptr moment;
  if (quantity.name == "ternary_moment") {
    laws.push_back(order);
    moment = make_call("ternary_moment", std::move(laws));
  } else {
    moment = make_call(quantity.name, {make_call("pair", std::move(laws)), order});
  }
  return make_node(
      call{"binomial_mean", {make_variable(clones), others, usual_clone_rate(near.eps0), moment}});
}

std::optional<recognised> reports_of(const call& quantity, const std::vector<expression_ptr>& laws,
                                     bool others_are_alike) {
  const auto near = neighbours_in(laws);
  if (!near) return std::nullopt;
  recognised way{letters_of_neighbours(*near)};
  // In (O.4) the others have the input of the one user in the last law.
  if (others_are_alike) {
    if (!near->all_others_have(near->symbols.back())) return std::nullopt;
  } else {
    way.letters["M"] = mean_over_clones(*near, quantity, std::get<call>(laws.front()->node).name);
  }
  return way;
}

}  // namespace

std::optional<recognised> neighbours_of(const call& quantity, bool others_are_alike) {
  const call* laws = call_of(quantity.arguments[0], "pair");
  if (laws == nullptr) return std::nullopt;
  return reports_of(quantity, laws->arguments, others_are_alike);
}

std::optional<recognised> three_neighbours_of(const call& quantity, bool others_are_alike) {
  const std::vector<expression_ptr> laws(quantity.arguments.begin(), quantity.arguments.end() - 1);
  // Where they are alike, the bounds of that case are better.
  if (!others_are_alike && reports_of(quantity, laws, true)) return std::nullopt;
  return reports_of(quantity, laws, others_are_alike);
}

// pair(mix(g, Z, R), mix(g, O, R)), or one of them and R.
std::optional<recognised> sampled_laws_in(const call& quantity) {
  expression_ptr pair = quantity.arguments[0];
  while (const call* swapped = call_of(pair, "swap")) pair = expression_ptr(swapped->arguments[0]);
  const call* laws = call_of(pair, "pair");
  if (laws == nullptr) return std::nullopt;
  const call* first = call_of(laws->arguments[0], "mix");
  const call* second = call_of(laws->arguments[1], "mix");
  const call* mixture = first != nullptr ? first : second;
  if (mixture == nullptr) return std::nullopt;
  const expression_ptr& rest = mixture->arguments[2];
  std::vector<expression_ptr> near_laws{mixture->arguments[1], rest};
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
  recognised way{letters_of_neighbours(*near)};
  way.letters["g"] = mixture->arguments[0];
  return way;
}

}  // namespace shufflecert::inline v0_1::claims
