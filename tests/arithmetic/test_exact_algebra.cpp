// Which powers are short enough to be exact: asked of exponents of any size, and of machines whose
// long has 32 bits, where a product of sizes or a cast would lose the upper half.

#include "arithmetic/exact_algebra.hpp"

#include <cstdint>
#include <limits>

#include "shufflecert/number.hpp"
#include "support/catch.hpp"

namespace test_exact_algebra {

using namespace shufflecert;

TEST_CASE("whether a power is short is decided for every exponent") {
  // 4 has three bits and its denominator one: 4·k bits for 4^k.
  const rational four = 4;
  CHECK(is_power_within(four, 4'096, 16'384));
  CHECK(is_power_within(four, -4'096, 16'384));
  CHECK_FALSE(is_power_within(four, 4'097, 16'384));
  CHECK_FALSE(is_power_within(four, -4'097, 16'384));
  CHECK(is_power_within(four, 0, 0));
  CHECK_FALSE(is_power_within(four, 1, 3));
  // 4·2^62 and 4·2^63 are 0 in 64 bits, 4·2^30 is 0 in 32.
  CHECK_FALSE(is_power_within(four, std::int64_t{1} << 30, 16'384));
  CHECK_FALSE(is_power_within(four, std::int64_t{1} << 62, 16'384));
  CHECK_FALSE(is_power_within(four, std::numeric_limits<std::int64_t>::max(), 16'384));
  CHECK_FALSE(is_power_within(four, std::numeric_limits<std::int64_t>::min(), 16'384));
}

TEST_CASE("powers with roots of any order are exact only where they are rational") {
  CHECK(exact_power(16, rational(1, 4)) == rational(2));
  CHECK(exact_power(rational(16, 81), rational(-3, 4)) == rational(27, 8));
  CHECK_FALSE(exact_power(16, rational(1, 3)));
  // A root whose order is 2 modulo 2^32 is no square root.
  const rational two_beyond_32_bits(1, (std::int64_t{1} << 32) + 2);
  CHECK_FALSE(exact_power(16, two_beyond_32_bits));
  CHECK(exact_power(1, two_beyond_32_bits) == rational(1));
  CHECK(exact_power(0, two_beyond_32_bits) == rational(0));
}

TEST_CASE("a binomial coefficient with a large lower entry is not that of a small one") {
  // C(n, k)/C(n, k − 1) = (n − k + 1)/k, for k = 2^32 + 5 and n so near to it that both are exact.
  const std::int64_t k = (std::int64_t{1} << 32) + 5;
  const number n = rational(integer(k) + 3);
  const number here = binomial(n, number(k), 128);
  const number before = binomial(n, number(k - 1), 128);
  REQUIRE(here.as_rational() != nullptr);
  REQUIRE(before.as_rational() != nullptr);
  CHECK(*here.as_rational() * k == *before.as_rational() * 4);
}

}  // namespace test_exact_algebra
