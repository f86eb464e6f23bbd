#pragma once

#include <string>

#include "claims/derivation/derive.hpp"

namespace shufflecert::inline v0_1::claims {

/// What identifies a proof file: its statement, definitions and steps, without the claim's name and
/// words and without the catalogue it was read from. SHA-256, in hexadecimal.
std::string proof_digest(const std::string& text);

/// What other programs were recorded to say of this proof (accepted_proofs.txt, which `make
/// evidence` renews); by_hand where nothing is recorded.
proof_evidence recorded_evidence(const proof_file_text& proof);

}  // namespace shufflecert::inline v0_1::claims
