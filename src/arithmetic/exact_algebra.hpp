#pragma once
// What exact algebra settles of numbers, and what their signs decide.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// Beyond this size exact fractions cost more than they decide; the result becomes a ball.
inline constexpr std::size_t largest_exact_bits = 16'384;

/// The fraction itself, or a ball around it where it is too large to be kept.
number exact_or_ball(rational value, bits precision);

/// Whether base^exponent has at most so many bits, as far as the bits of its base tell. `exponent`
/// may be of any size: no product is formed that could be beyond 64 bits.
bool is_power_within(const rational& base, std::int64_t exponent, std::uint64_t most_bits);

/// Whether base^exponent is of a size to be kept exactly, for a whole exponent.
bool fits_exact_power(const rational& base, const rational& exponent);

/// base^exponent where that is rational and small enough.
std::optional<rational> exact_power(const rational& base, const rational& exponent);

/// Whether two numbers are equal, where exact algebra settles it.
std::optional<bool> exactly_equal(const number& a, const number& b);

/// The quotient of two logarithms where it is rational with small terms.
std::optional<rational> quotient_of_logs(const log_multiple& a, const log_multiple& b);

/// Whether the number is ∞ or −∞.
bool is_infinite(const number& a);

/// 1 for ∞, −1 for −∞, 0 for other numbers.
int infinite_sign(const number& a);

/// Whether the number is certainly not whole: a fraction, an irrational logarithm, an infinity, or
/// a ball without a whole number in it.
bool is_certainly_not_whole(const number& a);

/// Whether the number is certainly of a size that 64 bits do not hold.
bool is_beyond_64_bits(const number& a);

/// Throws beyond_reach, naming `what`, where e^x is certainly beyond the limit for magnitudes;
/// where x is far beyond it, FLINT's exponential function says nothing at all.
void require_exponential_magnitude(const ball& x, const char* what);

/// The sign where it decides whether a result exists. Throws precision_needed where it is open.
int required_sign(const number& a, bits precision, const char* what);

}  // namespace shufflecert::inline v0_1
