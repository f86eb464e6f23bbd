#pragma once
// Laws and pairs of laws: what the quantities run over.

#include <functional>
#include <memory>
#include <variant>

#include "second/second_noise.hpp"

namespace shufflecert::inline v0_1::second {

template <class R>
struct normal_law {
  R mean;
  R variance;
};

template <class R>
using law = std::variant<std::shared_ptr<const finite_law<R>>, normal_law<R>,
                         std::shared_ptr<const report_law<R>>, noise_law<R>>;

/// Sees an outcome with the logarithms of its probabilities under P and under Q.
template <class R>
using visitor = std::function<void(const outcome&, const R&, const R&)>;

/// Two laws on the same finite set, as what runs through the set. Outcomes whose probabilities are
/// both below e^floor may be left out.
template <class R>
struct finite_pair {
  using run = std::function<void(const R& floor, const visitor<R>&)>;

  run visit;
  R largest_log_ratio;  ///< |log(P/Q)| stays below it where it is finite
  /// The same through every outcome by itself, where `visit` takes together what is alike.
  run visit_unmerged = {};

  [[nodiscard]] const run& every_outcome() const { return visit_unmerged ? visit_unmerged : visit; }

  /// The pair whose outcomes are those of this one, seen in another way.
  template <class Change>
  [[nodiscard]] finite_pair seen_by(Change change, const R& largest) const {
    const auto changed = [&](const run& inner) -> run {
      if (!inner) return {};
      return [inner, change](const R& floor, const visitor<R>& see) {
        inner(floor, [&](const outcome& at, const R& p, const R& q) { change(see, at, p, q); });
      };
    };
    return {changed(visit), largest, changed(visit_unmerged)};
  }
};

template <class R>
struct normal_pair_of {
  normal_law<R> p;
  normal_law<R> q;
};

/// Densities (eps/2)·exp(−eps·|x − 1|) and (eps/2)·exp(−eps·|x|).
template <class R>
struct laplace_pair_of {
  R eps;
};

template <class R>
using pair_of_laws =
    std::variant<finite_pair<R>, normal_pair_of<R>, laplace_pair_of<R>, noise_pair_of<R>>;

inline constexpr double most_outcomes = 4e8;

template <class R>
pair_of_laws<R> exchanged(const pair_of_laws<R>& pair) {
  if (const auto* normal = std::get_if<normal_pair_of<R>>(&pair))
    return normal_pair_of<R>{normal->q, normal->p};
  // x and 1 − x.
  if (std::holds_alternative<laplace_pair_of<R>>(pair)) return pair;
  if (const auto* noise = std::get_if<noise_pair_of<R>>(&pair))
    return noise_pair_of<R>{noise->q, noise->p};
  const auto& finite = std::get<finite_pair<R>>(pair);
  return finite.seen_by(
      [](const visitor<R>& see, const outcome& at, const R& p, const R& q) { see(at, q, p); },
      finite.largest_log_ratio);
}

/// P or Q alone.
template <class R>
law<R> one_of(const pair_of_laws<R>& pair, bool second) {
  if (const auto* normal = std::get_if<normal_pair_of<R>>(&pair))
    return second ? normal->q : normal->p;
  if (std::holds_alternative<laplace_pair_of<R>>(pair))
    throw undefined_value("a Laplace pair has no law with finitely many outcomes");
  if (const auto* noise = std::get_if<noise_pair_of<R>>(&pair)) return second ? noise->q : noise->p;
  auto alone = std::make_shared<finite_law<R>>();
  std::get<finite_pair<R>>(pair).every_outcome()(
      R(-infinity<R>()), [&](const outcome& at, const R& p, const R& q) {
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
  if (const auto* reports = std::get_if<std::shared_ptr<const report_law<R>>>(&of))
    return (*reports)->all();
  const auto* finite = std::get_if<std::shared_ptr<const finite_law<R>>>(&of);
  if (std::holds_alternative<noise_law<R>>(of))
    throw undefined_value("this law has infinitely many outcomes");
  if (finite == nullptr)
    throw undefined_value("a normal law has no outcomes that could be mixed or added up");
  return **finite;
}

/// Noise as it is, and a table of whole numbers as noise.
template <class R>
noise_law<R> as_noise_law(const law<R>& of) {
  if (const auto* noise = std::get_if<noise_law<R>>(&of)) return *noise;
  auto table = std::make_shared<const finite_law<R>>(require_finite_law(of));
  if (table->begin()->first.size() != 1)
    throw undefined_value("integer noise has outcomes of one number");
  auto made = std::make_shared<noise_mixture<R>>();
  made->tables.emplace_back(R(0), std::move(table));
  return made;
}

template <class R>
bool is_noise(const law<R>& of) {
  return std::holds_alternative<noise_law<R>>(of);
}

/// Runs through the outcomes of two laws.
template <class R>
typename finite_pair<R>::run outcomes_of(const law<R>& p, const law<R>& q) {
  return [p, q](const R&, const visitor<R>& see) {
    const auto& of_p = require_finite_law(p);
    const auto& of_q = require_finite_law(q);
    for (const auto& [at, mass] : of_p) see(at, mass, log_mass(of_q, at));
    for (const auto& [at, mass] : of_q)
      if (!of_p.contains(at)) see(at, R(-infinity<R>()), mass);
  };
}

/// The pair (P, Q) of any two laws of one kind.
template <class R>
pair_of_laws<R> pair_from(const law<R>& p, const law<R>& q) {
  const auto* normal_p = std::get_if<normal_law<R>>(&p);
  const auto* normal_q = std::get_if<normal_law<R>>(&q);
  if (normal_p != nullptr && normal_q != nullptr) return normal_pair_of<R>{*normal_p, *normal_q};
  if (is_noise(p) || is_noise(q)) return noise_pair_of<R>{as_noise_law(p), as_noise_law(q)};
  const auto* reports_p = std::get_if<std::shared_ptr<const report_law<R>>>(&p);
  const auto* reports_q = std::get_if<std::shared_ptr<const report_law<R>>>(&q);
  if (reports_p != nullptr && reports_q != nullptr)
    if (const auto both = report_law<R>::merged(**reports_p, **reports_q))
      return finite_pair<R>{outcomes_of<R>(std::make_shared<const report_law<R>>(both->first),
                                           std::make_shared<const report_law<R>>(both->second)),
                            infinity<R>(), outcomes_of<R>(p, q)};
  if (reports_p == nullptr) require_finite_law(p);
  if (reports_q == nullptr) require_finite_law(q);
  return finite_pair<R>{outcomes_of<R>(p, q), infinity<R>()};
}

/// wP + (1−w)Q
template <class R>
law<R> mixed(const R& w, const law<R>& p, const law<R>& q) {
  using std::log;
  using std::log1p;
  if (w < 0 || w > 1) throw undefined_value("the weight of a mixture must be in [0, 1]");
  const R log_first = w == 0 ? R(-infinity<R>()) : R(log(w));
  const R log_second = w == 1 ? R(-infinity<R>()) : R(log1p(R(-w)));
  if (is_noise(p) || is_noise(q))
    return mixed_noise(log_first, as_noise_law(p), log_second, as_noise_law(q));
  auto result = std::make_shared<finite_law<R>>();
  for (const auto& [at, mass] : require_finite_law(p)) (*result)[at] = log_first + mass;
  for (const auto& [at, mass] : require_finite_law(q)) {
    const auto [entry, is_new] = result->emplace(at, log_second + mass);
    if (!is_new) entry->second = log_add(entry->second, R(log_second + mass));
  }
  return std::shared_ptr<const finite_law<R>>(std::move(result));
}

/// The sum of independent outcomes of both laws, coordinate by coordinate.
template <class R>
law<R> summed(const law<R>& p, const law<R>& q, const setting<R>& in) {
  auto result = std::make_shared<finite_law<R>>();
  const auto& left = require_finite_law(p);
  const auto& right = require_finite_law(q);
  in.spend(static_cast<std::int64_t>(left.size() * right.size()));
  for (const auto& [x, mass_x] : left)
    for (const auto& [y, mass_y] : right) {
      if (x.size() != y.size()) throw undefined_value("laws with outcomes of different lengths");
      outcome at = x;
      for (std::size_t i = 0; i < at.size(); ++i) at[i] += y[i];
      const auto [entry, is_new] = result->emplace(std::move(at), R(mass_x + mass_y));
      if (!is_new) entry->second = log_add(entry->second, R(mass_x + mass_y));
      if (result->size() > most_kept_outcomes)
        throw beyond_reach("a law of more than 2*10^6 outcomes");
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
  const R taken = gamma == 0 ? R(-infinity<R>()) : R(log(gamma));
  const R left = gamma == 1 ? R(-infinity<R>()) : R(log1p(R(-gamma)));
  if (const auto* noise = std::get_if<noise_pair_of<R>>(&pair))
    return noise_pair_of<R>{mixed_noise(taken, noise->p, left, noise->q), noise->q};
  if (finite == nullptr)
    throw beyond_reach("the second arithmetic knows no subsampled normal or Laplace pair");
  return finite->seen_by(
      [taken, left](const visitor<R>& see, const outcome& at, const R& p, const R& q) {
        see(at, log_add(R(taken + p), R(left + q)), q);
      },
      finite->largest_log_ratio);
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
    throw beyond_reach(
        "rounds of Laplace laws or of integer noise, or of normal laws beside those of other "
        "pairs");
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
  using run = typename finite_pair<R>::run;
  const auto one_beside_other = [all](const run& x, const run& y) -> run {
    return [x, y, all](const R&, const visitor<R>& see) {
      x(all, [&](const outcome& at, const R& p, const R& q) {
        y(all, [&](const outcome& beside, const R& r, const R& s) {
          outcome both = at;
          both.insert(both.end(), beside.begin(), beside.end());
          see(both, R(p + r), R(q + s));
        });
      });
    };
  };
  const bool is_merged = first->visit_unmerged || second->visit_unmerged;
  return finite_pair<R>{
      one_beside_other(first->visit, second->visit),
      R(first->largest_log_ratio + second->largest_log_ratio),
      is_merged ? one_beside_other(first->every_outcome(), second->every_outcome()) : run()};
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
