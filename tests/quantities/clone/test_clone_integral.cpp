// The clone pair's Rényi divergence as an integral. It shares no sum and no series with direct
// summation and with the moment expansion: where two of them overlap they check each other.

#include "quantities/clone/integral/integral.hpp"

#include <atomic>
#include <cmath>
#include <random>
#include <vector>

#include "quantities/clone/clone_renyi.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/errors.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_clone_integral {

using namespace shufflecert;

namespace {

std::optional<ball> by_integral(const clone_pair& pair, std::int64_t lambda, bits precision) {
  const auto found = renyi_by_integral(pair, lambda, precision, {});
  if (!found) return std::nullopt;
  return found->to_ball(precision + 200);
}

// The direct sum over the outcomes, one by one.
ball by_summation(const clone_pair& pair, std::int64_t lambda, bits precision) {
  return renyi_by_summation(distribution_pair{pair}, lambda, precision).to_ball(precision + 128);
}

// exp((λ−1) D_λ) − 1, which unlike D_λ is the plain sum of what is computed and what is left out.
ball true_excess(const clone_pair& pair, std::int64_t lambda) {
  return expm1(by_summation(pair, lambda, 300) * (lambda - 1));
}

long digits_of(bits precision) {
  return static_cast<long>(std::floor(static_cast<double>(precision) * std::log10(2.0)));
}

// How far `truth` is from the midpoint, in radii.
double depth(const ball& found, const ball& truth) {
  ball middle(400);
  arb_get_mid_arb(middle.raw(), found.raw());
  ball radius(400);
  arb_get_rad_arb(radius.raw(), found.raw());
  return abs((truth - middle) / radius).near();
}

std::string shown(const clone_pair& pair, std::int64_t lambda) {
  return "n = " + std::to_string(pair.n) + ", eps0 = " + pair.eps0.exact_text().value_or("a ball") +
         ", p = " + (pair.p ? pair.p->exact_text().value_or("a ball") : "default") +
         ", lambda = " + std::to_string(lambda);
}

}  // namespace

TEST_CASE("the integral meets direct summation and is as narrow as was asked for",
          "[clone_integral]") {
  const random_cases cases(20261122, 40);
  std::mt19937 random(cases.seed());
  std::uniform_int_distribution<std::int64_t> users(1, 300);
  std::uniform_int_distribution<int> hundredths(1, 600);
  std::uniform_int_distribution<int> thirteenths(1, 13);
  std::uniform_int_distribution<std::int64_t> order(2, 16);
  std::uniform_int_distribution<bits> precision(20, 250);
  for (int i = 0; i < cases.count(); ++i) {
    clone_pair pair{users(random), rational(hundredths(random), 100), std::nullopt};
    if (i % 3 == 0) pair.p = rational(thirteenths(random), 13);
    if (i % 10 == 0) pair.p = 1;
    const std::int64_t lambda = order(random);
    const bits asked = precision(random);
    INFO(shown(pair, lambda) << ", bits = " << asked);
    const auto found = by_integral(pair, lambda, asked);
    REQUIRE(found);
    CHECK(encloses(*found, by_summation(pair, lambda, asked + 60)));
    CHECK(found->has_relative_radius(digits_of(asked)));
  }
}

TEST_CASE("the integral contains the exact divergence", "[clone_integral]") {
  const oracle::fraction one(1);
  for (const int n : {1, 2, 3, 7})
    for (const oracle::fraction& r :
         {oracle::fraction(9, 8), oracle::fraction(3), oracle::fraction(250)})
      for (const oracle::fraction& p : {oracle::fraction(1 / r), oracle::fraction(1, 3), one})
        for (const int lambda : {2, 3, 8}) {
          const clone_pair pair{n, log_number(r, true, 300), number(to_rational(p))};
          const auto truth = oracle::renyi(oracle::clone_laws(n, r, p), lambda);
          REQUIRE(truth);
          const auto found = by_integral(pair, lambda, 90);
          INFO(shown(pair, lambda));
          REQUIRE(found);
          CHECK(encloses(*found, *truth));
          CHECK(found->has_relative_radius(27));
        }
}

TEST_CASE("the integral contains the exact divergence up to the highest order",
          "[clone_integral]") {
  // The coefficients alternate and are as large as 3^λ.
  const oracle::fraction r(5, 2);
  for (const int lambda : {40, static_cast<int>(highest_integral_order)}) {
    const oracle::fraction p(1, 20);
    const clone_pair pair{9, log_number(r, true, 300), number(to_rational(p))};
    const auto truth = oracle::renyi(oracle::clone_laws(9, r, p), lambda);
    REQUIRE(truth);
    const auto found = by_integral(pair, lambda, 70);
    INFO(shown(pair, lambda));
    REQUIRE(found);
    CHECK(encloses(*found, *truth));
    CHECK(found->has_relative_radius(21));
  }
}

TEST_CASE("the integral meets the moment expansion where there are many clones",
          "[clone_integral]") {
  for (const auto& [users, eps0, lambda] :
       {std::tuple{std::int64_t{100'000}, rational(1, 2), std::int64_t{5}},
        std::tuple{std::int64_t{200'000}, rational(3), std::int64_t{2}},
        std::tuple{std::int64_t{10'000'000}, rational(4), std::int64_t{16}}}) {
    for (const bool given : {false, true}) {
      clone_pair pair{users, eps0, std::nullopt};
      if (given) pair.p = rational(1, 37);
      INFO(shown(pair, lambda));
      const auto found = by_integral(pair, lambda, 120);
      const auto moments = clone_renyi(pair, lambda, 120, {}, evaluation_method::closed_moments);
      REQUIRE(found);
      REQUIRE(moments);
      CHECK(overlap(*found, moments->value.to_ball(400)));
      CHECK(found->has_relative_radius(36));
    }
  }
  // Given with the issue that asked for the moments, from a prototype that summed the double
  // expectation.
  const auto known_value = by_integral({10'000, 2, std::nullopt}, 4, 110);
  REQUIRE(known_value);
  CHECK(encloses(
      ball::of(*parse_decimal("0.00343016810493237733436964711252697"), 200) +
          ball::hull(ball::of(-1, 200), ball::of(1, 200)) * ball::of(*parse_decimal("1e-35"), 200),
      *known_value));
}

TEST_CASE("for very many users the integral meets the first moments in closed form",
          "[clone_integral]") {
  // At λ = 2 every coefficient of the moment series is 2: S = 2t²E[Y²] + 2t⁴E[Y⁴] + rest with
  // 0 <= rest <= 2t⁶/(1−t²)·E[Y⁶], E[Y²] = E[1/N], E[Y⁴] = E[3/N² − 2/N³], E[Y⁶] <= 15·E[1/N³].
  // E[1/(N(N+1)…(N+i−1))] = P(Bin(n−1+i, p) >= i)/(n(n+1)…(n+i−1)p^i), the probability being 1 up
  // to less than e^{−np/2}; 1/N² lies between 1/(N(N+1)) and that plus 3/(N(N+1)(N+2)), and 1/N³ is
  // at most 6/(N(N+1)(N+2)).
  constexpr bits precision = 400;
  for (const std::int64_t users :
       {std::int64_t{1'000'000'000'000}, std::int64_t{1'000'000'000'000'000'000}}) {
    const auto found = by_integral({users, 4, std::nullopt}, 2, 110);
    REQUIRE(found);
    const ball t = tanh(ball::of(2, precision));
    const ball t2 = t * t;
    const ball p = exp(ball::of(-4, precision));
    const ball n = ball::of(users, precision);
    const ball zero(precision);
    const ball nearly_one = ball::hull(1 - exp(-n * p / 2), ball::of(1, precision));
    const ball first = nearly_one / (n * p);
    const ball second = nearly_one / (n * (n + 1) * p * p);
    const ball third = nearly_one / (n * (n + 1) * (n + 2) * p * p * p);
    const ball fourth_moment =
        (second + ball::hull(zero, third * 3)) * 3 - ball::hull(zero, third * 12);
    const ball rest = ball::hull(zero, t2 * t2 * t2 * 2 / (1 - t2) * third * 90);
    const ball series = t2 * first * 2 + t2 * t2 * fourth_moment * 2 + rest;
    INFO("n = " << users);
    CHECK(overlap(*found, log1p(series * 2)));  // D_2 = log(1 + 2S)
    CHECK(found->has_relative_radius(33));
  }
}

TEST_CASE("what the integral leaves out is inside the enclosure", "[clone_integral]") {
  // A rule long enough and a range that is too short: the radius is the bound of the tail. For
  // λ = 2 the integrand is positive, so that the truth is near the upper end, and the bound is
  // nearly attained.
  int near_the_end = 0;
  for (const std::int64_t n : {1, 2, 20})
    for (const std::int64_t lambda : {2, 3, 5}) {
      const clone_pair pair{n, 1, std::nullopt};
      const ball truth = true_excess(pair, lambda);
      for (const double end : {2.0, 10.0, 40.0}) {
        const integral_plan plan{60, {{end / 4, 4}, {end / 2, 4}, {end, 4}}};
        const ball found = excess_by_integral(pair, lambda, plan, 150, {});
        INFO(shown(pair, lambda) << ", end = " << end);
        CHECK(encloses(found, truth));
        if (depth(found, truth) > 0.5) ++near_the_end;
      }
    }
  CHECK(near_the_end >= 10);
}

TEST_CASE("the error of a short rule is inside the enclosure", "[clone_integral]") {
  // Few nodes on a range that is long enough: the radius is the bound of the rule's error, of which
  // at best an eighth is attained: that is what a bound on an ellipse costs with two nodes.
  int visible = 0;
  for (const std::int64_t n : {1, 3, 40})
    for (const std::int64_t lambda : {2, 3, 4}) {
      const clone_pair pair{n, rational(1, 10), std::nullopt};
      const double rate = 1 + 0.9 * static_cast<double>(n - 1);
      const ball truth = true_excess(pair, lambda);
      for (const auto nodes : std::vector<std::size_t>{2, 3, 4, 5, 7})
        for (const double length : {0.5, 1.0, 2.0, 4.0, 8.0}) {
          integral_plan plan{nodes, {}};
          double end = 0;
          double step = length / rate;
          while (end < 60) {
            end += step;
            // The best ellipse for e^{−rate·u}.
            const double slope = 4 * static_cast<double>(nodes) / (rate * step);
            plan.panels.push_back({end, slope + std::hypot(1, slope)});
            step *= 1.5;
          }
          const ball found = excess_by_integral(pair, lambda, plan, 150, {});
          INFO(shown(pair, lambda) << ", nodes = " << nodes << ", length = " << length);
          CHECK(encloses(found, truth));
          if (depth(found, truth) > 0.1) ++visible;
        }
    }
  CHECK(visible >= 10);
}

TEST_CASE("the error of one long panel is bounded whatever the ellipse", "[clone_integral]") {
  // All panels but the first are short. On the first the powers of u and their alternating
  // coefficients matter: they must be bounded on the whole ellipse, and each by its size.
  const clone_pair pair{1, 1, std::nullopt};
  for (const std::int64_t lambda : {3, 8}) {
    const ball truth = true_excess(pair, lambda);
    for (const auto nodes : std::vector<std::size_t>{3, 4})
      for (const double length : {0.5, 2.0})
        for (const double rho : {4.0, 8.0, 16.0, 32.0}) {
          integral_plan plan{nodes, {{length, rho}}};
          constexpr double step = 0.25;
          for (double end = length + step; end < 150; end += step) plan.panels.push_back({end, 40});
          const ball found = excess_by_integral(pair, lambda, plan, 150, {});
          INFO(shown(pair, lambda)
               << ", nodes = " << nodes << ", length = " << length << ", rho = " << rho);
          CHECK(encloses(found, truth));
        }
  }
}

TEST_CASE("the integral says where it does not reach", "[clone_integral]") {
  CHECK_FALSE(by_integral({100, 1, std::nullopt}, highest_integral_order + 1, 64));
  CHECK(std::isinf(integral_cost(100, 1, highest_integral_order + 1, 64)));
  CHECK(integral_cost(100, 1, 2, 64) < integral_cost(100, 1, 2, 640));
  CHECK(integral_cost(100, 1, 2, 64) < integral_cost(100, 1, 32, 64));
  const std::atomic<bool> stop{true};
  CHECK_THROWS_AS(renyi_by_integral({100, 1, std::nullopt}, 2, 64, budget(std::nullopt, &stop)),
                  beyond_reach);
}

}  // namespace test_clone_integral
