// A clone or unmixed pair moved to a grid layer by layer, against the outcomes one by one, as balls
// and in exact fractions.

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "quantities/rounds/layer_cells.hpp"
#include "quantities/rounds/many_users.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"

namespace test_layer_cells {

using namespace shufflecert;
using oracle::fraction;

namespace {

constexpr bits wide = 300;

ball as_ball(const fraction& x) {
  return ball::of(to_rational(x), wide);
}

// (G.7) for every outcome with P > 0 < Q by itself: two masses at the ends of its cell.
std::map<std::int64_t, ball> spread_one_by_one(const oracle::law_pair& laws, grid_step step) {
  std::map<std::int64_t, ball> masses;
  const auto ratio = [&](std::int64_t i) { return exp(-step.of(i, wide)); };
  for (const auto& [where, mass] : laws.p) {
    const fraction other = oracle::mass_at(laws.q, where);
    if (mass == 0 || other == 0) continue;
    const ball p = as_ball(mass);
    const ball q = as_ball(other);
    auto i = static_cast<std::int64_t>(std::floor(log(p / q).near() / step.near()));
    while (less(q, p * ratio(i + 1)).value_or(false)) ++i;
    while (less(p * ratio(i), q).value_or(false)) --i;
    const ball apart = ratio(i) - ratio(i + 1);
    masses.try_emplace(i, wide).first->second += (q - p * ratio(i + 1)) / apart;
    masses.try_emplace(i + 1, wide).first->second += (p * ratio(i) - q) / apart;
  }
  return masses;
}

struct listed {
  std::string name;
  distribution_pair pair;
  oracle::law_pair laws;
};

std::vector<listed> small_pairs() {
  std::vector<listed> all;
  for (const int n : {2, 3, 7, 24})
    for (const fraction& clone : {fraction(1, 3), fraction(9, 10), fraction(1, 1000)}) {
      const number p = to_rational(clone);
      const std::string name = std::to_string(n) + " users, p = " + oracle::text(clone);
      for (const fraction& r : {fraction(1000001, 1000000), fraction(3), fraction(400)})
        all.push_back({"clones of " + name + ", e^eps0 = " + oracle::text(r),
                       pairs::clone(n, log(to_rational(r), 64), p),
                       oracle::clone_laws(n, r, clone)});
      all.push_back(
          {"unmixed of " + name, pairs::unmixed(n, 1, p), oracle::unmixed_laws(n, clone)});
    }
  return all;
}

// H at a grid point jh, where (G.7) keeps it: from what is in sight, and with what was left out.
struct sides_of_grid {
  ball without;
  ball with;
};

sides_of_grid hockey_stick_at(const grid_law& law, grid_step step, std::int64_t j) {
  ball sum(wide);
  for (std::size_t i = 0; i < law.masses.size(); ++i) {
    const std::int64_t distance = law.first + static_cast<std::int64_t>(i) - j;
    if (distance > 0) sum += law.masses[i].with_precision(wide) * -expm1(-step.of(distance, wide));
  }
  return {sum, sum + law.infinite + law.left_out};
}

}  // namespace

TEST_CASE("the cells of layers have the masses of their outcomes", "[layers]") {
  for (const distribution_pair& pair :
       {pairs::clone(200, 1), pairs::clone(2000, 2), pairs::unmixed(2000, 1)})
    for (const double size : {0.03, 0.0007}) {
      INFO(*exact_text(pair) << ", step " << size);
      constexpr double threshold = -90;
      const grid_step step = grid_step::up_to(size);
      const grid_law one_by_one = spread_over_outcomes(pair, step, threshold, {});
      const auto found = spread_layers(pair, step, threshold, {});
      REQUIRE(found.has_value());
      ball sum = found->left_out;
      for (std::size_t i = 0; i < found->masses.size(); ++i) {
        const ball& mass = found->masses[i];
        sum += mass;
        const std::int64_t at = found->first + static_cast<std::int64_t>(i) - one_by_one.first;
        const bool is_listed = at >= 0 && at < static_cast<std::int64_t>(one_by_one.masses.size());
        const ball expected =
            is_listed ? one_by_one.masses[static_cast<std::size_t>(at)] : ball(128);
        // What one of the two leaves out the other may have.
        CHECK(less(abs(mass - expected),
                   found->left_out + one_by_one.left_out +
                       ball::of(rational(integer(1), integer(1) << 90), 128)) != false);
        CHECK(is_below_power_of_two(upper_bound(mass) - lower_bound(mass), -36));
      }
      CHECK(is_below_power_of_two(sum - 1, -30));
      // With deep and with early ends, what is left out is charged.
      const grid_law short_one = spread_layers(pair, step, -16, {}).value();
      ball all = short_one.left_out;
      for (const ball& mass : short_one.masses) all += mass;
      CHECK(less(all, ball::of(1, 128)) != true);
      CHECK(is_below_power_of_two(found->left_out, -70));
    }
}

TEST_CASE("the cells of layers contain what exact fractions give", "[layers]") {
  int compared = 0;
  for (const listed& of : small_pairs())
    for (const double share : {0.7, 0.031, 0.0009}) {
      // Steps of about the size of the losses; none makes a loss a grid point.
      const double largest =
          2 * std::atanh(layers_of_pair(of.pair, 64)->d.to_ball(64).near() * 0.999);
      const grid_step step = grid_step::up_to(share * largest);
      const auto expected = spread_one_by_one(of.laws, step);
      for (const double threshold : {-95.0, -12.0}) {
        INFO(of.name << ", step " << step.near() << ", 2^" << threshold);
        const auto found = spread_layers(of.pair, step, threshold, {});
        // Where an outcome with Q = 0 is in sight, the outcomes one by one are used.
        if (!found) continue;
        ++compared;
        ball missing(wide);
        for (std::size_t i = 0; i < found->masses.size(); ++i) {
          const auto at = expected.find(found->first + static_cast<std::int64_t>(i));
          const ball truth = at == expected.end() ? ball(wide) : at->second;
          // No mass is above the true one, and what is below is no more than what was left out.
          CHECK(less(truth, found->masses[i]) != true);
          missing += truth - found->masses[i];
          CHECK(is_below_power_of_two(upper_bound(found->masses[i]) - lower_bound(found->masses[i]),
                                      -36));
        }
        CHECK(less(found->left_out, missing) != true);
        for (const auto& [i, truth] : expected) {
          const std::int64_t at = i - found->first;
          if (at < 0 || at >= static_cast<std::int64_t>(found->masses.size()))
            CHECK(less(found->left_out, truth) != true);
        }
      }
    }
  CHECK(compared > 150);
}

// (G.24): a method that knows nothing of layers has the value between.
TEST_CASE("blocks of layers make a pair that dominates and one that is dominated", "[layers]") {
  struct asked {
    distribution_pair pair;
    double size;
    std::int64_t width;
    int accuracy;  // of the values, in bits
  };
  for (const asked& of :
       {asked{pairs::clone(200, 1), 0.02, 3, 4}, asked{pairs::clone(20'000, 2), 0.003, 40, 4},
        asked{pairs::unmixed(20'000, 1, rational(9, 10)), 0.003, 7, 8},
        asked{pairs::clone(100'000'000, 1), 4e-5, 2000, 11}}) {
    INFO(*exact_text(of.pair) << ", blocks of " << of.width);
    constexpr double threshold = -60;
    const grid_step step = grid_step::up_to(of.size);
    const auto greater = spread_layers(of.pair, step, threshold, {}, {of.width, true});
    const auto less_than = spread_layers(of.pair, step, threshold, {}, {of.width, false});
    REQUIRE(greater.has_value());
    REQUIRE(less_than.has_value());
    for (const std::int64_t j : {0, 1, 3, 8}) {
      INFO("at step " << j);
      const number eps = step.of(j, wide);
      const ball value = hockey_stick(of.pair, eps, 128).value.to_ball(128);
      const ball most = hockey_stick_at(*greater, step, j).without;
      const ball least = hockey_stick_at(*less_than, step, j).with;
      // Strictly: one law for both would be seen.
      CHECK(less(value, most) == true);
      CHECK(less(least, value) == true);
      CHECK(is_below_power_of_two((most - least) / value, -of.accuracy));
    }
  }
}

}  // namespace test_layer_cells
