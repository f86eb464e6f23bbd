#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace shufflecert::inline v0_1::claims {

// Results in the formats that other programs read. All throw nlohmann::json::exception where
// `results` is not a results file.

/// A line for each claim, as in RFC 4180. Texts that a spreadsheet would take for a formula are
/// preceded by an apostrophe.
std::string results_csv(const nlohmann::ordered_json& results);

/// JUnit XML: a test suite for each paper and a test case for each claim. A verdict that is not the
/// expected one is a failure.
std::string results_junit(const nlohmann::ordered_json& results);

/// SARIF 2.1.0: what is refuted, contradicted, undecided or invalid, at its line of the catalogue
/// file. Verdicts on record are notes; others are errors, or warnings where nothing was decided.
std::string results_sarif(const nlohmann::ordered_json& results);

}  // namespace shufflecert::inline v0_1::claims
