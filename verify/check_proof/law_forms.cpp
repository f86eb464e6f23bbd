// Mixtures, and the shuffled reports of neighbours: which of the forms of (O.2) to (O.9) of
// docs/methods/orderings.md a quantity is of.

#include <algorithm>

#include "checker_laws.hpp"
#include "recognised.hpp"
#include "written_laws.hpp"

namespace check {
namespace {

bool is_mixture(const formula_ptr& x) {
  return is_call(*x, "mix") && x->parts.size() == 3;
}

// mix(w, A, B): the weight is parts[0], the laws are parts[1] and parts[2].
bool have_one_weight(domain& where, const std::vector<formula_ptr>& laws) {
  return std::all_of(laws.begin(), laws.end(), [&](const formula_ptr& law) {
    return is_mixture(law) && where.is_same(law->parts[0], laws.front()->parts[0]);
  });
}

bool is_pair_of_laws(const formula& x) {
  return is_call(x, "pair") && x.parts.size() == 2;
}

// The laws that a quantity is of: two of a pair, or its first three arguments.
std::vector<formula_ptr> laws_of(const formula& quantity) {
  if (quantity.name == "ternary_moment")
    return {quantity.parts.begin(), quantity.parts.begin() + 3};
  const formula& pair = *quantity.parts[0];
  return is_pair_of_laws(pair) ? pair.parts : std::vector<formula_ptr>{};
}

// --- (O.2) ---------------------------------------------------------------------------------------

std::vector<recognised> exchanged_mixture_in(domain& where, const formula& quantity) {
  const std::vector<formula_ptr> laws = laws_of(quantity);
  if (laws.size() != 2 || !is_mixture(laws[0]) || !is_mixture(laws[1])) return {};
  const formula& p = *laws[0];
  const formula& q = *laws[1];
  const auto same = [&](std::size_t i, std::size_t k) {
    return where.is_same(p.parts[i], q.parts[k]);
  };
  const formula_ptr rest = node("-", {number(1), p.parts[0]});
  const bool is_crossed = same(0, 0) && same(1, 2) && same(2, 1);
  const bool is_straight = where.is_same(rest, q.parts[0]) && same(1, 1) && same(2, 2);
  if (!is_crossed && !is_straight) return {};
  if (!are_exchanged(where, p.parts[1], p.parts[2])) return {};
  return {
      {{{"u", p.parts[0]}, {"C", call("curve", {call("pair", {p.parts[1], p.parts[2]})})}}, {}}};
}

// --- (O.3) and (O.9) -----------------------------------------------------------------------------

std::vector<recognised> mixtures_in(domain& where, const formula& quantity) {
  const std::vector<formula_ptr> laws = laws_of(quantity);
  if (laws.empty() || !have_one_weight(where, laws)) return {};
  const std::vector<std::string> names{"P", "Q", "R"};
  recognised way{{{"w", laws.front()->parts[0]}}, {}};
  for (std::size_t law = 0; law < laws.size(); ++law)
    for (const std::size_t part : {1U, 2U})
      way.letters[names[law] + std::to_string(part)] = laws[law]->parts[part];
  return {way};
}

std::vector<recognised> mixtures_alike_in(domain& where, const formula& quantity) {
  std::vector<recognised> ways = mixtures_in(where, quantity);
  if (!ways.empty() && !where.is_same(ways[0].letters.at("P2"), ways[0].letters.at("Q2")))
    return {};
  return ways;
}

// --- (O.4) to (O.6) ------------------------------------------------------------------------------

formulas letters_of(const neighbours& near) {
  return {{"n", node("+", {near.other_users(), number(1)})},
          {"eps0", near.eps0},
          {"p", usual_clone_rate(near.eps0)}};
}

std::optional<neighbours> neighbours_of(domain& where, const formula& quantity) {
  const std::vector<formula_ptr> laws = laws_of(quantity);
  if (laws.empty()) return std::nullopt;
  return neighbours_in(where, laws);
}

std::vector<recognised> alike_in(domain& where, const formula& quantity) {
  const auto near = neighbours_of(where, quantity);
  if (!near || !all_others_have(where, *near, near->symbols.back())) return {};
  return {{letters_of(*near), {}}};
}

// M is the mean over the number m of others that have the input of the last law.
std::vector<recognised> neighbours_in_any_way(domain& where, const formula& quantity) {
  const auto near = neighbours_of(where, quantity);
  if (!near) return {};
  const std::size_t cloned = near->symbols.back();
  // No name of a file has a space in it.
  const formula_ptr clones =
      std::make_shared<const formula>(formula{"name", "number of clones", 0, {}, 0});
  std::vector<formula_ptr> laws;
  for (const std::size_t symbol : near->symbols) {
    std::vector<formula_ptr> parts{near->eps0};
    for (std::size_t i = 0; i < near->others.size(); ++i) {
      const formula_ptr more = number(i == symbol ? 1 : 0);
      parts.push_back(i == cloned ? node("+", {clones, more}) : more);
    }
    laws.push_back(call(near->function, std::move(parts)));
  }
  const formula_ptr& order = quantity.parts.back();
  const formula_ptr moment = quantity.name == "ternary_moment"
                                 ? call("ternary_moment", {laws[0], laws[1], laws[2], order})
                                 : call(quantity.name, {call("pair", std::move(laws)), order});
  recognised way{letters_of(*near), {}};
  way.letters["M"] =
      call("binomial_mean", {clones, near->other_users(), way.letters.at("p"), moment});
  return {way};
}

// --- (O.7) ---------------------------------------------------------------------------------------

// g is how often the one user takes part.
std::vector<recognised> sampled_laws_in(domain& where, const formula& quantity) {
  formula_ptr pair = quantity.parts[0];
  while (is_call(*pair, "swap") && pair->parts.size() == 1) pair = formula_ptr(pair->parts[0]);
  if (!is_pair_of_laws(*pair)) return {};
  const formula_ptr& a = pair->parts[0];
  const formula_ptr& b = pair->parts[1];
  if (!is_mixture(a) && !is_mixture(b)) return {};
  const formula_ptr& mixed = is_mixture(a) ? a : b;
  const formula_ptr& rest = mixed->parts[2];
  std::vector<formula_ptr> laws{mixed->parts[1], rest};
  if (is_mixture(a) && is_mixture(b)) {
    if (!have_one_weight(where, pair->parts) || !where.is_same(rest, b->parts[2])) return {};
    laws = {a->parts[1], b->parts[1], rest};
  } else if (!where.is_same(rest, is_mixture(a) ? b : a)) {
    return {};
  }
  const auto near = neighbours_in(where, laws);
  if (!near) return {};
  recognised way{letters_of(*near), {}};
  way.letters["g"] = mixed->parts[0];
  return {way};
}

}  // namespace

std::vector<recognised> ways_of_laws(domain& where, const formula& quantity, form which) {
  switch (which) {
    case form::exchanged_mixture:
      return exchanged_mixture_in(where, quantity);
    case form::mixture:
    case form::three_mixtures:
      return mixtures_in(where, quantity);
    case form::three_mixed_alike:
      return mixtures_alike_in(where, quantity);
    case form::neighbours_alike:
    case form::three_alike:
      return alike_in(where, quantity);
    case form::neighbours:
    case form::three_neighbours:
      return neighbours_in_any_way(where, quantity);
    case form::sampled_laws:
      return sampled_laws_in(where, quantity);
    case form::three_coins:
      return three_coins_in(where, quantity);
    case form::sampled_coins:
      return sampled_coins_in(where, quantity);
    case form::drawn_users:
      return drawn_users_in(where, quantity);
    default:
      return {};
  }
}

}  // namespace check
