#include "verify/terminal/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <numeric>

#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t bar_width = 24;
constexpr auto pause_between_drawings = std::chrono::milliseconds(100);
constexpr std::size_t longest_name = 100;

// Goes on where the terminal has gone away.
void write(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

}  // namespace

progress_line::progress_line(std::size_t claims)
    : is_terminal_(isatty(STDERR_FILENO) != 0), shares_(claims), total_(claims) {}

progress_line::~progress_line() {
  erase();
}

void progress_line::start(std::size_t, const std::string& name) {
  const std::scoped_lock lock(mutex_);
  name_ = name;
  draw();
}

void progress_line::update(std::size_t index, std::size_t done, std::size_t total) {
  if (!is_terminal_) return;
  const std::scoped_lock lock(mutex_);
  shares_[index] = static_cast<double>(done) / static_cast<double>(total);
  if (std::chrono::steady_clock::now() - last_drawn_ >= pause_between_drawings) draw();
}

void progress_line::finish(std::size_t index) {
  const std::scoped_lock lock(mutex_);
  shares_[index] = 1;
  ++finished_;
  draw();
}

void progress_line::count(std::size_t done, std::size_t total) {
  if (!is_terminal_) return;
  const std::scoped_lock lock(mutex_);
  // Threads come here in any order.
  finished_ = std::max(finished_, done);
  total_ = total;
  shares_.front() = static_cast<double>(finished_) / static_cast<double>(total);
  if (std::chrono::steady_clock::now() - last_drawn_ >= pause_between_drawings) draw();
}

void progress_line::erase() {
  const std::scoped_lock lock(mutex_);
  // Results go to standard output.
  if (is_terminal_) write("\r\x1b[K");
}

void progress_line::draw() {
  if (!is_terminal_) return;
  last_drawn_ = std::chrono::steady_clock::now();
  const double whole = std::accumulate(shares_.begin(), shares_.end(), 0.0) /
                       static_cast<double>(std::max<std::size_t>(shares_.size(), 1));
  const auto filled =
      std::min(bar_width, static_cast<std::size_t>(whole * static_cast<double>(bar_width)));
  write(fmt::format("\r\x1b[K[{:=<{}}{: <{}}] {}/{} {}", "", filled, "", bar_width - filled,
                    finished_, total_, shown_line(name_, longest_name)));
}

}  // namespace shufflecert::inline v0_1::claims
