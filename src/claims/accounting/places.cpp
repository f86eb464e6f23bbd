#include "claims/accounting/places.hpp"

#include <algorithm>
#include <cmath>

#include "shufflecert/ball.hpp"

namespace shufflecert::inline v0_1::claims {

double log_near(const rational& x) {
  return log(ball::of(rational(abs(x)), 64)).near();
}

rational rounded_down(const rational& x, int digits) {
  if (x == 0) return x;
  const auto exponent = static_cast<int>(std::floor(log_near(x) / std::log(10.0)));
  const rational unit = power_of_ten(exponent - digits + 1);
  return rational(floor(rational(x / unit))) * unit;
}

double halfway(double inner, double outer, bool is_logarithmic) {
  constexpr double far = 1e6;
  const double size = std::max(1.0, std::abs(inner));
  if (is_logarithmic || std::abs(outer) < far * size) return (inner + outer) / 2;
  return std::copysign(std::sqrt(std::abs(outer)) * std::sqrt(size), outer);
}

}  // namespace shufflecert::inline v0_1::claims
