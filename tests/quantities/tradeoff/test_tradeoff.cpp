// Trade-off functions of pairs: against brute force in exact fractions, and by the laws they obey.

#include <array>

#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/tradeoff_oracle.hpp"

namespace test_tradeoff {

using namespace shufflecert;

namespace {

const std::array<oracle::fraction, 8> levels{
    oracle::fraction(0),         oracle::fraction(1, 1000000), oracle::fraction(1, 20),
    oracle::fraction(1, 3),      oracle::fraction(1, 2),       oracle::fraction(7, 9),
    oracle::fraction(999, 1000), oracle::fraction(1)};

number truncated(const oracle::fraction& x, bits precision) {
  return ball::of(to_rational(x), precision);
}

}  // namespace

TEST_CASE("trade-off functions agree with brute force, exactly where all is rational") {
  for (const tradeoff_sample& of : tradeoff_samples(64))
    for (const oracle::fraction& alpha : levels) {
      INFO(of.name << " alpha " << oracle::text(alpha));
      CHECK(is_exactly(tradeoff(of.exact, to_rational(alpha), 64).value,
                       to_rational(oracle::tradeoff(of.laws, alpha))));
    }
}

TEST_CASE("trade-off functions enclose what brute force gives") {
  for (const bits precision : {53, 128})
    for (const tradeoff_sample& of : tradeoff_samples(precision))
      for (const oracle::fraction& alpha : levels) {
        INFO(of.name << " alpha " << oracle::text(alpha) << " at " << precision);
        const rational truth = to_rational(oracle::tradeoff(of.laws, alpha));
        const number value = tradeoff(of.enclosed, to_rational(alpha), precision).value;
        CHECK(contains(value.to_ball(precision), truth));
        // At α = 0 and above a steep piece a rounding error counts as much as the slope says.
        CHECK(is_narrow(value.to_ball(precision), 24.0 - static_cast<double>(precision)));
        if (alpha == 0 || alpha == 1) continue;
        const number rounded = tradeoff(of.exact, truncated(alpha, precision + 8), precision).value;
        CHECK(contains(rounded.to_ball(precision), truth));
      }
}

TEST_CASE("a type I error that is only known roughly gives all possible values") {
  const distribution_pair pair{rr_pair{6, log_multiple{1, 3}}};
  const ball wide = ball::hull(ball::of(rational(1, 5), 64), ball::of(rational(3, 10), 64));
  const ball value = tradeoff(pair, wide, 64).value.to_ball(64);
  const oracle::law_pair laws = oracle::randomized_response_laws(6, 3);
  for (int i = 0; i <= 10; ++i)
    CHECK(contains(value, to_rational(oracle::tradeoff(laws, oracle::fraction(20 + i, 100)))));
}

TEST_CASE("exchanging P and Q inverts the trade-off function") {
  for (const tradeoff_sample& of : tradeoff_samples(64))
    for (const oracle::fraction& alpha : levels) {
      const number there = tradeoff(of.exact, to_rational(alpha), 64).value;
      const number back = tradeoff(swap(of.exact), there, 64).value;
      // The left inverse: α itself unless f is 0 before it.
      INFO(of.name << " alpha " << oracle::text(alpha));
      if (!there.is_zero())
        CHECK(is_exactly(back, to_rational(alpha)));
      else
        CHECK(compare(back, relation::less_equal, to_rational(alpha), 64).value == true);
    }
  // And it matters which is which: this pair is not symmetric.
  const distribution_pair pair{rr_pair{2, log_multiple{1, 3}}};
  // Under (1, 0): no ones 3/16, one 10/16, two 3/16; under (0, 0): 9/16, 6/16, 1/16.
  CHECK(is_exactly(tradeoff(pair, rational(3, 16), 64).value, rational(7, 16)));
  CHECK(is_exactly(tradeoff(swap(pair), rational(1, 16), 64).value, rational(13, 16)));
}

TEST_CASE("trade-off functions are convex, fall, and stay below the identity") {
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{300, 2, {}}}, distribution_pair{rr_pair{1000, 1}},
        distribution_pair{normal_pair{0, 1, 1, 2}}, distribution_pair{normal_pair{0, 2, 1, 1}},
        distribution_pair{gaussian_pair(rational(1, 2))}}) {
    std::array<ball, 3> last{ball(80), ball(80), ball(80)};
    constexpr int steps = 16;
    for (int i = 0; i <= steps; ++i) {
      const rational alpha(i, steps);
      const ball value = tradeoff(pair, alpha, 80).value.to_ball(80);
      INFO("alpha " << alpha.str());
      CHECK(less(ball::of(rational(1 - alpha), 80), value) != true);
      CHECK(is_narrow(value, -45));
      if (i >= 1) CHECK(less(last[2], value) != true);
      if (i >= 2) CHECK(less(last[1] + value, last[2] * 2) != true);
      last = {last[1], last[2], value};
    }
  }
}

TEST_CASE("more users and less to tell apart raise the trade-off function") {
  const auto at = [](std::int64_t n, std::int64_t eps0) {
    return tradeoff({clone_pair{n, eps0, {}}}, rational(1, 4), 80).value;
  };
  CHECK(compare(at(200, 2), relation::less, at(300, 2), 80).value == true);
  CHECK(compare(at(200, 2), relation::less, at(200, 1), 80).value == true);
}

TEST_CASE("gaussian trade-off functions in closed form") {
  // G_μ(Φ(−μ/2)) = Φ(−μ/2): the fixed point.
  for (const rational& mu : {rational(1, 10), rational(1), rational(-3)}) {
    const number fixed = normal_cdf(number(rational(-abs(mu) / 2)), 128);
    const ball value = tradeoff({gaussian_pair(mu)}, fixed, 128).value.to_ball(128);
    CHECK(overlap(value, fixed.to_ball(128)));
    CHECK(is_narrow(value, -110));
  }
  // Φ(Φ⁻¹(1/2) − 1) = Φ(−1), at any scale.
  for (const distribution_pair& pair :
       {distribution_pair{gaussian_pair(1)}, swap({gaussian_pair(1)}),
        distribution_pair{normal_pair{5, 9, 2, 9}}})
    CHECK(overlap(tradeoff(pair, rational(1, 2), 128).value.to_ball(128),
                  normal_cdf(number(-1), 128).to_ball(128)));
  CHECK(is_exactly(tradeoff({gaussian_pair(0)}, rational(1, 5), 64).value, rational(4, 5)));
  CHECK(is_exactly(tradeoff({gaussian_pair(1)}, 0, 64).value, 1));
  CHECK(is_exactly(tradeoff({gaussian_pair(1)}, 1, 64).value, 0));
}

TEST_CASE("normal laws of one mean: thresholds on |x|") {
  // P = N(0, 1), Q = N(0, 4): rejecting |x| > s has errors 2Φ(−s) and 1 − 2Φ(−s/2).
  for (const rational& s : {rational(1, 10), rational(1), rational(5, 2), rational(9)}) {
    const ball tail = normal_cdf(ball::of(rational(-s), 200)) * 2;
    const ball wide_tail = normal_cdf(ball::of(rational(-s / 2), 200)) * 2;
    const ball there = tradeoff({normal_pair{0, 1, 0, 4}}, tail, 160).value.to_ball(160);
    CHECK(overlap(there, 1 - wide_tail));
    CHECK(is_narrow(there, -120));
    const ball back = tradeoff({normal_pair{0, 4, 0, 1}}, 1 - wide_tail, 160).value.to_ball(160);
    CHECK(overlap(back, tail));
    CHECK(is_narrow(back, -90));
  }
}

TEST_CASE("nearly equal normal laws", "[corners]") {
  // The centre of the optimal tests is 10^10 away. T is below 1 − α by what both hockey-stick
  // divergences bound: 1 − kα − H_k <= T(α) for all k, with equality at the best one.
  const rational shift = power(rational(10), -50);
  const rational spread = power(rational(10), -60);
  for (const distribution_pair& pair :
       {distribution_pair{normal_pair{0, 1, shift, rational(1 + spread)}},
        distribution_pair{normal_pair{0, 1, shift, rational(1 - spread)}}})
    for (const rational& alpha : {rational(1, 3), rational(9, 10), power(rational(10), -30)}) {
      const bits precision = 1000;
      const ball found = tradeoff(pair, alpha, precision).value.to_ball(precision);
      const ball deficit = ball::of(rational(1 - alpha), precision) - found;
      CHECK(deficit.is_certainly_positive());
      // Between normal laws of one variance this is shift·(density at the threshold).
      const ball gap =
          deficit -
          (ball::of(rational(1 - alpha), precision) -
           tradeoff({normal_pair{0, 1, shift, 1}}, alpha, precision).value.to_ball(precision));
      CHECK(is_below_power_of_two(abs(gap) / deficit, -30));
      const ball tv = total_variation(pair, precision).value.to_ball(precision);
      CHECK(less_equal(deficit, tv) == true);
    }
  // A small threshold and a centre that is not far.
  const distribution_pair near{normal_pair{0, 1, rational(1, 100000), rational(1000001, 1000000)}};
  const rational alpha = 1 - power(rational(10), -400);
  const ball small = tradeoff(near, alpha, 1600).value.to_ball(1600);
  CHECK(small.has_relative_radius(20));
  CHECK(less(small, ball::of(power(rational(10), -400), 1600)) == true);
}

TEST_CASE("normal laws: the dual bound of the hockey-stick divergence is met") {
  // 1 − kα − H_k(Q‖P) <= T(α) for every k, with equality for one: tried on a fine grid of log k.
  for (const distribution_pair& pair :
       {distribution_pair{normal_pair{0, 1, 1, 2}}, distribution_pair{normal_pair{0, 2, 1, 1}}})
    for (const rational& alpha : {rational(1, 100), rational(1, 3), rational(9, 10)}) {
      const ball value = tradeoff(pair, alpha, 100).value.to_ball(100);
      double nearest = 1;
      for (int i = -100; i <= 100; ++i) {
        const number eps = rational(i, 20);
        const ball k = exp(eps, 100).to_ball(100);
        const ball bound =
            1 - k * ball::of(alpha, 100) - hockey_stick(swap(pair), eps, 100).value.to_ball(100);
        CHECK(less(value, bound) != true);
        nearest = std::min(nearest, (value - bound).near());
      }
      CHECK(nearest < 1e-3);
    }
}

TEST_CASE("tiny type II errors keep their relative accuracy") {
  const oracle::law_pair laws = oracle::randomized_response_laws(9, 1000);
  const oracle::fraction alpha = 1 - oracle::fraction(1, oracle::whole("1000000000000000000000"));
  const ball value = tradeoff({rr_pair{9, log_number(1000, false, 300)}}, to_rational(alpha), 200)
                         .value.to_ball(200);
  CHECK(contains(value, to_rational(oracle::tradeoff(laws, alpha))));
  CHECK(value.has_relative_radius(10));
}

TEST_CASE("type I errors outside of [0, 1] are refused") {
  const distribution_pair pair{clone_pair{5, 1, {}}};
  CHECK_THROWS_AS(tradeoff(pair, rational(-1, 100), 64), undefined_value);
  CHECK_THROWS_AS(tradeoff(pair, rational(101, 100), 64), undefined_value);
  CHECK_THROWS_AS(tradeoff(pair, ball::infinity(64), 64), undefined_value);
  const ball touching = ball::hull(ball::of(rational(-1, 100), 64), ball::of(rational(1, 100), 64));
  CHECK_THROWS_AS(tradeoff(pair, touching, 64), precision_needed);
  CHECK_THROWS_AS(tradeoff({clone_pair{0, 1, {}}}, rational(1, 2), 64), undefined_value);
}

TEST_CASE("trade-off functions of k-ary, subsampled and listed pairs keep the laws") {
  const number eps0 = log_multiple{1, 3};
  const distribution_pair rr{rr_pair{4, eps0}};
  const auto sampled = [&](const distribution_pair& of) {
    return distribution_pair{
        subsampled_pair{std::make_shared<distribution_pair>(of), rational(1, 3)}};
  };
  for (const rational& alpha : {rational(1, 50), rational(1, 3), rational(4, 5)}) {
    // T(Q, γP + (1−γ)Q) = (1−γ)(1−α) + γ·T(Q, P)(α).
    const number mixed = tradeoff(swap(sampled(rr)), alpha, 64).value;
    const rational inner = *tradeoff(swap(rr), alpha, 64).value.as_rational();
    CHECK(is_exactly(mixed, rational(2, 3) * (1 - alpha) + rational(1, 3) * inner));
    CHECK(is_exactly(tradeoff(sampled(rr), mixed, 64).value, alpha));
    // The same of normal laws, where the inverse is found by search.
    const distribution_pair normal{gaussian_pair(1)};
    const ball there = tradeoff(swap(sampled(normal)), alpha, 128).value.to_ball(128);
    const ball back = tradeoff(sampled(normal), there, 128).value.to_ball(128);
    CHECK(contains(back, alpha));
    CHECK(is_narrow(back, -90));
    // Exchanging two symbols exchanges P and Q.
    const distribution_pair krr{krr_pair{3, 4, eps0}};
    const number value = tradeoff(krr, alpha, 64).value;
    CHECK(is_exactly(tradeoff(swap(krr), alpha, 64).value, *value.as_rational()));
    CHECK(is_exactly(tradeoff(krr, value, 64).value, alpha));
  }
}

}  // namespace test_tradeoff
