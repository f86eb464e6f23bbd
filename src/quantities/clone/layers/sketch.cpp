#include "quantities/clone/layers/sketch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr double log_of_zero = -std::numeric_limits<double>::infinity();
// Tilts beyond this change nothing.
constexpr double largest_tilt = 100;

double log_sum(double a, double b) {
  const double high = std::max(a, b);
  return high == log_of_zero ? high : high + std::log1p(std::exp(std::min(a, b) - high));
}

double log_inside(double mu, double eps0, double layer, double cut) {
  const double artanh = std::atanh(cut * std::tanh(eps0 / 2));
  return log_series_bound(mu, artanh) + std::min(0.0, -std::log(layer * cut * cut));
}

double log_outside(double mu, double eps0, double layer, double cut) {
  return std::log(2.0) + log_series_bound(mu, eps0 / 2) - layer * cut * cut / 2;
}

}  // namespace

clone_sketch sketch_of(const clone_pair& pair) {
  constexpr bits precision = 64;
  const double eps0 = pair.eps0.to_ball(precision).near();
  clone_sketch result{static_cast<double>(pair.n), std::exp(-eps0), -std::expm1(-eps0), eps0};
  if (pair.p) {
    const ball p = pair.p->to_ball(precision);
    result.p = p.near();
    result.no_clone = (1 - p).near();
  }
  return result;
}

double log_clone_transform(const clone_sketch& of, double a) {
  return (of.n - 1) * std::log1p(of.p * std::expm1(-a));
}

double log_layer_transform(const clone_sketch& of, double a, double first_layer) {
  return std::min(-a + log_clone_transform(of, a), -a * first_layer);
}

double tilt_below(const clone_sketch& of, double layer) {
  const double k = layer - 2;  // C <= k
  if (k <= 0 || of.no_clone <= 0) return largest_tilt;
  const double tilt = std::log(of.p * (of.n - 1 - k) / (of.no_clone * k));
  return std::clamp(tilt, 0.0, largest_tilt);
}

double log_mass_below(const clone_sketch& of, double layer) {
  if (layer < 2) return log_of_zero;
  const double tilt = tilt_below(of, layer);
  return std::min(0.0, tilt * (layer - 2) + log_clone_transform(of, tilt));
}

double tilt_above(const clone_sketch& of, double layer) {
  const double rest = of.n - 1 - layer;  // C >= layer
  if (rest <= 0) return largest_tilt;
  const double tilt = std::log(layer * of.no_clone / (rest * of.p));
  return std::clamp(tilt, 0.0, largest_tilt);
}

double log_mass_above(const clone_sketch& of, double layer) {
  if (layer >= of.n) return log_of_zero;
  const double tilt = tilt_above(of, layer);
  return std::min(0.0, -tilt * layer + log_clone_transform(of, -tilt));
}

double log_series_bound(double mu, double artanh) {
  const double least_exact = 1.01;
  const double m = mu > least_exact ? mu : mu + 1;
  const double z = std::tanh(artanh);
  const double half = (2 * m - 1) * artanh / 2;
  const double log_root = -(artanh + std::log1p(std::exp(-2 * artanh)) - std::log(2.0));
  const double log_divisor = std::log(m) + std::log(m - 1);
  constexpr double large = 20;
  if (half > large) return 2 * half - std::log(2.0) + log_root - log_divisor;
  const double root = std::exp(log_root);
  const double sinh = std::sinh(half);
  return std::log(2 * root * sinh * sinh - z * z / (1 + root)) - log_divisor;
}

double best_cut(const clone_sketch& of, double mu, double layer) {
  double low = 0;
  double high = 1;
  // The one grows with the cut, the other falls.
  if (log_outside(mu, of.eps0, layer, 1) > log_series_bound(mu, of.eps0 / 2) - std::log(layer))
    return 1;
  constexpr int steps = 12;
  for (int i = 0; i < steps; ++i) {
    const double cut = (low + high) / 2;
    const bool is_large =
        log_inside(mu, of.eps0, layer, cut) > log_outside(mu, of.eps0, layer, cut);
    (is_large ? high : low) = cut;
  }
  return high;
}

double log_layer_bound(const clone_sketch& of, double mu, double layer) {
  const double cut = best_cut(of, mu, layer);
  const double all = log_series_bound(mu, of.eps0 / 2) - (cut < 1 ? 0 : std::log(layer));
  if (cut >= 1) return all;
  return std::min(
      all, log_sum(log_inside(mu, of.eps0, layer, cut), log_outside(mu, of.eps0, layer, cut)));
}

}  // namespace shufflecert::inline v0_1
