#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/results.hpp"
#include "claims/results/stated_claim.hpp"
#include "claims/results/statements.hpp"

namespace shufflecert::inline v0_1::claims {

/// A claim of a results file: what was found, and the claim in words and formulas.
struct recorded_claim : claim_result {
  stated_claim stated;
};

/// A results file. What a version did not write is empty, or nothing where that says more.
struct recorded_results {
  std::string version;
  std::string command;
  std::vector<input_file> inputs;
  std::vector<recorded_claim> claims;
  std::vector<paper> papers;
  std::vector<covered_statement> coverage;
  std::optional<std::vector<statement_record>> statements;
  std::optional<std::vector<finding_record>> findings;
  /// By file: how names of its formulas are typeset.
  std::map<std::string, std::map<std::string, std::string, std::less<>>> symbols;

  [[nodiscard]] bool has_statements() const { return statements || findings; }
};

}  // namespace shufflecert::inline v0_1::claims
