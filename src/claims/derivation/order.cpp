#include "claims/derivation/order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "claims/bounds/pair_forms.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int deepest = 14;
constexpr std::size_t most_parts = 12;

// Functions that rise strictly wherever they are finite.
bool rises_strictly(const std::string& function) {
  static const std::set<std::string> names{"exp", "expm1", "log", "log1p", "sqrt", "tanh", "Phi"};
  return names.contains(function);
}

// Whether a bound is looked for before boxes are: boxes would only compute divergences again and
// again.
bool is_quantity(const expression& formula) {
  if (has_divergence(formula)) return true;
  return calls_function(formula, "shuffle_gaussian_renyi");
}

bool is_number(const single_factor& factor) {
  return std::holds_alternative<literal>(factor.operand->node);
}

// The numbers among some factors, over those among others.
std::vector<single_factor> numbers_left_out(const std::vector<single_factor>& before,
                                            const std::vector<single_factor>& after) {
  std::vector<single_factor> numbers;
  std::copy_if(before.begin(), before.end(), std::back_inserter(numbers), is_number);
  for (const single_factor& factor : after)
    if (is_number(factor)) numbers.push_back({!factor.divided, factor.operand});
  return numbers;
}

}  // namespace

bool formula_order::holds(const expression_ptr& left, relation op, const expression_ptr& right) {
  switch (op) {
    case relation::less_equal:
      return is_below(left, right, false);
    case relation::less:
      return is_below(left, right, true);
    case relation::greater_equal:
      return is_below(right, left, false);
    case relation::greater:
      return is_below(right, left, true);
    case relation::equal:
      return is_same(left, right) || (is_below(left, right, false) && is_below(right, left, false));
    case relation::not_equal:
      return is_below(left, right, true) || is_below(right, left, true);
  }
  return false;
}

bool formula_order::is_below(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  if (depth_ >= deepest) return false;
  ++depth_;
  const auto mark = facts_.log().mark();
  const bool found = attempt(facts_.domain().with_indices_apart(low),
                             facts_.domain().with_indices_apart(high), strictly);
  if (!found) facts_.log().forget_from(mark);
  --depth_;
  return found;
}

bool formula_order::attempt(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  facts_.context().options.limits.check();
  if (!strictly && is_same(low, high)) {
    facts_.log().add(algebra_step{low, high});
    return true;
  }
  if (const auto known = by_extremes(low, high, strictly)) {
    if (*known) facts_.log().add(form_step{form_rule::largest, in_order(low, high, strictly)});
    return *known;
  }
  if (const auto known = by_choice(low, high, strictly)) {
    if (*known) facts_.log().add(form_step{form_rule::choice, in_order(low, high, strictly)});
    return *known;
  }
  // Steps of a way that leads nowhere are no part of the derivation.
  const auto tried = [&](auto way) {
    const auto mark = facts_.log().mark();
    if ((this->*way)(low, high, strictly)) return true;
    facts_.log().forget_from(mark);
    return false;
  };
  if (is_quantity(*low) || is_quantity(*high))
    return tried(&formula_order::by_form) || tried(&formula_order::by_bounds) ||
           tried(&formula_order::by_normal_tail);
  if (tried(&formula_order::by_normal_tail)) return true;
  const expression_ptr condition = in_order(low, high, strictly);
  if (facts_.is_certain(condition)) return true;
  if (facts_.is_refuted(condition)) return false;
  return tried(&formula_order::by_logarithms) || tried(&formula_order::by_form) ||
         tried(&formula_order::by_tangent) || tried(&formula_order::by_quantity_between) ||
         tried(&formula_order::by_logarithm_of_sum);
}

// max(a, b) <= c where both are, a <= max(b, c) where one of them is; min() likewise.
std::optional<bool> formula_order::by_extremes(const expression_ptr& low,
                                               const expression_ptr& high, bool strictly) {
  const auto below_high = [&](const expression_ptr& one) { return is_below(one, high, strictly); };
  const auto above_low = [&](const expression_ptr& one) { return is_below(low, one, strictly); };
  if (const call* x = call_of(low, "max"))
    return std::all_of(x->arguments.begin(), x->arguments.end(), below_high);
  if (const call* x = call_of(high, "min"))
    return std::all_of(x->arguments.begin(), x->arguments.end(), above_low);
  const call* least = call_of(low, "min");
  if (least != nullptr && std::any_of(least->arguments.begin(), least->arguments.end(), below_high))
    return true;
  const call* most = call_of(high, "max");
  if (most != nullptr && std::any_of(most->arguments.begin(), most->arguments.end(), above_low))
    return true;
  return std::nullopt;
}

bool formula_order::by_form(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  const auto* a = std::get_if<call>(&low->node);
  const auto* b = std::get_if<call>(&high->node);
  const expression_ptr wanted = in_order(low, high, strictly);
  const auto mark = facts_.log().mark();
  const auto logged = [&](bool holds, proof_step step) {
    if (holds)
      facts_.log().add(std::move(step));
    else
      facts_.log().forget_from(mark);
    return holds;
  };
  const auto logged_by = [&](form_rule rule, bool holds) {
    return logged(holds, form_step{rule, wanted});
  };
  if (a != nullptr && b != nullptr && a->name == b->name &&
      a->arguments.size() == b->arguments.size()) {
    if (takes_distributions(a->name)) {
      const auto pair = strictly ? std::nullopt : pair_in_order_of_parameters(*a, *b);
      if (logged(pair.has_value(), parameters_step{wanted, a->name, pair.value_or("")}))
        return true;
    } else if (logged_by(form_rule::rises, by_calls(*a, *b, strictly))) {
      return true;
    }
  }
  if (!strictly && logged_by(form_rule::powers, by_powers(low, high))) return true;
  if (!strictly && by_bodies(low, high)) {
    facts_.log().add_alone(mark, form_step{form_rule::bodies, wanted});
    return true;
  }
  facts_.log().forget_from(mark);
  const auto* minus_a = std::get_if<negation>(&low->node);
  const auto* minus_b = std::get_if<negation>(&high->node);
  if (minus_a != nullptr && minus_b != nullptr)
    return logged(is_below(minus_b->operand, minus_a->operand, strictly),
                  scaled_step{wanted, make_number(1),
                              in_order(minus_b->operand, minus_a->operand, strictly)});
  // Against a constant, from the function that undoes it: c <= log(f) where e^c <= f.
  const auto undone = [](const expression_ptr& end) { return make_call("exp", {end}); };
  if (const call* x = call_of(high, "log"); x != nullptr && free_variables(*low).empty())
    return logged_by(form_rule::undone, is_below(undone(low), x->arguments[0], strictly));
  if (const call* x = call_of(low, "log"); x != nullptr && free_variables(*high).empty())
    return logged_by(form_rule::undone, is_below(x->arguments[0], undone(high), strictly));
  if (by_products(low, high, strictly)) return true;
  facts_.log().forget_from(mark);
  if (by_sums(low, high, strictly)) return true;
  facts_.log().forget_from(mark);
  return by_expansion(low, high, strictly);
}

bool formula_order::by_calls(const call& low, const call& high, bool strictly) {
  const builtin* function = find_builtin(low.name);
  if (function == nullptr || !function->rises) return false;
  if (strictly && !rises_strictly(low.name)) return false;
  for (std::size_t i = 0; i < low.arguments.size(); ++i)
    if (!is_below(low.arguments[i], high.arguments[i], strictly)) return false;
  return true;
}

// The name of the pair, where quantities of two pairs of a kind are in the order of the parameters:
// docs/methods/ranges.md.
std::optional<std::string> formula_order::pair_in_order_of_parameters(const call& low,
                                                                      const call& high) {
  const bool is_renyi = low.name == "renyi";
  const bool is_tradeoff = low.name == "tradeoff";
  const bool is_moment = low.name == "chi_moment";
  if (!is_renyi && !is_tradeoff && !is_moment && low.name != "hockey_stick") return std::nullopt;
  const auto less_private =
      pair_in(*simplified_up_to_outcomes((is_tradeoff ? low : high).arguments[0]));
  const auto more_private =
      pair_in(*simplified_up_to_outcomes((is_tradeoff ? high : low).arguments[0]));
  if (!less_private || !more_private || less_private->name != more_private->name ||
      less_private->is_swapped != more_private->is_swapped)
    return std::nullopt;
  const claim& subject = facts_.domain().names();
  for (const auto* pair : {&*less_private, &*more_private})
    if (!is_whole_by_form(subject, *pair->users())) return std::nullopt;
  if (less_private->name == "krr_pair" &&
      !is_same(less_private->arguments[0], more_private->arguments[0]))
    return std::nullopt;
  const bool has_rate = less_private->name == "clone_pair" || less_private->name == "unmixed_pair";
  if (!is_below(less_private->users(), more_private->users(), false) ||
      !is_below(more_private->eps0(), less_private->eps0(), false) ||
      (has_rate && !is_below(less_private->clone_rate(), more_private->clone_rate(), false)))
    return std::nullopt;
  const expression_ptr& a = low.arguments[1];
  const expression_ptr& b = high.arguments[1];
  // |t − 1|^a is convex from a = 1 on.
  if (is_moment ? !is_same(a, b) || !facts_.is_certain(a, relation::greater_equal, make_number(1))
                : !(is_renyi ? is_below(a, b, false) : is_below(b, a, false)))
    return std::nullopt;
  return less_private->name;
}

// Takes out what both sums have; whether there was something.
bool formula_order::cancel_terms(std::vector<signed_term>& a, std::vector<signed_term>& b) const {
  bool cancelled = false;
  for (auto one = a.begin(); one != a.end();) {
    const auto same = std::find_if(b.begin(), b.end(), [&](const signed_term& other) {
      return other.subtracted == one->subtracted && is_same(one->operand, other.operand);
    });
    if (same == b.end()) {
      ++one;
      continue;
    }
    b.erase(same);
    one = a.erase(one);
    cancelled = true;
  }
  return cancelled;
}

bool formula_order::by_sums(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  std::vector<signed_term> a = terms_of(low);
  std::vector<signed_term> b = terms_of(high);
  if (a.size() + b.size() <= 2 || a.size() > most_parts || b.size() > most_parts) return false;
  if (cancel_terms(a, b)) return by_multiple(low, high, strictly, {}, sum_of(a), sum_of(b));
  if (strictly) return false;
  std::vector<expression_ptr> needed;
  if (a.size() != b.size()) {
    if (!by_some_terms(a, b, needed)) return false;
    facts_.log().add(terms_step{in_order(low, high, false), std::move(needed)});
    return true;
  }
  // Term by term, in their order.
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].subtracted != b[i].subtracted) return false;
    const auto& [first, second] = a[i].subtracted ? std::pair(b[i].operand, a[i].operand)
                                                  : std::pair(a[i].operand, b[i].operand);
    if (!is_below(first, second, false)) return false;
    needed.push_back(in_order(first, second, false));
  }
  facts_.log().add(terms_step{in_order(low, high, false), std::move(needed)});
  return true;
}

// By another inequality, of which this one is a multiple: the product of the factors times it.
bool formula_order::by_multiple(const expression_ptr& low, const expression_ptr& high,
                                bool strictly, const std::vector<single_factor>& factors,
                                const expression_ptr& other_low, const expression_ptr& other_high) {
  if (!is_below(other_low, other_high, strictly)) return false;
  facts_.log().add(scaled_step{in_order(low, high, strictly), product_of(factors),
                               in_order(other_low, other_high, strictly)});
  return true;
}

// With the products of sums multiplied out, if both sides have something in common then.
bool formula_order::by_expansion(const expression_ptr& low, const expression_ptr& high,
                                 bool strictly) {
  if (has_divergence(*low) || has_divergence(*high)) return false;
  std::vector<signed_term> a = terms_multiplied_out(low);
  std::vector<signed_term> b = terms_multiplied_out(high);
  const bool is_new = a.size() > terms_of(low).size() || b.size() > terms_of(high).size();
  if (!is_new || a.size() > most_parts || b.size() > most_parts || !cancel_terms(a, b))
    return false;
  return by_multiple(low, high, strictly, {}, sum_of(a), sum_of(b));
}

// Divisors, where they are certainly positive, become factors of the other side.
bool formula_order::multiply_across(std::vector<single_factor>& a, std::vector<single_factor>& b,
                                    std::vector<single_factor>& moved) {
  for (auto* side : {&a, &b})
    for (const single_factor& factor : *side) {
      if (!factor.divided) continue;
      if (has_divergence(*factor.operand) ||
          !facts_.is_certain(factor.operand, relation::greater, make_number(0)))
        return false;
      moved.push_back(factor);
    }
  if (moved.empty()) return false;
  const auto move_from = [](std::vector<single_factor>& side, std::vector<single_factor>& other) {
    std::vector<single_factor> kept;
    for (const single_factor& factor : side) {
      if (factor.divided)
        other.push_back({false, factor.operand});
      else
        kept.push_back(factor);
    }
    side = std::move(kept);
  };
  std::vector<single_factor> to_b;
  std::vector<single_factor> to_a;
  move_from(a, to_b);
  move_from(b, to_a);
  a.insert(a.end(), to_a.begin(), to_a.end());
  b.insert(b.end(), to_b.begin(), to_b.end());
  return true;
}

bool formula_order::is_at_least_zero(const expression_ptr& formula) {
  return facts_.is_certain(formula, relation::greater_equal, make_number(0));
}

bool formula_order::by_products(const expression_ptr& low, const expression_ptr& high,
                                bool strictly) {
  std::vector<single_factor> a = factors_of(low);
  std::vector<single_factor> b = factors_of(high);
  const auto is_one = [](const single_factor& factor) {
    const auto* power = std::get_if<power_of>(&factor.operand->node);
    const auto* x = std::get_if<literal>(&(power != nullptr ? power->base : factor.operand)->node);
    return x != nullptr && x->value == 1;
  };
  const auto is_divided = [](const single_factor& factor) { return factor.divided; };
  for (auto* side : {&a, &b})
    side->erase(std::remove_if(side->begin(), side->end(), is_one), side->end());
  const bool has_quotient =
      std::any_of(a.begin(), a.end(), is_divided) || std::any_of(b.begin(), b.end(), is_divided);
  if ((a.size() + b.size() <= 2 && !has_quotient) || a.size() > most_parts || b.size() > most_parts)
    return false;
  std::vector<single_factor> taken;
  for (auto one = a.begin(); one != a.end();) {
    const auto same = std::find_if(b.begin(), b.end(), [&](const single_factor& other) {
      return other.divided == one->divided && is_same(one->operand, other.operand);
    });
    const bool needs_more = one->divided || strictly;
    if (same == b.end() || has_divergence(*one->operand) ||
        !(needs_more ? facts_.is_certain(one->operand, relation::greater, make_number(0))
                     : is_at_least_zero(one->operand))) {
      ++one;
      continue;
    }
    b.erase(same);
    taken.push_back(*one);
    one = a.erase(one);
  }
  const std::vector<single_factor> before = a;
  if (taken.empty() && put_numbers_together(a, b))
    return by_multiple(low, high, strictly, numbers_left_out(before, a), product_of(a),
                       product_of(b));
  if (!taken.empty() || multiply_across(a, b, taken))
    return by_multiple(low, high, strictly, taken, product_of(a), product_of(b));
  // Factor by factor, in their order, all of them at least 0.
  std::vector<factors_step::pair> pairs;
  if (strictly || a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].divided != b[i].divided) return false;
    if (has_divergence(*a[i].operand) || has_divergence(*b[i].operand)) return false;
    if (a[i].divided) {
      if (!facts_.is_certain(b[i].operand, relation::greater, make_number(0)) ||
          !is_below(b[i].operand, a[i].operand, false))
        return false;
      pairs.push_back({true, in_order(b[i].operand, a[i].operand, false)});
    } else if (!is_at_least_zero(a[i].operand) || !is_below(a[i].operand, b[i].operand, false)) {
      return false;
    } else {
      pairs.push_back({false, in_order(a[i].operand, b[i].operand, false)});
    }
  }
  facts_.log().add(factors_step{in_order(low, high, false), std::move(pairs)});
  return true;
}

// log(1 + f) <= f, alone or as the first factor of a product whose other factors are not negative.
bool formula_order::by_tangent(const expression_ptr& low, const expression_ptr& high,
                               bool strictly) {
  std::vector<single_factor> factors = factors_of(low);
  const call* logarithm = call_of(factors.front().operand, "log");
  const call* shifted = call_of(factors.front().operand, "log1p");
  if (factors.front().divided || (logarithm == nullptr && shifted == nullptr)) return false;
  for (std::size_t i = 1; i < factors.size(); ++i)
    if (has_divergence(*factors[i].operand) || !is_at_least_zero(factors[i].operand)) return false;
  if (shifted != nullptr) {
    factors.front().operand = shifted->arguments[0];
  } else {
    std::vector<signed_term> terms = terms_of(logarithm->arguments[0]);
    const auto one = std::find_if(terms.begin(), terms.end(), [](const signed_term& term) {
      const auto* value = std::get_if<literal>(&term.operand->node);
      return !term.subtracted && value != nullptr && value->value == 1;
    });
    if (one == terms.end()) return false;
    terms.erase(one);
    factors.front().operand = sum_of(terms);
  }
  const expression_ptr above = product_of(factors);
  const expression_ptr called = factors_of(low).front().operand;
  const expression_ptr inner = factors.front().operand;
  factors.erase(factors.begin());
  facts_.log().add(tangent_step{low, above, called, inner, product_of(factors)});
  if (!is_below(above, high, strictly)) return false;
  facts_.log().add(between_step{in_order(low, high, strictly), above});
  return true;
}

}  // namespace shufflecert::inline v0_1::claims
