#include "support/slow_points.hpp"

#include <algorithm>
#include <array>

namespace slow {
namespace {

rational power_of_ten(long exponent) {
  return shufflecert::power(rational(10), exponent);
}

void add_far_points(std::vector<rational>& points, const rational& from, int sign, bool few) {
  for (const rational& step : {rational(0), rational(1, 3), rational(1), rational(5, 2),
                               rational(6), rational(10), rational(60), rational(1000)})
    points.push_back(from + sign * step);
  points.push_back(sign * power_of_ten(6));
  if (few) return;
  for (const long step : {2, 3, 4, 7, 8, 15, 20, 30, 35, 40, 45, 50, 55, 70, 80, 100, 200, 500})
    points.push_back(from + sign * step);
  for (int k = 1; k < 24; ++k) points.push_back(from + rational(sign * k * 7, 16));
  for (const long e : {-30, -12, -6, -3, -1}) points.push_back(from + sign * power_of_ten(e));
  for (const long e : {4, 5, 9, 18}) points.push_back(sign * power_of_ten(e));
}

void add_inner_points(std::vector<rational>& points, const rational& a, const rational& b,
                      bool few) {
  const rational width = b - a;
  const int cells = few ? 5 : 36;
  for (int k = 0; k <= cells; ++k) points.push_back(a + width * rational(k, cells));
  if (few) return;
  for (const long e : {-1, -2, -3, -6, -12, -20, -31, -60}) {
    points.push_back(a + width * power_of_ten(e));
    points.push_back(b - width * power_of_ten(e));
  }
  integer first = shufflecert::floor(a);
  const int most = 24;
  for (int k = 0; k < most; ++k) {
    points.push_back(rational(first + k));
    points.push_back(rational(first + k) + rational(1, 2));
  }
  for (const long denominator : {3, 4, 5, 10})
    for (int k = -3; k <= 3; ++k) points.push_back(rational(k, denominator));
}

}  // namespace

std::vector<rational> points_between(const number& lower, const number& upper, bool few) {
  const auto from = order(lower, upper);
  if (!from || *from > 0 || lower.infinite() > 0 || upper.infinite() < 0) return {};
  std::vector<rational> points;
  std::optional<rational> a;
  std::optional<rational> b;
  // The inner end of each enclosure.
  if (lower.infinite() == 0) {
    if (!lower.is_bounded()) return {};
    a = lower.exact() != nullptr ? *lower.exact() : inside(number(lower.upper(), lower.upper()));
    points.push_back(*a);
  }
  if (upper.infinite() == 0) {
    if (!upper.is_bounded()) return {};
    b = upper.exact() != nullptr ? *upper.exact() : inside(number(upper.lower(), upper.lower()));
    points.push_back(*b);
  }
  if (a && b) {
    add_inner_points(points, *a, *b, few);
  } else if (a) {
    add_far_points(points, *a, 1, few);
  } else if (b) {
    add_far_points(points, *b, -1, few);
  } else {
    add_far_points(points, 0, 1, few);
    add_far_points(points, 0, -1, few);
  }
  const auto outside = [&](const rational& x) { return (a && x < *a) || (b && x > *b); };
  points.erase(std::remove_if(points.begin(), points.end(), outside), points.end());
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

rational simplest_between(const rational& lower, const rational& upper) {
  if (lower <= 0 && upper >= 0) return 0;
  if (upper < 0) return -simplest_between(-upper, -lower);
  const integer below = shufflecert::floor(lower);
  if (rational(below) == lower) return lower;
  if (rational(below + 1) <= upper) return rational(below + 1);
  return below + 1 / simplest_between(1 / (upper - below), 1 / (lower - below));
}

}  // namespace slow
