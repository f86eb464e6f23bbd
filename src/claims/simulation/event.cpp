#include "claims/simulation/event.hpp"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>
#include <set>

namespace shufflecert::inline v0_1::claims {
namespace {

// Wilson's interval (1927): near enough to choose by.
struct interval_ends {
  double lower;
  double upper;
};

interval_ends wilson(double hits, double trials, double z) {
  const double share = hits / trials;
  const double square = z * z / trials;
  const double middle = share + square / 2;
  const double half = std::sqrt(share * (1 - share) * square + square * square / 4);
  return {(middle - half) / (1 + square), (middle + half) / (1 + square)};
}

// Ranks at which thresholds are tried: each first one, and then in steps of 5 % from both ends.
std::set<std::size_t> ranks_of(std::size_t size) {
  std::set<std::size_t> ranks;
  constexpr double growth = 1.05;
  for (double at = 1; at < static_cast<double>(size); at = std::max(at + 1, at * growth)) {
    const auto rank = static_cast<std::size_t>(at);
    ranks.insert(rank);
    ranks.insert(size - rank);
  }
  ranks.insert(0);
  return ranks;
}

}  // namespace

threshold_event choose_event(const std::vector<score_samples>& samples, double delta,
                             double error) {
  const double z = -boost::math::quantile(boost::math::normal(), std::min(error, 0.5));
  threshold_event best;
  double best_ratio = -std::numeric_limits<double>::infinity();
  for (std::size_t score = 0; score < samples.size(); ++score) {
    std::vector<double> p = samples[score].p;
    std::vector<double> q = samples[score].q;
    std::sort(p.begin(), p.end());
    std::sort(q.begin(), q.end());
    std::vector<double> all;
    std::merge(p.begin(), p.end(), q.begin(), q.end(), std::back_inserter(all));
    const auto judge = [&](const threshold_event& event) {
      const auto hits = [&](const std::vector<double>& sorted) {
        const auto from = event.is_large
                              ? std::lower_bound(sorted.begin(), sorted.end(), event.threshold)
                              : std::upper_bound(sorted.begin(), sorted.end(), event.threshold);
        return static_cast<double>(event.is_large ? sorted.end() - from : from - sorted.begin());
      };
      const auto of_p = wilson(hits(p), static_cast<double>(p.size()), z);
      const auto of_q = wilson(hits(q), static_cast<double>(q.size()), z);
      const double over = event.is_large ? of_p.lower : of_q.lower;
      const double under = event.is_large ? of_q.upper : of_p.upper;
      const double ratio = (over - delta) / under;
      if (!(ratio > best_ratio)) return;
      best_ratio = ratio;
      best = event;
    };
    std::set<double> thresholds;
    for (const std::size_t rank : ranks_of(all.size())) thresholds.insert(all[rank]);
    for (const double threshold : thresholds) {
      judge({score, true, threshold});
      judge({score, false, threshold});
    }
  }
  return best;
}

}  // namespace shufflecert::inline v0_1::claims
