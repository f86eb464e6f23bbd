#include "claims/judging/judge.hpp"

#include <fmt/format.h>

#include <chrono>

#include "arithmetic/overloaded.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/crosscheck/double_opinion.hpp"
#include "claims/derivation/recorded_evidence.hpp"
#include "claims/judging/kinds.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "claims/results/failure.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A part that fails is named as the file states it, where it is the whole relation.
void show_as_stated(judgement& found, const claim& subject) {
  if (!subject.stated) return;
  const auto restore = [&](counterexample& example, const expression_ptr& judged,
                           const expression_ptr& stated) {
    if (judged && example.relation == to_text(*judged)) example.relation = to_text(*stated);
  };
  for (auto* example : {&found.witness, &found.worst}) {
    if (!*example) continue;
    restore(**example, subject.formula, subject.stated->formula);
    restore(**example, subject.corrected, subject.stated->corrected);
  }
}

// One mechanism decides what is said of all whose other users are alike.
void say_what_decides(judgement& found, const claim& subject, const expression& relation) {
  if (&subject.with_family(relation) == &relation) return;
  const std::string why =
      "of the mechanisms whose other users are alike, binary randomized response leaks most, (A.7)";
  found.message += "; judged for rr_pair(n, eps0): " + why;
  if (found.proof) found.proof->steps.insert(found.proof->steps.begin(), why);
}

judgement judgement_of_failure(const std::exception_ptr& error) {
  const failure known = failure_of(error);
  judgement found;
  found.outcome = known.is_resource ? verdict::undecided : verdict::invalid;
  found.message = "could not be judged: " + known.reason;
  return found;
}

judgement judge_by_kind(const claim_context& context, const expression_ptr& relation) {
  judgement found;
  const auto add_what_double_says = [&](auto opinion) {
    add_to(found, double_is_unknown, [&] { found.in_double = opinion(); });
  };
  std::visit(overloaded{[&](const forall_claim&) {
                          found = calls_any_mechanism(*relation)
                                      ? judge_every_mechanism(context, relation)
                                      : judge_forall(context, relation);
                        },
                        [&](const exists_claim& exists) {
                          found = judge_exists(context, exists, relation);
                          found.unsearched =
                              "a claim of existence is searched for a solution, and the points "
                              "checked are those of that search";
                          add_what_double_says([&] {
                            return opinion_of_double_at_solution(context, relation, found);
                          });
                        },
                        [&](const rate_claim& rate) {
                          found = judge_rate(context, rate);
                          found.unsearched = "a rate is judged by its values at growing sizes";
                          add_what_double_says([&] { return orders_of_double(context, found); });
                        }},
             context.subject.form);
  if (found.outcome == verdict::proved && found.proof)
    found.proof->evidence = relation == context.subject.formula
                                ? recorded_evidence(proof_text(context, found))
                                : proof_evidence::by_hand;
  say_what_decides(found, context.subject, *relation);
  show_as_stated(found, context.subject);
  return found;
}

// Whatever goes wrong within a relation is its own verdict, and nobody else's.
judgement judge_relation(const claim_context& context, const expression_ptr& relation) {
  const auto start = std::chrono::steady_clock::now();
  judgement found;
  try {
    found = judge_by_kind(context, relation);
  } catch (...) {
    found = judgement_of_failure(std::current_exception());
  }
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  add_cautions(*found.cautions,
               cautions_about_methods({found.methods.begin(), found.methods.end()}));
  return found;
}

// What the claim's formulas tell comes before what was found at points.
void add_cautions_of_claim(judgement& found, const claim& subject, const expression& relation,
                           const definitions& visible) {
  // Where that is not enough to see that a reduction is a bound, the caution stands.
  constexpr double enough_seconds = 5;
  std::vector<std::string> all = cautions_about_claim(subject, relation, found.outcome, visible,
                                                      budget::of_seconds(enough_seconds, nullptr));
  add_cautions(all, found.stated_cautions());
  found.cautions = std::move(all);
}

}  // namespace

judgement judge_form(const claim& subject, stated_form which, const catalogue& visible,
                     quantity_cache& cache, const judge_options& options) {
  const claim_context context{subject, visible, cache, options};
  return judge_relation(context,
                        which == stated_form::printed ? subject.formula : subject.corrected);
}

claim_result result_of(const claim& subject, const definitions& visible, judgement found,
                       std::optional<judgement> corrected) {
  claim_result result;
  result.id = subject.id;
  result.expect = subject.expect;
  if (!subject.problem.empty()) {
    result.found.outcome = verdict::invalid;
    result.found.message = subject.problem;
  } else {
    result.found = std::move(found);
    result.corrected = std::move(corrected);
    add_cautions_of_claim(result.found, subject, *subject.formula, visible);
    if (result.corrected)
      add_cautions_of_claim(*result.corrected, subject, *subject.corrected, visible);
  }
  result.as_expected = is_as_expected(result.found.outcome, result.expect);
  return result;
}

claim_result judge(const claim& subject, const catalogue& visible, quantity_cache& cache,
                   const judge_options& options) {
  judgement found;
  std::optional<judgement> corrected;
  if (subject.problem.empty()) {
    found = judge_form(subject, stated_form::printed, visible, cache, options);
    if (subject.corrected)
      corrected = judge_form(subject, stated_form::corrected, visible, cache, options);
  }
  return result_of(subject, visible.visible, std::move(found), std::move(corrected));
}

claim_result failed(const claim& subject, const std::exception_ptr& error) {
  claim_result result;
  result.id = subject.id;
  result.expect = subject.expect;
  result.found = judgement_of_failure(error);
  result.as_expected = is_as_expected(result.found.outcome, result.expect);
  return result;
}

claim_result unfinished(const claim& subject, const std::string& reason) {
  claim_result result;
  result.id = subject.id;
  result.expect = subject.expect;
  if (!subject.problem.empty()) result.found.outcome = verdict::invalid;
  result.found.message = subject.problem.empty() ? "not finished: " + reason : subject.problem;
  result.as_expected = is_as_expected(result.found.outcome, result.expect);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
