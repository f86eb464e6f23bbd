#include "verify/runs/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/chains.hpp"
#include "claims/judging/judge.hpp"
#include "claims/results/statements.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

void print_counterexample(const counterexample& example) {
  const std::string point = point_in_words(example.point, "");
  say("           {}'{}' is false\n", point.empty() ? "" : fmt::format("at {}: ", point),
      example.relation);
  if (example.lhs && example.rhs)
    say("             left  {}\n             right {}\n", to_text(*example.lhs),
        to_text(*example.rhs));
}

void print_cautions(const char* what, const judgement& found) {
  for (const std::string& line : lines_of_cautions(found.stated_cautions()))
    say("           {}{}\n", what, line);
}

// Where some claims are readings of one statement, or made false by one slip. Comparisons of
// bounds with each other are nobody's statements.
void print_statements(const std::vector<const claim*>& of_all,
                      const std::vector<claim_result>& all) {
  std::vector<const claim*> subjects;
  std::vector<claim_result> results;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_generated(*of_all[i])) continue;
    subjects.push_back(of_all[i]);
    results.push_back(all[i]);
  }
  const std::vector<statement_record> statements = statements_of(subjects, results);
  const bool has_slips = std::any_of(subjects.begin(), subjects.end(),
                                     [](const claim* c) { return !c->slip.empty(); });
  if (results.size() < 2 || (statements.size() == results.size() && !has_slips)) return;
  std::vector<std::string> words;
  for (const statement_record& one : statements) words.push_back(outcome_in_words(one));
  std::string line;
  for (const std::string& name : outcomes_of_statements())
    if (const auto count = std::count(words.begin(), words.end(), name); count > 0)
      line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, name);
  const std::size_t slips = slips_among(subjects, results);
  const std::size_t comparisons = all.size() - results.size();
  say("{} {}: {}{}{}\n", statements.size(), statements.size() == 1 ? "statement" : "statements",
      line, slips == 0 ? "" : fmt::format("; {} {}", slips, slips == 1 ? "slip" : "slips"),
      comparisons == 0 ? ""
                       : fmt::format("; besides, {} comparison{} of bounds", comparisons,
                                     comparisons == 1 ? "" : "s"));
}

// What somebody wrote of a result, where the verdicts are not what it says.
void print_unbacked_findings(const catalogue& read, const std::vector<const claim*>& subjects,
                             const std::vector<claim_result>& results) {
  for (const finding_record& one : findings_of(read, subjects, results))
    if (one.is_backed == false) say("finding not backed: {}\n", unbacked_in_words(one));
}

}  // namespace

void print_summary(const catalogue& read, const std::vector<const claim*>& subjects,
                   const std::vector<claim_result>& results, std::size_t figures) {
  if (results.empty()) {
    say("no claims: nothing was judged. {} for 'shufflecert report' to draw\n",
        figures == 1 ? "1 figure" : fmt::format("{} figures", figures));
    return;
  }
  std::map<verdict, std::size_t> counts;
  std::size_t unexpected = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const claim_result& result = results[i];
    ++counts[result.found.outcome];
    if (!result.as_expected) ++unexpected;
    say("{:<10} {}{}\n", to_text(result.found.outcome), result.id,
        result.as_expected || !result.expect
            ? std::string()
            : fmt::format("   (expected: {})", to_text(*result.expect)));
    say("           {}\n", result.found.message);
    if (result.found.outcome == verdict::refuted && result.found.witness)
      print_counterexample(*result.found.witness);
    for (const refuted_region& one : result.found.refuted_regions)
      say("           {}\n", in_words(one));
    print_cautions("", result.found);
    if (result.severity) say("           severity: {}\n", severity_in_one_line(result));
    if (result.severity && !result.severity->frontier.empty())
      say("             frontier: {}\n", result.severity->frontier);
    if (result.corrected) {
      say("           corrected form: {}, {}\n", to_text(result.corrected->outcome),
          result.corrected->message);
      print_cautions("corrected form, ", *result.corrected);
    }
    for (const cited_result* cited : read.doubts_of(*subjects[i]))
      say("           rests on {}: {}\n", cited->id, to_text(cited->status));
  }
  std::string line;
  for (const auto& [outcome, count] : counts)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", count, to_text(outcome));
  say("\n{} {}: {}; {}\n", results.size(), results.size() == 1 ? "claim" : "claims", line,
      unexpected == 0 ? "all as expected" : fmt::format("{} not as expected", unexpected));
  print_statements(subjects, results);
  for (const verdict outcome : {verdict::refuted, verdict::contradicted})
    if (counts[outcome] > 1)
      say("{} {}: {}\n", counts[outcome], to_text(outcome), severity_counts(results, outcome));
  print_unbacked_findings(read, subjects, results);
}

}  // namespace shufflecert::inline v0_1::claims
