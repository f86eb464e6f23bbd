#pragma once
// What every row of the table measures besides its time.

#include <benchmark/benchmark.h>
#include <sys/resource.h>

#include <string>

#include "shufflecert/budget.hpp"

namespace shufflecert::bench {

/// A row that takes longer than this for one evaluation is not reached.
constexpr std::chrono::seconds longest_row{60};

/// Two double sums of the first row's value take longer than that; they are there to be compared
/// with.
constexpr std::chrono::seconds longest_comparison{600};

inline budget time_for(std::chrono::seconds allowance) {
  return budget(budget::clock::now() + allowance);
}

/// Peak resident memory of this process, or of the largest of those that it waited for. The script
/// runs each row in a process of its own.
inline double peak_bytes(int whose = RUSAGE_SELF) {
  rusage used{};
  getrusage(whose, &used);
  return static_cast<double>(used.ru_maxrss) * 1024;
}

/// Digits and method are shown beside the time.
inline void describe(benchmark::State& state, long digits, const std::string& method) {
  state.counters["digits"] = static_cast<double>(digits);
  state.SetLabel(method);
}

}  // namespace shufflecert::bench
