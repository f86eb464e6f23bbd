#pragma once
// Formulas on unbounded boxes: some variables have a bounded range or a value, each of the others
// takes all values from a positive number on. The derivation is in docs/refuted-regions.md.

#include "shufflecert/derivatives.hpp"

namespace shufflecert {

/// Variables that take all real values >= the number given, which is positive.
using ray_map = std::map<std::string, rational, std::less<>>;

/// Decides conditions on a whole unbounded box. Every part of a formula is enclosed as
/// e^(k·x)·x^m times a ball, a product over the variables x with a ray; sums are brought to the
/// larger scale. Formulas must not call definitions.
class ray_evaluator {
 public:
  /// `values` holds what has no ray: numbers, and balls that cover a range. All that is referred to
  /// must outlive the evaluator.
  ray_evaluator(evaluation_settings settings, const value_box& values, const ray_map& rays);
  ~ray_evaluator();

  /// Certainly true, or certainly false, at every point of the box; nothing where the enclosures do
  /// not tell, or where the formula may not exist at some point. Throws beyond_reach when the time
  /// is over.
  std::optional<bool> truth_of(const expression& condition);

 private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace shufflecert
