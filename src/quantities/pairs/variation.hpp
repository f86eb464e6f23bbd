#pragma once
// The probabilities of one report in the pair of the variation-ratio reduction. Formula numbers
// refer to docs/methods/variation.md.

#include <optional>

#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// (W.1). Each is exact where the parameters are rational, else an enclosure.
struct variation_rates {
  number first;      ///< pα: P of the differing user's report counts in the first place
  number second;     ///< α: in the second place
  number none;       ///< 1 − pα − α: nowhere; exactly 0 where that is certain, never below 0
  number to_first;   ///< r_0, of each other user
  number to_second;  ///< r_1
  number neither;    ///< 1 − r_0 − r_1
};

/// Expects p > 1, β in [0, 1], q0, q1 >= 1.
variation_rates rates_of(const variation_pair& pair, bits precision);

/// A variation pair, and k-ary randomized response with three symbols, which by (W.17) is one.
/// Nothing for any other pair.
std::optional<variation_pair> as_variation(const distribution_pair& pair, bits precision);

/// Ranges of all parameters but n. Throws as check_parameters() does.
void check_variation(const variation_pair& pair, bits precision);

/// The clone pair, or for p = inf the unmixed pair, which the pair is where every report counts and
/// q0 = q1, by (W.3): their methods reach further. Any other pair as it is.
distribution_pair as_clones(const distribution_pair& pair, bits precision);

}  // namespace shufflecert::inline v0_1
