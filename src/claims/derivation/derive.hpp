#pragma once

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert {

/// Tries to prove `relation` at every point of the claim's domain, without being told a region: by
/// bounds of divergences that are derived in docs/methods/theorems.md, by the order of formulas,
/// and by enclosures over boxes, which may be unbounded. Deterministic but for the time limit.
/// Never throws for what the claim contains.
proof_record derive(const claim_context& context, const expression_ptr& relation);

}  // namespace shufflecert
