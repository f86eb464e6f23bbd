#include "claims/text/csv_field.hpp"

#include <algorithm>
#include <string_view>

namespace shufflecert {

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

}  // namespace shufflecert
