// What a short series, a narrow window or few inverse factorials leave out is inside the
// enclosure. Each plan here leaves out so much that its bound is nearly all of the radius; since
// all that is left out is positive, the truth lies in the upper half of the enclosure, and a bound
// that is half of what it must be, or is forgotten, makes the enclosure miss.

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/moments/clone_moments.hpp"
#include "quantities/outcomes/outcome_sum.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"

namespace test_moment_plans {

using namespace shufflecert;

namespace {

ball by_summation(const clone_pair& pair, const number& lambda, bits precision) {
  return renyi_by_summation(distribution_pair{pair}, lambda, precision).to_ball(precision + 128);
}

// E[N^{−s}; lowest <= N <= highest] layer by layer.
ball inverse_moment(const clone_pair& pair, std::int64_t s, const window_plan& window,
                    bits precision) {
  const clone_parameters of = parameters_of(pair, precision);
  ball weight = pow(of.no_clone, integer(pair.n - 1));
  ball sum(precision);
  for (std::int64_t layer = 1; layer <= pair.n; ++layer) {
    if (window.lowest <= layer && layer <= window.highest)
      sum += weight / pow(ball::of(layer, precision), integer(s));
    if (layer < pair.n) weight = weight * of.clone / of.no_clone * (pair.n - layer) / layer;
  }
  return sum;
}

}  // namespace

TEST_CASE("inverse moments in closed form enclose the sums over the layers", "[moments]") {
  constexpr bits precision = 256;
  constexpr std::size_t count = 12;
  const clone_pair few{40, 1, rational(1, 3)};
  const clone_pair many{900, 1, rational(1, 4)};
  const clone_pair nearly_all{60, 1, rational(999, 1000)};
  for (const clone_pair& pair : {few, many, nearly_all}) {
    std::vector<ball> truth;
    for (std::size_t s = 1; s <= count; ++s)
      truth.push_back(inverse_moment(pair, static_cast<std::int64_t>(s), {1, pair.n}, precision));
    for (const auto depth : std::vector<std::size_t>{1, 2, 3, 5, 9, 14, 30, 60})
      for (const std::int64_t regular : {1, 2, 5, 9, 100})
        for (const double tilt : {0.01, 0.5, 2.0}) {
          const clone_parameters of = parameters_of(pair, precision);
          const auto found =
              closed_inverse_moments(of, count, closed_plan{depth, regular, tilt}, {});
          INFO("n = " << pair.n << ", K = " << depth << ", x0 = " << regular
                      << ", tilt = " << tilt);
          for (std::size_t s = 1; s <= count; ++s) {
            INFO("s = " << s);
            CHECK(overlap(found[s - 1], truth[s - 1]));
          }
        }
  }
}

TEST_CASE("a short series encloses the divergence whatever its cut", "[moments]") {
  for (const int eps0 : {1, 2, 4})
    for (const rational& lambda :
         {rational(1), rational(1, 4), rational(2), rational(7, 2), rational(20)}) {
      const clone_pair pair{400, eps0, rational(2, 5)};
      const ball truth = by_summation(pair, lambda, 200);
      for (const auto terms : std::vector<std::size_t>{1, 2, 3, 6})
        for (const auto bounded : std::vector<std::size_t>{0, 1, 4})
          for (const double cut : {0.2, 0.4, 0.6, 0.8, 1.0}) {
            const moment_plan plan{{terms, terms + bounded, cut}, closed_plan{60, 60, 1}};
            const number found = renyi_by_moments(pair, lambda, plan, 128, {});
            INFO("eps0 = " << eps0 << ", lambda = " << to_text(lambda) << ", terms = " << terms
                           << " + " << bounded << ", cut = " << cut);
            CHECK(encloses(found.to_ball(256), truth));
          }
    }
}

TEST_CASE("the bound of a series is nearly reached by a single user", "[moments]") {
  // N = 1 and Y = ±1, so that D_λ = log((g(t) + g(−t))/2)/(λ−1), whose terms beyond the first make
  // nearly all of it at large orders. A bound of half the size misses.
  for (const rational& lambda : {rational(12), rational(41, 2), rational(60)})
    for (const rational& p : {rational(1), rational(1, 3)}) {
      constexpr bits precision = 160;
      const clone_pair pair{1, 4, number(p)};
      const ball order = ball::of(lambda, precision);
      const ball t = tanh(ball::of(2, precision));
      const auto g = [&](const ball& z) { return exp(order * log1p(z) + (1 - order) * log1p(-z)); };
      const ball truth = log((g(t) + g(-t)) / 2) / (order - 1);
      for (const auto bounded : std::vector<std::size_t>{1, 2, 5})
        for (const double cut : {0.2, 0.5, 1.0}) {
          const moment_plan plan{{1, bounded, cut}, closed_plan{8, 1, 1}};
          const number found = renyi_by_moments(pair, lambda, plan, 128, {});
          INFO("lambda = " << to_text(lambda) << ", bounded = " << bounded << ", cut = " << cut);
          CHECK(encloses(found.to_ball(256), truth));
        }
    }
}

TEST_CASE("what a series leaves out at a single user is below its bound", "[moments]") {
  // Σ_{j>=2} b_{2j} t^{2j} in closed form: Y = ±1 lies beyond every cut below 1, so that the bound
  // is 2·exp(−y0²/2) times it or little more.
  constexpr bits precision = 128;
  const number eps0(4);
  const clone_parameters of = parameters_of({1, eps0, number(1)}, precision);
  const std::vector<ball> inverse(3, ball::of(1, precision));
  for (const std::int64_t lambda : {20, 60}) {
    const ball order = ball::of(lambda, precision);
    const auto g = [&](const ball& z) { return exp(order * log1p(z) + (1 - order) * log1p(-z)); };
    const ball all = ((g(of.t) + g(-of.t)) / 2 - 1) / (order * (order - 1));
    const ball left_out = all - of.t * of.t * 2;
    for (const double cut : {0.3, 0.5, 0.7, 1.0}) {
      const ball bound =
          series_remainder(of, eps0.to_ball(precision), order, {1, 1, cut}, inverse, 1);
      INFO("lambda = " << lambda << ", cut = " << cut);
      CHECK(less(left_out, bound).value_or(false));
      CHECK(less(bound, left_out * 2).value_or(false));
    }
  }
}

TEST_CASE("the bounds for a layer and for the series are nearly reached", "[moments]") {
  constexpr bits precision = 128;
  // At λ = 1, B(z) = 2z·artanh(z), little less than its bound for small z.
  const ball tenth = ball::of(1, precision) / 10;
  const series_point near_zero = full_point(tenth);
  const ball truth = near_zero.z * tenth;
  const ball bound = series_bound(ball::of(1, precision), near_zero);
  CHECK(less_equal(truth, bound).value_or(false));
  CHECK(less(bound, truth * 3 / 2).value_or(false));
  // N = 4: Y = ±1 with probability 1/8, ±1/2 with 1/2. N = 1: Y = ±1.
  const ball eps0 = ball::of(4, precision);
  const ball order = ball::of(20, precision);
  const auto even = [&](const ball& z) {
    const auto g = [&](const ball& x) { return exp(order * log1p(x) + (1 - order) * log1p(-x)); };
    return ((g(z) + g(-z)) / 2 - 1) / (order * (order - 1));
  };
  const ball t = tanh(eps0 / 2);
  for (const double cut : {0.3, 0.6, 1.0}) {
    CHECK(less_equal(even(t), layer_bound(eps0, order, 1, cut) + even(t) / 1'000'000)
              .value_or(false));
    CHECK(less(even(t) / 8 + even(t / 2) / 2, layer_bound(eps0, order, 4, cut)).value_or(false));
  }
  // In a large layer b_2 t² E[Y²] = 2t²/N is most of it.
  const ball one = ball::of(1, precision);
  const ball half = tanh(one / 2);
  CHECK(less(half * half * 2 / 400, layer_bound(one, one * 2, 400, 0.5)).value_or(false));
  // Tilting loses nothing at the ends: P(N < 2) = (1−p)^(n−1) and P(N > n−1) = p^(n−1).
  const clone_parameters of = parameters_of({30, 1, rational(2, 5)}, precision);
  const auto is_close_above = [](const ball& above, const ball& mass) {
    return less(mass * 999 / 1000, above).value_or(false) &&
           less(above, mass * 1001 / 1000).value_or(false);
  };
  CHECK(is_close_above(mass_below_bound(of, 2, 100), pow(of.no_clone, integer(29))));
  CHECK(is_close_above(mass_above_bound(of, 29, 100), pow(of.clone, integer(29))));
}

TEST_CASE("a narrow window encloses the divergence wherever it is", "[moments]") {
  const std::array windows{window_plan{1, 300},  window_plan{110, 130}, window_plan{100, 140},
                           window_plan{80, 110}, window_plan{125, 150}, window_plan{60, 200},
                           window_plan{1, 120},  window_plan{119, 119}};
  for (const int eps0 : {1, 3})
    for (const rational& lambda : {rational(1), rational(1, 4), rational(2), rational(15, 2)}) {
      const clone_pair pair{200, eps0, rational(3, 5)};
      const ball truth = by_summation(pair, lambda, 200);
      for (const window_plan& window : windows)
        for (const std::int64_t first : {1, 30, 90})
          for (const double log2_left_out : {-1e4, -20.0, 10.0}) {
            if (first > window.lowest) continue;
            const moment_plan plan{{20, 24, 1}, layered_plan{first, window, log2_left_out}};
            const number found = renyi_by_moments(pair, lambda, plan, 128, {});
            INFO("eps0 = " << eps0 << ", lambda = " << to_text(lambda) << ", layers "
                           << window.lowest << " to " << window.highest << " from " << first);
            CHECK(encloses(found.to_ball(256), truth));
          }
    }
}

TEST_CASE("inverse moments of as many users as 64 bits hold", "[moments]") {
  // At p = 1 there are n clones for certain. n − 1 + i of (M.8) is beyond the signed numbers.
  const std::int64_t n = std::numeric_limits<std::int64_t>::max();
  const clone_parameters of = parameters_of({n, 1, number(1)}, 300);
  const std::vector<ball> found = closed_inverse_moments(of, 5, closed_plan{8, 1, 1}, {});
  rational truth = 1;
  for (const ball& moment : found) {
    truth /= n;
    CHECK(contains(moment, truth));
  }
}

}  // namespace test_moment_plans
