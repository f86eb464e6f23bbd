#pragma once

#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert::inline v0_1::claims {

struct proof_attempt {
  proof_record record;
  /// A point of the domain at which the relation certainly fails, if the attempt came upon one.
  std::optional<check_point> counterexample;
  /// The share of the regions that the open boxes have: each cut of a box counts half.
  double open_share = 0;
};

/// Whether the claim states a region, by [claim.prove], on which it is to be proved.
bool has_proof_region(const claim& c);

/// The regions that the claim states, with the check values of variables that they leave out: what
/// the record of an attempt says of them.
std::vector<stated_region> proof_regions_of(const claim& c);

/// How many boxes an attempt examines, at most, for each part of a relation.
struct proof_effort {
  std::size_t closed_boxes = 40'000;
  std::size_t expensive_boxes = 4'000;  ///< where divergences, integrals or searches are evaluated
  /// Regions that hold no point of the domain count as proved, too.
  bool may_be_outside = false;
};

/// Tries to prove `relation` at every point of the claim's regions that lies in its domain, by
/// subdivision into boxes (docs/methods/proofs.md). Deterministic but for the time limit. Never
/// throws for what the claim contains.
proof_attempt prove(const claim_context& context, const expression_ptr& relation,
                    const proof_effort& effort = {});

/// The regions of `[claim.prove]`, with the check values of the variables that they leave out.
std::vector<proof_region> completed_regions(const claim& subject);

/// How much of the claim's domain its completed regions certainly contain together, in the sense of
/// docs/methods/proofs.md: all points at which the conditions of `domain` may hold, whole numbers
/// for `integers`. A variable that no condition mentions takes its check values only.
///
/// @returns `domain` where they contain all of it; else `regime` where they contain all points at
///          which the conditions of `regime` may hold besides; else `part`
proof_coverage coverage_of(const claim_context& context);

/// Tries to show, for each region that the claim states by [[claim.refute]], that all of it lies in
/// the domain and that the claim's formula is false at every point of it, with closed bounds in the
/// place of divergences (src/claims/proof/closed_bounds.hpp), subdivision, and enclosures on
/// unbounded boxes (language/analysis/ray_values.hpp). Deterministic but for the time limit. Never
/// throws for what the claim contains. The derivation is in docs/methods/refuted-regions.md.
std::vector<refuted_region> refute_on_regions(const claim_context& context);

/// A region's ranges and values as the file has them.
stated_region as_stated(const refutation_region& region);

}  // namespace shufflecert::inline v0_1::claims
