#pragma once

#include <string>
#include <vector>

#include "claims/facts/proof_log.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the log says to check-proof: the steps as a proof file has them
/// (docs/reference/proof-files.md), without their key. A line that was written before is left out.
std::vector<std::string> lines_of(const proof_log& log);

}  // namespace shufflecert::inline v0_1::claims
