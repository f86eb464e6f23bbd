#pragma once

#include <string>
#include <vector>

#include "claims/results/json.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// The results file of `verify`: verdicts with their evidence, and the text of the claims, so that
/// a report needs nothing else.
json results_json(const std::string& command, const catalogue& read,
                  const std::vector<const claim*>& subjects,
                  const std::vector<claim_result>& results);

/// Exit status of `verify` for these results.
int exit_status(const std::vector<claim_result>& results);

/// The statements of one claim for `show --json`.
json claim_json(const claim& subject, const catalogue& read);

/// What the verdicts of a run say of statements, and of the findings that the catalogue states, for
/// results files; `results` belong to `subjects`.
json statements_json(const std::vector<const claim*>& subjects,
                     const std::vector<claim_result>& results);
json findings_json(const catalogue& read, const std::vector<const claim*>& subjects,
                   const std::vector<claim_result>& results);

/// Statements of the papers and what checks them, for `coverage --json` and results files.
json coverage_json(const std::vector<covered_statement>& statements);

/// The version of this program.
std::string version();

}  // namespace shufflecert::inline v0_1::claims
