#include "arithmetic/simplest_rational.hpp"

namespace shufflecert {

rational simplest_between(const rational& low, const rational& high) {
  // Down the continued fractions of both ends as long as they agree.
  const integer whole = floor(low);
  if (rational(whole) == low) return low;
  if (whole < floor(high)) return rational(whole + 1);
  return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole));
}

}  // namespace shufflecert
