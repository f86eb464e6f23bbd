#pragma once

#include "claims/points/point_evaluation.hpp"

namespace shufflecert {

/// Judges a claim of kind `rate` by the local orders log2(e(n)/e(2n)) of its error e at the listed
/// sizes, at their doubles and beyond until the orders settle, for every choice of the other
/// variables. The rule is that of docs/guide/verdicts.md, "Rates". Never more than evidence:
/// `supported` or `contradicted`, and where the orders lead.
judgement judge_rate(const claim_context& context, const rate_claim& form);

}  // namespace shufflecert
