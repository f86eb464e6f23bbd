#include "quantities/clone/tails/tilted_masses.hpp"

#include <algorithm>
#include <cmath>

#include "arithmetic/bit_length.hpp"

// Formula numbers refer to docs/methods/tails.md.

namespace shufflecert::inline v0_1 {
namespace {

ball raised_by_at_most(const ball& x, const ball& most) {
  return ball::hull(x, x + most);
}

double entropy_part(double x) {
  return x > 0 ? x * std::log(x) : 0;
}

// log Σ w(N)·z(y)^N, (B.7).
double log_total(const clone_parameters& of, double y) {
  const double log_z = -(std::log(2.0) + entropy_part((1 + y) / 2) + entropy_part((1 - y) / 2));
  return log_z + static_cast<double>(of.n - 1) * std::log1p(of.clone.near() * std::expm1(log_z));
}

}  // namespace

tilted_masses masses_at(const clone_parameters& of, const rational& y, bits precision,
                        const budget& limits, const std::optional<layer_window>& window) {
  const bits depth = precision + bit_length(of.n) + 20;
  const tail_sums sums =
      sum_tails(of, y, window ? *window : tail_window(of, y, depth), precision, limits);
  const bits working = sums.mass.precision();
  const ball t = of.t.with_precision(working);
  const ball cut = ball::of(y, working);
  const ball& m = sums.mass;
  const ball scaled = t * sums.first_moment;
  const ball more = t * cut + 1;
  const ball less = 1 - t * cut;
  const ball p = m + scaled;
  const ball q = nonnegative_part(m - scaled);
  // (B.11)
  const ball p_out = upper_bound((t + 1) * sums.left_out);
  const ball q_out = upper_bound(less * sums.left_out);
  return {raised_by_at_most(p, p_out),
          raised_by_at_most(nonnegative_part(p - more * sums.atom), p_out),
          raised_by_at_most(q, q_out),
          raised_by_at_most(nonnegative_part(q - less * sums.atom), q_out),
          raised_by_at_most(scaled * 2, upper_bound(t * 2 * sums.left_out)),
          raised_by_at_most(nonnegative_part(sums.first_moment - cut * m),
                            upper_bound((1 - cut) * sums.left_out))};
}

rational tail_near(const clone_parameters& of, double log_mass) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (log_total(of, middle) > log_mass ? low : high) = middle;
  }
  return {integer(static_cast<long long>(std::ldexp(low, 60))), integer(1) << 60U};
}

double tail_slope_near(const clone_parameters& of, const rational& y) {
  const double at = y.convert_to<double>();
  const double step = 1e-4 * std::min(at, 1 - at) + 1e-12;
  return (log_total(of, at + step) - log_total(of, at - step)) / (2 * step);
}

ball extreme_mass(const clone_parameters& of) {
  return exp(log1p(-of.clone / 2) * (of.n - 1));
}

double log_near(const ball& x) {
  arb_t logarithm;
  arb_init(logarithm);
  arb_log(logarithm, x.raw(), 64);
  const double result = arf_get_d(arb_midref(logarithm), ARF_RND_NEAR);
  arb_clear(logarithm);
  return result;
}

rational grid_point_near(const ball& x, bits scale) {
  arf_t middle;
  fmpz_t units;
  arf_init(middle);
  fmpz_init(units);
  integer count = 0;
  const integer one = integer(1) << static_cast<unsigned>(scale);
  if (arf_is_finite(arb_midref(x.raw())) != 0 && arf_sgn(arb_midref(x.raw())) > 0) {
    arf_mul_2exp_si(middle, arb_midref(x.raw()), scale);
    arf_get_fmpz(units, middle, ARF_RND_NEAR);
    fmpz_get_mpz(count.backend().data(), units);
  }
  arf_clear(middle);
  fmpz_clear(units);
  return {count < one ? count : one, one};
}

}  // namespace shufflecert::inline v0_1
