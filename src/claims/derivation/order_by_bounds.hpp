#pragma once

#include <map>
#include <string>
#include <vector>

#include "claims/bounds/known_bounds.hpp"
#include "claims/derivation/order_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// The order of two formulas by way of a bound of one of them (docs/methods/theorems.md).
class order_by_bounds {
 public:
  /// The search must outlive this.
  explicit order_by_bounds(order_search& order) : order_(order), facts_(order.facts()) {}

  /// By a bound of either side.
  bool by_bounds(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_normal_tail(const expression_ptr& low, const expression_ptr& high, bool strictly);
  /// By a quantity of which the lower formula is a bound.
  bool by_quantity_between(const expression_ptr& low, const expression_ptr& high, bool strictly);

 private:
  bool by_one_of(std::vector<known_bound> bounds, const expression_ptr& side, bool is_low,
                 const expression_ptr& other, bool strictly);
  order_search& order_;
  domain_facts& facts_;
  /// Of formulas, as they are written. They are found by algebra, and asked for again and again.
  std::map<std::string, std::vector<known_bound>> quantities_above_;
};

}  // namespace shufflecert::inline v0_1::claims
