#pragma once
// Laws of the histogram of independent reports, and what of a histogram a pair of them needs.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "second/elementary.hpp"

namespace shufflecert::inline v0_1::second {

/// Where an outcome lies: one count, or several.
using outcome = std::vector<std::int64_t>;

/// A law on finitely many outcomes, each with the logarithm of its probability.
template <class R>
using finite_law = std::map<outcome, R>;

inline constexpr std::size_t most_kept_outcomes = 2'000'000;

/// The histogram of reports of a staircase mechanism, k-ary randomized response among them: a user
/// sends symbol j with a probability in proportion to its weight, times e^ε0 where the user's input
/// favours j. Multiplied out when somebody asks for its outcomes.
template <class R>
class report_law {
 public:
  /// Users whose input favours the same symbols.
  struct group {
    std::vector<bool> favoured;
    std::int64_t users = 0;
  };

  report_law(R eps0, std::vector<R> weights, std::vector<group> groups, const setting<R>& in)
      : eps0_(std::move(eps0)), weights_(std::move(weights)), in_(&in) {
    for (group& one : groups)
      if (one.users > 0) groups_.push_back(std::move(one));
    std::sort(groups_.begin(), groups_.end(),
              [](const group& a, const group& b) { return a.users > b.users; });
  }

  [[nodiscard]] const finite_law<R>& all() const {
    if (!all_) all_ = multiplied_out();
    return *all_;
  }

  /// The pair of these laws with one count for symbols that no group of either tells apart; nothing
  /// where there are none. Given the sum of their counts, these split in the same way under both
  /// laws, each report going to one of them in proportion to the weights: the sum is sufficient.
  static std::optional<std::pair<report_law, report_law>> merged(const report_law& p,
                                                                 const report_law& q) {
    if (p.eps0_ != q.eps0_ || p.weights_ != q.weights_) return std::nullopt;
    std::map<std::vector<bool>, std::size_t> places;
    std::vector<std::size_t> place_of;
    std::vector<R> weights;
    for (std::size_t symbol = 0; symbol < p.weights_.size(); ++symbol) {
      std::vector<bool> favours;
      for (const report_law* law : {&p, &q})
        for (const group& one : law->groups_) favours.push_back(one.favoured[symbol]);
      const auto [entry, is_new] = places.emplace(favours, weights.size());
      place_of.push_back(entry->second);
      if (is_new)
        weights.push_back(p.weights_[symbol]);
      else
        weights[entry->second] += p.weights_[symbol];
    }
    if (weights.size() == p.weights_.size()) return std::nullopt;
    const auto with_places = [&](const report_law& law) {
      std::vector<group> groups;
      for (const group& one : law.groups_) {
        std::vector<bool> favoured(weights.size());
        for (std::size_t symbol = 0; symbol < place_of.size(); ++symbol)
          favoured[place_of[symbol]] = one.favoured[symbol];
        groups.push_back({std::move(favoured), one.users});
      }
      return report_law(law.eps0_, weights, std::move(groups), *law.in_);
    };
    return std::pair(with_places(p), with_places(q));
  }

 private:
  // log of the probability of each symbol
  [[nodiscard]] std::vector<R> row_of(const group& one) const {
    using std::log;
    std::vector<R> row;
    R total = -infinity<R>();
    for (std::size_t symbol = 0; symbol < weights_.size(); ++symbol) {
      row.push_back(R(log(weights_[symbol]) + (one.favoured[symbol] ? eps0_ : R(0))));
      total = log_add(total, row.back());
    }
    for (R& mass : row) mass -= total;
    return row;
  }

  static void refuse_if_many(std::size_t outcomes) {
    if (outcomes > most_kept_outcomes) throw beyond_reach("a law of more than 2*10^6 outcomes");
  }

  // The largest group by its multinomial law, the others report after report.
  [[nodiscard]] std::shared_ptr<const finite_law<R>> multiplied_out() const {
    finite_law<R> known{{outcome(weights_.size(), 0), R(0)}};
    for (std::size_t i = 0; i < groups_.size(); ++i) {
      const std::vector<R> row = row_of(groups_[i]);
      if (i == 0) {
        known = multinomial(groups_[i].users, row);
        continue;
      }
      for (std::int64_t user = 0; user < groups_[i].users; ++user) known = after_report(known, row);
    }
    return std::make_shared<const finite_law<R>>(std::move(known));
  }

  [[nodiscard]] finite_law<R> after_report(const finite_law<R>& known,
                                           const std::vector<R>& row) const {
    in_->limits.check();
    in_->spend(static_cast<std::int64_t>(known.size() * row.size()));
    finite_law<R> next;
    for (const auto& [at, mass] : known)
      for (std::size_t symbol = 0; symbol < row.size(); ++symbol) {
        outcome then = at;
        ++then[symbol];
        const R more = mass + row[symbol];
        const auto [entry, is_new] = next.emplace(std::move(then), more);
        if (!is_new) entry->second = log_add(entry->second, more);
      }
    refuse_if_many(next.size());
    return next;
  }

  [[nodiscard]] finite_law<R> multinomial(std::int64_t users, const std::vector<R>& row) const {
    // C(users + symbols − 1, symbols − 1) histograms
    double histograms = 1;
    for (std::size_t i = 1; i < row.size(); ++i)
      histograms *= (static_cast<double>(users) + static_cast<double>(i)) / static_cast<double>(i);
    if (histograms > static_cast<double>(most_kept_outcomes))
      throw beyond_reach("a law of more than 2*10^6 outcomes");
    in_->require(static_cast<std::int64_t>(histograms));
    in_->spend(static_cast<std::int64_t>(histograms));
    const std::vector<R> factorials = log_factorials<R>(users, *in_);
    finite_law<R> law;
    outcome histogram(row.size(), 0);
    fill(law, histogram, 0, users, factorials[static_cast<std::size_t>(users)], row, factorials);
    return law;
  }

  // The counts from `symbol` on, of which `left` users are to be spread.
  void fill(finite_law<R>& law, outcome& histogram, std::size_t symbol, std::int64_t left,
            const R& mass, const std::vector<R>& row, const std::vector<R>& factorials) const {
    const auto with = [&](std::int64_t count) {
      return R(mass + from_count<R>(count) * row[symbol] -
               factorials[static_cast<std::size_t>(count)]);
    };
    if (symbol + 1 == row.size()) {
      histogram[symbol] = left;
      law.emplace_hint(law.end(), histogram, with(left));
      return;
    }
    if (symbol == 0 || symbol == 1) in_->limits.check();
    for (std::int64_t count = 0; count <= left; ++count) {
      histogram[symbol] = count;
      fill(law, histogram, symbol + 1, left - count, with(count), row, factorials);
    }
  }

  R eps0_;
  std::vector<R> weights_;
  std::vector<group> groups_;  ///< those with users, the largest first
  const setting<R>* in_;
  mutable std::shared_ptr<const finite_law<R>> all_;
};

}  // namespace shufflecert::inline v0_1::second
