#pragma once

#include <exception>
#include <optional>
#include <vector>

#include "claims/judging/judging_inputs.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// Judges a claim, and its corrected form where it has one. Never throws for what the claim
/// contains: what cannot be judged is `invalid` or `undecided` with its reason.
claim_result judge(const claim& subject, const catalogue& visible, quantity_cache& cache,
                   const judge_options& options);

/// One relation of a claim that can be judged: what judge() finds of it.
judgement judge_form(const claim& subject, stated_form which, const catalogue& visible,
                     quantity_cache& cache, const judge_options& options);

/// The result of a claim from what was found of its relations; `corrected` where it has that form.
/// Of a claim that cannot be judged, whatever was found. Claims share judgements; what a verdict
/// does not cover depends on what the claim is about, and is added here.
claim_result result_of(const claim& subject, const definitions& visible, judgement found,
                       std::optional<judgement> corrected);

/// The result of a claim whose judging ended in an error: `undecided` where a resource ran out,
/// else `invalid`, with the reason in words.
claim_result failed(const claim& subject, const std::exception_ptr& error);

/// The result of a claim that was not judged to the end, for `reason`: `undecided`, with no points.
/// A claim that cannot be judged at all is `invalid` all the same.
claim_result unfinished(const claim& subject, const std::string& reason);

/// Says of every claim that was refuted, or contradicted by its values, what that amounts to; the
/// rules and their order are in docs/guide/verdicts.md, "Severity". Everything is derived from the
/// claim and from results: `results` belong to `subjects`, and whether versions of a statement
/// differ is known only of those that are among them. Call it when all claims of a run are judged.
/// Where `limits` is exhausted, each point still gets a second.
void derive_severities(const std::vector<const claim*>& subjects, const catalogue& visible,
                       std::vector<claim_result>& results, const budget& limits = {});

/// How many of the refuted, or contradicted, results have which class as their main one: "3 wrong,
/// 1 misprint", in order of precedence and in words for people; empty where there are none.
std::string severity_counts(const std::vector<claim_result>& results, verdict outcome);

}  // namespace shufflecert::inline v0_1::claims
