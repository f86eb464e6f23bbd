#pragma once

#include <atomic>

namespace shufflecert::inline v0_1::python {

/// While one exists, Ctrl-C (SIGINT) asks the computation that it belongs to to stop; the handler
/// that was there before, which is Python's, is called all the same. Where a signal does nothing,
/// or ends the process at once, that stays so. Several may exist, in any threads.
class interruption {
 public:
  interruption();
  interruption(const interruption&) = delete;
  interruption& operator=(const interruption&) = delete;
  ~interruption();

  /// True from the signal on; for a budget. Null where 64 computations run already.
  [[nodiscard]] const std::atomic<bool>* flag() const { return flag_; }
  /// Whether there was a signal.
  [[nodiscard]] bool is_requested() const { return flag_ != nullptr && flag_->load(); }

 private:
  std::atomic<bool>* flag_ = nullptr;
};

}  // namespace shufflecert::inline v0_1::python
