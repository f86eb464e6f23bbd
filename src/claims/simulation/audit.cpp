#include "claims/simulation/audit.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "claims/simulation/clopper_pearson.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t reports_of_batch = 1 << 20;
constexpr std::int64_t most_runs_of_batch = 1024;
constexpr std::int64_t most_choosing = 250'000;
constexpr bits eps_precision = 128;

std::int64_t choosing_of(std::int64_t runs) {
  return std::clamp<std::int64_t>(runs / 4, 1, most_choosing);
}

// Runs of one purpose on one data set, in batches with random bits of their own, so that it does
// not matter which thread runs them, and when.
class batches {
 public:
  batches(const mechanism& what, const audit_plan& plan, const budget& limits,
          const std::function<void(std::size_t, std::size_t)>& progress)
      : what_(what), seed_(plan.seed), limits_(limits), progress_(progress), all_(2 * plan.runs) {}

  // use(i, scores) for each run i, from any thread.
  template <class Use>
  void run(data_set input, bool chooses, std::int64_t runs, const Use& use) {
    const std::int64_t size =
        std::clamp<std::int64_t>(reports_of_batch / what_.n, 1, most_runs_of_batch);
    const std::int64_t count = (runs + size - 1) / size;
    tbb::parallel_for(std::int64_t{0}, count, [&](std::int64_t batch) {
      random_bits random = bits_of(input, chooses, batch);
      runner one(what_);
      const std::int64_t first = batch * size;
      const std::int64_t last = std::min(first + size, runs);
      // A look at the clock costs as much as some reports.
      const std::int64_t looks = std::max<std::int64_t>(1, 4096 / what_.n);
      for (std::int64_t i = first; i < last; ++i) {
        if ((i - first) % looks == 0) limits_.check();
        use(i, one.run(input, random));
      }
      const std::int64_t now = done_ += last - first;
      if (progress_) progress_(static_cast<std::size_t>(now), static_cast<std::size_t>(all_));
    });
  }

 private:
  [[nodiscard]] random_bits bits_of(data_set input, bool chooses, std::int64_t batch) const {
    const auto low = [](std::uint64_t word) { return static_cast<std::uint32_t>(word); };
    const auto high = [](std::uint64_t word) { return static_cast<std::uint32_t>(word >> 32); };
    const auto index = static_cast<std::uint64_t>(batch);
    std::seed_seq words{low(seed_),
                        high(seed_),
                        low(index),
                        high(index),
                        static_cast<std::uint32_t>(input == data_set::p ? 1 : 2),
                        static_cast<std::uint32_t>(chooses ? 1 : 2)};
    return random_bits(words);
  }

  const mechanism& what_;
  std::uint64_t seed_;
  const budget& limits_;
  const std::function<void(std::size_t, std::size_t)>& progress_;
  std::int64_t all_;
  std::atomic<std::int64_t> done_{0};
};

double score_of(const release_scores& scores, std::size_t which) {
  return which == 0 ? scores.histogram : scores.first;
}

threshold_event chosen_by(const std::vector<score_samples>& samples, const audit_plan& plan) {
  return choose_event(samples, plan.delta.convert_to<double>(),
                      plan.error.convert_to<double>() / 2);
}

// From the counts: each of the two bounds may be wrong with half of the probability.
void conclude(const audit_plan& plan, const budget& limits, audit_finding& found) {
  const rational half = plan.error / 2;
  const bool is_large = found.event.is_large;
  const std::int64_t more = is_large ? found.hits_p : found.hits_q;
  const std::int64_t less = is_large ? found.hits_q : found.hits_p;
  found.at_least = lower_probability(more, found.trials, half, limits);
  found.at_most = upper_probability(less, found.trials, half, limits);
  const rational over = found.at_least - plan.delta;
  if (over > found.at_most) found.eps = log(number(rational(over / found.at_most)), eps_precision);
}

}  // namespace

audit_finding audit(const mechanism& what, const audit_plan& plan, const budget& limits,
                    const std::function<void(std::size_t, std::size_t)>& progress) {
  batches all(what, plan, limits, progress);
  audit_finding found;
  found.choosing = choosing_of(plan.runs);
  found.trials = plan.runs - found.choosing;
  const auto size = static_cast<std::size_t>(found.choosing);
  constexpr std::size_t scores = 2;
  std::vector<score_samples> samples(scores,
                                     {std::vector<double>(size), std::vector<double>(size)});
  for (const data_set input : {data_set::p, data_set::q})
    all.run(input, true, found.choosing, [&](std::int64_t i, const release_scores& seen) {
      for (std::size_t score = 0; score < scores; ++score) {
        auto& of = input == data_set::p ? samples[score].p : samples[score].q;
        of[static_cast<std::size_t>(i)] = score_of(seen, score);
      }
    });
  found.event = chosen_by(samples, plan);
  for (const data_set input : {data_set::p, data_set::q}) {
    std::atomic<std::int64_t> hits{0};
    all.run(input, false, found.trials, [&](std::int64_t, const release_scores& seen) {
      if (found.event.contains(score_of(seen, found.event.score)))
        hits.fetch_add(1, std::memory_order_relaxed);
    });
    (input == data_set::p ? found.hits_p : found.hits_q) = hits;
  }
  conclude(plan, limits, found);
  return found;
}

audit_finding audit_samples(const std::vector<double>& of_p, const std::vector<double>& of_q,
                            const audit_plan& plan, const budget& limits) {
  const std::size_t runs = std::min(of_p.size(), of_q.size());
  audit_finding found;
  found.choosing = choosing_of(static_cast<std::int64_t>(runs));
  found.trials = static_cast<std::int64_t>(runs) - found.choosing;
  const auto first = [&](const std::vector<double>& all) {
    return std::vector<double>(all.begin(), all.begin() + found.choosing);
  };
  found.event = chosen_by({{first(of_p), first(of_q)}}, plan);
  const auto hits = [&](const std::vector<double>& all) {
    return std::count_if(all.begin() + found.choosing,
                         all.begin() + static_cast<std::ptrdiff_t>(runs),
                         [&](double value) { return found.event.contains(value); });
  };
  found.hits_p = hits(of_p);
  found.hits_q = hits(of_q);
  conclude(plan, limits, found);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
