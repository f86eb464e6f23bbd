#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// Ends the program when a computation does not obey its budget: a single call into FLINT or GMP
/// cannot be interrupted, nor can reading a huge file.
///
/// A computation that looks at its budget stops by itself, and then nothing happens here. One that
/// goes on for longer than a second after its budget was exhausted is given up: `give_up` writes
/// what there is and returns the status with which the program then ends at once.
class watchdog {
 public:
  /// `give_up` is called from another thread, so what it reads must be guarded; `limits` and what
  /// `give_up` refers to must outlive the watchdog. Without limits there is nothing to watch.
  watchdog(const budget& limits, std::function<int()> give_up);
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;
  ~watchdog();

  /// Ends the watch: the computation is over, and its results are about to be written. Does not
  /// return when `give_up` has been called already.
  void finish();

 private:
  void watch();

  budget limits_;
  std::function<int()> give_up_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_over_ = false;
  std::thread thread_;
};

}  // namespace shufflecert::inline v0_1::claims
