#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace shufflecert {

/// A line on standard error that shows how far a long run is; silent unless that is a terminal.
class progress_line {
 public:
  explicit progress_line(std::size_t claims);
  ~progress_line();

  void start(std::size_t index, const std::string& name);
  /// From any thread.
  void update(std::size_t done, std::size_t total);

 private:
  void draw(double share);

  bool is_terminal_;
  std::size_t claims_;
  std::size_t index_ = 0;
  std::string name_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point last_drawn_;
};

}  // namespace shufflecert
