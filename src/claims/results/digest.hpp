#pragma once

#include <string>

#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

// Digests that show whether a results file is still what was written. They are no signatures:
// whoever alters a file can compute them anew. What they protect against is accident and careless
// editing; what `recheck` computes again protects against the rest (docs/guide/recheck.md).

/// SHA-256 of a claim's entry in the results file `root`, all but its key "digest", together with
/// the file's version, command and inputs. It depends on what the JSON says, not on how it is
/// written: neither on the order of keys nor on white space.
std::string claim_digest(const json& root, const json& entry);

/// SHA-256 of everything else in the file and of the claims' digests in their order. Every claim
/// must have its "digest".
std::string file_digest(const json& root);

/// Gives every claim and the file itself the key "digest"; nothing may be changed afterwards.
void add_digests(json& root);

}  // namespace shufflecert::inline v0_1::claims
