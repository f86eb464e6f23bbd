#include "randomizers.hpp"

#include <cmath>
#include <numbers>

double laplace(double scale, std::mt19937_64& random) {
  const double size = std::exponential_distribution<double>(1 / scale)(random);
  return std::bernoulli_distribution(0.5)(random) ? size : -size;
}

coordinate_randomizer::coordinate_randomizer(double eps0, double bound, std::size_t dimension)
    : keeps_(1 / (1 + std::exp(-eps0))), bound_(bound), dimension_(dimension) {}

coordinate_report coordinate_randomizer::report(const vector& x, std::mt19937_64& random) const {
  const std::size_t at = std::uniform_int_distribution<std::size_t>(0, dimension_ - 1)(random);
  const double share = std::min(1.0, std::max(0.0, 0.5 + x[at] / (2 * bound_)));
  const bool is_positive = std::bernoulli_distribution(share)(random);
  const bool is_kept = std::bernoulli_distribution(keeps_)(random);
  return {at, is_positive == is_kept};
}

void coordinate_randomizer::add_to(vector& sum, const coordinate_report& report,
                                   double factor) const {
  const double size = bound_ * static_cast<double>(dimension_) / (2 * keeps_ - 1);
  sum[report.coordinate] += (report.is_positive ? size : -size) * factor;
}

direction_randomizer::direction_randomizer(double eps0, double bound, std::size_t dimension)
    : keeps_(1 / (1 + std::exp(-eps0))), bound_(bound) {
  // The mean of |u_1| for a uniform direction u is Γ(d/2)/(√π Γ((d+1)/2)).
  const double d = static_cast<double>(dimension);
  const double mean =
      std::exp(std::lgamma(d / 2) - std::lgamma((d + 1) / 2)) / std::sqrt(std::numbers::pi);
  length_ = bound / (mean * (2 * keeps_ - 1));
}

vector direction_randomizer::report(const vector& x, std::mt19937_64& random) const {
  const double size = norm_of(x, norm::l2);
  const double share = std::min(1.0, 0.5 + size / (2 * bound_));
  const bool is_same = std::bernoulli_distribution(share)(random);
  std::normal_distribution<double> normal;
  vector direction(x.size());
  for (double& value : direction) value = normal(random);
  double side = 0;
  for (std::size_t i = 0; i < x.size(); ++i) side += direction[i] * x[i];
  // Of a zero vector any side will do; the first coordinate's is one.
  if (size == 0) side = direction[0];
  const bool is_kept = std::bernoulli_distribution(keeps_)(random);
  const bool is_right = (side > 0) == (is_same == is_kept);
  const double factor = (is_right ? 1 : -1) / norm_of(direction, norm::l2);
  for (double& value : direction) value *= factor;
  return direction;
}

void direction_randomizer::add_to(vector& sum, const vector& report, double factor) const {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += length_ * factor * report[i];
}
