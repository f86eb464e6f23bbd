// Numbers that stay exact where they can, and say what they do not know.

#include <mpfr.h>

#include <array>
#include <random>

#include "shufflecert/number.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_number {

using namespace shufflecert;

namespace {

constexpr bits at = 128;

number inf() {
  return ball::infinity(at);
}
number minus_inf() {
  return ball::infinity(at, -1);
}

bool is_exactly_log(const number& x, const rational& coefficient, const rational& argument) {
  return x.as_log() != nullptr && x.as_log()->coefficient == coefficient &&
         x.as_log()->argument == argument;
}

ball around(const rational& x, const rational& radius, bits precision = at) {
  return ball::hull(ball::of(rational(x - radius), precision),
                    ball::of(rational(x + radius), precision));
}

rational ten_to_minus(unsigned k) {
  return {integer(1), integer(boost::multiprecision::pow(integer(10), k))};
}

struct answer {
  std::optional<bool> value;
  bool tied;
  friend bool operator==(const answer&, const answer&) = default;
};
answer ask(const number& a, relation op, const number& b, bits precision = at) {
  const truth t = compare(a, op, b, precision);
  return {t.value, t.tied};
}
const answer yes{true, false};
const answer no{false, false};
const answer unknown{std::nullopt, false};
const answer tied{true, true};

// <, <=, >, >=, ==, != in this order.
constexpr std::array relations{relation::less,          relation::less_equal, relation::greater,
                               relation::greater_equal, relation::equal,      relation::not_equal};
void check_all(const number& a, const number& b, const std::array<answer, 6>& expected,
               bits precision = at) {
  for (std::size_t i = 0; i < relations.size(); ++i) {
    INFO("relation " << i);
    CHECK(ask(a, relations[i], b, precision) == expected[i]);
  }
}
const std::array<answer, 6> equal_answers{no, yes, no, yes, yes, no};
const std::array<answer, 6> less_answers{yes, yes, no, no, no, yes};

}  // namespace

TEST_CASE("fractions stay fractions") {
  const random_cases cases(31, 500);
  std::mt19937_64 random(cases.seed());
  std::uniform_int_distribution<long> part(-500, 500);
  std::uniform_int_distribution<long> bottom(1, 500);
  for (int i = 0; i < cases.count(); ++i) {
    const rational x(part(random), bottom(random));
    const rational y(part(random), bottom(random));
    const long k = part(random) % 10;
    CHECK(is_exactly(add(x, y, 20), x + y));
    CHECK(is_exactly(subtract(x, y, 20), x - y));
    CHECK(is_exactly(multiply(x, y, 20), x * y));
    if (y != 0) CHECK(is_exactly(divide(x, y, 20), x / y));
    CHECK(is_exactly(negate(x), -x));
    CHECK(is_exactly(abs(x, 20), abs(x)));
    CHECK(is_exactly(min(x, y, 20), std::min(x, y)));
    CHECK(is_exactly(max(x, y, 20), std::max(x, y)));
    if (x != 0) CHECK(is_exactly(power(x, k, 20), power(x, k)));
    const rational whole(floor(x));
    CHECK(is_exactly(floor(number(x), 20), whole));
    CHECK(whole <= x);
    CHECK(x < whole + 1);
    CHECK(is_exactly(ceil(number(x), 20), x == whole ? whole : rational(whole + 1)));
    CHECK(is_exactly(sqrt(rational(x * x), 20), abs(x)));
  }
}

TEST_CASE("operations on mixed numbers enclose the exact result") {
  // x and y as fractions or as balls; whatever mixture goes in, x∘y must be inside.
  const random_cases cases(32, 500);
  std::mt19937_64 random(cases.seed());
  std::uniform_int_distribution<long> part(-2000, 2000);
  std::uniform_int_distribution<long> bottom(1, 2000);
  for (int i = 0; i < cases.count(); ++i) {
    const rational x(part(random), bottom(random));
    const rational y(part(random), bottom(random));
    const rational radius = ten_to_minus(static_cast<unsigned>(6 + i % 30));
    const std::array<std::array<number, 2>, 3> mixtures{
        {{x, around(y, radius)}, {around(x, radius), y}, {around(x, radius), around(y, radius)}}};
    for (const auto& [a, b] : mixtures) {
      CHECK(contains(add(a, b, at).to_ball(at), x + y));
      CHECK(contains(subtract(a, b, at).to_ball(at), x - y));
      CHECK(contains(multiply(a, b, at).to_ball(at), x * y));
      if (abs(y) > rational(1, 1000)) CHECK(contains(divide(a, b, at).to_ball(at), x / y));
      CHECK(contains(min(a, b, at).to_ball(at), std::min(x, y)));
      CHECK(contains(max(a, b, at).to_ball(at), std::max(x, y)));
      CHECK(contains(hull(a, b, at).to_ball(at), x));
      CHECK(contains(hull(a, b, at).to_ball(at), y));
      CHECK(contains(power(a, 3, at).to_ball(at), x * x * x));
      CHECK(contains(abs(a, at).to_ball(at), abs(x)));
    }
  }
}

TEST_CASE("logarithms of fractions: exact algebra") {
  CHECK(is_exactly(exp(log_of(3), at), 3));
  CHECK(is_exactly(exp(log(number(3), at), at), 3));
  CHECK(is_exactly(exp(negate(log_of(3)), at), rational(1, 3)));
  CHECK(is_exactly(exp(multiply(rational(1, 2), log_of(9), at), at), 3));
  CHECK(is_exactly(exp(divide(log_of(rational(8, 27)), 3, at), at), rational(2, 3)));
  CHECK_FALSE(exp(multiply(rational(1, 2), log_of(3), at), at).is_exact());
  CHECK(is_exactly(expm1(log_of(3), at), 2));
  CHECK(is_exactly(tanh(log_of(3), at), rational(4, 5)));
  CHECK(is_exactly(tanh(divide(log_of(3), 2, at), at), rational(1, 2)));
  // The form is unique: the argument is above 1, log 1 is 0.
  CHECK(is_exactly_log(log(number(rational(1, 3)), at), -1, 3));
  CHECK(is_exactly(log(number(1), at), 0));
  CHECK(number(log_multiple{0, 5}).is_zero());
  CHECK(number(log_multiple{7, 1}).is_zero());
  CHECK(is_exactly(log1p(number(0), at), 0));
  CHECK(is_exactly_log(log1p(number(2), at), 1, 3));
  // Sums.
  check_all(add(log_of(2), log_of(3), at), log_of(6), equal_answers);
  check_all(subtract(log_of(6), log_of(3), at), log_of(2), equal_answers);
  check_all(log_of(4), multiply(2, log_of(2), at), equal_answers);
  check_all(add(log_of(2), log_of(2), at), log_of(4), equal_answers);
  check_all(add(multiply(2, log_of(2), at), multiply(3, log_of(3), at), at), log_of(108),
            equal_answers);
  CHECK(subtract(log_of(5), log_of(5), at).is_zero());
  CHECK(subtract(log_of(4), multiply(2, log_of(2), at), at).is_zero());
  CHECK(is_exactly(divide(multiply(3, log_of(5), at), log_of(5), at), 3));
  CHECK(add(log_of(2), 0, at).is_exact());
  // Order.
  check_all(log_of(2), log_of(3), less_answers);
  check_all(log_of(3), 2, less_answers);
  check_all(1, log_of(3), less_answers);
  check_all(negate(log_of(3)), 0, less_answers);
  // 3^12 < 2^20 but by little: 531441 < 1048576 = 2^20; 2^19 < 3^12.
  check_all(multiply(19, log_of(2), at), multiply(12, log_of(3), at), less_answers);
  CHECK(sign(log_of(rational(1, 2)), 2) == -1);
  CHECK(sign(log_of(rational(1001, 1000)), 2) == 1);
}

TEST_CASE("sums of logarithms enclose where they cannot stay exact") {
  const random_cases cases(33, 400);
  std::mt19937_64 random(cases.seed());
  std::uniform_int_distribution<long> part(1, 60);
  for (int i = 0; i < cases.count(); ++i) {
    const rational r(part(random) + 1, part(random));
    const rational s(part(random), part(random));
    const rational c(part(random) - 30, part(random));
    const rational d(part(random) - 30, part(random));
    const number sum = add(multiply(c, log_of(r), at), multiply(d, log_of(s), at), at);
    // exp of it, raised to the common denominator, is r^(c·m)·s^(d·m).
    const integer m = lcm(denominator(c), denominator(d));
    const rational expected =
        power(r, rational(c * m).convert_to<long>()) * power(s, rational(d * m).convert_to<long>());
    const number raised = exp(multiply(rational(m), sum, 600), 600);
    CHECK(contains(raised.to_ball(600), expected));
    CHECK((sum.is_zero() || sum.to_ball(at).has_relative_radius(20)));
  }
}

TEST_CASE("a logarithm converts to a ball that contains MPFR's value") {
  for (const auto& [top, bottom] : {std::pair{3, 2}, {1001, 1000}, {1, 7}, {1000000, 1}}) {
    const number value = multiply(rational(5, 3), log_of(rational(top, bottom)), at);
    const oracle::interval truth = oracle::log_of(oracle::fraction(top, bottom));
    const oracle::fraction factor(5, 3);
    for (const bits precision : {30, 128, 300})
      CHECK(encloses(value.to_ball(precision), {truth.lower * factor, truth.upper * factor}));
  }
}

TEST_CASE("comparison of exact numbers is decided, never tied") {
  check_all(rational(1, 3), rational(1, 3), equal_answers);
  check_all(rational(1, 3), rational(1, 2), less_answers);
  // Closer than any ball of 128 bits can tell.
  const rational close = 1 + ten_to_minus(1000);
  check_all(1, close, less_answers);
  // log 3 and a fraction that agrees with it to more than 100 digits: equality is excluded, and the
  // order is open at 128 bits rather than tied.
  const rational near_log3 = to_rational(oracle::log_of(3).lower);
  check_all(log_of(3), near_log3, {unknown, unknown, unknown, unknown, no, yes});
  CHECK(ask(log_of(3), relation::greater, near_log3, 1000) == yes);
  CHECK(ask(log_of(3), relation::less_equal, near_log3, 1000) == no);
  // Two logarithms: 2·log(1 + h) against log(1 + 2h), h = 10^−80.
  const rational h = ten_to_minus(80);
  check_all(multiply(2, log_of(rational(1 + h)), at), log_of(rational(1 + 2 * h)),
            {unknown, unknown, unknown, unknown, no, yes});
  CHECK(ask(multiply(2, log_of(rational(1 + h)), at), relation::greater,
            log_of(rational(1 + 2 * h)), 1000) == yes);
}

TEST_CASE("balls that agree to 50 digits are tied where equality helps, open elsewhere") {
  // Width 10^−60 around 1/3: relative radius below 10^−50.
  const number a = around(rational(1, 3), ten_to_minus(60), 400);
  const number b = around(rational(rational(1, 3) + ten_to_minus(60)), ten_to_minus(60), 400);
  const std::array<answer, 6> tied_answers{unknown, tied, unknown, tied, tied, unknown};
  check_all(a, b, tied_answers);
  check_all(b, a, tied_answers);
  check_all(a, a, tied_answers);
  check_all(a, rational(1, 3), tied_answers, 400);
  // Too wide to be tied; at 128 bits a third is no better known than that.
  const std::array<answer, 6> open_answers{unknown, unknown, unknown, unknown, unknown, unknown};
  check_all(a, rational(1, 3), open_answers, 128);
  const number wide = around(rational(1, 3), ten_to_minus(40), 400);
  check_all(wide, a, open_answers);
  check_all(a, wide, open_answers);
  check_all(wide, wide, open_answers);
  // Narrow absolutely but not relatively: around 0.
  const number zero = around(0, ten_to_minus(100), 400);
  check_all(zero, 0, open_answers);
  // Narrow and apart.
  const number apart = around(rational(1, 3) + ten_to_minus(55), ten_to_minus(60), 400);
  check_all(a, apart, less_answers);
}

TEST_CASE("comparison with infinities") {
  check_all(5, inf(), less_answers);
  check_all(minus_inf(), 5, less_answers);
  check_all(log_of(3), inf(), less_answers);
  check_all(around(0, 1), inf(), less_answers);
  check_all(minus_inf(), inf(), less_answers);
  check_all(inf(), inf(), equal_answers);
}

TEST_CASE("arithmetic with infinities") {
  CHECK(add(inf(), 5, at).is_infinity(1));
  CHECK(add(5, minus_inf(), at).is_infinity(-1));
  CHECK(add(inf(), inf(), at).is_infinity(1));
  CHECK(subtract(inf(), minus_inf(), at).is_infinity(1));
  CHECK_THROWS_AS(subtract(inf(), inf(), at), undefined_value);
  CHECK_THROWS_AS(add(inf(), minus_inf(), at), undefined_value);
  CHECK(multiply(inf(), -2, at).is_infinity(-1));
  CHECK(multiply(minus_inf(), minus_inf(), at).is_infinity(1));
  CHECK_THROWS_AS(multiply(0, inf(), at), undefined_value);
  CHECK_THROWS_AS(multiply(inf(), around(0, 1), at), precision_needed);
  CHECK(is_exactly(divide(5, inf(), at), 0));
  CHECK(divide(inf(), -3, at).is_infinity(-1));
  CHECK_THROWS_AS(divide(inf(), inf(), at), undefined_value);
  CHECK_THROWS_AS(divide(inf(), 0, at), undefined_value);
  CHECK(negate(inf()).is_infinity(-1));
  CHECK(abs(minus_inf(), at).is_infinity(1));
  CHECK(floor(inf(), at).is_infinity(1));
  CHECK(ceil(minus_inf(), at).is_infinity(-1));
  CHECK(exp(inf(), at).is_infinity(1));
  CHECK(is_exactly(exp(minus_inf(), at), 0));
  CHECK(is_exactly(expm1(minus_inf(), at), -1));
  CHECK(log(inf(), at).is_infinity(1));
  CHECK(sqrt(inf(), at).is_infinity(1));
  CHECK(is_exactly(tanh(minus_inf(), at), -1));
  CHECK(is_exactly(min(inf(), 3, at), 3));
  CHECK(max(inf(), 3, at).is_infinity(1));
  CHECK(is_exactly(normal_cdf(inf(), at), 1));
  CHECK(is_exactly(normal_cdf(minus_inf(), at), 0));
  CHECK_THROWS_AS(log(minus_inf(), at), undefined_value);
  CHECK_THROWS_AS(sqrt(minus_inf(), at), undefined_value);
}

TEST_CASE("powers: whole, real and at the borders") {
  CHECK(is_exactly(power(0, 0, at), 1));
  CHECK(is_exactly(power(0, 5, at), 0));
  CHECK(is_exactly(power(0, rational(1, 2), at), 0));
  CHECK_THROWS_AS(power(0, -1, at), undefined_value);
  CHECK_THROWS_AS(power(0, rational(-1, 2), at), undefined_value);
  CHECK(is_exactly(power(-2, 3, at), -8));
  CHECK(is_exactly(power(-2, -3, at), rational(-1, 8)));
  CHECK_THROWS_AS(power(-2, rational(1, 2), at), undefined_value);
  CHECK_THROWS_AS(power(-2, rational(1, 3), at), undefined_value);
  CHECK(is_exactly(power(4, rational(1, 2), at), 2));
  CHECK(is_exactly(power(rational(8, 27), rational(-2, 3), at), rational(9, 4)));
  CHECK_FALSE(power(2, rational(1, 2), at).is_exact());
  CHECK(contains(power(power(2, rational(1, 2), at), 2, at).to_ball(at), 2));
  CHECK(is_exactly(power(inf(), -1, at), 0));
  CHECK(power(inf(), 2, at).is_infinity(1));
  CHECK(power(minus_inf(), 3, at).is_infinity(-1));
  CHECK(power(minus_inf(), 2, at).is_infinity(1));
  CHECK_THROWS_AS(power(inf(), 0, at), undefined_value);
  CHECK(power(2, inf(), at).is_infinity(1));
  CHECK(is_exactly(power(rational(1, 2), inf(), at), 0));
  CHECK(is_exactly(power(2, minus_inf(), at), 0));
  CHECK_THROWS_AS(power(1, inf(), at), undefined_value);
  CHECK_THROWS_AS(power(-2, inf(), at), undefined_value);
  CHECK_THROWS_AS(power(around(0, 1), -1, at), precision_needed);
  CHECK_THROWS_AS(power(around(0, 1), rational(1, 2), at), precision_needed);
  // Beyond the limit by so much that FLINT says nothing at all of it.
  const number tower = power(9, power(9, 9, at), at);
  for (const number& large_base : {number(9), number(rational(10, 9)), log_of(3)})
    CHECK_THROWS_AS(power(large_base, tower, at), beyond_reach);
  CHECK_THROWS_AS(power(rational(1, 9), negate(tower), at), beyond_reach);
  CHECK_THROWS_AS(exp(tower, at), beyond_reach);
  CHECK_THROWS_AS(expm1(tower, at), beyond_reach);
  CHECK_THROWS_AS(gamma(tower, at), beyond_reach);
  CHECK_THROWS_AS(factorial(tower, at), beyond_reach);
  CHECK(less(power(9, negate(tower), at).to_ball(at), ball::of(1, at)) == true);
  // Too large to stay a fraction: 3^100000 has 158,497 bits. Against exact arithmetic.
  const number large = power(3, 100000, at);
  CHECK_FALSE(large.is_exact());
  CHECK(contains(large.to_ball(at), power(rational(3), 100000)));
  CHECK(large.to_ball(at).has_relative_radius(30));
}

TEST_CASE("undefined values are refused, doubtful ones ask for precision") {
  CHECK_THROWS_AS(divide(1, 0, at), undefined_value);
  CHECK_THROWS_AS(divide(0, 0, at), undefined_value);
  CHECK_THROWS_AS(divide(around(5, 1), 0, at), undefined_value);
  CHECK_THROWS_AS(divide(1, subtract(log_of(4), multiply(2, log_of(2), at), at), at),
                  undefined_value);
  CHECK_THROWS_AS(divide(1, around(0, 1), at), precision_needed);
  CHECK_THROWS_AS(log(number(0), at), undefined_value);
  CHECK_THROWS_AS(log(number(-1), at), undefined_value);
  CHECK_THROWS_AS(log(around(-5, 1), at), undefined_value);
  CHECK_THROWS_AS(log(around(0, 1), at), precision_needed);
  CHECK_THROWS_AS(log1p(number(-1), at), undefined_value);
  CHECK_THROWS_AS(log1p(around(-3, 1), at), undefined_value);
  CHECK_THROWS_AS(log1p(around(-1, 1), at), precision_needed);
  CHECK_THROWS_AS(sqrt(number(-1), at), undefined_value);
  CHECK_THROWS_AS(sqrt(around(-5, 1), at), undefined_value);
  CHECK_THROWS_AS(sqrt(around(0, 1), at), precision_needed);
  CHECK(is_exactly(sqrt(number(0), at), 0));
  CHECK_THROWS_AS(gamma(number(0), at), undefined_value);
  CHECK_THROWS_AS(gamma(number(-7), at), undefined_value);
  CHECK_THROWS_AS(gamma(around(0, 1), at), precision_needed);
  CHECK_THROWS_AS(lgamma(number(0), at), undefined_value);
  CHECK_THROWS_AS(factorial(number(-1), at), undefined_value);
  CHECK_THROWS_AS(factorial(number(rational(1, 2)), at), undefined_value);
  CHECK_THROWS_AS(normal_quantile(number(0), at), undefined_value);
  CHECK_THROWS_AS(normal_quantile(number(1), at), undefined_value);
  CHECK_THROWS_AS(normal_quantile(number(-3), at), undefined_value);
  CHECK_THROWS_AS(normal_quantile(around(1, rational(1, 2)), at), precision_needed);
  CHECK_THROWS_AS(binomial(5, rational(1, 2), at), undefined_value);
  CHECK_THROWS_AS(binomial(inf(), 2, at), undefined_value);
  CHECK_THROWS_AS(binomial(5, around(2, 1), at), precision_needed);
}

TEST_CASE("floor and ceiling of balls: decided, or the hull of the candidates") {
  const auto check = [](const number& x, long low, long high) {
    const ball f = floor(x, at).to_ball(at);
    CHECK(contains(f, low));
    CHECK(contains(f, high));
    // No wider than the candidates, up to rounding.
    CHECK(less(ball::of(rational(high) + rational(1, 2), at), f) != true);
    CHECK_FALSE(contains(f, rational(low) - rational(1, 2)));
    CHECK_FALSE(contains(f, rational(high) + rational(1, 2)));
  };
  CHECK(is_exactly(floor(number(around(rational(5, 2), rational(1, 10))), at), 2));
  CHECK(is_exactly(ceil(number(around(rational(5, 2), rational(1, 10))), at), 3));
  CHECK(is_exactly(floor(number(around(rational(-5, 2), rational(1, 10))), at), -3));
  CHECK(is_exactly(ceil(number(around(rational(-5, 2), rational(1, 10))), at), -2));
  check(around(3, rational(1, 10)), 2, 3);
  check(around(-3, rational(1, 10)), -4, -3);
  check(around(5, rational(3, 2)), 3, 6);
  CHECK(is_exactly(floor(log_of(3), at), 1));
  CHECK(is_exactly(ceil(log_of(3), at), 2));
  CHECK(is_exactly(floor(negate(log_of(3)), at), -2));
  // e^log 3 is 3, so its floor is decided.
  CHECK(is_exactly(floor(exp(log_of(3), at), at), 3));
}

TEST_CASE("choices that are not decided give the hull") {
  const number wide = around(3, 1);
  for (const rational& inside : {rational(2), rational(3), rational(4)}) {
    CHECK(contains(hull(wide, 10, at).to_ball(at), inside));
    CHECK(contains(abs(around(-3, 1), at).to_ball(at), inside));
  }
  CHECK(contains(hull(wide, 10, at).to_ball(at), 10));
  CHECK(is_exactly(hull(7, 7, at), 7));
  CHECK(contains(abs(around(0, 1), at).to_ball(at), 0));
  const ball smaller = min(wide, rational(7, 2), at).to_ball(at);
  CHECK(contains(smaller, 2));
  CHECK(contains(smaller, rational(7, 2)));
  const ball larger = max(wide, rational(7, 2), at).to_ball(at);
  CHECK(contains(larger, 4));
  CHECK(contains(larger, rational(7, 2)));
}

TEST_CASE("factorials and gamma") {
  CHECK(is_exactly(factorial(0, at), 1));
  CHECK(is_exactly(factorial(20, at), rational(integer("2432902008176640000"))));
  CHECK(is_exactly(gamma(number(5), at), 24));
  CHECK(is_exactly_log(lgamma(number(5), at), 1, 24));
  CHECK(is_exactly(lgamma(number(1), at), 0));
  CHECK(is_exactly(lgamma(number(2), at), 0));
  // Γ(1/2)² = π, Γ(−1/2) = −2√π.
  const ball half = gamma(number(rational(1, 2)), at).to_ball(at);
  CHECK(overlap(half * half, ball::pi(300)));
  CHECK(half.has_relative_radius(30));
  CHECK(overlap(gamma(number(rational(-1, 2)), at).to_ball(at), half * -2));
  // The last exact factorial and the first that is a ball: 2000! by exact products.
  integer product = 1;
  for (int i = 2; i <= 2000; ++i) {
    product *= i;
    if (i == 1499 || i == 1500 || i == 2000)
      CHECK(contains(factorial(i, at).to_ball(at), rational(product)));
  }
  CHECK(factorial(2000, at).to_ball(at).has_relative_radius(30));
}

TEST_CASE("binomial coefficients: exact and generalised") {
  // Pascal's triangle.
  for (long n = 1; n <= 30; ++n)
    for (long k = 0; k <= n; ++k) {
      const rational left = *binomial(n - 1, k - 1, at).as_rational();
      const rational right = *binomial(n - 1, k, at).as_rational();
      CHECK(is_exactly(binomial(n, k, at), left + right));
    }
  CHECK(is_exactly(binomial(0, 0, at), 1));
  CHECK(is_exactly(binomial(5, -1, at), 0));
  CHECK(is_exactly(binomial(5, 6, at), 0));
  CHECK(is_exactly(binomial(52, 5, at), 2598960));
  // (−3)(−4)/2, (1/2)(−1/2)(−3/2)/6.
  CHECK(is_exactly(binomial(-3, 2, at), 6));
  CHECK(is_exactly(binomial(rational(1, 2), 3, at), rational(1, 16)));
  CHECK(is_exactly(binomial(rational(-7, 2), 0, at), 1));
  CHECK(is_exactly(binomial(rational(-7, 2), -2, at), 0));
  const number wide = around(rational(1, 2), ten_to_minus(20));
  CHECK(contains(binomial(wide, 3, at).to_ball(at), rational(1, 16)));
  CHECK(binomial(wide, 3, at).to_ball(at).has_relative_radius(18));
  CHECK_THROWS_AS(binomial(rational(1, 2), 2'000'000, at), beyond_reach);
}

TEST_CASE("large binomial coefficients agree with MPFR's log gamma") {
  struct {
    std::int64_t n;
    std::int64_t k;
  } const cases[] = {
      {1'000'000, 500'000}, {1'000'000, 501}, {20'000, 10'000}, {1'000'000'000'000, 1000}};
  for (const auto& [n, k] : cases) {
    // log C(n, k) with each term rounded to either side at 400 bits; differences of
    // opposite roundings bracket it.
    const auto lgamma_of = [](std::int64_t m, mpfr_rnd_t rounding) {
      mpfr_t value;
      mpfr_init2(value, 400);
      mpfr_set_si(value, static_cast<long>(m), rounding);
      mpfr_lngamma(value, value, rounding);
      rational result;
      mpfr_get_q(result.backend().data(), value);
      mpfr_clear(value);
      return result;
    };
    const rational low =
        lgamma_of(n + 1, MPFR_RNDD) - lgamma_of(k + 1, MPFR_RNDU) - lgamma_of(n - k + 1, MPFR_RNDU);
    const rational high =
        lgamma_of(n + 1, MPFR_RNDU) - lgamma_of(k + 1, MPFR_RNDD) - lgamma_of(n - k + 1, MPFR_RNDD);
    const ball coefficient = binomial(n, k, at).to_ball(at);
    const ball logarithm = log(coefficient);
    INFO("C(" << n << ", " << k << ")");
    CHECK(contains(logarithm, low));
    CHECK(contains(logarithm, high));
    CHECK(coefficient.has_relative_radius(30));
    // Against exact arithmetic where that is quick.
    if (n <= 1'000'000) {
      integer exact;
      mpz_bin_uiui(exact.backend().data(), static_cast<unsigned long>(n),
                   static_cast<unsigned long>(k));
      CHECK(contains(coefficient, rational(exact)));
    }
  }
}

TEST_CASE("texts of exact numbers") {
  CHECK(number(rational(1, 10)).exact_text() == "0.1");
  CHECK(log_of(3).exact_text() == "log(3)");
  CHECK(negate(log_of(3)).exact_text() == "-log(3)");
  CHECK(multiply(rational(3, 2), log_of(rational(7, 3)), at).exact_text() == "1.5*log(7/3)");
  CHECK(inf().exact_text() == "inf");
  CHECK(minus_inf().exact_text() == "-inf");
  CHECK_FALSE(number(around(1, ten_to_minus(9))).exact_text().has_value());
}

TEST_CASE("signs and conversions") {
  CHECK(sign(rational(-1, 3), at) == -1);
  CHECK(sign(0, at) == 0);
  CHECK(sign(inf(), at) == 1);
  CHECK(sign(minus_inf(), at) == -1);
  CHECK(sign(around(5, 1), at) == 1);
  CHECK(sign(around(-5, 1), at) == -1);
  CHECK_FALSE(sign(around(0, 1), at).has_value());
  CHECK(number(7).to_int64() == 7);
  CHECK_FALSE(number(rational(7, 2)).to_int64().has_value());
  CHECK_FALSE(log_of(3).to_int64().has_value());
  CHECK_FALSE(number(ball::of(7, at)).to_int64().has_value());
  CHECK(number(ball(at)).is_zero());
  CHECK_FALSE(number(around(0, ten_to_minus(9))).is_zero());
}

TEST_CASE("the normal law's distribution function and quantile") {
  CHECK(is_exactly(normal_cdf(0, at), rational(1, 2)));
  CHECK(is_exactly(normal_quantile(rational(1, 2), at), 0));
  for (const rational& x : {rational(1, 1000), rational(2, 5), rational(99, 100)})
    CHECK(contains(normal_cdf(normal_quantile(x, at), at).to_ball(at), x));
  // Φ(x) + Φ(−x) = 1.
  for (const rational& x : {rational(1, 7), rational(3), rational(9)})
    CHECK(contains(add(normal_cdf(x, at), normal_cdf(rational(-x), at), at).to_ball(at), 1));
}

TEST_CASE("sums, differences and products of whole numbers are known to be whole") {
  const auto between = [](int low, int high) {
    return number::whole_in(ball::hull(ball::of(low, at), ball::of(high, at)));
  };
  const auto ends_of = [](const number& x) -> std::optional<std::pair<std::int64_t, std::int64_t>> {
    const auto ends = x.whole_numbers();
    if (!ends) return std::nullopt;
    return std::pair(ends->least, ends->largest);
  };
  using ends = std::pair<std::int64_t, std::int64_t>;
  const number n = between(2, 10);
  CHECK(ends_of(n) == ends{2, 10});
  CHECK(ends_of(add(n, 1, at)) == ends{3, 11});
  CHECK(ends_of(add(0, n, at)) == ends{2, 10});
  CHECK(ends_of(subtract(1, n, at)) == ends{-9, -1});
  CHECK(ends_of(negate(n)) == ends{-10, -2});
  CHECK(ends_of(multiply(n, 3, at)) == ends{6, 30});
  // Of two balls the product may be wider than the products are.
  const auto product = ends_of(multiply(n, between(-2, 5), at));
  REQUIRE(product.has_value());
  CHECK(product->first <= -20);
  CHECK(product->second >= 50);
  CHECK(multiply(n, 0, at).is_zero());
  // Not the whole numbers around the ball, but those in it.
  CHECK(ends_of(number::whole_in(around(rational("7/2"), rational("8/5")))) == ends{2, 5});
  // Half of a whole number may be none, and what is called whole must not be taken from a ball.
  for (const number& other :
       {divide(n, 2, at), multiply(n, rational("1/2"), at), add(n, rational("1/3"), at),
        add(n, log(3, at), at), power(n, 2, at), sqrt(n, at), exp(n, at),
        floor(divide(n, 2, at), at), hull(n, 11, at), number(n.to_ball(at)),
        add(n, number(n.to_ball(at)), at), number(5)}) {
    CHECK_FALSE(other.is_whole_in_ball());
    CHECK_FALSE(other.whole_numbers());
  }
  // None in the ball, and more than fit 64 bits.
  CHECK_FALSE(number::whole_in(around(rational("1/2"), rational("1/4"))).whole_numbers());
  CHECK_FALSE(number::whole_in(ball::of(power(rational(2), 70), at)).whole_numbers());
  CHECK_FALSE(number::whole_in(ball::infinity(at)).whole_numbers());
  CHECK_FALSE(n.exact_text());
}

}  // namespace test_number
