#pragma once

#include <optional>

#include "claims/results/json.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

// What was found, as results files have it: written, and read again. What is read has passed the
// schema (src/claims/results/results_schema.hpp); what a file of an earlier version does not say
// has the value that its record begins with.

/// Adds the keys that a claim's verdict and its corrected form's verdict share.
void add_judgement(json& target, const judgement& found);
/// Reads these keys.
judgement judgement_from(const json& entry);

/// What a refutation amounts to; null without one.
json severity_json(const std::optional<severity_finding>& found);
/// Nothing for null.
std::optional<severity_finding> severity_from(const json& entry);

}  // namespace shufflecert::inline v0_1::claims
