// Ziv's strategy: more bits until the digits or the decision are reached, and an honest reason when
// they are not.

#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_refine {

using namespace shufflecert;

namespace {

refined_value refined(const std::string& text, long digits, precision_range range = {},
                      const budget& limits = {}) {
  return refine(*parse_formula(text), {}, {}, digits, range, {.limits = limits});
}

ball enclosure(const refined_value& known) {
  return std::get<number>(known.result).to_ball(known.precision);
}

}  // namespace

TEST_CASE("digits that are asked for are reached, and true") {
  for (const long digits : {1L, 15L, 50L, 300L}) {
    const refined_value known = refined("sqrt(2)", digits);
    REQUIRE(known.sufficient);
    CHECK(known.reason.empty());
    const ball root = enclosure(known);
    CHECK(root.has_relative_radius(digits));
    // [a, b] holds sqrt(2) exactly when a² <= 2 <= b².
    const decimal_interval ends = to_decimal(root, digits + 10);
    const rational low = *parse_decimal(ends.lower);
    const rational high = *parse_decimal(ends.upper);
    CHECK(bool(low * low <= 2));
    CHECK(bool(high * high >= 2));
  }
}

TEST_CASE("precision doubles from the first to the last that is allowed") {
  CHECK(refined("sqrt(2)", 10).precision == 64);   // 33 bits and a little
  CHECK(refined("sqrt(2)", 30).precision == 128);  // 100 bits and a little
  CHECK(refined("sqrt(2)", 30, {100, 2048}).precision == 200);
  const refined_value unreached = refined("sqrt(2)", 1000, {64, 300});
  CHECK_FALSE(unreached.sufficient);
  CHECK(unreached.precision == 256);
  CHECK(unreached.reason == "not decided with 256 bits");
  // What was reached is still an enclosure.
  CHECK(enclosure(unreached).has_relative_radius(70));
}

TEST_CASE("cancellation costs bits, not correctness") {
  // exp(10^-40) − 1 = 10^-40 + 10^-80/2 + …
  const refined_value known = refined("(exp(1e-40) - 1)*1e40", 60);
  REQUIRE(known.sufficient);
  CHECK(known.precision >= 256);
  // So the value is 1 + 5·10^-41 to 80 digits, and 60 digits tell it from 1 and from 1 + 10^-40.
  CHECK(less(ball::of(rational(1), 300), enclosure(known)).value_or(false));
  const rational above = 1 + *parse_decimal("1e-40");
  CHECK(less(enclosure(known), ball::of(above, 300)).value_or(false));
  CHECK(refined("exp(1e-40) > 1", 6).sufficient);
  CHECK(refined("exp(1e-40) - 1 - 1e-40 > 0", 6).precision >= 256);
}

TEST_CASE("what has no digits to reach is sufficient as it is") {
  CHECK(refined("1 - 1", 10'000).sufficient);
  CHECK(refined("inf", 10'000).sufficient);
  CHECK(refined("-inf", 10'000).sufficient);
  CHECK(refined("renyi(unmixed_pair(3, 1), 2)", 10'000).sufficient);  // infinite
  CHECK(refined("renyi(clone_pair(3, 0), 2)", 10'000).sufficient);    // P = Q
  CHECK(refined("gaussian_pair(1)", 10).sufficient);
}

TEST_CASE("a zero that only enclosures show is never known to any digit") {
  const refined_value known = refined("(sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1", 1);
  CHECK_FALSE(known.sufficient);
  CHECK(known.reason == "not decided with 2048 bits");
  CHECK(contains(enclosure(known), rational(0)));
}

TEST_CASE("conditions are refined until they are decided") {
  const refined_value fine = refined("exp(1) < exp(1) + 1e-200", 1);
  REQUIRE(fine.sufficient);
  CHECK(fine.precision == 1024);  // 200 digits are 665 bits
  CHECK(std::get<truth>(fine.result).value == std::optional<bool>(true));
  const refined_value open = refined("(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1", 1);
  CHECK_FALSE(open.sufficient);
  CHECK(open.reason == "not decided with 2048 bits");
  CHECK_FALSE(std::get<truth>(open.result).value.has_value());
  const refined_value coarse = refined("exp(1) < exp(1) + 1e-200", 1, {64, 512});
  CHECK_FALSE(coarse.sufficient);
  CHECK(coarse.reason == "not decided with 512 bits");
}

TEST_CASE("the reason names what was in the way") {
  const refined_value known = refined("1/((sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1)", 10, {64, 128});
  CHECK_FALSE(known.sufficient);
  CHECK(known.precision == 0);  // not even a coarse value
  CHECK(known.reason == "not decided with 128 bits: the sign of a divisor is not determined");
}

TEST_CASE("undefined values pass through") {
  CHECK(message_of<undefined_value>([] { refined("1/0", 10); }) == "division by zero in '1/0'");
}

TEST_CASE("a deadline ends the work with its reason") {
  const budget over(budget::clock::now() - std::chrono::seconds(1));
  const refined_value known = refined("1 + 1", 10, {}, over);
  CHECK_FALSE(known.sufficient);
  CHECK(known.precision == 0);
  CHECK(known.reason == "the time limit was reached");
}

TEST_CASE("what is beyond reach says so") {
  const refined_value known = refined("binomial(1/2, 200000)", 10);
  CHECK_FALSE(known.sufficient);
  CHECK(known.precision == 0);
  CHECK(known.reason == "binomial(x, k) with x not a whole number >= 0 and k above 10^5");
}

TEST_CASE("methods of the quantities are collected") {
  CHECK(refined("1 + exp(1)", 10).methods.empty());
  const auto one = refined("renyi(clone_pair(10, 1), 2)", 10).methods;
  CHECK(one.size() == 1);
  const auto both = refined("renyi(clone_pair(10, 1), 2) + renyi(gaussian_pair(1), 3)", 10).methods;
  CHECK(both.size() == 2);
}

}  // namespace test_refine
