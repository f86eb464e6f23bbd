#include "claims/special/coin_reports.hpp"

#include <algorithm>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The factor that stands beside this coefficient in a product, or null.
expression_ptr beside_coefficient(const expression_ptr& product, const expression_ptr& n,
                                  const expression_ptr& k) {
  std::vector<single_factor> factors = factors_of(product);
  const auto found = std::find_if(factors.begin(), factors.end(), [&](const single_factor& one) {
    const call* x = call_of(one.operand, "binomial");
    return x != nullptr && !one.divided && is_same_number(*x->arguments[0], *n) &&
           is_same_number(*x->arguments[1], *k);
  });
  if (found == factors.end()) return nullptr;
  factors.erase(found);
  return product_of(std::move(factors));
}

// A law on the whole numbers from 0 to an end.
const call* law_from_zero(const expression_ptr& law) {
  const call* x = call_of(law, "law");
  return x != nullptr && x->arguments.size() == 4 && is_literal(x->arguments[1], 0) ? x : nullptr;
}

}  // namespace

std::optional<coin_reports> coin_reports_in(const expression_ptr& law) {
  const call* x = law_from_zero(law);
  if (x == nullptr) return std::nullopt;
  const expression_ptr& users = x->arguments[2];
  const expression_ptr& body = x->arguments[3];
  const variable_map letters{{"n", users}, {"x", x->arguments[0]}};
  if (is_same_number(*body, *filled_in("binomial(n, x)/2^n", letters)))
    return coin_reports{users, filled_in("1/2", {})};
  const std::vector<single_factor> factors = factors_of(body);
  const auto sum = std::find_if(factors.begin(), factors.end(), [](const single_factor& one) {
    return !one.divided && terms_of(one.operand).size() == 2;
  });
  if (sum == factors.end()) return std::nullopt;
  for (const signed_term& term : terms_of(sum->operand)) {
    const expression_ptr share = term.subtracted
                                     ? nullptr
                                     : beside_coefficient(term.operand, filled_in("n - 1", letters),
                                                          filled_in("x - 1", letters));
    if (!share) continue;
    variable_map known = letters;
    known["r"] = share;
    const std::string& index = std::get<variable>(x->arguments[0]->node).name;
    if (!has_open(*share, index) &&
        is_same_number(
            *body,
            *filled_in("(r*binomial(n - 1, x - 1) + (1 - r)*binomial(n - 1, x))/2^(n - 1)", known)))
      return coin_reports{users, share};
  }
  return std::nullopt;
}

std::optional<drawn_reports> drawn_reports_in(const expression_ptr& law) {
  const call* x = law_from_zero(law);
  const call* sum = x == nullptr ? nullptr : call_of(x->arguments[3], "sum");
  if (sum == nullptr) return std::nullopt;
  const call* last = call_of(sum->arguments[2], "min");
  if (last == nullptr || last->arguments.size() != 2) return std::nullopt;
  variable_map letters{{"k", x->arguments[2]},
                       {"a", last->arguments[1]},
                       {"i", sum->arguments[0]},
                       {"y", x->arguments[0]}};
  std::vector<single_factor> factors = factors_of(sum->arguments[3]);
  // All of n, from whom they are drawn, and the ε0 of the reports.
  for (const single_factor& factor : factors) {
    const call* ways = call_of(factor.operand, "binomial");
    if (factor.divided && ways != nullptr) letters["n"] = ways->arguments[0];
    const call* reports = call_of(factor.operand, "pmf");
    const call* given = reports == nullptr ? nullptr : call_of(reports->arguments[0], "rr_law");
    if (!factor.divided && given != nullptr) letters["e"] = given->arguments[0];
  }
  if (!letters.contains("n") || !letters.contains("e")) return std::nullopt;
  // Nothing but the probabilities depends on who is drawn.
  const std::string& index = std::get<variable>(sum->arguments[0]->node).name;
  const std::string& outcome = std::get<variable>(x->arguments[0]->node).name;
  for (const char* letter : {"n", "e", "a", "k"}) {
    if (has_open(*letters[letter], index) || has_open(*letters[letter], outcome))
      return std::nullopt;
  }
  const auto is_there = [&](bool divided, const char* text) {
    const expression_ptr wanted = filled_in(text, letters);
    const auto* form = std::get_if<call>(&wanted->node);
    const auto found = std::find_if(factors.begin(), factors.end(), [&](const single_factor& one) {
      const auto* known = std::get_if<call>(&one.operand->node);
      if (one.divided != divided || known == nullptr || known->name != form->name) return false;
      for (std::size_t i = 0; i < known->arguments.size(); ++i)
        if (!is_same_number(*known->arguments[i], *form->arguments[i])) return false;
      return true;
    });
    if (found == factors.end()) return false;
    factors.erase(found);
    return true;
  };
  const auto is_law_of_drawn = [&] {
    const auto found = std::find_if(factors.begin(), factors.end(), [](const single_factor& one) {
      return call_of(one.operand, "pmf") != nullptr;
    });
    const call* reports = call_of(found->operand, "pmf");
    const call* given = call_of(reports->arguments[0], "rr_law");
    return factors.size() == 1 && reports->arguments.size() == 2 &&
           is_same_number(*reports->arguments[1], *x->arguments[0]) &&
           given->arguments.size() == 3 &&
           is_same_number(*given->arguments[1], *filled_in("k - i", letters)) &&
           is_same_number(*given->arguments[2], *filled_in("i", letters));
  };
  const call* from = call_of(sum->arguments[1], "max");
  if (from == nullptr || from->arguments.size() != 2 || !is_literal(from->arguments[0], 0) ||
      !is_same_number(*from->arguments[1], *filled_in("k - n + a", letters)) ||
      !is_same_number(*last->arguments[0], *letters["k"]) || !is_there(false, "binomial(a, i)") ||
      !is_there(false, "binomial(n - a, k - i)") || !is_there(true, "binomial(n, k)") ||
      !is_law_of_drawn())
    return std::nullopt;
  return drawn_reports{letters["e"], letters["n"], letters["k"], letters["a"]};
}

namespace {

// Arguments of exponential functions in some formulas: one of them may be the ε0 of a mechanism.
std::vector<expression_ptr> exponents_in(const std::vector<expression_ptr>& formulas) {
  std::vector<expression_ptr> found;
  for (const expression_ptr& formula : formulas)
    static_cast<void>(rewritten(formula, [&](const expression& part) -> expression_ptr {
      const auto* x = std::get_if<call>(&part.node);
      const auto is_it = [&](const expression_ptr& known) {
        return to_text(*known) == to_text(*x->arguments[0]);
      };
      if (x != nullptr && x->name == "exp" && std::none_of(found.begin(), found.end(), is_it))
        found.push_back(x->arguments[0]);
      return nullptr;
    }));
  return found;
}

// 1 − r, without what cancels: 1 − a/b is (b − a)/b.
expression_ptr complement_of(const expression_ptr& share) {
  std::vector<single_factor> above;
  std::vector<single_factor> below;
  for (const single_factor& factor : factors_of(share))
    (factor.divided ? below : above).push_back({false, factor.operand});
  const expression_ptr divisor = product_of(below);
  const expression_ptr rest = without_common_terms(divisor, product_of(above));
  return below.empty() ? rest : filled_in("a/b", {{"a", rest}, {"b", divisor}});
}

// What a mechanism that reports 1 with these probabilities has to be ε0-LDP for.
std::vector<expression_ptr> privacy_of(const std::vector<expression_ptr>& shares,
                                       const expression_ptr& eps0) {
  std::vector<expression_ptr> required;
  for (std::size_t i = 0; i < shares.size(); ++i)
    for (std::size_t k = 0; k < shares.size(); ++k) {
      if (i == k || to_text(*shares[i]) == to_text(*shares[k])) continue;
      const auto within = [&](const expression_ptr& a, const expression_ptr& b) {
        return filled_in("a <= exp(e)*b", {{"a", a}, {"b", b}, {"e", eps0}});
      };
      // Twice, a complement is the share itself in a form without what cancels.
      const expression_ptr first = complement_of(shares[i]);
      const expression_ptr second = complement_of(shares[k]);
      required.push_back(within(complement_of(first), complement_of(second)));
      required.push_back(within(first, second));
    }
  return required;
}

// The probabilities in laws of equally many reports, of which the last has fair coins only.
std::optional<std::vector<expression_ptr>> shares_of(const std::vector<expression_ptr>& laws,
                                                     expression_ptr& users) {
  std::vector<expression_ptr> shares;
  for (const expression_ptr& law : laws) {
    const auto one = coin_reports_in(law);
    if (!one || (users && !is_same_number(*one->users, *users))) return std::nullopt;
    users = one->users;
    shares.push_back(one->share);
  }
  if (!is_same_number(*shares.back(), *filled_in("1/2", {}))) return std::nullopt;
  return shares;
}

// One way for each formula that may be the mechanism's ε0.
std::vector<recognised> coins_of(const std::vector<expression_ptr>& laws) {
  expression_ptr users;
  const auto shares = shares_of(laws, users);
  if (!shares) return {};
  std::vector<recognised> ways;
  for (const expression_ptr& eps0 : exponents_in(*shares))
    ways.push_back(
        {{{"n", users}, {"eps0", eps0}, {"p", usual_clone_rate(eps0)}}, privacy_of(*shares, eps0)});
  return ways;
}

}  // namespace

std::vector<recognised> three_coins_in(const call& quantity) {
  return coins_of({quantity.arguments.begin(), quantity.arguments.end() - 1});
}

std::vector<recognised> sampled_coins_in(const call& quantity) {
  const auto mixture = mixture_in(quantity);
  if (!mixture) return {};
  const variable_map& parts = mixture->letters;
  if (!is_same_text(parts.at("P2"), parts.at("Q2"))) return {};
  std::vector<recognised> ways = coins_of({parts.at("P1"), parts.at("Q1"), parts.at("P2")});
  for (recognised& way : ways) way.letters["g"] = parts.at("w");
  return ways;
}

std::optional<recognised> drawn_users_in(const call& quantity) {
  const call* laws = call_of(quantity.arguments[0], "pair");
  if (laws == nullptr) return std::nullopt;
  const auto first = drawn_reports_in(laws->arguments[0]);
  const auto second = drawn_reports_in(laws->arguments[1]);
  if (!first || !second || !is_same_number(*first->users, *second->users) ||
      !is_same_number(*first->drawn, *second->drawn) ||
      !is_same_number(*first->eps0, *second->eps0))
    return std::nullopt;
  const expression_ptr apart = filled_in("a - b", {{"a", first->ones}, {"b", second->ones}});
  if (!is_same_number(*apart, *make_number(1)) && !is_same_number(*apart, *filled_in("-1", {})))
    return std::nullopt;
  return recognised{{{"n", first->drawn},
                     {"eps0", first->eps0},
                     {"p", usual_clone_rate(first->eps0)},
                     {"g", filled_in("k/n", {{"k", first->drawn}, {"n", first->users}})}}};
}

}  // namespace shufflecert::inline v0_1::claims
