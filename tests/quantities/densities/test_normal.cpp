// Normal pairs. Where no exact answer is known the reference is numerical integration of the
// densities by Gauss–Legendre quadrature in 60-digit arithmetic: an independent method, but one
// without a proven error bound, so it is compared with an allowance of 10^−25. Its own agreement
// with exact values is checked first.

#include <array>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/multiprecision/mpfr.hpp>
#include <functional>

#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/values_at_points.hpp"

namespace test_normal {

using namespace shufflecert;

namespace {

using real = boost::multiprecision::number<boost::multiprecision::mpfr_float_backend<60>,
                                           boost::multiprecision::et_off>;

real to_real(const rational& x) {
  return real(numerator(x).str()) / real(denominator(x).str());
}

struct parameters {
  rational m1, v1, m2, v2;
};

distribution_pair pair_of(const parameters& of) {
  return {normal_pair{of.m1, of.v1, of.m2, of.v2}};
}

real log_density(const real& x, const rational& mean, const rational& variance) {
  const real v = to_real(variance);
  const real gap = x - to_real(mean);
  const real two_pi = 2 * boost::math::constants::pi<real>();
  return -gap * gap / (2 * v) - log(two_pi * v) / 2;
}

real log_ratio(const parameters& of, const real& x) {
  return log_density(x, of.m1, of.v1) - log_density(x, of.m2, of.v2);
}

// Everything below has its mass within ±40 up to 10^−30.
constexpr int reach = 40;

// Over [low, high] in pieces no longer than 1.
real integral(const std::function<real(const real&)>& f, const real& low, const real& high) {
  const auto pieces = static_cast<int>(ceil(high - low)) + 1;
  const real width = (high - low) / pieces;
  real total = 0;
  for (int i = 0; i < pieces; ++i)
    total += boost::math::quadrature::gauss<real, 40>::integrate(f, real(low + i * width),
                                                                 real(low + (i + 1) * width));
  return total;
}

real renyi_by_integration(const parameters& of, const rational& order) {
  const real lambda = to_real(order);
  if (order == 1)
    return integral(
        [&](const real& x) { return real(exp(log_density(x, of.m1, of.v1)) * log_ratio(of, x)); },
        -reach, reach);
  const real moment = integral(
      [&](const real& x) {
        return real(exp(lambda * log_density(x, of.m1, of.v1) +
                        (1 - lambda) * log_density(x, of.m2, of.v2)));
      },
      -reach, reach);
  return log(moment) / (lambda - 1);
}

// ∫ (p − e^ε q)₊, with the places where the sign changes found by bisection.
real hockey_stick_by_integration(const parameters& of, const rational& eps) {
  const real shift = to_real(eps);
  const auto exceeds = [&](const real& x) { return log_ratio(of, x) > shift; };
  const auto difference = [&](const real& x) {
    return real(exp(log_density(x, of.m1, of.v1)) - exp(shift + log_density(x, of.m2, of.v2)));
  };
  real total = 0;
  real start = -reach;
  constexpr int steps_per_unit = 16;
  for (int i = -reach * steps_per_unit; i < reach * steps_per_unit; ++i) {
    real low = real(i) / steps_per_unit;
    real high = real(i + 1) / steps_per_unit;
    const bool last = i + 1 == reach * steps_per_unit;
    if (exceeds(low) == exceeds(high) && !last) continue;
    const bool inside = exceeds(low);
    if (exceeds(low) != exceeds(high)) {
      for (int halving = 0; halving < 200; ++halving) {
        const real middle = (low + high) / 2;
        (exceeds(middle) == inside ? low : high) = middle;
      }
    }
    if (inside) total += integral(difference, start, high);
    start = high;
  }
  return total;
}

rational to_rational(const real& x) {
  rational result;
  mpfr_get_q(result.backend().data(), x.backend().data());
  return result;
}

// The ball meets [reference ± 10^−25] and is itself narrow.
void check_near(const number& value, const real& reference) {
  const rational allowance(1, integer("1" + std::string(25, '0')));
  const rational middle = to_rational(reference);
  const ball allowed = ball::hull(ball::of(rational(middle - allowance), 300),
                                  ball::of(rational(middle + allowance), 300));
  const ball enclosure = value.to_ball(160);
  INFO("reference " << reference.str(30));
  CHECK(overlap(enclosure, allowed));
  CHECK((enclosure.is_exact() || is_below_power_of_two(enclosure - ball::of(middle, 300), -80)));
}

const std::array<parameters, 7> pairs{{{0, 1, 1, 1},
                                       {rational(-1, 2), 2, 1, 2},
                                       {0, 1, 1, 2},
                                       {0, 2, 1, 1},
                                       {1, rational(1, 2), 1, 3},
                                       {1, 3, 1, rational(5, 2)},
                                       {rational(3, 2), rational(9, 10), -1, 1}}};

}  // namespace

TEST_CASE("the quadrature of this file reproduces known values") {
  // ∫ p²/q for N(1, 1) against N(0, 1) is e; so D_2 = 1, KL = 1/2.
  const parameters unit{1, 1, 0, 1};
  CHECK(abs(renyi_by_integration(unit, 2) - 1) < real("1e-28"));
  CHECK(abs(renyi_by_integration(unit, 1) - real(1) / 2) < real("1e-28"));
  // Total variation of N(1, 1) and N(0, 1): erf(1/(2√2)).
  CHECK(abs(hockey_stick_by_integration(unit, 0) - erf(1 / (2 * sqrt(real(2))))) < real("1e-28"));
}

TEST_CASE("gaussian pairs: the divergence is exactly lambda mu^2 / 2") {
  for (const rational& mu : {rational(0), rational(1, 10), rational(-3, 2), rational(7)})
    for (const rational& order : {rational(1, 3), rational(1), rational(2), rational(17, 4)})
      for (const distribution_pair& pair :
           {distribution_pair{gaussian_pair(mu)}, swap({gaussian_pair(mu)}),
            distribution_pair{normal_pair{rational(mu + 5), 4, rational(5 - mu), 4}}})
        CHECK(is_exactly(renyi(pair, order, 64).value, order * mu * mu / 2));
  CHECK(renyi({gaussian_pair(1)}, ball::infinity(64), 64).value.is_infinity(1));
  CHECK(renyi(swap({gaussian_pair(-1)}), ball::infinity(64), 64).value.is_infinity(1));
  // An irrational order keeps its enclosure: λ = log 3.
  const number log3 = log_multiple{1, 3};
  CHECK(overlap(renyi({gaussian_pair(2)}, log3, 128).value.to_ball(128),
                multiply(2, log3, 200).to_ball(200)));
}

TEST_CASE("equal normal laws are at distance exactly 0") {
  const distribution_pair same{normal_pair{3, 2, 3, 2}};
  for (const number& order :
       {number(rational(1, 2)), number(1), number(2), number(ball::infinity(64))})
    CHECK(renyi(same, order, 64).value.is_zero());
  CHECK(total_variation(same, 64).value.is_zero());
  CHECK(hockey_stick(same, 1, 64).value.is_zero());
  CHECK(is_exactly(hockey_stick(same, log_multiple{-1, 4}, 64).value, rational(3, 4)));
}

TEST_CASE("Renyi divergence of normal laws agrees with integration", "[volume]") {
  for (const parameters& of : pairs)
    for (const rational& order : {rational(1, 2), rational(1), rational(3, 2)}) {
      const parameters mirrored{of.m2, of.v2, of.m1, of.v1};
      INFO(of.m1.str() << "," << of.v1.str() << " | " << of.m2.str() << "," << of.v2.str()
                       << " order " << order.str());
      // v* = λ·v2 + (1 − λ)·v1 decides finiteness, and how far the integrand reaches.
      for (const bool back : {false, true}) {
        const parameters& p = back ? mirrored : of;
        const rational mixed = order * p.v2 + (1 - order) * p.v1;
        const distribution_pair pair = back ? swap(pair_of(of)) : pair_of(of);
        const number value = renyi(pair, order, 160).value;
        if (mixed <= 0) {
          CHECK(value.is_infinity(1));
          continue;
        }
        CHECK_FALSE(value.is_infinity(1));
        if (p.v1 * p.v2 / mixed < 8) check_near(value, renyi_by_integration(p, order));
      }
    }
}

TEST_CASE("Renyi divergence of normal laws is infinite exactly where the integral diverges") {
  // v1 = 2, v2 = 1: λ·1 + (1−λ)·2 = 2 − λ.
  const distribution_pair pair{normal_pair{0, 2, 1, 1}};
  CHECK(renyi(pair, 2, 64).value.is_infinity(1));
  CHECK(renyi(pair, 3, 64).value.is_infinity(1));
  CHECK(renyi(pair, ball::infinity(64), 64).value.is_infinity(1));
  CHECK(renyi(pair, rational(1999, 1000), 64).value.to_ball(64).is_finite());
  CHECK(renyi(swap(pair), 3, 64).value.to_ball(64).is_finite());
  CHECK(renyi(swap(pair), ball::infinity(64), 64).value.to_ball(64).is_finite());
}

TEST_CASE("max-divergence of normal laws is the top of a parabola") {
  for (const parameters& of : pairs) {
    if (of.v1 >= of.v2) continue;
    const number value = renyi(pair_of(of), ball::infinity(160), 160).value;
    // Ternary search on the concave log-ratio.
    real low = -reach;
    real high = reach;
    for (int i = 0; i < 500; ++i) {
      const real third = (high - low) / 3;
      if (log_ratio(of, real(low + third)) < log_ratio(of, real(high - third)))
        low += third;
      else
        high -= third;
    }
    check_near(value, log_ratio(of, low));
  }
}

TEST_CASE("hockey-stick divergence of normal laws agrees with integration", "[volume]") {
  for (const parameters& of : pairs)
    for (const rational& eps :
         {rational(-2), rational(-1, 3), rational(0), rational(1, 10), rational(1), rational(3)}) {
      INFO(of.m1.str() << "," << of.v1.str() << " | " << of.m2.str() << "," << of.v2.str()
                       << " eps " << eps.str());
      check_near(hockey_stick(pair_of(of), eps, 160).value, hockey_stick_by_integration(of, eps));
      check_near(hockey_stick(swap(pair_of(of)), eps, 160).value,
                 hockey_stick_by_integration({of.m2, of.v2, of.m1, of.v1}, eps));
    }
}

TEST_CASE("total variation of normal laws is symmetric and agrees with integration") {
  for (const parameters& of : pairs) {
    const number one_way = total_variation(pair_of(of), 160).value;
    const number other_way = total_variation(swap(pair_of(of)), 160).value;
    CHECK(overlap(one_way.to_ball(160), other_way.to_ball(160)));
    check_near(one_way, hockey_stick_by_integration(of, 0));
  }
}

TEST_CASE("hockey-stick divergence of normal laws: both directions are linked") {
  // H_{e^−ε}(P‖Q) = 1 − e^−ε + e^−ε·H_{e^ε}(Q‖P).
  for (const parameters& of : pairs)
    for (const rational& s : {rational(5, 4), rational(3), rational(50)}) {
      const number there = hockey_stick(pair_of(of), log_multiple{-1, s}, 160).value;
      const number back = hockey_stick(swap(pair_of(of)), log_multiple{1, s}, 160).value;
      const ball expected =
          ball::of(rational(1 - 1 / s), 160) + back.to_ball(160) * ball::of(rational(1 / s), 160);
      CHECK(overlap(there.to_ball(160), expected));
      CHECK(there.to_ball(160).has_relative_radius(25));
    }
}

TEST_CASE("hockey-stick divergence beyond the largest ratio, and far out") {
  // v1 < v2: log(p/q) is at most ½·log 2 + 1/2 < 0.85 for N(0,1) against N(1,2).
  const distribution_pair bounded{normal_pair{0, 1, 1, 2}};
  CHECK(hockey_stick(bounded, rational(85, 100), 64).value.is_zero());
  CHECK(
      compare(hockey_stick(bounded, rational(84, 100), 64).value, relation::greater, 0, 64).value ==
      true);
  // The other way P always exceeds e^−ε·Q: the whole line is best, exactly.
  CHECK(is_exactly(hockey_stick(swap(bounded), log_multiple{-1, 3}, 64).value, rational(2, 3)));
  // Unbounded ratios: positive however large ε is, and falling.
  number before = hockey_stick({gaussian_pair(1)}, 1, 400).value;
  for (const std::int64_t eps : {5, 10, 20}) {
    const number value = hockey_stick({gaussian_pair(1)}, eps, 400).value;
    CHECK(compare(value, relation::greater, 0, 400).value == true);
    CHECK(compare(value, relation::less, before, 400).value == true);
    before = value;
  }
}

TEST_CASE("tails of normal laws keep their digits however far out", "[far_tails]") {
  // By mpmath at 80 digits. The values themselves are too small to be written as decimals.
  check_known_values({
      {"Phi(-10^6)*exp(5*10^11)", "3.989422804010337356595458240832831207298e-7"},
      {"Phi(-10^9)*exp(5*10^17)", "3.989422804014326775410037795329491917327e-10"},
      {"hockey_stick(gaussian_pair(1), 10^6)*exp(499999500000)",
       "3.520653267633312981260830408533047302264e-13"},
      {"hockey_stick(gaussian_pair(1e-6), 1)*exp(5*10^11)",
       "6.577446234774014621213157083133784345401e-19"},
      {"epsilon(gaussian_pair(10^9), 1e-6)", "500000004753424307.8228989505707003342174"},
  });
  // A ball that is known to a few digits only has all values between its ends.
  const ball near = ball::of(-1'000'000, 200);
  const ball values = normal_cdf(ball::hull(near - 1, near));
  for (const ball& x : {near, near - 1, near - ball::of(rational(1, 3), 200)})
    CHECK(encloses(values, normal_cdf(x)));
}

}  // namespace test_normal
