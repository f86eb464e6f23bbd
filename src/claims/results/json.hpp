#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

#include "claims/text/named_kind.hpp"
#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {

/// JSON whose keys keep their order.
using json = nlohmann::ordered_json;

/// The levels that a results file may have, one inside the other.
constexpr int deepest_nesting = 32;

/// The kind that a key names; nothing where it is null, or names none.
template <named_kind Kind>
std::optional<Kind> kind_at(const json& object, const char* key) {
  const json& name = object.at(key);
  return name.is_string() ? from_text<Kind>(name.get_ref<const std::string&>()) : std::nullopt;
}

/// A text that may be missing: null where it is empty.
inline json or_null(const std::string& text) {
  return text.empty() ? json(nullptr) : json(text);
}

/// The same where being there is a fact of its own.
inline json or_null(const std::optional<std::string>& text) {
  return text ? json(*text) : json(nullptr);
}

template <named_kind Kind>
json or_null(const std::optional<Kind>& kind) {
  return kind ? json(to_text(*kind)) : json(nullptr);
}

/// A text, or nothing where the key is missing or null.
inline std::optional<std::string> text_or_nothing(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? std::nullopt
                                                   : std::optional(found->get<std::string>());
}

/// The text of a JSON file as this program writes it.
inline std::string json_file_text(const json& root) {
  // A file name need not be UTF-8; JSON must be.
  return shown_json(root.dump(2, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace shufflecert::inline v0_1::claims
