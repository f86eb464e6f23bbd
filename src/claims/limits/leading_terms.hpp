#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/facts/facts.hpp"
#include "claims/forms/terms.hpp"
#include "claims/limits/leading_term.hpp"

namespace shufflecert::inline v0_1::claims {

/// The leading terms of formulas as one variable grows, for all values of the other variables in a
/// claim's domain. The derivation is in docs/methods/rates.md.
class leading_terms {
 public:
  /// The facts must outlive this.
  leading_terms(domain_facts& facts, std::string along);

  /// Nothing where it is not known. Quantities of pairs, laws and curves are not.
  std::optional<leading_term> of(const expression_ptr& formula);
  /// The sign for all large values; 0 where f is 0 there; nothing where it is not known.
  std::optional<int> sign_of(const expression_ptr& formula);
  /// Whether the condition holds for all large values, or fails for all of them; its sides exist
  /// there.
  std::optional<bool> truth_of(const expression_ptr& condition);
  bool holds(const expression_ptr& condition) { return truth_of(condition) == true; }
  /// Whether the variable that grows is in the formula.
  [[nodiscard]] bool is_free_of_it(const expression& formula) const;

 private:
  using found_term = std::optional<leading_term>;

  found_term computed(const expression_ptr& formula);
  found_term of_constant(const expression_ptr& formula);
  found_term of_sum(const std::vector<signed_term>& terms);
  found_term of_terms(const std::vector<signed_term>& terms);
  /// Adds what the product of the factors, times `multiple`, is the sum of; whether that is known.
  bool add_parts(std::vector<single_factor> factors, const leading_term& multiple,
                 std::vector<leading_term>& parts);
  found_term sum_of_parts(std::vector<leading_term> parts);
  found_term of_product(const product_chain& factors);
  found_term of_factors(const std::vector<single_factor>& factors);
  found_term of_power(const expression_ptr& base, const expression_ptr& exponent);
  found_term of_call(const call& x);
  found_term of_exp(const expression_ptr& exponent);
  found_term of_log(const expression_ptr& argument);
  /// log(1 + f), or e^f − 1, or tanh(f), where f tends to 0: f but for a part that is smaller.
  static leading_term near_zero(leading_term f);
  found_term of_normal(const expression_ptr& argument);
  found_term of_choice(const call& x);
  found_term of_largest(const std::vector<expression_ptr>& values, bool is_largest);
  std::optional<int> sign_of_constant(const expression_ptr& formula);
  static found_term with_constant(known_term known, expression_ptr coefficient, int sign);

  domain_facts& facts_;
  std::string along_;
  std::map<std::string, found_term> known_;
  std::map<std::string, std::optional<int>> signs_;
};

}  // namespace shufflecert::inline v0_1::claims
