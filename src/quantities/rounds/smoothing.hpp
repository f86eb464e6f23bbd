#pragma once
// The lower bound of what was spread over a grid, from the law of how far spreading moves a sum of
// losses. Formula numbers refer to docs/methods/rounds.md.

#include <cstdint>
#include <vector>

#include "quantities/rounds/tilted_sum_law.hpp"

namespace shufflecert::inline v0_1 {

/// The law of N = h·(B − K), B ~ Bin(2K, e^{h/2}/(1 + e^{h/2})), and what follows from it: (G.9),
/// (G.13).
class smoothing {
 public:
  explicit smoothing(const tilted_sum_law& law);

  /// Not above the hockey-stick divergence of the finite losses at ε: (G.13).
  [[nodiscard]] ball lower_part(const ball& eps, const budget& limits) const;

 private:
  [[nodiscard]] const ball& probability(std::int64_t j) const {
    return probabilities_[static_cast<std::size_t>(j + reach_)];
  }

  const tilted_sum_law& law_;
  std::int64_t reach_;               ///< N is followed up to ±reach·h
  std::vector<ball> probabilities_;  ///< of N = −reach·h, …, reach·h
  ball below_;                       ///< an upper bound for P(N < −reach·h)
  ball far_above_;                   ///< one for E[e^{θN}; N > reach·h]
};

}  // namespace shufflecert::inline v0_1
