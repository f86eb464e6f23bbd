#pragma once

#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert {

/// The regions of `[claim.prove]`, with the check values of the variables that they leave out.
std::vector<proof_region> completed_regions(const claim& subject);

/// How much of the claim's domain its completed regions certainly contain together, in the sense of
/// docs/methods/proofs.md: all points at which the conditions of `domain` may hold, whole numbers
/// for `integers`. A variable that no condition mentions takes its check values only.
///
/// @returns `domain` where they contain all of it; else `regime` where they contain all points at
///          which the conditions of `regime` may hold besides; else `part`
proof_coverage coverage_of(const claim_context& context);

}  // namespace shufflecert
