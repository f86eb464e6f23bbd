#include "quantities/response/response_series.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/log_gamma.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/response.md.

namespace shufflecert::inline v0_1 {
namespace {

// f_j·(offset + j)!, j = first, first + 1, …
class coefficients {
 public:
  coefficients(const ratio_series& series, bits precision)
      : exponent_(series.exponent),
        offset_(series.offset),
        j_(series.first),
        value_(ball::of(std::int64_t{1}, precision)) {
    for (std::size_t i = 2; i <= offset_; ++i) value_ = value_ * static_cast<std::int64_t>(i);
  }

  [[nodiscard]] const ball& value() const { return value_; }

  void step() {
    const auto j = static_cast<std::int64_t>(j_);
    value_ *= exponent_ - j;
    if (offset_ != 0) value_ = value_ * (static_cast<std::int64_t>(offset_) + j + 1) / (j + 1);
    ++j_;
  }

 private:
  ball exponent_;
  std::size_t offset_;
  std::size_t j_;
  ball value_;
};

// exp(−n·z0²/(2qc²)), an upper bound for Q(z < −z0): (R.6).
ball lower_tail_bound(const response_parameters& of, const ball& split) {
  const ball ratio = split / of.scale;
  return exp(-(ratio * ratio * of.n / (of.flip * 2)));
}

// exp(−nq((1+u)log(1+u) − u)), u = z0/(cq), an upper bound for Q(z > z0): (R.6).
ball upper_tail_bound(const response_parameters& of, const ball& split) {
  const ball u = split / (of.scale * of.flip);
  return exp(-(((u + 1) * log1p(u) - u) * of.flip * of.n));
}

// An upper bound for E[z^(offset+J)·φ(z)]/(offset+J)!: (R.7) where κ <= J, (R.8) where κ > J.
ball remainder_bound(const ratio_series& series, const response_parameters& of,
                     const ratio_series_plan& plan, const ball& moment) {
  const bits precision = moment.precision();
  const auto terms = static_cast<std::int64_t>(plan.terms);
  const ball excess = series.exponent - terms;
  const bool falls = excess.is_certainly_nonpositive();
  if (!falls && !excess.is_certainly_nonnegative())
    throw precision_needed("whether the order exceeds the number of terms is not determined");
  // z from −(1 − least) to c(1 − q).
  const ball farthest = falls ? 1 - of.least : of.scale * of.keep;
  const ball extreme = falls ? of.least : farthest + 1;
  ball split(precision);
  arb_set_d(split.raw(), plan.split);
  if (!less(split, farthest).value_or(false)) return moment * pow(extreme, excess);
  const ball near = moment * pow(falls ? 1 - split : split + 1, excess);
  const ball steepest =
      falls ? max(ball::of(std::int64_t{1}, precision), pow(of.least, series.exponent - 1)) * terms
            : pow(extreme, excess);
  const std::size_t power = series.offset + plan.terms;
  ball factorial(precision);
  arb_fac_ui(factorial.raw(), static_cast<ulong>(power), precision);
  const ball tail = falls ? lower_tail_bound(of, split) : upper_tail_bound(of, split);
  return near + steepest * pow(farthest, integer(power)) * tail / factorial;
}

// What chooses plans, in doubles; logarithms to base 2.
struct estimate {
  double exponent;  // κ
  double least;     // extreme values of 1 + z
  double largest;
  double scale;
  double flip;
  double users;

  estimate(const ratio_series& series, const response_parameters& of)
      : exponent(series.exponent.near()),
        least(of.least.near()),
        largest(1 + of.scale.near() * of.keep.near()),
        scale(of.scale.near()),
        flip(of.flip.near()),
        users(static_cast<double>(of.n)) {}

  // Where to split so that what is beyond is about 2^target: `size` is that of the coefficient over
  // the factorial.
  [[nodiscard]] double split(double terms, double power, double size, double target) const {
    if (exponent <= terms) {
      const double steepness = std::max(0.0, (exponent - 1) * std::log2(least)) + std::log2(terms);
      const double far = size + steepness + power * std::log2(1 - least);
      const double needed = std::max(0.0, far - target + 2) * std::log(2.0);
      return std::min(1 - least, scale * std::sqrt(2 * flip * needed / users));
    }
    const double far =
        size + (exponent - terms) * std::log2(largest) + power * std::log2(largest - 1);
    const double needed = std::max(0.0, far - target + 2) * std::log(2.0);
    // The exponent of (R.6) is at least x²/(2nq + 2x/3), x = n·z0/c.
    const double x = needed / 3 + std::sqrt(needed * needed / 9 + 2 * needed * users * flip);
    return std::min(largest - 1, scale * x / users);
  }

  // By how much the remainder may exceed the term after the last.
  [[nodiscard]] double growth(double terms, double at) const {
    return (exponent - terms) * std::log2(exponent <= terms ? std::max(1 - at, least) : 1 + at);
  }
};

}  // namespace

scaled_moments::scaled_moments(const response_parameters& of)
    : precision_(of.scale.precision()),
      n_(of.n),
      step_up_(of.scale * of.keep / of.n),
      step_down_(-(of.scale * of.flip / of.n)),
      flip_(of.flip),
      keep_(of.keep),
      power_up_(of.flip),
      power_down_(of.keep) {}

// One more entry of each list, from b_i on: i·H_i = i·b_i − Σ_s s·H_s·b_{i−s} and
// i·a_i = n·Σ_s s·H_s·a_{i−s}, s from 2 on as b_1 = H_1 = 0.
void scaled_moments::extend() {
  const std::size_t i = moments_.size();
  const auto whole = static_cast<std::int64_t>(i);
  if (i == 0) {
    one_.push_back(ball::of(std::int64_t{1}, precision_));
    cumulants_.emplace_back(precision_);
    moments_.push_back(ball::of(std::int64_t{1}, precision_));
    return;
  }
  power_up_ = power_up_ * step_up_ / whole;
  power_down_ = power_down_ * step_down_ / whole;
  if (i == 1) {
    one_.emplace_back(precision_);
    cumulants_.emplace_back(precision_);
    moments_.emplace_back(precision_);
    return;
  }
  one_.push_back(power_up_ + power_down_);
  ball cumulant = one_[i] * whole;
  for (std::size_t s = 2; s + 2 <= i; ++s)
    arb_submul(cumulant.raw(), cumulants_[s].raw(), one_[i - s].raw(), precision_);
  cumulants_.push_back(cumulant);
  ball moment(precision_);
  for (std::size_t s = 2; s <= i; ++s)
    arb_addmul(moment.raw(), cumulants_[s].raw(), moments_[i - s].raw(), precision_);
  moments_.push_back(moment * n_ / whole);
  if (i % 2 == 0) moments_.back() = nonnegative_part(moments_.back());
}

const ball& scaled_moments::at(std::size_t i, const budget& limits) {
  while (moments_.size() <= i) {
    if (moments_.size() % 16 == 15) limits.check();
    extend();
  }
  return moments_[i];
}

ball sum_of(const ratio_series& series, const response_parameters& of,
            const ratio_series_plan& plan, const budget& limits) {
  const bits precision = of.scale.precision();
  scaled_moments moments(of);
  coefficients factor(series, precision);
  ball sum(precision);
  for (std::size_t j = series.first; j < plan.terms; ++j) {
    sum += factor.value() * moments.at(series.offset + j, limits);
    factor.step();
  }
  if (factor.value().is_exact_zero()) return sum;  // a whole order: the series has ended
  const ball& moment = moments.at(series.offset + plan.terms, limits);
  // One-sided: 0 <= remainder/coefficient <= bound.
  const ball rest = factor.value() * upper_bound(remainder_bound(series, of, plan, moment));
  return sum + ball::hull(ball(precision), rest);
}

std::optional<ratio_series_plan> plan_for(const ratio_series& series, const response_parameters& of,
                                          bits precision, std::size_t most, const budget& limits) {
  scaled_moments moments(of);
  coefficients factor(series, of.scale.precision());
  const estimate guess(series, of);
  // E[z²]
  const double variance = guess.scale * guess.scale * guess.flip * of.keep.near() / guess.users;
  const double slowest = 40 + 4 * guess.exponent * guess.exponent * variance;
  const ball& leading = moments.at(series.offset + series.first, limits);
  const double target = log2_near(factor.value() * leading) - static_cast<double>(precision) - 4;
  const bool ends = guess.exponent > 1 && series.exponent.is_exact() &&
                    std::floor(guess.exponent) == guess.exponent &&
                    guess.exponent < static_cast<double>(most_series_terms);
  double previous = INFINITY;
  for (std::size_t j = series.first; j <= most; ++j, factor.step()) {
    if (j % 2 != 0 || j <= series.first) continue;
    if (factor.value().is_exact_zero()) return ratio_series_plan{j, 1};
    const std::size_t power = series.offset + j;
    const ball& moment = moments.at(power, limits);
    if (!moment.is_certainly_positive()) return std::nullopt;
    const auto terms = static_cast<double>(j);
    const double size = log2_near(factor.value());
    const double next = size + log2_near(moment);
    const double factorial = log_gamma(static_cast<double>(power) + 1) / std::log(2.0);
    const double split = guess.split(terms, static_cast<double>(power), size - factorial, target);
    if (next + guess.growth(terms, split) < target)
      return ratio_series_plan{j, std::max(split, 1e-300)};
    if (!ends && next > previous && terms > slowest) break;
    previous = next;
  }
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1
