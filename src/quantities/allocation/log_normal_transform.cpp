#include "quantities/allocation/log_normal_transform.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/allocation/transform_near.hpp"
#include "quantities/shuffled/line_arithmetic.hpp"
#include "shufflecert/errors.hpp"

// Formula numbers refer to docs/methods/allocation.md.

namespace shufflecert::inline v0_1 {
namespace {

ball cos_of(const ball& x) {
  ball result(x.precision());
  arb_cos(result.raw(), x.raw(), x.precision());
  return result;
}

ball sin_of(const ball& x) {
  ball result(x.precision());
  arb_sin(result.raw(), x.raw(), x.precision());
  return result;
}

// Re(s·e^{−iθ}), >= 0 where the formulas hold.
ball along(const ball& b, const ball& y, const ball& turn) {
  return b * cos_of(turn) + y * sin_of(turn);
}

[[noreturn]] void refuse_transform() {
  throw beyond_reach(
      "a transform of this log-normal law is beyond reach: sigma is too small or too large");
}

ball required_nonnegative(const ball& x) {
  if (!x.is_certainly_nonnegative())
    throw precision_needed("the real part of an argument is not determined");
  return x;
}

}  // namespace

double slope_near(const number& sigma) {
  constexpr bits few = 64;
  constexpr double least = 1e-5;
  constexpr double largest = 50;
  const double a = 1 / sigma.to_ball(few).near();
  if (!(a >= least) || !(a <= largest))
    throw beyond_reach("allocation_pair is computed for sigma from 1/50 to 10^5");
  return a;
}

// A trapezoidal sum: (GG.4), (GG.5).
struct log_normal_transform::sum_choice {
  double turn;   // θ
  double reach;  // w
  double step;   // η
  std::int64_t first;
  std::int64_t last;
};

log_normal_transform::log_normal_transform(ball a)
    : a_(std::move(a)), half_square_(square(a_) / 2), a_near_(a_.near()) {}

log_normal_transform::sum_choice log_normal_transform::choose(double b, double y,
                                                              double log_error) const {
  if (!std::isfinite(b) || !std::isfinite(y) || !std::isfinite(log_error)) refuse_transform();
  constexpr int turns = 12;
  constexpr std::array reaches{0.2, 0.35, 0.5, 0.65, 0.8, 0.95};
  // More than this costs more than it gives, by the first factor of (GG.4).
  const double most_reach = 1.5 * std::sqrt(2 * std::abs(log_error) + 4);
  constexpr double most_cancelled = 14;  // 20 bits
  const double sigma = 1 / a_near_;
  const double angle = std::atan2(y, b);
  const auto real_part = [&](double turn) { return b * std::cos(turn) + y * std::sin(turn); };
  // So far θ may be moved, to smaller angles.
  const auto room_at = [&](double turn) { return std::numbers::pi / 2 - (angle - turn); };
  constexpr double least_room = 1e-3;
  std::array<double, turns + 1> largest{};
  largest.fill(std::numeric_limits<double>::infinity());
  for (int i = 0; i <= turns; ++i) {
    const double turn = angle * i / turns;
    if (room_at(turn) < least_room) continue;
    largest[static_cast<std::size_t>(i)] =
        turn * turn * sigma * sigma / 2 + peak_near(real_part(turn), a_near_).height;
  }
  const double least = *std::min_element(largest.begin(), largest.end());
  sum_choice best{0, 0, 0, 0, 0};
  for (int i = 0; i <= turns; ++i) {
    if (!(largest[static_cast<std::size_t>(i)] <= least + most_cancelled)) continue;
    const double turn = angle * i / turns;
    const double room = room_at(turn);
    for (const double share : reaches) {
      const double reach = share * std::min(room * sigma, most_reach);
      const auto side = [&](double sign) {
        const double moved = turn * sigma - sign * reach;
        return moved * moved / 2 +
               peak_near(real_part(turn - sign * reach * a_near_), a_near_).height;
      };
      const double wanted = std::max(side(1), side(-1)) + 2 * std::numbers::ln2 - log_error;
      const double step = 2 * std::numbers::pi * reach / std::max(wanted, 1.0);
      if (step > best.step) best = {turn, reach, step, 0, 0};
    }
    if (angle == 0) break;
  }
  if (!(best.step > 0) || !std::isfinite(best.step)) refuse_transform();
  // So far out that what is left is below the error, and beyond the peak.
  const double s = real_part(best.turn);
  const transform_peak peak = peak_near(s, a_near_);
  const double base = best.turn * best.turn * sigma * sigma / 2;
  const auto is_within = [&](std::int64_t j) {
    const double x = static_cast<double>(j) * best.step;
    const double exponent =
        base - x * x / 2 - std::exp(std::log(s) + a_near_ * x - a_near_ * a_near_ / 2);
    return exponent > log_error - 4;
  };
  const auto middle = static_cast<std::int64_t>(std::floor(peak.place / best.step));
  best.first = middle - 1;
  best.last = middle + 2;
  constexpr std::int64_t most_points = 2'000'000;
  while (is_within(best.first)) --best.first;
  while (is_within(best.last) && best.last - best.first < most_points) ++best.last;
  if (best.last - best.first >= most_points) refuse_transform();
  return best;
}

// (GG.3), with the x at which it is least, or near it.
ball log_normal_transform::most(const ball& s) const {
  const double near = s.near();
  const ball x = exactly(peak_near(near, a_near_).place, precision());
  const ball term = s * exp(a_ * x - half_square_);
  const ball slope = x + a_ * term;
  return min(upper_bound(exp(square(slope) / 2 - square(x) / 2 - term)), ball::of(1, precision()));
}

void log_normal_transform::enclose(complex_ball& result, const ball& b, const ball& y,
                                   double log2_error) const {
  const bits working = precision();
  const sum_choice of = choose(b.near(), y.near(), log2_error * std::numbers::ln2);
  const ball turn = exactly(of.turn, working);
  const ball step = exactly(of.step, working);
  const ball reach = exactly(of.reach, working);
  const ball shift = turn / a_;  // θσ
  // Then what is nonnegative at both edges of the strip of (GG.4) is so between them.
  if (!less(a_ * reach * 2, ball::pi(working)).value_or(false))
    throw precision_needed("the strip of a transform is not determined");
  const ball base = square(shift) / 2;
  // s·e^{−iθ}
  const ball real = required_nonnegative(along(b, y, turn));
  const ball imaginary = y * cos_of(turn) - b * sin_of(turn);
  complex_ball sum;
  complex_ball part;
  for (std::int64_t j = of.first; j <= of.last; ++j) {
    const ball x = step * j;
    const ball ratio = exp(a_ * x - half_square_);
    const ball size = base - square(x) / 2 - real * ratio;
    const ball angle = shift * x - imaginary * ratio;
    arb_set(acb_realref(part.raw()), size.raw());
    arb_set(acb_imagref(part.raw()), angle.raw());
    acb_exp(part.raw(), part.raw(), working);
    acb_add(sum.raw(), sum.raw(), part.raw(), working);
  }
  // (GG.5): beyond the last points a geometric series.
  const auto beyond = [&](std::int64_t j, int direction) {
    const ball x = step * j;
    const ball term = real * exp(a_ * x - half_square_);
    const ball slope = (x + a_ * term) * direction;
    if (!slope.is_certainly_positive())
      throw precision_needed("a transform of a log-normal law is not determined");
    return upper_bound(exp(base - square(x) / 2 - term) / expm1(slope * step));
  };
  const ball scale = step / sqrt(ball::pi(working) * 2);
  ball error = (beyond(of.first, -1) + beyond(of.last, 1)) * scale;
  // (GG.4)
  ball other_lines(working);
  for (const int sign : {1, -1}) {
    const ball moved = shift - reach * sign;
    const ball s = required_nonnegative(along(b, y, turn - a_ * reach * sign));
    other_lines += exp(square(moved) / 2) * most(s);
  }
  error += other_lines / expm1(ball::pi(working) * 2 * reach / step);
  acb_mul_arb(result.raw(), sum.raw(), scale.raw(), working);
  const ball radius = upper_bound(error);
  if (!radius.is_finite())
    throw precision_needed("a transform of a log-normal law is not determined");
  arb_add_error(acb_realref(result.raw()), radius.raw());
  arb_add_error(acb_imagref(result.raw()), radius.raw());
}

ball log_normal_transform::at(const ball& s, bits relative) const {
  complex_ball value;
  const double size = log_transform_near(s.near(), a_near_) / std::numbers::ln2;
  enclose(value, s, ball(precision()), size - static_cast<double>(relative));
  ball result(precision());
  arb_set(result.raw(), acb_realref(value.raw()));
  return min(result, ball::of(1, precision()));
}

ball log_normal_transform::bound_beyond(const ball& b, const ball& y, bits relative) const {
  // Any θ gives a bound.
  const double best = least_bound_near(b.near(), y.near(), a_near_).turn;
  const ball turn = exactly(best, precision());
  const ball s = required_nonnegative(along(b, y, turn));
  if (!s.is_certainly_positive()) return ball::of(1, precision());
  const ball value = exp(square(turn / a_) / 2) * at(s, relative);
  return min(upper_bound(value), ball::of(1, precision()));
}

}  // namespace shufflecert::inline v0_1
