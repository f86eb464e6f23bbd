#include "verify/files/read_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "verify/files/usage_error.hpp"

namespace shufflecert {

std::string complaint_about_name(const std::string& text) {
  return text.empty() ? "expected the name of a file, found an empty text" : "";
}

std::string read_file(const std::string& path, std::uintmax_t most) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw usage_error(fmt::format("cannot read '{}': it is a directory", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw usage_error(fmt::format("cannot read '{}'", path));
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0) {
    text.append(block, 0, static_cast<std::size_t>(file.gcount()));
    // A pipe or a device has no size to ask for beforehand.
    if (text.size() > most)
      throw usage_error(
          fmt::format("cannot read '{}': it is larger than {} MiB, which no such "
                      "file is",
                      path, most >> 20U));
  }
  if (file.bad()) throw usage_error(fmt::format("cannot read '{}'", path));
  return text;
}

}  // namespace shufflecert
