// Which laws, pairs and curves exist: "Which quantities have a value" in docs/methods/orderings.md.

#include "checker_laws.hpp"

#include <algorithm>

#include "written_laws.hpp"

namespace check {
namespace {

constexpr std::size_t most_symbols = 4;

formula_ptr unswapped(formula_ptr pair) {
  while (is_call(*pair, "swap") && pair->parts.size() == 1) pair = formula_ptr(pair->parts[0]);
  return pair;
}

bool is_share(domain& where, const formula_ptr& x) {
  return where.has_value(x) && where.is_certain(x, ">=", number(0)) &&
         where.is_certain(x, "<=", number(1));
}

bool is_count(domain& where, const formula_ptr& x, int least) {
  return where.is_whole(*x) && where.has_value(x) && where.is_certain(x, ">=", number(least));
}

bool is_epsilon(domain& where, const formula_ptr& x) {
  return where.has_value(x) && where.is_certain(x, ">=", number(0));
}

formula_ptr sum_of(const std::vector<formula_ptr>& terms) {
  formula_ptr total = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) total = node("+", {total, terms[i]});
  return total;
}

bool known_pair_exists(domain& where, const pair_of_laws& pair) {
  if (!is_count(where, pair.users, 1) || !is_epsilon(where, pair.eps0)) return false;
  if (pair.kinds && !is_count(where, pair.kinds, 3)) return false;
  return !pair.rate || (where.has_value(pair.rate) && where.is_certain(pair.rate, ">", number(0)) &&
                        where.is_certain(pair.rate, "<=", number(1)));
}

// Laws on whole numbers, or on tuples of them.
struct known_law {
  std::size_t coordinates;
  /// Two laws of as many reports have the same outcomes. Null where that is not known.
  formula_ptr reports;
};

// Each number of ones is possible.
std::optional<known_law> written_law_that_exists(domain& where, const formula_ptr& law) {
  if (const auto coins = coin_reports_in(where, law)) {
    if (!is_count(where, coins->users, 1) || !where.has_value(coins->share) ||
        !where.is_certain(coins->share, ">", number(0)) ||
        !where.is_certain(coins->share, "<", number(1)))
      return std::nullopt;
    return known_law{1, coins->users};
  }
  const auto drawn = drawn_reports_in(where, law);
  if (!drawn || !is_count(where, drawn->drawn, 1) || !is_count(where, drawn->ones, 0) ||
      !is_count(where, drawn->users, 1) || !is_epsilon(where, drawn->eps0) ||
      !where.is_certain(drawn->drawn, "<=", drawn->users) ||
      !where.is_certain(drawn->ones, "<=", drawn->users))
    return std::nullopt;
  return known_law{1, drawn->drawn};
}

std::optional<known_law> law_that_exists(domain& where, const formula_ptr& law) {
  if (const auto known = response_law_in(law)) {
    for (const formula_ptr& count : known->counts)
      if (!is_count(where, count, 0)) return std::nullopt;
    const formula_ptr reports = sum_of(known->counts);
    if (!is_epsilon(where, known->eps0) || !where.is_certain(reports, ">", number(0)))
      return std::nullopt;
    return known_law{is_call(*law, "rr_law") ? 1 : known->counts.size(), reports};
  }
  if (is_call(*law, "law")) return written_law_that_exists(where, law);
  if (is_call(*law, "mix") && law->parts.size() == 3) {
    const auto first = law_that_exists(where, law->parts[1]);
    const auto second = law_that_exists(where, law->parts[2]);
    if (!first || !second || first->coordinates != second->coordinates ||
        !is_share(where, law->parts[0]))
      return std::nullopt;
    const bool agree =
        first->reports && second->reports && where.is_same(first->reports, second->reports);
    return known_law{first->coordinates, agree ? first->reports : nullptr};
  }
  if ((!is_call(*law, "first") && !is_call(*law, "second")) || law->parts.size() != 1)
    return std::nullopt;
  const auto known = pair_in(unswapped(law->parts[0]));
  if (!known || !known_pair_exists(where, *known)) return std::nullopt;
  if (known->name == "rr_pair") return known_law{1, known->users};
  if (known->name == "krr_pair") return std::nullopt;
  return known_law{2, nullptr};
}

}  // namespace

std::optional<response_law> response_law_in(const formula_ptr& x) {
  const bool is_binary = is_call(*x, "rr_law") && x->parts.size() == 3;
  if (!is_binary && !(is_call(*x, "krr_law") && x->parts.size() >= 3)) return std::nullopt;
  return response_law{x->parts[0], {x->parts.begin() + 1, x->parts.end()}};
}

formula_ptr neighbours::other_users() const {
  return sum_of(others);
}

bool all_others_have(domain& where, const neighbours& near, std::size_t symbol) {
  for (std::size_t i = 0; i < near.others.size(); ++i)
    if (i != symbol && !where.is_same(near.others[i], number(0))) return false;
  return true;
}

// The counts of each law are those of the other users, and one more at the one user's symbol.
std::optional<neighbours> neighbours_in(domain& where, const std::vector<formula_ptr>& laws) {
  std::vector<response_law> known;
  for (const formula_ptr& law : laws) {
    auto one = response_law_in(law);
    if (!one || law->name != laws.front()->name) return std::nullopt;
    known.push_back(*std::move(one));
  }
  const std::size_t count = known.front().counts.size();
  if (count > most_symbols) return std::nullopt;
  for (const response_law& one : known)
    if (one.counts.size() != count || !where.is_same(one.eps0, known.front().eps0))
      return std::nullopt;
  std::size_t choices = 1;
  for (std::size_t i = 0; i < known.size(); ++i) choices *= count;
  for (std::size_t choice = 0; choice < choices; ++choice) {
    neighbours found{laws.front()->name, known.front().eps0, {}, {}};
    std::size_t rest = choice;
    for (std::size_t i = 0; i < known.size(); ++i, rest /= count)
      found.symbols.push_back(rest % count);
    if (found.symbols[0] == found.symbols[1]) continue;
    bool fits = true;
    for (std::size_t symbol = 0; symbol < count && fits; ++symbol) {
      // The first two laws differ, so that one of them has another symbol.
      const formula_ptr others = known[found.symbols[0] != symbol ? 0 : 1].counts[symbol];
      const formula_ptr with_one = node("+", {others, number(1)});
      for (std::size_t i = 0; i < known.size() && fits; ++i)
        fits =
            where.is_same(known[i].counts[symbol], found.symbols[i] == symbol ? with_one : others);
      found.others.push_back(others);
    }
    if (fits) return found;
  }
  return std::nullopt;
}

bool are_exchanged(domain& where, const formula_ptr& first, const formula_ptr& second) {
  // The two counts of clones are exchanged.
  for (const bool in_order : {true, false}) {
    const formula_ptr& p = in_order ? first : second;
    const formula_ptr& q = in_order ? second : first;
    if (!is_call(*p, "first") || !is_call(*q, "second") || p->parts.size() != 1 ||
        q->parts.size() != 1 || !where.is_same(p->parts[0], q->parts[0]))
      continue;
    const auto pair = pair_in(p->parts[0]);
    return pair && (pair->name == "unmixed_pair" || pair->name == "clone_pair");
  }
  // Two symbols are.
  const auto a = response_law_in(first);
  const auto b = response_law_in(second);
  if (!a || !b || first->name != second->name || a->counts.size() != b->counts.size() ||
      a->counts.size() > most_symbols || !where.is_same(a->eps0, b->eps0))
    return false;
  const std::size_t count = a->counts.size();
  for (std::size_t s = 0; s < count; ++s)
    for (std::size_t t = s + 1; t < count; ++t) {
      bool fits = true;
      for (std::size_t i = 0; i < count && fits; ++i)
        fits = where.is_same(a->counts[i], b->counts[i == s ? t : i == t ? s : i]);
      if (fits) return true;
    }
  return false;
}

// As a <= 1/(p + 1), the others' a*p/q0 + a*p/q1 is at most 1 where both 2p/((p + 1)*q) are.
static bool variation_pair_exists(domain& where, const std::vector<formula_ptr>& parts) {
  const bool has_one_ratio = parts.size() == 4;
  if ((!has_one_ratio && parts.size() != 5) || !is_count(where, parts[0], 1) ||
      !where.has_value(parts[1]) || !where.is_certain(parts[1], ">", number(1)) ||
      !is_share(where, parts[2]))
    return false;
  return std::all_of(parts.begin() + 3, parts.end(), [&](const formula_ptr& ratio) {
    const formulas letters{{"p", parts[1]}, {"q", ratio}};
    return where.has_value(ratio) && where.is_certain(ratio, ">=", number(1)) &&
           where.is_certain(substituted(parsed("2*p <= (p + 1)*q"), letters));
  });
}

bool pair_exists(domain& where, const formula_ptr& pair) {
  const formula_ptr plain = unswapped(pair);
  if (const auto known = pair_in(plain)) return known_pair_exists(where, *known);
  const std::vector<formula_ptr>& parts = plain->parts;
  if (is_call(*plain, "printed_pair") && parts.size() == 3)
    return is_count(where, parts[0], 1) && is_epsilon(where, parts[1]) && is_share(where, parts[2]);
  if (is_call(*plain, "subsampled") && parts.size() == 2) {
    const auto of = pair_in(parts[0]);
    return of && of->name == "rr_pair" && !of->is_swapped && known_pair_exists(where, *of) &&
           is_share(where, parts[1]);
  }
  if (is_call(*plain, "compose") && parts.size() == 2)
    return pair_exists(where, parts[0]) && is_count(where, parts[1], 1);
  if (is_call(*plain, "variation_pair")) return variation_pair_exists(where, parts);
  if (is_call(*plain, "laplace_pair") && parts.size() == 1)
    return where.has_value(parts[0]) && where.is_certain(parts[0], ">", number(0));
  if (!is_call(*plain, "pair") || parts.size() != 2) return false;
  const auto first = law_that_exists(where, parts[0]);
  const auto second = law_that_exists(where, parts[1]);
  return first && second && first->coordinates == second->coordinates;
}

bool have_same_outcomes(domain& where, const std::vector<formula_ptr>& laws) {
  std::optional<known_law> one;
  return std::all_of(laws.begin(), laws.end(), [&](const formula_ptr& law) {
    const auto next = law_that_exists(where, law);
    if (!next || !next->reports) return false;
    if (!one) one = next;
    return next->coordinates == one->coordinates && where.is_same(next->reports, one->reports);
  });
}

bool is_equivalent_pair(domain& where, const formula_ptr& pair) {
  const formula_ptr plain = unswapped(pair);
  if (const auto known = pair_in(plain)) return known->name != "unmixed_pair";
  if (is_call(*plain, "subsampled") || is_call(*plain, "variation_pair") ||
      is_call(*plain, "laplace_pair"))
    return true;
  if (is_call(*plain, "compose")) return is_equivalent_pair(where, plain->parts[0]);
  return is_call(*plain, "pair") && have_same_outcomes(where, plain->parts);
}

bool curve_exists(domain& where, const formula_ptr& curve) {
  if (curve->kind == "name") return curve->name == "identity_curve";
  const std::vector<formula_ptr>& parts = curve->parts;
  if (is_call(*curve, "curve") && parts.size() == 1) return pair_exists(where, parts[0]);
  if (is_call(*curve, "symmetrized") && parts.size() == 1) return curve_exists(where, parts[0]);
  return is_call(*curve, "mix_curves") && parts.size() == 3 && is_share(where, parts[0]) &&
         curve_exists(where, parts[1]) && curve_exists(where, parts[2]);
}

bool exists(domain& where, const formula_ptr& x) {
  return law_that_exists(where, x) || pair_exists(where, x) || curve_exists(where, x) ||
         where.has_value(x);
}

bool is_infinite(domain& where, const formula_ptr& quantity) {
  if (is_call(*quantity, "max")) {
    const auto& parts = quantity->parts;
    const auto infinite = [&](const formula_ptr& one) { return is_infinite(where, one); };
    return std::any_of(parts.begin(), parts.end(), infinite) &&
           std::all_of(parts.begin(), parts.end(), [&](const formula_ptr& one) {
             return is_infinite(where, one) || where.has_value(one);
           });
  }
  if (!is_call(*quantity, "renyi") || quantity->parts.size() != 2) return false;
  const formula_ptr& order = quantity->parts[1];
  if (!where.has_value(order) || !where.is_certain(order, ">=", number(1))) return false;
  const formula_ptr pair = unswapped(quantity->parts[0]);
  if (!pair_exists(where, pair)) return false;
  if (is_call(*pair, "unmixed_pair")) return true;
  return is_call(*pair, "printed_pair") && where.is_certain(pair->parts[2], ">", number(0));
}

}  // namespace check
