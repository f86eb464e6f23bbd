#pragma once
// Sizes of the terms of the clone pair's double sum, in machine doubles. They choose where a sum
// starts and ends and estimate its cost; nothing certified rests on them.

#include <cstdint>

#include "quantities/clone/layers/layers.hpp"

namespace shufflecert::inline v0_1 {

class clone_estimates {
 public:
  /// @param tail  1 − t
  /// @param lambda  order, 1 where it is too close to 1 for doubles to tell
  clone_estimates(const clone_parameters& of, const ball& tail, double lambda);

  /// log2 P(N = layer).
  [[nodiscard]] double log2_weight(std::int64_t layer) const;
  /// log2 P(N <= layer) and log2 P(N >= layer), or more.
  [[nodiscard]] double log2_mass_up_to(std::int64_t layer) const;
  [[nodiscard]] double log2_mass_from(std::int64_t layer) const;
  /// log2 of 2·Bin_N(a)·k(tY), N/2 < a <= N = layer: (S.2).
  [[nodiscard]] double log2_term(std::int64_t layer, std::int64_t a) const;

  struct peak {
    std::int64_t a;
    double log2_term;
    double log2_sum;  ///< about that of the whole layer, K_N
  };
  [[nodiscard]] peak layer_peak(std::int64_t layer) const;

  /// The layers that matter, and the largest of them by P(N)·K_N.
  struct window {
    std::int64_t first;
    std::int64_t last;
    std::int64_t peak;
    double log2_sum;  ///< about that of S
  };
  /// Layers of size 2^log2_threshold·S and more among 1, …, last.
  [[nodiscard]] window relative_window(std::int64_t last, double log2_threshold) const;
  /// Layers of size 2^log2_threshold and more.
  [[nodiscard]] window absolute_window(std::int64_t last, double log2_threshold) const;
  /// How many outcomes of these layers have size 2^log2_threshold or more.
  [[nodiscard]] double outcomes(const window& layers, double log2_threshold) const;

 private:
  [[nodiscard]] double log2_layer(std::int64_t layer) const;
  [[nodiscard]] window find_window(std::int64_t last, double log2_threshold, bool relative) const;
  [[nodiscard]] double outcomes_of_layer(std::int64_t layer, double log2_threshold) const;

  std::int64_t n_;
  double p_;
  double log_p_;
  double log_q_;
  double t_;
  double tail_;
  double largest_log_ratio_;  // ε0
  double mu_;                 // max(λ, 1 − λ)
  bool is_one_;
};

}  // namespace shufflecert::inline v0_1
