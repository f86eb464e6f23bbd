#pragma once
// Taylor coefficients of a formula, and signs next to a point where both sides of a comparison are
// equal: docs/methods/refuted-regions.md, (U.8).

#include <cstddef>
#include <optional>
#include <vector>

#include "shufflecert/derivatives.hpp"

namespace shufflecert::inline v0_1 {

/// f(a), f'(a), f''(a)/2, … up to the power that was asked for, at every point a of a range: each
/// number encloses its values there. A number that is exact is the coefficient itself.
using taylor_series = std::vector<number>;

/// A formula around a point or a range. `values` holds the other variables, as for `evaluator`; the
/// formula must not call definitions where `variable` occurs. The formula is made of arithmetic,
/// powers with exponents that do not depend on the variable, and exp, expm1, log, log1p, sqrt, tanh
/// and Phi. On the whole range the formula then exists and is analytic. Throws undefined_value and
/// precision_needed where that is not certain.
taylor_series taylor_coefficients(const expression& formula, std::string_view variable,
                                  const number& around, std::size_t order,
                                  const evaluation_settings& settings, const value_box& values);

/// An interval with an end at which both sides of a comparison may be equal.
struct contact_interval {
  rational contact;         ///< the end
  rational far;             ///< the other end, above or below it
  bool has_contact = true;  ///< whether the comparison is to hold at `contact`, too
};

/// Whether a comparison of one variable certainly holds on the interval since its sides are equal
/// at the contact, as are their derivatives up to an order, and the next derivative has the right
/// sign on the whole interval. False where that is not certain.
class contact_signs {
 public:
  /// All that is referred to must outlive this.
  contact_signs(const comparison& stated, std::string variable, const evaluation_settings& settings,
                const value_box& values);

  /// Whether the sides are certainly equal at this point.
  bool is_contact(const rational& point);
  bool holds_on(const contact_interval& interval);

 private:
  const taylor_series& series_at(const rational& point);

  expression_ptr room_;  ///< the larger side less the smaller one; null where there is none
  bool is_strict_ = false;
  std::string variable_;
  const evaluation_settings& settings_;
  const value_box& values_;
  std::map<rational, taylor_series> known_;
};

}  // namespace shufflecert::inline v0_1
