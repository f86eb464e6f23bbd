#pragma once

#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// How closely a script works, in decimal digits. Nothing of this is certified: too few digits make
/// a script say that it does not reproduce what is so.
struct script_digits {
  int working = 0;   ///< of each operation
  int compared = 0;  ///< on which numbers agree that count as equal
  int dropped = 0;   ///< outcomes less likely than 10^−dropped are left out of sums
};

/// Those that two sides need, as the engine knows them.
///
/// @param sides                    both, as enclosures
/// @param precision                the bits with which they became known
/// @param left_drops, right_drops  whether the script computes that side as a sum over outcomes of
///                                 which it leaves some out
script_digits digits_for(const counterexample& sides, bits precision, bool left_drops,
                         bool right_drops);

}  // namespace shufflecert::inline v0_1::claims
