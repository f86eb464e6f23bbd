#pragma once
// The losses of one round in double, for choosing the grid and the tilt. Nothing here is certified,
// and nothing certified rests on it.

#include <vector>

#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Atoms of the loss log(P/Q) under P: those that lie close together are one.
struct loss_sketch {
  struct atom {
    double loss;
    double mass;
  };
  std::vector<atom> atoms;  ///< finite losses
  double lowest = 0;        ///< of them
  double highest = 0;
  double infinite = 0;  ///< the mass where Q = 0
};

/// Of one round, down to masses of about 2^log2_threshold.
loss_sketch sketch_of(const distribution_pair& pair, double log2_threshold, const budget& limits);

/// Rounds that are alike.
struct sketched_rounds {
  loss_sketch one;
  double rounds;
};

/// The sum of the losses, tilted with e^{θL}.
struct tilted_sum {
  double log_moment;  ///< log E e^{θL}
  double mean;        ///< its derivatives in θ
  double variance;
};
tilted_sum tilted(const std::vector<sketched_rounds>& all, double theta);

/// About the mass of infinite losses, of all rounds together.
double infinite_mass(const std::vector<sketched_rounds>& all);

/// The largest loss of all rounds together.
double highest_loss(const std::vector<sketched_rounds>& all);
/// About the logarithm of the least mass in sight, of all rounds together.
double log_least_mass(const std::vector<sketched_rounds>& all);

/// The tilt under which the sum of the losses has about the mean ε; 0 where that would be negative,
/// and where no finite losses add up to ε.
double tilt_for_epsilon(const std::vector<sketched_rounds>& all, double eps);
/// The tilt under which the mean is about the ε that belongs to δ = e^log_delta.
double tilt_for_delta(const std::vector<sketched_rounds>& all, double log_delta);
/// About log H_{e^ε} where θ is the tilt for ε.
double log_delta_near(const tilted_sum& sum, double theta);

/// The natural logarithm of the midpoint of a positive ball, of any size.
double log_of_midpoint(arb_srcptr x);

}  // namespace shufflecert::inline v0_1
