#include "claims/results/json.hpp"

#include "claims/text/shown_text.hpp"

namespace shufflecert {

std::string json_file_text(const json& root) {
  // A file name need not be UTF-8; JSON must be.
  return shown_json(root.dump(2, ' ', false, json::error_handler_t::replace)) + "\n";
}

}  // namespace shufflecert
