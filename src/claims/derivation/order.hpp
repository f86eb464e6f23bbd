#pragma once

#include "claims/derivation/order_by_bounds.hpp"
#include "claims/derivation/order_by_logarithms.hpp"
#include "claims/derivation/order_of_forms.hpp"
#include "claims/derivation/order_of_parts.hpp"
#include "claims/derivation/order_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// Shows that one formula is never above another one on a claim's domain, by the first way that
/// leads there. Both must have values there (domain_facts::has_value).
class formula_order final : public order_search {
 public:
  explicit formula_order(domain_facts& facts);

  /// Whether `left op right` certainly holds at every point of the domain.
  bool holds(const expression_ptr& left, relation op, const expression_ptr& right);
  bool is_below(const expression_ptr& low, const expression_ptr& high, bool strictly) override;

 private:
  bool attempt(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_form(const expression_ptr& low, const expression_ptr& high, bool strictly);

  order_of_forms forms_;
  order_of_parts parts_;
  order_by_logarithms logarithms_;
  order_by_bounds bounds_;
  int depth_ = 0;
};

}  // namespace shufflecert::inline v0_1::claims
