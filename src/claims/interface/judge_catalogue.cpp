#include "claims/judging/judge.hpp"
#include "claims/judging/judge_claims.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/results_json.hpp"
#include "shufflecert/judging.hpp"

namespace shufflecert::inline v0_1::claims {
judged_catalogue judge_catalogue(const std::string& text, const std::string& name,
                                 const catalogue_options& options) {
  std::vector<catalogue_source> sources = builtin_sources();
  sources.push_back({name, text});
  catalogue read = read_catalogue(sources);
  link_catalogue(read);
  std::vector<const claim*> subjects;
  for (const claim& one : read.claims)
    if (one.file == name) subjects.push_back(&one);
  judge_options how;
  how.limits = budget::of_seconds(options.timeout);
  how.search = {options.effort.value_or(default_effort), options.seed,
                options.effort ? 0 : share_of_search(subjects)};
  how.derives_theorems = true;
  std::vector<claim_result> results = judge_claims(subjects, read, how, {}, options.threads);
  derive_severities(subjects, read, results, how.limits);
  judged_catalogue judged;
  for (const claim_result& one : results)
    judged.claims.push_back({one.id, to_text(one.found.outcome), one.as_expected, one.found.message,
                             one.found.stated_cautions()});
  judged.results = json_file_text(results_json("judge_catalogue", read, subjects, results));
  return judged;
}

}  // namespace shufflecert::inline v0_1::claims
