#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "claims/recheck/relation.hpp"

namespace shufflecert::inline v0_1::claims {

struct claim_recheck {
  std::string id;
  verdict recorded = verdict::undecided;
  relation_recheck claim;
  std::optional<relation_recheck> corrected;
  std::vector<std::string> cautions = {};  ///< what the recorded verdict does not cover
};

/// Judges every claim of the evidence again with the second arithmetic (docs/guide/recheck.md);
/// `read` is what read_inputs() gave. Throws evidence_error where the inputs have no such claim.
std::vector<claim_recheck> recheck(const recorded_results& results, const catalogue& read,
                                   const recheck_options& options);

/// Holds what the file says of statements and findings against the verdicts that it records. Says
/// in one line what does not follow from them; nothing where all does, or where the file is of a
/// version without these lists. Throws as recheck().
std::optional<std::string> flaw_of_statements(const recorded_results& results,
                                              const catalogue& read);

}  // namespace shufflecert::inline v0_1::claims
