// Balls of two machine words: every operation against exact fractions at the ends of its operands,
// and long recurrences against FLINT's balls.

#include "arithmetic/two_word_ball.hpp"

#include <algorithm>
#include <random>

#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_two_word_ball {

using namespace shufflecert;

namespace {

constexpr bits enough = 256;

// A positive ball with exact ends, and a point in it.
struct sample {
  ball enclosing;
  rational low;
  rational high;
};

class random_samples {
 public:
  explicit random_samples(std::uint64_t seed) : engine_(seed) {}

  std::int64_t whole(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }

  // All ones, a single one, or anything: carries and normalisations of every kind.
  integer mantissa() {
    const integer top = integer(1) << 127;
    switch (whole(0, 3)) {
      case 0:
        return top + whole(0, 3);
      case 1:
        return 2 * top - 1 - whole(0, 3);
      default: {
        integer any = 1;
        for (int i = 0; i < 127; ++i) any = 2 * any + whole(0, 1);
        return any;
      }
    }
  }

  std::uint64_t multiplier() {
    switch (whole(0, 3)) {
      case 0:
        return static_cast<std::uint64_t>(whole(1, 5));
      case 1:
        return ~std::uint64_t{0} - static_cast<std::uint64_t>(whole(0, 3));
      case 2:
        return std::uint64_t{1} << whole(0, 63);
      default:
        return static_cast<std::uint64_t>(whole(1, std::int64_t{1} << 40));
    }
  }

  // Exponents close enough that both matter to a sum, or so far apart that one does not.
  sample any() {
    const auto exponent = whole(0, 9) == 0 ? whole(-200, 200) : whole(-4, 4);
    const rational unit = power(rational(2), static_cast<long>(exponent - 127));
    const integer middle = mantissa();
    const integer error = whole(0, 2) == 0 ? integer(0) : integer(1) << whole(0, 50);
    const rational low = rational(middle - error) * unit;
    const rational high = rational(middle + error) * unit;
    return {ball::hull(ball::of(low, enough), ball::of(high, enough)), low, high};
  }

 private:
  std::mt19937_64 engine_;
};

// Whether the result encloses each of these exact numbers; a lost one encloses nothing, and says
// so.
void check_encloses(const two_word_ball& result, std::initializer_list<rational> points) {
  const auto known = result.to_ball(enough);
  REQUIRE(known.has_value());
  for (const rational& point : points) CHECK(contains(*known, point));
}

}  // namespace

TEST_CASE("two words enclose what they are made from and give it back") {
  const random_cases cases(311, 2000);
  random_samples random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const sample x = random.any();
    check_encloses(two_word_ball(x.enclosing), {x.low, x.high});
  }
  check_encloses(two_word_ball(), {rational(0)});
  CHECK(two_word_ball(ball::of(0, 64)).is_lost());
  CHECK(two_word_ball(ball::of(-1, 64)).is_lost());
  CHECK(two_word_ball(ball::infinity(64)).is_lost());
  // A ball that is too wide for the error.
  CHECK(two_word_ball(ball::hull(ball::of(1, 64), ball::of(3, 64))).is_lost());
}

TEST_CASE("operations on two words enclose every exact result") {
  const random_cases cases(312, 20'000);
  random_samples random(cases.seed());
  int differences = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const sample x = random.any();
    const sample y = random.any();
    const std::uint64_t k = random.multiplier();
    const two_word_ball a(x.enclosing);
    const two_word_ball b(y.enclosing);
    check_encloses(a + b, {x.low + y.low, x.high + y.high, x.low + y.high});
    check_encloses(a * b, {x.low * y.low, x.high * y.high, x.low * y.high, x.high * y.low});
    check_encloses(a * k, {x.low * integer(k), x.high * integer(k)});
    check_encloses(a / k, {x.low / integer(k), x.high / integer(k)});
    const two_word_ball apart = a - b;
    if (apart.is_lost()) {
      CHECK(x.low <= 2 * y.high);
      continue;
    }
    ++differences;
    check_encloses(apart, {x.low - y.high, x.high - y.low, x.low - y.low});
  }
  CHECK(differences > 1000);
}

// The slack in the errors would hide a carry that is lost: here are the mantissas themselves.
TEST_CASE("products and quotients in two words are the upper bits of the exact ones") {
  const random_cases cases(314, 5'000);
  random_samples random(cases.seed());
  const auto middle_of = [](const two_word_ball& x) {
    arb_t scaled;
    fmpz_t whole;
    arb_init(scaled);
    fmpz_init(whole);
    arb_mul_2exp_si(scaled, x.to_ball(enough)->raw(), 128 - x.log2_above());
    integer result;
    arf_get_fmpz(whole, arb_midref(scaled), ARF_RND_NEAR);
    fmpz_get_mpz(result.backend().data(), whole);
    fmpz_clear(whole);
    arb_clear(scaled);
    return result;
  };
  const auto upper_bits = [](integer x, unsigned out) {
    x >>= out;
    while (x < integer(1) << 127) x <<= 1;
    return x;
  };
  for (int i = 0; i < cases.count(); ++i) {
    const integer m = random.mantissa();
    const integer other = random.mantissa();
    const std::uint64_t k = random.multiplier();
    const two_word_ball x(ball::of(rational(m), enough));
    const two_word_ball y(ball::of(rational(other), enough));
    CHECK(middle_of(x * y) == upper_bits(m * other, 128));
    const integer multiple = m * k;
    CHECK(middle_of(x * k) == (multiple >> (msb(multiple) - 127)));
    integer divisor = k;
    while (divisor < integer(1) << 63) divisor <<= 1;
    CHECK(middle_of(x / k) == upper_bits(integer((m << 63) / divisor), 0));
  }
}

TEST_CASE("what is far below the last bit of a sum is in its error") {
  const two_word_ball one(ball::of(1, 64));
  const rational tiny = power(rational(2), -150);
  check_encloses(one + two_word_ball(ball::of(tiny, 64)), {1 + tiny});
  check_encloses(two_word_ball(ball::of(tiny, 64)) + one, {1 + tiny});
  check_encloses(one - two_word_ball(ball::of(tiny, 64)), {1 - tiny});
}

TEST_CASE("zero is exact, and what is lost stays lost") {
  const two_word_ball zero;
  const two_word_ball one(ball::of(1, 64));
  check_encloses(zero + one, {rational(1)});
  check_encloses(one - zero, {rational(1)});
  check_encloses(two_word_ball(ball::of(rational(1, 1024), 64)) - zero, {rational(1, 1024)});
  check_encloses(one * zero, {rational(0)});
  check_encloses(zero / 7, {rational(0)});
  check_encloses(one * std::uint64_t{0}, {rational(0)});
  const two_word_ball same = one;
  const two_word_ball lost = one - same;
  CHECK(lost.is_lost());
  for (const two_word_ball& later : {lost + one, one + lost, lost - zero, lost * one, one * lost,
                                     lost * std::uint64_t{3}, lost / 3}) {
    CHECK(later.is_lost());
    CHECK_FALSE(later.to_ball(64).has_value());
  }
}

// The errors of products and quotients scale with the mantissas: else they double at every step.
TEST_CASE("ten thousand steps in two words cost a dozen bits") {
  const random_cases cases(313, 10);
  random_samples random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational start(random.whole(1, 1000), random.whole(1, 1000));
    const rational ratio(random.whole(900, 1100), 1000);
    two_word_ball x(ball::of(start, enough));
    two_word_ball sum;
    const two_word_ball factor(ball::of(ratio, enough));
    ball exact = ball::of(start, 2 * enough);
    ball total(2 * enough);
    for (std::int64_t k = 1; k <= 10'000; ++k) {
      sum = sum + x;
      total += exact;
      const auto up = static_cast<std::uint64_t>(k + 17);
      const auto down = static_cast<std::uint64_t>(k + 16);
      x = x * up / down * factor;
      exact = exact * (k + 17) / (k + 16) * ball::of(ratio, 2 * enough);
    }
    const auto known = sum.to_ball(enough);
    REQUIRE(known.has_value());
    CHECK(encloses(*known, total));
    CHECK(arb_rel_accuracy_bits(known->raw()) > 105);
  }
}

}  // namespace test_two_word_ball
