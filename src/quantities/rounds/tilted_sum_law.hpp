#pragma once
// The law of the sum of the losses of all rounds, on a grid and tilted. Formula numbers refer to
// docs/methods/rounds.md.

#include <cstdint>
#include <optional>
#include <vector>

#include "quantities/rounds/loss_grid.hpp"
#include "quantities/rounds/whole_masses.hpp"

namespace shufflecert::inline v0_1 {

/// Rounds that are alike, with their losses on a grid.
struct grid_rounds {
  grid_law one;
  std::int64_t rounds;
  /// A whole number of steps that no loss exceeds; nothing where outcomes that are left out may
  /// have any loss.
  std::optional<std::int64_t> highest;
};

/// What the convolution is made with; it steers cost and radius only.
struct convolution_plan {
  grid_step step;
  double tilt;      ///< θ >= 0
  bits scale;       ///< masses are whole numbers of 2^−scale
  double log2_cut;  ///< about what may be cut from the ends
};

/// Sums over the law μ of the spread losses, all rounds together.
class tilted_sum_law {
 public:
  tilted_sum_law(const std::vector<grid_rounds>& all, const convolution_plan& plan,
                 const budget& limits);

  /// Not above ∫ (1 − e^{ε−L})₊ dμ over the finite losses of the outcomes that were not left out.
  [[nodiscard]] ball lower_part(const ball& eps) const;
  /// Not below the same over the finite losses of all outcomes: (G.12).
  [[nodiscard]] ball upper_part(const ball& eps) const;
  /// A bound for the same at every ε is e^{−θε} times this: (G.12).
  [[nodiscard]] const ball& bound_factor() const { return bound_factor_; }
  /// Encloses the mass of infinite losses, of all rounds together: (G.10).
  [[nodiscard]] const ball& infinite() const { return infinite_; }

  [[nodiscard]] grid_step step() const { return step_; }
  [[nodiscard]] const ball& tilt() const { return tilt_; }
  [[nodiscard]] std::int64_t rounds() const { return rounds_; }
  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(slow_.size()); }

 private:
  [[nodiscard]] ball sum_above(const ball& eps) const;
  [[nodiscard]] ball mass_at(std::int64_t i) const;

  grid_step step_;
  ball tilt_;
  std::int64_t rounds_ = 0;
  std::int64_t first_ = 0;
  std::vector<ball> slow_;  ///< Σ over j >= i of c_j·e^{−θ(j−i)h}
  std::vector<ball> fast_;  ///< Σ over j >= i of c_j·e^{−(θ+1)(j−i)h}
  ball slow_ratio_;         ///< e^{−θh}
  ball scale_;              ///< what the masses are multiplied with: (G.11)
  ball missing_;            ///< an upper bound for the tilted mass that was lost
  ball bound_factor_;
  ball infinite_;
};

}  // namespace shufflecert::inline v0_1
