#pragma once
// A claim as pages show it.

#include <map>
#include <string>

#include "claims/results/recorded_results.hpp"
#include "reports/text/fields.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a page shows of one claim of a results file: the statement, the verdict with its evidence,
/// the reading, what holds instead, what double would have said and the authors' answer.
kainjow::mustache::data claim_data(const recorded_results& results, const recorded_claim& claim,
                                   const field_writer& fields);

/// A claim's id, title and the links to it; `root` leads from the page to the report's folder.
void identify(kainjow::mustache::data& target, const std::string& id, const field_writer& fields,
              const std::string& root);

/// What counts against the authors unless the transcription is in doubt.
bool is_against(const recorded_claim& claim);
/// The same where it is in doubt.
bool is_doubtful(const recorded_claim& claim);

/// The claims of a results file, which live as long as it does.
std::map<std::string, const recorded_claim*> claims_by_id(const recorded_results& results);

}  // namespace shufflecert::inline v0_1::claims
