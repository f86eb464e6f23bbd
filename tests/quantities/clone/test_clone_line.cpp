// Hockey-stick divergence, epsilon and trade-off function of clone pairs with many layers by a sum
// along a line: against exact rationals where the pair is small, with plans so poor that what they
// leave out is most of the bound, and against the walk over the layers.

#include "quantities/clone/tails/line.hpp"

#include "quantities/clone/tails/clone_tails.hpp"
#include "quantities/clone/tails/line_sum.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"

namespace test_clone_line {

using namespace shufflecert;

namespace {

constexpr auto by_line = evaluation_method::line_integral;
constexpr auto by_tails = evaluation_method::binomial_tails;

// E[(Y − y)₊] for p = a/b, layer by layer in whole numbers.
rational exact_excess(std::int64_t n, std::int64_t a, std::int64_t b, const rational& y) {
  const integer up = numerator(y);
  const integer down = denominator(y);
  integer weight = boost::multiprecision::pow(integer(b - a), static_cast<unsigned>(n - 1));
  rational sum = 0;
  for (std::int64_t layer = 1; layer <= n; ++layer) {
    integer ways = 1;  // C(N, N − c) from a = N downward
    integer part = 0;
    for (std::int64_t left = 0; left <= layer; ++left) {
      const integer beyond = down * (layer - 2 * left) - up * layer;
      if (beyond <= 0) break;
      part += ways * beyond;
      ways = ways * (layer - left) / (left + 1);
    }
    sum += rational(weight * part, down * layer * (integer(1) << static_cast<unsigned>(layer)));
    weight = weight * (n - layer) * a / (integer(layer) * (b - a));
  }
  return sum / boost::multiprecision::pow(integer(b), static_cast<unsigned>(n - 1));
}

clone_parameters with_share(std::int64_t n, const rational& p, bits precision) {
  return as_tilted({clone_pair{n, log_multiple{1, 3}, number(p)}}, precision).value();
}

ball radius_of(const ball& x) {
  ball radius(x.precision());
  arb_get_rad_arb(radius.raw(), x.raw());
  return radius;
}

// A plan of which every part is good enough at n = 300, p = 1/3.
const line_plan good{.abscissa = 0.15,
                     .left = 0.05,
                     .right = 0.4,
                     .period = 200,
                     .reach = 0.5,
                     .visible = 0.15,
                     .near = 40,
                     .clusters = 0,
                     .log2_error = 0,
                     .points = 0};

ball along(const line_plan& plan, std::int64_t n, const rational& p, const rational& y) {
  return excess_by_line(with_share(n, p, 80), ball::of(y, 300), plan, 80, {});
}

}  // namespace

TEST_CASE("the sum along a line encloses exact values, however poor its plan is", "[line]") {
  const std::int64_t n = 300;
  const rational p(1, 3);
  const rational y(1, 17);
  const rational truth = exact_excess(n, 1, 3, y);
  const ball found = along(good, n, p, y);
  CHECK(contains(found, truth));
  CHECK(is_narrow(found / ball::of(truth, 80), -6));

  // Each of these leaves out more than its neighbours together, and says so.
  const auto poor = [&](const char* name, line_plan plan, const rational& at, double widest) {
    INFO(name);
    const rational value = exact_excess(n, 1, 3, at);
    const ball enclosed = along(plan, n, p, at);
    CHECK(contains(enclosed, value));
    // What was left out is not nothing: the middle of the ball is off.
    ball middle(80);
    arf_set(arb_midref(middle.raw()), arb_midref(enclosed.raw()));
    CHECK_FALSE(is_below_power_of_two((middle - ball::of(value, 80)) / ball::of(value, 80), -60));
    CHECK(is_below_power_of_two(radius_of(enclosed) / ball::of(value, 80), widest));
  };
  line_plan plan = good;
  plan.period = 40;
  plan.left = 0.08;
  poor("the terms on both sides", plan, y, 6);
  plan = good;
  plan.abscissa = 0.03;
  plan.left = 0.01;
  poor("the terms on the left", plan, y, 6);
  plan = good;
  plan.abscissa = 0.5;
  plan.left = 0.2;
  plan.right = 0.7;
  plan.period = 32;
  poor("the terms on the right", plan, y, 20);
  plan = good;
  plan.reach = 0.12;
  poor("what lies between the multiples", plan, y, 6);
  plan = good;
  plan.visible = 0.02;
  plan.near = 0;
  poor("invisible multiples", plan, rational(1, 40), 8);
  plan = good;
  plan.near = 0;
  poor("multiples that are near", plan, rational(1, 900), 0);
  plan = good;
  plan.near = 1;
  poor("multiples that are near, but one", plan, rational(1, 900), -3);
}

TEST_CASE("at y = 0 odd multiples are bounded, even where they are large", "[line]") {
  // Nearly one layer: the integrand is as large at πi as at 0.
  line_plan plan = good;
  plan.visible = 0.19;
  const ball found = along(plan, 300, rational(999, 1000), 0);
  const rational truth = exact_excess(300, 999, 1000, 0);
  CHECK(contains(found, truth));
  CHECK(is_below_power_of_two(radius_of(found) / ball::of(truth, 80), 2));
}

TEST_CASE("no cut is so large that clusters of multiples meet", "[line]") {
  // 4η + 7y >= 2 there, and a multiple would be visited for two of them.
  line_plan plan = good;
  plan.visible = 0.19;
  plan.clusters = 3;
  CHECK_THROWS_AS(along(plan, 300, rational(1, 2), rational(2, 9)), std::logic_error);
  CHECK_THROWS_AS(along(plan, 300, rational(1, 2), rational(3, 20)), std::logic_error);
  CHECK_FALSE(plan_line(
      line_terms_of(with_share(300, rational(1, 2), 80), ball::of(rational(2, 9), 300)), 20, 64));
}

TEST_CASE("plans enclose exact values at many cuts", "[line]") {
  for (const std::int64_t n : {300, 457})
    for (const auto& [a, b] : std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 2}, {2, 5}})
      for (const rational& y : {rational(0), rational(1, 1000), rational(1, 60), rational(1, 12),
                                rational(1, 7), rational(2, 9)}) {
        const clone_parameters of = with_share(n, rational(a, b), 80);
        const ball cut = ball::of(y, 300);
        for (const bits precision : {20, 80}) {
          const auto plan = plan_line(line_terms_of(of, cut), precision, 64);
          INFO("n = " << n << ", p = " << a << "/" << b << ", y = " << to_text(y));
          // With so few layers there is not always a plan.
          if (!plan) continue;
          const ball found = excess_by_line(of, cut, *plan, precision, {});
          CHECK(contains(found, exact_excess(n, a, b, y)));
          if (y == 0 && precision == 80) CHECK(found.has_relative_radius(20));
        }
        CHECK(contains(small_excess(of, cut, 80), exact_excess(n, a, b, y)));
      }
  // Nothing of the lattice is left over where y is 0.
  const std::int64_t n = 1500;
  const clone_parameters of = with_share(n, rational(1, 3), 40);
  const auto plan = plan_line(line_terms_of(of, ball(300)), 40, 64);
  REQUIRE(plan);
  const rational truth = exact_excess(n, 1, 3, 0);
  const ball found = excess_by_line(of, ball(300), *plan, 40, {});
  CHECK(contains(found, truth));
  CHECK(found.has_relative_radius(11));
  line_plan poor = *plan;
  poor.reach /= 3;
  CHECK(contains(excess_by_line(of, ball(300), poor, 40, {}), truth));
}

TEST_CASE("the line meets the walk over the layers", "[line][volume]") {
  const auto meets = [](const number& a, const number& b, long digits) {
    CHECK(overlap(a.to_ball(200), b.to_ball(200)));
    CHECK(a.to_ball(200).has_relative_radius(digits));
  };
  const std::int64_t n = 100'000'000'000;
  const distribution_pair pair{clone_pair{n, 4, {}}};
  const distribution_pair unmixed{unmixed_pair{n, 4, {}}};
  const evaluation_options line{.method = by_line};
  const evaluation_options walk{.method = by_tails};
  for (const rational& eps : {rational(1, 20000), rational(1, 8000), rational(-1, 10000)}) {
    INFO("eps = " << to_text(eps));
    meets(hockey_stick(pair, eps, 80, line).value, hockey_stick(pair, eps, 80, walk).value, 15);
  }
  meets(hockey_stick(unmixed, rational(1, 9000), 80, line).value,
        hockey_stick(unmixed, rational(1, 9000), 80, walk).value, 15);
  meets(total_variation(pair, 80, line).value, total_variation(pair, 80, walk).value, 22);
}

TEST_CASE("epsilon and trade-off function along a line meet those of the walk", "[line][volume]") {
  const distribution_pair pair{clone_pair{1'000'000'000, 3, number(rational(9, 10))}};
  const evaluation_options line{.method = by_line};
  const evaluation_options walk{.method = by_tails};
  for (const char* text : {"1e-6", "1e-9", "0.001", "0.6"}) {
    const rational delta = parse_decimal(text).value();
    INFO("delta = " << text);
    const ball found = epsilon(pair, delta, 80, line).value.to_ball(200);
    CHECK(overlap(found, epsilon(pair, delta, 80, walk).value.to_ball(200)));
    CHECK(found.has_relative_radius(14));
  }
  for (const char* text : {"0.1", "0.75", "1e-30", "0.999999"}) {
    const rational alpha = parse_decimal(text).value();
    INFO("alpha = " << text);
    const ball found = tradeoff(pair, alpha, 80, line).value.to_ball(200);
    CHECK(overlap(found, tradeoff(pair, alpha, 80, walk).value.to_ball(200)));
    CHECK(found.has_relative_radius(14));
  }
}

TEST_CASE("10^18 users have a divergence, an epsilon and a trade-off function", "[line]") {
  const distribution_pair pair{clone_pair{1'000'000'000'000'000'000, 4, {}}};
  const rational small = parse_decimal("1e-9").value();
  const ball h = hockey_stick(pair, small, 82).value.to_ball(82);
  CHECK(h.has_relative_radius(22));
  // ε(δ(ε)) is ε, and T is above its supporting lines: φ(e^ε) = 1 − e^ε α − δ(ε) <= T(α).
  const ball back = epsilon(pair, number(h), 82).value.to_ball(82);
  CHECK(contains(back, small));
  CHECK(back.has_relative_radius(18));
  const rational alpha(1, 10);
  const ball value = tradeoff(pair, alpha, 82).value.to_ball(82);
  CHECK(value.has_relative_radius(20));
  for (const char* text : {"1e-9", "1e-8", "2e-8", "4e-8"}) {
    const rational eps = parse_decimal(text).value();
    const ball line = 1 - exp(ball::of(eps, 82)) * ball::of(alpha, 82) -
                      hockey_stick(pair, eps, 82).value.to_ball(82);
    CHECK(less_equal(line, value) == true);
  }
  // The curves of both: δ falls, and with more users it is smaller.
  CHECK(less(hockey_stick(pair, rational(2) * small, 82).value.to_ball(82), h) == true);
  const distribution_pair fewer{clone_pair{900'000'000'000'000'000, 4, {}}};
  CHECK(less(h, hockey_stick(fewer, small, 82).value.to_ball(82)) == true);
  // A level that is far above the total variation.
  const ball far = epsilon(pair, rational(1, 2), 82).value.to_ball(82);
  CHECK(overlap(far, -log(ball::of(2, 82))));
  CHECK(far.has_relative_radius(20));
}

TEST_CASE("one layer of any size", "[line]") {
  // p = 1: N = n, and the tail is an integral.
  const distribution_pair large{clone_pair{1'000'000'000'000'000'000, 2, number(1)}};
  const ball h = hockey_stick(large, parse_decimal("1e-9").value(), 82).value.to_ball(82);
  CHECK(h.has_relative_radius(22));
  // Where the sum of the terms is long but can be had, both agree.
  for (const std::int64_t n : {std::int64_t{400'000'000}, std::int64_t{400'000'001}}) {
    const clone_parameters of = with_share(n, 1, 80);
    const std::int64_t k = n / 2 + 5000;
    const rational y(2 * k - n, n);
    const tail_sums sums = sum_tails(of, y, {n, n}, 80, {});
    const ball half = ball::of(1, 200) / 2;
    ball expected(200);
    ball term(200);
    // Σ_{a >= k} C(n, a)/2^n from FLINT's binomial coefficient and its neighbours.
    term = exp(lgamma(ball::of(n + 1, 200)) - lgamma(ball::of(k + 1, 200)) -
               lgamma(ball::of(n - k + 1, 200)) + log(half) * n);
    for (std::int64_t a = k; a < k + 200'000; ++a) {
      expected += term;
      term = term * (n - a) / (a + 1);
    }
    // The rest is below e^{−2·(2·10^5)²/n}.
    arb_add_error_2exp_si(expected.raw(), -280);
    CHECK(overlap(sums.mass, expected));
    CHECK(sums.mass.has_relative_radius(20));
    CHECK(less_equal(ball::of(0, 80), sums.atom) == true);
  }
}

TEST_CASE("a line that does not serve is not used", "[line]") {
  // Few layers: the walk is exact to any number of digits.
  const distribution_pair small{clone_pair{1000, 4, {}}};
  CHECK_THROWS_AS(hockey_stick(small, rational(1, 10), 80, {.method = by_line}),
                  method_unavailable);
  // A cut far from 0 at so many users.
  const distribution_pair large{clone_pair{1'000'000'000'000'000'000, 4, {}}};
  CHECK_THROWS_AS(hockey_stick(large, 3, 64), beyond_reach);
}

}  // namespace test_clone_line
