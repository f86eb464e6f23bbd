#pragma once
// The histograms of shuffled reports: how they are ordered, and the weight of each one.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/laws.hpp"

namespace shufflecert::inline v0_1 {

using outcome_tuple = std::vector<std::int64_t>;

[[noreturn]] inline void refuse_law_size() {
  throw beyond_reach("the law has more than 10^6 outcomes");
}

/// Throws unless the outcomes of both laws have as many coordinates.
inline void require_one_length(const law_table& p, const law_table& q) {
  if (p.dimension != q.dimension)
    throw undefined_value("the laws have outcomes of different lengths, " +
                          std::to_string(p.dimension) + " and " + std::to_string(q.dimension));
}

/// Throws when there are certainly more than longest_law histograms of n reports of k symbols.
inline void require_listable(std::int64_t n, std::size_t k) {
  double size = 1;
  for (std::size_t j = 1; j < k; ++j) {
    size = size * (static_cast<double>(n) + static_cast<double>(j)) / static_cast<double>(j);
    if (size > 1.5 * static_cast<double>(longest_law)) refuse_law_size();
  }
}

/// The number of histograms of m reports of j + 1 symbols, C(m + j, j), for all m <= n and j < k.
class histogram_counts {
 public:
  /// Throws when there are more than longest_law for m = n, j = k − 1; all others are fewer.
  histogram_counts(std::int64_t n, std::size_t k) : k_(k) {
    require_listable(n, k);
    const auto rows = static_cast<std::size_t>(n) + 1;
    counts_.assign(rows * k, 1);
    for (std::size_t m = 1; m < rows; ++m)
      for (std::size_t j = 1; j < k; ++j)
        counts_[m * k + j] = counts_[(m - 1) * k + j] + counts_[m * k + j - 1];
    if (counts_.back() > longest_law) refuse_law_size();
  }

  [[nodiscard]] std::size_t total(std::int64_t m) const { return at(m, k_ - 1); }

  /// The place of a histogram of m reports in ascending order: of those that agree before symbol i,
  /// C(r + j, j) − C(r − h_i + j, j) have fewer reports i, where r reports are left and
  /// j = k − 1 − i.
  [[nodiscard]] std::size_t rank(const outcome_tuple& histogram, std::int64_t m) const {
    std::size_t place = 0;
    std::int64_t left = m;
    for (std::size_t i = 0; i + 1 < k_; ++i) {
      place += at(left, k_ - 1 - i) - at(left - histogram[i], k_ - 1 - i);
      left -= histogram[i];
    }
    return place;
  }

 private:
  [[nodiscard]] std::size_t at(std::int64_t m, std::size_t j) const {
    return counts_[static_cast<std::size_t>(m) * k_ + j];
  }

  std::size_t k_;
  std::vector<std::size_t> counts_;
};

/// Moves on to the next histogram of the same number of reports, in ascending order.
inline bool advance(outcome_tuple& histogram) {
  const std::size_t last = histogram.size() - 1;
  std::int64_t carried = histogram[last];
  histogram[last] = 0;
  for (std::size_t i = last; i > 0; --i) {
    if (carried > 0) {
      ++histogram[i - 1];
      histogram[last] = carried - 1;
      return true;
    }
    carried = histogram[i - 1];
    histogram[i - 1] = 0;
  }
  return false;
}

/// Calls visit(histogram) for all histograms of m reports of k symbols, in ascending order.
template <class Visit>
void for_each_histogram(std::int64_t m, std::size_t k, const budget& limits, Visit visit) {
  outcome_tuple histogram(k, 0);
  histogram.back() = m;
  std::int64_t visited = 0;
  do {
    if ((++visited & 63) == 0) limits.check();
    visit(histogram);
  } while (advance(histogram));
}

/// How one input is reported: symbol j with the weight values[value_of[j]].
template <class Value>
struct report_weights {
  std::vector<Value> values;  ///< the different weights
  std::vector<std::size_t> value_of;

  [[nodiscard]] const Value& of(std::size_t symbol) const { return values[value_of[symbol]]; }
};

/// Users who share an input.
template <class Value>
struct equal_inputs {
  std::int64_t users = 0;
  report_weights<Value> reports;
};

/// The weights of all histograms, in ascending order: the coefficients of the product over all
/// users of Σ_j (weight of symbol j)·x_j. Whole numbers or balls, none negative.
template <class Value>
class histogram_weights {
 public:
  /// `more_users` says how many may be added in the end. `limits` must outlive the weights.
  histogram_weights(const std::vector<equal_inputs<Value>>& groups, std::size_t k,
                    std::int64_t more_users, const Value& one, const budget& limits)
      : k_(k), one_(one), limits_(limits), counts_(users_of(groups) + more_users, k) {
    const auto largest =
        std::max_element(groups.begin(), groups.end(),
                         [](const auto& a, const auto& b) { return a.users < b.users; });
    if (largest == groups.end()) {
      values_.push_back(one_);
      return;
    }
    require_few_steps(users_of(groups), largest->users);
    start(*largest);
    for (auto group = groups.begin(); group != groups.end(); ++group)
      if (group != largest)
        for (std::int64_t user = 0; user < group->users; ++user) add_user(group->reports);
  }

  [[nodiscard]] std::vector<Value>& values() { return values_; }

  void add_user(const report_weights<Value>& reports) {
    std::vector<Value> next;
    next.reserve(counts_.total(users_ + 1));
    for_each_histogram(users_ + 1, k_, limits_, [&](outcome_tuple& histogram) {
      Value weight = one_ - one_;
      for (std::size_t j = 0; j < k_; ++j) {
        if (histogram[j] == 0) continue;
        --histogram[j];
        weight += values_[counts_.rank(histogram, users_)] * reports.of(j);
        ++histogram[j];
      }
      next.push_back(std::move(weight));
    });
    values_ = std::move(next);
    ++users_;
  }

 private:
  static std::int64_t users_of(const std::vector<equal_inputs<Value>>& groups) {
    std::int64_t users = 0;
    for (const auto& group : groups) users += group.users;
    return users;
  }

  void require_few_steps(std::int64_t users, std::int64_t largest) const {
    constexpr double most_steps = 2e8;
    const double steps = static_cast<double>(users - largest) *
                         static_cast<double>(counts_.total(users)) * static_cast<double>(k_);
    if (steps > most_steps)
      throw beyond_reach("the law would need more than 2*10^8 steps: too many different inputs");
  }

  // All users have the same input: m!/(h_0! h_1! …) times a power of each different weight.
  void start(const equal_inputs<Value>& group) {
    users_ = group.users;
    const std::vector<Value>& different = group.reports.values;
    std::vector<Value> factorials{one_};
    std::vector<std::vector<Value>> powers(different.size(), {one_});
    for (std::int64_t i = 1; i <= users_; ++i) {
      if ((i & 63) == 0) limits_.check();
      factorials.push_back(factorials.back() * i);
      for (std::size_t v = 0; v < different.size(); ++v)
        powers[v].push_back(powers[v].back() * different[v]);
    }
    const auto at = [](const std::vector<Value>& list, std::int64_t i) -> const Value& {
      return list[static_cast<std::size_t>(i)];
    };
    values_.reserve(counts_.total(users_));
    std::vector<std::int64_t> reported(different.size());
    for_each_histogram(users_, k_, limits_, [&](const outcome_tuple& histogram) {
      Value weight = factorials.back();
      std::fill(reported.begin(), reported.end(), 0);
      for (std::size_t j = 0; j < k_; ++j) {
        if (histogram[j] > 1) weight = weight / at(factorials, histogram[j]);
        reported[group.reports.value_of[j]] += histogram[j];
      }
      for (std::size_t v = 0; v < different.size(); ++v) weight *= at(powers[v], reported[v]);
      values_.push_back(std::move(weight));
    });
  }

  std::size_t k_;
  Value one_;
  const budget& limits_;
  histogram_counts counts_;
  std::int64_t users_ = 0;
  std::vector<Value> values_;
};

}  // namespace shufflecert::inline v0_1
