// By the rules of docs/methods/theorems.md, "Values", and of docs/methods/orderings.md.

#include "claims/facts/quantity_existence.hpp"

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "claims/special/coin_reports.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

bool is_infinity(const expression_ptr& formula) {
  const auto* x = std::get_if<variable>(&formula->node);
  return x != nullptr && x->name == "inf";
}

const call* call_in(const expression_ptr& formula) {
  return std::get_if<call>(&formula->node);
}

// The pair behind any number of swap().
expression_ptr unswapped(expression_ptr pair) {
  for (const call* x = call_in(pair); x != nullptr && x->name == "swap"; x = call_in(pair))
    pair = expression_ptr(x->arguments[0]);
  return pair;
}

}  // namespace

bool quantity_existence::arguments_exist(const call& x, const builtin& function) {
  for (std::size_t i = 0; i < x.arguments.size(); ++i) {
    const expression_ptr& argument = x.arguments[i];
    const builtin_parameter& parameter = function.parameter_at(i);
    const bool exists = parameter.kind == value_kind::pair  ? pair_exists(argument)
                        : parameter.kind == value_kind::law ? law_that_exists(argument).has_value()
                        : parameter.kind == value_kind::curve ? curve_exists(argument)
                        : parameter.kind != value_kind::number
                            ? false
                            : (!parameter.is_whole() || is_whole(*argument)) &&
                                  facts_.is_in(argument, parameter.range);
    if (!exists) return false;
  }
  return true;
}

std::optional<quantity_existence::existing_law> quantity_existence::law_that_exists(
    const expression_ptr& law) {
  const call* x = call_in(law);
  if (x == nullptr) return std::nullopt;
  if (x->name == "rr_law" || x->name == "krr_law") {
    std::vector<signed_term> counts;
    for (std::size_t i = 1; i < x->arguments.size(); ++i) {
      const expression_ptr& count = x->arguments[i];
      if (!is_whole(*count) || !facts_.has_value(count) || !facts_.is_at_least(count, 0))
        return std::nullopt;
      counts.push_back({false, count});
    }
    const expression_ptr reports = sum_of(counts);
    if (!facts_.has_value(x->arguments[0]) || !facts_.is_at_least(x->arguments[0], 0) ||
        !facts_.is_positive(reports))
      return std::nullopt;
    return existing_law{x->name == "rr_law" ? 1 : counts.size(), reports};
  }
  if (x->name == "mix") {
    const auto first = law_that_exists(x->arguments[1]);
    const auto second = law_that_exists(x->arguments[2]);
    if (!first || !second || first->coordinates != second->coordinates ||
        !facts_.is_share(x->arguments[0]))
      return std::nullopt;
    const bool agree =
        first->reports && second->reports && is_same_number(*first->reports, *second->reports);
    return existing_law{first->coordinates, agree ? first->reports : nullptr};
  }
  if (x->name == "law") return written_law_that_exists(law);
  if (x->name != "first" && x->name != "second") return std::nullopt;
  const expression_ptr pair = unswapped(x->arguments[0]);
  const auto known = pair_in(*pair);
  if (!known || !pair_exists(pair)) return std::nullopt;
  if (known->name == "rr_pair") return existing_law{1, known->users()};
  if (known->name != "krr_pair") return existing_law{2, nullptr};
  const auto* symbols = std::get_if<literal>(&known->arguments[0]->node);
  if (symbols == nullptr || symbols->value > 1000) return std::nullopt;
  return existing_law{numerator(symbols->value).convert_to<std::size_t>(), known->users()};
}

// Laws of reports that are written out; each number of ones is possible.
std::optional<quantity_existence::existing_law> quantity_existence::written_law_that_exists(
    const expression_ptr& law) {
  if (const auto coins = coin_reports_in(law)) {
    if (!is_whole(*coins->users) || !facts_.is_at_least(coins->users, 1) ||
        !facts_.has_value(coins->share) || !facts_.is_positive(coins->share) ||
        !facts_.is_certain(coins->share, relation::less, make_number(1)))
      return std::nullopt;
    return existing_law{1, coins->users};
  }
  const auto drawn = drawn_reports_in(law);
  if (!drawn) return std::nullopt;
  for (const expression_ptr& count : {drawn->users, drawn->drawn, drawn->ones})
    if (!is_whole(*count) || !facts_.has_value(count)) return std::nullopt;
  const auto is_room = [&](const expression_ptr& of) {
    return facts_.is_at_least(make_node(sum_chain{{{false, drawn->users}, {true, of}}}), 0);
  };
  if (!facts_.is_at_least(drawn->drawn, 1) || !facts_.is_at_least(drawn->ones, 0) ||
      !is_room(drawn->drawn) || !is_room(drawn->ones) || !facts_.has_value(drawn->eps0) ||
      !facts_.is_at_least(drawn->eps0, 0))
    return std::nullopt;
  return existing_law{1, drawn->drawn};
}

bool quantity_existence::pair_exists(const expression_ptr& pair) {
  const expression_ptr plain = unswapped(simplified(pair));
  const call* x = call_in(plain);
  const builtin* function = x == nullptr ? nullptr : find_builtin(x->name);
  if (function == nullptr || function->result != value_kind::pair) return false;
  if (function->exists_in_ranges) return arguments_exist(*x, *function);
  if (x->name == "subsampled") {
    const auto of = pair_in(*x->arguments[0]);
    return of && of->name == "rr_pair" && !of->is_swapped && arguments_exist(*x, *function);
  }
  if (x->name == "variation_pair") return variation_pair_exists(*x);
  if (x->name != "pair") return false;
  const auto first = law_that_exists(x->arguments[0]);
  const auto second = law_that_exists(x->arguments[1]);
  return first && second && first->coordinates == second->coordinates;
}

// With α = min(β, (p−1)/(p+1))/(p−1) <= 1/(p+1), αp/q0 + αp/q1 is at most 1 where each 2p/(p+1) is
// at most the ratio.
bool quantity_existence::variation_pair_exists(const call& x) {
  const expression_ptr& p = x.arguments[1];
  if (!is_whole(*x.arguments[0]) || !facts_.is_at_least(x.arguments[0], 1) ||
      !facts_.has_value(p) || !facts_.is_certain(p, relation::greater, make_number(1)) ||
      !facts_.is_share(x.arguments[2]))
    return false;
  for (std::size_t i = 3; i < x.arguments.size(); ++i) {
    const variable_map letters{{"p", p}, {"q", x.arguments[i]}};
    if (!facts_.has_value(x.arguments[i]) || !facts_.is_at_least(x.arguments[i], 1) ||
        !facts_.is_certain(with_formulas(parse_formula("2*p/((p + 1)*q)"), letters),
                           relation::less_equal, make_number(1)))
      return false;
  }
  return true;
}

bool quantity_existence::has_same_outcomes(const std::vector<expression_ptr>& laws) {
  std::optional<existing_law> one;
  return std::all_of(laws.begin(), laws.end(), [&](const expression_ptr& law) {
    const auto next = law_that_exists(law);
    if (!next || !next->reports) return false;
    if (!one) one = next;
    return next->coordinates == one->coordinates && is_same_number(*next->reports, *one->reports);
  });
}

// Whether the two laws of a pair that exists have the same outcomes, of which there is a finite
// number.
bool quantity_existence::is_equivalent_pair(const expression_ptr& pair) {
  const expression_ptr plain = unswapped(simplified(pair));
  if (const auto known = pair_in(*plain)) return known->name != "unmixed_pair";
  const call* x = call_in(plain);
  if (x == nullptr) return false;
  if (x->name == "compose") return is_equivalent_pair(x->arguments[0]);
  // α is positive or there is nothing to tell apart.
  if (x->name == "variation_pair" || x->name == "laplace_pair") return true;
  return x->name == "subsampled" || (x->name == "pair" && has_same_outcomes(x->arguments));
}

// A divergence of laws on the same outcomes is finite, and a hockey-stick divergence always.
bool quantity_existence::has_value(const call& x) {
  if (x.name == "ternary_moment") {
    const std::vector<expression_ptr> laws(x.arguments.begin(), x.arguments.begin() + 3);
    return has_same_outcomes(laws) && facts_.has_value(x.arguments[3]) &&
           facts_.is_at_least(x.arguments[3], 1);
  }
  const builtin* function = find_builtin(x.name);
  if (function != nullptr && function->exists_in_ranges) return arguments_exist(x, *function);
  if (x.name == "pmf") {
    const auto law = law_that_exists(x.arguments[0]);
    return law && law->coordinates == 1 && x.arguments.size() == 2 && is_whole(*x.arguments[1]) &&
           facts_.has_value(x.arguments[1]);
  }
  // It lies between −∞, which only δ = 1 has, and the largest log-ratio.
  if (x.name == "epsilon")
    return facts_.is_in(x.arguments[1], ranges::proper_share) && pair_exists(x.arguments[0]) &&
           is_equivalent_pair(x.arguments[0]);
  const bool is_renyi = x.name == "renyi";
  if (!is_renyi && x.name != "chi_moment") return false;
  const expression_ptr& order = x.arguments[1];
  const bool is_of_order_inf = is_renyi && is_infinity(order);
  if (!is_of_order_inf && !(facts_.has_value(order) &&
                            (is_renyi ? facts_.is_positive(order) : facts_.is_at_least(order, 1))))
    return false;
  const expression_ptr plain = simplified_up_to_outcomes(x.arguments[0]);
  const call* normal = call_in(plain);
  if (normal != nullptr && normal->name == "gaussian_pair")
    return is_renyi && !is_of_order_inf && pair_exists(x.arguments[0]);
  return pair_exists(x.arguments[0]) && is_equivalent_pair(x.arguments[0]);
}

bool quantity_existence::curve_exists(const expression_ptr& curve) {
  if (const auto* x = std::get_if<variable>(&curve->node)) return x->name == "identity_curve";
  const call* x = call_in(curve);
  if (x == nullptr) return false;
  const builtin* function = find_builtin(x->name);
  return function != nullptr && function->result == value_kind::curve &&
         function->exists_in_ranges && arguments_exist(*x, *function);
}

// (U.5) and (O.1).
bool quantity_existence::is_infinite(const expression_ptr& formula) {
  if (is_infinity(formula)) return true;
  const call* x = call_in(formula);
  if (x == nullptr) return false;
  if (x->name == "max")
    return std::all_of(x->arguments.begin(), x->arguments.end(),
                       [&](const expression_ptr& one) {
                         return is_infinite(one) || facts_.has_value(one);
                       }) &&
           std::any_of(x->arguments.begin(), x->arguments.end(),
                       [&](const expression_ptr& one) { return is_infinite(one); });
  if (x->name != "renyi") return false;
  const expression_ptr& order = x->arguments[1];
  if (!is_infinity(order) && !(facts_.has_value(order) && facts_.is_at_least(order, 1)))
    return false;
  const expression_ptr plain = unswapped(x->arguments[0]);
  const call* pair = call_in(plain);
  if (pair == nullptr || !pair_exists(plain)) return false;
  if (pair->name == "unmixed_pair") return true;
  return pair->name == "printed_pair" && facts_.is_positive(pair->arguments[2]);
}

}  // namespace shufflecert::inline v0_1::claims
