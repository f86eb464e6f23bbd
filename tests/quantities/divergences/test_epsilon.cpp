// epsilon(pair, delta), the inverse of the hockey-stick divergence.

#include <array>

#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/tradeoff_oracle.hpp"
#include "support/values_at_points.hpp"

namespace test_epsilon {

using namespace shufflecert;

namespace {

const std::array<oracle::fraction, 7> deltas{
    oracle::fraction(1, 1000000000), oracle::fraction(1, 1000), oracle::fraction(1, 20),
    oracle::fraction(1, 3),          oracle::fraction(1, 2),    oracle::fraction(9, 10),
    oracle::fraction(9999, 10000)};

bool is_infinite(const number& x) {
  return x.is_infinity(1);
}

// The places where H reaches δ with room to spare on both sides of the singular mass.
bool is_near_singular_mass(const oracle::law_pair& laws, const oracle::fraction& delta) {
  oracle::fraction singular = 0;
  for (const auto& [p, q] : oracle::outcomes_of(laws))
    if (q == 0) singular += p;
  return singular == delta;
}

}  // namespace

TEST_CASE("epsilon agrees with brute force, exactly where all is rational") {
  for (const tradeoff_sample& of : tradeoff_samples(64))
    for (const oracle::fraction& delta : deltas) {
      INFO(of.name << " delta " << oracle::text(delta));
      const auto factor = oracle::least_factor(of.laws, delta);
      const number value = epsilon(of.exact, to_rational(delta), 64).value;
      if (!factor) {
        CHECK(is_infinite(value));
        continue;
      }
      if (*factor == 0) {
        CHECK(value.is_infinity(-1));
        continue;
      }
      // The oracle checks itself: H is δ there, unless δ is out of reach from below.
      CHECK(oracle::hockey_stick(of.laws, *factor) <= delta);
      const number expected = log(number(to_rational(*factor)), 64);
      CHECK(value.is_exact());
      CHECK(compare(value, relation::equal, expected, 64).value == true);
    }
}

TEST_CASE("epsilon where P/Q is nowhere below 1 - delta, and just before", "[epsilon_near_one]") {
  std::size_t beyond = 0;
  for (const tradeoff_sample& of : tradeoff_samples(64)) {
    std::optional<oracle::fraction> least;
    for (const auto& [p, q] : oracle::outcomes_of(of.laws))
      if (q != 0 && (!least || p / q < *least)) least = p / q;
    if (!least || *least == 0 || *least == 1) continue;
    const oracle::fraction edge = 1 - *least;
    const oracle::fraction step = *least / 1'000'000;
    for (const oracle::fraction& delta :
         {oracle::fraction(edge - step), edge, oracle::fraction(edge + step),
          oracle::fraction(1 - step)}) {
      INFO(of.name << " delta " << oracle::text(delta));
      // By the sums of brute force, which know nothing of the least ratio.
      const auto factor = oracle::least_factor(of.laws, delta);
      REQUIRE(factor);
      CHECK((*factor == 1 - delta) == (delta >= edge));
      const number expected = log(number(to_rational(*factor)), 64);
      CHECK(compare(epsilon(of.exact, to_rational(delta), 64).value, relation::equal, expected, 64)
                .value == true);
      const ball found = epsilon(of.enclosed, to_rational(delta), 64).value.to_ball(200);
      CHECK(overlap(found, log(number(to_rational(*factor)), 200).to_ball(200)));
      if (delta > edge) ++beyond;
    }
  }
  CHECK(beyond > 10);
  // Too many users for a sum of what 4,000 digits need.
  const distribution_pair many{rr_pair{1'000'000, 4}};
  const rational tiny = power(rational(10), -4'000'000);
  const quantity far = epsilon(many, rational(1 - tiny), 64);
  CHECK(far.method == evaluation_method::closed_form);
  CHECK(overlap(far.value.to_ball(64), log(number(tiny), 64).to_ball(64)));
}

TEST_CASE("epsilon encloses what brute force gives") {
  for (const bits precision : {64, 128})
    for (const tradeoff_sample& of : tradeoff_samples(precision))
      for (const oracle::fraction& delta : deltas) {
        INFO(of.name << " delta " << oracle::text(delta) << " at " << precision);
        if (is_near_singular_mass(of.laws, delta)) continue;
        const auto factor = oracle::least_factor(of.laws, delta);
        const number value = epsilon(of.enclosed, to_rational(delta), precision).value;
        if (!factor) {
          CHECK(is_infinite(value));
          continue;
        }
        CHECK(encloses(value.to_ball(precision), oracle::log_of(*factor)));
        ball radius(precision);
        arb_get_rad_arb(radius.raw(), value.to_ball(precision).raw());
        CHECK(is_below_power_of_two(radius, 40.0 - static_cast<double>(precision)));
      }
}

TEST_CASE("epsilon inverts the hockey-stick divergence") {
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{200, 2, {}}}, distribution_pair{rr_pair{300, 1}},
        swap({rr_pair{300, 1}}), distribution_pair{gaussian_pair(1)},
        distribution_pair{normal_pair{0, 1, 1, 2}}, distribution_pair{normal_pair{0, 2, 1, 1}}})
    for (const rational& delta :
         {rational(1, 1000000), rational(1, 100), rational(1, 5), rational(4, 5)}) {
      INFO("delta " << delta.str());
      const number eps = epsilon(pair, delta, 128).value;
      const ball back = hockey_stick(pair, eps, 128).value.to_ball(128);
      CHECK(contains(back, delta));
      CHECK(back.has_relative_radius(20));
    }
}

TEST_CASE("epsilon of normal pairs for delta at both ends of (0, 1)", "[corners]") {
  const distribution_pair wider{normal_pair{0, 1, 0, 2}};
  const distribution_pair narrower{normal_pair{0, 2, 0, 1}};
  const distribution_pair shifted{normal_pair{0, 1, 1, 1}};
  const rational tiny = power(rational(10), -400);
  for (const distribution_pair& pair : {wider, narrower, shifted})
    for (const rational& delta :
         {tiny, rational(1 - tiny), rational(9, 10), rational(1 - power(rational(10), -12))}) {
      const ball eps = epsilon(pair, delta, 200).value.to_ball(200);
      CHECK(eps.has_relative_radius(25));
      // H just beside ε is on either side of δ; at enough bits to see δ beside 1.
      constexpr bits wide = 1600;
      const ball low = lower_bound(eps).with_precision(wide);
      const ball high = upper_bound(eps).with_precision(wide);
      const ball step = abs(high) / ball::of(power(rational(10), 25), wide);
      const ball level = ball::of(delta, wide);
      CHECK(less(level, hockey_stick(pair, low - step, wide).value.to_ball(wide)) == true);
      CHECK(less(hockey_stick(pair, high + step, wide).value.to_ball(wide), level) == true);
    }
  // A δ of which more is known than the precision asked for.
  const ball known = ball::of(rational(1 - tiny), 4000);
  const ball eps = epsilon(shifted, number(known), 4000).value.to_ball(4000);
  CHECK(eps.has_relative_radius(700));
  CHECK(overlap(eps, epsilon(shifted, rational(1 - tiny), 200).value.to_ball(200)));
}

TEST_CASE("epsilon of normal pairs that are very near to each other", "[near_pairs]") {
  // Roots of Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ) = δ, and of (L.8) and (L.9), by mpmath at 90 digits
  // (at 700 for μ = 10^−300).
  check_known_values({
      {"epsilon(gaussian_pair(1e-5), 1e-6)", "9.02348807072496436225106301154e-6"},
      {"-epsilon(gaussian_pair(1e-5), 1e-5)", "8.99477074116471539013252441019571e-6"},
      {"epsilon(subsampled(gaussian_pair(1e-5), 1/2), 1e-6)",
       "2.46444759583909705894566153341299e-6"},
      {"epsilon(swap(subsampled(gaussian_pair(1e-6), 1/2)), 1e-15)",
       "2.79145899866537375246141224663571e-6"},
      {"epsilon(gaussian_pair(1e-300), 1e-310)", "6.0704613690859817919717687981837e-300"},
  });
}

TEST_CASE("epsilon at the ends of its domain") {
  const distribution_pair clone{clone_pair{20, 2, {}}};
  CHECK(epsilon(clone, 1, 64).value.is_infinity(-1));
  const number largest = epsilon(clone, 0, 64).value;
  CHECK(compare(largest, relation::equal, 2, 64).value == true);
  // All of P's mass at (n, 0) is singular: (p/2)^(n−1) with n = 2 and p = 1/2, and more.
  const distribution_pair unmixed{unmixed_pair{2, log_multiple{1, 2}, {}}};
  CHECK(epsilon(unmixed, 0, 64).value.is_infinity(1));
  // N = 1: mass 1/2 at a = 1; N = 2: mass 1/2·1/2 at a = 2.
  CHECK(epsilon(unmixed, rational(74, 100), 64).value.is_infinity(1));
  CHECK(epsilon(unmixed, rational(3, 4), 64).value.is_exact());
  // Beyond it only (1, 1) is left, where P = Q = 1/4, and H(k) = 3/4 + (1 − k)/4.
  CHECK(compare(epsilon(unmixed, rational(7, 8), 64).value, relation::equal,
                log(number(rational(1, 2)), 64), 64)
            .value == true);
  CHECK(epsilon({gaussian_pair(1)}, 0, 64).value.is_infinity(1));
  // Identical laws: H = 1 − e^ε.
  const number same = epsilon({clone_pair{5, 0, {}}}, rational(1, 2), 64).value;
  CHECK(compare(same, relation::equal, log(number(rational(1, 2)), 64), 64).value == true);
  CHECK(overlap(epsilon({gaussian_pair(0)}, rational(1, 2), 64).value.to_ball(64),
                log(ball::of(rational(1, 2), 64))));
}

TEST_CASE("epsilon falls as delta grows and as users are added") {
  const auto at = [](std::int64_t n, const rational& delta) {
    return epsilon({clone_pair{n, 2, {}}}, delta, 80).value;
  };
  CHECK(compare(at(200, {1, 1000}), relation::greater, at(200, {1, 500}), 80).value == true);
  CHECK(compare(at(200, {1, 1000}), relation::greater, at(300, {1, 1000}), 80).value == true);
}

TEST_CASE("deltas outside of [0, 1] are refused") {
  const distribution_pair pair{clone_pair{5, 1, {}}};
  CHECK_THROWS_AS(epsilon(pair, rational(-1, 100), 64), undefined_value);
  CHECK_THROWS_AS(epsilon(pair, rational(101, 100), 64), undefined_value);
  const ball touching = ball::hull(ball::of(rational(-1, 100), 64), ball::of(rational(1, 100), 64));
  CHECK_THROWS_AS(epsilon(pair, touching, 64), precision_needed);
}

}  // namespace test_epsilon
