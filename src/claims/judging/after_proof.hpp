#pragma once

#include <cstddef>
#include <optional>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What points far from the listed ones say of a claim that was proved.
struct look_after_proof {
  std::size_t points = 0;  ///< of the domain, at which the relation was evaluated
  /// A point of the domain at which the relation is certainly false, or has no value: then a rule
  /// of proof is wrong.
  std::optional<check_point> contradiction;
  point_outcome outcome;  ///< at that point
};

/// Evaluates a relation that was proved at some dozen points far from the listed ones, which no
/// rule of proof has anything to do with: by the second arithmetic in double where it can, else by
/// balls of low precision. What looks false is decided with certainty. Costs little, and is the
/// same for every effort of the search.
look_after_proof look_at_far_points(const claim_context& context, const expression_ptr& relation);

}  // namespace shufflecert::inline v0_1::claims
