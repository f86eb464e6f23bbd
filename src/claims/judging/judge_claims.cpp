#include "claims/judging/judge_claims.hpp"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>

namespace shufflecert::inline v0_1::claims {
namespace {

// A relation to judge, on behalf of all the claims that state it.
struct shared_relation {
  std::size_t first = 0;  ///< the claim whose text is used
  stated_form which = stated_form::printed;
  std::vector<std::size_t> claims;
  judgement found;
  std::exception_ptr error;
};

// A claim, and its relations among those to judge.
struct awaited_claim {
  std::optional<std::size_t> printed;
  std::optional<std::size_t> corrected;
  std::atomic<int> left = 0;  ///< relations that are not judged yet
  std::atomic<bool> is_begun = false;
};

class claims_run {
 public:
  claims_run(const std::vector<const claim*>& subjects, const catalogue& visible,
             const judge_options& options, const claims_observer& observer)
      : subjects_(subjects),
        visible_(visible),
        options_(options),
        observer_(observer),
        awaited_(subjects.size()),
        results_(subjects.size()) {
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      if (!subjects[i]->problem.empty()) continue;
      awaited_[i].printed = take(i, stated_form::printed);
      if (subjects[i]->corrected) awaited_[i].corrected = take(i, stated_form::corrected);
    }
  }

  std::vector<claim_result> run(int threads) {
    for (std::size_t i = 0; i < subjects_.size(); ++i)
      if (!awaited_[i].printed) finish(i);
    tbb::task_arena arena(threads > 0 ? threads : tbb::task_arena::automatic);
    arena.execute([&] {
      // Each thread takes the next relation, so that an interrupted run has finished the first
      // claims. A thread that finds none left helps with the points of those that are still being
      // judged.
      std::atomic<std::size_t> next = 0;
      tbb::parallel_for(0, arena.max_concurrency(), [&](int) {
        for (std::size_t i = next++; i < relations_.size(); i = next++) judge_next(relations_[i]);
      });
    });
    return std::move(results_);
  }

 private:
  std::size_t take(std::size_t index, stated_form which) {
    // The built-in catalogue is searched as it is on record, and own files more thoroughly.
    const char* origin = is_builtin_file(subjects_[index]->file) ? "built-in" : "own";
    const auto [place, is_new] =
        places_.emplace(origin + judging_inputs(*subjects_[index], which), relations_.size());
    if (is_new) relations_.push_back({index, which, {}, {}, {}});
    relations_[place->second].claims.push_back(index);
    ++awaited_[index].left;
    return place->second;
  }

  void judge_next(shared_relation& one) {
    begin(one.first);
    judge_options own = options_;
    if (observer_.progress)
      own.progress = [this, index = one.first](std::size_t done, std::size_t total) {
        observer_.progress(index, done, total);
      };
    // What one claim runs into does not end the others.
    try {
      one.found = judge_form(*subjects_[one.first], one.which, visible_, cache_, own);
    } catch (...) {
      one.error = std::current_exception();
    }
    for (const std::size_t index : one.claims)
      if (--awaited_[index].left == 0) finish(index);
  }

  void begin(std::size_t index) {
    if (!awaited_[index].is_begun.exchange(true) && observer_.started) observer_.started(index);
  }

  void finish(std::size_t index) {
    begin(index);
    results_[index] = result(index);
    if (observer_.finished) observer_.finished(index, results_[index]);
  }

  [[nodiscard]] claim_result result(std::size_t index) const {
    const claim& subject = *subjects_[index];
    const awaited_claim& awaited = awaited_[index];
    judgement found;
    std::optional<judgement> corrected;
    for (const auto& place : {awaited.printed, awaited.corrected})
      if (place && relations_[*place].error) return failed(subject, relations_[*place].error);
    if (awaited.printed) found = relations_[*awaited.printed].found;
    if (awaited.corrected) corrected = relations_[*awaited.corrected].found;
    return result_of(subject, visible_.visible, std::move(found), std::move(corrected));
  }

  const std::vector<const claim*>& subjects_;
  const catalogue& visible_;
  const judge_options& options_;
  const claims_observer& observer_;
  quantity_cache cache_;
  std::vector<awaited_claim> awaited_;
  std::vector<shared_relation> relations_;
  std::unordered_map<std::string, std::size_t> places_;  ///< of relations, by what they rest on
  std::vector<claim_result> results_;
};

}  // namespace

int share_of_search(const std::vector<const claim*>& all) {
  constexpr int effort_of_run = 128;
  constexpr int largest = 64;
  int relations = 0;
  for (const claim* one : all) {
    if (is_builtin_file(one->file) || !std::holds_alternative<forall_claim>(one->form)) continue;
    relations += one->corrected ? 2 : 1;
    if (relations >= effort_of_run) break;
  }
  return std::clamp(effort_of_run / std::max(relations, 1), 1, largest);
}

std::vector<claim_result> judge_claims(const std::vector<const claim*>& subjects,
                                       const catalogue& visible, const judge_options& options,
                                       const claims_observer& observer, int threads) {
  std::optional<tbb::global_control> most_threads;
  if (threads > 0)
    most_threads.emplace(tbb::global_control::max_allowed_parallelism,
                         static_cast<std::size_t>(threads));
  return claims_run(subjects, visible, options, observer).run(threads);
}

}  // namespace shufflecert::inline v0_1::claims
