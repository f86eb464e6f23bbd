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

/// Tries to prove `relation` at every point of the claim's regions that lies in its domain, by
/// subdivision into boxes (docs/methods/proofs.md). Deterministic but for the time limit. Never
/// throws for what the claim contains.
proof_attempt prove(const claim_context& context, const expression_ptr& relation);

}  // namespace shufflecert
