#include "reports/text/links.hpp"

#include <algorithm>
#include <string_view>

namespace shufflecert::inline v0_1::claims {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Where a backslash keeps the start of a text from starting a list, a heading's underline or a
// rule: "- x", "12. x", "===", "---".
std::size_t mark_at_start(std::string_view text) {
  constexpr std::size_t none = std::string_view::npos;
  const std::size_t first = text.find_first_not_of(' ');
  if (first == none) return none;
  const auto ends_mark = [&](std::size_t at) { return at >= text.size() || text[at] == ' '; };
  const char c = text[first];
  if (c == '=' || c == '-' || c == '+') {
    std::size_t end = first;
    while (end < text.size() && text[end] == c) ++end;
    return ends_mark(end) ? first : none;
  }
  std::size_t end = first;
  while (end < text.size() && is_digit(text[end])) ++end;
  const bool is_numbered =
      end > first && end < text.size() && (text[end] == '.' || text[end] == ')');
  return is_numbered && ends_mark(end + 1) ? end : none;
}

// Viewers make links of addresses that stand in a text.
bool starts_address(std::string_view rest) {
  if (rest.starts_with("://")) return true;
  constexpr std::string_view name = "www.";
  return rest.size() > name.size() &&
         std::equal(name.begin(), name.end(), rest.begin(),
                    [](char a, char b) { return a == b || a - 'a' + 'A' == b; });
}

}  // namespace

std::string markdown_text(const std::string& text) {
  static constexpr std::string_view special = "\\`*_{}[]<>#|~&$@";
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  // Four spaces in front would make it a program.
  line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
  const std::size_t mark = mark_at_start(line);
  std::string result;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const std::string_view rest = std::string_view(line).substr(i);
    if (rest.starts_with("://")) {
      // An escaped slash is a slash, and the address is none any more.
      result += ":\\/";
      ++i;
      continue;
    }
    if (special.find(line[i]) != std::string_view::npos || i == mark) result += '\\';
    result += line[i];
    if (starts_address(rest)) {
      result += line.substr(i + 1, 2) + "\\.";
      i += 3;
    }
  }
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
