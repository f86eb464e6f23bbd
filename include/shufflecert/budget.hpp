#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {

/// Counts how often a computation on one thread checked its budget, which every loop that can be
/// long does: a measure of its work that, unlike time, is the same on every machine.
struct work_meter {
  std::int64_t done = 0;  ///< looks so far
  std::int64_t most = 0;  ///< the computation is given up beyond this
};

/// What a computation may use: an optional deadline and an optional request to stop, both checked
/// by every loop that can be long.
class budget {
 public:
  /// The clock that deadlines are told by.
  using clock = std::chrono::steady_clock;

  /// No limit.
  budget() = default;
  /// `stop`, where given, must outlive the budget; once it is true the computation ends.
  explicit budget(std::optional<clock::time_point> deadline,
                  const std::atomic<bool>* stop = nullptr)
      : deadline_(deadline), stop_(stop) {}

  /// From now on so many seconds, at most 10^8, or for ever; `stop` as above.
  static budget of_seconds(std::optional<double> seconds, const std::atomic<bool>* stop = nullptr) {
    constexpr double longest = 1e8;
    if (!seconds) return budget(std::nullopt, stop);
    const auto length = std::chrono::duration<double>(std::clamp(*seconds, 0.0, longest));
    return budget(clock::now() + std::chrono::duration_cast<clock::duration>(length), stop);
  }

  /// Throws beyond_reach when the time is over or the computation was asked to stop.
  void check() const {
    if (work_ != nullptr && ++work_->done > work_->most)
      throw beyond_reach("it takes more work than one point may");
    check_time();
  }

  /// The same, but does not count as work: for what is computed once and kept for all.
  void check_time() const {
    if (const char* reason = exhaustion()) throw beyond_reach(reason);
  }

  /// This budget, with its looks counted in `meter`, which must outlive it; for one thread.
  [[nodiscard]] budget metered_by(work_meter& meter) const {
    budget result = *this;
    result.work_ = &meter;
    return result;
  }

  /// Whether nothing more may be used.
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
  work_meter* work_ = nullptr;
};

}  // namespace shufflecert::inline v0_1
