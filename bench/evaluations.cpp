// One evaluation by Ziv's strategy to the digits asked for: what `shufflecert eval` does between
// reading the formula and printing the value.

#include <fmt/ranges.h>

#include "bench/bench_row.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::bench {
namespace {

void evaluate(benchmark::State& state, const char* text, long digits) {
  const expression_ptr formula = parse_formula(text);
  refined_value found;
  for ([[maybe_unused]] auto _ : state) {
    found = refine(*formula, {}, {}, digits, range_for_digits(digits),
                   {.limits = time_for(longest_row)});
    if (!found.sufficient) {
      state.SkipWithError(found.reason.c_str());
      break;
    }
  }
  describe(state, digits, fmt::format("{}", fmt::join(found.methods, ", ")));
  state.counters["bits"] = static_cast<double>(found.precision);
  state.counters["peak_bytes"] = peak_bytes();
}

// δ(ε) is taken 3.5 standard deviations of log(P/Q) out, where it is near 10⁻⁶ and 10⁻⁹.
#define SHUFFLECERT_ROW(name, formula, digits) \
  BENCHMARK_CAPTURE(evaluate, name, formula, digits)->Unit(benchmark::kMillisecond)->UseRealTime()

SHUFFLECERT_ROW(renyi_1e4, "renyi(clone_pair(10^4, 2), 4)", 30);
SHUFFLECERT_ROW(renyi_1e6, "renyi(clone_pair(10^6, 4), 4)", 30);
SHUFFLECERT_ROW(renyi_1e8, "renyi(clone_pair(10^8, 4), 4)", 30);
SHUFFLECERT_ROW(renyi_1e12, "renyi(clone_pair(10^12, 4), 4)", 30);
SHUFFLECERT_ROW(renyi_1e18, "renyi(clone_pair(10^18, 4), 4)", 30);
SHUFFLECERT_ROW(delta_1e6, "hockey_stick(clone_pair(10^6, 4), 0.05)", 15);
SHUFFLECERT_ROW(delta_1e12, "hockey_stick(clone_pair(10^12, 4), 0.00005)", 15);
SHUFFLECERT_ROW(renyi_1000_digits, "renyi(clone_pair(10^4, 2), 4)", 1000);
SHUFFLECERT_ROW(epsilon_1e6, "epsilon(clone_pair(10^6, 4), 10^-6)", 15);
SHUFFLECERT_ROW(tradeoff_1e6, "tradeoff(clone_pair(10^6, 4), 0.05)", 15);
SHUFFLECERT_ROW(response_1e18, "renyi(rr_pair(10^18, 4), 4)", 30);

}  // namespace
}  // namespace shufflecert::bench
