#pragma once

#include <optional>

#include "shufflecert/budget.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// The symmetrization 𝒞(f) at α by duality, without a table of outcomes: from a few values of f and
/// of its hockey-stick divergences. For f whose values are quick at any number of users. See
/// docs/methods/tradeoff.md, section 3.
///
/// @param f  a trade-off function that is not symmetric
/// @param symmetric  symmetrized(f)
/// @param alpha  in [0, 1]
/// @returns an enclosure of about `precision` bits. Nothing at the ends, beyond the stretch where
///          𝒞(f) has the slope −1, and wherever both bounds are not close to each other
/// @throws precision_needed, beyond_reach  as curve_value() and curve_delta() do
std::optional<ball> symmetrized_by_duality(const curve_ptr& f, const curve_ptr& symmetric,
                                           const number& alpha, bits precision,
                                           const budget& limits);

}  // namespace shufflecert::inline v0_1
