// Printing by directed rounding. What is printed is read back here as exact fractions, by a reader
// of this file's own, and compared exactly.

#include <random>

#include "shufflecert/decimal.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_decimal {

using namespace shufflecert;

namespace {

rational ten_to(long exponent) {
  const rational power(
      boost::multiprecision::pow(integer(10), static_cast<unsigned>(std::abs(exponent))));
  return exponent < 0 ? rational(1 / power) : power;
}

// [-]digits[.digits][e[-]digits], and nothing else.
rational read(const std::string& text) {
  std::size_t at = 0;
  const bool negative = text.at(0) == '-';
  if (negative) ++at;
  std::string digits;
  long scale = 0;
  bool after_point = false;
  for (; at < text.size() && text[at] != 'e'; ++at) {
    if (text[at] == '.') {
      REQUIRE_FALSE(after_point);
      after_point = true;
      continue;
    }
    REQUIRE((text[at] >= '0' && text[at] <= '9'));
    digits += text[at];
    if (after_point) --scale;
  }
  REQUIRE_FALSE(digits.empty());
  if (at < text.size()) scale += std::stol(text.substr(at + 1));
  rational value = 0;
  for (const char digit : digits) value = value * 10 + (digit - '0');
  value *= ten_to(scale);
  return negative ? rational(-value) : value;
}

// One unit in the last of `digits` significant digits of x.
rational last_unit(const rational& x, long digits) {
  const rational size = abs(x);
  long exponent = 0;
  while (ten_to(exponent) <= size) ++exponent;
  while (ten_to(exponent - 1) > size) --exponent;
  return ten_to(exponent - digits);
}

class random_fractions {
 public:
  explicit random_fractions(std::uint64_t seed) : engine_(seed) {}

  rational next() {
    std::uniform_int_distribution<std::int64_t> part(1, 1'000'000'000'000);
    std::uniform_int_distribution<int> scale(-40, 40);
    const rational value = rational(part(engine_), part(engine_)) * ten_to(scale(engine_));
    return scale(engine_) < 0 ? rational(-value) : value;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace

TEST_CASE("the printed ends enclose the value and are as close as their digits allow") {
  const random_cases cases(11, 1500);
  random_fractions random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational value = random.next();
    for (const long digits : {1L, 2L, 7L, 20L, 33L}) {
      const decimal_interval printed = to_decimal(ball::of(value, 160), digits);
      INFO(value.str() << " digits " << digits << " -> " << printed.lower << ", " << printed.upper);
      CHECK(read(printed.lower) <= value);
      CHECK(value <= read(printed.upper));
      CHECK(read(printed.upper) - read(printed.lower) <= 3 * last_unit(value, digits));
    }
  }
}

TEST_CASE("the printed ends enclose a wide ball") {
  const random_cases cases(11, 500);
  random_fractions random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational a = random.next();
    const rational b = random.next();
    const decimal_interval printed = to_decimal(ball::hull(ball::of(a, 64), ball::of(b, 64)), 10);
    CHECK(read(printed.lower) <= std::min(a, b));
    CHECK(read(printed.upper) >= std::max(a, b));
  }
}

TEST_CASE("printing exact values") {
  const auto both = [](const ball& x, long digits, const std::string& text) {
    const decimal_interval printed = to_decimal(x, digits);
    CHECK(printed.lower == text);
    CHECK(printed.upper == text);
  };
  both(ball(64), 10, "0");
  both(ball::of(1, 64), 10, "1");
  both(ball::of(-100, 64), 10, "-100");
  both(ball::of(rational(1, 4), 64), 10, "0.25");
  both(ball::of(rational(-1, 1024), 64), 30, "-0.0009765625");
  both(ball::infinity(64), 10, "inf");
  both(ball::infinity(64, -1), 10, "-inf");
  // Too few digits: rounded apart, also across a power of ten and across the sign.
  const decimal_interval nines = to_decimal(ball::of(999, 64), 2);
  CHECK(read(nines.lower) == 990);
  CHECK(read(nines.upper) == 1000);
  const decimal_interval negative = to_decimal(ball::of(-999, 64), 2);
  CHECK(read(negative.lower) == -1000);
  CHECK(read(negative.upper) == -990);
}

TEST_CASE("an indeterminate ball prints as the whole line") {
  const ball nothing = ball(64) / ball(64);
  REQUIRE(nothing.is_indeterminate());
  const decimal_interval printed = to_decimal(nothing, 10);
  CHECK(printed.lower == "-inf");
  CHECK(printed.upper == "inf");
}

namespace {

bool is_decimal_text(const std::string& text) {
  return !text.empty() && text.find_first_not_of("-0123456789.e") == std::string::npos;
}

// The k of d.ddd…e[k]; 0 where there is none.
std::int64_t decimal_exponent(const std::string& text) {
  const auto mark = text.find('e');
  return mark == std::string::npos ? 0 : std::stoll(text.substr(mark + 1));
}

}  // namespace

TEST_CASE("values beyond MPFR's range of exponents still print as an enclosure") {
  // e^x = 10^(0.4342944819…·x); MPFR's exponents end before 10^(1.4·10^18).
  struct {
    std::int64_t x;
    std::int64_t exponent;  // floor(log10 e^x)
  } const cases[] = {{1'000'000'000, 434'294'481},
                     {4'000'000'000'000'000'000, 1'737'177'927'613'007'306}};
  for (const auto& [x, exponent] : cases) {
    const ball large = exp(ball::of(x, 200));
    REQUIRE(large.is_finite());
    for (const bool negative : {false, true}) {
      const decimal_interval printed = to_decimal(negative ? -large : large, 10);
      INFO(printed.lower << ", " << printed.upper);
      const std::string& far = negative ? printed.lower : printed.upper;
      const std::string& near = negative ? printed.upper : printed.lower;
      const bool far_encloses = far == (negative ? "-inf" : "inf") ||
                                (is_decimal_text(far) && decimal_exponent(far) >= exponent);
      CHECK(far_encloses);
      CHECK(is_decimal_text(near));
      CHECK(decimal_exponent(near) <= exponent);
    }
    const ball small = exp(ball::of(-x, 200));
    const decimal_interval printed = to_decimal(small, 10);
    INFO(printed.lower << ", " << printed.upper);
    CHECK(is_decimal_text(printed.lower));
    CHECK((printed.lower.find_first_of("123456789") == std::string::npos ||
           decimal_exponent(printed.lower) <= -exponent));
    CHECK(is_decimal_text(printed.upper));
    CHECK(printed.upper.find_first_of("123456789") != std::string::npos);
    CHECK(decimal_exponent(printed.upper) >= -exponent - 1);
  }
}

TEST_CASE("the number of certain digits") {
  CHECK(certain_digits(ball::of(7, 64), 50) == 50);
  CHECK(certain_digits(ball(64), 50) == 50);
  for (const bits precision : {40, 80, 200}) {
    const ball third = ball::of(rational(1, 3), precision);
    const long digits = certain_digits(third, 1000);
    CHECK(third.has_relative_radius(digits));
    CHECK_FALSE(third.has_relative_radius(digits + 1));
    // One bit is log10(2) = 0.301 digits; a quotient is correct to two units in the last place.
    CHECK(digits >= (precision - 3) * 3 / 10);
    CHECK(digits <= (precision + 3) * 302 / 1000);
  }
  CHECK(certain_digits(ball::hull(ball::of(-1, 64), ball::of(1, 64)), 50) == 0);
  CHECK(certain_digits(ball::hull(ball::of(1, 64), ball::of(2, 64)), 50) == 0);
  CHECK(certain_digits(ball(64) / ball(64), 50) == 0);
  // 10 ± 1: radius 1 is at most 9/1 but not 9/10.
  CHECK(certain_digits(ball::hull(ball::of(9, 64), ball::of(11, 64)), 50) == 0);
  CHECK(certain_digits(ball::hull(ball::of(99, 64), ball::of(101, 64)), 50) == 1);
}

TEST_CASE("a short decimal is printed exactly however small it is") {
  const auto ends = [](const char* text, long digits) {
    return to_decimal(number(parse_decimal(text).value()), 64, digits);
  };
  for (const char* text : {"1e-8", "1e-10", "1e-31", "1.25e-9", "1e-400", "9.5e-7", "1e-6"}) {
    INFO(text);
    const decimal_interval found = ends(text, 7);
    CHECK(found.lower == found.upper);
    CHECK(parse_decimal(found.lower) == parse_decimal(text));
  }
  CHECK(ends("1e-10", 6).lower == "1e-10");
  CHECK(to_decimal(number(rational(-1, 100'000'000)), 64, 7).upper == "-1e-8");
  // More digits than there is room for, and what no decimal is.
  CHECK(ends("1.25e-9", 2).lower == "1.2e-9");
  CHECK(ends("1.25e-9", 2).upper == "1.3e-9");
  CHECK(to_decimal(number(rational(1, 3'000'000)), 64, 3).lower == "3.33e-7");
}

}  // namespace test_decimal
