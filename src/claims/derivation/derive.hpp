#pragma once

#include <string>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// Tries to prove `relation` at every point of the claim's domain, without being told a region: by
/// bounds of divergences that are derived in docs/methods/theorems.md, by the order of formulas,
/// and by enclosures over boxes, which may be unbounded. A proof comes with its steps, for people
/// and for check-proof. Deterministic but for the time limit. Never throws for what the claim
/// contains.
proof_record derive(const claim_context& context, const expression_ptr& relation);

/// The proof file of a claim that was proved (docs/reference/proof-files.md), or why there is none:
/// a file that held no proof would only look like one.
struct proof_file_text {
  std::string text;
  std::string missing;  ///< in words; empty where there is a text
};
proof_file_text proof_text(const claim_context& context, const judgement& found);

}  // namespace shufflecert::inline v0_1::claims
