#pragma once
// Rényi divergence of k-ary randomized response by moments of all reports together:
// docs/methods/kary.md, section 4.

#include <optional>

#include "quantities/variation/kary.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ for finite λ > 0, at a cost that does not grow with the users. Nothing where these are too
/// few for the order.
///
/// @param of  at variation_precision(precision + 2·bit_length(n), n) bits
std::optional<number> kary_renyi(const kary_laws& of, const number& lambda, bits precision,
                                 const budget& limits);

}  // namespace shufflecert::inline v0_1
