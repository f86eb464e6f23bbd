#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/region_records.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// Tries to prove `relation` at every point of the claim's domain, without being told a region: by
/// bounds of divergences that are derived in docs/methods/theorems.md, by the order of formulas,
/// and by enclosures over boxes, which may be unbounded. Deterministic but for the time limit.
/// Never throws for what the claim contains.
proof_record derive(const claim_context& context, const expression_ptr& relation);

/// A derivation as a proof file has it (docs/reference/proof-files.md).
struct derivation_lines {
  /// The steps of one case, such as "lambda = 2"; or of all of it, without one.
  struct part {
    std::string where;
    std::vector<std::string> steps;
  };
  std::vector<std::string> values;  ///< of variables that no condition mentions; none: all
  std::vector<part> parts;
};

/// The derivation that derive() finds once more, step by step for a program that checks it; nothing
/// where there is none.
std::optional<derivation_lines> lines_of_derivation(const claim_context& context,
                                                    const expression_ptr& relation);

/// The proof file of a claim that was proved (docs/reference/proof-files.md), or why there is none:
/// a file that held no proof would only look like one.
struct proof_file_text {
  std::string text;
  std::string missing;  ///< in words; empty where there is a text
};
proof_file_text proof_text(const claim_context& context, const judgement& found);

}  // namespace shufflecert::inline v0_1::claims
