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

}  // namespace shufflecert::inline v0_1::claims
