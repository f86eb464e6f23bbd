#include "shufflecert/ball.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shufflecert::inline v0_1 {

// Whole numbers of 64 bits are handed to FLINT, also where a long has 32.
static_assert(sizeof(slong) == sizeof(std::int64_t));
namespace {

bits working_precision(const ball& a, const ball& b) {
  return std::max(a.precision(), b.precision());
}

template <class Function>
ball unary(const ball& x, Function function) {
  ball result(x.precision());
  function(result.raw(), x.raw(), x.precision());
  return result;
}

template <class Function>
ball binary(const ball& x, const ball& y, Function function) {
  ball result(working_precision(x, y));
  function(result.raw(), x.raw(), y.raw(), result.precision());
  return result;
}

}  // namespace

ball::ball(bits precision) : precision_(precision) {
  arb_init(value_);
}

ball::ball(const ball& other) : precision_(other.precision_) {
  arb_init(value_);
  arb_set(value_, other.value_);
}

ball::ball(ball&& other) noexcept : precision_(other.precision_) {
  arb_init(value_);
  arb_swap(value_, other.value_);
}

ball& ball::operator=(const ball& other) {
  arb_set(value_, other.value_);
  precision_ = other.precision_;
  return *this;
}

ball& ball::operator=(ball&& other) noexcept {
  arb_swap(value_, other.value_);
  precision_ = other.precision_;
  return *this;
}

ball::~ball() {
  arb_clear(value_);
}

ball ball::of(std::int64_t value, bits precision) {
  ball result(precision);
  arb_set_si(result.value_, value);
  return result;
}

ball ball::of(const integer& value, bits precision) {
  ball result(precision);
  fmpz_t whole;
  fmpz_init(whole);
  fmpz_set_mpz(whole, value.backend().data());
  arb_set_round_fmpz(result.value_, whole, precision);
  fmpz_clear(whole);
  return result;
}

ball ball::of(const rational& value, bits precision) {
  ball result(precision);
  fmpq_t fraction;
  fmpq_init(fraction);
  fmpq_set_mpq(fraction, value.backend().data());
  arb_set_fmpq(result.value_, fraction, precision);
  fmpq_clear(fraction);
  return result;
}

ball ball::infinity(bits precision, int sign) {
  ball result(precision);
  if (sign > 0)
    arb_pos_inf(result.value_);
  else
    arb_neg_inf(result.value_);
  return result;
}

ball ball::pi(bits precision) {
  ball result(precision);
  arb_const_pi(result.value_, precision);
  return result;
}

ball ball::hull(const ball& a, const ball& b) {
  return binary(a, b, arb_union);
}

ball ball::with_precision(bits precision) const {
  ball result(precision);
  arb_set_round(result.value_, value_, precision);
  return result;
}

bool ball::is_infinity(int sign) const {
  if (!is_exact()) return false;
  return sign > 0 ? arf_is_pos_inf(arb_midref(value_)) != 0
                  : arf_is_neg_inf(arb_midref(value_)) != 0;
}

bool ball::is_indeterminate() const {
  return !is_finite() && !is_infinity(1) && !is_infinity(-1);
}

bool ball::has_relative_radius(long digits) const {
  if (is_exact()) return !is_indeterminate();
  if (!is_finite() || contains_zero()) return false;
  // radius · 10^digits <= smallest absolute value in the ball; the product is rounded upward.
  arf_t smallest;
  arf_t scaled;
  fmpz_t ten_to_digits;
  arf_init(smallest);
  arf_init(scaled);
  fmpz_init(ten_to_digits);
  arb_get_abs_lbound_arf(smallest, value_, 64);
  fmpz_ui_pow_ui(ten_to_digits, 10, static_cast<ulong>(digits));
  arf_set_mag(scaled, arb_radref(value_));
  arf_mul_fmpz(scaled, scaled, ten_to_digits, 64, ARF_RND_UP);
  const bool small_enough = arf_cmp(scaled, smallest) <= 0;
  fmpz_clear(ten_to_digits);
  arf_clear(scaled);
  arf_clear(smallest);
  return small_enough;
}

double ball::near() const {
  return arf_get_d(arb_midref(value_), ARF_RND_NEAR);
}

ball& ball::operator+=(const ball& b) {
  return *this = *this + b;
}
ball& ball::operator-=(const ball& b) {
  return *this = *this - b;
}
ball& ball::operator*=(const ball& b) {
  return *this = *this * b;
}
ball& ball::operator/=(const ball& b) {
  return *this = *this / b;
}

ball operator-(const ball& a) {
  ball result(a.precision());
  arb_neg(result.value_, a.value_);
  return result;
}

ball operator+(const ball& a, const ball& b) {
  return binary(a, b, arb_add);
}
ball operator-(const ball& a, const ball& b) {
  return binary(a, b, arb_sub);
}
ball operator*(const ball& a, const ball& b) {
  return binary(a, b, arb_mul);
}
ball operator/(const ball& a, const ball& b) {
  return binary(a, b, arb_div);
}
ball operator+(const ball& a, std::int64_t b) {
  return a + ball::of(b, a.precision());
}
ball operator-(const ball& a, std::int64_t b) {
  return a - ball::of(b, a.precision());
}
ball operator-(std::int64_t a, const ball& b) {
  return ball::of(a, b.precision()) - b;
}
ball operator*(const ball& a, std::int64_t b) {
  return a * ball::of(b, a.precision());
}
ball operator/(const ball& a, std::int64_t b) {
  return a / ball::of(b, a.precision());
}
ball operator/(std::int64_t a, const ball& b) {
  return ball::of(a, b.precision()) / b;
}

namespace {

// The common value of two exact infinities, if both are infinite; FLINT's comparisons of infinite
// balls answer "no" where the relation is merely not established.
std::optional<int> infinite_sign(const ball& a) {
  if (a.is_infinity(1)) return 1;
  if (a.is_infinity(-1)) return -1;
  return std::nullopt;
}

}  // namespace

std::optional<bool> less(const ball& a, const ball& b) {
  if (a.is_indeterminate() || b.is_indeterminate()) return std::nullopt;
  if (infinite_sign(a) || infinite_sign(b))
    return infinite_sign(a).value_or(0) < infinite_sign(b).value_or(0);
  if (arb_lt(a.raw(), b.raw())) return true;
  if (arb_ge(a.raw(), b.raw())) return false;
  return std::nullopt;
}

std::optional<bool> less_equal(const ball& a, const ball& b) {
  const auto greater = less(b, a);
  if (!greater) return std::nullopt;
  return !*greater;
}

std::optional<bool> equal(const ball& a, const ball& b) {
  if (a.is_indeterminate() || b.is_indeterminate()) return std::nullopt;
  if (infinite_sign(a) || infinite_sign(b)) return infinite_sign(a) == infinite_sign(b);
  if (arb_eq(a.raw(), b.raw())) return true;
  if (arb_ne(a.raw(), b.raw())) return false;
  return std::nullopt;
}

bool overlap(const ball& a, const ball& b) {
  return arb_overlaps(a.raw(), b.raw()) != 0;
}

bool contains(const ball& a, const rational& x) {
  fmpq_t fraction;
  fmpq_init(fraction);
  fmpq_set_mpq(fraction, x.backend().data());
  const bool inside = arb_contains_fmpq(a.raw(), fraction) != 0;
  fmpq_clear(fraction);
  return inside;
}

ball exp(const ball& x) {
  return unary(x, arb_exp);
}
ball expm1(const ball& x) {
  return unary(x, arb_expm1);
}
ball log(const ball& x) {
  return unary(x, arb_log);
}
ball log1p(const ball& x) {
  return unary(x, arb_log1p);
}
ball sqrt(const ball& x) {
  return unary(x, arb_sqrt);
}
ball abs(const ball& x) {
  return unary(x, [](arb_ptr result, arb_srcptr a, bits) { arb_abs(result, a); });
}
ball tanh(const ball& x) {
  return unary(x, arb_tanh);
}
ball gamma(const ball& x) {
  return unary(x, arb_gamma);
}
ball lgamma(const ball& x) {
  return unary(x, arb_lgamma);
}

ball normal_cdf(const ball& x) {
  // Φ(x) = erfc(−x/√2)/2: erfc keeps its relative accuracy where Φ is small.
  const ball z = -x / sqrt(ball::of(2, x.precision()));
  // FLINT bounds the slope over a ball by e^(−z²) in 30 bits, which is too coarse from about here
  // on. At exact points it keeps the accuracy, and erfc falls.
  constexpr std::int64_t coarse_from = 4096;
  if (!less(ball::of(coarse_from, x.precision()), z).value_or(false))
    return unary(z, arb_hypgeom_erfc) / 2;
  const auto at = [](const ball& end) { return unary(end, arb_hypgeom_erfc); };
  return ball::hull(at(upper_bound(z)), at(lower_bound(z))) / 2;
}

ball normal_quantile(const ball& x) {
  // Φ⁻¹(x) = −√2·erfcinv(2x): keeps its accuracy for small x.
  return -sqrt(ball::of(2, x.precision())) * unary(x * 2, arb_hypgeom_erfcinv);
}

ball pow(const ball& x, const integer& exponent) {
  ball result(x.precision());
  fmpz_t whole;
  fmpz_init(whole);
  fmpz_set_mpz(whole, exponent.backend().data());
  arb_pow_fmpz(result.raw(), x.raw(), whole, x.precision());
  fmpz_clear(whole);
  return result;
}

ball pow(const ball& x, const ball& y) {
  return binary(x, y, arb_pow);
}
ball min(const ball& a, const ball& b) {
  return binary(a, b, arb_min);
}
ball max(const ball& a, const ball& b) {
  return binary(a, b, arb_max);
}

ball nonnegative_part(const ball& x) {
  return unary(x, [](arb_ptr result, arb_srcptr a, bits) { arb_nonnegative_part(result, a); });
}

ball upper_bound(const ball& x) {
  ball bound(x.precision());
  arb_get_ubound_arf(arb_midref(bound.raw()), x.raw(), x.precision());
  return bound;
}

ball lower_bound(const ball& x) {
  ball bound(x.precision());
  arb_get_lbound_arf(arb_midref(bound.raw()), x.raw(), x.precision());
  return bound;
}

bool is_below_power_of_two(const ball& x, double exponent) {
  if (x.is_indeterminate()) return false;
  mag_t bound;
  mag_init(bound);
  arb_get_mag(bound, x.raw());
  constexpr double largest = 1e18;
  const auto whole = static_cast<slong>(std::floor(std::clamp(exponent, -largest, largest)));
  const bool small = mag_cmp_2exp_si(bound, whole) <= 0;
  mag_clear(bound);
  return small;
}

void release_caches() {
  flint_cleanup_master();
}

}  // namespace shufflecert::inline v0_1
