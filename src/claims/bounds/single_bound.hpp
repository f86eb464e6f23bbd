#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// A formula on one side of a quantity, wherever the conditions hold.
struct known_bound {
  expression_ptr formula;
  std::vector<expression_ptr> required;
  std::string rule;        ///< its place in the documentation, such as "(U.6)"
  bool is_strict = false;  ///< whether the quantity is never equal to it
};

/// A bound from templates with formulas for their letters, as filled_in() has them.
known_bound make_bound(const std::string& formula, const variable_map& letters,
                       const std::vector<const char*>& required, const char* rule);

}  // namespace shufflecert::inline v0_1::claims
