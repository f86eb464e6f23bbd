#pragma once
// k-ary randomized response with four symbols or more, where the others' symbol has a count that
// tells something: docs/methods/kary.md.

#include <cstdint>
#include <optional>

#include "quantities/variation/rejected_masses.hpp"
#include "quantities/variation/variation_laws.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// Every ball is certainly positive, and odds > 1.
struct kary_laws {
  variation_laws counts;  ///< the two inputs' symbols alone: (H.1)
  std::int64_t n;         ///< users
  ball odds;              ///< r = e^ε0
  ball twos;   ///< ρ2 = r/(r + k − 3): another symbol than these two is the others' one
  ball fewer;  ///< 1 − ρ2

  [[nodiscard]] bits precision() const { return odds.precision(); }
};

/// The number of symbols of a pair of k-ary randomized response with k >= 4, else nothing.
std::optional<std::int64_t> symbols_of_kary(const distribution_pair& pair);

/// Of a pair with symbols_of_kary(), which is its own swap. Nothing where ε0 = 0.
std::optional<kary_laws> kary_laws_of(const distribution_pair& pair, bits precision);

/// P and Q of a set of outcomes that is {P > κQ} but for a few.
///
/// @param of      at variation_precision(precision, n) bits
/// @param factor  κ > 0; the set is one for all of the ball
/// @throws precision_needed  it is open whether κ > 1
/// @throws beyond_reach      more than about 10^9 steps are needed
rejected_masses masses_beyond(const kary_laws& of, const ball& factor, bits precision,
                              const budget& limits);

}  // namespace shufflecert::inline v0_1
