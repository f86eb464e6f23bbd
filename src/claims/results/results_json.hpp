#pragma once

#include <string>
#include <vector>

#include "claims/results/json.hpp"
#include "claims/results/recorded_results.hpp"

namespace shufflecert::inline v0_1::claims {

/// The results file of `verify`: verdicts with their evidence, and the text of the claims, so that
/// a report needs nothing else.
json results_json(const std::string& command, const catalogue& read,
                  const std::vector<const claim*>& subjects,
                  const std::vector<claim_result>& results);

/// The same of results that were read from a file.
json results_json(const recorded_results& results);

/// Reads the JSON of a results file, which has passed the schema
/// (src/claims/results/results_schema.hpp). Keys that this version does not know are left out.
recorded_results results_from(json root);

/// Exit status of `verify` for these results.
int exit_status(const std::vector<claim_result>& results);

/// The statements of one claim for `show --json`.
json claim_json(const claim& subject, const catalogue& read);

/// Statements of the papers and what checks them, for `coverage --json` and results files.
json coverage_json(const std::vector<covered_statement>& statements);

/// The version of this program.
std::string version();

}  // namespace shufflecert::inline v0_1::claims
