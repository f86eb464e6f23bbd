#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace shufflecert::inline v0_1 {

/// An exact rational number of any size.
using rational = boost::multiprecision::mpq_rational;
/// An exact integer of any size.
using integer = boost::multiprecision::mpz_int;

/// Reads a decimal literal exactly: digits with an optional point between digits and an optional
/// exponent ("12", "0.1", "1e-6", "2.5E+3"), without sign. `0.1` is one tenth.
/// Returns nothing when `text` is not such a literal, when its exponent is beyond ±10,000 or when
/// it has more than 10,000 digits.
std::optional<rational> parse_decimal(std::string_view text);

/// The shortest exact text: a plain decimal where the expansion ends and is short, else "p/q".
/// Integers above 10^15 that end in many zeros are written as "1e18".
std::string to_text(const rational& value);

/// True when `value` is a whole number.
bool is_integer(const rational& value);

/// The whole number that `value` is, when it fits into 64 bits.
std::optional<std::int64_t> to_int64(const rational& value);

/// Largest integer that is at most `value`.
integer floor(const rational& value);

/// Bits of numerator and denominator together: what an exact operation on it costs.
std::size_t bit_size(const rational& value);

/// base^exponent; base must not be 0 when the exponent is negative.
rational power(const rational& base, long exponent);

/// The exact k-th root (k >= 1) when it is rational; `value` must not be negative.
std::optional<rational> exact_root(const rational& value, unsigned long k);

/// The rational of least denominator in [low, high], 0 <= low <= high.
rational simplest_between(const rational& low, const rational& high);

}  // namespace shufflecert::inline v0_1
