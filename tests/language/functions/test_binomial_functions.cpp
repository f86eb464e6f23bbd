// The binomial law in formulas, against sums of exact rationals written out here, and the rounding
// of published digits.

#include <tuple>

#include "arithmetic/flint_complex.hpp"
#include "quantities/binomial/law.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_binomial_functions {

using namespace shufflecert;

namespace {

const definitions& none() {
  static const definitions empty;
  return empty;
}

refined_value value_of(const std::string& text, long digits = 20) {
  return refine(*parse_formula(text), none(), {}, digits, {64, 1024}, {});
}

number number_of(const std::string& text, long digits = 20) {
  return std::get<number>(value_of(text, digits).result);
}

std::string complaint(const std::string& text) {
  return message_of<undefined_value>([&] { value_of(text); });
}

/// "true", "false" or "undecided".
std::string decision(const std::string& text) {
  const auto found = std::get<truth>(value_of(text).result);
  return !found.value ? "undecided" : *found.value ? "true" : "false";
}

rational choose(unsigned n, unsigned k) {
  rational result = 1;
  for (unsigned i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

rational weight(unsigned n, unsigned k, const rational& p) {
  return choose(n, k) * power(p, k) * power(rational(1 - p), static_cast<long>(n - k));
}

rational cdf(int k, unsigned n, const rational& p) {
  rational total = 0;
  for (int j = 0; j <= k; ++j) total += weight(n, static_cast<unsigned>(j), p);
  return total;
}

/// p as text that is not recognized as exact, so that the method for balls is used.
std::string blurred(const std::string& p) {
  return "(" + p + ")*(sqrt(2)*sqrt(2)/2)";
}

}  // namespace

TEST_CASE("the binomial distribution function is an exact rational for small n") {
  const std::vector<std::string> chances{"1/2", "1/3", "9/10", "1/1000"};
  for (const auto& text : chances) {
    const rational p = *number_of(text).as_rational();
    for (const unsigned n : {1U, 2U, 7U, 30U})
      for (int k = -1; k <= static_cast<int>(n) + 1; ++k) {
        const std::string formula =
            "binomial_cdf(" + std::to_string(k) + ", " + std::to_string(n) + ", " + text + ")";
        INFO(formula);
        const number found = number_of(formula);
        REQUIRE(found.as_rational() != nullptr);
        CHECK(*found.as_rational() == cdf(std::min(k, static_cast<int>(n)), n, p));
      }
  }
}

TEST_CASE("the binomial distribution function by balls encloses the exact one in both tails") {
  for (const std::string text : {"1/2", "1/7", "99/100"}) {
    const rational p = *number_of(text).as_rational();
    for (const unsigned n : {1U, 5U, 60U})
      for (const unsigned k : {0U, 1U, 4U, 20U, 59U}) {
        if (k >= n) continue;
        const std::string formula = "binomial_cdf(" + std::to_string(k) + ", " + std::to_string(n) +
                                    ", " + blurred(text) + ")";
        INFO(formula);
        const number found = number_of(formula);
        const ball enclosure = found.to_ball(256);
        CHECK(contains(enclosure, cdf(static_cast<int>(k), n, p)));
        CHECK(enclosure.has_relative_radius(20));
      }
  }
  // Beyond what is kept exact, with a rational p, and the two tails of one point.
  const rational p(1, 3);
  const ball low = number_of("binomial_cdf(900, 3000, 1/3)").to_ball(256);
  CHECK(contains(low, cdf(900, 3000, p)));
  CHECK(low.has_relative_radius(20));
  const ball far = number_of("binomial_cdf(20, 3000, 1/3)").to_ball(256);
  CHECK(contains(far, cdf(20, 3000, p)));
  CHECK(far.has_relative_radius(20));
  const ball high = number_of("1 - binomial_cdf(1400, 3000, 1/3)", 10).to_ball(256);
  CHECK(contains(high, rational(1 - cdf(1400, 3000, p))));
  CHECK(high.has_relative_radius(10));
}

// What is left out is far below the last bit, which is cut off: seen only where the cut is nearly a
// whole bit, so that many points are needed.
TEST_CASE("the rest of a sum is inside the ball, wherever its last bit is cut off") {
  constexpr unsigned trials = 3000;
  const rational p(1, 3);
  rational mass = power(rational(1 - p), trials);
  rational total = mass;
  for (unsigned k = 1; k <= 1000; ++k) {
    mass = mass * (trials - k + 1) / k / 2;
    total += mass;
    if (k < 500) continue;
    for (bits precision = 4; precision <= 40; precision += 3) {
      INFO(k << " at " << precision << " bits");
      CHECK(contains(binomial_cdf(k, trials, p, precision, {}).to_ball(4096), total));
    }
  }
}

TEST_CASE("a huge binomial law agrees with its mirror image and with the sum of its neighbours") {
  CHECK(decision("abs(binomial_cdf(49999, 99999, 1/2) - 1/2) < 1e-25") == "true");
  CHECK(decision("abs(binomial_cdf(50010000, 10^8, 1/2) + binomial_cdf(49989999, 10^8, 1/2) - 1) "
                 "< 1e-20") == "true");
  CHECK(decision("abs(binomial_cdf(700, 2000, 0.37) - binomial_cdf(699, 2000, 0.37) - "
                 "binomial(2000, 700)*0.37^700*0.63^1300) < 1e-30") == "true");
}

TEST_CASE("a large binomial law is the incomplete beta function") {
  // P(X <= k) = I_{1−p}(n − k, k + 1), by FLINT's hypergeometric series.
  constexpr bits wide = 1500;
  for (const auto& [k, n, p] :
       std::vector<std::tuple<std::int64_t, std::int64_t, rational>>{{99'700, 1'000'000, {1, 10}},
                                                                     {100'300, 1'000'000, {1, 10}},
                                                                     {499'000, 1'000'000, {1, 2}},
                                                                     {285'800, 400'000, {5, 7}}}) {
    ball value(wide);
    arb_hypgeom_beta_lower(value.raw(), ball::of(n - k, wide).raw(), ball::of(k + 1, wide).raw(),
                           ball::of(rational(1 - p), wide).raw(), 1, wide);
    const std::string formula =
        "binomial_cdf(" + std::to_string(k) + ", " + std::to_string(n) + ", " + to_text(p) + ")";
    INFO(formula);
    CHECK(value.has_relative_radius(30));
    const ball found = number_of(formula).to_ball(200);
    CHECK(overlap(found, value));
    CHECK(found.has_relative_radius(20));
    const ball smaller = number_of(formula).to_ball(200);
    CHECK(less(smaller, ball::of(1, 200)) == true);
  }
}

TEST_CASE("quantiles of any number of trials") {
  for (const std::string n : {"3*10^4", "10^12", "10^18"})
    for (const std::string p : {"1/10", "exp(-2)", "1 - 10^-7", "2*10^-5"})
      for (const std::string q : {"1/3", "10^-300", "0.999", "1 - 10^-30"}) {
        INFO(n << ", " << p << ", " << q);
        const std::string law = ", " + n + ", " + p + ")";
        const auto found = number_of("binomial_quantile(" + q + law).to_int64();
        REQUIRE(found);
        const std::string k = std::to_string(*found);
        CHECK(decision("binomial_cdf(" + k + law + " >= " + q) == "true");
        if (*found > 0) CHECK(decision("binomial_cdf(" + k + " - 1" + law + " < " + q) == "true");
      }
  // One standard deviation above the mean and below, far from both ends; the median is at the mean.
  CHECK(decision("abs(binomial_quantile(Phi(1), 10^12, 1/2) - 10^12/2 - 10^6/2) < 2") == "true");
  CHECK(decision("binomial_quantile(1/2, 10^18, 1/2) == 10^18/2") == "true");
  CHECK(decision("binomial_quantile(1/2, 10^18, 1/4) == 10^18/4") == "true");
}

TEST_CASE("an argument between whole numbers counts as the one below") {
  CHECK(decision("binomial_cdf(5/2, 4, 1/3) == binomial_cdf(2, 4, 1/3)") == "true");
  CHECK(decision("binomial_cdf(sqrt(5), 4, 1/3) == binomial_cdf(2, 4, 1/3)") == "true");
  CHECK(decision("binomial_cdf(-1/2, 4, 1/3) == 0") == "true");
  CHECK(decision("binomial_cdf(inf, 4, 1/3) == 1") == "true");
  CHECK(decision("binomial_cdf(10^30, 4, 1/3) == 1") == "true");
  // On a jump the two values are all that is known.
  const ball both = number_of("binomial_cdf(sqrt(2)^2, 4, 1/3)").to_ball(128);
  CHECK(contains(both, cdf(1, 4, rational(1, 3))));
  CHECK(contains(both, cdf(2, 4, rational(1, 3))));
}

TEST_CASE("a probability known as an interval gives the values at its ends and no more") {
  const budget limits;
  const variable_map variables;
  evaluator at({none(), 128, limits, nullptr}, variables);
  at.bind("p", number(ball::hull(ball::of(rational(1, 4), 128), ball::of(rational(1, 2), 128))));
  const ball found = at.evaluate_number(*parse_formula("binomial_cdf(300, 1000, p)")).to_ball(128);
  CHECK(contains(found, cdf(300, 1000, rational(1, 4))));
  CHECK(contains(found, cdf(300, 1000, rational(1, 3))));
  CHECK(contains(found, cdf(300, 1000, rational(1, 2))));
  CHECK(less(found, ball::of(rational(1001, 1000), 128)) == true);
}

TEST_CASE("the quantile is the least k that reaches the level") {
  for (const std::string text : {"1/2", "1/7", "19/20"}) {
    const rational p = *number_of(text).as_rational();
    for (const unsigned n : {1U, 6U, 40U})
      for (const std::string level : {"1/1000", "1/4", "1/2", "9/10", "1"}) {
        const std::string formula =
            "binomial_quantile(" + level + ", " + std::to_string(n) + ", " + text + ")";
        INFO(formula);
        const auto found = number_of(formula).to_int64();
        REQUIRE(found);
        const rational q = *number_of(level).as_rational();
        const int k = static_cast<int>(*found);
        CHECK(cdf(k, n, p) >= q);
        CHECK((k == 0 || cdf(k - 1, n, p) < q));
      }
  }
  // Exactly on a jump: P(X <= 1) = 1/2 for three fair coins.
  CHECK(decision("binomial_quantile(1/2, 3, 1/2) == 1") == "true");
  CHECK(decision("binomial_quantile(1/2 + 1e-40, 3, 1/2) == 2") == "true");
  CHECK(value_of("binomial_quantile(sqrt(1/2)^2, 3, 1/2)").reason.find("jump") !=
        std::string::npos);
  CHECK(decision("binomial_quantile(1/2, 10^6, 1/2) == 500000") == "true");
  CHECK(decision("binomial_cdf(binomial_quantile(1 - 1e-9, 10^6, 0.01), 10^6, 0.01) >= 1 - 1e-9") ==
        "true");
}

TEST_CASE("binomial means of powers and exponentials have their closed forms") {
  // E m = kp, E m(m−1) = k(k−1)p², E s^m = (1 − p + ps)^k.
  CHECK(decision("binomial_mean(m, 40, 1/3, m) == 40/3") == "true");
  CHECK(decision("binomial_mean(m, 40, 1/3, m*(m - 1)) == 40*39/9") == "true");
  CHECK(decision("binomial_mean(m, 40, 1/3, 3^m) == (1 - 1/3 + 1)^40") == "true");
  for (const std::string p : {"1/3", "999/1000", "exp(-2)", "1 - exp(-5)"}) {
    for (const std::string k : {"1", "50", "5000"}) {
      const std::string sum = "binomial_mean(m, " + k + ", " + p + ", 3^m)";
      const std::string closed = "(1 - (" + p + ") + (" + p + ")*3)^" + k;
      INFO(sum);
      CHECK(decision("abs(" + sum + "/" + closed + " - 1) < 1e-25") == "true");
      CHECK(decision("abs(binomial_mean(m, " + k + ", " + p + ", m) - " + k + "*(" + p +
                     ")) < 1e-20") == "true");
    }
  }
  // The body grows so fast that only the far tail counts: nothing may be cut off.
  CHECK(decision("abs(binomial_mean(m, 2000, 0.001, exp(m*m/100))/"
                 "sum(m, 0, 2000, binomial(2000, m)*0.001^m*0.999^(2000 - m)*exp(m*m/100)) - 1) "
                 "< 1e-25") == "true");
}

TEST_CASE("binomial means at the ends of the range of p see the one outcome there is") {
  CHECK(decision("binomial_mean(m, 5, 0, 1/(m - 3)) == -1/3") == "true");
  CHECK(decision("binomial_mean(m, 5, 1, 1/(m - 3)) == 1/2") == "true");
  CHECK(decision("binomial_mean(m, 0, 1/2, m + 7) == 7") == "true");
  CHECK(number_of("binomial_mean(m, 5, 1/2, if(m == 2, inf, m))").is_infinity(1));
  CHECK(decision("binomial_mean(m, 4, 1/2, binomial_mean(j, m, 1/3, j)) == 2/3") == "true");
}

TEST_CASE("a published digit is right when the value rounds to it") {
  CHECK(decision("rounds_to(exp(1), 2.72, 0.01)") == "true");
  CHECK(decision("rounds_to(exp(1), 2.71, 0.01)") == "false");
  CHECK(decision("rounds_to(1/8, 0.12, 0.01)") == "true");
  CHECK(decision("rounds_to(1/8, 0.13, 0.01)") == "true");
  CHECK(decision("rounds_to(1/8 + 1e-300, 0.12, 0.01)") == "false");
  CHECK(decision("rounds_to(-1/8, -0.13, 0.01)") == "true");
  CHECK(decision("rounds_to(exp(log(3)), 3, 1e-900)") == "true");
  CHECK(decision("rounds_to(inf, 3, 1)") == "false");
  CHECK(decision("rounds_to(log(2), 0.693, 0.001) and not rounds_to(log(2), 0.694, 0.001)") ==
        "true");
}

TEST_CASE("the binomial functions say what is wrong with their arguments") {
  CHECK(complaint("binomial_cdf(1, 2, 3/2)") ==
        "p must be in [0, 1], and it is 1.5 in 'binomial_cdf(1, 2, 3/2)'");
  CHECK(complaint("binomial_cdf(1, -2, 1/2)") == "n must be >= 0 in 'binomial_cdf(1, -2, 1/2)'");
  CHECK(complaint("binomial_cdf(1, 5/2, 1/2)") ==
        "n must be a whole number in 'binomial_cdf(1, 5/2, 1/2)'");
  CHECK(complaint("binomial_quantile(0, 2, 1/2)") ==
        "the level of a quantile must be in (0, 1] in 'binomial_quantile(0, 2, 1/2)'");
  CHECK(complaint("rounds_to(1, 1, 0)") ==
        "the unit of the last digit must be > 0 in 'rounds_to(1, 1, 0)'");
  CHECK(complaint("binomial_mean(m, 5, 1/2, 1/(m - 3))") == "division by zero in '1/(m - 3)'");
}

}  // namespace test_binomial_functions
