#include "claims/text/shell_word.hpp"

#include <algorithm>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

std::string shell_word(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_./=-").find(c) != std::string_view::npos;
  };
  if (std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace shufflecert::inline v0_1::claims
