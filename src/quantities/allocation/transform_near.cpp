#include "quantities/allocation/transform_near.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "quantities/allocation/golden_section.hpp"

namespace shufflecert::inline v0_1 {

transform_peak peak_near(double s, double a) {
  if (!(s > 0)) return {0, 0, 1};
  // x = −a·s·L(x): with w = −ax, w + log w = log(a²s) − a²/2.
  const double target = std::log(a * a) + std::log(s) - a * a / 2;
  double log_w = target > 1 ? std::log(target) : target;
  constexpr int most_steps = 40;
  for (int i = 0; i < most_steps; ++i) {
    const double w = std::exp(log_w);
    const double step = (w + log_w - target) / (w + 1);
    log_w -= step;
    if (std::abs(step) < 1e-14) break;
  }
  const double w = std::exp(log_w);
  const double x = -w / a;
  // s·L = w/a².
  return {x, -x * x / 2 - w / (a * a), 1 / std::sqrt(1 + w)};
}

double log_transform_near(double s, double a) {
  if (!(s > 0)) return 0;
  const transform_peak peak = peak_near(s, a);
  const double log_s = std::log(s) - a * a / 2;
  const double step = std::min(peak.width, 1 / a) / 4;
  constexpr double least = -40;
  double sum = 0;
  for (const int direction : {-1, 1}) {
    const std::int64_t first = direction < 0 ? 0 : 1;
    for (std::int64_t i = first;; ++i) {
      const double x = peak.place + direction * static_cast<double>(i) * step;
      const double exponent = -x * x / 2 - std::exp(log_s + a * x) - peak.height;
      if (!(exponent >= least)) break;
      sum += std::exp(exponent);
    }
  }
  return peak.height + std::log(sum * step) - std::log(2 * std::numbers::pi) / 2;
}

turned_bound least_bound_near(double b, double y, double a) {
  const double angle = std::atan2(y, b);
  const auto bound = [&](double turn) {
    const double along = b * std::cos(turn) + y * std::sin(turn);
    return turn * turn / (2 * a * a) + log_transform_near(along, a);
  };
  // The least is between 0 and the angle of b + iy.
  const double width = angle * 1e-4;
  const least_place least = least_by_golden_section(bound, 0, angle, width);
  return {least.place, std::min(least.value, 0.0)};
}

double cost_of_nodes(double nodes, double lost_bits) {
  // Each is a sum whose terms grow in number and in length.
  constexpr double fixed = 64;
  const double length = lost_bits + fixed;
  return nodes * length * length;
}

}  // namespace shufflecert::inline v0_1
