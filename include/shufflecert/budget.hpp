#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>

#include "shufflecert/errors.hpp"

namespace shufflecert {

/// What a computation may use: an optional deadline and an optional request to stop, both looked at
/// by every loop that can be long.
class budget {
 public:
  using clock = std::chrono::steady_clock;

  /// No limit.
  budget() = default;
  /// `stop`, where given, must outlive the budget; once it is true the computation ends.
  explicit budget(std::optional<clock::time_point> deadline,
                  const std::atomic<bool>* stop = nullptr)
      : deadline_(deadline), stop_(stop) {}

  /// Throws beyond_reach when the time is over or the computation was asked to stop.
  void check() const {
    if (const char* reason = exhaustion()) throw beyond_reach(reason);
  }

  [[nodiscard]] bool is_exhausted() const { return exhaustion() != nullptr; }

  /// Why nothing more may be used, in words; null while there is something left.
  [[nodiscard]] const char* exhaustion() const {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return "interrupted";
    if (deadline_ && clock::now() >= *deadline_) return "the time limit was reached";
    return nullptr;
  }

  /// Whether it can run out at all.
  [[nodiscard]] bool is_limited() const { return deadline_ || stop_ != nullptr; }

  /// For putting into words what was found before the time was over: this budget while it has
  /// `allowance` left, else `allowance` from now.
  [[nodiscard]] budget with_at_least(clock::duration allowance) const {
    const auto enough = clock::now() + allowance;
    if (is_exhausted()) return budget(enough);
    return budget(deadline_ ? std::optional(std::max(*deadline_, enough)) : std::nullopt, stop_);
  }

 private:
  std::optional<clock::time_point> deadline_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace shufflecert
