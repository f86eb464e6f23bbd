// (O.2) to (O.9) of docs/methods/orderings.md: bounds of quantities of mixtures, and of the
// shuffled reports of neighbours. What is derived there by hand is taken from there; that the laws
// are of the form that it is about is checked here.

#include <algorithm>

#include "bounds.hpp"
#include "laws.hpp"

namespace check {
namespace {

using stated_bounds = std::vector<stated_bound>;

bool is_two(const formula_ptr& x) {
  return x->kind == "number" && x->value == 2;
}

bool is_mixture(const formula_ptr& x) {
  return is_call(*x, "mix") && x->parts.size() == 3;
}

// mix(w, A, B): the weight is parts[0], the laws are parts[1] and parts[2].
bool have_one_weight(domain& where, const std::vector<formula_ptr>& laws) {
  return std::all_of(laws.begin(), laws.end(), [&](const formula_ptr& law) {
    return is_mixture(law) && where.is_same(law->parts[0], laws.front()->parts[0]);
  });
}

formula_ptr one_less(const formula_ptr& x) {
  return node("-", {number(1), x});
}

// --- (O.2) ---------------------------------------------------------------------------------------

// How often a law is the other one of two that an exchange of outcomes exchanges.
struct exchanged {
  formula_ptr share;
  formula_ptr pair;
};

std::optional<exchanged> exchanged_in(domain& where, const formula_ptr& pair) {
  if (const auto known = pair_in(pair); known && known->name == "clone_pair")
    return exchanged{substituted(parsed("1/(exp(e) + 1)"), {{"e", known->eps0}}),
                     call("unmixed_pair", {known->users, known->eps0, known->rate})};
  if (!is_call(*pair, "pair") || pair->parts.size() != 2) return std::nullopt;
  const formula_ptr& p = pair->parts[0];
  const formula_ptr& q = pair->parts[1];
  if (!is_mixture(p) || !is_mixture(q)) return std::nullopt;
  const auto same = [&](std::size_t i, std::size_t k) {
    return where.is_same(p->parts[i], q->parts[k]);
  };
  const formula_ptr share = one_less(p->parts[0]);
  const bool is_crossed = same(0, 0) && same(1, 2) && same(2, 1);
  const bool is_straight = where.is_same(share, q->parts[0]) && same(1, 1) && same(2, 2);
  if (!is_crossed && !is_straight) return std::nullopt;
  if (!are_exchanged(where, p->parts[1], p->parts[2])) return std::nullopt;
  return exchanged{share, call("pair", {p->parts[1], p->parts[2]})};
}

stated_bounds by_exchange(domain& where, const formula& quantity, bool is_above) {
  const bool is_delta = quantity.name == "hockey_stick" && is_above;
  if (quantity.parts.size() != 2 || !(is_delta || (quantity.name == "tradeoff" && !is_above)))
    return {};
  const auto known = exchanged_in(where, quantity.parts[0]);
  if (!known) return {};
  return {{std::string(is_delta ? "curve_delta" : "at") +
               "(symmetrized(mix_curves(2*w, identity_curve, curve(c))), t)",
           {"w >= 0", "2*w <= 1"},
           {{"w", known->share}, {"c", known->pair}, {"t", quantity.parts[1]}}}};
}

// --- (O.3) and (O.9) -----------------------------------------------------------------------------

formula_ptr moment_of(const formula_ptr& p, const formula_ptr& q, const formula_ptr& r,
                      const formula_ptr& order) {
  return call("ternary_moment", {p, q, r, order});
}

stated_bounds by_parts_of_pair(domain& where, const formula& quantity) {
  const formula_ptr& pair = quantity.parts[0];
  if (!is_call(*pair, "pair") || pair->parts.size() != 2 || !have_one_weight(where, pair->parts))
    return {};
  const auto part = [&](std::size_t i) {
    std::vector<formula_ptr> parts = quantity.parts;
    parts[0] = call("pair", {pair->parts[0]->parts[i], pair->parts[1]->parts[i]});
    return call(quantity.name, std::move(parts));
  };
  const formulas letters{{"w", pair->parts[0]->parts[0]},
                         {"f", part(1)},
                         {"g", part(2)},
                         {"a", quantity.parts.back()}};
  const std::vector<std::string> shares{"w >= 0", "w <= 1"};
  const std::string mean = "w*f + (1 - w)*g";
  if (quantity.name == "hockey_stick" || quantity.name == "total_variation")
    return {{mean, shares, letters}};
  if (quantity.name == "chi_moment") return {{mean, {"w >= 0", "w <= 1", "a >= 1"}, letters}};
  if (quantity.name != "renyi") return {};
  return {{mean, {"w >= 0", "w <= 1", "a == 1"}, letters},
          {"max(f, g)", {"w >= 0", "w <= 1", "a > 0"}, letters}};
}

// Three mixtures, the first two of which agree in their second law for (O.9).
stated_bounds of_three_mixtures(domain& where, const formula& quantity, bool is_sampling) {
  const std::vector<formula_ptr> laws(quantity.parts.begin(), quantity.parts.begin() + 3);
  if (!have_one_weight(where, laws)) return {};
  const formula_ptr& order = quantity.parts[3];
  const auto part = [&](std::size_t law, std::size_t i) { return laws[law]->parts[i]; };
  const formulas letters{{"w", part(0, 0)},
                         {"a", order},
                         {"f", moment_of(part(0, 1), part(1, 1), part(2, 1), order)},
                         {"g", moment_of(part(0, 2), part(1, 2), part(2, 2), order)},
                         {"h", moment_of(part(0, 1), part(1, 1), part(2, 2), order)}};
  const std::vector<std::string> conditions{"w >= 0", "w <= 1", "a >= 1"};
  if (!is_sampling) return {{"w*f + (1 - w)*g", conditions, letters}};
  if (!where.is_same(part(0, 2), part(1, 2))) return {};
  return {{"w^a*max(f, h)", conditions, letters}};
}

// --- (O.4) to (O.6) ------------------------------------------------------------------------------

// The laws Z, O, R of a moment: R is O where it is one of P/Q − 1.
std::optional<neighbours> neighbours_of(domain& where, const formula& quantity) {
  if (quantity.name == "ternary_moment")
    return neighbours_in(where, {quantity.parts.begin(), quantity.parts.begin() + 3});
  const formula_ptr& pair = quantity.parts[0];
  if (!is_call(*pair, "pair") || pair->parts.size() != 2) return std::nullopt;
  return neighbours_in(where, pair->parts);
}

formulas letters_of(const neighbours& near, const formula_ptr& order) {
  return {{"n", node("+", {near.other_users(), number(1)})},
          {"e", near.eps0},
          {"a", order},
          {"p", call("exp", {node("neg", {near.eps0})})}};
}

stated_bounds of_users_alike(domain& where, const formula& quantity) {
  const bool is_ternary = quantity.name == "ternary_moment";
  const formula_ptr& order = quantity.parts.back();
  formulas letters;
  if (const auto pair = pair_in(quantity.parts[0]);
      !is_ternary && pair && pair->name == "rr_pair" && !pair->is_swapped) {
    letters = {{"n", pair->users}, {"e", pair->eps0}, {"a", order}};
  } else {
    const auto near = neighbours_of(where, quantity);
    if (!near || !all_others_have(where, *near, near->symbols.back())) return {};
    letters = letters_of(*near, order);
  }
  stated_bounds found{{is_ternary ? "a*gamma(a/2)*(2*(exp(2*e) - 1)^2/(n*exp(2*e)))^(a/2)"
                                  : "a*gamma(a/2)*((exp(2*e) - 1)^2/(2*n*exp(2*e)))^(a/2)",
                       {"a >= 1"},
                       letters}};
  if (is_two(order))
    found.push_back(
        {is_ternary ? "2*(exp(e) - 1)^2/(n*exp(e))" : "(exp(e) - 1)^2/(n*exp(e))", {}, letters});
  return found;
}

// The mean over the number m of others that have the input of the last law.
stated_bounds by_clones(domain& where, const formula& quantity) {
  const auto near = neighbours_of(where, quantity);
  if (!near) return {};
  const formula_ptr& order = quantity.parts.back();
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
  formula_ptr given;
  if (quantity.name == "ternary_moment")
    given = moment_of(laws[0], laws[1], laws[2], order);
  else
    given = call(quantity.name, {call("pair", std::move(laws)), order});
  formulas letters = letters_of(*near, order);
  letters["m"] =
      call("binomial_mean", {clones, near->other_users(), letters.at("p"), std::move(given)});
  return {{"m", {"a >= 1"}, letters}};
}

stated_bounds of_any_users(domain& where, const formula& quantity) {
  const formula_ptr& order = quantity.parts.back();
  const bool is_ternary = quantity.name == "ternary_moment";
  formulas letters;
  if (const auto pair = pair_in(quantity.parts[0]);
      !is_ternary && pair && pair->name == "clone_pair") {
    letters = {{"n", pair->users}, {"e", pair->eps0}, {"a", order}, {"p", pair->rate}};
  } else {
    const auto near = neighbours_of(where, quantity);
    if (!near) return {};
    letters = letters_of(*near, order);
  }
  const std::string rest = " + (exp(e) - exp(-e))^a*exp(-(n - 1)*p/8)";
  const std::string clones = "(floor((n - 1)*p/2) + 1)";
  stated_bounds found{{"a*gamma(a/2)*(2*(exp(2*e) - 1)^2/(" + clones + "*exp(2*e)))^(a/2)" + rest,
                       {"a >= 1"},
                       letters}};
  if (is_two(order))
    found.push_back({(is_ternary ? "2*" : "") + ("(exp(e) - 1)^2/(" + clones + "*exp(e))") + rest,
                     {},
                     letters});
  return found;
}

// --- (O.7) and (O.8) -----------------------------------------------------------------------------

// The letters n, e, p and g, how often the one user takes part.
std::optional<formulas> letters_of_sampled(domain& where, formula_ptr pair) {
  if (const auto known = pair_in(pair); known && known->name == "clone_pair")
    return formulas{{"n", known->users}, {"e", known->eps0}, {"p", known->rate}, {"g", number(1)}};
  while (is_call(*pair, "swap") && pair->parts.size() == 1) pair = formula_ptr(pair->parts[0]);
  if (pair->parts.size() != 2) return std::nullopt;
  const formula_ptr& a = pair->parts[0];
  const formula_ptr& b = pair->parts[1];
  if (is_call(*pair, "subsampled")) {
    const auto of = pair_in(a);
    if (!of || of->name != "rr_pair" || of->is_swapped) return std::nullopt;
    return formulas{
        {"n", of->users}, {"e", of->eps0}, {"p", call("exp", {node("neg", {of->eps0})})}, {"g", b}};
  }
  if (!is_call(*pair, "pair") || (!is_mixture(a) && !is_mixture(b))) return std::nullopt;
  const formula_ptr& one = is_mixture(a) ? a : b;
  const formula_ptr& rest = one->parts[2];
  std::vector<formula_ptr> laws{one->parts[1], rest};
  if (is_mixture(a) && is_mixture(b)) {
    if (!have_one_weight(where, pair->parts) || !where.is_same(rest, b->parts[2]))
      return std::nullopt;
    laws = {a->parts[1], b->parts[1], rest};
  } else if (!where.is_same(rest, is_mixture(a) ? b : a)) {
    return std::nullopt;
  }
  const auto near = neighbours_in(where, laws);
  if (!near) return std::nullopt;
  formulas letters = letters_of(*near, number(1));
  letters["g"] = one->parts[0];
  return letters;
}

stated_bounds of_sampled_users(domain& where, const formula& quantity) {
  auto letters = letters_of_sampled(where, quantity.parts[0]);
  if (!letters) return {};
  (*letters)["x"] = quantity.parts[1];
  return {
      {"log(1 + binomial(x, 2)*4*g^2*(exp(e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(e)) + "
       "sum(j, 3, x, binomial(x, j)*g^j*j*gamma(j/2)*"
       "(2*(exp(2*e) - 1)^2/((floor((n - 1)*p/2) + 1)*exp(2*e)))^(j/2)) + "
       "((1 + g*(exp(2*e) - 1)/exp(e))^x - 1 - x*g*(exp(2*e) - 1)/exp(e))*exp(-(n - 1)*p/8))/"
       "(x - 1)",
       {"whole x", "x >= 2", "g >= 0", "g <= 1"},
       *letters}};
}

// The divergence itself, so that it is a bound on both sides.
stated_bounds by_expansion(const formula& quantity) {
  const formula& pair = *quantity.parts[0];
  if (!is_call(pair, "subsampled") || pair.parts.size() != 2) return {};
  const auto of = pair_in(pair.parts[0]);
  if (!of || of->name != "rr_pair" || of->is_swapped) return {};
  return {
      {"log(1 + binomial(x, 2)*g^2*(exp(e) - 1)^2/(n*exp(e)) + "
       "sum(j, 3, x, binomial(x, j)*g^j*((exp(2*e) - 1)/(n*exp(e)))^j*"
       "binomial_mean(m, n, 1/(exp(e) + 1), (m - n/(exp(e) + 1))^j)))/(x - 1)",
       {"whole x", "x >= 2", "g >= 0", "g <= 1"},
       {{"n", of->users}, {"e", of->eps0}, {"g", pair.parts[1]}, {"x", quantity.parts[1]}}}};
}

}  // namespace

std::vector<stated_bound> law_bounds(domain& where, const formula_ptr& quantity, bool is_above,
                                     const std::string& place) {
  const formula& x = *quantity;
  const bool is_ternary = x.name == "ternary_moment" && x.parts.size() == 4;
  const bool is_of_pair =
      x.name != "ternary_moment" && (x.parts.size() == 2 || x.name == "total_variation");
  if (x.parts.empty() || (!is_ternary && !is_of_pair)) return {};
  if (place == "(O.2)") return by_exchange(where, x, is_above);
  if (place == "(O.8)") return x.name == "renyi" ? by_expansion(x) : std::vector<stated_bound>{};
  if (!is_above) return {};
  if (place == "(O.3)")
    return is_ternary ? of_three_mixtures(where, x, false) : by_parts_of_pair(where, x);
  if (place == "(O.9)" && is_ternary) return of_three_mixtures(where, x, true);
  if (place == "(O.7)" && x.name == "renyi") return of_sampled_users(where, x);
  if (!is_ternary && x.name != "chi_moment") return {};
  if (place == "(O.4)") return of_users_alike(where, x);
  if (place == "(O.5)") return by_clones(where, x);
  if (place == "(O.6)") return of_any_users(where, x);
  return {};
}

}  // namespace check
