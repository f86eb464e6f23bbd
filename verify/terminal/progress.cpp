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
constexpr std::size_t longest_name = 60;
// Before that an estimate would say nothing.
constexpr double least_seconds = 5;
constexpr double least_share = 0.02;
constexpr double seconds_of_a_minute = 60;
constexpr double most_seconds_shown = 100;

// How long it takes still, if the rest is like what was done.
std::string left_in_words(double seconds, double share) {
  if (seconds < least_seconds || share < least_share || share >= 1) return "";
  const double left = seconds * (1 - share) / share;
  return left < most_seconds_shown
             ? fmt::format(", about {:.0f} s left", left)
             : fmt::format(", about {:.0f} min left", left / seconds_of_a_minute);
}

// Goes on where the terminal has gone away.
void write(const std::string& text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  static_cast<void>(std::fflush(stderr));
}

}  // namespace

progress_line::progress_line(std::size_t claims, std::size_t before)
    : is_terminal_(isatty(STDERR_FILENO) != 0), shares_(claims), before_(before), total_(claims) {}

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
  shares_.assign(1, static_cast<double>(finished_) / static_cast<double>(total));
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
  const std::chrono::duration<double> taken = last_drawn_ - begun_;
  write(fmt::format("\r\x1b[K[{:=<{}}{: <{}}] {}/{}{} {}", "", filled, "", bar_width - filled,
                    before_ + finished_, before_ + total_, left_in_words(taken.count(), whole),
                    shown_line(name_, longest_name)));
}

}  // namespace shufflecert::inline v0_1::claims
