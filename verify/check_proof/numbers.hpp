#pragma once

#include <boost/multiprecision/gmp.hpp>

#include <mpfr.h>

namespace check {

using rational = boost::multiprecision::mpq_rational;
using integer = boost::multiprecision::mpz_int;

constexpr mpfr_rnd_t up = MPFR_RNDU;
constexpr mpfr_rnd_t down = MPFR_RNDD;

/// A real number of 128 bits. Every operation says how it rounds: `up` or `down`.
class real {
 public:
  real() { mpfr_init2(value_, 128); }
  real(const rational& x, mpfr_rnd_t rounding) : real() {
    mpfr_set_q(value_, x.backend().data(), rounding);
  }
  real(const real& other) : real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  real& operator=(const real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~real() { mpfr_clear(value_); }

  [[nodiscard]] mpfr_srcptr get() const { return value_; }
  [[nodiscard]] mpfr_ptr get() { return value_; }

 private:
  mpfr_t value_;
};

template <class Operation>
real applied(Operation operation, const real& a, mpfr_rnd_t rounding) {
  real result;
  operation(result.get(), a.get(), rounding);
  return result;
}
template <class Operation>
real applied(Operation operation, const real& a, const real& b, mpfr_rnd_t rounding) {
  real result;
  operation(result.get(), a.get(), b.get(), rounding);
  return result;
}

/// Whether a <= b, or a < b; false where either is no number.
inline bool is_at_most(const real& a, const real& b) {
  return mpfr_lessequal_p(a.get(), b.get()) != 0;
}
inline bool is_below(const real& a, const real& b) {
  return mpfr_less_p(a.get(), b.get()) != 0;
}

inline std::string text_of(const rational& x) {
  const std::string top = numerator(x).str();
  return denominator(x) == 1 ? top : top + "/" + denominator(x).str();
}

}  // namespace check
