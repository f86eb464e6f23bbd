#pragma once

#include <string>

#include "claims/results/failure.hpp"
#include "claims/results/results_json.hpp"

namespace shufflecert::inline v0_1::claims {

/// What is said of a file that is no results file, before the reason.
inline constexpr const char* no_results_file =
    "this is not a results file of 'shufflecert verify --output'";

/// The JSON of a results file. Throws evidence_error, in one short line, where the text is no JSON,
/// repeats a key or is nested deeper than such files are: nothing is built from it then.
json parse_results(const std::string& text);

/// Throws evidence_error where an entry or the whole file does not have the digest that it states:
/// it was altered after it was written.
void require_digests(const json& root);

/// Reads what `verify --output` wrote, to be judged again. Keys that this version does not know are
/// covered by the digests and otherwise ignored. Throws evidence_error where the text is no JSON,
/// repeats a key, is nested deeper than such files are, lacks a key, has a value of the wrong kind,
/// names a claim twice, does not have the digests that it states, or is not what
/// docs/reference/results-schema.json allows.
recorded_results read_evidence(const std::string& text);
/// The same of what parse_results() gave.
recorded_results evidence_in(json root);

}  // namespace shufflecert::inline v0_1::claims
