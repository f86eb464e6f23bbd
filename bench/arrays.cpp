// What the Python package computes for arrays, as a C++ user writes it. bench/python_factor.py
// times the same in Python; both take the same doubles, and want both ends as doubles.

#include "bench/bench_row.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/renyi_curve.hpp"

namespace shufflecert::bench {
namespace {

// As many as the package wants before it rounds to double.
constexpr long digits = 17;

double end_of(const ball& x, bool is_lower) {
  constexpr bits enough = 64;
  arf_t end;
  arf_init(end);
  if (is_lower)
    arb_get_lbound_arf(end, x.raw(), enough);
  else
    arb_get_ubound_arf(end, x.raw(), enough);
  const double result = arf_get_d(end, is_lower ? ARF_RND_FLOOR : ARF_RND_CEIL);
  arf_clear(end);
  return result;
}

// Both ends of every value. The sum of the upper ends is shown, so that the script sees that both
// programs computed the same.
struct ends {
  std::vector<double> lower;
  std::vector<double> upper;

  void add(const ball& x) {
    lower.push_back(end_of(x, true));
    upper.push_back(end_of(x, false));
  }
};

template <class Evaluate>
ball to_enough_digits(bits first, bits last, const Evaluate& evaluate) {
  for (bits precision = first; precision <= last; precision *= 2) {
    try {
      ball found = evaluate(precision).value.to_ball(precision);
      if (found.has_relative_radius(digits)) return found;
    } catch (const precision_needed&) {
      // The next precision is tried.
    }
  }
  throw beyond_reach("the digits were not reached");
}

// 1 + 1/16, 1 + 2/16, …, 63.5.
ends orders() {
  const auto range = range_for_digits(digits);
  const distribution_pair pair{clone_pair{1'000'000, 4, std::nullopt}};
  std::vector<number> lambdas;
  for (int i = 1; i <= 1000; ++i) lambdas.emplace_back(rational(1 + i / 16.0));
  const std::vector<quantity> curve = renyi_curve(pair, lambdas, range.first);
  ends found;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    ball value = curve[i].value.to_ball(range.first);
    if (!value.has_relative_radius(digits))
      value = to_enough_digits(2 * range.first, range.last,
                               [&](bits p) { return renyi(pair, lambdas[i], p); });
    found.add(value);
  }
  return found;
}

// n = 1000, 2000, …, 100000 and ε0 = 1/2 + j/32 for j < 100, at ε = 1/100.
ends points() {
  const auto range = range_for_digits(digits);
  const number eps = rational(1, 100);
  ends found;
  for (int i = 1; i <= 100; ++i)
    for (int j = 0; j < 100; ++j) {
      const distribution_pair pair{clone_pair{1000 * i, rational(0.5 + j / 32.0), std::nullopt}};
      found.add(to_enough_digits(range.first, range.last,
                                 [&](bits p) { return hockey_stick(pair, eps, p); }));
    }
  return found;
}

void arrays(benchmark::State& state, ends (*compute)()) {
  double sum = 0;
  for ([[maybe_unused]] auto _ : state) {
    const ends found = compute();
    sum = 0;
    for (const double one : found.upper) sum += one;
    benchmark::DoNotOptimize(found.lower.data());
  }
  state.counters["sum"] = sum;
  describe(state, digits, "");
}

BENCHMARK_CAPTURE(arrays, orders, orders)->Unit(benchmark::kSecond)->MeasureProcessCPUTime();
BENCHMARK_CAPTURE(arrays, points, points)->Unit(benchmark::kSecond)->MeasureProcessCPUTime();

}  // namespace
}  // namespace shufflecert::bench
