#pragma once

#include <chrono>
#include <optional>

#include "shufflecert/errors.hpp"

namespace shufflecert {

/// What a computation may use: an optional deadline, looked at by every loop that can be long.
class budget {
 public:
  using clock = std::chrono::steady_clock;

  budget() = default;
  explicit budget(clock::time_point deadline) : deadline_(deadline) {}

  /// Throws beyond_reach when the time is over.
  void check() const {
    if (deadline_ && clock::now() >= *deadline_) throw beyond_reach("the time limit was reached");
  }

  [[nodiscard]] bool is_exhausted() const { return deadline_ && clock::now() >= *deadline_; }

 private:
  std::optional<clock::time_point> deadline_;
};

}  // namespace shufflecert
