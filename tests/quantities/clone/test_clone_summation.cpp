// The sum that follows the weight of the terms. It is compared with exact fractions of the laws
// built outcome by outcome, against the sum that visits the outcomes by their mass, which shares
// neither the terms nor the bounds with it, and against values computed independently.

#include "quantities/clone/summation/summation.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "quantities/binomial/walk.hpp"
#include "quantities/clone/summation/layer.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_clone_summation {

using namespace shufflecert;

namespace {

constexpr bits wide = 400;

ball by_weight(const clone_pair& pair, const number& lambda, bits precision) {
  return renyi_by_clone_summation(pair, lambda, precision).to_ball(wide);
}

// Few terms: nearly all of the radius is the bound for what is left out.
ball cut_short(const clone_pair& pair, const number& lambda, double log2_threshold) {
  return renyi_by_clone_summation(pair, lambda, log2_threshold, 200, {}).to_ball(wide);
}

ball by_mass(const clone_pair& pair, const number& lambda, bits precision) {
  return renyi_over_all_outcomes(distribution_pair{pair}, lambda, precision).to_ball(wide);
}

// K_N between what a sum from outcome `a` outward finds and that with the bound for the rest.
ball layer_from(std::int64_t layer, std::int64_t a, const number& eps0, const number& lambda,
                double log2_threshold) {
  const term_order order(lambda, wide);
  const ball t = tanh(divide(eps0, 2, wide), wide).to_ball(wide);
  const budget limits;
  clone_layer sum(t, 1 - t, order, wide, 64, limits);
  const ball half = ball::of(1, wide) / 2;
  sum.add(layer, a, binomial_probability(layer, a, half, half), log2_threshold);
  return ball::hull(sum.sum(), sum.sum() + sum.rest());
}

}  // namespace

TEST_CASE("the sum by weight encloses the exact value", "[clone-summation]") {
  for (const int n : {1, 2, 3, 6, 13})
    for (const oracle::fraction& r : {oracle::fraction(3, 2), oracle::fraction(20)})
      for (const oracle::fraction& clone : {oracle::fraction(1, 20), oracle::fraction(2, 3)})
        for (const int order : {2, 3, 7}) {
          const auto truth = oracle::renyi(oracle::clone_laws(n, r, clone), order);
          REQUIRE(truth);
          const clone_pair pair{n, log_number(r, true, 64), number(to_rational(clone))};
          INFO("n = " << n << ", r = " << oracle::text(r) << ", p = " << oracle::text(clone)
                      << ", order = " << order);
          for (const double log2_threshold : {-2.0, -5.0, -20.0})
            CHECK(encloses(cut_short(pair, order, log2_threshold), *truth));
          const ball found = by_weight(pair, order, 100);
          CHECK(encloses(found, *truth));
          CHECK(found.has_relative_radius(29));
        }
}

TEST_CASE("a sum cut short encloses the sum over all outcomes", "[clone-summation]") {
  // Real orders below, at and above 1, few and many clones, and thresholds so poor that one of the
  // bounds is most of the radius: whole sides of layers, whole blocks of layers.
  const random_cases cases(20261122, 60);
  std::mt19937 random(cases.seed());
  const auto among = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  for (int i = 0; i < cases.count(); ++i) {
    clone_pair pair{among(1, i % 2 == 0 ? 12 : 400), rational(among(1, 60), 10), std::nullopt};
    if (i % 3 == 0) pair.p = rational(among(1, 13), 13);
    const std::vector<rational> orders{rational(1), rational(among(1, 12), 13),
                                       rational(among(2, 70)), rational(among(8, 400), 7)};
    const rational& lambda = orders[static_cast<std::size_t>(i) % orders.size()];
    const ball truth = by_mass(pair, lambda, 160);
    INFO("n = " << pair.n << ", eps0 = " << to_text(*pair.eps0.as_rational())
                << ", p = " << (pair.p ? to_text(*pair.p->as_rational()) : "")
                << ", lambda = " << to_text(lambda));
    for (const double log2_threshold : {-1.0, -5.0, -20.0}) {
      const ball found = cut_short(pair, lambda, log2_threshold);
      CHECK(encloses(found, truth));
    }
    CHECK(overlap(by_weight(pair, lambda, 100), truth));
  }
}

TEST_CASE("the layers left out above are enclosed", "[clone-summation]") {
  // Few clones: every layer is summed in full, and down to N = 1, so that nothing else is left out.
  for (const std::int64_t users : {100, 400, 1600}) {
    const clone_pair pair{users, 1, number(rational(5, users))};
    for (const rational& lambda : {rational(1), rational(2)}) {
      const ball truth = by_mass(pair, lambda, 160);
      for (double log2_threshold = -1; log2_threshold > -12; --log2_threshold)
        CHECK(encloses(cut_short(pair, lambda, log2_threshold), truth));
    }
  }
}

TEST_CASE("a second maximum at the end of a layer is not missed", "[clone-summation]") {
  // One layer, N = 40: from its maximum near the middle the terms fall to about 10^-7 and then rise
  // again, to the last one, a = N, which is a hundredth of the sum.
  const oracle::fraction r(160'000);
  const clone_pair pair{40, log_number(r, true, 64), number(1)};
  for (const int order : {3, 4}) {
    const auto truth = oracle::renyi(oracle::clone_laws(40, r, 1), order);
    REQUIRE(truth);
    for (const double log2_threshold : {-2.0, -6.0, -10.0, -20.0, -30.0})
      CHECK(encloses(cut_short(pair, order, log2_threshold), *truth));
    CHECK(encloses(by_weight(pair, order, 100), *truth));
    CHECK(by_weight(pair, order, 100).has_relative_radius(29));
  }
}

TEST_CASE("a layer cut short on either side encloses all of it", "[clone-summation]") {
  // Large orders move the largest terms far from the middle; at ε0 = 12 the last outcome is a
  // second maximum far away from the first.
  for (const std::int64_t layer : {40, 150, 300})
    for (const std::int64_t eps0 : {1, 3, 12})
      for (const rational& lambda : {rational(1, 3), rational(1), rational(2), rational(9, 2),
                                     rational(17), rational(120)}) {
        const ball truth = layer_from(layer, layer / 2 + 1, eps0, lambda, -4000);
        INFO("N = " << layer << ", eps0 = " << eps0 << ", lambda = " << to_text(lambda));
        for (const std::int64_t a : {layer / 2 + 1, layer * 3 / 4, layer - 1, layer})
          for (const double below : {2.0, 7.0, 30.0, 60.0}) {
            const double log2_threshold = std::log2(std::max(truth.near(), 1e-300)) - below;
            INFO("from " << a << ", threshold " << log2_threshold);
            CHECK(encloses(layer_from(layer, a, eps0, lambda, log2_threshold), truth));
          }
      }
}

TEST_CASE("the low layers are enclosed", "[clone-summation]") {
  // The exact laws, without the outcomes of the layers above.
  const oracle::fraction r(9, 2);
  const oracle::fraction clone(1, 3);
  constexpr int n = 12;
  const auto laws = oracle::clone_laws(n, r, clone);
  const auto of =
      parameters_of(clone_pair{n, log_number(r, true, 64), number(to_rational(clone))}, wide);
  for (const int first : {1, 2, 5, 9, n + 1}) {
    oracle::law_pair low;
    oracle::fraction mass = 0;
    for (const auto& [where, p] : laws.p)
      if (where.first + where.second < first) {
        low.p[where] = p;
        mass += p;
      }
    for (const auto& [where, q] : laws.q)
      if (where.first + where.second < first) low.q[where] = q;
    INFO("layers below " << first);
    for (const double log2_threshold : {-4.0, -9.0, -14.0, -100.0}) {
      INFO("threshold " << log2_threshold);
      const auto found = [&](const rational& lambda) {
        return low_layer_series(of, lambda, first, log2_threshold, {});
      };
      for (const int order : {2, 5}) {
        const auto moment = oracle::moment(low, order);
        REQUIRE(moment);
        const oracle::fraction series = (*moment - mass) / (order * (order - 1));
        CHECK(contains(found(order), to_rational(series)));
        // No more is left out than the threshold allows.
        CHECK(mag_cmp_2exp_si(arb_radref(found(order).raw()), static_cast<slong>(log2_threshold)) <=
              0);
      }
      if (first == 1) continue;
      const auto kl = oracle::renyi_real(low, 1);
      REQUIRE(kl);
      CHECK(encloses(found(1), *kl));
      for (const oracle::fraction& order : {oracle::fraction(1, 3), oracle::fraction(5, 2)}) {
        const auto log_moment = oracle::renyi_real(low, order);
        REQUIRE(log_moment);
        const ball truth = (exp(ball::hull(ball::of(to_rational(log_moment->lower), wide),
                                           ball::of(to_rational(log_moment->upper), wide)) *
                                ball::of(to_rational(order - 1), wide)) -
                            ball::of(to_rational(mass), wide)) /
                           ball::of(to_rational(order * (order - 1)), wide);
        CHECK(encloses(found(to_rational(order)), truth));
      }
    }
  }
}

TEST_CASE("known values at large orders", "[clone-summation]") {
  // By mpmath 1.3 at 60 digits, the plain double sum of w_N·C(N, a)/2^N·(1+tY)^λ·(1−tY)^(1−λ) over
  // all outcomes; at n = 10^6 over N <= 16000 and the last 25 outcomes of each layer. The last
  // digit shown is cut off.
  struct known_value {
    clone_pair pair;
    rational lambda;
    const char* digits;
    unsigned places;
  };
  const std::vector<known_value> values{
      {{50, 3, std::nullopt}, 200, "299354869525033767793464507652859255896223917", 44},
      {{120, 6, std::nullopt}, rational(101, 2), "59969686280728542556720538677352232104", 37},
      {{150, 1, std::nullopt}, 1000, "969369316446564236829889337308680416998527688", 45},
      {{1'000'000, 4, std::nullopt}, 1'000'000, "39907999717970075689204480211782198691", 37}};
  for (const known_value& value : values) {
    const rational unit = 1 / rational(boost::multiprecision::pow(integer(10), value.places));
    const rational low = rational(integer(value.digits)) * unit;
    const ball found = by_weight(value.pair, value.lambda, 110);
    INFO("n = " << value.pair.n);
    CHECK(overlap(found, ball::hull(ball::of(low, wide), ball::of(rational(low + unit), wide))));
    CHECK(found.has_relative_radius(32));
    CHECK(encloses(cut_short(value.pair, value.lambda, -8), found));
  }
}

TEST_CASE("an order beyond counting is enclosed between two sides", "[clone-summation]") {
  // (ε0 − D)·(λ − 1) is the same at λ = 2^20, summed outcome by outcome, and beyond, but for
  // less than (29/31)^(2^20) of the likelihood ratios below the largest.
  const auto power = [](unsigned exponent) {
    return number(rational(boost::multiprecision::pow(integer(2), exponent)));
  };
  const auto gap = [&](const clone_pair& pair, const ball& divergence, unsigned exponent) {
    return (pair.eps0.to_ball(wide) - divergence) *
           subtract(power(exponent), 1, wide).to_ball(wide);
  };
  const std::vector<clone_pair> pairs{{1, 3, std::nullopt},
                                      {2, 1, number(rational(1, 3))},
                                      {15, log_multiple{1, 3}, std::nullopt},
                                      {15, 2, number(1)}};
  for (const clone_pair& pair : pairs)
    for (const unsigned exponent : {70U, 100U, 300U}) {
      INFO("n = " << pair.n << ", lambda = 2^" << exponent);
      const ball found = by_weight(pair, power(exponent), exponent - 12);
      const ball least = gap(pair, by_mass(pair, power(20), wide), 20);
      CHECK(encloses(gap(pair, found, exponent), least));
      // No more than the lower side is given away.
      CHECK_FALSE(encloses(gap(pair, found, exponent), least * ball::of(rational(101, 100), wide)));
    }
  // -log P(Y = 1) is 79,521·log(1/(1 - e^-6/2)) + log(1 + e^-6), about 98.6, between 2^6 and 2^7.
  const ball many = by_weight({79'522, 6, std::nullopt}, power(98), 64);
  const auto below_six = [&](unsigned exponent) {
    return ball::of(6, wide) - ball::of(1, wide) / power(exponent).to_ball(wide);
  };
  CHECK(encloses(many, below_six(92)));
  CHECK_FALSE(encloses(many, below_six(91)));
  CHECK_THROWS_AS(by_weight({1'000'000'000'000'000, 1, std::nullopt}, power(60), 64), beyond_reach);
}

TEST_CASE("small divergences keep their relative accuracy", "[clone-summation]") {
  // D is about 10^-14: the terms are the excess over 1, so nothing is lost.
  for (const rational& lambda : {rational(1), rational(3), rational(1, 2), rational(1, 4),
                                 rational(9, 4), rational(1'000'001, 1'000'000)}) {
    const clone_pair pair{100, rational(1, 1'000'000), std::nullopt};
    const ball found = by_weight(pair, lambda, 100);
    CHECK(found.has_relative_radius(29));
    CHECK(overlap(found, by_mass(pair, lambda, 260)));
  }
}

TEST_CASE("extreme parameters are summed", "[clone-summation]") {
  const rational nearly_one = 1 - 1 / rational(boost::multiprecision::pow(integer(10), 30));
  const std::vector<std::pair<clone_pair, rational>> points{
      {{3000, 300, std::nullopt}, rational(1, 2)},
      {{1, 300, std::nullopt}, rational(1, 3)},
      {{40, 2, number(nearly_one)}, rational(5, 2)},
      {{1, 2, number(1)}, rational(5, 2)},
      {{30, 2, number(1)}, rational(1, 7)},
      {{300, 20, std::nullopt}, rational(1001, 1000)},
      {{1'000'000'000'000'000, 34, std::nullopt}, rational(3)}};
  for (const auto& [pair, lambda] : points) {
    INFO("n = " << pair.n << ", lambda = " << to_text(lambda));
    const ball found = by_weight(pair, lambda, 100);
    CHECK(found.has_relative_radius(29));
    CHECK(overlap(found, by_mass(pair, lambda, 300)));
  }
  // An order or an ε0 known as a ball: every point of it is enclosed.
  const number order = exp(ball::of(2, 60));
  const number eps0 = log(ball::of(3, 50));
  CHECK(encloses(by_weight({60, eps0, std::nullopt}, order, 100),
                 by_weight({60, log_multiple{1, 3}, std::nullopt}, exp(ball::of(2, 300)), 200)));
  CHECK_THROWS_AS(
      by_weight({60, 1, std::nullopt},
                exp(ball::of(0, 60)) + ball::hull(ball::of(-1, 9), ball::of(1, 9)), 100),
      precision_needed);
}

TEST_CASE("the number of outcomes is estimated and refused beforehand", "[clone-summation]") {
  CHECK(summation_cost({1'000'000'000'000, 4, std::nullopt}, 2, 64) > 4e8);
  CHECK_THROWS_AS(by_weight({1'000'000'000'000, 4, std::nullopt}, 2, 64), beyond_reach);
  // Few outcomes matter although there are many: nearly all of them are of small weight.
  CHECK(summation_cost({1'000'000, 4, std::nullopt}, 1'000'000, 128) < 1e5);
  const budget over(budget::clock::now());
  CHECK_THROWS_AS(renyi_by_clone_summation({1000, 1, std::nullopt}, 2, 128, over), beyond_reach);
}

TEST_CASE("as many users as 64 bits hold are refused or summed", "[clone-summation]") {
  const std::int64_t n = std::numeric_limits<std::int64_t>::max();
  for (const auto& p : {std::optional<number>(), std::optional<number>(1)})
    CHECK_THROWS_AS(by_weight({n, 1, p}, 2, 64), beyond_reach);
}

}  // namespace test_clone_summation
