#pragma once

#include <optional>
#include <vector>

#include "quantities/pairs/method_registry.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of the clone pair, in either direction, by the cheapest method or by the one asked for:
/// docs/methods/moments.md.
///
/// @param pair    with checked parameters, ε0 > 0
/// @param lambda  order, finite and > 0, known to be 1 or not to be 1
/// @returns nothing where direct summation of all outcomes is to be used
std::optional<quantity> clone_renyi(const clone_pair& pair, const number& lambda, bits precision,
                                    const budget& limits, evaluation_method method);

/// The methods that clone_renyi() chooses among, direct summation among them, in the order in which
/// it looks at them.
std::vector<method_row> clone_renyi_methods();

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

}  // namespace shufflecert::inline v0_1
