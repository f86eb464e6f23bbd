// What the first row is compared with: D_λ of the clone pair from its definition, a sum over both
// counts, in plain MPFR numbers without error bounds, once, at the precision for 30 digits.

#include <mpfr.h>

#include <array>

#include "bench/bench_row.hpp"
#include "second/divergences.hpp"
#include "second/shuffle_pairs.hpp"

namespace shufflecert::bench {
namespace {

constexpr long digits = 30;
constexpr unsigned working_digits = 50;  // as evaluate_mpfr() takes for 30 digits
constexpr std::int64_t users = 10'000;
constexpr int eps0 = 2;
constexpr int order = 4;

// The project's second arithmetic: logarithms of the probabilities, from a table of log k!. What is
// timed is one sum; evaluate_mpfr() makes a second one at twice the digits.
void second_arithmetic(benchmark::State& state) {
  using second::mp;
  mp::default_precision(working_digits);
  mp found;
  for ([[maybe_unused]] auto _ : state) {
    try {
      const budget limits = time_for(longest_comparison);
      const second::setting<mp> in{pow(mp(10), mp(-0.85 * working_digits)), working_digits, limits};
      const mp* usual = nullptr;
      const auto pair = second::clone_pair<mp>(users, mp(eps0), usual, in);
      found = second::renyi(std::get<second::finite_pair<mp>>(pair), mp(order), in);
    } catch (const std::exception& error) {
      state.SkipWithError(error.what());
      break;
    }
  }
  describe(state, digits, "MPFR, logarithms");
  state.counters["value"] = found.convert_to<double>();
  state.counters["peak_bytes"] = peak_bytes();
}

// MPFR numbers that live as long as the sum.
template <std::size_t count>
class registers {
 public:
  registers() {
    for (auto& x : all_) mpfr_init2(&x, working_bits);
  }
  registers(const registers&) = delete;
  registers& operator=(const registers&) = delete;
  ~registers() {
    for (auto& x : all_) mpfr_clear(&x);
  }
  mpfr_ptr operator[](std::size_t i) { return &all_[i]; }

 private:
  static constexpr mpfr_prec_t working_bits = 132;  // as the first row
  std::array<__mpfr_struct, count> all_{};
};

// The same sum written for speed: probabilities by recurrence instead of logarithms, one
// multiplication and one division by a small number from each outcome to the next, and only the
// layers and outcomes above 2^−140, which is enough for 30 digits.
class recurrence_sum {
 public:
  double run(const budget& limits) {
    set_constants();
    std::int64_t layer = static_cast<std::int64_t>(users * std::exp(-eps0));
    // log ω(layer − 1) from the logarithm of the gamma function, then by recurrence.
    first_weight(layer - 1);
    mpfr_set(x_[start], x_[weight], MPFR_RNDN);
    const std::int64_t first = layer;
    for (; layer <= users && is_worth(x_[weight]); ++layer) {
      limits.check();
      add_layer(layer);
      // ω(k+1) = ω(k)·(n−1−k)/(k+1)·p/(1−p), k = layer − 1
      mpfr_mul(x_[weight], x_[weight], x_[odds], MPFR_RNDN);
      mpfr_mul_ui(x_[weight], x_[weight], static_cast<unsigned long>(users - layer), MPFR_RNDN);
      mpfr_div_ui(x_[weight], x_[weight], static_cast<unsigned long>(layer), MPFR_RNDN);
    }
    mpfr_set(x_[weight], x_[start], MPFR_RNDN);
    for (layer = first - 1; layer >= 1; --layer) {
      limits.check();
      mpfr_div(x_[weight], x_[weight], x_[odds], MPFR_RNDN);
      mpfr_mul_ui(x_[weight], x_[weight], static_cast<unsigned long>(layer), MPFR_RNDN);
      mpfr_div_ui(x_[weight], x_[weight], static_cast<unsigned long>(users - layer), MPFR_RNDN);
      if (!is_worth(x_[weight])) break;
      add_layer(layer);
    }
    mpfr_log(x_[sum], x_[sum], MPFR_RNDN);
    mpfr_div_ui(x_[sum], x_[sum], order - 1, MPFR_RNDN);
    return mpfr_get_d(x_[sum], MPFR_RNDN);
  }

 private:
  enum name : std::size_t {
    sum,
    weight,
    start,
    odds,
    low,
    slope,
    mass,
    middle,
    p,
    q,
    ratio,
    term,
    count
  };

  static bool is_worth(mpfr_srcptr x) { return mpfr_zero_p(x) == 0 && mpfr_get_exp(x) > -140; }

  // P = mass·(low + slope·a/N) in the layer N, with low = 2/(e^ε0+1) and slope = 2·tanh(ε0/2).
  void set_constants() {
    mpfr_set_ui(x_[sum], 0, MPFR_RNDN);
    mpfr_set_ui(x_[low], eps0, MPFR_RNDN);
    mpfr_exp(x_[low], x_[low], MPFR_RNDN);
    mpfr_sub_ui(x_[odds], x_[low], 1, MPFR_RNDN);
    mpfr_ui_div(x_[odds], 1, x_[odds], MPFR_RNDN);  // p/(1−p) = 1/(e^ε0 − 1)
    mpfr_add_ui(x_[low], x_[low], 1, MPFR_RNDN);
    mpfr_ui_div(x_[low], 2, x_[low], MPFR_RNDN);
    mpfr_ui_sub(x_[slope], 1, x_[low], MPFR_RNDN);
    mpfr_mul_2ui(x_[slope], x_[slope], 1, MPFR_RNDN);
  }

  // ω(k) = C(n−1, k)·(p/(1−p))^k·(1−p)^(n−1)
  void first_weight(std::int64_t k) {
    const auto log_factorial = [&](std::int64_t m, std::size_t to) {
      mpfr_set_si(x_[to], static_cast<long>(m) + 1, MPFR_RNDN);
      mpfr_lngamma(x_[to], x_[to], MPFR_RNDN);
    };
    log_factorial(users - 1, weight);
    log_factorial(k, term);
    mpfr_sub(x_[weight], x_[weight], x_[term], MPFR_RNDN);
    log_factorial(users - 1 - k, term);
    mpfr_sub(x_[weight], x_[weight], x_[term], MPFR_RNDN);
    mpfr_log(x_[term], x_[odds], MPFR_RNDN);
    mpfr_mul_si(x_[term], x_[term], static_cast<long>(k), MPFR_RNDN);
    mpfr_add(x_[weight], x_[weight], x_[term], MPFR_RNDN);
    mpfr_set_si(x_[term], -eps0, MPFR_RNDN);
    mpfr_expm1(x_[term], x_[term], MPFR_RNDN);
    mpfr_neg(x_[term], x_[term], MPFR_RNDN);
    mpfr_log(x_[term], x_[term], MPFR_RNDN);
    mpfr_mul_si(x_[term], x_[term], static_cast<long>(users - 1), MPFR_RNDN);
    mpfr_add(x_[weight], x_[weight], x_[term], MPFR_RNDN);
    mpfr_exp(x_[weight], x_[weight], MPFR_RNDN);
  }

  // Σ over a of P^λ Q^(1−λ), from the middle of the fair binomial law to both ends.
  void add_layer(std::int64_t layer) {
    const std::int64_t half = layer / 2;
    // weight·C(layer, half)/2^layer
    const auto log_factorial = [&](std::int64_t m, std::size_t to) {
      mpfr_set_si(x_[to], static_cast<long>(m) + 1, MPFR_RNDN);
      mpfr_lngamma(x_[to], x_[to], MPFR_RNDN);
    };
    log_factorial(layer, middle);
    log_factorial(half, term);
    mpfr_sub(x_[middle], x_[middle], x_[term], MPFR_RNDN);
    log_factorial(layer - half, term);
    mpfr_sub(x_[middle], x_[middle], x_[term], MPFR_RNDN);
    mpfr_exp(x_[middle], x_[middle], MPFR_RNDN);
    mpfr_div_2ui(x_[middle], x_[middle], static_cast<unsigned long>(layer), MPFR_RNDN);
    mpfr_mul(x_[middle], x_[middle], x_[weight], MPFR_RNDN);
    mpfr_set(x_[mass], x_[middle], MPFR_RNDN);
    for (std::int64_t a = half; a <= layer && is_worth(x_[mass]); ++a) {
      add_outcome(layer, a);
      mpfr_mul_ui(x_[mass], x_[mass], static_cast<unsigned long>(layer - a), MPFR_RNDN);
      mpfr_div_ui(x_[mass], x_[mass], static_cast<unsigned long>(a + 1), MPFR_RNDN);
    }
    mpfr_set(x_[mass], x_[middle], MPFR_RNDN);
    for (std::int64_t a = half - 1; a >= 0; --a) {
      mpfr_mul_ui(x_[mass], x_[mass], static_cast<unsigned long>(a + 1), MPFR_RNDN);
      mpfr_div_ui(x_[mass], x_[mass], static_cast<unsigned long>(layer - a), MPFR_RNDN);
      if (!is_worth(x_[mass])) break;
      add_outcome(layer, a);
    }
  }

  // mass·p·(p/q)³, as Σ P·(P/Q)^(λ−1).
  void add_outcome(std::int64_t layer, std::int64_t a) {
    set_factor(p, layer, a);
    set_factor(q, layer, layer - a);
    mpfr_div(x_[ratio], x_[p], x_[q], MPFR_RNDN);
    mpfr_pow_ui(x_[ratio], x_[ratio], order - 1, MPFR_RNDN);
    mpfr_mul(x_[term], x_[mass], x_[p], MPFR_RNDN);
    mpfr_fma(x_[sum], x_[term], x_[ratio], x_[sum], MPFR_RNDN);
  }

  void set_factor(std::size_t to, std::int64_t layer, std::int64_t a) {
    mpfr_mul_ui(x_[to], x_[slope], static_cast<unsigned long>(a), MPFR_RNDN);
    mpfr_div_ui(x_[to], x_[to], static_cast<unsigned long>(layer), MPFR_RNDN);
    mpfr_add(x_[to], x_[to], x_[low], MPFR_RNDN);
  }

  registers<count> x_;
};

void recurrences(benchmark::State& state) {
  double found = 0;
  for ([[maybe_unused]] auto _ : state) {
    recurrence_sum sum;
    found = sum.run(time_for(longest_comparison));
  }
  describe(state, digits, "MPFR, recurrences");
  state.counters["value"] = found;
  state.counters["peak_bytes"] = peak_bytes();
}

BENCHMARK(second_arithmetic)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);
BENCHMARK(recurrences)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace shufflecert::bench
