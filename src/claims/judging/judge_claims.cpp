#include "claims/judging/judge_claims.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <optional>

namespace shufflecert::inline v0_1::claims {

std::vector<claim_result> judge_claims(const std::vector<const claim*>& subjects,
                                       const catalogue& visible, const judge_options& options,
                                       const claims_observer& observer, int threads) {
  quantity_cache cache;
  std::vector<claim_result> results(subjects.size());
  const auto judge_one = [&](std::size_t i) {
    judge_options own = options;
    if (observer.progress)
      own.progress = [&observer, i](std::size_t done, std::size_t total) {
        observer.progress(i, done, total);
      };
    if (observer.started) observer.started(i);
    // What one claim runs into does not end the others.
    try {
      results[i] = judge(*subjects[i], visible, cache, own);
    } catch (...) {
      results[i] = failed(*subjects[i], std::current_exception());
    }
    if (observer.finished) observer.finished(i, results[i]);
  };
  std::optional<tbb::global_control> most_threads;
  if (threads > 0)
    most_threads.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
  arena.execute([&] {
    // Each thread takes the next claim, so that an interrupted run has finished the first ones. A
    // thread that finds none left helps with the points of those that are still being judged.
    std::atomic<std::size_t> next = 0;
    tbb::parallel_for(0, arena.max_concurrency(), [&](int) {
      for (std::size_t i = next++; i < subjects.size(); i = next++) judge_one(i);
    });
  });
  return results;
}

}  // namespace shufflecert::inline v0_1::claims
