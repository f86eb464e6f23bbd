#include "quantities/noise/theta.hpp"

#include <algorithm>
#include <cmath>

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Widens x by [−bound, bound].
ball widened(ball x, const ball& bound) {
  const ball most = upper_bound(bound);
  arb_add_error(x.raw(), most.raw());
  return x;
}

// The number of terms, such that the exponent `rate`·k² of the next is below the accuracy.
std::int64_t terms_for(double rate, bits accuracy) {
  const double exponent = (static_cast<double>(accuracy) + 8) * std::log(2.0);
  return static_cast<std::int64_t>(std::ceil(std::sqrt(exponent / rate))) + 1;
}

ball cos_of_turns(const ball& turns) {
  ball result(turns.precision());
  const ball twice = turns * 2;
  arb_cos_pi(result.raw(), twice.raw(), turns.precision());
  return result;
}

// (EE.2): short where v is not small.
ball theta_by_frequencies(const ball& m, const ball& v, bits accuracy) {
  const bits precision = v.precision();
  const ball pi = ball::pi(precision);
  const ball rate = pi * pi * v * 2;
  const std::int64_t last = terms_for(std::max(rate.near(), 1.0), accuracy);
  ball sum = ball::of(1, precision);
  for (std::int64_t k = 1; k <= last; ++k) sum += exp(-(rate * (k * k))) * cos_of_turns(m * k) * 2;
  const ball next = exp(-(rate * ((last + 1) * (last + 1)))) * 2;
  const ball rest = next / (1 - exp(-(rate * (2 * last + 3))));
  return widened(std::move(sum), rest) * sqrt(pi * v * 2);
}

// (EE.1): short where v is not large.
ball theta_by_masses(const ball& m, const ball& v, bits accuracy) {
  const bits precision = v.precision();
  const ball twice = v * 2;
  const auto centre = static_cast<std::int64_t>(std::llround(m.near()));
  const std::int64_t reach = terms_for(0.5 / std::max(v.near(), 1e-9), accuracy);
  const auto mass = [&](std::int64_t x) {
    const ball distance = -(m - x);
    return exp(-(distance * distance / twice));
  };
  ball sum(precision);
  for (std::int64_t x = centre - reach; x <= centre + reach; ++x) sum += mass(x);
  // Both ratios fall outward: (EE.3).
  const std::int64_t above = centre + reach + 1;
  const std::int64_t below = centre - reach - 1;
  const ball falls_above = exp(-(((-(m - above)) * 2 + 1) / twice));
  const ball falls_below = exp(-(((m - below) * 2 + 1) / twice));
  return widened(std::move(sum), mass(above) / (1 - falls_above) + mass(below) / (1 - falls_below));
}

}  // namespace

ball theta(const ball& m, const ball& v) {
  return theta(m, v, v.precision());
}

ball theta(const ball& m, const ball& v, bits accuracy) {
  // Where both sums are equally short.
  constexpr double between = 0.15915;
  ball sum =
      v.near() > between ? theta_by_frequencies(m, v, accuracy) : theta_by_masses(m, v, accuracy);
  if (!sum.is_certainly_positive())
    throw precision_needed("the normalising constant of the law is not determined");
  return sum;
}

}  // namespace shufflecert::inline v0_1
