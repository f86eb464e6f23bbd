// Taylor coefficients against known series and by inclusion, and signs next to a contact.

#include "language/analysis/taylor.hpp"

#include <cmath>

#include "arithmetic/interval.hpp"
#include "support/catch.hpp"

namespace test_taylor {

using namespace shufflecert;

namespace {

constexpr bits precision = 160;
const definitions nothing;
const budget unlimited;
const evaluation_settings settings{nothing, precision, unlimited};

taylor_series series(const std::string& formula, const number& around, std::size_t order = 8) {
  return taylor_coefficients(*parse_formula(formula), "x", around, order, settings, {});
}

rational exact(const taylor_series& coefficients, std::size_t k) {
  const rational* known = coefficients.at(k).as_rational();
  REQUIRE(known != nullptr);
  return *known;
}

number range_of(const rational& lower, const rational& upper) {
  return covering(ball::of(lower, precision), ball::of(upper, precision), precision);
}

bool holds(const std::string& condition, const rational& contact, const rational& far,
           bool has_contact = true) {
  const expression_ptr read = parse_formula(condition);
  const value_box none;
  contact_signs sides(std::get<comparison>(read->node), "x", settings, none);
  return sides.holds_on({contact, far, has_contact});
}

}  // namespace

TEST_CASE("series with rational coefficients are exact", "[taylor]") {
  const auto check = [](const std::string& formula, const rational& around,
                        const std::vector<rational>& expected) {
    INFO(formula);
    const taylor_series found = series(formula, around, expected.size() - 1);
    for (std::size_t k = 0; k < expected.size(); ++k) CHECK(exact(found, k) == expected[k]);
  };
  // From any table of series.
  check("exp(x)", 0, {1, 1, {1, 2}, {1, 6}, {1, 24}});
  check("expm1(2*x)", 0, {0, 2, 2, {4, 3}});
  check("log(x)", 1, {0, 1, {-1, 2}, {1, 3}, {-1, 4}});
  check("log1p(x)", 0, {0, 1, {-1, 2}, {1, 3}, {-1, 4}});
  check("tanh(x)", 0, {0, 1, 0, {-1, 3}, 0, {2, 15}, 0, {-17, 315}});
  check("sqrt(1 + x)", 0, {1, {1, 2}, {-1, 8}, {1, 16}, {-5, 128}});
  check("1/(1 - x)", 0, {1, 1, 1, 1, 1});
  check("(1 + x)^(-2)", 0, {1, -2, 3, -4});
  check("(1 + x)^(2/3)", 0, {1, {2, 3}, {-1, 9}, {4, 81}});
  check("x^3 - 2*x", 2, {4, 10, 6, 1, 0});
  check("(1 + x)^(1 + x)", 0, {1, 1, 1, {1, 2}, {1, 3}});
  check("(exp(x) - 1)/(exp(x) + 1)", 0, {0, {1, 2}, 0, {-1, 24}, 0, {1, 240}});
}

TEST_CASE("coefficients of the normal law are those of its density", "[taylor]") {
  const taylor_series found = series("Phi(x)", number(0), 3);
  const double density = 1 / std::sqrt(2 * std::acos(-1.0));
  CHECK(found[0].to_ball(precision).near() == Approx(0.5));
  CHECK(found[1].to_ball(precision).near() == Approx(density));
  CHECK(found[2].is_zero());
  CHECK(found[3].to_ball(precision).near() == Approx(-density / 6));
}

TEST_CASE("coefficients over a range enclose those at its points", "[taylor]") {
  const rational lower(1, 4);
  const rational upper(1, 2);
  for (const char* formula : {"exp(x)*log(x)", "tanh(3*x)/(1 + x)", "sqrt(x + x^2)", "Phi(2*x - 1)",
                              "x^(3/2)", "x^x", "log1p(x)^2/expm1(x)", "(1 + x)^5 - 1/x"}) {
    INFO(formula);
    const taylor_series over = series(formula, range_of(lower, upper), 6);
    for (int i = 0; i <= 16; ++i) {
      const taylor_series at = series(formula, rational(lower + (upper - lower) * i / 16), 6);
      for (std::size_t k = 0; k <= 6; ++k) {
        INFO("coefficient " << k << " at point " << i);
        CHECK(overlap(over[k].to_ball(precision), at[k].to_ball(precision)));
      }
    }
  }
}

TEST_CASE("where a part has no series there is none", "[taylor]") {
  CHECK_THROWS_AS(series("log(x)", range_of(0, 1)), precision_needed);
  CHECK_THROWS_AS(series("sqrt(x)", number(0)), precision_needed);
  CHECK_THROWS_AS(series("abs(x)", number(1)), precision_needed);
  CHECK_THROWS_AS(series("floor(x)", number(1)), precision_needed);
  CHECK_THROWS_AS(series("1/x", number(0)), undefined_value);
}

TEST_CASE("sides that touch are told apart by the first derivative that differs", "[taylor]") {
  CHECK(holds("exp(x) >= 1 + x", 0, 1));
  CHECK(holds("exp(x) >= 1 + x", 0, -1));
  CHECK(holds("exp(x) - 1 <= x + x^2", 0, rational(1, 2)));
  CHECK(holds("tanh(x/3) <= x/3", 0, rational(1, 4)));
  CHECK(holds("tanh(x/3) >= x/3", 0, rational(-1, 4)));
  CHECK(holds("log(x) <= x - 1", 1, 2));
  CHECK(holds("log(x) <= x - 1", 1, rational(1, 2)));
  CHECK(holds("exp(x) >= 1 + x + x^2/2 + x^3/6 + x^4/24 + x^5/120", 0, 3));
}

TEST_CASE("what is false next to a contact is not shown", "[taylor]") {
  CHECK_FALSE(holds("exp(x) <= 1 + x", 0, rational(1, 1000)));
  CHECK_FALSE(holds("exp(x) <= 1 + x + x^2/2", 0, rational(1, 1000)));
  CHECK_FALSE(holds("exp(x) >= 1 + x + x^2/2", 0, rational(-1, 1000)));
  CHECK_FALSE(holds("tanh(x/3) <= x/3", 0, rational(-1, 4)));
  CHECK_FALSE(holds("log(x) >= x - 1", 1, 2));
  // True at first, and false further on: e^x passes 1 + x + x² at 1.793.
  CHECK_FALSE(holds("exp(x) - 1 <= x + x^2", 0, 2));
  // No contact, or more equal derivatives than are looked at.
  CHECK_FALSE(holds("exp(x) >= x", 0, 1));
  CHECK_FALSE(holds("x^9 >= 0", 0, 1));
  CHECK_FALSE(holds("x >= x", 0, 1));
  CHECK_FALSE(holds("x == x", 0, 1));
}

TEST_CASE("a strict comparison does not hold at the contact itself", "[taylor]") {
  CHECK_FALSE(holds("exp(x) > 1 + x", 0, 1));
  CHECK(holds("exp(x) > 1 + x", 0, 1, false));
  CHECK_FALSE(holds("x^2 > x^2", 0, 1, false));
  // The second derivative is not above 0 on all of the interval.
  CHECK_FALSE(holds("x^2*(1 - x)^2 > 0", 0, 1, false));
}

}  // namespace test_taylor
