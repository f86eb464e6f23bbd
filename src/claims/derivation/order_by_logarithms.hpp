#pragma once

#include "claims/derivation/order_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// The order of two formulas by way of logarithms: those of both sides, or one inside of a side.
class order_by_logarithms {
 public:
  /// The search must outlive this.
  explicit order_by_logarithms(order_search& order) : order_(order), facts_(order.facts()) {}

  /// Positive products in which exponential functions compete, by their logarithms.
  bool by_logarithms(const expression_ptr& low, const expression_ptr& high, bool strictly);
  /// r*log(a + e^u) is at least r*u, for r > 0 and a >= 0.
  bool by_logarithm_of_sum(const expression_ptr& low, const expression_ptr& high, bool strictly);
  /// log(1 + f) <= f, alone or times factors that are not negative.
  bool by_tangent(const expression_ptr& low, const expression_ptr& high, bool strictly);

 private:
  order_search& order_;
  domain_facts& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
