#pragma once

#include <optional>
#include <vector>

#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {

/// D_λ of the clone pair at many orders from one set of moments: docs/methods/moments.md.
///
/// @param pair    with checked parameters, ε0 > 0; by symmetry either direction
/// @param orders  each finite and > 0, known to be 1 or not to be 1
/// @returns one entry for each order; nothing for those at which the moments do not reach the
///          precision, or `method` is none by moments
std::vector<std::optional<quantity>> clone_renyi_curve(const clone_pair& pair,
                                                       const std::vector<number>& orders,
                                                       bits precision, const budget& limits,
                                                       evaluation_method method);

}  // namespace shufflecert
