#pragma once
// The event that an audit counts; docs/methods/simulation.md, section 2.

#include <cstdint>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// That a score is large, as it is rather under P, or small, as it is rather under Q.
struct threshold_event {
  std::size_t score = 0;  ///< which one
  bool is_large = true;   ///< score >= threshold, of which P should have more; else <=, and Q
  double threshold = 0;

  [[nodiscard]] bool contains(double value) const {
    return is_large ? value >= threshold : value <= threshold;
  }
};

/// Values of one score in runs on P and on Q.
struct score_samples {
  std::vector<double> p;
  std::vector<double> q;
};

/// The event that promises the largest lower bound on ε, by these runs. Any event is a valid one
/// for runs that took no part in its choice.
///
/// @param samples  of each score; at least one value on each side
/// @param delta  δ, in [0, 1)
/// @param error  of each of the two bounds on probabilities that will be taken
threshold_event choose_event(const std::vector<score_samples>& samples, double delta, double error);

}  // namespace shufflecert::inline v0_1::claims
