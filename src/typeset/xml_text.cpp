#include "typeset/xml_text.hpp"

#include <string_view>

namespace shufflecert {
namespace {

// U+FFFE and U+FFFF in UTF-8.
bool is_no_character(std::string_view rest) {
  return rest.starts_with("\xEF\xBF\xBE") || rest.starts_with("\xEF\xBF\xBF");
}

}  // namespace

std::string xml_text(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (is_no_character(std::string_view(text).substr(i))) {
      result += ' ';
      i += 2;
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

}  // namespace shufflecert
