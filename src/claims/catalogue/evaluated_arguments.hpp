#pragma once

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert {

/// Whether putting the definitions' formulas in the place of their calls keeps what has no value
/// without one. A definition is evaluated at the values of its arguments, all of which must exist;
/// its formula may pass one over, as in f(a) = 1 or in the branch of an `if`. True where each
/// argument that may be passed over has a value for all values of the variables. `let` are the
/// local names of the claim.
bool keeps_every_argument(const expression& formula, const definitions& visible,
                          const variable_map& let);

}  // namespace shufflecert
