#include "support/temporary_files.hpp"

#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

temporary_directory::temporary_directory() {
  std::string name = (std::filesystem::temp_directory_path() / "shufflecert-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory");
  path_ = name;
}

temporary_directory::~temporary_directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string temporary_directory::file(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = path_ / name;
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + path.string());
  return path.string();
}

std::string text_of_file(const std::filesystem::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}
