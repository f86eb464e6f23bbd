#pragma once

#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// A number in rounds_to(value, printed, unit) that is written with fewer decimals than its unit
/// has, such as 0.019 with the unit 0.0001: somebody who reads 0.019 in a paper knows three
/// decimals, not four.
struct coarse_number {
  std::string printed;    ///< "0.019"
  std::string unit;       ///< "0.0001"
  std::string last_unit;  ///< one unit of the last decimal that is written: "0.001"

  friend bool operator==(const coarse_number&, const coarse_number&) = default;
};

/// All such numbers of a formula; `values` has formulas for some of its variables, such as what
/// `let` gives. Only numbers that are written out count, with a unit that is a power of ten.
std::vector<coarse_number> numbers_with_fewer_decimals(const expression& formula,
                                                       const variable_map& values);

}  // namespace shufflecert::inline v0_1::claims
