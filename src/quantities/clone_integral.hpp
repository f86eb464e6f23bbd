#pragma once

#include <cstdint>
#include <optional>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// D_λ of the clone pair for whole λ >= 2 by an integral over one variable, whose cost does not
/// grow with n: docs/methods-integral.md.
///
/// @param pair  with checked parameters, ε0 > 0; by symmetry either direction
/// @returns nothing where the order is too large for this method
std::optional<number> renyi_by_integral(const clone_pair& pair, std::int64_t lambda, bits precision,
                                        const budget& limits);

/// About how many milliseconds renyi_by_integral() takes. For choosing a method. Infinite where it
/// gives nothing.
double integral_cost(const clone_pair& pair, std::int64_t lambda, bits precision);

}  // namespace shufflecert
