// Randomized response by central moments and by binomial tails. The oracle enumerates small laws in
// exact fractions; direct summation shares no formula with either; for many users there are closed
// forms of the first moments.

#include <limits>
#include <random>

#include "quantities/binomial/cut.hpp"
#include "quantities/response/response_series.hpp"
#include "quantities/response/response_tails.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"
#include "support/tradeoff_oracle.hpp"

namespace test_response {

using namespace shufflecert;

namespace {

constexpr auto central = evaluation_method::central_moments;
constexpr auto tails = evaluation_method::binomial_tails;
constexpr auto direct = evaluation_method::direct_summation;

// What rounding alone may do to a value of that size.
ball rounded(const ball& x) {
  ball wider = x;
  ball slack = abs(x);
  arb_mul_2exp_si(slack.raw(), slack.raw(), -120);
  arb_add_error(wider.raw(), slack.raw());
  return wider;
}

struct small_pair {
  oracle::law_pair laws;
  response pair;
};

// (γP + (1−γ)Q, Q) of n users with e^ε0 = r, and its swap.
small_pair small(int n, const oracle::fraction& r, const oracle::fraction& gamma, bool swapped,
                 bool exact = true) {
  oracle::law_pair laws = oracle::randomized_response_laws(n, r);
  for (auto& [where, mass] : laws.p) mass = gamma * mass + (1 - gamma) * laws.q[where];
  return {swapped ? oracle::swapped(laws) : laws,
          {{n, log_number(r, exact, 200)}, number(to_rational(gamma)), swapped}};
}

distribution_pair pair_of(const response& of) {
  const distribution_pair plain{of.of};
  if (of.gamma.as_rational() != nullptr && *of.gamma.as_rational() == 1) return {of.of, of.swapped};
  return {subsampled_pair{std::make_shared<const distribution_pair>(plain), of.gamma}, of.swapped};
}

std::vector<small_pair> small_pairs() {
  using oracle::fraction;
  std::vector<small_pair> found;
  for (const auto& [n, r, gamma] :
       std::vector<std::tuple<int, fraction, fraction>>{{1, 3, 1},
                                                        {2, fraction(3, 2), 1},
                                                        {5, fraction(7, 3), fraction(1, 3)},
                                                        {9, 10, fraction(4, 5)},
                                                        {12, fraction(5, 4), 1},
                                                        {12, 40, 1}})
    for (const bool swapped : {false, true}) found.push_back(small(n, r, gamma, swapped));
  return found;
}

}  // namespace

TEST_CASE("the series encloses the exact divergence however few its terms", "[response]") {
  // With few terms and few users the radius is nearly all remainder.
  int decided = 0;
  for (const small_pair& at : small_pairs())
    for (const rational& order :
         {rational(1, 10), rational(1), rational(2), rational(7, 2), rational(5), rational(12)})
      for (const std::size_t terms : {4U, 6U, 10U, 24U})
        for (const double split : {0.01, 0.3, 50.0}) {
          const auto truth = oracle::renyi_real(at.laws, oracle::fraction(order.str()));
          REQUIRE(truth);
          INFO("n = " << at.pair.of.n << (at.pair.swapped ? " swapped" : "") << ", order "
                      << to_text(order) << ", " << terms << " terms, split at " << split);
          try {
            const number found = response_renyi_by_series(at.pair, order, {terms, split}, 300, {});
            CHECK(encloses(found.to_ball(900), *truth));
            ++decided;
          } catch (const precision_needed&) {
            // The remainder is so large that the moment may be 0.
          }
        }
  CHECK(decided > 600);
}

TEST_CASE("the bound for the remainder of the series is not halved", "[response]") {
  // Of a symmetric law (ε0 near 0) the first moment left out is nearly all of the remainder, so
  // that the true value is next to one end of the ball.
  const oracle::fraction r(1001, 1000);
  for (const bool swapped : {false, true})
    for (const rational& order : {rational(1), rational(5, 2), rational(8)}) {
      const small_pair at = small(12, r, 1, swapped);
      const auto truth = oracle::renyi_real(at.laws, oracle::fraction(order.str()));
      REQUIRE(truth);
      const ball found = response_renyi_by_series(at.pair, order, {4, 0.02}, 300, {}).to_ball(900);
      INFO((swapped ? "swapped, " : "") << "order " << to_text(order));
      CHECK(encloses(found, *truth));
      // In the outer fifth on either side.
      ball middle(900);
      arf_set(arb_midref(middle.raw()), arb_midref(found.raw()));
      const ball distance = abs(ball::of(to_rational(truth->lower), 900) - middle);
      ball radius(900);
      arb_get_rad_arb(radius.raw(), found.raw());
      CHECK(less(radius * 4 / 5, distance).value_or(false));
    }
}

TEST_CASE("both remainders of the series count beyond the split", "[response]") {
  // Fewer terms than the order needs, and an order so high that the law is heavy where z is
  // negative (swapped) or large: what lies beyond a small split carries the sum.
  for (const bool swapped : {false, true})
    for (const int order : {12, 30}) {
      const small_pair at = small(12, 9, 1, swapped);
      const auto truth = oracle::moment(at.laws, order);
      REQUIRE(truth);
      const oracle::fraction sum = (*truth - 1) / (order * (order - 1));
      const ball exponent = ball::of(swapped ? 1 - order : order, 400);
      for (const std::size_t terms : {4U, 6U}) {
        const ball found = sum_of({exponent, 0, 2}, parameters_of(at.pair, 400), {terms, 1e-3}, {});
        INFO((swapped ? "swapped, " : "") << "order " << order << ", " << terms << " terms");
        CHECK(contains(found, to_rational(sum)));
      }
    }
}

TEST_CASE("whole orders end the series", "[response]") {
  for (const small_pair& at : small_pairs()) {
    if (at.pair.swapped) continue;
    for (const int order : {2, 3, 6}) {
      const auto found = response_renyi(at.pair, order, 200, {}, central);
      REQUIRE(found);
      CHECK(encloses(found->value.to_ball(300), *oracle::renyi(at.laws, order)));
      CHECK(found->value.to_ball(300).has_relative_radius(55));
    }
  }
}

TEST_CASE("a plan has no more terms than allowed, and does not depend on that", "[response]") {
  const response_parameters of = parameters_of({{10'000, 1}, 1, true}, 128);
  const ratio_series series{ball::of(-15, 128), 0, 2};
  const auto plan = plan_for(series, of, 82, most_series_terms, {});
  REQUIRE(plan);
  const auto exact = plan_for(series, of, 82, plan->terms, {});
  REQUIRE(exact);
  CHECK(exact->terms == plan->terms);
  CHECK(exact->split == plan->split);
  CHECK_FALSE(plan_for(series, of, 82, plan->terms - 1, {}));
}

TEST_CASE("moments of the likelihood ratio agree with the exact ones", "[response]") {
  for (const small_pair& at : small_pairs())
    for (const int a : {2, 4, 6}) {
      oracle::fraction truth = 0;
      for (const auto& [where, q] : at.laws.q) {
        const oracle::fraction p = at.laws.p.at(where);
        truth += q * oracle::power(oracle::fraction(p / q - 1), a);
      }
      for (const std::size_t terms : {2U, 8U}) {
        const ball found = response_chi_by_series(at.pair, a, {terms, 0.1}, 400, {}).to_ball(600);
        INFO("n = " << at.pair.of.n << (at.pair.swapped ? " swapped" : "") << ", a = " << a);
        CHECK(contains(found, to_rational(truth)));
        if (!at.pair.swapped) CHECK(found.has_relative_radius(80));
      }
    }
}

TEST_CASE("central moments meet direct summation", "[response]") {
  const random_cases cases(20261122, 24);
  std::mt19937 random(cases.seed());
  std::uniform_int_distribution<std::int64_t> users(2000, 100'000);
  std::uniform_int_distribution<int> tenths(1, 25);
  std::uniform_int_distribution<int> kind(0, 4);
  int compared = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const std::vector<rational> orders{rational(1), rational(tenths(random), 26),
                                       rational(1 + tenths(random)),
                                       rational(30 + 4 * tenths(random), 7), rational(40)};
    const rational order = orders[static_cast<std::size_t>(kind(random))];
    const response of{{users(random), number(rational(tenths(random), 10))},
                      number(rational(i % 3 == 0 ? tenths(random) : 26, 26)),
                      i % 2 == 0};
    INFO("n = " << of.of.n << ", eps0 = " << *of.of.eps0.exact_text() << ", gamma = "
                << *of.gamma.exact_text() << ", order " << to_text(order) << ", " << of.swapped);
    const bits precision = i % 2 == 0 ? 30 : 80;
    const auto found = response_renyi(of, order, precision, {}, central);
    if (!found) continue;
    ++compared;
    const ball truth = renyi(pair_of(of), order, 130, {.method = direct}).value.to_ball(200);
    CHECK(overlap(found->value.to_ball(200), truth));
    CHECK(found->value.to_ball(200).has_relative_radius(precision == 30 ? 8 : 22));
    const auto moment = response_chi_moment(of, 4, precision, {}, central);
    REQUIRE(moment);
    CHECK(overlap(moment->value.to_ball(200),
                  chi_moment(pair_of(of), 4, 160, {.method = direct}).value.to_ball(200)));
  }
  CHECK(compared > cases.count() / 2);
}

TEST_CASE("for many users the series meets the first moments in closed form", "[response]") {
  // E Z² = q(1−q)/n, E Z³ = q(1−q)(1−2q)/n², E Z⁴ = q(1−q)(1 + 3(n−2)q(1−q))/n³ are textbook; each
  // divergence lies between Taylor polynomials of its function.
  constexpr bits precision = 300;
  for (const std::int64_t n :
       {std::int64_t{1'000'000'000'000}, std::int64_t{1'000'000'000'000'000'000}})
    for (const rational& gamma : {rational(1), rational(1, 10)}) {
      const ball r = ball::of(3, precision);
      const ball q = 1 / (r + 1);
      const ball c = ball::of(gamma, precision) * (r - 1 / r);
      const ball variance = q * (1 - q);
      const ball second = c * c * variance / n;
      const ball third = c * c * c * variance * (1 - q * 2) / n / n;
      const ball fourth = c * c * c * c * variance * (variance * 3 * (n - 2) + 1) / n / n / n;
      const response of{{n, log_multiple{1, 3}}, number(gamma), false};
      const response back{of.of, of.gamma, true};
      const auto value = [&](const response& pair, const number& order) {
        const auto found = response_renyi(pair, order, 110, {}, evaluation_method::automatic);
        REQUIRE(found);
        CHECK(found->method == central);
        return found->value.to_ball(precision);
      };
      CHECK(encloses(rounded(log1p(second)), value(of, 2)));
      CHECK(overlap(log1p(second * 3 + third) / 2, value(of, 3)));
      CHECK(overlap(log1p(second * 6 + third * 4 + fourth) / 3, value(of, 4)));
      const ball zero(precision);
      // (1+z)log(1+z) − z lies between z²/2 − z³/6 and z⁴/12·r³ more.
      CHECK(encloses(rounded(second / 2 - third / 6 + ball::hull(zero, fourth * r * r * r / 12)),
                     value(of, 1)));
      // z − log(1+z), and z⁴/4·r⁴ more
      CHECK(encloses(rounded(second / 2 - third / 3 + ball::hull(zero, fourth * r * r * r * r / 4)),
                     value(back, 1)));
      // 1/(1+z) = 1 − z + z² − z³ + z⁴/(1+z)
      CHECK(
          encloses(rounded(log1p(second - third + ball::hull(zero, fourth * r))), value(back, 2)));
      const auto moment = response_chi_moment(of, 4, 110, {}, evaluation_method::automatic);
      REQUIRE(moment);
      CHECK(overlap(moment->value.to_ball(precision), fourth));
      CHECK(moment->value.to_ball(precision).has_relative_radius(30));
    }
}

TEST_CASE("the remainder holds for orders above the number of terms", "[response]") {
  // λ = 200 of 10⁴ users by few terms, so that hardly anything of the sum is in the terms.
  const response of{{10'000, number(1)}, number(1), false};
  const ball divergence = renyi(pair_of(of), 200, 200, {.method = direct}).value.to_ball(300);
  const ball truth = expm1(divergence * 199) / (200 * 199);
  for (const std::size_t terms : {4U, 40U, 120U, 198U})
    for (const double split : {0.005, 0.1, 0.3}) {
      const ball found =
          sum_of({ball::of(200, 130), 0, 2}, parameters_of(of, 130), {terms, split}, {});
      INFO(terms << " terms, split at " << split);
      CHECK(encloses(found, truth));
    }
}

TEST_CASE("more users and less sampling bring the laws together", "[response]") {
  for (const bool swapped : {false, true})
    for (const rational& order : {rational(1), rational(3), rational(13, 2)}) {
      std::optional<ball> previous;
      for (const std::int64_t n : {std::int64_t{3000}, std::int64_t{3001}, std::int64_t{1'000'000},
                                   std::int64_t{1'000'001}, std::int64_t{1'000'000'000'000}}) {
        const ball next = renyi({rr_pair{n, number(1)}, swapped}, order, 100).value.to_ball(100);
        if (previous) CHECK(less(next, *previous).value_or(false));
        previous = next;
      }
      previous.reset();
      for (const int tenths : {1, 5, 9, 10}) {
        const response of{{100'000, number(1)}, number(rational(tenths, 10)), swapped};
        const ball next = renyi(pair_of(of), order, 100).value.to_ball(100);
        if (previous) CHECK(less(*previous, next).value_or(false));
        previous = next;
      }
    }
}

TEST_CASE("tails enclose the exact hockey-stick divergence, also where a ratio is met",
          "[response]") {
  for (const small_pair& at : small_pairs()) {
    std::vector<oracle::fraction> factors{oracle::fraction(1, 2), 1, oracle::fraction(11, 10), 3};
    for (const auto& [where, q] : at.laws.q) factors.emplace_back(at.laws.p.at(where) / q);
    for (const oracle::fraction& factor : factors) {
      const number eps = log(number(to_rational(factor)), 200);
      const ball found = response_hockey_stick(at.pair, eps, 80, {});
      INFO("n = " << at.pair.of.n << (at.pair.swapped ? " swapped" : "") << ", factor "
                  << oracle::text(factor));
      CHECK(contains(found, to_rational(oracle::hockey_stick(at.laws, factor))));
      // ε as a ball, so that on which side of a ratio it lies is open
      const ball open =
          response_hockey_stick(at.pair, log(ball::of(to_rational(factor), 90)), 60, {});
      CHECK(contains(open, to_rational(oracle::hockey_stick(at.laws, factor))));
    }
  }
}

TEST_CASE("tails enclose the exact trade-off function and epsilon, also at the knots",
          "[response]") {
  for (const small_pair& at : small_pairs()) {
    std::vector<oracle::fraction> levels{oracle::fraction(1, 1000), oracle::fraction(1, 3),
                                         oracle::fraction(9, 10)};
    oracle::fraction type_one = 0;
    for (const auto& [where, p] : at.laws.p) {
      type_one += p;
      if (type_one < 1) {
        levels.push_back(type_one);
        levels.push_back(1 - type_one);
      }
    }
    for (const oracle::fraction& level : levels) {
      INFO("n = " << at.pair.of.n << (at.pair.swapped ? " swapped" : "") << ", level "
                  << oracle::text(level));
      const number exact(to_rational(level));
      CHECK(contains(response_tradeoff(at.pair, exact, 80, {}),
                     to_rational(oracle::tradeoff(at.laws, level))));
      const auto factor = oracle::least_factor(at.laws, level);
      REQUIRE(factor);
      CHECK(encloses(response_epsilon(at.pair, exact, 80, {}), oracle::log_of(*factor)));
    }
    for (const auto& [where, q] : at.laws.q) {
      // δ at a knot of ε
      const oracle::fraction ratio = at.laws.p.at(where) / q;
      const oracle::fraction delta = oracle::hockey_stick(at.laws, ratio);
      if (delta <= 0 || delta >= 1) continue;
      INFO("n = " << at.pair.of.n << (at.pair.swapped ? " swapped" : "") << ", ratio "
                  << oracle::text(ratio));
      CHECK(encloses(response_epsilon(at.pair, number(to_rational(delta)), 80, {}),
                     oracle::log_of(ratio)));
    }
  }
}

TEST_CASE("tails meet direct summation", "[response]") {
  const random_cases cases(7, 16);
  std::mt19937 random(cases.seed());
  std::uniform_int_distribution<std::int64_t> users(50, 30'000);
  std::uniform_int_distribution<int> tenths(1, 30);
  for (int i = 0; i < cases.count(); ++i) {
    const response of{{users(random), number(rational(tenths(random), 10))},
                      number(rational(i % 3 == 0 ? tenths(random) : 31, 31)),
                      i % 2 == 0};
    const distribution_pair pair = pair_of(of);
    const number eps(rational(tenths(random) - 15, 500));
    const number delta(power(rational(10), -tenths(random) / 3 - 1));
    INFO("n = " << of.of.n << ", eps0 = " << *of.of.eps0.exact_text()
                << ", gamma = " << *of.gamma.exact_text() << ", eps = " << *eps.exact_text()
                << ", delta = " << *delta.exact_text() << ", " << of.swapped);
    const auto agree = [&](const number& by_tails, const number& by_sum) {
      CHECK(overlap(by_tails.to_ball(200), by_sum.to_ball(200)));
    };
    agree(hockey_stick(pair, eps, 60, {.method = tails}).value,
          hockey_stick(pair, eps, 90, {.method = direct}).value);
    agree(tradeoff(pair, delta, 60, {.method = tails}).value,
          tradeoff(pair, delta, 90, {.method = direct}).value);
    agree(epsilon(pair, delta, 60, {.method = tails}).value,
          epsilon(pair, delta, 90, {.method = direct}).value);
  }
}

TEST_CASE("the sum and the integral give the same tail", "[response]") {
  constexpr bits precision = 100;
  const ball p = ball::of(rational(1, 5), precision + 120);
  for (const std::int64_t n : {std::int64_t{20'000}, std::int64_t{3'000'000}})
    for (const std::int64_t deviations : {-1, 0, 1, 4, 30}) {
      const binomial_law_of of{n, p, 1 - p};
      const auto sigma = static_cast<std::int64_t>(0.4 * std::sqrt(static_cast<double>(n)));
      const std::int64_t m = n / 5 + deviations * sigma / 3 + 1;
      const ball by_sum = upper_tail_ratio_by_sum(of, m, precision, {});
      CHECK(by_sum.has_relative_radius(28));
      INFO("n = " << n << ", m = " << m);
      CHECK(overlap(upper_tail_ratio_by_integral(of, m, 15, precision, {}), by_sum));
      // Cut off so early that what lies beyond is most of the radius, and most of it is there.
      for (const double reach : {0.01, 0.5, 2.0, 4.0})
        if (deviations >= 0)
          CHECK(encloses(upper_tail_ratio_by_integral(of, m, reach, precision, {}),
                         by_sum.with_precision(90)));
      for (const bits few : {1, 3, 8})
        CHECK(encloses(upper_tail_ratio_by_sum(of, m, few, {}), by_sum));
    }
}

TEST_CASE("tails of many users have the value found independently", "[response]") {
  // By mpmath at 110 digits: P(K >= k) − e^ε Q(K >= k) from the laws of n − 1 and of n reports,
  // each tail by Gauss-Legendre quadrature of the beta integral.
  const auto check = [](std::int64_t n, const rational& eps, const char* digits) {
    const ball found = hockey_stick({rr_pair{n, number(4)}}, number(eps), 110, {.method = tails})
                           .value.to_ball(200);
    const ball known_value = ball::of(*parse_decimal(digits), 200);
    ball slack = known_value;
    arb_mul_2exp_si(slack.raw(), slack.raw(), -100);
    ball range = known_value;
    arb_add_error(range.raw(), slack.raw());
    INFO("n = " << n);
    CHECK(encloses(range, found));
    CHECK(found.has_relative_radius(31));
  };
  check(1'000'000'000'000, rational(1, 20'000), "2.761881076319965769067225899206577835702e-18");
  check(1'000'000'000'000'000'000, rational(5, 100'000'000),
        "2.764130848089722102866339357142489003801e-21");
}

TEST_CASE("epsilon and the hockey-stick divergence are inverse at any number of users",
          "[response]") {
  for (const std::int64_t n : {std::int64_t{1'000'000}, std::int64_t{1'000'000'000'000'000'000}})
    for (const bool swapped : {false, true})
      for (const char* digits : {"1e-300", "1e-12", "1e-4", "0.3"}) {
        const distribution_pair pair{rr_pair{n, number(4)}, swapped};
        const number delta(*parse_decimal(digits));
        const ball eps = epsilon(pair, delta, 120, {.method = tails}).value.to_ball(250);
        INFO("n = " << n << ", delta = " << digits << (swapped ? ", swapped" : ""));
        CHECK(eps.has_relative_radius(25));
        const ball back =
            hockey_stick(pair, number(eps), 120, {.method = tails}).value.to_ball(250);
        CHECK(contains(back, *parse_decimal(digits)));
        CHECK(back.has_relative_radius(15));
      }
}

TEST_CASE("the trade-off function lies on its supporting lines at any number of users",
          "[response]") {
  // H_{e^ε}(Q‖P) >= 1 − T(P,Q)(α) − e^ε·α, with equality for one ε: so far from equality that a
  // tail dropped shows, and near it where ε is that of the cut.
  for (const std::int64_t n : {std::int64_t{1'000'000}, std::int64_t{1'000'000'000'000'000'000}})
    for (const bool swapped : {false, true}) {
      const distribution_pair pair{rr_pair{n, number(4)}, swapped};
      const distribution_pair back{rr_pair{n, number(4)}, !swapped};
      for (const char* digits : {"1e-20", "0.01", "0.5", "0.999"}) {
        const number alpha(*parse_decimal(digits));
        const ball beta = tradeoff(pair, alpha, 140, {.method = tails}).value.to_ball(250);
        const ball alpha_ball = alpha.to_ball(250);
        const ball gap = 1 - alpha_ball - beta;
        CHECK(gap.is_certainly_positive());
        // The inverse: T(Q,P)(T(P,Q)(α)) = α.
        const ball again = tradeoff(back, number(beta), 100, {.method = tails}).value.to_ball(250);
        INFO("n = " << n << ", alpha = " << digits << (swapped ? ", swapped" : ""));
        CHECK(contains(again, *parse_decimal(digits)));
      }
    }
}

TEST_CASE("a large eps0 is no obstacle to randomized response", "[response]") {
  // The least ratio, e^−ε0, is smaller than any precision that is planned with: it must be known to
  // be positive all the same.
  for (const std::int64_t large : {51, 100, 720, 3000, 1000000})
    for (const std::int64_t users : {1, 10, 1000}) {
      CAPTURE(large, users);
      const number eps0(large);
      const distribution_pair pair{rr_pair{users, eps0}};
      for (const auto method : {evaluation_method::automatic, tails}) {
        const ball h = hockey_stick(pair, 1, 128, {.method = method}).value.to_ball(128);
        CHECK(h.has_relative_radius(10));
        CHECK(overlap(h, hockey_stick(pair, 1, 128, {.method = direct}).value.to_ball(128)));
        const ball back = hockey_stick(swap(pair), 1, 128, {.method = method}).value.to_ball(128);
        CHECK(
            overlap(back, hockey_stick(swap(pair), 1, 128, {.method = direct}).value.to_ball(128)));
      }
      const rational order(3, 2);
      const ball d = renyi(pair, order, 128).value.to_ball(128);
      CHECK(d.has_relative_radius(10));
      CHECK(overlap(d, renyi(pair, order, 128, {.method = direct}).value.to_ball(128)));
      const ball chi = chi_moment(pair, 2, 128).value.to_ball(128);
      CHECK(chi.has_relative_radius(10));
    }
}

TEST_CASE("more users than whole numbers can count are refused", "[response]") {
  const std::int64_t last = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t n : {last, last - 1}) {
    const distribution_pair pair{rr_pair{n, 1}};
    CHECK_THROWS_AS(tradeoff(pair, rational(1, 2), 64), beyond_reach);
    CHECK_THROWS_AS(epsilon(pair, rational(1, 1000), 64), beyond_reach);
    CHECK_THROWS_AS(epsilon(swap(pair), rational(1, 1000), 64), beyond_reach);
  }
  // The largest number that is not.
  const distribution_pair pair{rr_pair{std::int64_t{1} << 62U, 1}};
  const ball h = total_variation(pair, 64).value.to_ball(64);
  const ball eps = epsilon(pair, h, 64).value.to_ball(64);
  CHECK(eps.contains_zero());
  const ball half = tradeoff(pair, rational(1, 2), 64).value.to_ball(64);
  CHECK(less(half, ball::of(rational(1, 2), 64)).value_or(false));
}

TEST_CASE("a type I error near 0 or 1 is found in the far tail", "[response]") {
  // Nearer to 0 or 1 than the search for the cut has bits.
  for (const auto& [users, exponent] :
       std::vector<std::pair<int, unsigned>>{{398, 44}, {1584, 60}, {5000, 118}, {5000, 300}}) {
    CAPTURE(users, exponent);
    const rational small(1, boost::multiprecision::pow(integer(10), exponent));
    const distribution_pair pair{rr_pair{users, log_multiple{1, rational(3, 2)}}};
    for (const rational& alpha : {small, rational(1 - small)}) {
      for (const distribution_pair& of : {pair, swap(pair)}) {
        const ball found = tradeoff(of, alpha, 128, {.method = tails}).value.to_ball(128);
        CHECK(found.has_relative_radius(30));
        CHECK(overlap(found, tradeoff(of, alpha, 128, {.method = direct}).value.to_ball(128)));
      }
    }
  }
}

}  // namespace test_response
