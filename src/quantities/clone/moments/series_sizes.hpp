#pragma once
// Expected sizes of the terms of S and a plan for the series, in double precision. Nothing here is
// certified.

#include <cstddef>
#include <vector>

#include "quantities/clone/layers/sketch.hpp"
#include "quantities/clone/moments/moment_series.hpp"

namespace shufflecert::inline v0_1 {

/// Sizes as logarithms to base 2.
class series_sizes {
 public:
  /// The sizes of the moments over the layers N >= first_layer, as far as `precision` bits of S
  /// need them.
  series_sizes(const clone_sketch& of, double mu, double first_layer, bits precision);

  /// b_{2j} t^{2j}
  [[nodiscard]] double coefficient(std::size_t j) const { return coefficients_[j]; }
  /// E[N^{−s}; N >= first_layer]
  [[nodiscard]] double inverse_moment(std::size_t s) const { return inverse_[s]; }
  /// (2j−1)!!·E[N^{−j}; N >= first_layer], which bounds E[Y^{2j}]
  [[nodiscard]] double moment(std::size_t j) const { return odd_factorials_[j] + inverse_[j]; }
  /// b_{2j} t^{2j} times this
  [[nodiscard]] double term(std::size_t j) const { return coefficients_[j] + moment(j); }
  /// S
  [[nodiscard]] double sum() const { return sum_; }
  /// How many are known.
  [[nodiscard]] std::size_t size() const { return coefficients_.size(); }

 private:
  [[nodiscard]] double log_inverse_moment(double s) const;

  clone_sketch of_;
  double first_layer_;
  std::vector<double> coefficients_;
  std::vector<double> inverse_;
  std::vector<double> odd_factorials_;
  double sum_;
};

struct sized_series {
  series_plan plan;
  bool reaches;
};

/// The shortest series whose remainder is below 2^log2_target, or the best one.
sized_series plan_series(const clone_sketch& of, double mu, double first_layer,
                         const series_sizes& sizes, double log2_target);

}  // namespace shufflecert::inline v0_1
