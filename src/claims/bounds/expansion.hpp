#pragma once

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// The divergence of which the formula, one of four variables, may be the expansion; null where it
/// cannot be one. Only the names are read off: that it is the expansion, (O.8) has to show.
expression_ptr quantity_expanded_in(const expression& formula);

}  // namespace shufflecert::inline v0_1::claims
