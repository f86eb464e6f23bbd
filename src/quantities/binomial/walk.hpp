#pragma once

#include <cstdint>

#include "shufflecert/ball.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// P(X = k) for X ~ Bin(trials, p), 0 <= k <= trials, with q = 1 − p given separately so that it is
/// accurate near p = 1.
ball binomial_probability(std::int64_t trials, std::int64_t k, const ball& p, const ball& q);

/// Walks along the probabilities w(k) of Bin(trials, p), 0 < p < 1, one step at a time: one
/// multiplication and one division by whole numbers, so the relative radius grows by a few units in
/// the last place per step.
class binomial_walk {
 public:
  /// Starts near the mode.
  binomial_walk(std::int64_t trials, const ball& p, const ball& q);

  [[nodiscard]] std::int64_t index() const { return k_; }
  [[nodiscard]] const ball& weight() const { return weight_; }
  void step_up();
  void step_down();

  /// Encloses w(k+1); exactly 0 at the end.
  [[nodiscard]] ball weight_above() const;
  /// Encloses w(k−1); exactly 0 at the end.
  [[nodiscard]] ball weight_below() const;

  /// An upper bound for P(X > k) by the geometric series (D.6); indeterminate where the ratio of
  /// consecutive weights is not certainly below 1.
  [[nodiscard]] ball mass_above() const;
  /// An upper bound for P(X < k), likewise.
  [[nodiscard]] ball mass_below() const;

 private:
  std::int64_t trials_;
  ball odds_;  // p/(1 − p)
  std::int64_t k_;
  ball weight_;
};

}  // namespace shufflecert::inline v0_1
