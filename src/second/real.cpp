#include "second/real.hpp"

#include <limits>

namespace shufflecert::inline v0_1::second {

double real_type<double>::of(const rational& x) {
  // Where both are doubles, so is their quotient but for one rounding.
  constexpr std::size_t digits = std::numeric_limits<double>::digits;
  const mpq_srcptr raw = x.backend().data();
  if (mpz_sizeinbase(mpq_numref(raw), 2) <= digits && mpz_sizeinbase(mpq_denref(raw), 2) <= digits)
    return mpz_get_d(mpq_numref(raw)) / mpz_get_d(mpq_denref(raw));
  // GMP's own conversion cuts off; 53 bits of MPFR round to nearest.
  mpfr_t nearest;
  mpfr_init2(nearest, 53);
  mpfr_set_q(nearest, x.backend().data(), MPFR_RNDN);
  const double result = mpfr_get_d(nearest, MPFR_RNDN);
  mpfr_clear(nearest);
  return result;
}

mp real_type<mp>::of(const rational& x) {
  mp result;
  mpfr_set_q(result.backend().data(), x.backend().data(), MPFR_RNDN);
  return result;
}

mp real_type<mp>::infinity() {
  mp result;
  mpfr_set_inf(result.backend().data(), 1);
  return result;
}

mp real_type<mp>::pi() {
  mp result;
  mpfr_const_pi(result.backend().data(), MPFR_RNDN);
  return result;
}

mp real_type<mp>::complementary_error_function(const mp& x) {
  mp result;
  mpfr_erfc(result.backend().data(), x.backend().data(), MPFR_RNDN);
  return result;
}

mp real_type<mp>::gamma(const mp& x) {
  mp result;
  mpfr_gamma(result.backend().data(), x.backend().data(), MPFR_RNDN);
  return result;
}

mp real_type<mp>::log_gamma(const mp& x) {
  mp result;
  mpfr_lngamma(result.backend().data(), x.backend().data(), MPFR_RNDN);
  return result;
}

}  // namespace shufflecert::inline v0_1::second
