#pragma once

#include <optional>
#include <string>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"

namespace shufflecert::inline v0_1::claims {

/// What leading terms show of a rate.
struct rate_theorem {
  proof_record record;  ///< complete, with its steps, or why nothing is shown
  std::string words;    ///< what was shown, in one clause
};

/// Tries to prove the rate for all values of the other variables in the claim's domain: the error
/// lies between formulas that are O(along^−order), or tend to 0 where no order is claimed. The
/// derivation is in docs/methods/rates.md. Never throws for what the claim contains.
rate_theorem prove_rate(const claim_context& context, const rate_claim& form);

/// Tries to refute it at these values of the other variables: the error stays at least a formula,
/// or at most one, whose leading term has the wrong size. Nothing where it does not.
std::optional<rate_theorem> refute_rate(const claim_context& context, const rate_claim& form,
                                        const check_point& others);

}  // namespace shufflecert::inline v0_1::claims
