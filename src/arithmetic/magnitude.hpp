#pragma once
// Sizes of numbers: bounds for them, and the limit that no number may pass.

#include <cstdint>

#include <string>
#include "shufflecert/ball.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/flint_headers.hpp"

namespace shufflecert::inline v0_1 {

/// A bound: a number >= 0 of 30 bits, rounded up or down by the function that made it. Owns FLINT's
/// mag_t.
class magnitude {
 public:
  magnitude() { mag_init(value_); }
  magnitude(const magnitude& other) { mag_init_set(value_, other.value_); }
  magnitude(magnitude&&) = delete;
  magnitude& operator=(const magnitude& other) {
    if (this != &other) mag_set(value_, other.value_);
    return *this;
  }
  magnitude& operator=(magnitude&&) = delete;
  ~magnitude() { mag_clear(value_); }

  [[nodiscard]] mag_srcptr raw() const { return value_; }
  [[nodiscard]] mag_ptr raw() { return value_; }

 private:
  mag_t value_;
};

/// The one limit for magnitudes: no number is larger than 2^largest_log2 in size. That leaves room
/// for e^n with n up to 10^18, the largest number of users that docs/methods/index.md speaks of;
/// MPFR holds and prints all of it, and products of several such numbers have exponents far from
/// those at which FLINT ends the program. Small numbers need no limit: a term such as e^(−e^256)
/// beside others is enclosed as well as 0 is, and its inverse is beyond the limit.
constexpr std::int64_t largest_log2 = std::int64_t{1} << 61;

/// Throws beyond_reach, naming `what`, for a finite ball that reaches beyond the limit. Infinities
/// pass.
inline void require_magnitude(const ball& x, const char* what) {
  if (!x.is_finite()) return;
  // An exponent is that of the power of two above the number.
  if (fmpz_cmp_si(ARF_EXPREF(arb_midref(x.raw())), largest_log2) > 0 ||
      fmpz_cmp_si(MAG_EXPREF(arb_radref(x.raw())), largest_log2) > 0)
    throw beyond_reach(std::string(what) + " is beyond 2^(2^61), which is out of range");
}

}  // namespace shufflecert::inline v0_1
