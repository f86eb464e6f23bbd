#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "claims/text/named_kind.hpp"
#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {

/// JSON whose keys keep their order.
using json = nlohmann::ordered_json;

/// The kind that a key names; nothing where it is null, or names none.
template <named_kind Kind>
std::optional<Kind> kind_at(const json& object, const char* key) {
  const json& name = object.at(key);
  return name.is_string() ? from_text<Kind>(name.get_ref<const std::string&>()) : std::nullopt;
}

/// The text of a JSON file as this program writes it.
inline std::string json_file_text(const json& root) {
  // A file name need not be UTF-8; JSON must be.
  return shown_json(root.dump(2, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace shufflecert::inline v0_1::claims
