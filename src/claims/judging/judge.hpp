#pragma once

#include <exception>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/results.hpp"

namespace shufflecert {

/// Judges a claim, and its corrected form where it has one. Never throws for what the claim
/// contains: what cannot be judged is `invalid` or `undecided` with its reason.
claim_result judge(const claim& subject, const catalogue& visible, quantity_cache& cache,
                   const judge_options& options);

/// The result of a claim whose judging ended in an error: `undecided` where a resource ran out,
/// else `invalid`, with the reason in words.
claim_result failed(const claim& subject, const std::exception_ptr& error);

/// The result of a claim that was not judged to the end, for `reason`: `undecided`, with no points.
/// A claim that cannot be judged at all is `invalid` all the same.
claim_result unfinished(const claim& subject, const std::string& reason);

}  // namespace shufflecert
