#pragma once

#include <utility>
#include <vector>

#include "claims/facts/certainty.hpp"
#include "claims/facts/stated_domain.hpp"

namespace shufflecert::inline v0_1::claims {

/// The sign of a formula wherever it has a value.
enum class sign { unknown, at_least_zero, positive, at_most_zero, negative };

/// What the form of a formula says of its sign on a domain.
class formula_signs {
 public:
  /// Both must outlive this.
  formula_signs(stated_domain& domain, certainty& facts) : domain_(domain), facts_(facts) {}

  /// Whether a comparison with 0, or with 1, follows from the sign of a formula.
  bool show(const comparison& wanted);

 private:
  static sign opposite(sign known);
  static const std::vector<std::pair<relation, sign>>& signs_of_relations();
  static bool is_weak_sign(sign known) {
    return known == sign::at_least_zero || known == sign::positive;
  }

  sign sign_of(const expression_ptr& formula);
  sign sign_of_sum(const sum_chain& x);
  sign sign_of_product(const product_chain& x);
  bool is_falling_product(const product_chain& x);
  bool is_excess_of_power(const sum_chain& x);

  sign sign_of_call(const call& x);
  sign sign_of_body(const call& x);
  sign sign_of_extreme(const call& x);
  bool is_central_moment(const call& x);

  sign sign_of_difference(const expression_ptr& first, const expression_ptr& second);
  sign sign_beyond_stated(const expression_ptr& sum);
  [[nodiscard]] bool is_room_of_index(const expression_ptr& formula) const;

  sign sign_above_one(const expression_ptr& formula);
  sign sign_across_one(const expression_ptr& first, const expression_ptr& second);
  bool is_at_most_one(const expression_ptr& formula);
  bool is_mean_of_shares(const expression_ptr& formula);

  stated_domain& domain_;
  certainty& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
