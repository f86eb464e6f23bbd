#include "claims/text/shown_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace shufflecert::inline v0_1::claims {
namespace {

struct code_range {
  char32_t first;
  char32_t last;
};

// Beside control characters: what is not seen, or moves what is seen.
constexpr std::array<code_range, 14> unseen{{{0xAD, 0xAD},
                                             {0x61C, 0x61C},
                                             {0x115F, 0x1160},
                                             {0x180E, 0x180E},
                                             {0x200B, 0x200F},
                                             {0x2028, 0x202E},
                                             {0x2060, 0x206F},
                                             {0x3164, 0x3164},
                                             {0xFE00, 0xFE0F},
                                             {0xFEFF, 0xFEFF},
                                             {0xFFA0, 0xFFA0},
                                             {0xFFF0, 0xFFFB},
                                             {0x1D173, 0x1D17A},
                                             {0xE0000, 0xE0FFF}}};

bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0);
}

bool is_shown_as_it_is(char32_t code) {
  const bool is_no_character = (code & 0xFFFEU) == 0xFFFEU || (code >= 0xFDD0 && code <= 0xFDEF);
  return !is_control(code) && !is_no_character &&
         std::none_of(unseen.begin(), unseen.end(), [&](const code_range& range) {
           return code >= range.first && code <= range.last;
         });
}

std::string escape_of(char32_t code) {
  if (code == '\n') return "\\n";
  if (code == '\r') return "\\r";
  if (code == '\t') return "\\t";
  if (code < 0x100) return fmt::format("\\x{:02x}", static_cast<unsigned>(code));
  if (code < 0x10000) return fmt::format("\\u{:04x}", static_cast<unsigned>(code));
  return fmt::format("\\U{:08x}", static_cast<unsigned>(code));
}

// Calls `use` with each character and its bytes.
template <class Use>
void for_each_character(std::string_view text, Use use) {
  for (std::size_t at = 0; at < text.size();) {
    const decoded_character one = decoded_at(text, at);
    use(one.code, text.substr(at, one.size));
    at += one.size;
  }
}

std::string escaped(std::string_view text, bool keeps_lines) {
  std::string result;
  result.reserve(text.size());
  for_each_character(text, [&](char32_t code, std::string_view bytes) {
    if (code == decoded_character::broken)
      result +=
          fmt::format("\\x{:02x}", static_cast<unsigned>(static_cast<unsigned char>(bytes[0])));
    else if ((code == '\n' && keeps_lines) || is_shown_as_it_is(code))
      result += bytes;
    else
      result += escape_of(code);
  });
  return result;
}

// The byte at which the character with this number starts.
std::size_t start_of(std::string_view text, std::size_t number) {
  std::size_t at = 0;
  for (; number > 0 && at < text.size(); --number) at += decoded_at(text, at).size;
  return at;
}

}  // namespace

decoded_character decoded_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return {first, 1};
  if (first < 0xC2 || first > 0xF4) return {};
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (at + size > text.size()) return {};
  char32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const unsigned next = byte(at + i);
    if ((next & 0xC0U) != 0x80) return {};
    code = (code << 6U) | (next & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least.at(size) || code > 0x10FFFF || is_surrogate) return {};
  return {code, size};
}

std::string shown_line(std::string_view text, std::size_t longest) {
  // Characters take at most four bytes: a text that is short in bytes needs no counting.
  std::size_t count = 0;
  if (text.size() > longest) for_each_character(text, [&](char32_t, std::string_view) { ++count; });
  if (count <= longest) return escaped(text, false);
  const std::size_t at_end = longest / 3;
  const std::size_t at_start = longest - at_end;
  return fmt::format("{} [... {} characters ...] {}",
                     escaped(text.substr(0, start_of(text, at_start)), false), count - longest,
                     escaped(text.substr(start_of(text, count - at_end)), false));
}

std::string shown_lines(std::string_view text) {
  return escaped(text, true);
}

std::string shown_json(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for_each_character(json, [&](char32_t code, std::string_view bytes) {
    // Outside of its texts JSON has no such characters but line feeds.
    if (code == '\n' || code == decoded_character::broken || is_shown_as_it_is(code)) {
      result += bytes;
    } else if (code < 0x10000) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(code));
    } else {
      const auto beyond = static_cast<unsigned>(code) - 0x10000U;
      result +=
          fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (beyond >> 10U), 0xDC00U + (beyond & 0x3FFU));
    }
  });
  return result;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_text(const std::string& text) {
  std::string plain = text;
  for (char& c : plain)
    if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F) c = ' ';
  const std::string_view rest =
      std::string_view(plain).substr(std::min(plain.find_first_not_of(" \n"), plain.size()));
  // The last four are the wide forms of the first four, which some spreadsheets take for them.
  bool is_formula = false;
  for (const char* sign : {"=", "+", "-", "@", "＝", "＋", "－", "＠"})
    is_formula = is_formula || rest.starts_with(sign);
  return csv_field(is_formula ? "'" + plain : plain);
}

bool is_table_number(const std::string& text) {
  std::string_view rest = text;
  if (rest.starts_with('-')) rest.remove_prefix(1);
  return rest == "inf" || rest == "nan" ||
         (!rest.empty() && rest.front() >= '0' && rest.front() <= '9' &&
          rest.find_first_not_of("0123456789.e+-") == std::string_view::npos);
}

std::string csv_number(const std::string& text) {
  return is_table_number(text) ? text : csv_text(text);
}

}  // namespace shufflecert::inline v0_1::claims
