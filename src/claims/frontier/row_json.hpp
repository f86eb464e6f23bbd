#pragma once

#include "claims/frontier/frontier_row.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

// What was found for one row, exactly, and without the point that it belongs to.

json to_json(const frontier_row& row);
/// Puts it back. Throws json::exception, or std::runtime_error for what is no number, where a key
/// is missing or of the wrong kind.
frontier_row frontier_row_from(const json& object, const check_point& fixed);

}  // namespace shufflecert::inline v0_1::claims
