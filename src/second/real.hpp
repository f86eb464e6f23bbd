#pragma once
// The two number types of the second arithmetic and what has to be said of each separately.

#include <boost/multiprecision/mpfr.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "arithmetic/log_gamma.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::second {

/// A number with as many digits as `default_precision()` says when it is made.
using mp = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<0>,
                                         boost::multiprecision::et_off>;

/// Throws beyond_reach where x is 0 and a number too near to 0 for MPFR became 0 in this evaluation
/// (evaluate_mpfr() begins it by clearing MPFR's flag): it may be that number, and its sign counts.
inline void require_no_lost_zero(const mp& x) {
  if (x == 0 && mpfr_underflow_p() != 0)
    throw beyond_reach("a number came up that is too near to 0 for the second arithmetic");
}
/// Plain double takes its numbers at face value.
inline void require_no_lost_zero(double /*x*/) {}

/// What an evaluation knows of its arithmetic. Two numbers closer than `tie`, relatively, count as
/// equal, and a number that close to a whole one as whole; 0 for double, which takes its numbers at
/// face value.
template <class R>
struct setting {
  R tie;
  unsigned digits;  ///< decimal digits worked with
  const budget& limits;
  work_meter* work = nullptr;  ///< where given, counts terms, weighed by what their digits cost
  std::int64_t times = 1;      ///< what is spent now will at least be spent so many times in all

  /// Counts this many terms; throws beyond_reach where they are too many.
  void spend(std::int64_t terms) const {
    if (work == nullptr) return;
    work->done += weighed(terms);
    if (work->done > work->most) throw beyond_reach("it takes more work than the effort allows");
  }

  /// Throws beyond_reach where so many terms are certain to be too many; counts nothing.
  void require(std::int64_t terms) const {
    if (work != nullptr && work->done + times * weighed(terms) > work->most)
      throw beyond_reach("it takes more work than the effort allows");
  }

  static constexpr unsigned unit_digits = 60;

 private:
  [[nodiscard]] std::int64_t weighed(std::int64_t terms) const {
    return terms * ((digits + unit_digits - 1) / unit_digits);
  }
};

template <class R>
struct real_type;

template <>
struct real_type<double> {
  /// The nearest double.
  static double of(const rational& x);
  static double infinity() { return std::numeric_limits<double>::infinity(); }
  static double pi() { return 3.141592653589793; }
  static double complementary_error_function(double x) { return std::erfc(x); }
  static double gamma(double x) { return std::tgamma(x); }
  static double log_gamma(double x) { return shufflecert::log_gamma(x); }
};

template <>
struct real_type<mp> {
  /// Rounded to nearest at the default precision.
  static mp of(const rational& x);
  static mp infinity();
  static mp pi();
  static mp complementary_error_function(const mp& x);
  static mp gamma(const mp& x);
  static mp log_gamma(const mp& x);
};

template <class R>
R infinity() {
  return real_type<R>::infinity();
}

template <class R>
bool is_infinite(const R& x) {
  using std::isinf;
  return isinf(x);
}

template <class R>
bool is_finite(const R& x) {
  using std::isfinite;
  return isfinite(x);
}

/// Lets a number pass; throws undefined_value where the operation gave none.
template <class R>
R existing(const R& x, const char* what) {
  using std::isnan;
  if (isnan(x)) throw undefined_value(std::string(what) + " has no value");
  return x;
}

/// True where the two count as equal.
template <class R>
bool are_equal(const R& a, const R& b, const setting<R>& in) {
  using std::abs;
  if (a == b) return true;
  if (!is_finite(a) || !is_finite(b)) return false;
  const R size = abs(a) > abs(b) ? R(abs(a)) : R(abs(b));
  return abs(R(a - b)) <= in.tie * size;
}

/// The whole number that x counts as.
template <class R>
std::optional<R> whole(const R& x, const setting<R>& in) {
  using std::floor;
  if (!is_finite(x)) return std::nullopt;
  const R nearest = floor(R(x + 0.5));
  if (x == nearest) return nearest;
  // Near 0 the distance itself counts, since no relative one would do.
  using std::abs;
  const R size = abs(x) > 1 ? R(abs(x)) : R(1);
  if (abs(R(x - nearest)) <= in.tie * size) return nearest;
  return std::nullopt;
}

/// The same as an integer. Throws undefined_value, naming `what`.
template <class R>
std::int64_t whole_number(const R& x, const char* what, const setting<R>& in) {
  const auto nearest = whole(x, in);
  if (!nearest || *nearest > R(9e18) || *nearest < R(-9e18))
    throw undefined_value(std::string(what) + " must be a whole number of 64 bits");
  return static_cast<std::int64_t>(*nearest);
}

template <class R>
R from_count(std::int64_t n) {
  return R(static_cast<double>(n));
}

template <>
inline mp from_count<mp>(std::int64_t n) {
  return mp(static_cast<long long>(n));
}

}  // namespace shufflecert::inline v0_1::second
