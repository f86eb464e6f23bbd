#include "shufflecert/rational.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <limits>

namespace shufflecert::inline v0_1 {
namespace {

constexpr int largest_exponent = 10'000;
constexpr std::size_t most_digits = 10'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the run of digits at the front of `text` off it.
std::string take_digits(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length])) ++length;
  std::string digits(text.substr(0, length));
  text.remove_prefix(length);
  return digits;
}

integer power_of_ten(unsigned exponent) {
  return boost::multiprecision::pow(integer(10), exponent);
}

// GMP reads a leading 0 as octal.
integer integer_from_digits(std::string_view digits) {
  const std::size_t first = digits.find_first_not_of('0');
  return first == std::string_view::npos ? integer(0) : integer(std::string(digits.substr(first)));
}

}  // namespace

std::optional<rational> parse_decimal(std::string_view text) {
  const std::string whole = take_digits(text);
  if (whole.empty()) return std::nullopt;
  std::string fraction;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    fraction = take_digits(text);
    if (fraction.empty()) return std::nullopt;
  }
  int exponent = 0;
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    const bool negative = !text.empty() && text.front() == '-';
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    if (exponent < 0 || exponent > largest_exponent) return std::nullopt;
    if (negative) exponent = -exponent;
    text = {};
  }
  if (!text.empty() || whole.size() + fraction.size() > most_digits) return std::nullopt;
  const int scale = exponent - static_cast<int>(fraction.size());
  rational value(integer_from_digits(whole + fraction));
  if (scale >= 0)
    value *= power_of_ten(static_cast<unsigned>(scale));
  else
    value /= power_of_ten(static_cast<unsigned>(-scale));
  return value;
}

namespace {

std::string integer_to_text(const integer& value) {
  std::string digits = value.str();
  const std::size_t last = digits.find_last_not_of('0');
  const std::size_t zeros = digits.size() - 1 - last;
  if (digits.size() <= 15 || zeros < 6 || last == std::string::npos) return digits;
  return digits.substr(0, last + 1) + "e" + std::to_string(zeros);
}

// The number of decimal places of value, when its expansion ends.
std::optional<unsigned> decimal_places(integer denominator) {
  // More places than a literal may have are not counted: that takes the square of their number.
  constexpr std::size_t most_bits = 34'000;
  if (mpz_sizeinbase(denominator.backend().data(), 2) > most_bits) return std::nullopt;
  unsigned twos = 0;
  unsigned fives = 0;
  while (denominator % 2 == 0) {
    denominator /= 2;
    ++twos;
  }
  while (denominator % 5 == 0) {
    denominator /= 5;
    ++fives;
  }
  if (denominator != 1) return std::nullopt;
  return std::max(twos, fives);
}

// "123e-9999", where the expansion ends and can be read again; else empty.
std::string as_scientific(const rational& value) {
  const auto places = decimal_places(denominator(value));
  if (!places || *places > static_cast<unsigned>(largest_exponent)) return "";
  const integer scaled = numerator(value) * power_of_ten(*places) / denominator(value);
  std::string text = scaled.str() + "e-" + std::to_string(*places);
  return text.size() <= most_digits ? text : "";
}

}  // namespace

std::string to_text(const rational& value) {
  constexpr unsigned longest_plain_decimal = 30;
  const integer top = numerator(value);
  const integer bottom = denominator(value);
  if (bottom == 1) return integer_to_text(top);
  if (const auto places = decimal_places(bottom); places && *places <= longest_plain_decimal) {
    const integer scaled = abs(top) * power_of_ten(*places) / bottom;
    std::string digits = scaled.str();
    if (digits.size() <= *places) digits.insert(0, *places + 1 - digits.size(), '0');
    digits.insert(digits.size() - *places, ".");
    return (top < 0 ? "-" : "") + digits;
  }
  std::string text = top.str() + "/" + bottom.str();
  if (text.size() <= most_digits) return text;
  // 10^-10000 as a fraction could not be read again.
  const std::string scientific = as_scientific(value);
  return scientific.empty() ? text : scientific;
}

bool is_integer(const rational& value) {
  return mpz_cmp_ui(mpq_denref(value.backend().data()), 1) == 0;
}

std::optional<std::int64_t> to_int64(const rational& value) {
  const mpz_srcptr whole = mpq_numref(value.backend().data());
  constexpr std::size_t bits_of_largest = std::numeric_limits<std::int64_t>::digits;
  if (!is_integer(value) || mpz_sizeinbase(whole, 2) > bits_of_largest) return std::nullopt;
  // A long has 32 bits in places.
  if (mpz_fits_slong_p(whole) != 0) return mpz_get_si(whole);
  return numerator(value).convert_to<std::int64_t>();
}

integer floor(const rational& value) {
  integer quotient;
  mpz_fdiv_q(quotient.backend().data(), mpq_numref(value.backend().data()),
             mpq_denref(value.backend().data()));
  return quotient;
}

std::size_t bit_size(const rational& value) {
  return mpz_sizeinbase(mpq_numref(value.backend().data()), 2) +
         mpz_sizeinbase(mpq_denref(value.backend().data()), 2);
}

rational power(const rational& base, long exponent) {
  const auto size = static_cast<unsigned long>(exponent < 0 ? -exponent : exponent);
  // Powers of what has no common factor have none either, so that nothing is to be cancelled.
  rational result;
  mpq_ptr raised = result.backend().data();
  mpz_pow_ui(mpq_numref(raised), mpq_numref(base.backend().data()), size);
  mpz_pow_ui(mpq_denref(raised), mpq_denref(base.backend().data()), size);
  if (exponent < 0) mpq_inv(raised, raised);
  return result;
}

std::optional<rational> exact_root(const rational& value, unsigned long k) {
  integer top;
  integer bottom;
  if (mpz_root(top.backend().data(), mpq_numref(value.backend().data()), k) == 0 ||
      mpz_root(bottom.backend().data(), mpq_denref(value.backend().data()), k) == 0)
    return std::nullopt;
  return rational(top, bottom);
}

rational simplest_between(const rational& low, const rational& high) {
  // Down the continued fractions of both ends as long as they agree.
  const integer whole = floor(low);
  if (rational(whole) == low) return low;
  if (whole < floor(high)) return rational(whole + 1);
  return whole + 1 / simplest_between(1 / (high - whole), 1 / (low - whole));
}

}  // namespace shufflecert::inline v0_1
