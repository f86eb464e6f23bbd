#pragma once
// The laws of small mechanisms by enumeration: every vector of reports, every choice of who is
// sampled, in Boost's own fractions. No formula of the library is used.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "shufflecert/laws.hpp"
#include "shufflecert/pairs.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"

namespace brute_force {

using counts = std::vector<std::int64_t>;
using law = std::map<counts, oracle::fraction>;

/// The histogram of the reports of k-ary randomized response with e^ε0 = r on these inputs.
inline law histogram(const std::vector<std::size_t>& inputs, std::size_t k,
                     const oracle::fraction& r) {
  const oracle::fraction total = r + static_cast<int>(k) - 1;
  law result;
  std::vector<std::size_t> reports(inputs.size(), 0);
  for (;;) {
    oracle::fraction mass = 1;
    counts seen(k, 0);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      mass *= reports[i] == inputs[i] ? oracle::fraction(r / total) : oracle::fraction(1 / total);
      ++seen[reports[i]];
    }
    result[seen] += mass;
    std::size_t i = 0;
    while (i < reports.size() && ++reports[i] == k) reports[i++] = 0;
    if (i == reports.size()) return result;
  }
}

/// Only the counts of one symbol.
inline law count_of(const law& of, std::size_t symbol) {
  law result;
  for (const auto& [seen, mass] : of) result[{seen[symbol]}] += mass;
  return result;
}

inline law mixed(const oracle::fraction& w, const law& p, const law& q) {
  law result;
  for (const auto& [outcome, mass] : p) result[outcome] += w * mass;
  for (const auto& [outcome, mass] : q) result[outcome] += (1 - w) * mass;
  return result;
}

inline oracle::fraction at(const law& of, const counts& outcome) {
  const auto found = of.find(outcome);
  return found == of.end() ? oracle::fraction(0) : found->second;
}

/// Σ P^λ Q^(1−λ), λ >= 2; nothing where it is infinite.
inline std::optional<oracle::fraction> moment(const law& p, const law& q, int order) {
  oracle::fraction sum = 0;
  for (const auto& [outcome, mass] : p) {
    if (mass == 0) continue;
    const oracle::fraction other = at(q, outcome);
    if (other == 0) return std::nullopt;
    sum += mass * oracle::power(oracle::fraction(mass / other), order - 1);
  }
  return sum;
}

/// Σ max(0, P − factor·Q).
inline oracle::fraction hockey_stick(const law& p, const law& q, const oracle::fraction& factor) {
  oracle::fraction sum = 0;
  for (const auto& [outcome, mass] : p) {
    const oracle::fraction difference = mass - factor * at(q, outcome);
    if (difference > 0) sum += difference;
  }
  return sum;
}

/// Σ R·|(P − Q)/R|^a, whole a >= 1; R > 0 wherever P or Q is.
inline oracle::fraction ternary(const law& p, const law& q, const law& r, int a) {
  oracle::fraction sum = 0;
  for (const auto& [outcome, mass] : r) {
    oracle::fraction ratio = (at(p, outcome) - at(q, outcome)) / mass;
    if (ratio < 0) ratio = -ratio;
    sum += mass * oracle::power(ratio, a);
  }
  return sum;
}

/// As a table of the library's.
inline shufflecert::law_ptr table(const law& of) {
  shufflecert::law_table result;
  result.dimension = of.begin()->first.size();
  for (const auto& [outcome, mass] : of)
    if (mass != 0) result.entries.push_back({outcome, to_rational(mass)});
  return std::make_shared<const shufflecert::law_table>(std::move(result));
}

/// Whether every enclosure of `found` contains the probability that it is of, and none is missing.
inline bool encloses_law(const shufflecert::law_table& found, const law& truth) {
  std::size_t positive = 0;
  for (const auto& [outcome, mass] : truth)
    if (mass != 0) ++positive;
  if (positive != found.entries.size()) return false;
  for (const shufflecert::law_entry& entry : found.entries)
    if (!contains(entry.probability.to_ball(200), to_rational(at(truth, entry.outcome))))
      return false;
  return true;
}

}  // namespace brute_force
