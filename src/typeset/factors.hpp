#pragma once

#include <vector>

#include "typeset/symbols.hpp"

namespace shufflecert::inline v0_1 {

/// Factors side by side, which say a product without a sign; with one where they could be read as
/// one number, as a mixed number, or as a function with its argument.
layout side_by_side(std::vector<layout> factors);

}  // namespace shufflecert::inline v0_1
