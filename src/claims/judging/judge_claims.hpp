#pragma once

#include <functional>
#include <vector>

#include "claims/judging/judge.hpp"

namespace shufflecert::inline v0_1::claims {

/// The calls that report how far a run is. Each member may be empty; all are called from any
/// thread, with the claim's index among the subjects.
struct claims_observer {
  std::function<void(std::size_t claim)> started;
  std::function<void(std::size_t claim, std::size_t done, std::size_t total)> progress;
  std::function<void(std::size_t claim, const claim_result& result)> finished;
};

/// The largest effort that the search of one claim may take by itself, where all claims of users'
/// own files are to end in a time that a person would wait: all of a run share one budget.
int share_of_search(const std::vector<const claim*>& all);

/// Judges claims on `threads` threads (0: as many as the machine has), several at a time, and the
/// points of each on whatever threads are free. A relation that several of them state is judged
/// once, and all of them have its `seconds`. Results are in the order of the subjects, and but for
/// `seconds` they do not depend on the number of threads unless the budget runs out.
std::vector<claim_result> judge_claims(const std::vector<const claim*>& subjects,
                                       const catalogue& visible, const judge_options& options,
                                       const claims_observer& observer, int threads = 0);

}  // namespace shufflecert::inline v0_1::claims
