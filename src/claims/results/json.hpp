#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace shufflecert {

/// JSON whose keys keep their order.
using json = nlohmann::ordered_json;

/// The text of a JSON file as this program writes it.
std::string json_file_text(const json& root);

}  // namespace shufflecert
