// Many orders of one pair, as an accountant needs them, beside one order.

#include <set>

#include "bench/bench_row.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/renyi_curve.hpp"

namespace shufflecert::bench {
namespace {

constexpr long digits = 15;

distribution_pair the_pair() {
  return {clone_pair{1'000'000, 4, std::nullopt}};
}

// `count` orders evenly in (1, 64].
std::vector<number> orders(int count) {
  std::vector<number> result;
  result.reserve(static_cast<std::size_t>(count));
  for (int i = 1; i <= count; ++i) result.emplace_back(rational(1) + rational(63 * i, count));
  return result;
}

void curve(benchmark::State& state, const std::vector<number>& of) {
  const auto is_wide = [](const quantity& found, bits precision) {
    return !found.value.to_ball(precision).has_relative_radius(digits);
  };
  std::set<std::string> methods;
  const auto evaluate = [&] {
    const budget limits = time_for(longest_row);
    const auto range = range_for_digits(digits);
    for (bits precision = range.first; precision <= range.last; precision *= 2) {
      const auto found = renyi_curve(the_pair(), of, precision, {.limits = limits});
      bool is_enough = true;
      for (const quantity& one : found) {
        methods.emplace(to_text(one.method));
        is_enough = is_enough && !is_wide(one, precision);
      }
      if (is_enough) return;
    }
    throw beyond_reach("the digits were not reached");
  };
  for ([[maybe_unused]] auto _ : state) {
    try {
      evaluate();
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
  std::string all;
  for (const std::string& method : methods) all += (all.empty() ? "" : ", ") + method;
  describe(state, digits, all);
  state.counters["peak_bytes"] = peak_bytes();
}

void curve_1000(benchmark::State& state) {
  curve(state, orders(1000));
}
// The middle one of them.
void curve_one(benchmark::State& state) {
  curve(state, {orders(1000)[499]});
}

BENCHMARK(curve_1000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(curve_one)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace shufflecert::bench
