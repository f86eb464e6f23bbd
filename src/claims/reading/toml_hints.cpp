#include "claims/reading/toml_hints.hpp"

#include <algorithm>
#include <array>

namespace shufflecert::inline v0_1::claims {
namespace {

std::string_view line_of_text(std::string_view text, std::size_t line) {
  for (std::size_t i = 1; i < line; ++i) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return contains(text, part); });
}

// UTF-16 begins with a mark of its own, or has a zero in one of its first two bytes.
bool is_utf_16(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.substr(0, 2).find('\0') != std::string_view::npos;
}

// Whether the first quote of the line, before any comment, is one that printers set.
bool is_quoted_as_in_print(std::string_view line) {
  std::size_t first = std::string_view::npos;
  for (const char* quote : {"\u201C", "\u201D", "\u201E", "\u2018", "\u2019", "\u00AB"})
    first = std::min(first, line.find(quote));
  return first != std::string_view::npos && first < line.find_first_of("\"'#");
}

// The number of digits behind the first comma that stands right between digits; 0 without one.
std::size_t digits_behind_comma(std::string_view line) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (line[i] != ',' || !is_digit(line[i - 1]) || !is_digit(line[i + 1])) continue;
    std::size_t end = i + 1;
    while (end < line.size() && is_digit(line[end])) ++end;
    return end - i - 1;
  }
  return 0;
}

std::string hint_about_number(std::string_view line, std::string_view description) {
  if (contains_any(description,
                   {"not representable", "could not be interpreted", "exceeds length limit"}))
    return "put it in quotes: \"10^25\"";
  const bool is_leading_zero = contains(description, "leading zeroes");
  if (is_leading_zero || contains_any(description, {"saw ','", "expected '=', saw"})) {
    const std::size_t digits = digits_behind_comma(line);
    if (digits == 3) return "digits are not grouped: write 10000";
    if (digits > 0 && !is_leading_zero) return "a decimal point is written '.'";
  }
  if (is_leading_zero) return "write the number without zeroes in front, such as 10000";
  if (contains(description, "saw '.'") && contains(line, ".."))
    return "a range is written { from = 1, to = 100, steps = 3 }";
  if (contains(description, "parsing time"))
    return "a range is written { from = 10, to = 1000, steps = 3 }";
  if (contains(description, "saw '.'")) return "write 0.5 with its zero";
  return "";
}

}  // namespace

std::string toml_hint(std::string_view text, std::size_t line, std::string_view description) {
  const std::string_view here = line_of_text(text, line);
  if (is_utf_16(text) || contains(description, "invalid utf-8")) return "save the file as UTF-8";
  const char* const quotes = "put straight quotes around text and formulas";
  if (is_quoted_as_in_print(here)) return quotes;
  if (contains_any(description, {"escape sequence", "unicode scalar"}))
    return "put text with a backslash between single quotes";
  if (contains(description, "inline table") && contains_any(description, {"saw '\\n'", "saw '\n"}))
    return "braces close on the line where they open; for more lines use a section, such as "
           "[claim.check]";
  if (contains(description, "unescaped control characters"))
    return "the closing quote may be missing";
  if (std::string number = hint_about_number(here, description); !number.empty()) return number;
  if (contains_any(description, {"expected key", "expected keys"})) {
    const std::size_t saw = description.find("saw '");
    if (saw != std::string_view::npos && saw + 5 < description.size() &&
        static_cast<unsigned char>(description[saw + 5]) >= 0x80)
      return "names are ASCII: eps0";
  }
  if (contains_any(description, {"saw '/'", "saw '%'"}) &&
      contains_any(description, {"comments", "a comment"}))
    return "a comment begins with '#'";
  if (contains(description, "expected '=', saw ':'")) return "a value follows '='";
  if (contains_any(description, {"could not determine value type", "parsing boolean",
                                 "expected 'nan'", "expected 'inf'", "expected digit, saw"}))
    return quotes;
  return "";
}

}  // namespace shufflecert::inline v0_1::claims
