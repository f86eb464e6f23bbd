#pragma once
// Hockey-stick divergence, ε and trade-off function of shuffled_pair at any n:
// docs/methods/sums.md.

#include <optional>

#include "quantities/shuffled/divergence_sum.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// H_{e^ε} for finite ε: to any number of digits by outcomes, or where the sum is on a lattice,
/// else to about 12. Nothing where the outcomes alone are to serve and are too many.
/// @param swapped  of (Q', P')
/// @throws beyond_reach  more digits than the line gives, or the deadline has passed
std::optional<summed_value> shuffled_hockey_stick(const shuffled_pair& pair, bool swapped,
                                                  const number& eps, sum_methods ways,
                                                  bits precision, const budget& limits);

/// The same for ε, 0 < δ < 1; exactly inf where δ is below the mass on which Q' is 0.
ball shuffled_epsilon(const shuffled_pair& pair, bool swapped, const number& delta, bits precision,
                      const budget& limits);

}  // namespace shufflecert::inline v0_1
