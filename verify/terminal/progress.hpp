#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// A line on standard error that shows how far a long run is; silent unless that is a terminal.
class progress_line {
 public:
  /// Of so many claims that are to be judged; `before` were judged by an earlier run.
  explicit progress_line(std::size_t claims, std::size_t before = 0);
  ~progress_line();

  // From any thread; `index` is the claim's.
  void start(std::size_t index, const std::string& name);
  void update(std::size_t index, std::size_t done, std::size_t total);
  void finish(std::size_t index);
  /// For a run that is one long count, such as the rows of a table: how many are done.
  void count(std::size_t done, std::size_t total);
  /// Takes the line off the terminal.
  void erase();

 private:
  void draw();

  bool is_terminal_;
  std::vector<double> shares_;  ///< of each claim, how much is done
  std::size_t before_;          ///< judged by an earlier run
  std::size_t finished_ = 0;
  std::size_t total_ = 0;  ///< what is counted to: the claims, or what count() says
  std::string name_;       ///< of the claim that was begun last
  std::mutex mutex_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_drawn_;
};

}  // namespace shufflecert::inline v0_1::claims
