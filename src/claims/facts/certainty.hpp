#pragma once

#include <cstdint>

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the rules about signs, values and pairs ask of each other: whether something is certain at
/// every point of a domain, by whatever rule.
class certainty {
 public:
  certainty() = default;
  certainty(const certainty&) = delete;
  certainty& operator=(const certainty&) = delete;
  virtual ~certainty() = default;

  /// Whether the condition certainly holds at every point of the domain, and its sides exist.
  virtual bool is_certain(const expression_ptr& stated) = 0;
  /// Whether the formula certainly has a finite value at every point of the domain.
  virtual bool has_value(const expression_ptr& stated) = 0;

  /// The same for `left op right`.
  bool is_certain(const expression_ptr& left, relation op, const expression_ptr& right) {
    return is_certain(make_comparison(left, op, right));
  }
  bool is_positive(const expression_ptr& formula) {
    return is_certain(formula, relation::greater, make_number(0));
  }
  bool is_at_least(const expression_ptr& formula, std::int64_t end) {
    return is_certain(formula, relation::greater_equal, make_number(end));
  }
  bool is_at_most(const expression_ptr& formula, std::int64_t end) {
    return is_certain(formula, relation::less_equal, make_number(end));
  }
  bool is_nonzero(const expression_ptr& formula) {
    const expression_ptr zero = make_number(0);
    return is_positive(formula) || is_certain(formula, relation::less, zero) ||
           is_certain(formula, relation::not_equal, zero);
  }
  /// Whether it has a value in this range.
  bool is_in(const expression_ptr& formula, const number_range& range) {
    const auto [least, largest] = range;
    return has_value(formula) &&
           (!least.value ||
            is_certain(formula, least.is_excluded ? relation::greater : relation::greater_equal,
                       make_number(*least.value))) &&
           (!largest.value ||
            is_certain(formula, largest.is_excluded ? relation::less : relation::less_equal,
                       make_number(*largest.value)));
  }
  /// Whether it is between 0 and 1.
  bool is_share(const expression_ptr& formula) { return is_in(formula, ranges::share); }
};

}  // namespace shufflecert::inline v0_1::claims
