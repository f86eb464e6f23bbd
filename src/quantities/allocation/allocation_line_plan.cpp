#include "quantities/allocation/allocation_line_plan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "quantities/allocation/golden_section.hpp"
#include "quantities/allocation/transform_near.hpp"

namespace shufflecert::inline v0_1 {
namespace {

struct sum_near {
  double terms;
  double a;
  double total;  // Tc

  // log F(s), s > 0
  [[nodiscard]] double log_height(double s) const {
    return s * total + terms * log_transform_near(s, a);
  }

  // Where F(s)/s² is least.
  [[nodiscard]] double saddle() const {
    const auto asked = [&](double log_s) { return log_height(std::exp(log_s)) - 2 * log_s; };
    const double reach = 80 + a * a / 2 + std::abs(std::log(total));
    constexpr double width = 0.02;
    return std::exp(least_by_golden_section(asked, -reach, reach, width).place);
  }

  // The y from which on what is left out is below the error.
  [[nodiscard]] double end(double b, double log_error) const {
    const auto left_out = [&](double y) {
      return b * total + terms * least_bound_near(b, y, a).log_bound -
             std::log(std::numbers::pi * y);
    };
    double low = std::log(b) - 2;
    double high = low + 1;
    const double farthest = 80 + a * a / 2 + std::abs(std::log(b));
    while (left_out(std::exp(high)) > log_error) {
      low = high;
      high += high - std::log(b) + 2.5;
      if (high > farthest) return std::numeric_limits<double>::infinity();
    }
    while (high - low > 0.02) {
      const double middle = (low + high) / 2;
      (left_out(std::exp(middle)) > log_error ? low : high) = middle;
    }
    return std::exp(high);
  }
};

}  // namespace

double log2_shortfall_near(std::int64_t terms, double a, double c) {
  const double count = static_cast<double>(terms);
  const sum_near sum{count, a, count * c};
  const double s = sum.saddle();
  const double here = sum.log_height(s);
  const double h = 1e-3 * s;
  const double bend =
      (sum.log_height(s + h) + sum.log_height(s - h) - 2 * here) / (h * h) + 2 / (s * s);
  return (here - 2 * std::log(s) -
          std::log(2 * std::numbers::pi * std::max(bend, 1 / (s * s))) / 2) /
         std::numbers::ln2;
}

allocation_line_plan plan_line(std::int64_t terms, double a, double c, double log2_error,
                               std::int64_t most_nodes) {
  const double count = static_cast<double>(terms);
  const sum_near sum{count, a, count * c};
  const double log_error = log2_error * std::numbers::ln2 - 1;
  const double saddle = sum.saddle();
  allocation_line_plan best{};
  double least_cost = std::numeric_limits<double>::infinity();
  best.cost = least_cost;
  // Farther to the right the line is shorter and needs more bits.
  constexpr int most_doublings = 12;
  for (int i = 0; i <= most_doublings; ++i) {
    const double b = std::ldexp(saddle, i);
    const double height = sum.log_height(b);
    // (GG.8): the least period.
    double period = std::numeric_limits<double>::infinity();
    double left = 0;
    for (int j = 1; j <= 12; ++j) {
      const double s = b * std::exp2(-j * 0.5);
      const double needed = (sum.log_height(s) - 1 - std::log(s) - log_error) / (b - s);
      if (needed < period) {
        period = needed;
        left = s;
      }
    }
    double against = sum.total * (1 + 1e-12);
    double right = 2 * b;
    for (int j = 1; j <= 8; ++j) {
      const double s = b * std::exp2(j * 0.5);
      const double needed = (sum.log_height(s) - 1 - std::log(s) - log_error) / (s - b);
      if (needed < against) {
        against = needed;
        right = s;
      }
    }
    period = std::max({period, against, 1e-3 / b});
    const double step = 2 * std::numbers::pi / period;
    const double nodes = sum.end(b, log_error) / step;
    const double lost = std::max(0.0, (height - log_error) / std::numbers::ln2);
    const double cost = cost_of_nodes(nodes, lost);
    if (cost < least_cost) {
      least_cost = cost;
      const double last = std::min(std::max(nodes, 2.0), static_cast<double>(most_nodes));
      best = {b,
              left,
              right,
              step,
              static_cast<std::int64_t>(std::ceil(last)),
              height / std::numbers::ln2,
              cost};
    } else if (cost > 4 * least_cost) {
      break;
    }
  }
  return best;
}

}  // namespace shufflecert::inline v0_1
