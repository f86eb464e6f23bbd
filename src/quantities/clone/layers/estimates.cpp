#include "quantities/clone/layers/estimates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arithmetic/bit_length.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double two_pi = 6.283185307179586;
const double log_two = std::log(2.0);

// What Stirling's formula leaves of C(m, k) beside the entropy, 0 < k < m.
double stirling_rest(double m, double k) {
  return -0.5 * std::log(two_pi * k * (m - k) / m) + (1 / m - 1 / k - 1 / (m - k)) / 12;
}

double log_fair_binomial(double layer, double a) {
  const double b = layer - a;
  if (b == 0) return -layer * log_two;
  const double y = (a - b) / layer;
  return -layer / 2 * ((1 + y) * std::log1p(y) + (1 - y) * std::log1p(-y)) +
         stirling_rest(layer, a);
}

// The place of the maximum of f over low, …, high, where f rises and then falls.
template <class Function>
std::int64_t highest_between(std::int64_t low, std::int64_t high, const Function& f) {
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (f(middle + 1) > f(middle))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

// The last place from `inside` towards `outside` at which f is at least `level`.
template <class Function>
std::int64_t last_above(std::int64_t inside, std::int64_t outside, double level,
                        const Function& f) {
  if (f(outside) >= level) return outside;
  while (std::abs(outside - inside) > 1) {
    const std::int64_t middle = inside + (outside - inside) / 2;
    (f(middle) >= level ? inside : outside) = middle;
  }
  return inside;
}

struct sample {
  std::int64_t place;
  double size;
};

}  // namespace

clone_estimates::clone_estimates(const clone_parameters& of, const ball& tail, double lambda)
    : n_(of.n),
      p_(of.clone.near()),
      log_p_(log(of.clone.with_precision(64)).near()),
      log_q_(of.no_clone.is_exact_zero() ? -infinite
             : of.no_clone.near() < 0.5  ? log(of.no_clone.with_precision(64)).near()
                                         : log1p(-of.clone).near()),
      t_(of.t.near()),
      tail_(tail.near()),
      largest_log_ratio_(tail.is_exact_zero() ? infinite : log((2 - tail) / tail).near()),
      mu_(std::max(lambda, 1 - lambda)),
      is_one_(std::abs(mu_ - 1) < 1e-9) {}

double clone_estimates::log2_weight(std::int64_t layer) const {
  const auto m = static_cast<double>(n_ - 1);
  const auto k = static_cast<double>(layer - 1);
  if (log_q_ == -infinite) return k == m ? 0 : -infinite;
  if (k == 0) return m * log_q_ / log_two;
  if (k == m) return m * log_p_ / log_two;
  const double x = k / m;
  return (k * (log_p_ - std::log(x)) + (m - k) * (log_q_ - std::log1p(-x)) + stirling_rest(m, k)) /
         log_two;
}

double clone_estimates::log2_mass_up_to(std::int64_t layer) const {
  const auto m = static_cast<double>(n_ - 1);
  const auto k = static_cast<double>(layer - 1);
  const double ratio = k / (m - k + 1) * std::exp(log_q_ - log_p_);
  return ratio < 1 ? std::min(0.0, log2_weight(layer) - std::log2(1 - ratio)) : 0;
}

double clone_estimates::log2_mass_from(std::int64_t layer) const {
  const auto m = static_cast<double>(n_ - 1);
  const auto k = static_cast<double>(layer - 1);
  const double ratio = (m - k) / (k + 1) * std::exp(log_p_ - log_q_);
  return ratio < 1 ? std::min(0.0, log2_weight(layer) - std::log2(1 - ratio)) : 0;
}

double clone_estimates::log2_term(std::int64_t layer, std::int64_t a) const {
  const auto size = static_cast<double>(layer);
  const auto up = static_cast<double>(a);
  const double u = tail_ + 2 * t_ * up / size;
  const double v = tail_ + 2 * t_ * (size - up) / size;
  const double twice_z = t_ * (2 * up - size) / size * 2;
  const double log_ratio =
      a == layer ? largest_log_ratio_ : std::log1p(twice_z / std::max(v, 1e-300));
  const double weight = log_two + log_fair_binomial(size, up);
  if (is_one_) return (weight + std::log(twice_z * log_ratio / 2)) / log_two;
  const double norm = std::log(2 * mu_ * std::abs(mu_ - 1));
  const double exponent = (mu_ - 1) * log_ratio;
  double size_of_k = std::log(u) + exponent;
  if (exponent < -600) {
    size_of_k = std::log(u);
  } else if (exponent < 600) {
    const double m = std::expm1(exponent);
    size_of_k = std::log(u * m + twice_z) + std::log(std::abs(m)) - exponent;
  }
  return (weight + size_of_k - norm) / log_two;
}

clone_estimates::peak clone_estimates::layer_peak(std::int64_t layer) const {
  const std::int64_t low = layer / 2 + 1;
  const auto term = [&](std::int64_t a) { return log2_term(layer, a); };
  // There may be a second maximum near a = N, so look everywhere first.
  constexpr std::int64_t samples = 24;
  const std::int64_t step = std::max<std::int64_t>(1, (layer - low) / samples);
  std::int64_t best = layer;
  double highest = term(layer);
  for (std::int64_t a = low; a < layer; a += std::min(step, layer - a))
    if (const double size = term(a); size > highest) {
      highest = size;
      best = a;
    }
  if (step > 1)
    best = highest_between(std::max(low, best - step), best + std::min(step, layer - best), term);
  highest = term(best);
  double log2_width = 0;
  if (best > low && best < layer) {
    const double curvature = (2 * highest - term(best - 1) - term(best + 1)) * log_two;
    log2_width = 0.5 * std::log2(two_pi / std::max(curvature, 1e-18));
  }
  const double most = std::log2(static_cast<double>(layer));
  return {best, highest, highest + std::clamp(log2_width, 0.0, most) + 1};
}

double clone_estimates::log2_layer(std::int64_t layer) const {
  return log2_weight(layer) + layer_peak(layer).log2_sum;
}

clone_estimates::window clone_estimates::relative_window(std::int64_t last,
                                                         double log2_threshold) const {
  return find_window(last, log2_threshold, true);
}

clone_estimates::window clone_estimates::absolute_window(std::int64_t last,
                                                         double log2_threshold) const {
  return find_window(last, log2_threshold, false);
}

clone_estimates::window clone_estimates::find_window(std::int64_t last, double log2_threshold,
                                                     bool relative) const {
  const auto size_of = [&](std::int64_t layer) { return log2_layer(layer); };
  if (log_q_ == -infinite && last == n_) return {n_, n_, n_, layer_peak(n_).log2_sum};
  std::vector<sample> samples;
  const auto mean = std::clamp(whole_near(static_cast<double>(n_) * p_), std::int64_t{1}, last);
  const auto visit = [&](std::int64_t layer) { samples.push_back({layer, size_of(layer)}); };
  // `last` may be 2^63 − 1, so that a step beyond it would be beyond 64 bits.
  for (std::int64_t layer = 1; layer < last;
       layer += std::min(std::max<std::int64_t>(1, layer / 2), last - layer))
    visit(layer);
  visit(last);
  visit(mean);
  const auto by_place = [](const sample& x, const sample& y) { return x.place < y.place; };
  std::sort(samples.begin(), samples.end(), by_place);
  // The maximum may lie between two samples: near every sample that is not below its neighbours.
  const std::size_t count = samples.size();
  for (std::size_t i = 0; i < count; ++i) {
    const sample& before = samples[i == 0 ? 0 : i - 1];
    const sample& after = samples[i + 1 == count ? i : i + 1];
    if (samples[i].size < before.size || samples[i].size < after.size) continue;
    const std::int64_t place = highest_between(before.place, after.place, size_of);
    samples.push_back({place, size_of(place)});
  }
  std::sort(samples.begin(), samples.end(), by_place);
  const auto best =
      std::max_element(samples.begin(), samples.end(),
                       [](const sample& x, const sample& y) { return x.size < y.size; });
  const double level = std::min(log2_threshold + (relative ? best->size : 0), best->size);
  window found{best->place, best->place, best->place, best->size};
  std::size_t low = 0;
  while (samples[low].size < level) ++low;
  found.first = low == 0 ? samples[0].place
                         : last_above(samples[low].place, samples[low - 1].place, level, size_of);
  std::size_t high = samples.size() - 1;
  while (samples[high].size < level) --high;
  found.last = high + 1 == samples.size()
                   ? samples[high].place
                   : last_above(samples[high].place, samples[high + 1].place, level, size_of);
  found.log2_sum += std::log2(static_cast<double>(found.last - found.first + 1)) / 2;
  return found;
}

double clone_estimates::outcomes_of_layer(std::int64_t layer, double log2_threshold) const {
  const peak highest = layer_peak(layer);
  const double level = log2_threshold - log2_weight(layer);
  if (highest.log2_term < level) return 1;
  const auto term = [&](std::int64_t a) { return log2_term(layer, a); };
  const std::int64_t up = last_above(highest.a, layer, level, term);
  const std::int64_t down = last_above(highest.a, layer / 2 + 1, level, term);
  return static_cast<double>(up - down + 1);
}

double clone_estimates::outcomes(const window& layers, double log2_threshold) const {
  constexpr std::int64_t samples = 16;
  const std::int64_t count = layers.last - layers.first + 1;
  double sum = 0;
  const std::int64_t used = std::min(samples, count);
  for (std::int64_t i = 0; i < used; ++i) {
    const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(used);
    const auto layer = layers.first + static_cast<std::int64_t>(part * static_cast<double>(count));
    sum += outcomes_of_layer(std::min(layer, layers.last), log2_threshold);
  }
  return sum / static_cast<double>(used) * static_cast<double>(count);
}

}  // namespace shufflecert::inline v0_1
