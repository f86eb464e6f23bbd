#include "quantities/clone/moments/series_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::size_t most_terms = 400;
constexpr std::size_t most_sizes = 1000;
const double ln2 = std::log(2.0);

double log2_sum(double a, double b) {
  const double high = std::max(a, b);
  return std::isfinite(high) ? high + std::log2(1 + std::exp2(std::min(a, b) - high)) : high;
}

// log P(C = c) without the factors of Stirling's formula.
double log_weight(const clone_sketch& of, double c) {
  const double m = of.n - 1;
  const double some = c > 0 ? c * std::log(m * of.p / c) : 0;
  const double none = m - c > 0 ? (m - c) * std::log1p((c - m * of.p) / (m - c)) : 0;
  return of.no_clone > 0 ? some + none : 0;
}

}  // namespace

series_sizes::series_sizes(const clone_sketch& of, double mu, double first_layer, bits precision)
    : of_(of), first_layer_(first_layer), sum_(-std::numeric_limits<double>::infinity()) {
  coefficients_.push_back(sum_);
  inverse_.push_back(0);
  odd_factorials_.push_back(0);
  // b_k·scale^k with a scale that keeps them moderate: (M.3).
  const double log2_t = std::log2(std::tanh(of.eps0 / 2));
  const double log2_all = log_series_bound(mu, of.eps0 / 2) / ln2;
  const long double slope = 2 * static_cast<long double>(mu) - 1;
  const long double scale = 1 / std::sqrt(std::max(1.0L, static_cast<long double>(of.clones())));
  const double log2_unscaled = log2_t - std::log2(static_cast<double>(scale));
  long double even = 2 * scale * scale;
  long double odd = even * scale * slope / 3;
  double least = std::numeric_limits<double>::infinity();
  std::size_t least_at = 0;
  for (std::size_t j = 1; j < most_sizes; ++j) {
    const auto log2_scaled = static_cast<double>(std::log2(even));
    const double s = static_cast<double>(j);
    coefficients_.push_back(log2_scaled + 2 * s * log2_unscaled);
    inverse_.push_back(log_inverse_moment(s) / ln2);
    odd_factorials_.push_back(odd_factorials_.back() + std::log2(2 * s - 1));
    if (!std::isfinite(coefficients_.back())) break;
    if (moment(j) < least) {
      least = moment(j);
      least_at = j;
    }
    // E[Y^{2j}] does not grow with j, though its bound may.
    sum_ = log2_sum(sum_, coefficients_.back() + least);
    constexpr double margin = 40;
    if (least + log2_all < sum_ - static_cast<double>(precision) - margin) break;
    if (j > 2 * least_at + 20) break;
    const auto k = static_cast<long double>(2 * j + 1);
    even = (slope * scale * odd + even * scale * scale * (k - 2)) / (k + 1);
    odd = (slope * scale * even + odd * scale * scale * (k - 1)) / (k + 2);
  }
  // The moments up to twice as many terms.
  while (inverse_.size() < 2 * coefficients_.size()) {
    const double s = static_cast<double>(inverse_.size());
    inverse_.push_back(log_inverse_moment(s) / ln2);
  }
}

double series_sizes::log_inverse_moment(double s) const {
  const double mean = std::max(of_.clones(), 1.0);
  const double spread = mean * of_.no_clone;
  // The weight of N^{−s} has its maximum near the mean, or a second one at the smallest layers.
  const double lowest = log_weight(of_, first_layer_ - 1) - s * std::log(first_layer_);
  const auto slope = [&](double c) {
    return std::log(of_.p * (of_.n - 1 - c) / (of_.no_clone * c)) - s / (c + 1);
  };
  double left = std::max(s, first_layer_ - 1);
  double right = mean;
  if (of_.no_clone <= 0 || s * s * 16 < mean) {
    if (first_layer_ < mean) return -s * std::log(mean) + s * s * of_.no_clone / (2 * mean);
  }
  if (left >= right || slope(left) < 0) return lowest;
  constexpr int steps = 20;
  for (int i = 0; i < steps; ++i) {
    const double middle = (left + right) / 2;
    (slope(middle) > 0 ? left : right) = middle;
  }
  const double curvature = 1 - s * spread / ((left + 1) * (left + 1));
  const double inside =
      log_weight(of_, left) - s * std::log(left + 1) - std::log(std::max(curvature, 0.01)) / 2;
  return std::max(inside, lowest);
}

sized_series plan_series(const clone_sketch& of, double mu, double first_layer,
                         const series_sizes& sizes, double log2_target) {
  const double all = log_series_bound(mu, of.eps0 / 2);
  // The least cut with which the outcomes beyond it are negligible: (M.13).
  const auto log2_beyond = [&](double cut) {
    return 1 + (all + log_layer_transform(of, cut * cut / 2, first_layer)) / ln2;
  };
  double cut = 1;
  if (log2_beyond(1) < log2_target - 2) {
    double low = 0;
    constexpr int steps = 24;
    for (int i = 0; i < steps; ++i) {
      const double middle = (low + cut) / 2;
      (log2_beyond(middle) < log2_target - 2 ? cut : low) = middle;
    }
  }
  const double inside =
      cut < 1 ? log_series_bound(mu, std::atanh(cut * std::tanh(of.eps0 / 2))) : all;
  // What is beyond term j, with the cut and without.
  const auto beyond = [&](std::size_t j, double at, double bound) {
    const double next = static_cast<double>(j) + 1;
    return sizes.moment(j + 1) - 2 * next * std::log2(at) + bound / ln2;
  };
  sized_series result{{1, 1, 1}, false};
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t j = 1; j + 1 < sizes.size(); ++j) {
    const double whole = beyond(j, 1, all);
    const double parted = cut < 1 ? beyond(j, cut, inside) : whole;
    const double least = std::min(whole, parted);
    if (!std::isfinite(least)) break;
    if (least < best) {
      best = least;
      result.plan.bounded_terms = j;
      result.plan.cut = whole <= parted ? 1 : cut;
    }
    result.reaches = best < log2_target - 1;
    constexpr double hopeless = 200;
    if (result.reaches || least > best + hopeless) break;
  }
  // Terms that add too much to be only bounded.
  result.plan.terms = result.plan.bounded_terms;
  double bounded = -std::numeric_limits<double>::infinity();
  while (result.plan.terms > 1) {
    bounded = log2_sum(bounded, sizes.term(result.plan.terms));
    if (bounded > log2_target - 1) break;
    --result.plan.terms;
  }
  if (result.plan.terms > most_terms) {
    result.plan.terms = most_terms;
    result.reaches = false;
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
