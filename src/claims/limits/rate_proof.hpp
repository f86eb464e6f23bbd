#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

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

/// A theorem that refutes a rate.
struct rate_refutation {
  std::size_t choice = 0;  ///< the first of the choices for which it does
  rate_theorem theorem;
};

/// Tries to refute it at each of these choices of the other variables, until one does: the error
/// stays at least a formula, or at most one, whose leading term has the wrong size.
std::optional<rate_refutation> refute_rate(const claim_context& context, const rate_claim& form,
                                           const std::vector<check_point>& choices);

}  // namespace shufflecert::inline v0_1::claims
