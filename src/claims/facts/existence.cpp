// Which formulas certainly have a value, by their form: docs/methods/theorems.md, "Values", and for
// laws and curves docs/methods/orderings.md.

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/bounds/pair_forms.hpp"
#include "claims/bounds/written_laws.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/facts/facts.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/terms.hpp"
#include "language/syntax/builtins.hpp"

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

domain_facts::index::index(domain_facts& facts, const expression_ptr& from,
                           const expression_ptr& to)
    : facts_(facts),
      name_(fmt::format("index {}", ++facts.indices_made_)),
      conditions_(facts.conditions_.size()) {
  const expression_ptr self = make_variable(name_);
  facts_.indices_.insert(name_);
  facts_.names_.integers.push_back(name_);
  if (from) facts_.conditions_.push_back(make_comparison(self, relation::greater_equal, from));
  if (to) facts_.conditions_.push_back(make_comparison(self, relation::less_equal, to));
}

domain_facts::index::index(domain_facts& facts)
    : facts_(facts),
      name_(fmt::format("index {}", ++facts.indices_made_)),
      conditions_(facts.conditions_.size()),
      is_whole_(false) {
  facts_.indices_.insert(name_);
}

domain_facts::index::~index() {
  facts_.conditions_.resize(conditions_);
  if (is_whole_) facts_.names_.integers.pop_back();
  facts_.indices_.erase(name_);
}

expression_ptr domain_facts::index::in(const expression_ptr& body,
                                       const expression_ptr& name) const {
  return with_formulas(body, {{std::get<variable>(name->node).name, make_variable(name_)}});
}

bool domain_facts::has_index(const expression& formula) const {
  if (indices_.empty()) return false;
  const auto open = free_variables(formula);
  return std::any_of(open.begin(), open.end(),
                     [&](const std::string& name) { return indices_.contains(name); });
}

bool domain_facts::is_whole(const expression& formula) const {
  return is_whole_by_form(names_, formula);
}

bool domain_facts::is_nonzero(const expression_ptr& formula) {
  const expression_ptr zero = make_number(0);
  return is_certain(formula, relation::greater, zero) ||
         is_certain(formula, relation::less, zero) ||
         is_certain(formula, relation::not_equal, zero);
}

bool domain_facts::is_at_least(const expression_ptr& formula, std::int64_t end) {
  return is_certain(formula, relation::greater_equal, make_number(end));
}

bool domain_facts::is_at_most(const expression_ptr& formula, std::int64_t end) {
  return is_certain(formula, relation::less_equal, make_number(end));
}

bool domain_facts::is_share(const expression_ptr& formula) {
  return has_value(formula) && is_at_least(formula, 0) && is_at_most(formula, 1);
}

bool domain_facts::has_value_by_form(const expression_ptr& formula) {
  if (std::holds_alternative<literal>(formula->node)) return true;
  // Variables are real numbers.
  if (const auto* x = std::get_if<variable>(&formula->node))
    return x->name != "inf" && x->name != "identity_curve";
  if (const auto* x = std::get_if<negation>(&formula->node)) return has_value(x->operand);
  if (const auto* x = std::get_if<sum_chain>(&formula->node))
    return std::all_of(x->terms.begin(), x->terms.end(),
                       [&](const auto& term) { return has_value(term.operand); });
  if (const auto* x = std::get_if<product_chain>(&formula->node))
    return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
      return has_value(factor.operand) && (!factor.divided || is_nonzero(factor.operand));
    });
  if (const auto* x = std::get_if<power_of>(&formula->node)) return power_has_value(*x);
  if (const auto* x = std::get_if<call>(&formula->node)) return call_has_value(*x);
  return false;
}

bool domain_facts::power_has_value(const power_of& x) {
  if (!has_value(x.base) || !has_value(x.exponent)) return false;
  const auto* exponent = std::get_if<literal>(&x.exponent->node);
  if (exponent != nullptr && is_integer(exponent->value) && exponent->value >= 1) return true;
  if (is_whole(*x.exponent) && is_at_least(x.exponent, 0)) return true;
  const expression_ptr zero = make_number(0);
  return is_certain(x.base, relation::greater, zero) ||
         (is_at_least(x.base, 0) && is_certain(x.exponent, relation::greater, zero));
}

bool domain_facts::call_has_value(const call& x) {
  const builtin* function = find_builtin(x.name);
  if (function == nullptr) return false;
  if (function->uses == argument_use::branch) return choice_has_value(x);
  if (function->uses == argument_use::body) return body_has_value(x);
  if (function->uses != argument_use::each) return false;
  if (takes_distributions(x.name)) return quantity_has_value(x);
  const bool have_values =
      std::all_of(x.arguments.begin(), x.arguments.end(),
                  [&](const expression_ptr& argument) { return has_value(argument); });
  if (!have_values) return false;
  if (x.name == "gamma" || x.name == "lgamma")
    return is_certain(x.arguments[0], relation::greater, make_number(0));
  if (x.name == "binomial") return is_whole(*x.arguments[0]) && is_whole(*x.arguments[1]);
  if (x.name == "shuffle_gaussian_renyi")
    return is_whole(*x.arguments[0]) && is_at_least(x.arguments[0], 1) &&
           is_certain(x.arguments[1], relation::greater, make_number(0)) &&
           is_whole(*x.arguments[2]) && is_at_least(x.arguments[2], 2);
  if (x.name == "binomial_cdf")
    return is_whole(*x.arguments[1]) && is_at_least(x.arguments[1], 0) && is_share(x.arguments[2]);
  if (!function->is_total && !function->rises) return false;
  return std::all_of(x.arguments.begin(), x.arguments.end(), [&](const expression_ptr& argument) {
    return function->is_total || function->rises->is_everywhere() ||
           is_certain(argument, function->rises->op, parse_formula(function->rises->end));
  });
}

// Both branches have one, wherever the condition leads.
bool domain_facts::choice_has_value(const call& x) {
  const auto* sides = std::get_if<comparison>(&x.arguments[0]->node);
  return sides != nullptr && has_value(sides->left) && has_value(sides->right) &&
         has_value(x.arguments[1]) && has_value(x.arguments[2]);
}

// Of e^f with an f that is linear in the name and has a value at each of its values.
bool domain_facts::normal_mean_has_value(const call& x) {
  const expression_ptr mean = make_node(call(x));
  if (to_text(*with_closed_forms(mean)) == to_text(*mean)) return false;
  const index any(*this);
  return has_value(any.in(x.arguments.back(), x.arguments[0]));
}

bool domain_facts::body_has_value(const call& x) {
  if (x.name == "normal_mean") return normal_mean_has_value(x);
  const bool is_mean = x.name == "binomial_mean";
  if (!is_mean && x.name != "sum" && x.name != "product") return false;
  const expression_ptr from = is_mean ? make_number(0) : x.arguments[1];
  const expression_ptr& to = is_mean ? x.arguments[1] : x.arguments[2];
  if (!is_whole(*from) || !is_whole(*to) || !has_value(from) || !has_value(to)) return false;
  if (is_mean && !(is_at_least(to, 0) && is_share(x.arguments[2]))) return false;
  const index j(*this, from, to);
  return has_value(j.in(x.arguments.back(), x.arguments[0]));
}

bool domain_facts::known_pair_exists(const stated_pair& pair) {
  if (!is_whole(*pair.users())) return false;
  if (pair.name == "krr_pair" &&
      !(is_whole(*pair.arguments[0]) && is_at_least(pair.arguments[0], 3)))
    return false;
  const expression_ptr rate =
      pair.name == "clone_pair" || pair.name == "unmixed_pair" ? pair.clone_rate() : nullptr;
  return is_at_least(pair.users(), 1) && has_value(pair.eps0()) && is_at_least(pair.eps0(), 0) &&
         (rate == nullptr ||
          (is_certain(rate, relation::greater, make_number(0)) && is_at_most(rate, 1)));
}

std::optional<domain_facts::known_law> domain_facts::law_that_exists(const expression_ptr& law) {
  const call* x = call_in(law);
  if (x == nullptr) return std::nullopt;
  if (x->name == "rr_law" || x->name == "krr_law") {
    std::vector<signed_term> counts;
    for (std::size_t i = 1; i < x->arguments.size(); ++i) {
      const expression_ptr& count = x->arguments[i];
      if (!is_whole(*count) || !has_value(count) || !is_at_least(count, 0)) return std::nullopt;
      counts.push_back({false, count});
    }
    const expression_ptr reports = sum_of(counts);
    if (!has_value(x->arguments[0]) || !is_at_least(x->arguments[0], 0) ||
        !is_certain(reports, relation::greater, make_number(0)))
      return std::nullopt;
    return known_law{x->name == "rr_law" ? 1 : counts.size(), reports};
  }
  if (x->name == "mix") {
    const auto first = law_that_exists(x->arguments[1]);
    const auto second = law_that_exists(x->arguments[2]);
    if (!first || !second || first->coordinates != second->coordinates ||
        !is_share(x->arguments[0]))
      return std::nullopt;
    const bool agree =
        first->reports && second->reports && is_same_number(*first->reports, *second->reports);
    return known_law{first->coordinates, agree ? first->reports : nullptr};
  }
  if (x->name == "law") return written_law_that_exists(law);
  if (x->name != "first" && x->name != "second") return std::nullopt;
  const expression_ptr pair = unswapped(x->arguments[0]);
  const auto known = pair_in(*pair);
  if (!known || !known_pair_exists(*known)) return std::nullopt;
  if (known->name == "rr_pair") return known_law{1, known->users()};
  if (known->name != "krr_pair") return known_law{2, nullptr};
  const auto* symbols = std::get_if<literal>(&known->arguments[0]->node);
  if (symbols == nullptr || symbols->value > 1000) return std::nullopt;
  return known_law{numerator(symbols->value).convert_to<std::size_t>(), known->users()};
}

// Laws of reports that are written out; each number of ones is possible.
std::optional<domain_facts::known_law> domain_facts::written_law_that_exists(
    const expression_ptr& law) {
  if (const auto coins = coin_reports_in(law)) {
    if (!is_whole(*coins->users) || !is_at_least(coins->users, 1) || !has_value(coins->share) ||
        !is_certain(coins->share, relation::greater, make_number(0)) ||
        !is_certain(coins->share, relation::less, make_number(1)))
      return std::nullopt;
    return known_law{1, coins->users};
  }
  const auto drawn = drawn_reports_in(law);
  if (!drawn) return std::nullopt;
  for (const expression_ptr& count : {drawn->users, drawn->drawn, drawn->ones})
    if (!is_whole(*count) || !has_value(count)) return std::nullopt;
  const auto is_room = [&](const expression_ptr& of) {
    return is_at_least(make_node(sum_chain{{{false, drawn->users}, {true, of}}}), 0);
  };
  if (!is_at_least(drawn->drawn, 1) || !is_at_least(drawn->ones, 0) || !is_room(drawn->drawn) ||
      !is_room(drawn->ones) || !has_value(drawn->eps0) || !is_at_least(drawn->eps0, 0))
    return std::nullopt;
  return known_law{1, drawn->drawn};
}

bool domain_facts::pair_exists(const expression_ptr& pair) {
  const expression_ptr plain = unswapped(simplified(pair));
  if (const auto known = pair_in(*plain)) return known_pair_exists(*known);
  const call* x = call_in(plain);
  if (x == nullptr) return false;
  if (x->name == "gaussian_pair")
    return has_value(x->arguments[0]) &&
           is_certain(x->arguments[0], relation::greater, make_number(0));
  if (x->name == "printed_pair")
    return is_whole(*x->arguments[0]) && is_at_least(x->arguments[0], 1) &&
           has_value(x->arguments[1]) && is_at_least(x->arguments[1], 0) &&
           is_share(x->arguments[2]);
  if (x->name == "subsampled") {
    const auto of = pair_in(*x->arguments[0]);
    return of && of->name == "rr_pair" && !of->is_swapped && known_pair_exists(*of) &&
           is_share(x->arguments[1]);
  }
  if (x->name == "compose") {
    const expression_ptr& rounds = x->arguments[1];
    return pair_exists(x->arguments[0]) && is_whole(*rounds) && has_value(rounds) &&
           is_at_least(rounds, 1);
  }
  if (x->name == "variation_pair") return variation_pair_exists(*x);
  if (x->name != "pair") return false;
  const auto first = law_that_exists(x->arguments[0]);
  const auto second = law_that_exists(x->arguments[1]);
  return first && second && first->coordinates == second->coordinates;
}

// With α = min(β, (p−1)/(p+1))/(p−1) <= 1/(p+1), αp/q0 + αp/q1 is at most 1 where each 2p/(p+1) is
// at most the ratio.
bool domain_facts::variation_pair_exists(const call& x) {
  const expression_ptr& p = x.arguments[1];
  if (!is_whole(*x.arguments[0]) || !is_at_least(x.arguments[0], 1) || !has_value(p) ||
      !is_certain(p, relation::greater, make_number(1)) || !is_share(x.arguments[2]))
    return false;
  for (std::size_t i = 3; i < x.arguments.size(); ++i) {
    const variable_map letters{{"p", p}, {"q", x.arguments[i]}};
    if (!has_value(x.arguments[i]) || !is_at_least(x.arguments[i], 1) ||
        !is_certain(with_formulas(parse_formula("2*p/((p + 1)*q)"), letters), relation::less_equal,
                    make_number(1)))
      return false;
  }
  return true;
}

bool domain_facts::has_same_outcomes(const std::vector<expression_ptr>& laws) {
  std::optional<known_law> one;
  return std::all_of(laws.begin(), laws.end(), [&](const expression_ptr& law) {
    const auto next = law_that_exists(law);
    if (!next || !next->reports) return false;
    if (!one) one = next;
    return next->coordinates == one->coordinates && is_same_number(*next->reports, *one->reports);
  });
}

// Whether the two laws of a pair that exists have the same outcomes, of which there is a finite
// number.
bool domain_facts::is_equivalent_pair(const expression_ptr& pair) {
  const expression_ptr plain = unswapped(simplified(pair));
  if (const auto known = pair_in(*plain)) return known->name != "unmixed_pair";
  const call* x = call_in(plain);
  if (x == nullptr) return false;
  if (x->name == "compose") return is_equivalent_pair(x->arguments[0]);
  // α is positive or there is nothing to tell apart.
  if (x->name == "variation_pair") return true;
  return x->name == "subsampled" || (x->name == "pair" && has_same_outcomes(x->arguments));
}

// A divergence of laws on the same outcomes is finite, and a hockey-stick divergence always.
bool domain_facts::quantity_has_value(const call& x) {
  if (x.name == "ternary_moment") {
    const std::vector<expression_ptr> laws(x.arguments.begin(), x.arguments.begin() + 3);
    return has_same_outcomes(laws) && has_value(x.arguments[3]) && is_at_least(x.arguments[3], 1);
  }
  if (x.name == "at") return curve_exists(x.arguments[0]) && is_share(x.arguments[1]);
  if (x.name == "curve_delta") return curve_exists(x.arguments[0]) && has_value(x.arguments[1]);
  if (x.name == "total_variation") return pair_exists(x.arguments[0]);
  if (x.name == "pmf") {
    const auto law = law_that_exists(x.arguments[0]);
    return law && law->coordinates == 1 && x.arguments.size() == 2 && is_whole(*x.arguments[1]) &&
           has_value(x.arguments[1]);
  }
  if (x.name == "hockey_stick") return has_value(x.arguments[1]) && pair_exists(x.arguments[0]);
  if (x.name == "tradeoff") return is_share(x.arguments[1]) && pair_exists(x.arguments[0]);
  const bool is_renyi = x.name == "renyi";
  if (!is_renyi && x.name != "chi_moment") return false;
  const expression_ptr& order = x.arguments[1];
  const bool is_of_order_inf = is_renyi && is_infinity(order);
  if (!is_of_order_inf &&
      !(has_value(order) &&
        (is_renyi ? is_certain(order, relation::greater, make_number(0)) : is_at_least(order, 1))))
    return false;
  const expression_ptr plain = simplified_up_to_outcomes(x.arguments[0]);
  const call* normal = call_in(plain);
  if (normal != nullptr && normal->name == "gaussian_pair")
    return is_renyi && !is_of_order_inf && pair_exists(x.arguments[0]);
  return pair_exists(x.arguments[0]) && is_equivalent_pair(x.arguments[0]);
}

bool domain_facts::curve_exists(const expression_ptr& curve) {
  if (const auto* x = std::get_if<variable>(&curve->node)) return x->name == "identity_curve";
  const call* x = call_in(curve);
  if (x == nullptr) return false;
  if (x->name == "curve") return pair_exists(x->arguments[0]);
  if (x->name == "gaussian_curve")
    return has_value(x->arguments[0]) && is_at_least(x->arguments[0], 0);
  if (x->name == "symmetrized") return curve_exists(x->arguments[0]);
  return x->name == "mix_curves" && is_share(x->arguments[0]) && curve_exists(x->arguments[1]) &&
         curve_exists(x->arguments[2]);
}

// (U.5) and (O.1).
bool domain_facts::is_infinite(const expression_ptr& formula) {
  if (is_infinity(formula)) return true;
  const call* x = call_in(formula);
  if (x == nullptr) return false;
  if (x->name == "max")
    return std::all_of(
               x->arguments.begin(), x->arguments.end(),
               [&](const expression_ptr& one) { return is_infinite(one) || has_value(one); }) &&
           std::any_of(x->arguments.begin(), x->arguments.end(),
                       [&](const expression_ptr& one) { return is_infinite(one); });
  if (x->name != "renyi") return false;
  const expression_ptr& order = x->arguments[1];
  if (!is_infinity(order) && !(has_value(order) && is_at_least(order, 1))) return false;
  const expression_ptr plain = unswapped(x->arguments[0]);
  const call* pair = call_in(plain);
  if (pair == nullptr || !pair_exists(plain)) return false;
  if (pair->name == "unmixed_pair") return true;
  return pair->name == "printed_pair" &&
         is_certain(pair->arguments[2], relation::greater, make_number(0));
}

}  // namespace shufflecert::inline v0_1::claims
