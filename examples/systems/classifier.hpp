#pragma once
// Multinomial logistic regression: a row of weights for each digit, cross-entropy loss.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "digits.hpp"

using vector = std::vector<double>;

struct evaluation {
  double loss;      ///< mean cross-entropy
  double accuracy;  ///< share of digits that are recognized
};

/// The probabilities that the model gives each digit. `theta` has a row for each.
inline std::array<double, classes> probabilities(const vector& theta, const digit& one) {
  const std::size_t size = one.features.size();
  std::array<double, classes> values{};
  for (std::size_t c = 0; c < classes; ++c)
    for (std::size_t i = 0; i < size; ++i) values[c] += theta[c * size + i] * one.features[i];
  const double most = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (double& value : values) sum += value = std::exp(value - most);
  for (double& value : values) value /= sum;
  return values;
}

inline vector gradient(const vector& theta, const digit& one) {
  const auto guess = probabilities(theta, one);
  const std::size_t size = one.features.size();
  vector result(theta.size());
  for (std::size_t c = 0; c < classes; ++c) {
    const double error = guess[c] - (c == one.label ? 1 : 0);
    for (std::size_t i = 0; i < size; ++i) result[c * size + i] = error * one.features[i];
  }
  return result;
}

inline evaluation evaluate(const vector& theta, const std::vector<digit>& all) {
  evaluation result{0, 0};
  for (const digit& one : all) {
    const auto guess = probabilities(theta, one);
    result.loss -= std::log(std::max(guess[one.label], 1e-300));
    const auto best = std::max_element(guess.begin(), guess.end()) - guess.begin();
    if (static_cast<std::size_t>(best) == one.label) ++result.accuracy;
  }
  result.loss /= static_cast<double>(all.size());
  result.accuracy /= static_cast<double>(all.size());
  return result;
}

enum class norm { l1, l2, linf };

inline double norm_of(const vector& x, norm which) {
  double result = 0;
  for (const double value : x) {
    if (which == norm::l1) result += std::abs(value);
    if (which == norm::l2) result += value * value;
    if (which == norm::linf) result = std::max(result, std::abs(value));
  }
  return which == norm::l2 ? std::sqrt(result) : result;
}

/// x/max(1, ‖x‖/C).
inline vector clipped(vector x, norm which, double bound) {
  const double factor = std::max(1.0, norm_of(x, which) / bound);
  for (double& value : x) value /= factor;
  return x;
}
