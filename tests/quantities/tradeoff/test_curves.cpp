// Trade-off functions as values, and what is made of them.

#include <array>

#include "quantities/divergences/symmetrized.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/tradeoff_oracle.hpp"

namespace test_curves {

using namespace shufflecert;

namespace {

const std::array<oracle::fraction, 7> levels{oracle::fraction(0),    oracle::fraction(1, 1000),
                                             oracle::fraction(1, 7), oracle::fraction(2, 5),
                                             oracle::fraction(1, 2), oracle::fraction(8, 9),
                                             oracle::fraction(1)};

bool are_exactly_equal(const number& a, const number& b) {
  return a.is_exact() && b.is_exact() && compare(a, relation::equal, b, 64).value == true;
}

// min{f, f⁻¹}** at α = max over k of 1 − kα − max(H_k(Q‖P), H_k(P‖Q)): the maximum of a concave
// piecewise linear function of k is at a kink, of either H or where the two cross.
oracle::fraction symmetrized_by_duality(const oracle::law_pair& laws,
                                        const oracle::fraction& alpha) {
  const oracle::masses all = oracle::outcomes_of(laws);
  std::vector<oracle::fraction> factors{0, 1};
  for (const auto& [p, q] : all) {
    if (p != 0) factors.push_back(q / p);
    if (q != 0) factors.push_back(p / q);
  }
  std::sort(factors.begin(), factors.end());
  const auto lead = [&](const oracle::fraction& k) {
    return oracle::fraction(oracle::hockey_stick(laws, k) -
                            oracle::hockey_stick(oracle::swapped(laws), k));
  };
  const std::size_t kinks = factors.size();
  for (std::size_t i = 0; i + 1 < kinks; ++i) {
    const oracle::fraction left = lead(factors[i]);
    const oracle::fraction right = lead(factors[i + 1]);
    if (left * right < 0)
      factors.push_back(factors[i] + (factors[i + 1] - factors[i]) * left / (left - right));
  }
  oracle::fraction best = 0;
  for (const oracle::fraction& k : factors) {
    const oracle::fraction there = oracle::hockey_stick(laws, k);
    const oracle::fraction back = oracle::hockey_stick(oracle::swapped(laws), k);
    const oracle::fraction value = 1 - k * alpha - (there > back ? there : back);
    if (value > best) best = value;
  }
  return best;
}

// (P, wP + (1−w)Q)
oracle::law_pair mixed_with_first(const oracle::law_pair& laws, const oracle::fraction& w) {
  oracle::law_pair mixed{laws.p, {}};
  for (const auto& [where, mass] : laws.p) mixed.q[where] += w * mass;
  for (const auto& [where, mass] : laws.q) mixed.q[where] += (1 - w) * mass;
  return mixed;
}

}  // namespace

TEST_CASE("a curve has the values, deltas and divergences of its pair") {
  for (const tradeoff_sample& of : tradeoff_samples(64)) {
    INFO(of.name);
    const curve_ptr f = curve_of(of.exact, 64);
    for (const oracle::fraction& alpha : levels)
      CHECK(is_exactly(curve_value(f, to_rational(alpha), 64).value,
                       to_rational(oracle::tradeoff(of.laws, alpha))));
    for (const oracle::fraction& k :
         {oracle::fraction(1, 4), oracle::fraction(1), oracle::fraction(3, 2)}) {
      const number eps = log(number(to_rational(k)), 64);
      CHECK(
          is_exactly(curve_delta(f, eps, 64).value, to_rational(oracle::hockey_stick(of.laws, k))));
      CHECK(contains(curve_delta(curve_of(of.enclosed, 64), eps, 64).value.to_ball(64),
                     to_rational(oracle::hockey_stick(of.laws, k))));
    }
    for (const int order : {2, 3}) {
      const auto truth = oracle::renyi(of.laws, order);
      const number value = curve_renyi(f, order, 64).value;
      // The same from the pieces alone: a mixture of f with itself has no pair to ask.
      const number again = curve_renyi(mix_curves(rational(1, 3), f, f, 64), order, 64).value;
      if (!truth) {
        CHECK(value.is_infinity(1));
        CHECK(again.is_infinity(1));
      } else {
        CHECK(encloses(value.to_ball(64), *truth));
        CHECK(encloses(again.to_ball(64), *truth));
      }
    }
    const number order(rational(1, 2));
    const curve_ptr twice = mix_curves(rational(1, 3), f, f, 64);
    CHECK(overlap(curve_renyi(twice, order, 64).value.to_ball(64),
                  renyi(of.exact, order, 64).value.to_ball(64)));
    const number kl = renyi(of.exact, 1, 64).value;
    CHECK(overlap(curve_renyi(twice, 1, 64).value.to_ball(64), kl.to_ball(64)));
  }
}

TEST_CASE("delta and divergence keep the direction of the pair") {
  const distribution_pair pair{rr_pair{3, log_multiple{1, 3}}};
  const number eps = log_multiple{1, rational(4, 3)};
  const number there = curve_delta(curve_of(pair, 64), eps, 64).value;
  const number back = curve_delta(curve_of(swap(pair), 64), eps, 64).value;
  CHECK_FALSE(are_exactly_equal(there, back));
  const oracle::law_pair laws = oracle::randomized_response_laws(3, 3);
  CHECK(is_exactly(there, to_rational(oracle::hockey_stick(laws, oracle::fraction(4, 3)))));
  CHECK(is_exactly(
      back, to_rational(oracle::hockey_stick(oracle::swapped(laws), oracle::fraction(4, 3)))));
}

TEST_CASE("a mixture is the pointwise mean, that of (P, wP + (1−w)Q) with the identity") {
  const oracle::fraction w(2, 7);
  const bits precision = 90;
  for (const tradeoff_sample& of : tradeoff_samples(precision)) {
    INFO(of.name);
    const oracle::law_pair laws = mixed_with_first(of.laws, w);
    const number weight = to_rational(w);
    const curve_ptr exact =
        mix_curves(weight, identity_curve(), curve_of(of.exact, precision), precision);
    const curve_ptr enclosed = mix_curves(subtract(1, weight, 64), curve_of(of.enclosed, precision),
                                          identity_curve(), precision);
    for (const oracle::fraction& alpha : levels) {
      const rational truth = to_rational(oracle::tradeoff(laws, alpha));
      CHECK(is_exactly(curve_value(exact, to_rational(alpha), precision).value, truth));
      const ball value = curve_value(enclosed, to_rational(alpha), precision).value.to_ball(90);
      CHECK(contains(value, truth));
      CHECK(is_narrow(value, -60));
    }
    for (const oracle::fraction& k : {oracle::fraction(1, 4), oracle::fraction(1),
                                      oracle::fraction(3, 2), oracle::fraction(4)}) {
      const number eps = log(number(to_rational(k)), 64);
      const rational truth = to_rational(oracle::hockey_stick(laws, k));
      CHECK(is_exactly(curve_delta(exact, eps, precision).value, truth));
      CHECK(contains(curve_delta(enclosed, eps, precision).value.to_ball(90), truth));
    }
    for (const oracle::fraction& order :
         {oracle::fraction(1, 2), oracle::fraction(1), oracle::fraction(2)}) {
      const auto truth = oracle::renyi_real(laws, order);
      REQUIRE(truth);
      for (const curve_ptr& f : {exact, enclosed}) {
        const ball value = curve_renyi(f, to_rational(order), precision).value.to_ball(90);
        CHECK(encloses(value, *truth));
        CHECK(is_narrow(value, -50));
      }
    }
    const number infinite(ball::infinity(precision));
    const auto largest = oracle::largest_ratio(laws);
    REQUIRE(largest);
    for (const curve_ptr& f : {exact, enclosed})
      CHECK(encloses(curve_renyi(f, infinite, precision).value.to_ball(90),
                     oracle::log_of(*largest)));
  }
}

TEST_CASE("a mixture of two curves is their mean everywhere") {
  const curve_ptr f = curve_of({rr_pair{4, log_multiple{1, 3}}}, 64);
  const curve_ptr g = curve_of({unmixed_pair{5, log_multiple{1, 2}, {}}}, 64);
  const rational w(3, 5);
  const curve_ptr mixed = mix_curves(w, f, g, 64);
  for (int i = 0; i <= 60; ++i) {
    const rational alpha(i, 60);
    const rational expected = w * *curve_value(f, alpha, 64).value.as_rational() +
                              (1 - w) * *curve_value(g, alpha, 64).value.as_rational();
    CHECK(is_exactly(curve_value(mixed, alpha, 64).value, expected));
  }
  CHECK(mix_curves(0, f, g, 64) == g);
  CHECK(mix_curves(1, f, g, 64) == f);
  // Of curves that are not exact too, as far as values go.
  const curve_ptr smooth = mix_curves(w, gaussian_curve(1, 64), f, 64);
  const ball expected =
      ball::of(w, 64) * normal_cdf(number(-1), 64).to_ball(64) +
      ball::of(rational(1 - w), 64) * curve_value(f, rational(1, 2), 64).value.to_ball(64);
  CHECK(overlap(curve_value(smooth, rational(1, 2), 64).value.to_ball(64), expected));
  CHECK_THROWS_AS(curve_delta(smooth, 1, 64), beyond_reach);
  CHECK_THROWS_AS(curve_renyi(smooth, 2, 64), beyond_reach);
  CHECK_THROWS_AS(curve_value(symmetrized(smooth), rational(1, 2), 64), beyond_reach);
  // At 1 every trade-off function is 0, whatever else is known of it.
  const curve_ptr many = symmetrized(curve_of({clone_pair{10'000, 4, {}}}, 64));
  for (const curve_ptr& any : {smooth, symmetrized(smooth), many})
    CHECK(is_exactly(curve_value(any, 1, 64).value, 0));
}

TEST_CASE("symmetrized curves agree with duality in exact fractions") {
  const bits precision = 90;
  const oracle::fraction w(1, 4);
  for (const tradeoff_sample& of : tradeoff_samples(precision)) {
    INFO(of.name);
    // The oracle's time grows with the square of the outcomes.
    if (of.laws.p.size() > 15) continue;
    const oracle::law_pair mixed = mixed_with_first(of.laws, w);
    const auto mix = [&](const distribution_pair& pair) {
      return mix_curves(to_rational(w), identity_curve(), curve_of(pair, precision), precision);
    };
    const curve_ptr exact = symmetrized(curve_of(of.exact, precision));
    const curve_ptr enclosed = symmetrized(curve_of(of.enclosed, precision));
    const curve_ptr exact_mix = symmetrized(mix(of.exact));
    const curve_ptr enclosed_mix = symmetrized(mix(of.enclosed));
    for (const oracle::fraction& alpha : levels) {
      INFO("alpha " << oracle::text(alpha));
      const rational level = to_rational(alpha);
      const rational truth = to_rational(symmetrized_by_duality(of.laws, alpha));
      const rational mix_truth = to_rational(symmetrized_by_duality(mixed, alpha));
      if (alpha != 0) {  // duality with finite k gives less at 0
        CHECK(is_exactly(curve_value(exact, level, precision).value, truth));
        CHECK(is_exactly(curve_value(exact_mix, level, precision).value, mix_truth));
      }
      for (const auto& [f, value] :
           {std::pair{enclosed, exact}, std::pair{enclosed_mix, exact_mix}}) {
        const ball found = curve_value(f, level, precision).value.to_ball(90);
        CHECK(contains(found, *curve_value(value, level, precision).value.as_rational()));
        CHECK(is_narrow(found, -50));
      }
    }
    for (const oracle::fraction& k : {oracle::fraction(1, 4), oracle::fraction(5, 4)}) {
      const oracle::fraction there = oracle::hockey_stick(mixed, k);
      const oracle::fraction back = oracle::hockey_stick(oracle::swapped(mixed), k);
      const rational truth = to_rational(there > back ? there : back);
      const number eps = log(number(to_rational(k)), 64);
      CHECK(is_exactly(curve_delta(exact_mix, eps, precision).value, truth));
      CHECK(contains(curve_delta(enclosed_mix, eps, precision).value.to_ball(90), truth));
    }
  }
}

TEST_CASE("a symmetrized curve is its own inverse and lies below the curve") {
  const curve_ptr f = curve_of({rr_pair{5, log_multiple{1, 4}}}, 64);
  const curve_ptr g = symmetrized(f);
  bool is_strictly_below = false;
  for (int i = 0; i <= 40; ++i) {
    const rational alpha(i, 40);
    const number value = curve_value(g, alpha, 64).value;
    CHECK(compare(value, relation::less_equal, curve_value(f, alpha, 64).value, 64).value == true);
    is_strictly_below |=
        compare(value, relation::less, curve_value(f, alpha, 64).value, 64).value == true;
    CHECK(is_exactly(curve_value(g, value, 64).value, alpha));
  }
  CHECK(is_strictly_below);
  CHECK(symmetrized(g) == g);
}

TEST_CASE("symmetrized curves by duality agree with exact polygons") {
  constexpr bits precision = 96;
  const rational w(1, 2);
  std::size_t found = 0;
  for (const std::int64_t n : {2, 7, 40}) {
    // p = 2/(e^ε0 + 1), as in Theorem 4.2 of Wang et al. (2023).
    const unmixed_pair pair{n, log_multiple{1, 3}, w};
    const curve_ptr f = mix_curves(w, identity_curve(), curve_of({pair}, precision), precision);
    const curve_ptr whole = symmetrized(f);
    for (const rational& alpha : {rational(1, 1000), rational(1, 10), rational(2, 5),
                                  rational(9, 20), rational(1, 2), rational(9, 10)}) {
      const number exact = curve_value(whole, alpha, precision).value;
      REQUIRE(exact.as_rational() != nullptr);
      const auto value = symmetrized_by_duality(f, whole, alpha, precision, {});
      if (!value) continue;
      ++found;
      CAPTURE(n, alpha);
      CHECK(overlap(*value, exact.to_ball(precision)));
    }
  }
  CHECK(found >= 9);
}

TEST_CASE("symmetrized curves of many users need no table") {
  const auto value = [](std::int64_t n, const rational& alpha) {
    const unmixed_pair pair{n, 1, rational(1, 2)};
    const curve_ptr f = mix_curves(rational(1, 2), identity_curve(), curve_of({pair}, 64), 64);
    return curve_value(symmetrized(f), alpha, 64);
  };
  // The table of so many users would be refused.
  const quantity many = value(1'000'000, rational(1, 10));
  CHECK(many.method == evaluation_method::binomial_tails);
  CHECK(is_sufficient(formula_value(many.value), 6, 64));
}

TEST_CASE("gaussian curves in closed form") {
  const curve_ptr f = gaussian_curve(2, 100);
  CHECK(overlap(curve_value(f, rational(1, 2), 100).value.to_ball(100),
                normal_cdf(number(-2), 100).to_ball(100)));
  CHECK(is_exactly(curve_renyi(f, 3, 100).value, 6));
  CHECK(overlap(curve_delta(f, 1, 100).value.to_ball(100),
                hockey_stick({gaussian_pair(2)}, 1, 100).value.to_ball(100)));
  CHECK(symmetrized(f) == f);
  CHECK(is_exactly(curve_value(gaussian_curve(0, 64), rational(1, 5), 64).value, rational(4, 5)));
  CHECK_THROWS_AS(gaussian_curve(-1, 64), undefined_value);
}

TEST_CASE("the identity distinguishes nothing") {
  const curve_ptr f = identity_curve();
  CHECK(is_exactly(curve_value(f, rational(1, 5), 64).value, rational(4, 5)));
  CHECK(is_exactly(curve_renyi(f, rational(5, 2), 64).value, 0));
  CHECK(is_exactly(curve_delta(f, log_multiple{1, 2}, 64).value, 0));
  CHECK(is_exactly(curve_delta(f, log_multiple{-1, 2}, 64).value, rational(1, 2)));
}

TEST_CASE("curves refuse what is outside of their domains") {
  const curve_ptr f = curve_of({rr_pair{2, 1}}, 64);
  CHECK_THROWS_AS(curve_value(f, rational(-1, 9), 64), undefined_value);
  CHECK_THROWS_AS(curve_value(identity_curve(), rational(10, 9), 64), undefined_value);
  CHECK_THROWS_AS(curve_delta(f, ball::infinity(64), 64), undefined_value);
  CHECK_THROWS_AS(curve_renyi(f, 0, 64), undefined_value);
  CHECK_THROWS_AS(curve_renyi(identity_curve(), -1, 64), undefined_value);
  CHECK_THROWS_AS(mix_curves(rational(3, 2), f, f, 64), undefined_value);
  CHECK_THROWS_AS(mix_curves(rational(-1, 2), f, f, 64), undefined_value);
}

TEST_CASE("identity_curve is a constant of the language") {
  const definitions none;
  CHECK(check_formula(*parse_formula("identity_curve"), none, {}) == value_kind::curve);
  CHECK(check_formula(*parse_formula("at(identity_curve, 0.2)"), none, {}) == value_kind::number);
  CHECK(free_variables(*parse_formula("at(identity_curve, a)")) == std::vector<std::string>{"a"});
  CHECK_FALSE(is_usable_name("identity_curve"));
  CHECK_THROWS_AS(check_formula(*parse_formula("at(1, 0.2)"), none, {}), formula_error);
  CHECK_THROWS_AS(check_formula(*parse_formula("identity_curve + 1"), none, {}), formula_error);
}

}  // namespace test_curves
