// k-ary randomized response with four symbols or more at many users: against laws built user by
// user in exact fractions, and against direct summation, which knows no tails and no moments.

#include <map>
#include <random>
#include <tuple>

#include "quantities/variation/report_series.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_kary {

using namespace shufflecert;

namespace {

using oracle::fraction;
using counts = std::tuple<int, int, int>;  // of the symbols 0, 1 and 2
using count_law = std::map<counts, fraction>;

struct point {
  int k;
  int n;
  fraction odds;
};

// One report more of a user with this input.
count_law with_report(const count_law& of, const point& at, int input) {
  const fraction total = at.odds + (at.k - 1);
  const auto chance = [&](int symbol) -> fraction {
    return (symbol == input ? at.odds : fraction(1)) / total;
  };
  count_law result;
  for (const auto& [where, mass] : of) {
    const auto [zeros, ones, twos] = where;
    result[{zeros + 1, ones, twos}] += mass * chance(0);
    result[{zeros, ones + 1, twos}] += mass * chance(1);
    result[{zeros, ones, twos + 1}] += mass * chance(2);
    result[where] += mass * (at.k - 3) / total;
  }
  return result;
}

struct law_pair_of_counts {
  count_law p;
  count_law q;
};

law_pair_of_counts laws_of_point(const point& at) {
  count_law others{{{0, 0, 0}, fraction(1)}};
  for (int i = 1; i < at.n; ++i) others = with_report(others, at, 2);
  return {with_report(others, at, 0), with_report(others, at, 1)};
}

distribution_pair pair_at(const point& at) {
  return {krr_pair{at.k, at.n, log_of(to_rational(at.odds))}};
}

ball by(const distribution_pair& pair, evaluation_method method, const std::string& quantity,
        const number& at, bits precision) {
  const evaluation_options options{.limits = {}, .method = method};
  const auto value = quantity == "renyi"      ? renyi(pair, at, precision, options)
                     : quantity == "epsilon"  ? epsilon(pair, at, precision, options)
                     : quantity == "tradeoff" ? tradeoff(pair, at, precision, options)
                                              : hockey_stick(pair, at, precision, options);
  return value.value.to_ball(precision);
}

}  // namespace

TEST_CASE("k-ary response: tails contain the exact hockey-stick divergence", "[kary]") {
  const random_cases cases(20261125, 120);
  std::mt19937_64 engine(cases.seed());
  const auto whole = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(engine);
  };
  for (int i = 0; i < cases.count(); ++i) {
    const point at{whole(4, 9), whole(1, 9), fraction(whole(9, 60), 8)};
    const fraction factor(whole(0, 5) == 0 ? 12 : whole(1, 60), 12);
    INFO(at.k << " symbols, " << at.n << " users, odds " << oracle::text(at.odds) << ", factor "
              << oracle::text(factor));
    constexpr bits precision = 80;
    const auto laws = kary_laws_of(pair_at(at), variation_precision(precision, at.n));
    REQUIRE(laws);
    const law_pair_of_counts truth = laws_of_point(at);
    fraction h = 0;
    fraction least_p = 0;
    fraction most_p = 0;
    for (const auto& [where, mass] : truth.p) {
      const fraction excess = mass - factor * truth.q.at(where);
      if (excess > 0) h += excess;
      if (excess > 0) least_p += mass;
      if (excess >= 0) most_p += mass;
    }
    const ball value = kary_hockey_stick(*laws, log_number(factor, true, precision), precision, {});
    CHECK(contains(value, to_rational(h)));
    CHECK(is_narrow(value, -70));
    const rejected_masses set =
        masses_beyond(*laws, ball::of(to_rational(factor), laws->precision()), precision, {});
    CHECK_FALSE(less(set.p, ball::of(to_rational(least_p), 200)).value_or(false));
    CHECK_FALSE(less(ball::of(to_rational(most_p), 200), set.p).value_or(false));
  }
}

// Few bits leave out as much as may be left out: layers, and places on both sides.
TEST_CASE("k-ary response: what tails leave out is charged", "[kary]") {
  int wide = 0;
  for (const point& at : {point{4, 3000, 3}, point{9, 2000, fraction(3, 2)}})
    for (const rational& factor : {rational(21, 20), rational(6, 5), rational(19, 20)}) {
      const auto laws = kary_laws_of(pair_at(at), 300);
      const ball kappa = ball::of(factor, 300);
      const rejected_masses truth = masses_beyond(*laws, kappa, 100, {});
      const number eps = log_of(factor);
      const ball h = kary_hockey_stick(*laws, eps, 100, {});
      for (const bits precision : {-8, -7, -6, -4, 0}) {
        INFO(at.k << " " << at.n << " factor " << to_text(factor) << " bits " << precision);
        const rejected_masses found = masses_beyond(*laws, kappa, precision, {});
        CHECK(encloses(kary_hockey_stick(*laws, eps, precision, {}), h));
        // What the layers that are left out have is no part of P and Q of the set.
        CHECK_FALSE(less(truth.p, found.p).value_or(false));
        CHECK_FALSE(less(found.p + found.misplaced, truth.p).value_or(false));
        CHECK_FALSE(less(truth.q, found.q).value_or(false));
        CHECK_FALSE(less(found.q + found.misplaced, truth.q).value_or(false));
        wide += is_narrow(found.p, -20) ? 0 : 1;
      }
    }
  CHECK(wide >= 10);
}

TEST_CASE("k-ary response: methods for many users meet direct summation", "[kary]") {
  using enum evaluation_method;
  for (const point& at : {point{4, 40, 3}, point{10, 60, 2}}) {
    const distribution_pair pair = pair_at(at);
    INFO(at.k << " symbols, " << at.n << " users");
    const auto meet = [&](const char* quantity, const rational& x, double bits) {
      INFO(quantity << " " << to_text(x));
      const ball fast = by(pair, binomial_tails, quantity, x, 70);
      CHECK(overlap(fast, by(pair, direct_summation, quantity, x, 70)));
      CHECK(is_narrow(fast, bits));
    };
    for (const rational& eps : {rational(-1, 10), rational(0), rational(1, 5)})
      meet("hockey_stick", eps, -66);
    for (const rational& delta : {rational(1, 1000000), rational(1, 100), rational(9, 10)})
      meet("epsilon", delta, -60);
    for (const rational& alpha : {rational(1, 1000), rational(2, 3)}) meet("tradeoff", alpha, -60);
  }
}

TEST_CASE("the trade-off function where its corners are close together", "[kary]") {
  // By mpmath at 60 digits or more: all histograms in the order of their ratios.
  check_known_values({
      {"tradeoff(krr_pair(3, 10, 1e-4), 1/3)", "0.6666573359219796574492787714131400552961"},
      {"tradeoff(krr_pair(3, 1, 1e-10), 1/3)", "0.6666666666333333333327777777777962962963"},
      {"tradeoff(krr_pair(3, 2, 50), 1 - 1e-50)", "1.928749847963917783017342816527012574753e-72"},
      {"tradeoff(krr_pair(4, 100, 0.01), 1/3)", "0.666408895264124515096979442914104085937"},
      {"tradeoff(variation_pair(100, 1e10, 0.1, 2, 2), 1/3)",
       "0.6435531092119647846635146667696929454075"},
  });
}

TEST_CASE("k-ary response: the series contains what direct summation gives", "[kary]") {
  int reached = 0;
  for (const point& at : {point{4, 120, fraction(5, 4)}, point{30, 130, 2}})
    for (const rational& order : {rational(1, 2), rational(1), rational(6)}) {
      const distribution_pair pair = pair_at(at);
      INFO(at.k << " symbols, " << at.n << " users, order " << to_text(order));
      const ball truth = by(pair, evaluation_method::direct_summation, "renyi", order, 60);
      for (const bits precision : {4, 8, 16, 24}) {
        const auto laws = kary_laws_of(pair, variation_precision(precision + 2 * 9, at.n));
        const auto value = renyi_by_reports(report_law_of(*laws), order, precision, {});
        if (!value) continue;
        ++reached;
        CHECK(encloses(value->to_ball(200), truth));
      }
    }
  CHECK(reached >= 18);
}

// E_R[P/R·Q/R...]: with one order λ = 2 the moment is 1 + E[(x − y)²(1 + y)^−1], and near n = ∞
// D_λ tends to λ/2·E(x − y)² = λ(r−1)²/((r+k−1)n).
TEST_CASE("k-ary response: at very many users the divergence is that of its variance", "[kary]") {
  constexpr bits precision = 90;
  for (const std::int64_t n :
       {std::int64_t{1'000'000'000'000}, std::int64_t{1'000'000'000'000'000}})
    for (const int order : {1, 2, 7}) {
      const distribution_pair pair{krr_pair{6, n, log_of(3)}};
      const ball value = renyi(pair, order, precision, {}).value.to_ball(precision);
      const ball ratio = value * n / (ball::of(rational(4 * order, 8), precision));
      CHECK(is_below_power_of_two(ratio - 1, -30));
      CHECK(value.has_relative_radius(15));
    }
}

// The same moments of the pair of the variation-ratio reduction, also with two rates: against the
// series of its layers, which shares nothing with them.
TEST_CASE("variation pair: moments of all reports meet the series of its layers", "[kary]") {
  for (const variation_pair& of : {variation_pair{4000, 3, rational(1, 4), 3, 3},
                                   variation_pair{9000, 2, rational(1, 5), 2, rational(5, 2)},
                                   variation_pair{20'000, 9, rational(1, 2), 12, 9}})
    for (const rational& order : {rational(1, 2), rational(1), rational(3)})
      for (const bool swapped : {false, true}) {
        const distribution_pair pair{of, swapped};
        INFO(of.n << " users, order " << to_text(order) << (swapped ? ", swapped" : ""));
        const ball truth = by(pair, evaluation_method::windowed_moments, "renyi", order, 80);
        const ball found = by(pair, evaluation_method::central_moments, "renyi", order, 80);
        CHECK(overlap(found, truth));
        CHECK(found.has_relative_radius(16));
        const auto laws = laws_of(pair, variation_precision(8 + 2 * 15, of.n));
        const auto few = renyi_by_reports(report_law_of(*laws), order, 8, {});
        REQUIRE(few.has_value());
        CHECK(encloses(few->to_ball(200), truth));
      }
}

}  // namespace test_kary
