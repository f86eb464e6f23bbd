#include "lines.hpp"

#include <sys/stat.h>

#include <array>
#include <cstdint>
#include <fstream>
#include <sstream>

#include "errors.hpp"

namespace check {
namespace {

// What a file may hold at most: a stranger's file ends soon, too.
constexpr std::uintmax_t longest_file = 16U << 20U;
constexpr std::size_t longest_line = 1U << 20U;

}  // namespace

line_reader::line_reader(const std::string& path) {
  struct stat found {};
  if (stat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode)) throw unreadable("is a directory");
  if (stat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode))
    throw unreadable("there is no such file");
  if (static_cast<std::uintmax_t>(found.st_size) > longest_file) throw unreadable("it is too long");
  std::ifstream file(path, std::ios::binary);
  std::string text;
  for (std::array<char, 65536> part{}; file.read(part.data(), part.size()) || file.gcount() > 0;) {
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > longest_file) throw unreadable("it is too long");
  }
  if (!file.eof()) throw unreadable("it cannot be read");
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) lines_.push_back(std::move(line));
  skip_comments();
}

bool line_reader::starts_with(const std::string& key) const {
  return !is_at_end() && lines_[next_].compare(0, key.size() + 1, key + " ") == 0;
}

std::string line_reader::take(const std::string& key) {
  if (is_at_end()) throw wrong(number(), "the file ends where '" + key + "' has to stand");
  const std::string line = lines_[next_];
  if (line != key && !starts_with(key))
    throw wrong(number(), "'" + key + "' has to stand here, not '" + shown(line) + "'");
  static_cast<void>(take_any());
  return line.size() > key.size() ? line.substr(key.size() + 1) : "";
}

std::string line_reader::take_any() {
  if (is_at_end()) throw wrong(number(), "the file ends here");
  if (lines_[next_].size() > longest_line) throw wrong(number(), "it is too long");
  const std::string line = lines_[next_];
  ++next_;
  skip_comments();
  return line;
}

void line_reader::take_end() {
  take("end");
  if (!is_at_end()) throw wrong(number(), "something stands behind 'end'");
}

void line_reader::skip_comments() {
  while (!is_at_end() && !lines_[next_].empty() && lines_[next_].front() == '#') ++next_;
}

}  // namespace check
