#pragma once
// Laws and pairs of laws: what the quantities run over.

#include <functional>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "second/elementary.hpp"

namespace shufflecert::inline v0_1::second {

/// Where an outcome lies: one count, or several.
using outcome = std::vector<std::int64_t>;

/// A law on finitely many outcomes, each with the logarithm of its probability.
template <class R>
using finite_law = std::map<outcome, R>;

template <class R>
struct normal_law {
  R mean;
  R variance;
};

template <class R>
using law = std::variant<std::shared_ptr<const finite_law<R>>, normal_law<R>>;

/// Sees an outcome with the logarithms of its probabilities under P and under Q.
template <class R>
using visitor = std::function<void(const outcome&, const R&, const R&)>;

/// Two laws on the same finite set, as what runs through the set. Outcomes whose probabilities are
/// both below e^floor may be left out.
template <class R>
struct finite_pair {
  std::function<void(const R& floor, const visitor<R>&)> visit;
  R largest_log_ratio;  ///< |log(P/Q)| stays below it where it is finite
};

template <class R>
struct normal_pair_of {
  normal_law<R> p;
  normal_law<R> q;
};

template <class R>
using pair_of_laws = std::variant<finite_pair<R>, normal_pair_of<R>>;

inline constexpr double most_outcomes = 4e8;
inline constexpr std::size_t most_kept_outcomes = 2'000'000;

template <class R>
pair_of_laws<R> exchanged(const pair_of_laws<R>& pair) {
  if (const auto* normal = std::get_if<normal_pair_of<R>>(&pair))
    return normal_pair_of<R>{normal->q, normal->p};
  const auto& finite = std::get<finite_pair<R>>(pair);
  return finite_pair<R>{
      [finite](const R& floor, const visitor<R>& see) {
        finite.visit(floor, [&](const outcome& at, const R& p, const R& q) { see(at, q, p); });
      },
      finite.largest_log_ratio};
}

/// P or Q alone.
template <class R>
law<R> one_of(const pair_of_laws<R>& pair, bool second) {
  if (const auto* normal = std::get_if<normal_pair_of<R>>(&pair))
    return second ? normal->q : normal->p;
  auto alone = std::make_shared<finite_law<R>>();
  std::get<finite_pair<R>>(pair).visit(R(-infinity<R>()),
                                       [&](const outcome& at, const R& p, const R& q) {
                                         const R& mass = second ? q : p;
                                         if (!is_infinite(mass)) alone->emplace(at, mass);
                                         if (alone->size() > most_kept_outcomes)
                                           throw beyond_reach("a law of more than 2*10^6 outcomes");
                                       });
  return std::shared_ptr<const finite_law<R>>(std::move(alone));
}

template <class R>
R log_mass(const finite_law<R>& of, const outcome& at) {
  const auto found = of.find(at);
  return found == of.end() ? R(-infinity<R>()) : found->second;
}

template <class R>
const finite_law<R>& require_finite_law(const law<R>& of) {
  const auto* finite = std::get_if<std::shared_ptr<const finite_law<R>>>(&of);
  if (finite == nullptr)
    throw undefined_value("a normal law has no outcomes that could be mixed or added up");
  return **finite;
}

/// The pair (P, Q) of any two laws of one kind.
template <class R>
pair_of_laws<R> pair_from(const law<R>& p, const law<R>& q) {
  const auto* normal_p = std::get_if<normal_law<R>>(&p);
  const auto* normal_q = std::get_if<normal_law<R>>(&q);
  if (normal_p != nullptr && normal_q != nullptr) return normal_pair_of<R>{*normal_p, *normal_q};
  require_finite_law(p);
  require_finite_law(q);
  return finite_pair<R>{[p, q](const R&, const visitor<R>& see) {
                          const auto& of_p = require_finite_law(p);
                          const auto& of_q = require_finite_law(q);
                          for (const auto& [at, mass] : of_p) see(at, mass, log_mass(of_q, at));
                          for (const auto& [at, mass] : of_q)
                            if (!of_p.contains(at)) see(at, R(-infinity<R>()), mass);
                        },
                        infinity<R>()};
}

/// wP + (1−w)Q
template <class R>
law<R> mixed(const R& w, const law<R>& p, const law<R>& q) {
  using std::log;
  using std::log1p;
  if (w < 0 || w > 1) throw undefined_value("the weight of a mixture must be in [0, 1]");
  const R log_first = w == 0 ? R(-infinity<R>()) : R(log(w));
  const R log_second = w == 1 ? R(-infinity<R>()) : R(log1p(R(-w)));
  auto result = std::make_shared<finite_law<R>>();
  for (const auto& [at, mass] : require_finite_law(p)) (*result)[at] = log_first + mass;
  for (const auto& [at, mass] : require_finite_law(q)) {
    const auto [entry, is_new] = result->emplace(at, log_second + mass);
    if (!is_new) entry->second = log_add(entry->second, R(log_second + mass));
  }
  return std::shared_ptr<const finite_law<R>>(std::move(result));
}

/// (γP + (1−γ)Q, Q)
template <class R>
pair_of_laws<R> subsampled(const pair_of_laws<R>& pair, const R& gamma) {
  using std::log;
  using std::log1p;
  if (gamma < 0 || gamma > 1) throw undefined_value("gamma must be in [0, 1]");
  const auto* finite = std::get_if<finite_pair<R>>(&pair);
  if (finite == nullptr)
    throw beyond_reach("the second arithmetic knows no subsampled normal pair");
  const R taken = gamma == 0 ? R(-infinity<R>()) : R(log(gamma));
  const R left = gamma == 1 ? R(-infinity<R>()) : R(log1p(R(-gamma)));
  return finite_pair<R>{[inner = *finite, taken, left](const R& floor, const visitor<R>& see) {
                          inner.visit(floor, [&](const outcome& at, const R& p, const R& q) {
                            see(at, log_add(R(taken + p), R(left + q)), q);
                          });
                        },
                        finite->largest_log_ratio};
}

/// (P ⊗ P', Q ⊗ Q'), outcome by outcome.
template <class R>
pair_of_laws<R> product_of(const pair_of_laws<R>& a, const pair_of_laws<R>& b) {
  const auto* normal_a = std::get_if<normal_pair_of<R>>(&a);
  const auto* normal_b = std::get_if<normal_pair_of<R>>(&b);
  if (normal_a != nullptr && normal_b != nullptr) {
    if (normal_a->p.variance != normal_a->q.variance ||
        normal_b->p.variance != normal_b->q.variance)
      throw beyond_reach("rounds of normal laws with different variances");
    // The distances of the means in standard deviations, squared, add up.
    const auto squared = [](const normal_pair_of<R>& of) {
      const R shift = of.p.mean - of.q.mean;
      return R(shift * shift / of.p.variance);
    };
    using std::sqrt;
    const R distance = sqrt(R(squared(*normal_a) + squared(*normal_b)));
    return normal_pair_of<R>{{distance, R(1)}, {R(0), R(1)}};
  }
  const auto* first = std::get_if<finite_pair<R>>(&a);
  const auto* second = std::get_if<finite_pair<R>>(&b);
  if (first == nullptr || second == nullptr)
    throw beyond_reach("rounds of normal laws beside those of other pairs");
  std::size_t firsts = 0;
  std::size_t seconds = 0;
  const R all = -infinity<R>();
  const auto counting = [](std::size_t& count) {
    return [&count](const outcome&, const R&, const R&) {
      if (++count > most_kept_outcomes) throw beyond_reach("rounds of more than 2*10^6 outcomes");
    };
  };
  first->visit(all, counting(firsts));
  second->visit(all, counting(seconds));
  if (firsts * seconds > most_kept_outcomes)
    throw beyond_reach("rounds of more than 2*10^6 outcomes");
  return finite_pair<R>{[x = *first, y = *second, all](const R&, const visitor<R>& see) {
                          x.visit(all, [&](const outcome& at, const R& p, const R& q) {
                            y.visit(all, [&](const outcome& beside, const R& r, const R& s) {
                              outcome both = at;
                              both.insert(both.end(), beside.begin(), beside.end());
                              see(both, R(p + r), R(q + s));
                            });
                          });
                        },
                        R(first->largest_log_ratio + second->largest_log_ratio)};
}

/// k independent rounds.
template <class R>
pair_of_laws<R> composed(const pair_of_laws<R>& pair, std::int64_t k) {
  if (k < 1) throw undefined_value("the number of rounds must be a whole number >= 1");
  pair_of_laws<R> result = pair;
  for (std::int64_t i = 1; i < k; ++i) result = product_of(result, pair);
  return result;
}

}  // namespace shufflecert::inline v0_1::second
