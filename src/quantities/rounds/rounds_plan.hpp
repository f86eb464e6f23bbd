#pragma once
// Chooses grid, tilt and scale for a convolution. Nothing here is certified but what is left out.

#include <functional>
#include <optional>
#include <vector>

#include "quantities/rounds/loss_sketch.hpp"
#include "quantities/rounds/tilted_sum_law.hpp"

namespace shufflecert::inline v0_1 {

/// How far the convolution goes, whatever precision is asked for: beyond this many bits no finer
/// grid is tried, and the refusal leaves what is known.
inline constexpr bits most_convolution_precision = 256;

/// What is asked for: the tilt, from the sketch, and a guess of log δ there.
struct rounds_target {
  double tilt;
  double log_delta;
};
using target_of_sketch = std::function<rounds_target(const std::vector<sketched_rounds>&)>;

/// The laws of two pairs, the first of which the pair asked for dominates, while the second
/// dominates it: (G.24). They are one law where no layers were taken together.
struct enclosing_laws {
  tilted_sum_law least;
  std::optional<tilted_sum_law> other;

  [[nodiscard]] const tilted_sum_law& greatest() const { return other ? *other : least; }
};

/// The law of the sum of the losses, on a grid as fine as `precision` asks for.
/// @param for_epsilon  whether the relative radius is that of ε, not of δ
enclosing_laws convolved(const composed_pair& of, const target_of_sketch& target, bool for_epsilon,
                         bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
