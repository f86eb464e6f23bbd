// The methods by moments for the clone pair's Rényi divergence against direct summation, which
// shares only the walk along the binomial weights with one of them, against exact fractions,
// against each other, and for many users against values computed another way.

#include "quantities/clone/moments/clone_moments.hpp"

#include <array>
#include <random>

#include "quantities/clone/clone_plan.hpp"
#include "quantities/clone/clone_renyi.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_clone_moments {

using namespace shufflecert;

namespace {

constexpr std::array moment_methods{evaluation_method::closed_moments,
                                    evaluation_method::windowed_moments,
                                    evaluation_method::hybrid_moments};

std::optional<ball> by(evaluation_method method, const clone_pair& pair, const number& lambda,
                       bits precision) {
  const auto found = clone_renyi(pair, lambda, precision, {}, method);
  if (!found) return std::nullopt;
  return found->value.to_ball(precision + 128);
}

// The direct sum over the outcomes, one by one.
ball by_summation(const clone_pair& pair, const number& lambda, bits precision) {
  return renyi_by_summation(distribution_pair{pair}, lambda, precision).to_ball(precision + 128);
}

// The decimal ± 2 units of its last place.
ball near_decimal(const std::string& digits, const std::string& unit) {
  constexpr bits precision = 300;
  ball result = ball::of(*parse_decimal(digits), precision);
  const ball radius = ball::of(rational(*parse_decimal(unit) * 2), precision);
  arb_add_error(result.raw(), radius.raw());
  return result;
}

}  // namespace

TEST_CASE("the methods by moments overlap with direct summation and with each other", "[moments]") {
  // Few clones and large orders included, where the plans do not reach: the enclosures are wide
  // there and still right.
  const random_cases cases(20261122, 28);
  std::mt19937 random(cases.seed());
  std::uniform_real_distribution<double> log_users(std::log(2.0), std::log(1200.0));
  std::uniform_real_distribution<double> log_eps0(std::log(0.001), std::log(8.0));
  std::uniform_real_distribution<double> log_order(std::log(0.1), std::log(30.0));
  std::uniform_int_distribution<bits> precision(64, 150);
  const auto milli = [](double log_value) {
    return rational(static_cast<std::int64_t>(std::exp(log_value) * 1000) + 1, 1000);
  };
  int compared = 0;
  int narrow = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const rational eps0 = milli(log_eps0(random));
    clone_pair pair{static_cast<std::int64_t>(std::exp(log_users(random))), eps0, std::nullopt};
    if (i % 4 == 0) pair.p = rational(i % 28 + 1, 29);
    rational lambda = milli(log_order(random));
    if (i % 5 == 0) lambda = 1 + i % 3;
    const bits wanted = precision(random);
    const ball truth = by_summation(pair, lambda, wanted + 64);
    for (const evaluation_method method : moment_methods) {
      const auto found = by(method, pair, lambda, wanted);
      if (!found) continue;
      ++compared;
      narrow += found->has_relative_radius(static_cast<long>(wanted) * 3 / 10 - 2) ? 1 : 0;
      INFO(to_text(method) << ", n = " << pair.n << ", eps0 = " << to_text(eps0)
                           << ", lambda = " << to_text(lambda) << ", bits = " << wanted);
      CHECK(overlap(*found, truth));
    }
  }
  // Each of the three applies to most, and is narrow where its plan reaches.
  CHECK(compared > cases.count());
  CHECK(narrow > cases.count() / 3);
}

TEST_CASE("the methods by moments enclose exact fractions", "[moments]") {
  const oracle::fraction clone(3, 5);
  int compared = 0;
  for (const int n : {2, 7, 40})
    for (const oracle::fraction& r : {oracle::fraction(11, 10), oracle::fraction(3)}) {
      const oracle::law_pair laws = oracle::clone_laws(n, r, clone);
      for (const auto& order : {oracle::fraction(1), oracle::fraction(1, 3), oracle::fraction(2),
                                oracle::fraction(9, 2)}) {
        const auto truth = oracle::renyi_real(laws, order);
        REQUIRE(truth);
        for (const evaluation_method method : moment_methods)
          for (const bits precision : {bits{64}, bits{200}}) {
            const clone_pair pair{n, log_number(r, true, precision), to_rational(clone)};
            const auto found = by(method, pair, to_rational(order), precision);
            if (!found) continue;
            ++compared;
            INFO(to_text(method) << ", n = " << n << ", r = " << oracle::text(r)
                                 << ", order = " << oracle::text(order));
            CHECK(encloses(*found, *truth));
          }
      }
    }
  CHECK(compared > 60);
}

TEST_CASE("the methods by moments meet values computed from integrals", "[moments]") {
  // With mpmath at 120 digits: E[N^−s] = ∫ u^(s−1) e^(−u) (1 − p + p·e^(−u))^(n−1) du / Γ(s) over
  // u > 0 by quadrature, E[S^2j | N] = Σ_i T(2j,2i)·(2i−1)!!·N(N−1)…(N−i+1) with the central
  // factorial numbers T(2j,2i) = T(2j−2,2i−2) + i²·T(2j−2,2i), and the recurrence of the b_k.
  struct known {
    clone_pair pair;
    rational lambda;
    const char* digits;
    const char* unit;
  };
  const rational small = *parse_decimal("1e-12");
  const std::int64_t most = 1'000'000'000'000'000'000;
  const std::vector<known> values{
      {{1'000'000, 4, {}}, 4, "0.000405946603770554508254615893968306558", "1e-39"},
      {{1'000'000, 4, {}}, 1, "0.000101486641514872299361109464810135709", "1e-39"},
      {{1'000'000, 4, {}},
       rational(999'999, 1'000'000),
       "0.000101486540028229998843412353027995759",
       "1e-39"},
      {{1'000'000'000'000, 4, {}}, 10'000, "0.00000101481491400919308396744392579072038", "1e-41"},
      {{most, 4, {}}, 1'000'000, "0.000000000101481491395691544701839211473626773", "1e-45"},
      {{most, 30, {}}, rational(5, 2), "0.0000534329440002924910161814701244175831", "1e-40"},
      {{most, small, {}}, rational(3, 2), "7.500000000007500000000002500000000000e-43", "1e-79"}};
  for (const known& value : values) {
    const ball truth = near_decimal(value.digits, value.unit);
    for (const evaluation_method method : moment_methods) {
      const auto found = by(method, value.pair, value.lambda, 100);
      if (!found) continue;
      INFO(to_text(method) << ", n = " << value.pair.n << ", lambda = " << to_text(value.lambda));
      CHECK(overlap(*found, truth));
      CHECK(found->has_relative_radius(30));
    }
    CHECK(by(evaluation_method::closed_moments, value.pair, value.lambda, 100));
  }
}

TEST_CASE("for many users the moments meet the first of them in closed form", "[moments]") {
  // At λ = 2 every coefficient is b_2j = 2, and E[1/N] = (1 − (1−p)^n)/(np), so that
  // 2t²·E[1/N] <= S <= 2t²·E[1/N] + 2t⁴/(1−t²)·E[Y⁴], where E[Y⁴] <= 3·E[1/N²] <= 6/(n(n+1)p²).
  constexpr bits precision = 200;
  for (const std::int64_t n : {1'000'000L, 100'000'000L, 1'000'000'000'000'000'000L}) {
    const auto found = by(evaluation_method::automatic, {n, 4, std::nullopt}, 2, 100);
    REQUIRE(found);
    const ball t = tanh(ball::of(2, precision));
    const ball p = exp(ball::of(-4, precision));
    const ball users = ball::of(n, precision);
    const ball first = t * t * 2 * (1 - exp(users * log1p(-p))) / (users * p);
    const ball rest = t * t * t * t * 2 / (1 - t * t) * 6 / (users * (users + 1) * p * p);
    // D_2 = log(1 + 2S)
    const ball range = ball::hull(log1p(first * 2), log1p((first + rest) * 2));
    INFO("n = " << n);
    CHECK(contains(range, rational(0)) == false);
    CHECK(arb_contains(range.raw(), found->raw()) != 0);
    CHECK(found->has_relative_radius(28));
  }
}

TEST_CASE("moments give what was asked for all over their domain", "[moments]") {
  struct place {
    clone_pair pair;
    rational lambda;
  };
  const rational small = *parse_decimal("1e-12");
  const std::vector<place> places{{{10'000, 2, {}}, 4},
                                  {{10'000, 2, {}}, rational(65, 64)},
                                  {{100'000, 4, {}}, 40},
                                  {{1'000'000, 4, {}}, 300},
                                  {{1'000'000, 4, {}}, rational(1, 1'000'000)},
                                  {{1'000'000, 50, rational(1, 2)}, rational(7, 2)},
                                  {{100'000'000, small, {}}, 1'000'000},
                                  {{1'000'000, 1, number(1)}, rational(7, 2)}};
  for (const place& at : places)
    for (const bits precision : {bits{64}, bits{110}}) {
      const auto found = clone_renyi(at.pair, at.lambda, precision, {}, {});
      REQUIRE(found);
      INFO("n = " << at.pair.n << ", lambda = " << to_text(at.lambda) << ", bits = " << precision);
      CHECK(found->method == evaluation_method::closed_moments);
      CHECK(found->value.to_ball(2 * precision)
                .has_relative_radius(static_cast<long>(precision) * 3 / 10 - 1));
    }
}

TEST_CASE("the methods by moments say where they do not apply", "[moments]") {
  const std::int64_t most = 1'000'000'000'000'000'000;
  // Hardly a clone: no inverse factorial moments to speak of.
  CHECK_FALSE(by(evaluation_method::closed_moments, {100, 4, {}}, 2, 64));
  // C = n − 1 for certain: there is one layer.
  CHECK_FALSE(by(evaluation_method::windowed_moments, {10'000, 1, number(1)}, 2, 64));
  CHECK_FALSE(by(evaluation_method::hybrid_moments, {10'000, 1, number(1)}, 2, 64));
  // A window longer than can be walked.
  CHECK_FALSE(by(evaluation_method::windowed_moments, {most, 4, {}}, 2, 64));
  CHECK_FALSE(by(evaluation_method::hybrid_moments, {most, 4, {}}, 2, 64));
  // Few outcomes: they are summed.
  CHECK_FALSE(by(evaluation_method::automatic, {10, 1, {}}, 2, 64));
  CHECK_FALSE(by(evaluation_method::automatic, {1, 1, {}}, rational(5, 2), 64));
}

TEST_CASE("moments stop when they are asked to", "[moments]") {
  const budget over(budget::clock::now());
  CHECK_THROWS_AS(
      clone_renyi({100'000'000, 4, {}}, 2, 64, over, evaluation_method::windowed_moments),
      beyond_reach);
}

}  // namespace test_clone_moments
