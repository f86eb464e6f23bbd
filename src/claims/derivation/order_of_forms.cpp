#include "claims/derivation/order_of_forms.hpp"

#include <algorithm>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Functions that rise strictly wherever they are finite.
// A variable that a condition sets to a number.
std::optional<variable_map> value_set_by(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr || sides->op != relation::equal) return std::nullopt;
  const bool is_turned = std::holds_alternative<literal>(sides->left->node);
  const expression_ptr& name = is_turned ? sides->right : sides->left;
  const expression_ptr& value = is_turned ? sides->left : sides->right;
  const auto* x = std::get_if<variable>(&name->node);
  if (x == nullptr || !std::holds_alternative<literal>(value->node)) return std::nullopt;
  return variable_map{{x->name, value}};
}

}  // namespace

// max(a, b) <= c where both are, a <= max(b, c) where one of them is; min() likewise.
std::optional<bool> order_of_forms::by_extremes(const expression_ptr& low,
                                                const expression_ptr& high, bool strictly) {
  const auto below_high = [&](const expression_ptr& one) {
    return order_.is_below(one, high, strictly);
  };
  const auto above_low = [&](const expression_ptr& one) {
    return order_.is_below(low, one, strictly);
  };
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

// if(x == 2, a, b) is a where x is 2; elsewhere it is b.
std::optional<bool> order_of_forms::by_choice(const expression_ptr& low, const expression_ptr& high,
                                              bool strictly) {
  const call* above = call_of(high, "if");
  const call* below = above == nullptr ? call_of(low, "if") : nullptr;
  const call* x = above != nullptr ? above : below;
  if (x == nullptr) return std::nullopt;
  const auto with_branch = [&](const expression_ptr& branch) {
    return above != nullptr ? comparison{low, relation::less_equal, branch}
                            : comparison{branch, relation::less_equal, high};
  };
  comparison where_true = with_branch(x->arguments[1]);
  const comparison where_false = with_branch(x->arguments[2]);
  if (const auto value = value_set_by(*x->arguments[0])) {
    where_true.left = simplified(with_formulas(where_true.left, *value));
    where_true.right = simplified(with_formulas(where_true.right, *value));
    if (!facts_.has_value(where_true.left) || !facts_.has_value(where_true.right)) return false;
    order_.log().add(
        branch_step{x->arguments[0], in_order(where_true.left, where_true.right, strictly)});
  }
  return order_.is_below(where_true.left, where_true.right, strictly) &&
         order_.is_below(where_false.left, where_false.right, strictly);
}

// The log gets the step where it holds.
bool order_of_forms::logged(bool holds, const proof_step& step) {
  if (holds) order_.log().add(step);
  return holds;
}

bool order_of_forms::by_arguments(const expression_ptr& low, const expression_ptr& high,
                                  bool strictly) {
  const auto* a = std::get_if<call>(&low->node);
  const auto* b = std::get_if<call>(&high->node);
  const expression_ptr wanted = in_order(low, high, strictly);
  const auto mark = order_.log().mark();
  const auto logged_or_forgotten = [&](bool holds, const proof_step& step) {
    if (!holds) order_.log().forget_from(mark);
    return logged(holds, step);
  };
  if (a != nullptr && b != nullptr && a->name == b->name &&
      a->arguments.size() == b->arguments.size()) {
    if (takes_distributions(a->name)) {
      const auto pair = strictly ? std::nullopt : pair_in_order_of_parameters(*a, *b);
      if (logged_or_forgotten(pair.has_value(),
                              parameters_step{wanted, a->name, pair.value_or("")}))
        return true;
    } else if (logged_or_forgotten(by_calls(*a, *b, strictly),
                                   form_step{form_rule::rises, wanted})) {
      return true;
    }
  }
  if (!strictly && logged_or_forgotten(by_powers(low, high), form_step{form_rule::powers, wanted}))
    return true;
  if (!strictly && by_bodies(low, high)) {
    order_.log().add_alone(mark, form_step{form_rule::bodies, wanted});
    return true;
  }
  order_.log().forget_from(mark);
  return false;
}

std::optional<bool> order_of_forms::by_inverse(const expression_ptr& low,
                                               const expression_ptr& high, bool strictly) {
  const expression_ptr wanted = in_order(low, high, strictly);
  const auto* minus_a = std::get_if<negation>(&low->node);
  const auto* minus_b = std::get_if<negation>(&high->node);
  if (minus_a != nullptr && minus_b != nullptr)
    return logged(order_.is_below(minus_b->operand, minus_a->operand, strictly),
                  scaled_step{wanted, make_number(1),
                              in_order(minus_b->operand, minus_a->operand, strictly)});
  // Against a constant, from the function that undoes it: c <= log(f) where e^c <= f.
  const form_step undoing{form_rule::undone, wanted};
  const auto undone = [](const expression_ptr& end) { return make_call("exp", {end}); };
  if (const call* x = call_of(high, "log"); x != nullptr && free_variables(*low).empty())
    return logged(order_.is_below(undone(low), x->arguments[0], strictly), undoing);
  if (const call* x = call_of(low, "log"); x != nullptr && free_variables(*high).empty())
    return logged(order_.is_below(x->arguments[0], undone(high), strictly), undoing);
  return std::nullopt;
}

bool order_of_forms::by_calls(const call& low, const call& high, bool strictly) {
  const builtin* function = find_builtin(low.name);
  if (function == nullptr || function->rises == monotony::not_stated) return false;
  if (strictly && function->rises != monotony::strict) return false;
  for (std::size_t i = 0; i < low.arguments.size(); ++i)
    if (!order_.is_below(low.arguments[i], high.arguments[i], strictly)) return false;
  return true;
}

// Whether each parameter moves the second pair away from the first towards more privacy, or not.
bool order_of_forms::are_parameters_in_order(const stated_pair& less_private,
                                             const stated_pair& more_private) {
  const builtin& made = *find_builtin(less_private.name);
  for (std::size_t i = 0; i < made.parameters.size(); ++i) {
    const builtin_parameter& parameter = made.parameters[i];
    const expression_ptr less = less_private.argument(i);
    const expression_ptr more = more_private.argument(i);
    if (parameter.trend == leak_trend::not_stated) {
      if (!order_.is_same(less, more)) return false;
      continue;
    }
    const claim& subject = facts_.domain().names();
    if (parameter.is_whole() &&
        !(is_whole_by_form(subject, *less) && is_whole_by_form(subject, *more)))
      return false;
    const bool falls = parameter.trend == leak_trend::falls;
    if (!order_.is_below(falls ? less : more, falls ? more : less, false)) return false;
  }
  return true;
}

// The name of the pair, where quantities of two pairs of a kind are in the order of the parameters:
// docs/methods/ranges.md.
std::optional<std::string> order_of_forms::pair_in_order_of_parameters(const call& low,
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
  if (!are_parameters_in_order(*less_private, *more_private)) return std::nullopt;
  const expression_ptr& a = low.arguments[1];
  const expression_ptr& b = high.arguments[1];
  // |t − 1|^a is convex from a = 1 on.
  if (is_moment
          ? !order_.is_same(a, b) || !facts_.is_certain(a, relation::greater_equal, make_number(1))
          : !(is_renyi ? order_.is_below(a, b, false) : order_.is_below(b, a, false)))
    return std::nullopt;
  return less_private->name;
}

// x^s rises in x >= 0, for s >= 0.
bool order_of_forms::by_powers(const expression_ptr& low, const expression_ptr& high) {
  const auto* a = std::get_if<power_of>(&low->node);
  const auto* b = std::get_if<power_of>(&high->node);
  return a != nullptr && b != nullptr && order_.is_same(a->exponent, b->exponent) &&
         order_.is_at_least_zero(a->exponent) && order_.is_at_least_zero(a->base) &&
         order_.is_below(a->base, b->base, false);
}

// Sums over one range, and means over one binomial law, term by term. The larger sum may begin
// earlier, with terms that are not negative.
bool order_of_forms::by_bodies(const expression_ptr& low, const expression_ptr& high) {
  const auto* a = std::get_if<call>(&low->node);
  const auto* b = std::get_if<call>(&high->node);
  if (a == nullptr || b == nullptr || a->name != b->name) return false;
  const bool is_mean = a->name == "binomial_mean";
  if (!is_mean && a->name != "sum") return false;
  const bool begins_earlier = !is_mean && !order_.is_same(a->arguments[1], b->arguments[1]);
  for (std::size_t i = begins_earlier ? 2 : 1; i < a->arguments.size() - 1; ++i)
    if (!order_.is_same(a->arguments[i], b->arguments[i])) return false;
  if (begins_earlier) {
    if (!order_.is_below(b->arguments[1], a->arguments[1], false)) return false;
    const domain_index j(facts_.domain(), b->arguments[1], b->arguments[2]);
    if (!order_.is_at_least_zero(j.in(b->arguments.back(), b->arguments[0]))) return false;
  }
  const domain_index j(facts_.domain(), is_mean ? make_number(0) : a->arguments[1],
                       is_mean ? a->arguments[1] : a->arguments[2]);
  return order_.is_below(j.in(a->arguments.back(), a->arguments[0]),
                         j.in(b->arguments.back(), b->arguments[0]), false);
}

}  // namespace shufflecert::inline v0_1::claims
