#pragma once

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// Whether `left` and `right` are the same expression by the laws of arithmetic, of powers and of
/// the exponential function: then they have the same value wherever both exist
/// (docs/methods/proofs.md). False where that is not found out. Compares numbers only.
///
/// `names` gives formulas for some of the open names, as for `evaluator`; the others are variables.
/// Throws beyond_reach when the limits run out.
bool is_identity(const expression& left, const expression& right, const definitions& visible,
                 const variable_map& names, const budget& limits);

/// The same for the squares of both sides.
bool is_identity_of_squares(const expression& left, const expression& right,
                            const definitions& visible, const variable_map& names,
                            const budget& limits);

}  // namespace shufflecert::inline v0_1
