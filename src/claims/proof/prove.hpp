#pragma once

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert {

struct proof_attempt {
  proof_record record;
  /// A point of the domain at which the relation certainly fails, if the attempt came upon one.
  std::optional<check_point> counterexample;
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

}  // namespace shufflecert
