#include "arithmetic/exact_algebra.hpp"
#include "arithmetic/magnitude.hpp"

#include <algorithm>
#include <cmath>

namespace shufflecert::inline v0_1 {
namespace {

constexpr std::int64_t largest_exact_power = 100'000;

// Whether c1·log r1 = c2·log r2, when the powers are small enough to be compared.
std::optional<bool> equal_logs(const log_multiple& a, const log_multiple& b) {
  if ((a.coefficient > 0) != (b.coefficient > 0)) return false;
  if (a.argument == b.argument) return a.coefficient == b.coefficient;
  const integer common = lcm(denominator(a.coefficient), denominator(b.coefficient));
  const rational e1 = abs(a.coefficient) * common;
  const rational e2 = abs(b.coefficient) * common;
  const auto left = exact_power(a.argument, e1);
  const auto right = exact_power(b.argument, e2);
  if (!left || !right) return std::nullopt;
  return *left == *right;
}

}  // namespace

number exact_or_ball(rational value, bits precision) {
  if (bit_size(value) > largest_exact_bits) return ball::of(value, precision);
  return value;
}

bool is_power_within(const rational& base, std::int64_t exponent, std::uint64_t most_bits) {
  const auto signed_times = static_cast<std::uint64_t>(exponent);
  const std::uint64_t times = exponent < 0 ? -signed_times : signed_times;
  return times == 0 || bit_size(base) <= most_bits / times;
}

bool fits_exact_power(const rational& base, const rational& exponent) {
  const auto e = to_int64(exponent);
  if (!e || *e > largest_exact_power || *e < -largest_exact_power) return false;
  return is_power_within(base, *e, largest_exact_bits);
}

std::optional<rational> exact_power(const rational& base, const rational& exponent) {
  if (!fits_exact_power(base, numerator(exponent))) return std::nullopt;
  const auto e = to_int64(numerator(exponent));
  const auto root = to_int64(denominator(exponent));
  if (!root) return std::nullopt;
  const rational raised = power(base, static_cast<long>(*e));
  if (*root == 1) return raised;
  // Where the root has more than all bits of the number, only 0 and 1 have one, and any will do.
  constexpr std::int64_t above_all_bits = 4 * std::int64_t{largest_exact_bits};
  return exact_root(raised, static_cast<unsigned long>(std::min(*root, above_all_bits)));
}

std::optional<bool> exactly_equal(const number& a, const number& b) {
  if (!a.is_exact() || !b.is_exact()) return std::nullopt;
  if (a.as_rational() != nullptr && b.as_rational() != nullptr)
    return *a.as_rational() == *b.as_rational();
  if (a.as_log() != nullptr && b.as_log() != nullptr) return equal_logs(*a.as_log(), *b.as_log());
  // c·log r with c ≠ 0 and rational r ≠ 1 is transcendental (Hermite, Lindemann).
  return false;
}

// r1^q = r2^p means that log r1/log r2 is p/q.
std::optional<rational> quotient_of_logs(const log_multiple& a, const log_multiple& b) {
  const rational coefficients = a.coefficient / b.coefficient;
  if (a.argument == b.argument) return coefficients;
  const double near =
      std::log(a.argument.convert_to<double>()) / std::log(b.argument.convert_to<double>());
  // The double only proposes p/q; equality is then decided exactly.
  constexpr long largest_term = 64;
  for (long q = 1; q <= largest_term; ++q) {
    const double p = std::round(near * static_cast<double>(q));
    if (!(p >= 1 && p <= largest_term)) continue;
    if (std::abs(near * static_cast<double>(q) - p) > 1e-6) continue;
    const rational candidate(static_cast<long>(p), q);
    if (equal_logs({1, a.argument}, {candidate, b.argument}).value_or(false))
      return rational(coefficients * candidate);
  }
  return std::nullopt;
}

bool is_infinite(const number& a) {
  return a.is_infinity(1) || a.is_infinity(-1);
}

int infinite_sign(const number& a) {
  if (a.is_infinity(1)) return 1;
  return a.is_infinity(-1) ? -1 : 0;
}

bool is_certainly_not_whole(const number& a) {
  if (const auto* q = a.as_rational()) return !is_integer(*q);
  if (a.as_log() != nullptr || is_infinite(a)) return true;
  const ball x = a.to_ball(64);  // a ball keeps the precision that it has
  return x.is_finite() && arb_contains_int(x.raw()) == 0;
}

bool is_beyond_64_bits(const number& a) {
  if (is_infinite(a)) return true;
  constexpr bits enough = 64;
  const ball size = abs(a.to_ball(enough));
  return less(ball::of(integer(1) << 63, enough), size) == true;
}

void require_exponential_magnitude(const ball& x, const char* what) {
  constexpr bits enough = 64;
  if (x.is_finite() && less(ball::of(integer(largest_log2), enough), x) == true)
    throw beyond_reach(std::string(what) + " is beyond 2^(2^61), which is out of range");
}

int required_sign(const number& a, bits precision, const char* what) {
  const auto s = sign(a, precision);
  if (!s) throw precision_needed(std::string("the sign of ") + what + " is not determined");
  return *s;
}

}  // namespace shufflecert::inline v0_1
