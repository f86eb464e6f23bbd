// Rounds of normal laws, also subsampled, beside each other and beside rounds of other pairs:
// against closed forms, sums of these, and integrals by another program.

#include <array>
#include <memory>
#include <string>

#include "quantities/densities/normal_pairs.hpp"
#include "quantities/rounds/profile_cells.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/rounds/smoothing.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/values_at_points.hpp"

namespace test_normal_rounds {

using namespace shufflecert;

namespace {

composed_pair rounds_of(const distribution_pair& pair, std::int64_t rounds) {
  return {{{std::make_shared<const distribution_pair>(pair), rounds}}};
}

ball at_64(const std::string& formula) {
  return number_at(formula, 64).to_ball(64);
}

}  // namespace

TEST_CASE("one round of normal laws by convolution is the round", "[normal_rounds][volume]") {
  for (const char* text :
       {"normal_pair(0, 1, 1, 2)", "swap(normal_pair(0, 1, 1, 2))", "gaussian_pair(1/9)",
        "swap(subsampled(gaussian_pair(1), 1/10))", "subsampled(normal_pair(0, 2, 1, 1), 1/2)"}) {
    const auto pair = std::get<distribution_pair>(value_of(text));
    for (const rational& eps : {rational(-1), rational(1, 20), rational(3, 2)}) {
      INFO(text << " at " << to_text(eps));
      const ball one = hockey_stick(pair, eps, 128).value.to_ball(128);
      const ball found = rounds_hockey_stick(rounds_of(pair, 1), eps, 64, {});
      CHECK(overlap(one, found));
      if (one.is_certainly_positive()) CHECK(found.has_relative_radius(3));
    }
    const ball one = epsilon(pair, rational(1, 1000), 64).value.to_ball(64);
    const ball found = rounds_epsilon(rounds_of(pair, 1), rational(1, 1000), 64, {});
    CHECK(overlap(one, found));
    CHECK(found.has_relative_radius(3));
  }
}

TEST_CASE("rounds of normal laws on a grid have the closed form", "[normal_rounds][volume]") {
  // Written as several rounds of a subsampled pair, so that nothing joins them.
  const auto half = std::get<distribution_pair>(value_of("gaussian_pair(1/2)"));
  for (const auto& [rounds, mu] : {std::pair{9, rational(3, 2)}, std::pair{100, rational(5)}}) {
    const composed_pair several =
        rounds_of({subsampled_pair{std::make_shared<const distribution_pair>(half), 1}}, rounds);
    const distribution_pair whole{gaussian_pair(mu)};
    for (const rational& eps : {rational(-1), rational(1, 2), rational(6), rational(25)}) {
      INFO(rounds << " rounds at " << to_text(eps));
      const ball found = rounds_hockey_stick(several, eps, 64, {});
      CHECK(overlap(found, hockey_stick(whole, eps, 128).value.to_ball(128)));
      CHECK(found.has_relative_radius(3));
    }
    for (const int digits : {3, 60}) {
      INFO(rounds << " rounds at 10^-" << digits);
      const number delta = power(10, -digits, 64);
      const ball found = rounds_epsilon(several, delta, 64, {});
      CHECK(overlap(found, epsilon(whole, delta, 128).value.to_ball(128)));
      CHECK(found.has_relative_radius(4));
    }
    const ball found = rounds_tradeoff(several, rational(1, 10), 64, {});
    CHECK(overlap(found, tradeoff(whole, rational(1, 10), 128).value.to_ball(128)));
    CHECK(less(abs(found), ball::of(1, 64)) == true);
  }
}

TEST_CASE("the bounds of normal rounds hold however coarse the grid is", "[normal_rounds]") {
  const normal_pair laws{rational(1, 2), 1, 0, 1};
  for (const double step : {0.4, 0.09, 0.02})
    for (const double tilt : {0.0, 2.0})
      for (const auto& [threshold, scale] : {std::pair{-12.0, 16}, std::pair{-80.0, 60}}) {
        const convolution_plan plan{grid_step::up_to(step), tilt, scale,
                                    -static_cast<double>(scale) / 2};
        std::vector<grid_rounds> all{
            {spread_densities({laws, 1, false}, plan.step, threshold, {}), 5, {}}};
        const tilted_sum_law law(all, plan, {});
        const smoothing smooth(law);
        for (const char* at : {"-1/2", "1/10", "1", "4"}) {
          INFO("step " << step << ", tilt " << tilt << ", 2^" << threshold << ", at " << at);
          const ball eps = number_at(at, 128).to_ball(128);
          const ball expected =
              number_at("hockey_stick(gaussian_pair(sqrt(5)/2), " + std::string(at) + ")", 200)
                  .to_ball(200);
          const ball upper = law.infinite() + law.upper_part(eps);
          const ball lower = lower_bound(law.infinite()) + smooth.lower_part(eps, {});
          CHECK(less(upper, expected) != true);
          CHECK(less(expected, lower) != true);
          if (scale == 60) CHECK((upper - lower).near() <= 6 * step * step * 5 + 1e-9);
        }
      }
}

TEST_CASE("what is left out of normal laws at both ends is charged", "[normal_rounds]") {
  for (const bool swapped : {false, true})
    for (const rational& gamma : {rational(1), rational(1, 100)}) {
      const subsampled_densities laws{normal_pair{1, 1, 0, 1}, gamma, swapped};
      const grid_law deep = spread_densities(laws, grid_step::up_to(0.01), -200, {});
      const grid_law cut = spread_densities(laws, grid_step::up_to(0.01), -10, {});
      INFO(to_text(gamma) << swapped);
      CHECK(is_below_power_of_two(deep.left_out, -200));
      CHECK(is_below_power_of_two(cut.left_out, -10));
      CHECK(cut.masses.size() < deep.masses.size());
      CHECK(deep.infinite.is_exact_zero());
      // Both laws are whole: Σ w = 1, and Σ w·e^−loss = 1.
      ball p = deep.left_out;
      ball q(128);
      for (std::size_t i = 0; i < deep.masses.size(); ++i) {
        const std::int64_t at = deep.first + static_cast<std::int64_t>(i);
        p += deep.masses[i];
        q += deep.masses[i] * exp(-grid_step::up_to(0.01).of(at, 128));
      }
      CHECK(is_below_power_of_two(p - 1, -80));
      CHECK(is_below_power_of_two(q - 1, -60));
      ball seen(128);
      for (std::size_t i = 0; i < cut.masses.size(); ++i) {
        const auto at = static_cast<std::size_t>(cut.first - deep.first) + i;
        CHECK(overlap(cut.masses[i], deep.masses[at]));
        seen += cut.masses[i];
      }
      CHECK(less(seen + cut.left_out, ball::of(1, 128)) != true);
    }
}

TEST_CASE("a normal round beside a discrete one is a mixture of shifted normal rounds",
          "[normal_rounds][volume]") {
  // H(P × P' ‖ Q × Q') = Σ P'(y)·H_{e^ε·Q'(y)/P'(y)}(P ‖ Q); the outcomes of two users that respond
  // with e^ε0 = 2 are 0, 1, 2, with P' = 2/9, 5/9, 2/9 and Q' = 4/9, 4/9, 1/9.
  for (const char* normal : {"gaussian_pair(1)", "swap(subsampled(gaussian_pair(2), 1/10))",
                             "normal_pair(0, 1, 1/2, 2)"})
    for (const std::string eps : {"-1/2", "1/10", "1"}) {
      INFO(normal << " at " << eps);
      const std::string of = std::string("hockey_stick(") + normal + ", " + eps;
      const ball expected = number_at("2/9*" + of + " + log(2)) + 5/9*" + of +
                                          " + log(4/5)) + 2/9*" + of + " + log(1/2))",
                                      128)
                                .to_ball(128);
      const ball found = at_64("hockey_stick(product_pair(" + std::string(normal) +
                               ", rr_pair(2, log(2))), " + eps + ")");
      CHECK(overlap(found, expected));
      if (expected.is_certainly_positive()) CHECK(found.has_relative_radius(4));
    }
}

TEST_CASE("two subsampled Gaussian rounds are what a numerical integral says", "[normal_rounds]") {
  // mpmath, the closed form of one round integrated over the outcomes of the other: 13 digits.
  struct known_value {
    const char* pair;
    const char* eps;
    rational value;
  };
  const std::array<known_value, 5> known{
      {{"subsampled(gaussian_pair(1), 1/5)", "1/10", rational("860112722519/10000000000000")},
       {"subsampled(gaussian_pair(1), 1/5)", "3/10", rational("481526810388/10000000000000")},
       {"subsampled(gaussian_pair(1), 1/5)", "1", rational("60881119387/10000000000000")},
       {"swap(subsampled(gaussian_pair(1), 1/5))", "1/10", rational("635493008254/10000000000000")},
       {"swap(subsampled(gaussian_pair(1), 1/5))", "3/10",
        rational("43161581518/10000000000000")}}};
  for (const auto& [pair, eps, value] : known) {
    INFO(pair << " at " << eps);
    const ball found = at_64("hockey_stick(compose(" + std::string(pair) + ", 2), " + eps + ")");
    CHECK(found.has_relative_radius(3));
    CHECK(less(found, ball::of(value, 64)) != true);
    CHECK(less(ball::of(value + rational(1, integer("10000000000000")), 64), found) != true);
  }
}

TEST_CASE("rounds of normal laws lie below what Renyi divergences give",
          "[normal_rounds][volume]") {
  const auto rounds = [](const char* gamma, const char* times) {
    return "compose(subsampled(gaussian_pair(1), " + std::string(gamma) + "), " + times + ")";
  };
  // (G.1) with Markov's inequality, at whole orders: the moments accountant.
  const ball at_one = at_64("hockey_stick(" + rounds("1/20", "100") + ", 2)");
  for (const std::string lambda : {"2", "5", "9"})
    CHECK(less(at_one, at_64("exp((" + lambda + " - 1)*(renyi(" + rounds("1/20", "100") + ", " +
                             lambda + ") - 2))")) == true);
  const ball eps = at_64("epsilon(" + rounds("1/20", "100") + ", 1e-6)");
  CHECK(less(eps, at_64("epsilon(" + rounds("1/20", "103") + ", 1e-6)")) == true);
  CHECK(less(eps, at_64("epsilon(" + rounds("1/19", "100") + ", 1e-6)")) == true);
  CHECK(less(at_64("epsilon(swap(" + rounds("1/20", "100") + "), 1e-6)"), eps) == true);
  CHECK(
      less(
          at_64("epsilon(compose(rr_pair(100, 1), 20), 1e-6)"),
          at_64("epsilon(product_pair(compose(rr_pair(100, 1), 20), gaussian_pair(1/2)), 1e-6)")) ==
      true);
}

TEST_CASE("nothing is rejected at no type I error, but where P has no mass", "[normal_rounds]") {
  CHECK(holds("tradeoff(product_pair(gaussian_pair(1), clone_pair(999, 1)), 0) == 1"));
  CHECK(holds("tradeoff(compose(swap(subsampled(gaussian_pair(1), 1/2)), 9), 0) == 1"));
  // Q has outcomes that P has not.
  CHECK(holds("tradeoff(compose(unmixed_pair(3, 1, 1/2), 2), 0) < 1"));
  CHECK(holds("tradeoff(pair(law(x, 0, 1, 1/2), law(x, 0, 3, 1/4)), 0) == 1/2"));
  CHECK(holds("tradeoff(pair(law(x, 0, 3, 1/4), law(x, 0, 1, 1/2)), 0) == 1"));
}

TEST_CASE("normal laws in rounds that no grid holds are refused", "[normal_rounds]") {
  CHECK_THROWS_AS(
      number_at("hockey_stick(compose(subsampled(gaussian_pair(1), 1/2), 10^12), 1)", 64),
      beyond_reach);
  CHECK_THROWS_AS(
      spread_densities({normal_pair{1000, 1, 0, 1}, 1, false}, grid_step::up_to(0.01), -40, {}),
      beyond_reach);
}

}  // namespace test_normal_rounds
