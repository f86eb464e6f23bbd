#include "claims/results/rate_trend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t fewest_orders = 3;
constexpr std::size_t most_used = 10;
// Changes that shrink more slowly than this from size to size are not geometric as far as a few
// sizes can tell: those of log(n)/n shrink, too, and lead farther than any extrapolation.
constexpr double slowest_ratio = 0.8;
constexpr double smallest_move = 1e-3;  // from size to size; less is no trend
constexpr double order_noise = 1e-11;   // errors are known to 12 digits
constexpr int most_order_digits = 6;
constexpr int most_limit_digits = 10;
constexpr double nearly_zero_order = 0.05;

struct estimate {
  double value;
  double uncertainty;
};

double spread_of_last(const std::vector<double>& values) {
  const auto [least, most] = std::minmax_element(values.end() - fewest_orders, values.end());
  return *most - *least;
}

// The quotient of two consecutive changes, for values that move in one direction; nothing else.
std::optional<double> ratio_of_changes(double a, double b, double c) {
  const double before = b - a;
  const double last = c - b;
  if (before == 0 || last / before <= 0) return std::nullopt;
  return last / before;
}

// Aitken's extrapolation of every three consecutive values, as long as their changes shrink well.
std::vector<double> accelerated(const std::vector<double>& values) {
  std::vector<double> result;
  for (std::size_t i = values.size(); i >= fewest_orders; --i) {
    const double a = values[i - 3];
    const double b = values[i - 2];
    const double c = values[i - 1];
    const auto ratio = ratio_of_changes(a, b, c);
    if (!ratio || *ratio > slowest_ratio) break;
    result.push_back(c + (c - b) * *ratio / (1 - *ratio));
  }
  std::reverse(result.begin(), result.end());
  return result;
}

// How far values that converge may still be from their limit, judged by their last changes.
double remaining(const std::vector<double>& values, double otherwise) {
  const std::size_t count = values.size();
  if (count < 2) return otherwise;
  const double last = std::abs(values[count - 1] - values[count - 2]);
  if (count < 3) return 4 * last;
  return std::max(2 * last, std::abs(values[count - 2] - values[count - 3]) / 4);
}

// Where values lead: by Aitken's extrapolation, repeated while that brings them closer together;
// values that do not move in one direction stay about where they are if they are close together.
std::optional<estimate> led_to(const std::vector<double>& all, double noise) {
  const std::size_t used = std::min(all.size(), most_used);
  const std::vector<double> values(all.end() - static_cast<std::ptrdiff_t>(used), all.end());
  const double spread = spread_of_last(values);
  if (spread <= noise) return estimate{values.back(), 4 * noise};
  const double a = values[used - 3];
  const double b = values[used - 2];
  const double c = values[used - 1];
  if (!ratio_of_changes(a, b, c)) return estimate{c, 2 * spread};
  std::optional<estimate> best;
  double amplified = noise;
  for (std::vector<double> level = accelerated(values); !level.empty();
       level = accelerated(level)) {
    amplified *= 30;
    const double otherwise = best ? best->uncertainty : 2 * std::abs(level.back() - c);
    const double uncertainty = std::max(remaining(level, otherwise), amplified);
    if (best && best->uncertainty <= uncertainty) break;
    best = estimate{level.back(), uncertainty};
    if (level.size() < fewest_orders) break;
  }
  return best;
}

// Decimals that an uncertainty leaves; negative where it leaves none before the point either.
int certain_decimals(double uncertainty) {
  return static_cast<int>(std::floor(-std::log10(2 * uncertainty)));
}

rate_trend::kind kind_of(const std::vector<double>& orders, const std::optional<estimate>& end) {
  const std::size_t count = orders.size();
  const double before = orders[count - 2] - orders[count - 3];
  const double last = orders[count - 1] - orders[count - 2];
  if (!end) return rate_trend::kind::still_moving;
  if (std::abs(before) <= smallest_move && std::abs(last) <= smallest_move)
    return rate_trend::kind::settled;
  if (before > 0 && last > 0) return rate_trend::kind::rising;
  if (before < 0 && last < 0) return rate_trend::kind::falling;
  return rate_trend::kind::still_moving;
}

bool has_finite_end(const std::vector<double>& orders) {
  return orders.size() >= fewest_orders &&
         std::all_of(orders.end() - fewest_orders, orders.end(),
                     [](double order) { return std::isfinite(order); });
}

// The orders from the last infinite one on.
std::vector<double> finite_end(const std::vector<double>& orders) {
  const auto infinite = std::find_if(orders.rbegin(), orders.rend(),
                                     [](double order) { return !std::isfinite(order); });
  return {infinite.base(), orders.end()};
}

}  // namespace

std::optional<rate_trend> trend_of(const std::vector<double>& orders,
                                   const std::vector<double>& errors) {
  if (!has_finite_end(orders)) return std::nullopt;
  const std::vector<double> finite = finite_end(orders);
  const auto end = led_to(finite, order_noise);
  rate_trend result;
  result.trend = kind_of(finite, end);
  if (result.trend == rate_trend::kind::still_moving) return result;
  result.order_digits = std::min(certain_decimals(end->uncertainty), most_order_digits);
  if (result.order_digits < 1) {
    // A direction without a place that it leads to.
    result.trend = rate_trend::kind::still_moving;
    result.order_digits = 0;
    return result;
  }
  // A small negative order rounds to 0, not to -0.
  const double unit = std::pow(10.0, -result.order_digits);
  const double value = std::abs(end->value) < unit / 2 ? 0 : end->value;
  result.order = fmt::format("{:.{}f}", value, result.order_digits);
  if (std::abs(end->value) > nearly_zero_order) return result;
  const std::vector<double> sizes(errors.end() - static_cast<std::ptrdiff_t>(finite.size()) - 1,
                                  errors.end());
  const double scale = std::abs(sizes.back());
  const auto limit = led_to(sizes, 1e-12 * scale);
  if (!limit || limit->value == 0) return result;
  const int digits =
      std::min(certain_decimals(limit->uncertainty / std::abs(limit->value)), most_limit_digits);
  if (digits < 1) return result;
  result.limit_digits = digits;
  result.limit = fmt::format("{:#.{}g}", limit->value, digits);
  return result;
}

bool is_settled(const std::vector<double>& orders) {
  if (!has_finite_end(orders)) return false;
  const std::vector<double> finite = finite_end(orders);
  return kind_of(finite, led_to(finite, order_noise)) == rate_trend::kind::settled;
}

std::string in_words(const rate_trend& found) {
  std::string text;
  switch (found.trend) {
    case rate_trend::kind::settled:
      text = "settled at " + found.order;
      break;
    case rate_trend::kind::rising:
      text = "rising towards " + found.order;
      break;
    case rate_trend::kind::falling:
      text = "falling to " + found.order;
      break;
    case rate_trend::kind::still_moving:
      return "still moving";
  }
  if (!found.limit.empty()) text += "; |error| approaches " + found.limit;
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
