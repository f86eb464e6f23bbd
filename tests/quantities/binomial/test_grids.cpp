// Random rounds, of one kind and of several, against their outcomes in exact fractions; grids that
// are nested in each other; and the grid of very many users.

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "quantities/rounds/layer_cells.hpp"
#include "quantities/rounds/line_cells.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/rounds/smoothing.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_grids {

using namespace shufflecert;
using oracle::fraction;

namespace {

struct masses {
  fraction p;
  fraction q;
};

struct listed_pair {
  std::string name;
  distribution_pair pair;
  std::vector<masses> outcomes;
};

std::vector<masses> list_of(const oracle::law_pair& laws) {
  std::vector<masses> all;
  for (const auto& [where, p] : laws.p) all.push_back({p, oracle::mass_at(laws.q, where)});
  for (const auto& [where, q] : laws.q)
    if (oracle::mass_at(laws.p, where) == 0) all.push_back({0, q});
  return all;
}

fraction hockey_stick_of(const std::vector<masses>& all, const fraction& factor) {
  fraction sum = 0;
  for (const masses& one : all)
    if (one.p > factor * one.q) sum += one.p - factor * one.q;
  return sum;
}

class random_rounds {
 public:
  explicit random_rounds(std::uint64_t seed) : engine_(seed) {}

  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  // One to five rounds of one to three kinds, with a few thousand outcomes at most.
  listed_pair any() {
    listed_pair all = one_round();
    int left = whole(0, 4);
    while (left > 0) {
      const listed_pair next = one_round();
      const int times = whole(1, left);
      left -= times;
      std::vector<masses> outcomes = all.outcomes;
      for (int i = 0; i < times; ++i) outcomes = product(outcomes, next.outcomes);
      if (outcomes.size() > 3000) break;
      all.name += ", " + std::to_string(times) + " of " + next.name;
      all.pair = product_pair(all.pair, compose(next.pair, times, 64), 64);
      all.outcomes = std::move(outcomes);
    }
    return all;
  }

 private:
  static std::vector<masses> product(const std::vector<masses>& a, const std::vector<masses>& b) {
    std::vector<masses> all;
    for (const masses& x : a)
      for (const masses& y : b) all.push_back({x.p * y.p, x.q * y.q});
    return all;
  }

  listed_pair one_round() {
    const int n = whole(1, 3);
    const fraction r(whole(9, 40), 8);
    const number eps0 = log(to_rational(r), 64);
    const fraction clone(whole(1, 15), 16);
    const std::string users = std::to_string(n) + " users, e^eps0 = " + oracle::text(r);
    switch (whole(0, 3)) {
      case 0:
        return {"clones of " + users, pairs::clone(n, eps0, to_rational(clone)),
                list_of(oracle::clone_laws(n, r, clone))};
      case 1:
        return {"unmixed of " + users, pairs::unmixed(n, eps0, to_rational(clone)),
                list_of(oracle::unmixed_laws(n, clone))};
      case 2:
        return {"responses of " + users, pairs::randomized_response(n, eps0),
                list_of(oracle::randomized_response_laws(n, r))};
      default: {
        oracle::law_pair laws = oracle::randomized_response_laws(n, r);
        for (auto& [where, mass] : laws.p) mass = clone * mass + (1 - clone) * laws.q[where];
        return {"swapped and sampled responses of " + users,
                swap(subsampled(pairs::randomized_response(n, eps0), to_rational(clone))),
                list_of(oracle::swapped(laws))};
      }
    }
  }

  std::mt19937_64 engine_;
};

ball as_ball(const fraction& x) {
  return ball::of(to_rational(x), 300);
}

composed_pair rounds_of(const distribution_pair& pair) {
  if (const auto* rounds = std::get_if<composed_pair>(&pair.kind)) return *rounds;
  return {{{std::make_shared<const distribution_pair>(pair), 1}}};
}

}  // namespace

TEST_CASE("random rounds by convolution contain what their outcomes give", "[grids]") {
  const random_cases cases(20261126, 40);
  random_rounds random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const listed_pair of = random.any();
    for (const fraction& factor :
         {fraction(1, 2), fraction(1), fraction(random.whole(33, 60), 32)}) {
      INFO(of.name << " at " << oracle::text(factor));
      const fraction expected = hockey_stick_of(of.outcomes, factor);
      const composed_pair rounds = rounds_of(of.pair);
      const number eps = log(to_rational(factor), 64);
      CHECK(overlap(rounds_hockey_stick(rounds, eps, 64, {}), as_ball(expected)));
      const fraction beyond = hockey_stick_of(of.outcomes, fraction(1'000'000));
      if (expected == beyond) continue;
      // H falls strictly where infinite losses are not all that is left of it.
      const ball back = rounds_epsilon(rounds, to_rational(expected), 64, {});
      CHECK(overlap(back, log(as_ball(factor))));
    }
  }
}

// (G.7): the cells of a grid are cut by a finer one, so that its law lies between.
TEST_CASE("a grid's bounds hold every finer grid's between them", "[grids]") {
  const random_cases cases(20261127, 20);
  random_rounds random(cases.seed());
  ball widest(128);
  ball narrowest(128);
  const ball slack = ball::of(rational(integer(1), integer(1) << 36), 128);
  for (int i = 0; i < cases.count(); ++i) {
    const listed_pair of = random.any();
    const composed_pair rounds = rounds_of(of.pair);
    const fraction factor(random.whole(36, 60), 32);
    const ball eps = log(as_ball(factor)).with_precision(128);
    std::vector<ball> upper;
    std::vector<ball> lower;
    for (int finer = 0; finer < 4; ++finer) {
      grid_step step = grid_step::up_to(0.2);
      step.exponent -= finer;
      const convolution_plan plan{step, 0.5, 60, -44};
      std::vector<grid_rounds> all;
      for (const repeated_pair& part : rounds.parts)
        all.push_back({spread_over_grid(*part.of, step, -60, {}), part.rounds, {}});
      const tilted_sum_law law(all, plan, {});
      upper.push_back(law.infinite() + law.upper_part(eps));
      lower.push_back(law.infinite() + smoothing(law).lower_part(eps, {}));
    }
    for (std::size_t coarse = 0; coarse < upper.size(); ++coarse)
      for (std::size_t fine = coarse; fine < upper.size(); ++fine) {
        INFO(of.name << " at " << oracle::text(factor) << ", grids " << coarse << " and " << fine);
        CHECK(less(upper[coarse] + slack, upper[fine]) != true);
        CHECK(less(upper[fine], lower[coarse]) != true);
        CHECK(less(upper[coarse], lower[fine]) != true);
      }
    widest += upper[0] - lower[0];
    narrowest += upper[3] - lower[3];
  }
  // Of second order: steps of an eighth leave less than an eighth of the distance.
  CHECK(less(narrowest, widest / 8) == true);
}

TEST_CASE("along a line a round has the grid that its layers give", "[grids]") {
  for (const distribution_pair& pair :
       {pairs::clone(200'000, 1), pairs::unmixed(100'000, 1, rational(1, 2))}) {
    constexpr double threshold = -44;
    const grid_step step = grid_step::up_to(0.0011);
    const auto layers = spread_layers(pair, step, threshold, {});
    const auto line = spread_along_a_line(pair, step, threshold, {});
    REQUIRE(layers.has_value());
    REQUIRE(line.has_value());
    INFO(layers->masses.size() << " and " << line->masses.size() << " masses");
    ball sum = line->left_out;
    for (std::size_t i = 0; i < line->masses.size(); ++i) {
      const ball& mass = line->masses[i];
      sum += mass;
      const std::int64_t at = line->first + static_cast<std::int64_t>(i) - layers->first;
      const bool is_listed = at >= 0 && at < static_cast<std::int64_t>(layers->masses.size());
      const ball expected = is_listed ? layers->masses[static_cast<std::size_t>(at)] : ball(128);
      // What one of the two leaves out the other may have.
      CHECK(less(abs(mass - expected), layers->left_out + line->left_out) != false);
      CHECK(is_below_power_of_two(upper_bound(mass) - lower_bound(mass), -24));
    }
    CHECK(less(sum, ball::of(1, 128)) != true);
    CHECK(is_below_power_of_two(sum - 1, -16));
    CHECK(is_below_power_of_two(line->left_out, -42));
    // With early ends what lies beyond them is charged.
    const auto early = spread_along_a_line(pair, step, -9, {});
    REQUIRE(early.has_value());
    CHECK(early->masses.size() < line->masses.size() / 2);
    ball all = early->left_out;
    for (const ball& mass : early->masses) all += mass;
    CHECK(less(all, ball::of(1, 128)) != true);
  }
}

TEST_CASE("rounds of very many users are as good as normal", "[grids]") {
  // The loss of a round is that of normal laws with the distance 2t/√(np) up to about 1/√(np).
  const std::int64_t n = 1'000'000'000'000'000'000;
  const distribution_pair rounds = compose(pairs::clone(n, 1, rational(1, 2)), 4, 64);
  const number eps = rational(integer(1), integer(1'000'000'000));
  const ball found = rounds_hockey_stick(rounds_of(rounds), eps, 64, {});
  const ball t = tanh(ball::of(rational(1, 2), 128));
  const ball distance = t * 4 / sqrt(ball::of(rational(n, 2), 128));
  const ball normal = hockey_stick(pairs::gaussian(distance), eps, 128).value.to_ball(128);
  CHECK(found.has_relative_radius(4));
  CHECK(is_below_power_of_two(found / normal - 1, -12));
}

TEST_CASE("far out, where the first look at a round sees no outcome, rounds have digits",
          "[grids]") {
  const distribution_pair rounds = compose(pairs::clone(60, 1), 6, 64);
  for (const rational& eps : {rational(11, 2), rational(59, 10), rational(5999, 1000)}) {
    INFO(to_text(eps));
    const ball found = rounds_hockey_stick(rounds_of(rounds), eps, 64, {});
    CHECK(found.has_relative_radius(3));
    // All rounds together with the largest loss alone.
    const ball odds = exp(ball::of(1, 128));
    const ball alone = odds / (odds + 1) * pow(1 - 1 / odds / 2, integer(59));
    const ball most = pow(alone, integer(6)) * -expm1(ball::of(eps, 128) - 6);
    CHECK(less(found, most) != true);
    // And back.
    const std::string near = rational(integer(found.near() * 0x1p400), integer(1) << 400).str();
    const ball back = rounds_epsilon(rounds_of(rounds), rational(near), 64, {});
    CHECK(back.has_relative_radius(3));
    CHECK(back.near() == Approx(eps.convert_to<double>()).epsilon(0.001));
  }
}

}  // namespace test_grids
