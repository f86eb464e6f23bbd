#pragma once

#include "claims/mechanisms/falsify.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

// What one block of `falsify` found, exactly, for its journal. Ends that came too early are not
// kept.

json to_json(const falsify_result& found);
/// Puts it back. Throws json::exception, or std::runtime_error for what is no mechanism.
falsify_result falsify_result_from(const json& object);

}  // namespace shufflecert::inline v0_1::claims
