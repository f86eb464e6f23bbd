#pragma once

#include <optional>
#include <string>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/results.hpp"

namespace shufflecert {

/// The proof file of a claim that was proved (docs/reference/proof-files.md): what was found, and
/// all that is needed to check it where check-proof can.
std::string proof_text(const claim_context& context, const judgement& found);

}  // namespace shufflecert
