#pragma once
// Trade-off functions by brute force over the laws of exact_oracle.hpp, in exact fractions. Each is
// found twice, by building a test and by duality, and the two must agree.

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "support/exact_oracle.hpp"

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
