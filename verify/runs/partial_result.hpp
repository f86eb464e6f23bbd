#pragma once

#include "claims/results/json.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

// The result of one claim while its run is not complete: what a results file says of it, but for
// the claim itself, and besides what its severity is derived from when the run is complete.

/// The notes for the severity alone: what a results file does not say.
json notes_of(const judgement& found);
/// Puts them back.
void add_notes(judgement& found, const json& notes);

json to_json(const claim_result& result);
/// Throws json::exception where a key is missing or of the wrong kind.
claim_result claim_result_from(const json& object);

}  // namespace shufflecert::inline v0_1::claims
