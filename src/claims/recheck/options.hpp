#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>

#include "claims/crosscheck/second_opinion.hpp"

namespace shufflecert {

/// What recheck found out about one relation of a claim.
struct relation_recheck {
  opinion found;
  std::size_t points_judged = 0;  ///< points, choices or sizes that were judged again
  std::size_t points_total = 0;   ///< of how many; 0 where no points are judged
};

struct recheck_options {
  /// Multiplies the work that a claim may take; docs/guide/recheck.md.
  double effort = 1;
  std::optional<budget::clock::time_point> deadline;  ///< of the whole run
  const std::atomic<bool>* stop = nullptr;
  int threads = 0;  ///< 0: as many as the machine has
  std::function<void(std::size_t claim, const std::string& id)> started;
  std::function<void(std::size_t claim)> finished;
};

}  // namespace shufflecert
