#include "quantities/shuffled/sum_plan.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "quantities/shuffled/phase_table.hpp"

// Formula numbers refer to docs/methods/sums.md.

namespace shufflecert::inline v0_1 {
namespace {

using std::numbers::pi;

// The sum in doubles, its values in units of the largest.
class rough_sum {
 public:
  explicit rough_sum(const report_sum& sum) : n_(static_cast<double>(sum.n)) {
    for (const report_value& each : sum.values) {
      values_.push_back(each.value.near());
      masses_.push_back(each.mass.near());
      unit_ = std::max(unit_, std::abs(values_.back()));
    }
  }

  [[nodiscard]] double unit() const { return unit_; }
  [[nodiscard]] double users() const { return n_; }

  // n·log M(s)
  [[nodiscard]] double log_height(double s) const {
    if (s * unit_ < 1) {
      double rest = 0;
      for (std::size_t j = 0; j < values_.size(); ++j)
        rest += masses_[j] * std::expm1(s * values_[j]);
      return n_ * std::log1p(rest);
    }
    double largest = -INFINITY;
    for (const double value : values_) largest = std::max(largest, s * value);
    double whole = 0;
    for (std::size_t j = 0; j < values_.size(); ++j)
      whole += masses_[j] * std::exp(s * values_[j] - largest);
    return n_ * (std::log(whole) + largest);
  }

  // n·(log M)''(s)
  [[nodiscard]] double variance(double s) const {
    double largest = -INFINITY;
    for (const double value : values_) largest = std::max(largest, s * value);
    double whole = 0;
    double mean = 0;
    for (std::size_t j = 0; j < values_.size(); ++j) {
      const double tilted = masses_[j] * std::exp(s * values_[j] - largest);
      whole += tilted;
      mean += tilted * values_[j];
    }
    mean /= whole;
    double square = 0;
    for (std::size_t j = 0; j < values_.size(); ++j) {
      const double tilted = masses_[j] * std::exp(s * values_[j] - largest) / whole;
      square += tilted * (values_[j] - mean) * (values_[j] - mean);
    }
    return n_ * square;
  }

 private:
  double n_;
  double unit_ = 0;
  std::vector<double> values_;
  std::vector<double> masses_;
};

// Where a convex function of s is least, found by its values at log s.
template <class Function>
double least_place(const rough_sum& of, Function function) {
  double low = -60 - std::log(of.unit());
  double high = 40 - std::log(of.unit());
  constexpr double golden = 0.6180339887498949;
  for (int i = 0; i < 110; ++i) {
    const double a = high - golden * (high - low);
    const double b = low + golden * (high - low);
    // Far out both are too large for a double, and their difference is no number.
    const bool falls = function(std::exp(a)) - function(std::exp(b)) > 0;
    (falls ? low : high) = falls ? a : b;
  }
  return std::exp((low + high) / 2);
}

// |e^{−s·smallest}·(…)| of (FF.20) at s = c + iy, at most, and its value at y = 0.
double lattice_kernel(const rough_lattice& on, double c, double y) {
  const double ratio = std::exp(-c * on.spacing);
  const double turn = on.spacing * y / pi;
  const double gap = -std::expm1(-c * on.spacing);
  const double square = gap * gap + 4 * ratio * turn * turn;
  return on.spacing * std::exp(-c * on.smallest) *
         (on.smallest / std::sqrt(square) + on.spacing * ratio / square);
}

// The logarithm of that at y = 0, which stays finite where the kernel itself is below every double.
double log_lattice_kernel(const rough_lattice& on, double c) {
  const double log_gap = std::log(-std::expm1(-c * on.spacing));
  const double first = std::log(on.smallest) - log_gap;
  const double second = std::log(on.spacing) - c * on.spacing - 2 * log_gap;
  const double larger = std::max(first, second);
  return std::log(on.spacing) - c * on.smallest + larger +
         std::log(std::exp(first - larger) + std::exp(second - larger));
}

// The longest step for which the terms of (FF.8) on both sides are below e^log_target.
void set_step(const rough_sum& of, double log_target, sum_plan& plan) {
  const double c = plan.abscissa;
  const auto needed = [&](double other) {
    const double smoothed = plan.smoothing * plan.smoothing * (other * other - c * c) / 2;
    return (of.log_height(other) + smoothed - std::log(other) - log_target) / std::abs(other - c);
  };
  double least_left = INFINITY;
  double least_right = INFINITY;
  for (int i = 1; i < 60; ++i) {
    const double inside = c * i / 60.0;
    const double outside = c * (1 + std::exp((i - 30) / 6.0));
    if (const double at = needed(inside); at < least_left) {
      least_left = at;
      plan.left = inside;
    }
    if (const double at = needed(outside); at < least_right) {
      least_right = at;
      plan.right = outside;
    }
  }
  plan.step = 2 * pi / std::max({least_left, least_right, 1e-300});
}

// Where the smoothed nodes may end: (FF.12).
bool set_last(sum_plan& plan) {
  const double h = plan.smoothing;
  const double c = plan.abscissa;
  const double weight = plan.step / pi * (h * h + 1 / (c * c));
  double reach = 1;
  const auto rest = [&] {
    return weight * std::exp(-reach * reach / 2) / std::expm1(h * plan.step * reach);
  };
  constexpr double farthest = 40;
  constexpr double stride = 0.125;
  while (reach < farthest && rest() > plan.allowed / 4) reach += stride;
  const double last = std::ceil(reach / (h * plan.step)) + 1;
  if (!(last < std::ldexp(1, phase_table::longest_log2 - 1))) return false;
  plan.last = static_cast<std::int64_t>(last);
  return true;
}

// All nodes of one period: (FF.19).
bool set_period(sum_plan& plan) {
  const double half = std::ceil(pi / (plan.step * plan.lattice->spacing));
  if (!(half < std::ldexp(1, phase_table::longest_log2 - 1))) return false;
  plan.last = static_cast<std::int64_t>(half) + 1;
  plan.step = 2 * pi / (static_cast<double>(2 * plan.last + 1) * plan.lattice->spacing);
  return true;
}

}  // namespace

double sum_plan::weight(std::int64_t k) const {
  const double y = static_cast<double>(k) * step;
  const double share = step / pi;
  if (lattice) return share * lattice_kernel(*lattice, abscissa, y);
  const double square = smoothing * smoothing;
  return share * std::exp(-square * y * y / 2) * (1 / (abscissa * abscissa + y * y) + square);
}

double place_of_sum_bound(const report_sum& sum) {
  const rough_sum of(sum);
  return least_place(of, [&](double s) { return of.log_height(s) - std::log(s); });
}

std::optional<sum_plan> plan_sum(const report_sum& sum, const std::optional<rough_lattice>& lattice,
                                 double tolerance) {
  const rough_sum of(sum);
  if (!(of.unit() > 0) || !std::isfinite(of.unit())) return std::nullopt;
  const auto log_kernel = [&](double s) {
    return lattice ? log_lattice_kernel(*lattice, s) : -2 * std::log(s);
  };
  sum_plan plan{};
  plan.lattice = lattice;
  const double c = least_place(of, [&](double s) { return of.log_height(s) + log_kernel(s); });
  plan.abscissa = c;
  plan.smoothing = lattice ? 0 : std::sqrt(tolerance) / c;
  plan.log_height = of.log_height(c);
  double width = 2 * pi * (of.variance(c) + (lattice ? 0 : 2 / (c * c)));
  if (lattice) width = std::max(width, lattice->spacing * lattice->spacing);
  const double log_value = log_kernel(c) - std::log(width) / 2;
  if (!std::isfinite(plan.log_height) || !std::isfinite(log_value)) return std::nullopt;
  constexpr double parts = 16;
  set_step(of, plan.log_height + log_value + std::log(tolerance / parts), plan);
  plan.allowed = std::exp(log_value) * tolerance / parts;
  if (!(plan.allowed > 0) || !std::isfinite(plan.step) || !(plan.step > 0)) return std::nullopt;
  if (!(lattice ? set_period(plan) : set_last(plan))) return std::nullopt;
  return plan;
}

}  // namespace shufflecert::inline v0_1
