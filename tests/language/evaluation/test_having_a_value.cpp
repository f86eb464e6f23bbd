// Having a value is part of the truth: what hides in a tail, a branch, a 0th power, an ignored
// argument or a bound must exist, too.

#include "shufflecert/refine_over_ranges.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/values_at_points.hpp"

namespace test_having_a_value {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

/// What becomes of a formula: its value, that it has none, or that neither is certain.
enum class fate { value, no_value, open };

fate fate_of(const std::string& text, const definitions& visible = definitions()) {
  try {
    const refined_value known = refine(*parse_formula(text), visible, {}, 15, {64, 1024}, {});
    if (const auto* decided = std::get_if<truth>(&known.result))
      return decided->value ? fate::value : fate::open;
    return known.sufficient ? fate::value : fate::open;
  } catch (const undefined_value&) {
    return fate::no_value;
  }
}

void check_fates(fate expected, const std::vector<std::string>& formulas) {
  for (const std::string& text : formulas) {
    INFO(text);
    CHECK(fate_of(text) == expected);
  }
}

void check_never_a_value(const std::vector<std::string>& formulas) {
  for (const std::string& text : formulas) {
    INFO(text);
    CHECK(fate_of(text) != fate::value);
  }
}

}  // namespace

TEST_CASE("a tail without a value is no tail to bound", "[having_a_value]") {
  check_fates(
      fate::no_value,
      {"integral(x, 0, inf, exp(-10*x)*tanh(log(60 - x)))",
       "integral(x, -inf, 0, exp(10*x)*tanh(log(60 + x)))", "normal_mean(x, Phi(sqrt(60 - x)))",
       "normal_mean(x, log(60 - x)^0)", "normal_mean(x, if(sqrt(50 - x) >= 0, 1, 1))",
       "normal_mean(x, 0*sqrt(70 + x))", "normal_mean(x, min(1, log1p(-x/100)))",
       "poisson_mean(1, b, log(60 - b)^0)", "poisson_mean(1, b, 0*sqrt(70 - b))",
       "poisson_mean(2, b, min(1, log1p(-b/100)))", "poisson_mean(1, b, tanh(1/(b - 100)))"});
  check_fates(fate::value,
              {"not defined(poisson_mean(1, b, log(60 - b)))",
               "poisson_mean(1, b, if(b < 50, 1, 0))", "poisson_mean(0, b, 1/(1 - b))",
               "poisson_mean(3, b, tanh(log(1 + b)))", "poisson_mean(3, b, 2^(1/(b + 1)))"});
  check_fates(fate::value, {"not defined(normal_mean(x, Phi(sqrt(60 - x))))"});
  // A single point far out.
  check_never_a_value({"integral(x, 0, inf, exp(-x)*tanh(log((x - 1000)^2)))",
                       "normal_mean(x, tanh(1/(x - 100)))", "normal_mean(x, (1/(x + 99))^0)"});
  // What is not checked there, or exists there.
  check_fates(fate::value, {"normal_mean(x, if(x < 50, 1, 0))",
                            "integral(x, 0, inf, if(x < 60, exp(-x)*sqrt(60 - x), 0))",
                            "integral(x, 2, inf, exp(-x)*tanh(log(x - 1)))",
                            "integral(x, 0, inf, exp(-x)*tanh(log(1 + x^2)))"});
}

TEST_CASE("a branch, a 0th power and a product with 0 need what they ignore", "[having_a_value]") {
  check_fates(fate::no_value,
              {"integral(x, -1, 1, if(log(x) > 5, 1, 1))", "integral(x, -1, 1, log(x)^0)",
               "integral(x, -1, 1, 0*log(x))", "minimum(x, -2, 2, log(x^2 - 1)^0)",
               "maximum(x, -2, 2, 0*sqrt(x^2 - 1))", "minimum(x, 0, 2, if(log(x - 1) > 5, 1, 1))",
               "integral(x, 0, 1, sqrt(x - 10^-30))", "integral(x, 0, 1, (x - 10^-30)^(1/3))"});
  check_never_a_value({"integral(x, -1, 1, (1/x)^0)", "minimum(x, -1, 1, (x/x)^0)",
                       "maximum(x, -1, 1, tanh(1/x))", "integral(x, -1, 1, x/x)",
                       "smallest(x, 0, 2, 1/(x - 1)^2 > 0 and x >= 3/2)",
                       "integral(x, -1, 1, tanh(log(x^2)))"});
  // `smallest` does not ask what lies beyond the place.
  check_fates(fate::value, {"smallest(x, 0, 2, x >= 1/2 and sqrt(1 - x)^0 > 0)"});
}

TEST_CASE("guards are checked in order, also under an integral", "[having_a_value]") {
  check_fates(fate::value, {"integral(x, 0, 2, if(x > 3 and 1/0 > 1, x, 1)) == 2",
                            "integral(x, 0, 2, if(x < 3 or log(-1) > 1, x, 1)) == 2",
                            "integral(x, 0, 2, if(x > 3, log(-1), if(x > 4 or x < 3, x, 1/0)))",
                            "integral(x, -1, 1, if(x > 0, sqrt(x), 1))",
                            "integral(x, -1, 2, if(2*x - 1 >= 0, sqrt(4*x - 2), 1))",
                            "integral(x, -2, 2, if(x^2 - 2 > 0, sqrt(x^2 - 2), 1))"});
  check_fates(fate::no_value, {"integral(x, 0, 2, if(x > 1 and 1/0 > 1, x, 1))",
                               "integral(x, 0, 2, if(1/0 > 1 and x > 3, x, 1))"});
  check_never_a_value({"integral(x, -1, 1, if(x > -1/10^20, sqrt(x), 1))",
                       "integral(x, -2, 2, if(x^2 - 2 > -10^-20, sqrt(x^2 - 2), 1))"});
}

TEST_CASE("an edge of the domain is allowed where it is certain", "[having_a_value]") {
  check_fates(fate::value,
              {"integral(x, 0.1, 1, sqrt(x - 0.1))", "integral(x, -1, 1, sqrt(1 - x^2))",
               "integral(x, 1, 2, sqrt(log(x)))", "integral(x, log(2), 2, sqrt(exp(x) - 2))",
               "integral(x, -1, 1, sqrt(x^2))", "integral(x, 0, 1, x*sqrt(x*sqrt(x)))",
               "integral(x, 0, 1, (x*(1 - x))^(1/3))"});
  check_never_a_value({"integral(x, 0.1, 1, sqrt(x - 0.1 - 10^-25))",
                       "integral(x, -1, 1, sqrt(1 - 10^-25 - x^2))"});
}

TEST_CASE("a definition needs the arguments that it ignores", "[having_a_value]") {
  definitions visible;
  visible.add({"one", {"a"}, parse_formula("1")});
  visible.add({"above", {"a", "b"}, parse_formula("if(a > 0, a, b)")});
  CHECK(fate_of("one(log(-1))", visible) == fate::no_value);
  CHECK(fate_of("integral(x, -1, 1, one(log(x)))", visible) == fate::no_value);
  CHECK(fate_of("minimum(x, -1, 1, one(log(x)))", visible) == fate::no_value);
  CHECK(fate_of("normal_mean(x, above(1, sqrt(80 - x)))", visible) == fate::no_value);
  CHECK(fate_of("integral(x, 1, 2, above(x, log(x)))", visible) == fate::value);
}

TEST_CASE("a negative base has the powers that are whole", "[having_a_value]") {
  CHECK(fate_of("defined((-2)^(sqrt(2)*sqrt(2)))") == fate::open);
  CHECK(fate_of("defined((-2)^sqrt(2)) or 1 < 0") == fate::value);
  CHECK(fate_of("(-2)^sqrt(2)") == fate::no_value);
  CHECK(fate_of("(-2)^log(2)") == fate::no_value);
  check_fates(fate::value, {"integral(x, 0, 3, (-1)^floor(x)) > 0.99999",
                            "integral(x, 0, 3, (-1)^floor(x)) < 1.00001"});
  check_fates(fate::no_value, {"0^(-inf)", "integral(x, 0, 3, (-1)^(floor(x) + 1/2))"});
}

TEST_CASE("a law sums to 1 to 50 digits at least, and then carries no proof", "[having_a_value]") {
  CHECK(fate_of("mean(x, law(x, 0, 1, if(x < 1, exp(-1), 1 - exp(-1))), x)") == fate::value);
  CHECK(fate_of("mean(x, law(x, 0, 1, if(x < 1, exp(-1) + 10^-45, 1 - exp(-1))), x)") ==
        fate::no_value);
  const auto found = judge_one(
      claim_text("claim = \"mean(x, law(x, 0, 1, if(x < 1, exp(-a), 1 - exp(-a))), x) > 0.5\"\n"
                 "domain = [\"a >= 1\", \"a <= 2\"]",
                 "a = [1, 2]\n[claim.prove]\na = [1, 2]"));
  CHECK(found.found.outcome == verdict::verified);
  CHECK(found.found.checked == 2);
  CHECK(found.found.tied == 0);
}

TEST_CASE("no sides are equal to 50 digits over an interval", "[having_a_value]") {
  const range_map narrow{{"x", {parse_formula("1"), parse_formula("1 + 10^-60")}}};
  const auto found = refine_over_ranges(*parse_formula("x == 1"), definitions(), {}, narrow, 15,
                                        {64, 1024}, budget(), evaluation_method::automatic);
  CHECK_FALSE(std::get<truth>(found.known.result).value.has_value());
}

TEST_CASE("no region is refuted where the claim has no value", "[having_a_value]") {
  const auto region_is_proved = [](const std::string& relation) {
    const auto found = judge_one(
        claim_text("claim = \"" + relation +
                       "\"\nintegers = [\"n\"]\n"
                       "domain = [\"n >= 2\", \"eps0 >= 1\", \"lambda >= 2\"]",
                   "n = [2]\neps0 = [1]\nlambda = [2]") +
        "[[claim.refute]]\nn = { from = 2 }\neps0 = { from = 1 }\nlambda = { from = 2 }\n");
    REQUIRE(found.found.refuted_regions.size() == 1);
    return found.found.refuted_regions.front().is_proved;
  };
  // False everywhere, and shown to be; the same behind what has no value.
  CHECK(region_is_proved("eps0 < 1/2"));
  CHECK_FALSE(region_is_proved("log(3 - eps0) > 5 and eps0 < 1/2"));
  CHECK(region_is_proved("log(eps0 + 1) > 0 and eps0 < 1/2"));
  // ε0 lies in the domain of the root, the divergence does not.
  CHECK(region_is_proved("renyi(clone_pair(n, eps0), lambda) >= 2*eps0"));
  CHECK_FALSE(region_is_proved("sqrt(renyi(clone_pair(n, eps0), lambda) - 1/10) >= 2*eps0"));
}

}  // namespace test_having_a_value
