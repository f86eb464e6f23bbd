// One multiplication of balls: what `make profile` multiplies the counted multiplications by.

#include "bench/bench_row.hpp"
#include "shufflecert/ball.hpp"

namespace shufflecert::bench {
namespace {

// Two balls with all their bits set to something, and a radius.
ball of_precision(bits precision) {
  return sqrt(ball::of(2, precision));
}

void ball_times_ball(benchmark::State& state) {
  const bits precision = state.range(0);
  const ball x = of_precision(precision);
  const ball y = of_precision(precision) + 1;
  ball product(precision);
  for ([[maybe_unused]] auto _ : state) {
    arb_mul(product.raw(), x.raw(), y.raw(), precision);
    benchmark::DoNotOptimize(product);
  }
}

void ball_times_word(benchmark::State& state) {
  const bits precision = state.range(0);
  const ball x = of_precision(precision);
  ball product(precision);
  for ([[maybe_unused]] auto _ : state) {
    arb_mul_ui(product.raw(), x.raw(), 1'000'003, precision);
    benchmark::DoNotOptimize(product);
  }
}

BENCHMARK(ball_times_ball)->DenseRange(64, 512, 64);
BENCHMARK(ball_times_word)->DenseRange(64, 512, 64);

}  // namespace
}  // namespace shufflecert::bench
