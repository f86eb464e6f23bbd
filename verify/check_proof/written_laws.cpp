// Laws that are written out outcome by outcome: (O.14) and (O.15) of docs/methods/orderings.md.

#include "written_laws.hpp"

#include <algorithm>

namespace check {
namespace {

bool is_law_from_zero(const formula& x) {
  return is_call(x, "law") && x.parts.size() == 4 && x.parts[0]->kind == "name" &&
         x.parts[1]->kind == "number" && x.parts[1]->value == 0;
}

// What stands beside binomial(n − 1, x − 1) in a product somewhere in the formula.
void collect_shares(domain& where, const formula_ptr& x, const formulas& letters,
                    std::vector<formula_ptr>& found) {
  if (x->kind == "*")
    for (const std::size_t i : {0U, 1U}) {
      const formula& one = *x->parts[i];
      if (is_call(one, "binomial") && one.parts.size() == 2 &&
          where.is_same(one.parts[0], substituted(parsed("n - 1"), letters)) &&
          where.is_same(one.parts[1], substituted(parsed("x - 1"), letters)))
        found.push_back(x->parts[1 - i]);
    }
  for (const formula_ptr& part : x->parts) collect_shares(where, part, letters, found);
}

// Arguments of exponential functions: one of them may be the ε0 of a mechanism.
void collect_exponents(const formula_ptr& x, std::vector<formula_ptr>& found) {
  if (is_call(*x, "exp") && x->parts.size() == 1) found.push_back(x->parts[0]);
  for (const formula_ptr& part : x->parts) collect_exponents(part, found);
}

// The calls of a function in a formula.
void collect_calls(const formula_ptr& x, const std::string& name, std::vector<formula_ptr>& found) {
  if (is_call(*x, name)) found.push_back(x);
  for (const formula_ptr& part : x->parts) collect_calls(part, name, found);
}

formula_ptr put_in(const char* text, const formulas& letters) {
  return substituted(parsed(text), letters);
}

// Which probabilities the one user has in each law; those of the last are fair.
std::optional<std::vector<formula_ptr>> shares_of(domain& where,
                                                  const std::vector<formula_ptr>& laws,
                                                  formula_ptr& users) {
  std::vector<formula_ptr> shares;
  for (const formula_ptr& law : laws) {
    const auto one = coin_reports_in(where, law);
    if (!one || (users && !where.is_same(users, one->users))) return std::nullopt;
    users = one->users;
    shares.push_back(one->share);
  }
  if (!where.is_same(shares.back(), parsed("1/2"))) return std::nullopt;
  return shares;
}

// That a mechanism which reports 1 with these probabilities is eps0-LDP.
void add_privacy(const std::vector<formula_ptr>& shares, recognised& way) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const std::string own = "r" + std::to_string(i);
    way.letters[own] = shares[i];
    for (std::size_t k = 0; k < shares.size(); ++k) {
      if (i == k) continue;
      const std::string other = "r" + std::to_string(k);
      way.conditions.push_back(own + " <= exp(eps0)*" + other);
      way.conditions.push_back("1 - " + own + " <= exp(eps0)*(1 - " + other + ")");
    }
  }
}

std::vector<recognised> coins_of(domain& where, const std::vector<formula_ptr>& laws) {
  formula_ptr users;
  const auto shares = shares_of(where, laws, users);
  if (!shares) return {};
  std::vector<formula_ptr> exponents;
  for (const formula_ptr& share : *shares) collect_exponents(share, exponents);
  std::vector<recognised> ways;
  for (const formula_ptr& eps0 : exponents) {
    ways.push_back({{{"n", users}, {"eps0", eps0}, {"p", usual_clone_rate(eps0)}}, {}});
    add_privacy(*shares, ways.back());
  }
  return ways;
}

}  // namespace

std::vector<recognised> three_coins_in(domain& where, const formula& quantity) {
  return coins_of(where, {quantity.parts.begin(), quantity.parts.begin() + 3});
}

std::vector<recognised> sampled_coins_in(domain& where, const formula& quantity) {
  const formula& pair = *quantity.parts[0];
  if (!is_call(pair, "pair") || pair.parts.size() != 2) return {};
  const formula& p = *pair.parts[0];
  const formula& q = *pair.parts[1];
  if (!is_call(p, "mix") || !is_call(q, "mix") || p.parts.size() != 3 || q.parts.size() != 3 ||
      !where.is_same(p.parts[0], q.parts[0]) || !where.is_same(p.parts[2], q.parts[2]))
    return {};
  std::vector<recognised> ways = coins_of(where, {p.parts[1], q.parts[1], p.parts[2]});
  for (recognised& way : ways) way.letters["g"] = p.parts[0];
  return ways;
}

std::vector<recognised> drawn_users_in(domain& where, const formula& quantity) {
  const formula& pair = *quantity.parts[0];
  if (!is_call(pair, "pair") || pair.parts.size() != 2) return {};
  const auto first = drawn_reports_in(where, pair.parts[0]);
  const auto second = drawn_reports_in(where, pair.parts[1]);
  if (!first || !second || !where.is_same(first->users, second->users) ||
      !where.is_same(first->drawn, second->drawn) || !where.is_same(first->eps0, second->eps0))
    return {};
  const formulas ones{{"a", first->ones}, {"b", second->ones}};
  if (!where.is_same(put_in("a - b", ones), number(1)) &&
      !where.is_same(put_in("b - a", ones), number(1)))
    return {};
  return {{{{"n", first->drawn},
            {"eps0", first->eps0},
            {"p", usual_clone_rate(first->eps0)},
            {"g", node("/", {first->drawn, first->users})}},
           {}}};
}

std::optional<coin_reports> coin_reports_in(domain& where, const formula_ptr& law) {
  if (!is_law_from_zero(*law)) return std::nullopt;
  formulas letters{{"x", law->parts[0]}, {"n", law->parts[2]}};
  const formula_ptr& body = law->parts[3];
  const std::string& index = law->parts[0]->name;
  if (names_in(*law->parts[2]).contains(index)) return std::nullopt;
  if (where.is_same(body, put_in("binomial(n, x)/2^n", letters)))
    return coin_reports{law->parts[2], parsed("1/2")};
  std::vector<formula_ptr> candidates;
  collect_shares(where, body, letters, candidates);
  for (const formula_ptr& share : candidates) {
    letters["r"] = share;
    if (!names_in(*share).contains(index) &&
        where.is_same(
            body,
            put_in("(r*binomial(n - 1, x - 1) + (1 - r)*binomial(n - 1, x))/2^(n - 1)", letters)))
      return coin_reports{law->parts[2], share};
  }
  return std::nullopt;
}

std::optional<drawn_reports> drawn_reports_in(domain& where, const formula_ptr& law) {
  if (!is_law_from_zero(*law)) return std::nullopt;
  const formula& sum = *law->parts[3];
  if (!is_call(sum, "sum") || !binds_a_name(sum) || !is_call(*sum.parts[2], "min") ||
      sum.parts[2]->parts.size() != 2)
    return std::nullopt;
  formulas letters{{"y", law->parts[0]},
                   {"k", law->parts[2]},
                   {"i", sum.parts[0]},
                   {"a", sum.parts[2]->parts[1]}};
  std::vector<formula_ptr> reports;
  collect_calls(sum.parts[3], "rr_law", reports);
  std::vector<formula_ptr> ways;
  collect_calls(sum.parts[3], "binomial", ways);
  if (reports.size() != 1 || reports[0]->parts.size() != 3) return std::nullopt;
  letters["e"] = reports[0]->parts[0];
  for (const formula_ptr& all : ways) {
    if (all->parts.size() != 2) continue;
    letters["n"] = all->parts[0];
    const auto is_free = [&](const char* letter) {
      const auto names = names_in(*letters[letter]);
      return !names.contains(law->parts[0]->name) && !names.contains(sum.parts[0]->name);
    };
    const bool is_it =
        is_free("n") && is_free("k") && is_free("a") && is_free("e") &&
        where.is_same(sum.parts[1], put_in("max(0, k - n + a)", letters)) &&
        where.is_same(sum.parts[2], put_in("min(k, a)", letters)) &&
        where.is_same(sum.parts[3], put_in("binomial(a, i)*binomial(n - a, k - i)/binomial(n, k)*"
                                           "pmf(rr_law(e, k - i, i), y)",
                                           letters));
    if (is_it) return drawn_reports{letters["e"], letters["n"], letters["k"], letters["a"]};
  }
  return std::nullopt;
}

}  // namespace check
