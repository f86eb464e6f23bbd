// Enclosures: every operation against exact fractions or MPFR's directed rounding, and comparisons
// that know when they do not know.

#include <mpfr.h>

#include <functional>
#include <random>

#include "shufflecert/ball.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_ball {

using namespace shufflecert;

namespace {

// A random exact point, and a ball around it that is sometimes wide.
class random_balls {
 public:
  explicit random_balls(std::uint64_t seed) : engine_(seed) {}

  long whole(long low, long high) {
    return std::uniform_int_distribution<long>(low, high)(engine_);
  }
  bits precision() { return whole(20, 200); }
  rational point() { return {whole(-100000, 100000), whole(1, 100000)}; }
  rational positive() { return {whole(1, 100000), whole(1, 100000)}; }

  ball around(const rational& x) {
    const bits at = precision();
    if (whole(0, 1) == 0) return ball::of(x, at);
    const rational width(whole(0, 1000), 1000000);
    return ball::hull(ball::of(rational(x - width), at), ball::of(rational(x + width / 3), at));
  }

 private:
  std::mt19937_64 engine_;
};

// [f(x) rounded down, f(x) rounded up] for a function that increases near x, as fractions.
using mpfr_function = int (*)(mpfr_t, mpfr_srcptr, mpfr_rnd_t);

rational directed(mpfr_function f, const rational& x, mpfr_rnd_t rounding) {
  mpfr_t value;
  mpfr_init2(value, 600);
  mpfr_set_q(value, x.backend().data(), rounding);
  f(value, value, rounding);
  rational result;
  mpfr_get_q(result.backend().data(), value);
  mpfr_clear(value);
  return result;
}

void check_increasing(const char* name, ball (*function)(const ball&), mpfr_function reference,
                      const std::function<rational(random_balls&)>& argument) {
  const random_cases cases(21, 400);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational x = argument(random);
    const ball result = function(random.around(x));
    INFO(name << " of " << x.str());
    CHECK(contains(result, directed(reference, x, MPFR_RNDD)));
    CHECK(contains(result, directed(reference, x, MPFR_RNDU)));
    // Not by saying nothing: a narrow argument gives a narrow result.
    const ball narrow = function(ball::of(x, 200));
    CHECK((x == 0 || narrow.has_relative_radius(35)));
  }
}

ball between(const rational& low, const rational& high, bits precision = 64) {
  return ball::hull(ball::of(low, precision), ball::of(high, precision));
}

// [middle − 2^k, middle + 2^k] to the point; a hull may be rounded outward by a hair.
ball exactly_around(const rational& middle, slong k) {
  ball result = ball::of(middle, 64);
  REQUIRE(result.is_exact());
  mag_set_ui_2exp_si(arb_radref(result.raw()), 1, k);
  return result;
}

const std::optional<bool> yes = true;
const std::optional<bool> no = false;
const std::optional<bool> unknown = std::nullopt;

}  // namespace

TEST_CASE("ball arithmetic contains the exact result") {
  const random_cases cases(20, 3000);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational x = random.point();
    const rational y = random.point();
    const long k = random.whole(-1000, 1000);
    const ball a = random.around(x);
    const ball b = random.around(y);
    INFO(x.str() << " and " << y.str() << " and " << k);
    REQUIRE(contains(a, x));
    REQUIRE(contains(b, y));
    CHECK(contains(a + b, x + y));
    CHECK(contains(a - b, x - y));
    CHECK(contains(a * b, x * y));
    CHECK(contains(-a, -x));
    CHECK(contains(abs(a), abs(x)));
    CHECK(contains(a + k, x + k));
    CHECK(contains(a - k, x - k));
    CHECK(contains(k - a, k - x));
    CHECK(contains(a * k, x * k));
    CHECK(contains(min(a, b), std::min(x, y)));
    CHECK(contains(max(a, b), std::max(x, y)));
    CHECK(contains(nonnegative_part(a), std::max(x, rational(0))));
    CHECK(contains(ball::hull(a, b), x));
    CHECK(contains(ball::hull(a, b), y));
    CHECK(contains(a.with_precision(10), x));
    CHECK(less(upper_bound(a), ball::of(x, 300)) != yes);
    CHECK(less(ball::of(x, 300), lower_bound(a)) != yes);
    CHECK(lower_bound(a).is_exact());
    CHECK((lower_bound(a) + upper_bound(-a)).is_exact_zero());
    if (y != 0) CHECK(contains(a / b, x / y));
    if (k != 0) CHECK(contains(a / k, x / k));
    if (x != 0) CHECK(contains(k / a, k / x));
    const long exponent = k % 12;
    if (x != 0 || exponent >= 0) CHECK(contains(pow(a, integer(exponent)), power(x, exponent)));
  }
}

TEST_CASE("ball arithmetic is as narrow as its precision") {
  const random_cases cases(22, 300);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const ball a = ball::of(random.positive(), 128);
    const ball b = ball::of(random.positive(), 128);
    for (const ball& result : {a + b, a * b, a / b, pow(a, integer(-7)), abs(-a), max(a, b)})
      CHECK(result.has_relative_radius(36));
  }
  // The larger precision of the two decides.
  CHECK((ball::of(1, 300) / ball::of(3, 20)).has_relative_radius(85));
  CHECK((ball::of(1, 20) / ball::of(3, 300)).has_relative_radius(85));
}

TEST_CASE("compound assignment, copies and moves") {
  ball a = ball::of(6, 64);
  const ball copy = a;
  a += ball::of(4, 64);
  a *= ball::of(3, 64);
  a -= ball::of(2, 64);
  a /= ball::of(7, 64);
  CHECK(equal(a, ball::of(4, 64)) == yes);
  CHECK(equal(copy, ball::of(6, 64)) == yes);
  ball& same = a;
  a = same;
  CHECK(equal(a, ball::of(4, 64)) == yes);
  const ball moved = std::move(a);
  CHECK(equal(moved, ball::of(4, 64)) == yes);
  CHECK(moved.precision() == 64);
}

TEST_CASE("elementary functions contain MPFR's directed rounding") {
  const auto any = [](random_balls& random) -> rational { return random.point() / 1000; };
  const auto positive = [](random_balls& random) { return random.positive(); };
  // Balls reach 0.001 below their point.
  const auto away_from_zero = [](random_balls& random) -> rational {
    return random.positive() + rational(1, 500);
  };
  check_increasing("exp", exp, mpfr_exp, any);
  check_increasing("expm1", expm1, mpfr_expm1, any);
  check_increasing("tanh", tanh, mpfr_tanh, any);
  check_increasing("log", log, mpfr_log, away_from_zero);
  check_increasing("log1p", log1p, mpfr_log1p, positive);
  check_increasing("sqrt", sqrt, mpfr_sqrt, away_from_zero);
  // Γ and log Γ increase from 1.4616… on.
  const auto above_two = [](random_balls& random) -> rational {
    return rational(random.whole(2001, 30000), 1000);
  };
  check_increasing("gamma", gamma, mpfr_gamma, above_two);
  check_increasing("lgamma", lgamma, mpfr_lngamma, above_two);
}

TEST_CASE("the normal distribution function contains MPFR's") {
  // Φ(x) = erfc(−x/√2)/2 with x/√2 = y: MPFR evaluates at rational y, the ball at y·√2.
  const random_cases cases(23, 300);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational y(random.whole(-12000, 12000), 1000);
    const ball x = ball::of(y, 160) * sqrt(ball::of(2, 160));
    // erfc decreases, so the argument is rounded the other way.
    mpfr_t value;
    mpfr_init2(value, 600);
    rational ends[2];
    for (const int up : {0, 1}) {
      mpfr_set_q(value, rational(-y).backend().data(), up == 1 ? MPFR_RNDD : MPFR_RNDU);
      mpfr_erfc(value, value, up == 1 ? MPFR_RNDU : MPFR_RNDD);
      mpfr_get_q(ends[up].backend().data(), value);
    }
    mpfr_clear(value);
    const ball phi = normal_cdf(x);
    INFO("y = " << y.str());
    CHECK(contains(phi, ends[0] / 2));
    CHECK(contains(phi, ends[1] / 2));
    CHECK(phi.has_relative_radius(35));
  }
}

TEST_CASE("the normal quantile inverts the distribution function") {
  const random_cases cases(24, 100);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational x(random.whole(1, 99999), 100000);
    const ball quantile = normal_quantile(ball::of(x, 160));
    CHECK(contains(normal_cdf(quantile), x));
    CHECK((x == rational(1, 2) || quantile.has_relative_radius(30)));
  }
  const ball tiny = ball::of(rational(1, integer("1" + std::string(60, '0'))), 200);
  CHECK(overlap(normal_cdf(normal_quantile(tiny)), tiny));
  CHECK(normal_quantile(tiny).has_relative_radius(40));
}

TEST_CASE("real powers satisfy x^(a/b)^b = x^a") {
  const random_cases cases(25, 300);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational x = random.positive();
    const long a = random.whole(-20, 20);
    const long b = random.whole(1, 9);
    const ball root = pow(ball::of(x, 128), ball::of(rational(a, b), 200));
    CHECK(contains(pow(root, integer(b)), power(x, a)));
    CHECK(root.has_relative_radius(30));
  }
}

TEST_CASE("functions outside their domain say nothing rather than something") {
  const ball minus_one = ball::of(-1, 64);
  const ball zero(64);
  CHECK(log(minus_one).is_indeterminate());
  CHECK(log(zero).is_indeterminate());
  CHECK(sqrt(minus_one).is_indeterminate());
  CHECK(log1p(ball::of(-2, 64)).is_indeterminate());
  CHECK((zero / zero).is_indeterminate());
  CHECK((ball::of(1, 64) / zero).is_indeterminate());
  CHECK((ball::of(1, 64) / between(-1, 1)).is_indeterminate());
  CHECK(gamma(ball::of(-3, 64)).is_indeterminate());
  CHECK(normal_quantile(ball::of(2, 64)).is_indeterminate());
  CHECK(contains(log(zero), 5));  // it encloses everything
}

TEST_CASE("three-valued comparison of balls") {
  const ball one = ball::of(1, 64);
  const ball two = ball::of(2, 64);
  // Separate.
  CHECK(less(one, two) == yes);
  CHECK(less(two, one) == no);
  CHECK(less_equal(one, two) == yes);
  CHECK(less_equal(two, one) == no);
  CHECK(equal(one, two) == no);
  // Equal and exact.
  CHECK(less(one, one) == no);
  CHECK(less_equal(one, one) == yes);
  CHECK(equal(one, one) == yes);
  // [0, 1] and [1, 2] touch at 1.
  const ball low = exactly_around(rational(1, 2), -1);
  const ball high = exactly_around(rational(3, 2), -1);
  CHECK(less_equal(low, high) == yes);
  CHECK(less(low, high) == unknown);
  CHECK(less(high, low) == no);
  CHECK(less_equal(high, low) == unknown);
  CHECK(equal(low, high) == unknown);
  CHECK(overlap(low, high));
  // Overlapping, and the same ball twice: two different numbers may lie in it.
  const ball middle = between(rational(1, 2), rational(3, 2));
  for (const ball* other : {&low, &high, &middle}) {
    CHECK(less(middle, *other) == unknown);
    CHECK(less_equal(*other, middle) == unknown);
    CHECK(equal(middle, *other) == unknown);
  }
  // Nested.
  CHECK(less(between(0, 2), one) == unknown);
  CHECK(equal(between(0, 2), one) == unknown);
}

TEST_CASE("comparison with infinite and indeterminate balls") {
  const ball inf = ball::infinity(64);
  const ball minus_inf = ball::infinity(64, -1);
  const ball wide = between(-1000, 1000);
  const ball nothing = ball(64) / ball(64);
  CHECK(less(wide, inf) == yes);
  CHECK(less(inf, wide) == no);
  CHECK(less(minus_inf, wide) == yes);
  CHECK(less(minus_inf, inf) == yes);
  CHECK(less_equal(inf, inf) == yes);
  CHECK(less(inf, inf) == no);
  CHECK(equal(inf, inf) == yes);
  CHECK(equal(inf, minus_inf) == no);
  CHECK(equal(inf, wide) == no);
  CHECK(less_equal(inf, wide) == no);
  for (const ball* other : {&inf, &minus_inf, &wide, &nothing}) {
    CHECK(less(nothing, *other) == unknown);
    CHECK(less(*other, nothing) == unknown);
    CHECK(less_equal(nothing, *other) == unknown);
    CHECK(equal(nothing, *other) == unknown);
  }
}

TEST_CASE("comparison of random balls never contradicts the points inside them") {
  const random_cases cases(26, 3000);
  random_balls random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational x = random.point() / 100000;
    const rational y = i % 3 == 0 ? x : random.point() / 100000;
    const ball a = random.around(x);
    const ball b = random.around(y);
    CHECK(less(a, b).value_or(x < y) == (x < y));
    CHECK(less_equal(a, b).value_or(x <= y) == (x <= y));
    CHECK(equal(a, b).value_or(x == y) == (x == y));
  }
}

TEST_CASE("what a ball says about itself") {
  CHECK(ball(64).is_exact_zero());
  CHECK(ball(64).is_exact());
  CHECK_FALSE(between(-1, 1).is_exact_zero());
  CHECK(between(-1, 1).contains_zero());
  CHECK(between(1, 2).is_certainly_positive());
  CHECK_FALSE(exactly_around(1, 0).is_certainly_positive());
  CHECK(exactly_around(1, 0).is_certainly_nonnegative());
  CHECK(between(-2, -1).is_certainly_negative());
  CHECK(exactly_around(-1, 0).is_certainly_nonpositive());
  CHECK_FALSE(between(-2, 1).is_certainly_nonpositive());
  CHECK_FALSE(between(-1, 2).is_certainly_nonnegative());
  CHECK_FALSE(exactly_around(-1, 0).is_certainly_negative());
  CHECK(ball::infinity(64).is_infinity(1));
  CHECK_FALSE(ball::infinity(64).is_infinity(-1));
  CHECK(ball::infinity(64, -1).is_infinity(-1));
  CHECK_FALSE(ball::infinity(64).is_indeterminate());
  CHECK_FALSE(ball::infinity(64).is_finite());
  CHECK_FALSE(ball::of(rational(1, 3), 64).is_exact());
  CHECK(contains(ball::of(rational(1, 3), 64), rational(1, 3)));
  CHECK_FALSE(contains(ball::of(rational(1, 3), 64), rational(333, 1000)));
  CHECK(ball::of(integer("123456789012345678901234567890"), 200).is_exact());
  CHECK_FALSE(ball::of(integer("123456789012345678901234567891"), 20).is_exact());
  CHECK(contains(ball::of(integer("123456789012345678901234567891"), 20),
                 rational(integer("123456789012345678901234567891"))));
  CHECK(ball::pi(200).has_relative_radius(55));
  // Archimedes, and a better bound: 3.14159265358979 < pi < 3.14159265358980.
  CHECK(less(ball::of(rational(integer("314159265358979"), integer("100000000000000")), 200),
             ball::pi(200)) == yes);
  CHECK(less(ball::pi(200),
             ball::of(rational(integer("314159265358980"), integer("100000000000000")), 200)) ==
        yes);
}

TEST_CASE("relative radius and powers of two are judged on the safe side") {
  // 8 ± 1: radius 1 against the smallest absolute value 7.
  CHECK(between(7, 9).has_relative_radius(0));
  CHECK_FALSE(between(7, 9).has_relative_radius(1));
  CHECK(between(15, 17).has_relative_radius(1));
  CHECK_FALSE(between(-1, 1).has_relative_radius(0));
  CHECK_FALSE((ball(64) / ball(64)).has_relative_radius(0));
  CHECK(ball::of(5, 64).has_relative_radius(1000));
  CHECK(ball(64).has_relative_radius(1000));
  CHECK(is_below_power_of_two(ball::of(rational(799, 100), 64), 3));
  CHECK_FALSE(is_below_power_of_two(ball::of(9, 64), 3));
  CHECK_FALSE(is_below_power_of_two(ball::of(-9, 64), 3));
  CHECK_FALSE(is_below_power_of_two(ball::of(7, 64), 2.9));  // rounded toward −inf: 2^2
  CHECK_FALSE(is_below_power_of_two(between(0, 9), 3));
  CHECK_FALSE(is_below_power_of_two(ball::infinity(64), 1000));
  CHECK_FALSE(is_below_power_of_two(ball(64) / ball(64), 1000));
  CHECK(is_below_power_of_two(ball(64), -100000));
}

}  // namespace test_ball
