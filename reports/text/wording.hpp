#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/results/recorded_results.hpp"

namespace shufflecert::inline v0_1::claims {

/// For a place between backquotes of Markdown, where nothing but a backquote is markup: that, and
/// the end of a line, would end it.
std::string code_text(const std::string& text);

/// Whether a key is that of a project whose numbers or code were audited, and not of a paper: it
/// begins with "software/".
bool is_software(const std::string& key);

/// What a verdict says, in words that claim no more than was shown: that of a claim, or of its
/// corrected form.
std::string verdict_in_words(const judgement& judged);

/// What stands behind the proof of a claim that is proved, in one sentence; else empty.
std::string evidence_in_words(const judgement& judged);

/// What was shown, step by step, where the claim is proved by a derivation; else nothing.
std::vector<std::string> steps_of_proof(const judgement& judged);

/// What a refutation of a claim about mechanisms or pairs means; empty for other claims.
std::string meaning_of_refutation(const recorded_claim& claim);

/// What a verdict means for the range in which the paper uses the statement; empty where the claim
/// has no regime or its points were not counted.
std::string regime_in_words(const recorded_claim& claim);

/// The main class of what a refutation amounts to; nothing for other verdicts, and in results of
/// earlier versions, which do not say.
std::optional<severity_class> severity_of(const recorded_claim& claim);

/// Whether a row that shows a claim's severity says besides that its transcription is in doubt.
bool needs_mark_of_doubt(const recorded_claim& claim);

/// What a refutation amounts to: the class, what it rests on, and the command that looks for the
/// frontier; empty where the results say nothing about it.
std::string severity_in_words(const claim_result& result);

/// The rate that a claim states: "O(n^-0.5)" or "tends to 0", along which variable; empty for other
/// claims.
std::string rate_in_words(const stated_claim& claim);

/// What stands before the formula of a claim of existence: "There is …"; empty for other claims.
std::string existence_in_words(const stated_claim& claim);

/// What plain double says of the claim's points; empty where the results say nothing about it.
std::string double_in_words(const recorded_claim& claim);

/// Says that a claim rests on a result of others, and whether that stands.
std::string dependency_in_words(const stated_dependency& dependency);

/// "[lower, upper]", or the number itself where both ends are the same; "not available" without
/// one.
std::string interval_in_words(const std::optional<decimal_interval>& range);

/// A heading for an id: "corollary-2/pair" becomes "Corollary 2, pair".
std::string title_of(const std::string& id);

/// A word beside a verdict that does not cover all that a reader may take it for; empty where there
/// is no caution. The page of the claim has the sentences.
std::string caution_mark(const judgement& found);

/// What is in doubt of what a claim rests on, in a few words; empty where nothing is.
std::string doubts_in_words(const stated_claim& claim);

/// What a counterexample means, in one sentence for those who use the bound: "At λ = 2, n = 100 the
/// Rényi divergence is 3.5 % above the bound." The size is rounded towards 0 from certified ends.
/// Empty for claims that no point with two sides refutes.
std::string in_short(const recorded_claim& claim);

/// A point for people: "ε0 = 4, n = 100"; empty for a claim without variables.
std::string point_in_symbols(const point_texts& point);

/// What the word with which a paper weakens a statement makes of its refutation; empty for
/// statements that are not weakened, and for other verdicts. `results` is looked through for a
/// reading of the same statement as a limit.
std::string hedge_in_words(const recorded_results& results, const recorded_claim& claim);

}  // namespace shufflecert::inline v0_1::claims
