#pragma once

#include "claims/accounting/calibration.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

// What was found for one row of `calibrate`, exactly. For what holds at both ends the reason says
// so, and there is no other key.

json to_json(const calibration& found);
/// Puts it back. Throws json::exception, or std::runtime_error for what is no number, where a key
/// is missing or of the wrong kind.
calibration calibration_from(const json& object);

}  // namespace shufflecert::inline v0_1::claims
