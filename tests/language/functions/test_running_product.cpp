// A product whose large fractions wait: exact where all factors are, and around the truth
// elsewhere.

#include "language/evaluation/running_product.hpp"

#include <random>
#include <vector>

#include "arithmetic/exact_algebra.hpp"
#include "shufflecert/errors.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_running_product {

using namespace shufflecert;

namespace {

constexpr bits at = 100;

rational large(long base, long exponent) {
  return power(rational(base, base + 2), exponent);
}

struct factor {
  rational value;
  bool divides;
};

rational exact_product(const std::vector<factor>& factors) {
  rational total = factors.front().value;
  for (std::size_t i = 1; i < factors.size(); ++i)
    total = factors[i].divides ? rational(total / factors[i].value)
                               : rational(total * factors[i].value);
  return total;
}

// With one factor, if any, as a ball.
number taken(const std::vector<factor>& factors, std::size_t ball_at) {
  const auto given = [&](std::size_t i) {
    return i == ball_at ? number(ball::of(factors[i].value, at)) : number(factors[i].value);
  };
  running_product product(given(0), at);
  for (std::size_t i = 1; i < factors.size(); ++i) {
    if (factors[i].divides)
      product.divide_by(given(i));
    else
      product.multiply_by(given(i));
  }
  return std::move(product).value();
}

}  // namespace

TEST_CASE(
    "a product of fractions is exact however large they are, up to the size that numbers keep") {
  const std::vector<factor> factors{{large(7, 200), false},
                                    {large(5, 300), false},
                                    {rational(3, 4), false},
                                    {large(11, 250), true},
                                    {-5, false}};
  CHECK(is_exactly(taken(factors, factors.size()), exact_product(factors)));
  running_product beyond(large(7, 2'000), at);
  beyond.multiply_by(large(11, 2'000));
  const number value = std::move(beyond).value();
  CHECK_FALSE(value.is_exact());
  CHECK(contains(value.to_ball(at), rational(large(7, 2'000) * large(11, 2'000))));
}

TEST_CASE("a product with one ball contains the true one and loses few digits") {
  const random_cases cases(4711, 200);
  std::mt19937_64 random(cases.seed());
  for (int round = 0; round < cases.count(); ++round) {
    std::vector<factor> factors;
    const std::size_t count = 2 + random() % 6;
    for (std::size_t i = 0; i < count; ++i) {
      const rational size =
          large(3 + static_cast<long>(random() % 20), 1 + static_cast<long>(random() % 300));
      factors.push_back({random() % 2 == 0 ? size : rational(-1 / size), random() % 3 == 0});
    }
    const ball found = taken(factors, random() % count).to_ball(at);
    INFO("round " << round);
    CHECK(contains(found, exact_product(factors)));
    CHECK(found.has_relative_radius(27));
  }
}

TEST_CASE("what waits does not hide a zero, an infinity, a logarithm or a whole number") {
  const auto waiting = [] {
    running_product product(large(7, 200), at);
    product.multiply_by(large(5, 300));
    return product;
  };
  running_product zero = waiting();
  zero.multiply_by(0);
  const number nothing = std::move(zero).value();
  CHECK(is_exactly(nothing, 0));
  running_product quotient = waiting();
  CHECK_THROWS_AS(quotient.divide_by(0), undefined_value);
  running_product infinite = waiting();
  infinite.divide_by(-1);
  infinite.multiply_by(ball::infinity(at));
  const number without_end = std::move(infinite).value();
  CHECK(without_end.is_infinity(-1));
  running_product of_zero(0, at);
  of_zero.multiply_by(large(7, 200));
  CHECK_THROWS_AS(of_zero.multiply_by(ball::infinity(at)), undefined_value);
  running_product logarithm = waiting();
  logarithm.multiply_by(log_of(3));
  const number log = std::move(logarithm).value();
  REQUIRE(log.as_log() != nullptr);
  CHECK(log.as_log()->coefficient == large(7, 200) * large(5, 300));
  running_product whole(power(rational(7), 400), at);
  whole.multiply_by(power(rational(5), 400));
  whole.multiply_by(number::whole_in(ball::hull(ball::of(2, at), ball::of(4, at))));
  const number still_whole = std::move(whole).value();
  CHECK(still_whole.is_whole_in_ball());
}

}  // namespace test_running_product
