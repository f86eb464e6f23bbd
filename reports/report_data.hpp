#pragma once

#include <kainjow/mustache.hpp>
#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace shufflecert {

/// Prepares a text for the place it goes to; the HTML templates escape by themselves.
using text_filter = std::function<std::string(const std::string&)>;

/// What the templates show of a results file: summary, papers, claims, in words.
/// Throws nlohmann::json::exception where `results` is not a results file.
kainjow::mustache::data report_data(const nlohmann::ordered_json& results,
                                    const text_filter& filter);

}  // namespace shufflecert
