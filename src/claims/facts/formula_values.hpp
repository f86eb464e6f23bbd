#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "claims/facts/certainty.hpp"
#include "claims/facts/quantity_existence.hpp"
#include "claims/facts/stated_domain.hpp"

namespace shufflecert::inline v0_1::claims {

/// Which formulas certainly have a finite value on a domain, by their form or because boxes say so.
class formula_values {
 public:
  /// All three must outlive this.
  formula_values(stated_domain& domain, certainty& facts, quantity_existence& quantities)
      : domain_(domain), facts_(facts), quantities_(quantities) {}

  /// Of a formula whose indices are renamed apart.
  bool has_value(const expression_ptr& formula);

 private:
  bool has_value_by_form(const expression_ptr& formula);
  bool power_has_value(const power_of& x);
  bool call_has_value(const call& x);
  bool choice_has_value(const call& x);
  bool body_has_value(const call& x);
  bool normal_mean_has_value(const call& x);
  [[nodiscard]] bool may_be_infinite(const expression_ptr& formula) const;

  stated_domain& domain_;
  certainty& facts_;
  quantity_existence& quantities_;
  std::map<std::string, bool> answers_;
  std::size_t left_open_ = 0;  ///< of parts, while the form of what they are in is checked
};

}  // namespace shufflecert::inline v0_1::claims
