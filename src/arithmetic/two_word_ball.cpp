#include "arithmetic/two_word_ball.hpp"

#include "shufflecert/flint_headers.hpp"

namespace shufflecert::inline v0_1 {

two_word_ball::two_word_ball(const ball& x) : error_(lost_error) {
  if (!x.is_finite() || !x.is_certainly_positive()) return;
  arf_t part;
  fmpz_t whole;
  fmpz_t size;
  arf_init(part);
  fmpz_init(whole);
  fmpz_init(size);
  // The midpoint is in [2^(size − 1), 2^size).
  arf_abs_bound_lt_2exp_fmpz(size, arb_midref(x.raw()));
  // Sums of exponents stay far from the ends of a word.
  constexpr slong farthest = slong{1} << 40;
  if (fmpz_cmp_si(size, farthest) < 0 && fmpz_cmp_si(size, -farthest) > 0) {
    const std::int64_t exponent = fmpz_get_si(size) - 128;
    arf_mul_2exp_si(part, arb_midref(x.raw()), -exponent);
    const words below = arf_is_int(part) != 0 ? 0 : 1;
    arf_get_fmpz(whole, part, ARF_RND_FLOOR);
    ulong upper = 0;
    ulong lower = 0;
    fmpz_get_uiui(&upper, &lower, whole);
    arf_set_mag(part, arb_radref(x.raw()));
    arf_mul_2exp_si(part, part, -exponent);
    if (arf_cmpabs_2exp_si(part, 60) < 0) {
      arf_get_fmpz(whole, part, ARF_RND_CEIL);
      mantissa_ = (words{upper} << 64) | lower;
      exponent_ = exponent;
      error_ = capped(words{fmpz_get_ui(whole)} + below);
    }
  }
  fmpz_clear(size);
  fmpz_clear(whole);
  arf_clear(part);
}

std::optional<ball> two_word_ball::to_ball(bits precision) const {
  if (is_lost()) return std::nullopt;
  ball result(precision);
  ball radius(precision);
  fmpz_t whole;
  fmpz_init(whole);
  fmpz_set_uiui(whole, high(mantissa_), low(mantissa_));
  arb_set_fmpz(result.raw(), whole);
  fmpz_clear(whole);
  arb_set_ui(radius.raw(), error_);
  arb_add_error(result.raw(), radius.raw());
  arb_mul_2exp_si(result.raw(), result.raw(), exponent_);
  return result.with_precision(precision);
}

}  // namespace shufflecert::inline v0_1
