#include "verify/terminal/terminal.hpp"

#include <cstdio>

#include "claims/results/json.hpp"
#include "verify/terminal/process_guard.hpp"

namespace shufflecert::inline v0_1::claims {

void put_shown(const std::string& text) {
  // Where this fails, main() finds out when the output is delivered.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stdout));
}

void complain(const std::string& message) {
  const std::string line = "shufflecert: " + shown_line(message, longest_message) + "\n";
  write_to_error(line);
}

void print_lines(const std::string& text) {
  put_shown(shown_lines(text));
}

void print_json_text(const nlohmann::ordered_json& root) {
  put_shown(json_file_text(root));
}

}  // namespace shufflecert::inline v0_1::claims
