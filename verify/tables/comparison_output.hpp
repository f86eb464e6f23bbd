#pragma once

#include <string>
#include <vector>

#include "claims/compare/compare.hpp"
#include "claims/results/json.hpp"

namespace shufflecert::inline v0_1::claims {

/// The tables of `compare` for the terminal: every bound beside the exact value, which is tightest,
/// what does not apply, and which results are in doubt. `plots` are the SVG files drawn.
void print_comparison(const comparison_table& table, const std::vector<std::string>& plots);

/// The same as JSON. `seconds` is the time that it took.
json comparison_json(const variable_map& point, const comparison_table& table,
                     const std::vector<std::string>& plots, double seconds);

}  // namespace shufflecert::inline v0_1::claims
