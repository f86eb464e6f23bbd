// Exact fractions: reading, writing, roots.

#include <random>

#include "shufflecert/rational.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_rational {

using namespace shufflecert;

namespace {

rational ten_to(int exponent) {
  rational result = 1;
  for (int i = 0; i < std::abs(exponent); ++i) result *= 10;
  return exponent < 0 ? rational(1 / result) : result;
}

}  // namespace

TEST_CASE("decimal literals are read exactly") {
  CHECK(parse_decimal("0.1") == rational(1, 10));
  CHECK(parse_decimal("0") == rational(0));
  CHECK(parse_decimal("000") == rational(0));
  CHECK(parse_decimal("12") == rational(12));
  // GMP alone would read these as octal or refuse them.
  CHECK(parse_decimal("010") == rational(10));
  CHECK(parse_decimal("089") == rational(89));
  CHECK(parse_decimal("00.25") == rational(1, 4));
  CHECK(parse_decimal("0.010") == rational(1, 100));
  CHECK(parse_decimal("1e-6") == rational(1, 1000000));
  CHECK(parse_decimal("2.5E+3") == rational(2500));
  CHECK(parse_decimal("2.5e3") == rational(2500));
  CHECK(parse_decimal("0e5") == rational(0));
  CHECK(parse_decimal("1e007") == rational(10000000));
  CHECK(parse_decimal("123456789012345678901234567890.5") ==
        rational(integer("246913578024691357802469135781"), 2));
}

TEST_CASE("what is not a decimal literal is refused") {
  for (const char* text :
       {"",     ".",   ".5",  "5.",  "1..2", "1.2.3", "-1",    "+1",    " 1",
        "1 ",   "1e",  "1e+", "1e-", "e5",   "1e5.5", "1e+-5", "1e--5", "1e++5",
        "0x10", "1,5", "1/2", "inf", "nan",  "1_000", "1f",    "1e5x",  "\xd9\xa1"})
    CHECK_FALSE(parse_decimal(text).has_value());
  CHECK_FALSE(parse_decimal(std::string_view("1\0", 2)).has_value());
}

TEST_CASE("exponents and lengths have limits") {
  CHECK(parse_decimal("1e10000") == ten_to(10000));
  CHECK(parse_decimal("1e-10000") == ten_to(-10000));
  CHECK_FALSE(parse_decimal("1e10001").has_value());
  CHECK_FALSE(parse_decimal("1e-10001").has_value());
  CHECK_FALSE(parse_decimal("1e99999999999999999999").has_value());
  CHECK_FALSE(parse_decimal("1e2147483648").has_value());
  CHECK(parse_decimal(std::string(10000, '7')).has_value());
  CHECK_FALSE(parse_decimal(std::string(10001, '7')).has_value());
  CHECK_FALSE(parse_decimal("0." + std::string(10000, '0')).has_value());
}

TEST_CASE("text of a fraction") {
  CHECK(to_text(rational(0)) == "0");
  CHECK(to_text(rational(1, 10)) == "0.1");
  CHECK(to_text(rational(-1, 10)) == "-0.1");
  CHECK(to_text(rational(-5, 4)) == "-1.25");
  CHECK(to_text(rational(1, 3)) == "1/3");
  CHECK(to_text(rational(-22, 7)) == "-22/7");
  CHECK(to_text(rational(10000)) == "10000");
  CHECK(to_text(rational(1001, 1000)) == "1.001");
  CHECK(to_text(ten_to(18)) == "1e18");
  CHECK(to_text(rational(-25 * ten_to(18))) == "-25e18");
  CHECK(to_text(rational(integer("1000000000000000001"))) == "1000000000000000001");
  CHECK(to_text(ten_to(-30)) == "0.000000000000000000000000000001");
}

TEST_CASE("text determines the fraction") {
  const auto read_back = [](const std::string& text) {
    const bool negative = text.front() == '-';
    const std::string size = negative ? text.substr(1) : text;
    if (size.find('/') != std::string::npos) return rational(text);
    const rational value = parse_decimal(size).value();
    return negative ? rational(-value) : value;
  };
  const random_cases cases(3, 2000);
  std::mt19937_64 random(cases.seed());
  std::uniform_int_distribution<long> top(-1000000, 1000000);
  std::uniform_int_distribution<long> bottom(1, 5000);
  std::uniform_int_distribution<int> scale(-40, 40);
  for (int i = 0; i < cases.count(); ++i) {
    rational value(top(random), bottom(random));
    if (i % 2 == 0) value = rational(top(random)) * ten_to(scale(random));
    INFO(value.str());
    CHECK(read_back(to_text(value)) == value);
  }
}

TEST_CASE("whole numbers and floors of fractions") {
  CHECK(is_integer(rational(4, 2)));
  CHECK_FALSE(is_integer(rational(1, 2)));
  CHECK(floor(rational(7, 2)) == 3);
  CHECK(floor(rational(-7, 2)) == -4);
  CHECK(floor(rational(-4)) == -4);
  CHECK(floor(rational(-1, 1000000)) == -1);
  CHECK(to_int64(rational(integer("9223372036854775807"))) == INT64_MAX);
  CHECK(to_int64(rational(integer("-9223372036854775807"))) == -INT64_MAX);
  CHECK_FALSE(to_int64(rational(integer("9223372036854775808"))).has_value());
  CHECK_FALSE(to_int64(rational(integer("-9223372036854775809"))).has_value());
  CHECK_FALSE(to_int64(rational(integer("-9223372036854775808"))).has_value());
  CHECK(to_int64(rational(-3)) == -3);
  CHECK_FALSE(to_int64(rational(1, 2)).has_value());
}

TEST_CASE("powers and exact roots") {
  CHECK(power(rational(2, 3), 3) == rational(8, 27));
  CHECK(power(rational(2, 3), -3) == rational(27, 8));
  CHECK(power(rational(-2, 3), -3) == rational(-27, 8));
  CHECK(power(rational(0), 0) == 1);
  CHECK(power(rational(5), 0) == 1);
  CHECK(exact_root(rational(8, 27), 3) == rational(2, 3));
  CHECK(exact_root(rational(0), 2) == rational(0));
  CHECK(exact_root(rational(7, 5), 1) == rational(7, 5));
  CHECK_FALSE(exact_root(rational(2), 2).has_value());
  CHECK_FALSE(exact_root(rational(4, 3), 2).has_value());
  CHECK_FALSE(exact_root(rational(3, 4), 2).has_value());
  const random_cases cases(4, 300);
  std::mt19937_64 random(cases.seed());
  std::uniform_int_distribution<long> part(1, 100000);
  std::uniform_int_distribution<long> degree(1, 9);
  for (int i = 0; i < cases.count(); ++i) {
    const rational value(part(random), part(random));
    const long k = degree(random);
    CHECK(exact_root(power(value, k), static_cast<unsigned long>(k)) == value);
    CHECK(power(value, -k) * power(value, k) == 1);
  }
}

}  // namespace test_rational
