#include <algorithm>

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/moments/inverse_moments.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

// (1 − p)^n, accurate at both ends.
ball all_original(const clone_parameters& of) {
  if (of.no_clone.is_exact_zero()) return ball(of.clone.precision());
  const bool mostly_clones = of.clone.near() > 0.5;
  return exp((mostly_clones ? log(of.no_clone) : log1p(-of.clone)) * of.n);
}

// M_i = E[1/(N)_i] at i = 0, …, top: (M.8) and (M.9).
std::vector<ball> inverse_factorial_moments(const clone_parameters& of, std::size_t top) {
  const bits precision = of.clone.precision();
  std::vector<ball> result;
  result.reserve(top + 1);
  result.push_back(ball::of(1, precision));
  ball scale = ball::of(1, precision);
  ball weight = all_original(of);  // (1−p)^n·C(n−1+i, i)·p^i
  ball tail = weight;              // P(Bin(n−1+i, p) < i)
  for (std::size_t i = 1; i <= top; ++i) {
    // n − 1 + i may be beyond the signed numbers of 64 bits, as n may be 2^63 − 1.
    ball step(precision);
    arb_mul_ui(step.raw(), of.clone.raw(), static_cast<ulong>(of.n) - 1 + i, precision);
    scale /= step;
    result.push_back(scale * nonnegative_part(1 - tail));
    weight = weight * step / static_cast<std::int64_t>(i);
    tail += weight;
  }
  return result;
}

// Row K of the unsigned Stirling numbers of the first kind, c(K, 0), …, c(K, last), moved along
// with K. Only positive numbers are added, so balls keep their relative accuracy.
class stirling_row {
 public:
  stirling_row(std::size_t last, bits precision)
      : precision_(precision), row_(last + 1, ball(precision)) {
    arb_one(row_[0].raw());
  }

  [[nodiscard]] const ball& operator[](std::size_t i) const { return row_[i]; }
  [[nodiscard]] std::size_t index() const { return k_; }

  void step() {
    // c(k+1, i) = c(k, i−1) + k·c(k, i)
    const std::size_t used = std::min(k_ + 1, row_.size() - 1);
    for (std::size_t i = used; i >= 1; --i) {
      arb_mul_ui(row_[i].raw(), row_[i].raw(), k_, precision_);
      arb_add(row_[i].raw(), row_[i].raw(), row_[i - 1].raw(), precision_);
    }
    arb_mul_ui(row_[0].raw(), row_[0].raw(), k_, precision_);
    ++k_;
  }

 private:
  bits precision_;
  std::size_t k_ = 0;
  std::vector<ball> row_;
};

// What the layers N < x0 add to E[N^{−s}], at most: (M.12).
class low_layer_bound {
 public:
  low_layer_bound(const clone_parameters& of, const closed_plan& plan)
      : of_(of),
        regular_(plan.regular),
        tilt_(plan.tilt),
        log_regular_(log(ball::of(plan.regular, bound_precision(of.n)))),
        transform_(clone_transform(of, tilt())) {}

  [[nodiscard]] ball at(std::int64_t s) const {
    if (regular_ == 1) return ball(bound_precision(of_.n));
    // The chord of log x over [1, x0] asks for θ >= s·log(x0)/(x0 − 1).
    const ball least = upper_bound(log_regular_ * s / (regular_ - 1));
    const bool suffices = less_equal(least, tilt()).value_or(false);
    const ball theta = suffices ? tilt() : least;
    const ball mean = suffices ? transform_ : clone_transform(of_, theta);
    return upper_bound(exp(theta * (regular_ - 1) - log_regular_ * s) * mean);
  }

 private:
  [[nodiscard]] ball tilt() const { return exact_ball(tilt_, bound_precision(of_.n)); }

  const clone_parameters& of_;
  std::int64_t regular_;
  double tilt_;
  ball log_regular_;
  ball transform_;
};

// Adds the interval [0, bound].
void add_remainder(ball& sum, const ball& bound) {
  const ball half = bound / 2;
  arb_add(sum.raw(), sum.raw(), half.raw(), sum.precision());
  arb_add_error(sum.raw(), half.raw());
}

}  // namespace

std::vector<ball> closed_inverse_moments(const clone_parameters& of, std::size_t count,
                                         const closed_plan& plan, const budget& limits) {
  const bits precision = of.clone.precision();
  const std::vector<ball> factorial_moments = inverse_factorial_moments(of, plan.depth + count - 1);
  std::vector<ball> result(count, ball(precision));
  stirling_row stirling(count, precision);
  for (std::size_t k = 1; k <= plan.depth; ++k) {  // c(k−1, ·)
    if ((k & 15) == 0) limits.check();
    for (std::size_t s = 1; s <= std::min(k, count); ++s)
      arb_addmul(result[s - 1].raw(), stirling[s - 1].raw(), factorial_moments[k].raw(), precision);
    stirling.step();
  }
  // E[N^{−r}/(N)_K; N >= x0] <= Π_{j<r}(1 + (K+j)/x0)·M_{K+r}, (M.11)
  constexpr bits coarse = 64;
  std::vector<ball> slower;
  ball growth = ball::of(1, coarse);
  for (std::size_t r = 1; r < count; ++r) {
    const auto shift = static_cast<std::int64_t>(plan.depth + r - 1);
    growth = growth * (ball::of(plan.regular, coarse) + shift) / plan.regular;
    slower.push_back(growth * factorial_moments[plan.depth + r].with_precision(coarse));
  }
  const low_layer_bound low(of, plan);
  std::vector<ball> last_row;
  for (std::size_t i = 0; i <= count; ++i) last_row.push_back(stirling[i].with_precision(coarse));
  for (std::size_t s = 2; s <= count; ++s) {
    if ((s & 15) == 0) limits.check();
    // Σ_{i=1}^{s−1} c(K, i)·E[N^{−(s−i)}/(N)_K], (M.10)
    ball rest = low.at(static_cast<std::int64_t>(s));
    for (std::size_t i = 1; i < s; ++i)
      arb_addmul(rest.raw(), last_row[i].raw(), slower[s - i - 1].raw(), coarse);
    add_remainder(result[s - 1], upper_bound(rest));
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
