#include "claims/scripts/library.hpp"

#include <fmt/format.h>

#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Bytes that are no UTF-8 have no place in a text; U+FFFD stands for them.
constexpr char32_t replacement = 0xFFFD;

std::string escape_of(script_language language, char32_t code) {
  const auto number = static_cast<unsigned>(code);
  if (language == script_language::gp) return fmt::format("<U+{:04X}>", number);
  if (number < 0x100) return fmt::format("\\x{:02x}", number);
  if (number < 0x10000) return fmt::format("\\u{:04x}", number);
  return fmt::format("\\U{:08x}", number);
}

}  // namespace

std::string quoted(script_language language, const std::string& text) {
  std::string result = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const decoded_character one = decoded_at(text, at);
    at += one.size;
    const char32_t code = one.code == decoded_character::broken ? replacement : one.code;
    const bool is_plain = code >= 0x20 && code < 0x7F && code != '"' && code != '\\';
    result += is_plain ? std::string(1, static_cast<char>(code)) : escape_of(language, code);
  }
  return result + "\"";
}

}  // namespace shufflecert::inline v0_1::claims
