#pragma once

#include <functional>

#include "claims/results/search_record.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert {

/// How far the judging of a claim may go.
struct judge_options {
  precision_range precision{64, 2048};
  budget limits;
  search_options search;  ///< of points beyond the listed ones; none by default
  /// Called with the number of points done and their total; from any thread.
  std::function<void(std::size_t done, std::size_t total)> progress;
};

}  // namespace shufflecert
