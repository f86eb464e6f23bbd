#include "verify/commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace shufflecert {
namespace {

constexpr std::size_t bar_width = 24;
constexpr auto pause_between_drawings = std::chrono::milliseconds(100);

}  // namespace

progress_line::progress_line(std::size_t claims)
    : is_terminal_(isatty(STDERR_FILENO) != 0), claims_(claims) {}

progress_line::~progress_line() {
  // Erases the line: results go to standard output.
  if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
}

void progress_line::start(std::size_t index, const std::string& name) {
  const std::scoped_lock lock(mutex_);
  index_ = index;
  name_ = name;
  draw(0);
}

void progress_line::update(std::size_t done, std::size_t total) {
  const std::scoped_lock lock(mutex_);
  if (std::chrono::steady_clock::now() - last_drawn_ < pause_between_drawings) return;
  draw(static_cast<double>(done) / static_cast<double>(total));
}

void progress_line::draw(double share) {
  if (!is_terminal_) return;
  last_drawn_ = std::chrono::steady_clock::now();
  const double whole = (static_cast<double>(index_) + share) / static_cast<double>(claims_);
  const auto filled = static_cast<std::size_t>(whole * static_cast<double>(bar_width));
  fmt::print(stderr, "\r\x1b[K[{:=<{}}{: <{}}] {}/{} {}", "", filled, "", bar_width - filled,
             index_ + 1, claims_, name_);
  static_cast<void>(std::fflush(stderr));
}

}  // namespace shufflecert
