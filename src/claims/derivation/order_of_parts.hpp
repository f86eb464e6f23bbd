#pragma once

#include <vector>

#include "claims/derivation/order_search.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {

/// The order of two sums, or two products, by the order of their terms or factors.
class order_of_parts {
 public:
  /// The search must outlive this.
  explicit order_of_parts(order_search& order) : order_(order), facts_(order.facts()) {}

  bool by_products(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_sums(const expression_ptr& low, const expression_ptr& high, bool strictly);
  /// With the products of sums multiplied out, if both sides have something in common then.
  bool by_expansion(const expression_ptr& low, const expression_ptr& high, bool strictly);

 private:
  bool cancel_terms(std::vector<signed_term>& a, std::vector<signed_term>& b);
  bool by_some_terms(const std::vector<signed_term>& low, const std::vector<signed_term>& high,
                     std::vector<expression_ptr>& needed);
  bool multiply_across(std::vector<single_factor>& a, std::vector<single_factor>& b,
                       std::vector<single_factor>& moved);
  bool by_multiple(const expression_ptr& low, const expression_ptr& high, bool strictly,
                   const std::vector<single_factor>& factors, const expression_ptr& other_low,
                   const expression_ptr& other_high);

  order_search& order_;
  domain_facts& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
