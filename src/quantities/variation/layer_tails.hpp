#pragma once
// The tail of each layer at a cut that moves along with the layers. Formula numbers refer to
// docs/methods/variation.md.

#include <cstdint>

#include "quantities/variation/variation_laws.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1 {

/// The least whole number not below the lower or the upper end of the ball; ±2^62 for what is
/// beyond these.
std::int64_t whole_end(const ball& x, bool upper);

/// For the layers N from the highest down: the tail of Bin(N − 1, θ) at its cut k, and the
/// probability of k − 1, both times ω(N − 1).
class tail_of_layers {
 public:
  /// Begins before the layer `layer` >= 1. `of` and `limits` must outlive it.
  tail_of_layers(const variation_laws& of, std::int64_t layer, bits precision,
                 const budget& limits);

  /// The tail at the cut `cut` of layer `layer`, which is the one before or the next below.
  void go_to(std::int64_t layer, std::int64_t cut);

  [[nodiscard]] const ball& weight() const { return weight_; }  ///< ω(N − 1)
  [[nodiscard]] const ball& tail() const { return tail_; }      ///< of k, …, N − 1
  [[nodiscard]] const ball& edge() const { return edge_; }      ///< at k − 1

 private:
  void start_at(std::int64_t cut);
  void step_down(std::int64_t layer);
  void move_cut_up(std::int64_t layer);
  void move_cut_down(std::int64_t layer);

  const variation_laws& of_;
  bits precision_;
  const budget& limits_;
  bits law_precision_;
  std::int64_t layer_;
  std::int64_t cut_ = 0;
  bool is_inside_ = false;
  ball weight_;
  ball share_odds_;
  ball tail_;
  ball edge_;
};

}  // namespace shufflecert::inline v0_1
