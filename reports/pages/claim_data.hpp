#pragma once
// A claim as pages show it.

#include <string>

#include "reports/text/fields.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a page shows of one claim of a results file: the statement, the verdict with its evidence,
/// the reading, what holds instead, what double would have said and the authors' answer.
/// Throws nlohmann::json::exception where `claim` is not a claim of a results file.
kainjow::mustache::data claim_data(const nlohmann::ordered_json& results,
                                   const nlohmann::ordered_json& claim, const field_writer& fields);

/// The claim's id, title and the links to it; `root` leads from the page to the report's folder.
void identify(kainjow::mustache::data& target, const nlohmann::ordered_json& claim,
              const field_writer& fields, const std::string& root);

/// What counts against the authors unless the transcription is in doubt.
bool is_against(const nlohmann::ordered_json& claim);
/// The same where it is in doubt.
bool is_doubtful(const nlohmann::ordered_json& claim);

}  // namespace shufflecert::inline v0_1::claims
