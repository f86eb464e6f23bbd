#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// How far judge_catalogue() goes. The defaults are those of `shufflecert verify`.
struct catalogue_options {
  /// How far the search beyond the listed points goes, 0 (not at all) to 1000. Unless given, as far
  /// as each claim's points are costly: all claims of the file share one budget.
  std::optional<int> effort;
  std::uint64_t seed = 1;  ///< of that search
  /// Seconds, > 0; what is open then is `undecided`.
  std::optional<double> timeout;
  int threads = 0;  ///< 0: as many as the machine has
};

/// What was found of one claim.
struct judged_claim {
  std::string id;  ///< as the results name it
  /// "refuted", "proved", "verified", "undecided", "invalid", "supported" or "contradicted":
  /// docs/guide/verdicts.md.
  std::string verdict;
  bool as_expected = false;  ///< by the claim's `expect`
  std::string message;       ///< in one sentence
  /// What the verdict does not cover: docs/reference/cautions.md.
  std::vector<std::string> cautions = {};
};

/// What was found of a catalogue.
struct judged_catalogue {
  std::vector<judged_claim> claims;  ///< in the order of the file
  std::string results;  ///< the text of a results file: docs/reference/results-schema.json
};

/// Judges every claim of a catalogue file (docs/guide/catalogue.md), with the built-in definitions
/// and bounds at hand. Needs the library shufflecert::claims.
///
/// @param text  the file's content
/// @param name  the file's name, as results and messages show it
/// @param options  how far to go
/// @returns a verdict for each claim, and the text of the results file
/// @throws std::runtime_error where the file cannot be used at all: "file:line: what; what would be
///         right". A claim that cannot be judged is `invalid` and does not stop the others.
judged_catalogue judge_catalogue(const std::string& text, const std::string& name,
                                 const catalogue_options& options = {});

}  // namespace shufflecert::inline v0_1::claims
