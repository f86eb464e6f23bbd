#pragma once

#include <string>
#include <vector>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

/// A rule of one form, on one side, with nothing left to look up: wherever its conditions hold and
/// the quantity has a value, it is at most, or at least, the formula.
struct stated_rule {
  std::string place;
  std::string quantity;   ///< "renyi(rr_pair(n, eps0), lambda)"
  std::string pair;       ///< what the quantity is of; empty where that is in no pair or law
  std::string meaning;    ///< what else is of the form, in words
  bool is_above = true;   ///< whether the formula is above the quantity
  bool is_value = false;  ///< whether the quantity is the formula: there are two rows of it
  bool is_strict = false;
  std::string formula;
  std::vector<std::string> conditions;
  std::vector<std::string> exists;   ///< what has to hold for the pair to exist
  std::vector<std::string> letters;  ///< the names in the quantity, and those in the formula alone
  std::vector<std::string> whole;    ///< of those, the ones that stand for whole numbers
  std::string false_twin;            ///< of the formula
  std::string refuted_at;            ///< where; empty for the forms at which it is not tried
};

/// Every rule, once for each of its forms and sides, in the order of all_rules().
const std::vector<stated_rule>& stated_rules();

}  // namespace shufflecert::inline v0_1::claims
