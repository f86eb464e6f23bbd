#include "support/expected_results.hpp"

#include <vector>

#include "claims/judging/judge.hpp"
#include "claims/results/results_json.hpp"
#include "reports/pages/report.hpp"
#include "support/judged_claims.hpp"

shufflecert::claims::recorded_results builtin_results_as_expected() {
  using namespace shufflecert::claims;
  const catalogue& read = linked_builtin_catalogue();
  std::vector<const claim*> subjects;
  std::vector<claim_result> judged;
  for (const claim& c : read.claims) {
    subjects.push_back(&c);
    claim_result& result = judged.emplace_back();
    result.id = c.id;
    result.found.outcome = c.expect.value();
    if (c.corrected) result.corrected.emplace().outcome = verdict::verified;
  }
  derive_severities(subjects, read, judged);
  return results_from(results_json("verify", read, subjects, judged));
}
