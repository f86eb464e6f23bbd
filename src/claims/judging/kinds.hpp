#pragma once

#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

/// Judges a claim of kind `exists`. For every choice of the universal variables it looks for values
/// of the existential ones: first among the listed points, then by a certified change of sign for
/// an equation, then by subdividing the box that the domain's conditions give. `refuted` only where
/// the relation is certainly false on the whole box.
judgement judge_exists(const claim_context& context, const exists_claim& form,
                       const expression_ptr& relation);

/// Judges a claim of kind `rate` by the local orders log2(e(n)/e(2n)) of its error e at the listed
/// sizes, at their doubles and beyond until the orders settle, for every choice of the other
/// variables. The rule is that of docs/guide/verdicts.md, "Rates". Never more than evidence:
/// `supported` or `contradicted`, and where the orders lead.
judgement judge_rate(const claim_context& context, const rate_claim& form);

}  // namespace shufflecert
