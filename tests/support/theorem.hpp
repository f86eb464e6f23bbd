#pragma once
// Whether a relation is proved on the whole of its domain.

#include <string>

#include "support/catch.hpp"
#include "support/judged_claims.hpp"

/// Judges one claim, with derivations. It must be valid. `domain` and `whole` are lists as TOML has
/// them, without brackets; `check` has the lines of [claim.check].
inline shufflecert::claims::verdict verdict_of_theorem(const std::string& claim,
                                                       const std::string& domain,
                                                       const std::string& check,
                                                       const std::string& whole = "") {
  using namespace shufflecert::claims;
  judge_options options;
  options.derives_theorems = true;
  const judgement found = judge_one(claim_text("claim = \"" + claim + "\"\ndomain = [" + domain +
                                                   "]\nintegers = [" + whole + "]",
                                               check),
                                    options)
                              .found;
  INFO(claim << ": " << found.message << (found.proof ? "; " + found.proof->reason : ""));
  CHECK(found.outcome != verdict::invalid);
  return found.outcome;
}

/// Whether it is proved.
inline bool is_theorem(const std::string& claim, const std::string& domain,
                       const std::string& check, const std::string& whole = "") {
  return verdict_of_theorem(claim, domain, check, whole) == shufflecert::claims::verdict::proved;
}
