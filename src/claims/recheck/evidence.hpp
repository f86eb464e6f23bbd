#pragma once

#include <optional>
#include <string>

#include "claims/results/evidence.hpp"

namespace shufflecert {

/// Whether what a results file states of a relation can carry its verdict, by what belongs to each
/// verdict (docs/guide/recheck.md); nothing where it can, else what is missing or in the way.
/// Nothing is evaluated: whether what is stated is true, others look at.
std::optional<std::string> flaw_of_evidence(const recorded_judgement& found, const claim& subject);

}  // namespace shufflecert
