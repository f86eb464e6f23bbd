#include "arithmetic/interval.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr slong most_bits_of_sum = slong{1} << 22;

// [0, m] where m is an upper bound of |x| with 30 bits, |x| itself where it has no more.
ball from_zero(const ball& x, bits precision) {
  ball result(precision);
  arf_t most;
  arf_t kept;
  arf_init(most);
  arf_init(kept);
  arb_get_abs_ubound_arf(most, x.raw(), precision);
  arf_get_mag_lower(arb_radref(result.raw()), most);
  arf_set_mag(kept, arb_radref(result.raw()));
  if (arf_equal(kept, most) == 0) arf_get_mag(arb_radref(result.raw()), most);
  arf_clear(kept);
  arf_clear(most);
  mag_mul_2exp_si(arb_radref(result.raw()), arb_radref(result.raw()), -1);
  arf_set_mag(arb_midref(result.raw()), arb_radref(result.raw()));
  return result;
}

// A ball that contains both ends, which need not be its own ends; its sign is that of the ends.
ball around(const ball& left, const ball& right, bits precision) {
  if (left.is_certainly_nonnegative()) return from_zero(right, precision);
  if (right.is_certainly_nonpositive()) return -from_zero(-left, precision);
  return ball::hull(left, right);
}

// The lower end of x as an exact ball.
}  // namespace

bool has_long_sum(const ball& left, const ball& right) {
  fmpz_t low;
  fmpz_t high;
  fmpz_init(low);
  fmpz_init(high);
  bool is_first = true;
  const auto widen = [&](arf_srcptr x) {
    if (arf_is_special(x)) return;
    fmpz_t bottom;
    fmpz_init(bottom);
    arf_bot(bottom, x);
    if (is_first || fmpz_cmp(bottom, low) < 0) fmpz_set(low, bottom);
    if (is_first || fmpz_cmp(ARF_EXPREF(x), high) > 0) fmpz_set(high, ARF_EXPREF(x));
    is_first = false;
    fmpz_clear(bottom);
  };
  for (const ball* end : {&left, &right}) {
    widen(arb_midref(end->raw()));
    arf_t radius;
    arf_init_set_mag_shallow(radius, arb_radref(end->raw()));
    widen(radius);
  }
  fmpz_sub(high, high, low);
  const bool is_long = fmpz_cmp_si(high, most_bits_of_sum) > 0;
  fmpz_clear(high);
  fmpz_clear(low);
  return is_long;
}

ball ball_between(const ball& left, const ball& right, bits precision) {
  if (!left.is_finite() || !right.is_finite()) return ball::hull(left, right);
  if (left.is_exact_zero()) return from_zero(right, precision);
  if (has_long_sum(left, right)) return around(left, right, precision);
  ball result(precision);
  arf_t radius;
  arf_t kept;
  arf_init(radius);
  arf_init(kept);
  arf_add(arb_midref(result.raw()), arb_midref(left.raw()), arb_midref(right.raw()), ARF_PREC_EXACT,
          ARF_RND_DOWN);
  arf_mul_2exp_si(arb_midref(result.raw()), arb_midref(result.raw()), -1);
  arf_sub(radius, arb_midref(right.raw()), arb_midref(left.raw()), ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_mul_2exp_si(radius, radius, -1);
  arf_get_mag_lower(arb_radref(result.raw()), radius);
  arf_set_mag(kept, arb_radref(result.raw()));
  if (arf_equal(kept, radius) == 0) arf_get_mag(arb_radref(result.raw()), radius);
  arf_clear(kept);
  arf_clear(radius);
  return result;
}

ball covering(const ball& low, const ball& high, bits precision) {
  const ball left = lower_bound(low);
  const ball right = upper_bound(high);
  if (left.is_exact_zero() || low.is_exact() == high.is_exact())
    return ball_between(left, right, precision);
  if (!left.is_finite() || !right.is_finite()) return ball::hull(left, right);
  if (has_long_sum(left, right)) return around(left, right, precision);
  ball width(precision);
  arb_sub(width.raw(), right.raw(), left.raw(), ARF_PREC_EXACT);
  ball result(precision);
  arf_get_mag(arb_radref(result.raw()), arb_midref(width.raw()));
  mag_mul_2exp_si(arb_radref(result.raw()), arb_radref(result.raw()), -1);
  arf_t radius;
  arf_init(radius);
  arf_set_mag(radius, arb_radref(result.raw()));
  if (high.is_exact())
    arf_sub(arb_midref(result.raw()), arb_midref(right.raw()), radius, ARF_PREC_EXACT,
            ARF_RND_DOWN);
  else
    arf_add(arb_midref(result.raw()), arb_midref(left.raw()), radius, ARF_PREC_EXACT, ARF_RND_DOWN);
  arf_clear(radius);
  return result;
}

ball known_nonnegative(const ball& x) {
  if (!x.is_finite() || x.is_certainly_nonnegative()) return x;
  return from_zero(upper_bound(x), x.precision());
}

}  // namespace shufflecert::inline v0_1
