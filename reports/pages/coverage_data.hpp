#pragma once

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

namespace shufflecert {

/// What the coverage page shows of a results file: for every paper, each of its statements with the
/// claims that check it, their verdicts where the file has them, and what is not checked. A results
/// file without a list of statements gives a page without papers.
/// Throws nlohmann::json::exception where `results` is not a results file.
kainjow::mustache::data coverage_data(const nlohmann::ordered_json& results);

}  // namespace shufflecert
