#pragma once

#include <map>
#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// The values that some variables take together: each an exact number, or a ball that covers a
/// range of values.
using value_box = std::map<std::string, number, std::less<>>;

/// What is known of a function of the box's variables, on the whole box.
///
/// With `order` 1 or 2 the function is certainly defined and continuous on the box. Then, for all
/// points s and t of the box, f(s) − f(t) is the sum over the variables of an element of
/// `gradient` times s − t in that variable; with `order` 2 it is twice differentiable besides, and
/// both lists enclose its derivatives everywhere on the box. An empty list stands for zeros.
struct jet {
  number value = 0;             ///< encloses the values
  int order = 2;                ///< how far derivatives are known: 0, 1 or 2
  std::vector<ball> gradient;   ///< by variable, in the order of the box
  std::vector<ball> curvature;  ///< second derivatives (i, j), i <= j, row by row

  /// Whether the function is certainly the same number everywhere on the box.
  [[nodiscard]] bool is_constant() const { return order == 2 && gradient.empty(); }
};

/// Evaluates formulas over a box, with first and second derivatives (forward differentiation in
/// balls; docs/methods/proofs.md). The derivatives are known for what consists of arithmetic,
/// elementary functions, sums, products and definitions; divergences and whatever else a formula
/// may call are enclosed by value.
class derivative_evaluator {
 public:
  /// `variables` as for `evaluator`; what `box` names are not looked up there.
  derivative_evaluator(evaluation_settings settings, const variable_map& variables,
                       const value_box& box);
  ~derivative_evaluator();

  /// The formula's values and derivatives on the box. Throws undefined_value, precision_needed or
  /// beyond_reach where it has no value at some point of it, or might have none.
  jet evaluate(const expression& formula);
  /// The truth of a condition: true or false only where it is that at every point of the box.
  truth evaluate_truth(const expression& formula);

  /// The variables that have a range, in the order of the derivatives.
  [[nodiscard]] const std::vector<std::string>& moving() const;
  /// The methods that quantities used since the start.
  [[nodiscard]] const std::set<std::string>& methods() const;

 private:
  class implementation;
  std::unique_ptr<implementation> implementation_;
};

}  // namespace shufflecert::inline v0_1
