#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/results/failure.hpp"
#include "claims/results/results_json.hpp"

namespace shufflecert::inline v0_1::claims {

// NOLINTNEXTLINE(bugprone-exception-escape): json's members are noexcept, and use what may throw.
struct recorded_claim {
  std::string id;
  /// As `verify` found it, but for what is not judged again and stays empty here: methods, open
  /// boxes by themselves, what a search looked at besides its counterexamples, double.
  judgement found;
  std::optional<judgement> corrected;
  bool as_expected = false;
  json entry;  ///< everything that the file says of it

  [[nodiscard]] bool has_severity() const { return !entry.at("severity").is_null(); }
};

struct recorded_results {
  std::string version;
  std::vector<input_file> inputs;
  std::vector<recorded_claim> claims;
  /// What the file says of statements and of findings; null in files of earlier versions.
  json statements;
  json findings;

  [[nodiscard]] bool has_statements() const { return !statements.is_null() || !findings.is_null(); }
};

/// The JSON of a results file. Throws evidence_error, in one short line, where the text is no JSON,
/// repeats a key or is nested deeper than such files are: nothing is built from it then.
json parse_results(const std::string& text);

/// Reads what `verify --output` wrote. Keys that this version does not know are covered by the
/// digests and otherwise ignored. Throws evidence_error where the text is no JSON, repeats a key,
/// is nested deeper than such files are, lacks a key, has a value of the wrong kind, names a claim
/// twice, does not have the digests that it states, or is not what
/// docs/reference/results-schema.json allows.
recorded_results read_evidence(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
