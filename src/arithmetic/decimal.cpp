#include "shufflecert/decimal.hpp"

#include <mpfr.h>

#include <algorithm>
#include <optional>

namespace shufflecert::inline v0_1 {
namespace {

// Places the point in mpfr_get_str's digits 0.d1d2d3… · 10^exponent.
std::string place_point(std::string digits, long exponent) {
  constexpr long most_leading_zeros = 5;
  constexpr long most_whole_digits = 21;
  const bool negative = digits.front() == '-';
  if (negative) digits.erase(0, 1);
  digits.erase(std::max<std::size_t>(digits.find_last_not_of('0') + 1, 1));
  const auto count = static_cast<long>(digits.size());
  std::string text;
  if (exponent > most_whole_digits || exponent < -most_leading_zeros) {
    text = digits.substr(0, 1);
    if (count > 1) text += "." + digits.substr(1);
    text += "e" + std::to_string(exponent - 1);
  } else if (exponent <= 0) {
    text = "0." + std::string(static_cast<std::size_t>(-exponent), '0') + digits;
  } else if (count <= exponent) {
    text = digits + std::string(static_cast<std::size_t>(exponent - count), '0');
  } else {
    const auto whole = static_cast<std::size_t>(exponent);
    text = digits.substr(0, whole) + "." + digits.substr(whole);
  }
  return (negative ? "-" : "") + text;
}

std::string directed(const arf_t end, bits precision, long digits, mpfr_rnd_t rounding) {
  if (arf_is_nan(end)) return rounding == MPFR_RNDD ? "-inf" : "inf";
  if (arf_is_pos_inf(end)) return "inf";
  if (arf_is_neg_inf(end)) return "-inf";
  if (arf_is_zero(end)) return "0";
  mpfr_t value;
  mpfr_init2(value, static_cast<mpfr_prec_t>(precision + 64));
  arf_get_mpfr(value, end, rounding);
  // Beyond MPFR's exponents the directed conversion gives an infinity or a zero on the safe side.
  if (mpfr_number_p(value) == 0 || mpfr_zero_p(value) != 0) {
    std::string end_text = mpfr_zero_p(value) != 0 ? "0" : (mpfr_sgn(value) < 0 ? "-inf" : "inf");
    mpfr_clear(value);
    return end_text;
  }
  mpfr_exp_t exponent = 0;
  char* raw =
      mpfr_get_str(nullptr, &exponent, 10, static_cast<std::size_t>(digits), value, rounding);
  std::string text = place_point(raw, exponent);
  mpfr_free_str(raw);
  mpfr_clear(value);
  return text;
}

// Takes all factors `base` out of x; how many there were.
long take_out(integer& x, unsigned base) {
  const integer factor(base);
  return static_cast<long>(
      mpz_remove(x.backend().data(), x.backend().data(), factor.backend().data()));
}

// A decimal of at most so many significant digits, if the number is one: 1e-8 has one.
std::optional<std::string> exact_decimal(const rational& x, long digits) {
  constexpr std::size_t most_bits = 200'000;
  if (x == 0 || bit_size(x) > most_bits) return std::nullopt;
  integer top = abs(numerator(x));
  integer bottom = denominator(x);
  const long twos = take_out(bottom, 2);
  const long fives = take_out(bottom, 5);
  if (bottom != 1) return std::nullopt;
  const long places = std::max(twos, fives);
  top *= pow(integer(2), static_cast<unsigned>(places - twos)) *
         pow(integer(5), static_cast<unsigned>(places - fives));
  const std::string all = top.str();
  const std::size_t last = all.find_last_not_of('0');
  if (static_cast<long>(last) + 1 > digits) return std::nullopt;
  return place_point((x < 0 ? "-" : "") + all.substr(0, last + 1),
                     static_cast<long>(all.size()) - places);
}

}  // namespace

std::string to_text(const decimal_interval& range) {
  if (range.lower == range.upper) return range.lower;
  return "[" + range.lower + ", " + range.upper + "]";
}

decimal_interval to_decimal(const ball& x, long digits) {
  arf_t end;
  arf_init(end);
  arb_get_lbound_arf(end, x.raw(), x.precision() + 64);
  decimal_interval result;
  result.lower = directed(end, x.precision() + 64, digits, MPFR_RNDD);
  arb_get_ubound_arf(end, x.raw(), x.precision() + 64);
  result.upper = directed(end, x.precision() + 64, digits, MPFR_RNDU);
  arf_clear(end);
  return result;
}

decimal_interval to_decimal(const number& x, bits precision, long digits) {
  if (const auto* q = x.as_rational()) {
    const std::string text = to_text(*q);
    const auto count =
        std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (text.find('/') == std::string::npos && count <= digits) return {text, text};
    if (const auto exact = exact_decimal(*q, digits)) return {*exact, *exact};
  }
  return to_decimal(x.to_ball(precision), digits);
}

long certain_digits(const ball& x, long most) {
  if (x.has_relative_radius(most)) return most;
  long low = 0;
  long high = most;
  while (low + 1 < high) {
    const long middle = low + (high - low) / 2;
    (x.has_relative_radius(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace shufflecert::inline v0_1
