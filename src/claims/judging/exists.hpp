#pragma once

#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

/// Judges a claim of kind `exists`. For every choice of the universal variables it looks for values
/// of the existential ones: first among the listed points, then by a certified change of sign for
/// an equation, then by subdividing the box that the domain's conditions give. `refuted` only where
/// the relation is certainly false on the whole box.
judgement judge_exists(const claim_context& context, const exists_claim& form,
                       const expression_ptr& relation);

}  // namespace shufflecert
