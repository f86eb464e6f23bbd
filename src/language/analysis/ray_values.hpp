#pragma once
// Formulas on boxes that may be unbounded, where exponentials and powers of some of the variables
// cancel. The derivation is in docs/methods/refuted-regions.md.

#include <string_view>
#include <vector>

#include "language/analysis/ray_arithmetic.hpp"
#include "shufflecert/derivatives.hpp"

namespace shufflecert::inline v0_1 {

using positive_box = std::map<std::string, positive_range, std::less<>>;

/// Decides conditions on a whole box. Every part of a formula is enclosed as e^(k·x)·x^m times a
/// ball, a product over the variables x of `ranges`; sums are brought to the larger scale. Formulas
/// must not call definitions where these variables occur.
class ray_evaluator {
 public:
  /// `values` holds the other variables: numbers, and balls that cover a range. All that is
  /// referred to must outlive the evaluator.
  ray_evaluator(evaluation_settings settings, const value_box& values, const positive_box& ranges);
  ~ray_evaluator();

  /// Certainly true, or certainly false, at every point of the box; nothing where the enclosures do
  /// not tell, or where the formula may not exist at some point. Throws beyond_reach when the time
  /// is over.
  std::optional<bool> truth_of(const expression& condition);

  /// Whether the last condition certainly has no value at any point of the box.
  [[nodiscard]] bool lacks_value() const { return lacks_value_; }

  /// The built-in functions, besides `if`, of which a condition may be made.
  static std::vector<std::string_view> functions();

 private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
  bool lacks_value_ = false;
};

}  // namespace shufflecert::inline v0_1
