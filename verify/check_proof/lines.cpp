#include "lines.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <sstream>

#include "checker_errors.hpp"

namespace check {
namespace {

// What a file may hold at most: a stranger's file ends soon, too.
constexpr std::size_t longest_file = 16U << 20U;
constexpr std::size_t longest_line = 1U << 20U;
constexpr const char* beginning = "shufflecert proof ";

// A file that is open for reading. Opening a pipe does not wait for somebody who writes into it.
class open_file {
 public:
  explicit open_file(const std::string& path)
      : path_(path.substr(0, path.find_last_not_of('/') + 1)),
        descriptor_(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC)) {
    if (descriptor_ < 0)
      throw unreadable(errno == ENOENT ? "there is no such file" : why("cannot be read"));
  }
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() { close(descriptor_); }

  // All of it, or a little more than a file may hold.
  [[nodiscard]] std::string text() const {
    struct stat kind {};
    if (fstat(descriptor_, &kind) != 0) throw unreadable(why("cannot be read"));
    if (S_ISDIR(kind.st_mode))
      throw unreadable("is a directory; give its files: " + shown_whole(path_) + "/*.proof");
    std::string text;
    std::array<char, 65536> part{};
    while (text.size() <= longest_file) {
      const ssize_t count = read(descriptor_, part.data(), part.size());
      if (count == 0) break;
      if (count > 0)
        text.append(part.data(), static_cast<std::size_t>(count));
      else if (errno == EAGAIN)
        wait();
      else if (errno != EINTR)
        throw unreadable(why("cannot be read"));
    }
    if (text.empty() && S_ISFIFO(kind.st_mode)) throw unreadable("nobody writes into this pipe");
    return text;
  }

 private:
  static std::string why(const std::string& what) { return what + ": " + std::strerror(errno); }

  void wait() const {
    pollfd waited{descriptor_, POLLIN, 0};
    poll(&waited, 1, -1);
  }

  std::string path_;
  int descriptor_;
};

}  // namespace

line_reader::line_reader(const std::string& path) {
  const std::string text = open_file(path).text();
  if (text.size() > longest_file) {
    if (!text.starts_with(beginning)) throw unreadable("it is too long for a proof file");
    throw unchecked("it is longer than the " + std::to_string(longest_file >> 20U) +
                    " MB that a file may have");
  }
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    // Files that were sent through other systems end their lines in two bytes.
    if (!line.empty() && line.back() == '\r') line.pop_back();
    lines_.push_back(std::move(line));
  }
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
  if (lines_[next_].size() > longest_line)
    throw unchecked("line " + std::to_string(number()) + " is longer than the " +
                    std::to_string(longest_line >> 20U) + " MB that a line may have");
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
