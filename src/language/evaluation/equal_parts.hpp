#pragma once
// Equal parts of a formula at a point. exp(1/2) − exp(1/2) is 0, and no enclosure of exp(1/2) shows
// it, however narrow. Algebra does, once every name has its exact value.

#include "language/evaluation/scopes.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

using value_frame = scope_frame<formula_value>;

/// What the evaluation of a formula at a point can tell about its parts.
class point_values {
 public:
  point_values() = default;
  point_values(const point_values&) = delete;
  point_values& operator=(const point_values&) = delete;
  virtual ~point_values() = default;

  /// The value of a part in a scope. Throws as evaluator::evaluate().
  virtual formula_value value_of(const expression& part, const value_frame* scope) = 0;
  /// The formula that an open name stands for; null where it is only a value.
  [[nodiscard]] virtual const expression* formula_of(const std::string& name) const = 0;
  [[nodiscard]] virtual const definitions& visible() const = 0;
  [[nodiscard]] virtual bits precision() const = 0;
};

/// Whether both formulas have the same value in this scope, by algebra. Both must have been
/// evaluated there, so that their values exist. False where that is not found out.
bool are_equal_parts(const expression& left, const expression& right, const value_frame* scope,
                     point_values& values);

/// Whether a sum may be 0 because its terms cancel: it is an enclosure around 0, and narrow beside
/// the largest of the terms that are no exact numbers. Anything wider is not known well enough.
class cancellation {
 public:
  void see(const number& term);
  [[nodiscard]] bool may_explain(const number& sum) const;

 private:
  bool has_term_ = false;
  slong largest_ = 0;  ///< a power of two above all terms seen
};

/// Whether two numbers may be equal as far as narrow enclosures tell.
bool may_be_equal(const number& a, const number& b, bits precision);

/// The whole number that a narrow enclosure contains, without being exact itself.
std::optional<rational> whole_number_near(const number& x);

}  // namespace shufflecert::inline v0_1
