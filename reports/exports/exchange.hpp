#pragma once

#include <string>

#include "claims/results/recorded_results.hpp"

namespace shufflecert::inline v0_1::claims {

// Results in the formats that other programs read.

/// A line for each claim, as in RFC 4180. Texts that a spreadsheet would take for a formula are
/// preceded by an apostrophe.
std::string results_csv(const recorded_results& results);

/// JUnit XML: a test suite for each paper and a test case for each claim. A verdict that is not the
/// expected one is a failure.
std::string results_junit(const recorded_results& results);

/// SARIF 2.1.0: what is refuted, contradicted, undecided or invalid, at its line of the catalogue
/// file. Verdicts on record are notes; others are errors, or warnings where nothing was decided.
std::string results_sarif(const recorded_results& results);

}  // namespace shufflecert::inline v0_1::claims
