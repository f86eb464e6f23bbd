// Bounds for how terms P^α·Q^(−β) fall, against the terms themselves.

#include <vector>

#include "quantities/noise/kinds/tail_slopes.hpp"
#include "quantities/noise/part_masses.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"

namespace test_tail_slopes {

using namespace shufflecert;

namespace {

noise_kind kind_of(const noise_ptr& law) {
  return law->parts.front().kind;
}

const std::vector<noise_kind>& kinds() {
  static const std::vector<noise_kind> all{
      kind_of(discrete_gaussian_law(rational(1, 3), 7, 64)),
      kind_of(discrete_gaussian_law(2, 12, 64)),
      kind_of(geometric_law(-2, rational(1, 2), 64)),
      kind_of(geometric_law(1, 2, 64)),
      kind_of(poisson_law(3, 64)),
      kind_of(poisson_law(5, 64)),
      kind_of(negative_binomial_law(rational(1, 2), rational(1, 3), 64)),
      kind_of(negative_binomial_law(1, rational(1, 3), 64)),
      kind_of(negative_binomial_law(9, rational(1, 3), 64)),
      kind_of(negative_binomial_law(20, rational(3, 4), 64)),
      kind_of(skellam_law(0, 3, 64)),
      kind_of(skellam_law(-2, 3, 64)),
      kind_of(skellam_law(4, 30, 64))};
  return all;
}

// log t(y + 1) − log t(y)
ball step_of(const noise_kind& kind, std::int64_t y, int side) {
  const auto masses = masses_of(noise_part{1, kind}, 256);
  return log(masses->at(side * (y + 1)) / masses->at(side * y));
}

bool has_tail_on(const noise_kind& kind, int side) {
  return side > 0 || !(std::holds_alternative<poisson_noise>(kind) ||
                       std::holds_alternative<negative_binomial_noise>(kind));
}

}  // namespace

TEST_CASE("bounds for the slopes of one law hold from where they start") {
  for (const noise_kind& kind : kinds())
    for (const int side : {1, -1}) {
      if (!has_tail_on(kind, side)) continue;
      for (const std::int64_t start : {5, 8, 40}) {
        INFO(kind.index() << " " << side << " " << start);
        const auto bounds = slope_bounds_from(start, kind, side, 128);
        REQUIRE(bounds);
        const ball exact = step_of(kind, start, side);
        CHECK(less(exact, bounds->most.at_start + ball::of(rational(1, 1'000'000), 128)) == true);
        CHECK(less(bounds->least.at_start - ball::of(rational(1, 1'000'000), 128), exact) == true);
      }
      // The expansion far out.
      const std::int64_t far = 1'000'000'000;
      const far_slope slope = far_slope_of(kind, side, 256);
      const ball expanded = slope.growth.to_ball(256) * far +
                            slope.log_growth.to_ball(256) * log(ball::of(far, 256) + 1) +
                            slope.constant.to_ball(256) + slope.power.to_ball(256) / far;
      if (!std::holds_alternative<skellam_noise>(kind) &&
          !std::holds_alternative<discrete_gaussian_noise>(kind) &&
          !std::holds_alternative<geometric_noise>(kind))
        CHECK(is_below_power_of_two(expanded - step_of(kind, far, side), -45));
      const auto bounds = slope_bounds_from(far, kind, side, 256);
      CHECK(is_below_power_of_two(expanded - bounds->most.at_start, -28));
      CHECK(is_below_power_of_two(expanded - bounds->least.at_start, -28));
    }
  CHECK_FALSE(slope_bounds_from(1, kinds()[1], 1, 128));
  CHECK_FALSE(slope_bounds_from(3, kinds()[12], 1, 128));
}

TEST_CASE("bounds for the slopes of terms hold for every outcome from there on") {
  int bounded = 0;
  for (const noise_kind& a : kinds())
    for (const noise_kind& b : kinds())
      for (const int side : {1, -1}) {
        if (!has_tail_on(a, side) || !has_tail_on(b, side)) continue;
        for (const auto& [alpha, beta] : {std::pair<rational, rational>{2, 1},
                                          {1, 1},
                                          {rational(65, 64), rational(1, 64)},
                                          {10, 9}})
          for (const std::int64_t start : {5, 30, 400}) {
            const auto most = steepest_from(start, a, b, side, alpha, beta, 128);
            if (!most) continue;
            ++bounded;
            INFO(a.index() << " " << b.index() << " " << side << " " << alpha << " " << start);
            for (const std::int64_t away : {0, 1, 2, 3, 7, 20, 100, 1000}) {
              const ball slope = step_of(a, start + away, side) * ball::of(alpha, 256) -
                                 step_of(b, start + away, side) * ball::of(beta, 256);
              ball allowed = *most;
              arb_add_error_2exp_si(allowed.raw(), -100);
              CHECK(less(allowed, slope) != true);
            }
          }
      }
  CHECK(bounded > 1000);
}

}  // namespace test_tail_slopes
