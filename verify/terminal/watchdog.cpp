#include "verify/terminal/watchdog.hpp"

#include <unistd.h>

#include <cstdio>

#include "claims/results/failure.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr auto pause_between_looks = std::chrono::milliseconds(20);
constexpr auto grace = std::chrono::seconds(1);

}  // namespace

watchdog::watchdog(const budget& limits, std::function<int()> give_up)
    : limits_(limits), give_up_(std::move(give_up)) {
  if (limits_.is_limited()) thread_ = std::thread([this] { watch(); });
}

watchdog::~watchdog() {
  finish();
}

void watchdog::finish() {
  {
    const std::scoped_lock lock(mutex_);
    is_over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void watchdog::watch() {
  std::optional<budget::clock::time_point> exhausted;
  std::unique_lock lock(mutex_);
  while (!is_over_) {
    const auto now = budget::clock::now();
    if (!exhausted && limits_.is_exhausted()) exhausted = now;
    if (exhausted && now - *exhausted >= grace) {
      // The lock is kept, so finish() waits for the end of the program.
      int status = 2;
      try {
        status = give_up_();
      } catch (...) {
        complain(failure_of(std::current_exception()).reason);
      }
      static_cast<void>(std::fflush(stdout));
      static_cast<void>(std::fflush(stderr));
      _exit(status);
    }
    changed_.wait_for(lock, pause_between_looks);
  }
}

}  // namespace shufflecert::inline v0_1::claims
