#pragma once

#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// What formulas of a claim call and name, directly or through others; callees and dependencies
/// come first.
class used_formulas {
 public:
  /// Refers to all three, which must live on. Names of the point are not looked up in the claim.
  used_formulas(const claim& stated, const catalogue& visible, const check_point& point)
      : stated_(stated), visible_(visible), point_(point) {}

  void add(const expression& formula);

  /// Definitions of the catalogue and local functions of the claim.
  [[nodiscard]] const std::vector<const definition*>& functions() const { return functions_; }
  /// Local names of the claim.
  [[nodiscard]] const std::vector<std::string>& lets() const { return lets_; }
  /// Whether one of the formulas calls this function, built-in or not.
  [[nodiscard]] bool calls(const std::string& function) const {
    return seen_functions_.contains(function);
  }
  /// Every name that stands in one of the formulas.
  [[nodiscard]] const std::set<std::string>& names() const { return names_in_use_; }

 private:
  void add_function(const std::string& name);
  void add_definition(const definition& entry);
  void add_name(const std::string& name);

  const claim& stated_;
  const catalogue& visible_;
  const check_point& point_;
  std::set<std::string> seen_functions_;
  std::set<std::string> seen_lets_;
  std::vector<const definition*> functions_;
  std::vector<std::string> lets_;
  std::set<std::string> names_in_use_;
};

}  // namespace shufflecert::inline v0_1::claims
