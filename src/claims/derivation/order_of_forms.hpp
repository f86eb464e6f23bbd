#pragma once

#include <optional>
#include <string>

#include "claims/derivation/order_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// The order of two formulas of one form, by the order of what is in them.
class order_of_forms {
 public:
  /// The search must outlive this.
  explicit order_of_forms(order_search& order) : order_(order), facts_(order.facts()) {}

  /// Each of these says whether the order was shown, or nothing where the form is another one.
  std::optional<bool> by_extremes(const expression_ptr& low, const expression_ptr& high,
                                  bool strictly);
  std::optional<bool> by_choice(const expression_ptr& low, const expression_ptr& high,
                                bool strictly);
  /// Of two calls of one function, two powers, sums or means.
  bool by_arguments(const expression_ptr& low, const expression_ptr& high, bool strictly);
  /// Of two negations, or of a logarithm and a constant.
  std::optional<bool> by_inverse(const expression_ptr& low, const expression_ptr& high,
                                 bool strictly);

 private:
  bool logged(bool holds, const proof_step& step);
  bool by_calls(const call& low, const call& high, bool strictly);
  bool are_parameters_in_order(const stated_pair& less_private, const stated_pair& more_private);
  std::optional<std::string> pair_in_order_of_parameters(const call& low, const call& high);
  bool by_powers(const expression_ptr& low, const expression_ptr& high);
  bool by_bodies(const expression_ptr& low, const expression_ptr& high);

  order_search& order_;
  domain_facts& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
