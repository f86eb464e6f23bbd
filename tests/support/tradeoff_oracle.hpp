#pragma once
// Trade-off functions by brute force over the laws of exact_oracle.hpp, in exact fractions. Each is
// found twice, by building a test and by duality, and the two must agree. And pairs to ask for
// them.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "shufflecert/pairs.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"

namespace oracle {

using masses = std::vector<std::pair<fraction, fraction>>;

inline masses outcomes_of(const law_pair& laws) {
  std::map<outcome, std::pair<fraction, fraction>> joined;
  for (const auto& [where, mass] : laws.p) joined[where].first = mass;
  for (const auto& [where, mass] : laws.q) joined[where].second = mass;
  masses found;
  for (const auto& [where, both] : joined) found.push_back(both);
  return found;
}

// The type II error of the test that rejects the outcomes with the largest q/p first.
inline fraction tradeoff_by_greedy_test(masses all, const fraction& alpha) {
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.second * b.first > b.second * a.first; });
  fraction to_spend = alpha;
  fraction accepted = 0;
  for (const auto& [p, q] : all) {
    const fraction spent = p < to_spend ? p : to_spend;
    accepted += p == 0 ? fraction(0) : fraction(q * (1 - spent / p));
    to_spend -= spent;
  }
  return accepted;
}

// max over k of Σ min(q, kp) − kα; the maximum is at a ratio of q and p.
inline fraction tradeoff_by_duality(const masses& all, const fraction& alpha) {
  fraction best = 0;
  for (const auto& [p, q] : all) {
    if (p == 0) continue;
    const fraction k = q / p;
    fraction value = -k * alpha;
    for (const auto& [other_p, other_q] : all)
      value += other_q < k * other_p ? other_q : fraction(k * other_p);
    if (value > best) best = value;
  }
  return best;
}

inline fraction tradeoff(const law_pair& laws, const fraction& alpha) {
  const masses all = outcomes_of(laws);
  const fraction value = tradeoff_by_greedy_test(all, alpha);
  if (value != tradeoff_by_duality(all, alpha))
    throw std::logic_error("a test and its dual bound differ");
  return value;
}

// The least k with Σ (p − kq)₊ <= δ < 1 that is at least 0; nothing where there is none.
inline std::optional<fraction> least_factor(const law_pair& laws, const fraction& delta) {
  std::optional<fraction> best;
  const masses all = outcomes_of(laws);
  fraction singular = 0;
  for (const auto& [p, q] : all)
    if (q == 0) singular += p;
  if (singular > delta) return std::nullopt;
  for (const auto& [p, q] : all) {
    if (q == 0) continue;
    fraction in_p = 0;
    fraction in_q = 0;
    for (const auto& [other_p, other_q] : all)
      if (other_p * q >= p * other_q) {
        in_p += other_p;
        in_q += other_q;
      }
    const fraction factor = (in_p - delta) / in_q;
    if (!best || factor > *best) best = factor;
  }
  if (!best || *best < 0) best = fraction(0);
  return best;
}

}  // namespace oracle

/// A pair as the oracle and as the library see it.
struct tradeoff_sample {
  std::string name;
  oracle::law_pair laws;
  /// e^ε0 = r exactly, so that every probability is rational; and the same with ε0 as a ball.
  shufflecert::distribution_pair exact;
  shufflecert::distribution_pair enclosed;
};

inline std::vector<tradeoff_sample> tradeoff_samples(shufflecert::bits precision) {
  using namespace shufflecert;
  using oracle::fraction;
  std::vector<tradeoff_sample> found;
  const auto add = [&](const std::string& name, const oracle::law_pair& laws, auto make) {
    for (const bool swapped : {false, true})
      found.push_back({name + (swapped ? " swapped" : ""),
                       swapped ? oracle::swapped(laws) : laws,
                       {make(true), swapped},
                       {make(false), swapped}});
  };
  for (const auto& [n, r] : std::vector<std::pair<int, fraction>>{
           {1, 3}, {2, fraction(3, 2)}, {5, fraction(7, 3)}, {7, 2}, {9, 1000}}) {
    const std::string point = " n=" + std::to_string(n) + " r=" + oracle::text(r);
    const auto eps0 = [&, r = r](bool exact) { return log_number(r, exact, precision + 60); };
    const std::int64_t users = n;
    add("rr" + point, oracle::randomized_response_laws(n, r), [&](bool exact) {
      return rr_pair{users, eps0(exact)};
    });
    add("clone" + point, oracle::clone_laws(n, r, 1 / r), [&](bool exact) {
      return clone_pair{users, eps0(exact), {}};
    });
    add("clone with p" + point, oracle::clone_laws(n, r, fraction(1, 4)), [&](bool exact) {
      return clone_pair{users, eps0(exact), number(shufflecert::rational(1, 4))};
    });
    add("unmixed" + point, oracle::unmixed_laws(n, 1 / r), [&](bool exact) {
      return unmixed_pair{users, eps0(exact), {}};
    });
    add("printed" + point, oracle::printed_laws(n, 1 / r, fraction(2, 7)), [&](bool exact) {
      return printed_pair{users, eps0(exact), number(shufflecert::rational(2, 7))};
    });
  }
  return found;
}
