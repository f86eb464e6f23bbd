#include "verify/commands/terminal.hpp"

#include <cstdio>

#include "verify/commands/process_guard.hpp"

namespace shufflecert {

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

std::string json_file_text(const nlohmann::ordered_json& root) {
  // A file name need not be UTF-8; JSON must be.
  return shown_json(root.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace)) +
         "\n";
}

void print_json_text(const nlohmann::ordered_json& root) {
  put_shown(json_file_text(root));
}

}  // namespace shufflecert
