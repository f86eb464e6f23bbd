// Values and derivatives over a box, by inclusion: what holds at points must lie in the enclosures.

#include "shufflecert/derivatives.hpp"

#include <random>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_derivatives {

using namespace shufflecert;

namespace {

constexpr bits precision = 128;

struct point {
  rational x;
  rational y;
};

jet jet_of(const std::string& formula, const number& x, const number& y,
           const definitions& visible = {}) {
  const budget unlimited;
  derivative_evaluator at({visible, precision, unlimited}, {}, {{"x", x}, {"y", y}});
  return at.evaluate(*parse_formula(formula));
}

ball value_at(const std::string& formula, const point& p) {
  const definitions none;
  const variable_map variables{{"x", parse_formula(to_text(p.x))},
                               {"y", parse_formula(to_text(p.y))}};
  const refined_value known =
      refine(*parse_formula(formula), none, variables, 60, range_for_digits(60), {});
  const ball value = std::get<number>(known.result).to_ball(512);
  // What is 0 by subtraction has no certain digit; it is enclosed as closely.
  REQUIRE((known.sufficient || (value.contains_zero() && is_below_power_of_two(value, -200))));
  return value;
}

ball range_of(const rational& lower, const rational& upper) {
  return ball::hull(ball::of(lower, precision), ball::of(upper, precision));
}

ball exact(const rational& value) {
  return ball::of(value, 512);
}

// f(s) − f(t) against the enclosed slopes, and the second-order expansion about the centre.
void check_expansions(const std::string& formula, const point& low, const point& high,
                      std::mt19937& random) {
  INFO(formula);
  const ball xs = range_of(low.x, high.x);
  const ball ys = range_of(low.y, high.y);
  const jet over = jet_of(formula, xs, ys);
  const auto between = [&](const rational& a, const rational& b) {
    return rational(a + (b - a) * rational(random() % 1025, 1024));
  };
  const auto part = [](const std::vector<ball>& list, std::size_t i) {
    return list.empty() ? ball(precision) : list[i];
  };
  const point centre{(low.x + high.x) / 2, (low.y + high.y) / 2};
  const jet at_centre =
      jet_of(formula, ball::of(centre.x, precision), ball::of(centre.y, precision));
  for (int i = 0; i < 6; ++i) {
    const point s{between(low.x, high.x), between(low.y, high.y)};
    const point t{between(low.x, high.x), between(low.y, high.y)};
    const ball at_s = value_at(formula, s);
    CHECK(overlap(over.value.to_ball(precision), at_s));
    if (over.order >= 1)
      CHECK(overlap(at_s - value_at(formula, t), part(over.gradient, 0) * exact(s.x - t.x) +
                                                     part(over.gradient, 1) * exact(s.y - t.y)));
    if (over.order < 2 || at_centre.order < 1) continue;
    const ball dx = exact(s.x - centre.x);
    const ball dy = exact(s.y - centre.y);
    const ball expanded = at_centre.value.to_ball(precision) + part(at_centre.gradient, 0) * dx +
                          part(at_centre.gradient, 1) * dy + part(over.curvature, 0) * dx * dx / 2 +
                          part(over.curvature, 1) * dx * dy + part(over.curvature, 2) * dy * dy / 2;
    CHECK(overlap(at_s, expanded));
  }
}

// Formulas that exist for 1/2 <= x, y <= 4.
std::string random_formula(std::mt19937& random, int depth) {
  static const std::vector<std::string> leaves{"x", "y", "2", "1/3", "x*y", "(x + y)"};
  if (depth == 0) return leaves[random() % leaves.size()];
  const std::string a = random_formula(random, depth - 1);
  const std::string b = random_formula(random, depth - 1);
  // Each takes arguments of either sign or of any size, so that all compositions exist.
  switch (random() % 15) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " * " + b + ")";
    case 3:
      return "(" + a + " / (1 + (" + b + ")^2))";
    case 4:
      return "exp(tanh(" + a + "))";
    case 5:
      return "log(1 + (" + a + ")^2)";
    case 6:
      return "sqrt(1 + abs(" + a + "))";
    case 7:
      return "tanh(" + a + ")";
    case 8:
      return "lgamma(2 + tanh(" + a + "))";
    case 9:
      return "Phi(" + a + ")";
    case 10:
      return "min(" + a + ", " + b + ")";
    case 11:
      return "max(" + a + ", tanh(" + b + "))";
    case 12:
      return "(2 + tanh(" + a + "))^tanh(" + b + ")";
    case 13:
      return "gamma(3 + tanh(" + a + "))*expm1(-(" + b + ")^2)";
    default:
      return "Phi_inv((3 + tanh(" + a + "))/5) + log1p((" + b + ")^2)";
  }
}

}  // namespace

TEST_CASE("expansions over a box contain the values at its points", "[derivatives]") {
  const random_cases cases(20261122, 120);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const std::string formula = random_formula(random, 1 + static_cast<int>(random() % 3));
    const rational x = rational(1, 2) + rational(random() % 300, 100);
    const rational y = rational(1, 2) + rational(random() % 300, 100);
    const rational width(1, 1 + static_cast<std::int64_t>(random() % 200));
    try {
      check_expansions(formula, {x, y}, {x + width, y + width / 3}, random);
    } catch (const precision_needed&) {
      // Too wide a box for this formula: nothing is claimed of it.
    }
  }
}

TEST_CASE("derivatives of known functions", "[derivatives]") {
  // By hand: f = x^2 y + exp(2x), f_x = 2xy + 2exp(2x), f_y = x^2, f_xx = 2y + 4exp(2x), f_xy = 2x,
  // f_yy = 0, at x = 1/2, y = 3.
  const ball x = ball::of(rational(1, 2), precision);
  const ball y = ball::of(std::int64_t{3}, precision);
  const jet f = jet_of("x^2*y + exp(2*x)", x, y);
  REQUIRE(f.order == 2);
  const ball e = exp(ball::of(std::int64_t{1}, 256));
  const auto agrees = [](const ball& found, const ball& expected) {
    return overlap(found, expected) && found.has_relative_radius(30);
  };
  CHECK(agrees(f.gradient[0], e * 2 + 3));
  CHECK(agrees(f.gradient[1], ball::of(rational(1, 4), 256)));
  CHECK(agrees(f.curvature[0], e * 4 + 6));
  CHECK(agrees(f.curvature[1], ball::of(std::int64_t{1}, 256)));
  CHECK(f.curvature[2].is_exact_zero());
  // 1/x: −1/x² and 2/x³.
  const jet inverse = jet_of("1/x", x, y);
  CHECK(agrees(inverse.gradient[0], ball::of(std::int64_t{-4}, 256)));
  CHECK(agrees(inverse.curvature[0], ball::of(std::int64_t{16}, 256)));
  // Phi: the density at 1/2, and −x times it.
  const jet normal = jet_of("Phi(x)", x, y);
  const ball density = exp(ball::of(rational(-1, 8), 256)) / sqrt(ball::pi(256) * 2);
  CHECK(agrees(normal.gradient[0], density));
  CHECK(agrees(normal.curvature[0], -density / 2));
}

TEST_CASE("sums, products and definitions have derivatives", "[derivatives]") {
  definitions visible;
  visible.add({"area", {"a", "b"}, parse_formula("a*b")});
  const ball x = ball::of(std::int64_t{2}, precision);
  const ball y = ball::of(std::int64_t{5}, precision);
  const jet called = jet_of("area(x, area(x, y))", x, y, visible);
  CHECK(contains(called.gradient[0], 20));
  CHECK(contains(called.curvature[0], 10));
  // x + x² + x³ and x·x²: 1 + 2x + 3x², and 3x².
  CHECK(contains(jet_of("sum(j, 1, 3, x^j)", x, y).gradient[0], 17));
  CHECK(contains(jet_of("product(j, 1, 2, x^j)", x, y).gradient[0], 12));
}

TEST_CASE("kinks have slopes, jumps have none", "[derivatives]") {
  const ball across = range_of(-1, 1);
  const ball one = ball::of(std::int64_t{1}, precision);
  const jet kink = jet_of("abs(x)", across, one);
  CHECK(kink.order == 1);
  CHECK(contains(kink.gradient[0], -1));
  CHECK(contains(kink.gradient[0], 1));
  CHECK(jet_of("floor(x)", across, one).order == 0);
  CHECK(jet_of("if(x > 0, 1, 0)", across, one).order == 0);
  // The square root has no slope at 0, but a value.
  CHECK(jet_of("sqrt(x)", rational(0), one).is_constant());
  // Away from the jump both are constant.
  CHECK(jet_of("floor(x)", range_of(rational(1, 4), rational(3, 4)), one).is_constant());
  CHECK(jet_of("if(x > 2, x, 7)", across, one).is_constant());
}

TEST_CASE("what has no value somewhere on the box has no jet", "[derivatives]") {
  const ball across = range_of(-1, 1);
  const ball one = ball::of(std::int64_t{1}, precision);
  for (const char* formula : {"1/x", "log(x)", "x^(1/2)", "gamma(x)", "lgamma(x)", "Phi_inv(x)"}) {
    INFO(formula);
    CHECK_THROWS_AS(jet_of(formula, across, one), precision_needed);
  }
  CHECK_THROWS_AS(jet_of("log(-2 - x^2)", across, one), undefined_value);
}

TEST_CASE("a quantity is enclosed over the box, and constant where nothing in it moves",
          "[derivatives]") {
  const ball range = range_of(1, rational(11, 10));
  const jet moving = jet_of("renyi(clone_pair(20, x), 2)", range, rational(3));
  CHECK(moving.order == 0);
  for (const rational& inside : {rational(1), rational(21, 20), rational(11, 10)})
    CHECK(overlap(moving.value.to_ball(precision),
                  value_at("renyi(clone_pair(20, x), 2)", {inside, 0})));
  CHECK(jet_of("renyi(clone_pair(20, y), 2)", range, rational(3)).is_constant());
}

TEST_CASE("definitions that call each other too deep end the evaluation, not the stack",
          "[derivatives]") {
  // Each level adds the call and the sum around it.
  const auto chain = [](int length) {
    definitions levels;
    levels.add({"level0", {"t"}, parse_formula("t")});
    for (int k = 1; k < length; ++k)
      levels.add({"level" + std::to_string(k),
                  {"t"},
                  parse_formula("1 + level" + std::to_string(k - 1) + "(t)")});
    return jet_of("level" + std::to_string(length - 1) + "(x)", range_of(0, 1), rational(0),
                  levels);
  };
  CHECK(contains(chain(800).value.to_ball(precision), rational(1599, 2)));
  CHECK_THROWS_AS(chain(2'000), precision_needed);
  CHECK_THROWS_AS(chain(20'000), precision_needed);
}

}  // namespace test_derivatives
