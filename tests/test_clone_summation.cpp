// The sum that follows the weight of the terms. It is held against exact fractions of the laws
// built outcome by outcome, against the sum that visits the outcomes by their mass, which shares
// neither the terms nor the bounds with it, and against values computed independently.

#include "quantities/clone_summation.hpp"

#include <random>

#include "catch.hpp"
#include "inclusion.hpp"
#include "quantities/low_layers.hpp"
#include "quantities/outcome_sum.hpp"
#include "shufflecert/quantities.hpp"

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

bool encloses(const ball& outer, const ball& inner) {
  return arb_contains(outer.raw(), inner.raw()) != 0;
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
  std::mt19937 random(20261122);
  const auto among = [&](int low, int high) {
    return std::uniform_int_distribution<int>(low, high)(random);
  };
  constexpr int points = 60;
  for (int i = 0; i < points; ++i) {
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
