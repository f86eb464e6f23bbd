#include "arithmetic/magnitude.hpp"

#include <string>

#include "shufflecert/errors.hpp"

namespace shufflecert {

void require_magnitude(const ball& x, const char* what) {
  if (!x.is_finite()) return;
  // An exponent is that of the power of two above the number.
  if (fmpz_cmp_si(ARF_EXPREF(arb_midref(x.raw())), largest_log2) > 0 ||
      fmpz_cmp_si(MAG_EXPREF(arb_radref(x.raw())), largest_log2) > 0)
    throw beyond_reach(std::string(what) + " is beyond 2^(2^61), which is out of range");
}

}  // namespace shufflecert
