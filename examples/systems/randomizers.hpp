#pragma once
// Local randomizers of vectors. Each is ε0-LDP for inputs of its ball, and unbiased. Reals are
// doubles here: a deployment needs noise that is safe in floating point.

#include <cstddef>
#include <random>
#include <vector>

#include "classifier.hpp"

/// A Laplace variable of this scale.
double laplace(double scale, std::mt19937_64& random);

/// One coordinate of a vector: what a client of the randomizer for ‖x‖∞ ≤ C sends.
struct coordinate_report {
  std::size_t coordinate;
  bool is_positive;
};

/// The randomizer of Girgis, Data, Diggavi, Kairouz and Suresh (AISTATS 2021) for ‖x‖∞ ≤ C: a
/// random coordinate, rounded to ±C at random so that its mean stays, then binary randomized
/// response. The likelihoods of a report under two inputs differ by a factor e^ε0 at most, that of
/// randomized response.
class coordinate_randomizer {
 public:
  coordinate_randomizer(double eps0, double bound, std::size_t dimension);
  [[nodiscard]] coordinate_report report(const vector& x, std::mt19937_64& random) const;
  /// Adds the unbiased estimate that a report is, times `factor`.
  void add_to(vector& sum, const coordinate_report& report, double factor) const;

 private:
  double keeps_;  ///< e^ε0/(e^ε0 + 1)
  double bound_;
  std::size_t dimension_;
};

/// The randomizer of Duchi, Jordan and Wainwright (2013) for ‖x‖₂ ≤ C: x is moved to ±C·x/‖x‖ at
/// random so that its mean stays; the report is a uniform direction, on the side of that point with
/// probability e^ε0/(e^ε0 + 1). Given the side's halfspace the density is constant, so the factor
/// is e^ε0 at most.
class direction_randomizer {
 public:
  direction_randomizer(double eps0, double bound, std::size_t dimension);
  /// A unit vector.
  [[nodiscard]] vector report(const vector& x, std::mt19937_64& random) const;
  void add_to(vector& sum, const vector& report, double factor) const;

 private:
  double keeps_;
  double bound_;
  double length_;  ///< of the estimate, so that it is unbiased
};
