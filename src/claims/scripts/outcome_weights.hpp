#pragma once

#include "shufflecert/budget.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {

/// About log10 of the largest factor with which a rare outcome can count in a Rényi divergence of
/// the formula: (P/Q)^λ at the largest P/Q of its pair. 0 where there is none that is finite, or
/// that is known.
/// @param values  of the formula's variables
double log10_of_largest_weight(const expression& formula, const definitions& visible,
                               const variable_map& values, const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
