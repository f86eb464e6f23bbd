#include "claims/recheck/recheck.hpp"

#include <fmt/format.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "arithmetic/overloaded.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/proof/prove.hpp"
#include "claims/recheck/relation.hpp"
#include "claims/results/failure.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What the evidence says the claim is, against what its inputs say now.
std::optional<std::string> difference_of(const stated_claim& recorded, const claim& subject,
                                         const catalogue& read) {
  const auto key = key_of_difference(recorded, state(subject, read));
  if (!key) return std::nullopt;
  return recorded.lacks(*key)
             ? fmt::format("it does not state the claim's '{}'", *key)
             : fmt::format("its '{}' is not that of the claim in '{}'", *key, subject.file);
}

bool is_possible(verdict outcome, claim_kind kind) {
  const bool about_rates = outcome == verdict::supported || outcome == verdict::contradicted;
  if (outcome == verdict::undecided || outcome == verdict::invalid) return true;
  return kind == claim_kind::rate ? outcome != verdict::verified : !about_rates;
}

relation_recheck recheck_relation(second_opinion& second, const expression_ptr& relation,
                                  const judgement& found, const recheck_options& options) {
  relation_recheck result;
  const claim& subject = second.subject();
  const auto open = [&](const std::string& reason) {
    result.found = {recheck_outcome::beyond_reach, reason, 0};
    return result;
  };
  if (!is_possible(found.outcome, subject.kind())) {
    result.found =
        not_confirmed(fmt::format("a claim of this kind cannot be {}", to_text(found.outcome)));
    return result;
  }
  if (found.outcome != verdict::refuted && found.witness && !found.witness->relation.empty()) {
    result.found = not_confirmed(fmt::format("it is said to be {}, and that '{}' fails",
                                             to_text(found.outcome), found.witness->relation));
    return result;
  }
  if (const auto flaw = flaw_of_evidence(found, subject)) {
    result.found = not_confirmed(*flaw);
    return result;
  }
  const bool is_open_rate = found.outcome == verdict::undecided && found.rate;
  if (found.outcome == verdict::undecided || found.outcome == verdict::invalid) {
    if (found.counterexamples != 0) {
      result.found = not_confirmed(
          fmt::format("it is said to be {}, with a counterexample", to_text(found.outcome)));
      return result;
    }
    if (!is_open_rate)
      return open(fmt::format("nothing to judge again: it is {}", to_text(found.outcome)));
  }
  if (options.stop != nullptr && options.stop->load()) return open("interrupted");
  if (options.deadline && budget::clock::now() >= *options.deadline)
    return open("the time limit was reached");
  result = std::visit(
      overloaded{
          [&](const forall_claim&) { return recheck_forall(second, relation, found, options); },
          [&](const exists_claim& form) {
            return recheck_exists(second, form, relation, found, options);
          },
          [&](const rate_claim& form) { return recheck_rate(second, form, found, options); }},
      subject.form);
  // The errors of a rate that stayed undecided can show that it did not have to.
  if (is_open_rate && result.found.outcome != recheck_outcome::not_confirmed)
    return open("nothing to judge again: it is undecided");
  if (found.outcome == verdict::proved && subject.kind() == claim_kind::forall &&
      result.found.outcome == recheck_outcome::confirmed)
    result.found.reason = "at its points; the proof itself was not checked, which check-proof does";
  if (found.is_theorem_on_rate() && result.found.outcome == recheck_outcome::confirmed) {
    // The errors of a refuted rate need not show that it is false.
    if (found.outcome == verdict::refuted) result.found.outcome = recheck_outcome::beyond_reach;
    result.found.reason =
        "its errors agree at the sizes that were checked; the theorem on its rate was not checked";
  }
  return result;
}

// The proof must not be said to cover more of the domain than its regions do.
std::optional<std::string> flaw_of_coverage(const judgement& found, const claim& subject,
                                            const catalogue& read, const recheck_options& options) {
  if (!found.proof || subject.kind() != claim_kind::forall || !has_proof_region(subject))
    return std::nullopt;
  if (found.proof->method == proof_method::derivation)
    return found.proof->covers == proof_coverage::domain
               ? std::nullopt
               : std::optional<std::string>("a proof on the whole domain is said to cover less");
  quantity_cache cache;
  judge_options how;
  how.limits = budget(options.deadline, options.stop);
  const proof_coverage covers = coverage_of({subject, read, cache, how});
  // A run that was short of time may know less than is so. Of what is proved it knows all.
  const bool knows_less = found.outcome != verdict::proved && found.proof->covers > covers;
  if (found.proof->covers == covers || knows_less) return std::nullopt;
  return fmt::format("its proof is said to cover '{}' of its domain, and its regions cover '{}'",
                     to_text(found.proof->covers), to_text(covers));
}

// What the claim's formulas tell; what was found at points is not looked for again.
std::vector<std::string> cautions_of(const claim& subject, const expression& relation,
                                     const judgement& found, const catalogue& read,
                                     const recheck_options& options) {
  return cautions_about_claim(subject, relation, found.outcome, read.visible,
                              budget(options.deadline, options.stop));
}

// A file may leave out no caution that the claim has. Files of earlier versions state none.
std::optional<std::string> flaw_of_cautions(const judgement& stated,
                                            const std::vector<std::string>& own) {
  if (!stated.cautions) return std::nullopt;
  for (const std::string& sentence : own)
    if (std::find(stated.cautions->begin(), stated.cautions->end(), sentence) ==
        stated.cautions->end())
      return fmt::format("it leaves out the caution '{}'", sentence);
  return std::nullopt;
}

claim_recheck recheck_claim(const recorded_claim& recorded, const claim& subject,
                            const catalogue& read, const recheck_options& options) {
  claim_recheck result;
  result.id = recorded.id;
  result.recorded = recorded.found.outcome;
  if (const auto difference = difference_of(recorded.stated, subject, read)) {
    result.claim.found = not_confirmed(*difference);
    return result;
  }
  if (recorded.as_expected != is_as_expected(recorded.found.outcome, subject.expect)) {
    result.claim.found = not_confirmed("'as_expected' does not fit to the verdict");
    return result;
  }
  if (!subject.problem.empty() && recorded.found.witness) {
    result.claim.found = not_confirmed("it cannot be judged, and a point is said to decide it");
    return result;
  }
  if (!subject.problem.empty()) {
    result.claim.found = recorded.found.outcome == verdict::invalid
                             ? opinion{recheck_outcome::confirmed, "it cannot be judged", 0}
                             : not_confirmed("it cannot be judged: " + subject.problem);
    return result;
  }
  if (recorded.severity && !is_unfavourable(recorded.found.outcome)) {
    result.claim.found = not_confirmed(fmt::format(
        "it is said to be {}, and how grave its failure is", to_text(recorded.found.outcome)));
    return result;
  }
  if (recorded.corrected.has_value() != (subject.corrected != nullptr)) {
    result.claim.found = not_confirmed("its corrected form was not judged, or it has none");
    return result;
  }
  if (const auto flaw = flaw_of_coverage(recorded.found, subject, read, options)) {
    result.claim.found = not_confirmed(*flaw);
    return result;
  }
  result.cautions = cautions_of(subject, *subject.formula, recorded.found, read, options);
  std::vector<std::string> of_corrected;
  if (recorded.corrected)
    of_corrected = cautions_of(subject, *subject.corrected, *recorded.corrected, read, options);
  for (const auto& [stated, own] :
       {std::pair(&recorded.found, &result.cautions),
        std::pair(recorded.corrected ? &*recorded.corrected : &recorded.found, &of_corrected)})
    if (const auto flaw = flaw_of_cautions(*stated, *own)) {
      result.claim.found = not_confirmed(*flaw);
      return result;
    }
  second_opinion second(subject, read);
  result.claim = recheck_relation(second, subject.formula, recorded.found, options);
  if (recorded.corrected)
    result.corrected = recheck_relation(second, subject.corrected, *recorded.corrected, options);
  return result;
}

std::vector<const claim*> subjects_of(const recorded_results& results, const catalogue& read) {
  std::unordered_map<std::string_view, const claim*> known;
  for (const claim& c : read.claims) known.emplace(c.id, &c);
  std::vector<const claim*> subjects;
  subjects.reserve(results.claims.size());
  for (const recorded_claim& recorded : results.claims) {
    const auto found_claim = known.find(recorded.id);
    if (found_claim == known.end())
      throw evidence_error(
          fmt::format("the inputs have no claim '{}'", one_short_line(recorded.id, 200)));
    subjects.push_back(found_claim->second);
  }
  return subjects;
}

// The first member that differs, by its name.
template <class Record>
std::optional<std::string> difference_of(const std::optional<std::vector<Record>>& recorded,
                                         const std::vector<Record>& found, const char* list,
                                         std::string Record::*name) {
  if (!recorded || *recorded == found) return std::nullopt;
  if (recorded->size() != found.size())
    return fmt::format("it lists {} {}, and its claims make {}", recorded->size(), list,
                       found.size());
  const auto [stated, own] = std::mismatch(recorded->begin(), recorded->end(), found.begin());
  return fmt::format("what it says in '{}' of '{}' does not follow from its verdicts", list,
                     one_short_line(*own.*name, 200));
}

}  // namespace

std::optional<std::string> flaw_of_statements(const recorded_results& results,
                                              const catalogue& read) {
  // What statements follow from, and no more: the rest may be large.
  std::vector<claim_result> judged;
  for (const recorded_claim& one : results.claims) {
    claim_result& result = judged.emplace_back();
    result.id = one.id;
    result.found.outcome = one.found.outcome;
    if (one.corrected) result.corrected.emplace().outcome = one.corrected->outcome;
    if (one.severity) result.severity.emplace().main = one.severity->main;
  }
  const std::vector<const claim*> subjects = subjects_of(results, read);
  const auto flaw = difference_of(results.statements, statements_of(subjects, judged), "statements",
                                  &statement_record::name);
  return flaw ? flaw
              : difference_of(results.findings, findings_of(read, subjects, judged), "findings",
                              &finding_record::of);
}

std::vector<claim_recheck> recheck(const recorded_results& results, const catalogue& read,
                                   const recheck_options& options) {
  const std::vector<const claim*> subjects = subjects_of(results, read);
  std::optional<tbb::global_control> limit;
  if (options.threads > 0)
    limit.emplace(tbb::global_control::max_allowed_parallelism,
                  static_cast<std::size_t>(options.threads));
  std::vector<claim_recheck> found(results.claims.size());
  tbb::parallel_for(
      std::size_t{0}, found.size(),
      [&](std::size_t i) {
        if (options.started) options.started(i, results.claims[i].id);
        try {
          found[i] = recheck_claim(results.claims[i], *subjects[i], read, options);
        } catch (...) {
          // What one claim runs into does not end the others.
          found[i].id = results.claims[i].id;
          found[i].recorded = results.claims[i].found.outcome;
          found[i].claim.found = {
              recheck_outcome::beyond_reach,
              "the second arithmetic failed: " + failure_of(std::current_exception()).reason, 0};
        }
        if (options.finished) options.finished(i);
      },
      tbb::simple_partitioner());
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
