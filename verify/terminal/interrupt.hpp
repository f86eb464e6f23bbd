#pragma once

#include <atomic>
#include <csignal>

namespace shufflecert::inline v0_1::claims {

/// While one exists, the first Ctrl-C (SIGINT), SIGTERM or SIGHUP (the terminal has gone) asks the
/// run to stop and write what it has; the second one ends the program at once. A signal that was
/// ignored when the program started (as by nohup) stays ignored. At most one may exist at a time.
class interrupt_guard {
 public:
  interrupt_guard();
  interrupt_guard(const interrupt_guard&) = delete;
  interrupt_guard& operator=(const interrupt_guard&) = delete;
  ~interrupt_guard();

  /// True from the first signal on; for a budget.
  [[nodiscard]] static const std::atomic<bool>& requested();
  /// The exit status of an interrupted run, 128 + the signal's number; 0 when there was none.
  [[nodiscard]] static int status();

 private:
  struct sigaction interrupt_before_ {};
  struct sigaction terminate_before_ {};
  struct sigaction hang_up_before_ {};
};

}  // namespace shufflecert::inline v0_1::claims
