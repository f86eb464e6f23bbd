#pragma once

#include <map>
#include <string>
#include <vector>

#include "claims/bounds/known_bounds.hpp"
#include "claims/facts/facts.hpp"
#include "claims/proof/terms.hpp"

namespace shufflecert::inline v0_1::claims {

/// Shows that one formula is never above another one on a claim's domain: by its form, by boxes,
/// and by bounds of the divergences in it. Both must have values there (domain_facts::has_value).
class formula_order {
 public:
  explicit formula_order(domain_facts& facts) : facts_(facts) {}

  /// Whether `left op right` certainly holds at every point of the domain.
  bool holds(const expression_ptr& left, relation op, const expression_ptr& right);

 private:
  bool is_below(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool attempt(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool is_same(const expression_ptr& left, const expression_ptr& right) const;
  std::optional<bool> by_extremes(const expression_ptr& low, const expression_ptr& high,
                                  bool strictly);
  std::optional<bool> by_choice(const expression_ptr& low, const expression_ptr& high,
                                bool strictly);
  bool by_form(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_sums(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool cancel_terms(std::vector<signed_term>& a, std::vector<signed_term>& b) const;
  bool by_products(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_powers(const expression_ptr& low, const expression_ptr& high);
  bool by_bodies(const expression_ptr& low, const expression_ptr& high);
  bool by_some_terms(const std::vector<signed_term>& low, const std::vector<signed_term>& high,
                     std::vector<expression_ptr>& needed);
  bool by_expansion(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_calls(const call& low, const call& high, bool strictly);
  std::optional<std::string> pair_in_order_of_parameters(const call& low, const call& high);
  bool by_bounds(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_one_of(std::vector<known_bound> bounds, const expression_ptr& side, bool is_low,
                 const expression_ptr& other, bool strictly);
  bool is_required(const expression_ptr& condition);
  bool by_normal_tail(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_logarithms(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_logarithm_of_sum(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_tangent(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_quantity_between(const expression_ptr& low, const expression_ptr& high, bool strictly);
  bool by_multiple(const expression_ptr& low, const expression_ptr& high, bool strictly,
                   const std::vector<single_factor>& factors, const expression_ptr& other_low,
                   const expression_ptr& other_high);
  bool multiply_across(std::vector<single_factor>& a, std::vector<single_factor>& b,
                       std::vector<single_factor>& moved);
  bool is_at_least_zero(const expression_ptr& formula);

  domain_facts& facts_;
  int depth_ = 0;
  /// Of formulas, as they are written. They are found by algebra, and asked for again and again.
  std::map<std::string, std::vector<known_bound>> quantities_above_;
};

}  // namespace shufflecert::inline v0_1::claims
