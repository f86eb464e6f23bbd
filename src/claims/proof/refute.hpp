#pragma once

#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert {

/// Tries to show, for each region that the claim states by [[claim.refute]], that all of it lies in
/// the domain and that the claim's formula is false at every point of it, with closed bounds in the
/// place of divergences (src/claims/proof/closed_bounds.hpp), subdivision, and enclosures on
/// unbounded boxes (language/analysis/ray_values.hpp). Deterministic but for the time limit. Never
/// throws for what the claim contains. The derivation is in docs/methods/refuted-regions.md.
std::vector<refuted_region> refute_on_regions(const claim_context& context);

/// A region's ranges and values as the file has them.
stated_region as_stated(const refutation_region& region);

}  // namespace shufflecert
