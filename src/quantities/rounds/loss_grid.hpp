#pragma once
// The losses of one round moved to a grid. Formula numbers refer to docs/methods/rounds.md.

#include <cstdint>
#include <vector>

#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The step of a grid of losses: numerator·2^exponent.
struct grid_step {
  std::int64_t numerator;  ///< 8 to 15
  std::int64_t exponent;

  /// The largest step that is not above `most`.
  static grid_step up_to(double most);

  [[nodiscard]] ball of(std::int64_t index, bits precision) const;
  [[nodiscard]] double near() const;
};

/// Losses are raised by at most 2^log2_raise before they are spread: (G.8).
inline constexpr bits log2_raise = -50;

/// The law of the loss of one round under P, spread over the grid: (G.7), (G.8).
struct grid_law {
  std::int64_t first = 0;    ///< the grid index of the first mass
  std::vector<ball> masses;  ///< of the losses first·h, (first + 1)·h, …
  ball infinite;             ///< the mass where Q = 0
  ball left_out;             ///< an upper bound for the mass of the outcomes left out
};

/// The most cells that a round may have.
inline constexpr std::int64_t most_cells = std::int64_t{1} << 19;

/// @param log2_threshold  outcomes of less mass may be left out
/// @throws beyond_reach  the losses cover more than most_cells cells, or too many outcomes
/// @throws precision_needed  an outcome's cell is not determined
grid_law spread_over_outcomes(const distribution_pair& pair, grid_step step, double log2_threshold,
                              const budget& limits);

}  // namespace shufflecert::inline v0_1
