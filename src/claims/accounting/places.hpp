#pragma once
// Where values of a variable are looked for. Nothing of this is certified.

#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// 10^k.
inline rational power_of_ten(int k) {
  return power(rational(10), k);
}

/// log |x|, x not 0, also where |x| is no double. For choosing parameters; never certified.
double log_near(const rational& x);

/// x with so many significant digits, rounded down.
rational rounded_down(const rational& x, int digits);

/// Half of the way from a value towards another one, on a scale that may be that of logarithms; on
/// a plain scale half of the digits where the other one is far larger.
double halfway(double inner, double outer, bool is_logarithmic);

}  // namespace shufflecert::inline v0_1::claims
