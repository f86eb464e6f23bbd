// What formulas are worth: exact values, values that do not exist, decisions, ties and scope.

#include <algorithm>

#include "arithmetic/interval.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_evaluate {

using namespace shufflecert;

namespace {

const definitions& none() {
  static const definitions empty;
  return empty;
}

std::string in_words(const formula_value& found) {
  if (const auto* decided = std::get_if<truth>(&found))
    return !decided->value   ? "undecided"
           : decided->tied   ? (*decided->value ? "tied" : "tied and false")
           : *decided->value ? "true"
                             : "false";
  if (const auto* x = std::get_if<number>(&found)) {
    if (x->is_infinity(1)) return "inf";
    if (x->is_infinity(-1)) return "-inf";
    const auto* q = x->as_rational();
    return q == nullptr ? "not rational" : q->str();
  }
  return "a pair";
}

/// The exact rational, the decision, or "undefined"; p/q in lowest terms.
std::string outcome(const std::string& text, const definitions& visible = none(),
                    const variable_map& variables = {}) {
  try {
    const auto known = refine(*parse_formula(text), visible, variables, 30, {}, {});
    if (known.precision == 0) return known.reason;
    return in_words(known.result);
  } catch (const undefined_value&) {
    return "undefined";
  }
}

std::string complaint(const std::string& text) {
  return message_of<undefined_value>([&] { refine(*parse_formula(text), none(), {}, 30, {}, {}); });
}

struct example {
  const char* formula;
  const char* outcome;
};

template <std::size_t Count>
void check_all(const example (&corpus)[Count]) {
  for (const auto& [formula, expected] : corpus) {
    INFO(formula);
    CHECK(outcome(formula) == expected);
  }
}

ball interval_ball(const rational& lower, const rational& upper) {
  return ball::hull(ball::of(lower, 128), ball::of(upper, 128));
}

/// Evaluates with x bound to a ball that covers [lower, upper].
formula_value with_interval(const std::string& text, const rational& lower, const rational& upper) {
  const budget limits;
  const variable_map variables;
  evaluator at({none(), 128, limits, nullptr}, variables);
  at.bind("x", number(interval_ball(lower, upper)));
  return at.evaluate(*parse_formula(text));
}

std::string decision(const std::string& text, const rational& lower, const rational& upper) {
  return in_words(with_interval(text, lower, upper));
}

/// Certainly encloses every value that the formula takes, and is not much wider than [low, high].
void check_hull(const std::string& text, const rational& lower, const rational& upper,
                const rational& low, const rational& high) {
  INFO(text);
  const ball found = std::get<number>(with_interval(text, lower, upper)).to_ball(128);
  CHECK(contains(found, low));
  CHECK(contains(found, high));
  const rational margin(1, 1000);
  CHECK_FALSE(contains(found, rational(low - margin)));
  CHECK_FALSE(contains(found, rational(high + margin)));
}

}  // namespace

TEST_CASE("formulas with exact values") {
  check_all({
      // Powers and roots.
      {"0^0", "1"},
      {"(exp(1) - exp(1))^0", "1"},
      {"0^3", "0"},
      {"0^(1/2)", "0"},
      {"(-2)^3", "-8"},
      {"(2/3)^-2", "9/4"},
      {"4^(1/2)", "2"},
      {"8^(2/3)", "4"},
      {"(1/4)^(-1/2)", "2"},
      {"sqrt(9/4)", "3/2"},
      {"sqrt(0)", "0"},
      {"2^100", "1267650600228229401496703205376"},
      // Rounding, choice.
      {"floor(7/2)", "3"},
      {"floor(-7/2)", "-4"},
      {"ceil(7/2)", "4"},
      {"ceil(-7/2)", "-3"},
      {"floor(5)", "5"},
      {"ceil(5)", "5"},
      {"floor(pi)", "3"},
      {"ceil(-pi)", "-3"},
      {"abs(-3/4)", "3/4"},
      {"min(3, 1/2, 2)", "1/2"},
      {"max(3, 1/2, 2)", "3"},
      {"max(-1, -1)", "-1"},
      {"min(inf, 5)", "5"},
      // Counting: 5·4/2, (−1)(−2)(−3)/6, (1/2)(−1/2)/2.
      {"binomial(5, 2)", "10"},
      {"binomial(5, 0)", "1"},
      {"binomial(3, 5)", "0"},
      {"binomial(3, -1)", "0"},
      {"binomial(-1, 3)", "-1"},
      {"binomial(1/2, 2)", "-1/8"},
      {"factorial(0)", "1"},
      {"factorial(6)", "720"},
      {"gamma(5)", "24"},
      // Sums and products, with their usual closed forms.
      {"sum(j, 1, 100, j)", "5050"},
      {"sum(j, -2, 2, j^2)", "10"},
      {"sum(j, 0, 10, 2^j)", "2047"},
      {"sum(j, 1, 9, 1/(j*(j + 1)))", "9/10"},
      {"product(j, 1, 5, j)", "120"},
      {"product(j, 2, 10, 1 - 1/j)", "1/10"},
      {"sum(j, 3, 3, j)", "3"},
      {"sum(j, 1, 0, j)", "0"},
      {"sum(j, 1, 0, 1/0)", "0"},
      {"product(j, 5, 4, 0)", "1"},
      {"sum(i, 1, 3, sum(j, 1, i, 1))", "6"},
      {"sum(j, 1, 3, sum(j, 1, 2, j))", "9"},
      {"sum(j, 1, 3, j) + sum(j, 1, 2, j)", "9"},
      {"sum(k, 0, 5, binomial(5, k)*(1/3)^k*(2/3)^(5 - k))", "1"},
      // Logarithms of rationals stay exact.
      {"exp(log(3))", "3"},
      {"floor(exp(log(3)))", "3"},
      {"ceil(exp(log(3)))", "3"},
      {"floor(exp(2*log(3)))", "9"},
      {"exp(-log(3))", "1/3"},
      {"exp(log(9)/2)", "3"},
      {"exp(log(2) + log(5))", "10"},
      {"exp(log(10) - log(5))", "2"},
      {"exp(2*log(3) + log(1/9))", "1"},
      {"log(8)/log(2)", "3"},
      {"log(27)/log(9)", "3/2"},
      {"log(1/4)/log(2)", "-2"},
      {"log(1)", "0"},
      {"expm1(log(3))", "2"},
      {"exp(log1p(2))", "3"},
      {"tanh(log(3))", "4/5"},    // (9 − 1)/(9 + 1)
      {"tanh(log(9)/2)", "4/5"},  // the same
      {"exp(lgamma(5))", "24"},
      {"exp(0)", "1"},
      {"expm1(0)", "0"},
      {"tanh(0)", "0"},
      {"Phi(0)", "1/2"},
      {"Phi_inv(1/2)", "0"},
      // The ends of the extended line.
      {"inf", "inf"},
      {"-inf", "-inf"},
      {"inf + 1", "inf"},
      {"5 - inf", "-inf"},
      {"inf + inf", "inf"},
      {"-2*inf", "-inf"},
      {"inf*inf", "inf"},
      {"inf/-2", "-inf"},
      {"1/inf", "0"},
      {"exp(inf)", "inf"},
      {"exp(-inf)", "0"},
      {"expm1(-inf)", "-1"},
      {"log(inf)", "inf"},
      {"sqrt(inf)", "inf"},
      {"tanh(-inf)", "-1"},
      {"Phi(inf)", "1"},
      {"Phi(-inf)", "0"},
      {"abs(-inf)", "inf"},
      {"floor(inf)", "inf"},
      {"inf^2", "inf"},
      {"inf^-2", "0"},
      {"2^inf", "inf"},
      {"(1/2)^inf", "0"},
      {"(-inf)^3", "-inf"},
  });
}

TEST_CASE("values that do not exist") {
  for (const char* formula : {"1/0",
                              "0/0",
                              "1/(1/2 - 0.5)",
                              "inf/0",
                              "0^-1",
                              "0^(-1/2)",
                              "log(0)",
                              "log(-1)",
                              "log(-pi)",
                              "log1p(-1)",
                              "log1p(-2)",
                              "sqrt(-1)",
                              "sqrt(-pi)",
                              "(-8)^(1/3)",
                              "(-2)^pi",
                              "0*inf",
                              "inf*0",
                              "inf - inf",
                              "-inf + inf",
                              "inf/inf",
                              "1^inf",
                              "inf^0",
                              "(-2)^inf",
                              "binomial(3, 1/2)",
                              "binomial(inf, 2)",
                              "factorial(-1)",
                              "factorial(1/2)",
                              "factorial(log(2))",
                              "gamma(0)",
                              "gamma(-3)",
                              "lgamma(0)",
                              "lgamma(-1/2)",
                              "Phi_inv(0)",
                              "Phi_inv(1)",
                              "Phi_inv(2)",
                              "Phi_inv(-1/2)",
                              "sum(j, 1/2, 3, j)",
                              "sum(j, 1, 5/2, j)",
                              "sum(j, 1, inf, j)",
                              "sum(j, 1, log(2), j)",
                              "sum(j, -1, 1, 1/j)",
                              "renyi(clone_pair(2, 1), 0)",
                              "renyi(clone_pair(2, 1), -1)",
                              "clone_pair(0, 1)",
                              "clone_pair(3/2, 1)",
                              "rr_pair(2, -1)",
                              "clone_pair(2, 1, 0)",
                              "clone_pair(2, 1, 2)",
                              "normal_pair(0, 0, 0, 1)"}) {
    INFO(formula);
    CHECK(outcome(formula) == "undefined");
  }
}

TEST_CASE("a complaint says which part of the formula does not exist") {
  CHECK(complaint("1 + 2*(3/(1 - 1))") == "division by zero in '3/(1 - 1)'");
  CHECK(complaint("exp(log(0)) < 1") == "log of a number that is not positive in 'log(0)'");
  CHECK(complaint("sum(j, 1, 1/2, j)") ==
        "the upper limit must be a whole number in 'sum(j, 1, 1/2, j)'");
  // Long parts are cut to 60 characters.
  const std::string part =
      complaint("log(0*(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 + 13))");
  CHECK(part ==
        "log of a number that is not positive in "
        "'log(0*(1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 +...'");
}

TEST_CASE("what is certainly no whole number is refused as such") {
  const auto said = [](const std::string& text) {
    return message_of<undefined_value>(
        [&] { refine(*parse_formula(text), none(), {}, 10, {}, {}); });
  };
  CHECK(said("total_variation(clone_pair(pi, 1))") ==
        "n must be a whole number in 'clone_pair(pi, 1)'");
  CHECK(said("total_variation(compose(rr_pair(2, 1), exp(1)))") ==
        "k must be a whole number in 'compose(rr_pair(2, 1), exp(1))'");
  // What the formula does not show is said, and how to write a whole number.
  CHECK(said("total_variation(clone_pair(0.95*50001, 2))") ==
        "n must be a whole number in 'clone_pair(0.95*50001, 2)'; it is 47500.95: write "
        "floor(0.95*50001)");
  CHECK(has(said("total_variation(compose(rr_pair(2, 1), 1000/7 + 1))"),
            "; it is 1007/7: write floor(1000/7 + 1)"));
  CHECK(has(said("sum(j, 1, 5*0.3, j)"), "'sum(j, 1, 5*0.3, j)'; it is 1.5: write floor(5*0.3)"));
  for (const char* shown : {"clone_pair(10.5, 2)", "clone_pair(21/2, 2)", "clone_pair(2*pi, 2)"})
    CHECK_FALSE(has(said("total_variation(" + std::string(shown) + ")"), "floor"));
  CHECK(has(said("sum(j, 1, pi, j)"), "the upper limit must be a whole number"));
  CHECK(has(said("factorial(pi)"), "the argument of factorial is not a whole number"));
  CHECK(has(said("binomial(5, sqrt(2))"), "the second argument of binomial is not a whole number"));
  CHECK(has(said("binomial_cdf(1, 3*pi, 1/2)"), "n must be a whole number"));
  CHECK(has(said("rounds_to(inf, inf, 1)"), "inf - inf"));
  CHECK(
      std::get<truth>(refine(*parse_formula("rounds_to(inf, 5, 1)"), none(), {}, 10, {}, {}).result)
          .value == false);
  // A ball around a whole number may be one.
  const refined_value open = refine(
      *parse_formula("total_variation(clone_pair(exp(1)*exp(-1), 1))"), none(), {}, 10, {}, {});
  CHECK(has(open.reason, "whether n is a whole number is not determined"));
}

TEST_CASE("the longest sum that is allowed") {
  // 10^7 terms are legal; one of them fails at once, so that the test need not add them all.
  CHECK(complaint("sum(j, 1, 10000000, 1/(j - 1))") == "division by zero in '1/(j - 1)'");
  // A longer one exists, and is too long to be added up.
  for (const char* formula :
       {"sum(j, 1, 10000001, j)", "product(j, 0, 10000000, 1)", "sum(j, -2^62, 2^62, 1)"})
    CHECK(outcome(formula) == "a sum or product of more than 10000000 terms");
}

TEST_CASE("comparisons that exact arithmetic decides") {
  check_all({
      {"1/3 < 0.34", "true"},
      {"0.1 + 0.2 == 0.3", "true"},
      {"0.1 + 0.2 != 0.3", "false"},
      {"1 <= 1", "true"},
      {"1 >= 1", "true"},
      {"1 < 1", "false"},
      {"exp(log(3)) == 3", "true"},
      {"exp(log(3)) < 3", "false"},
      {"exp(log(3)) <= 3", "true"},
      {"log(2) + log(3) == log(6)", "true"},
      {"log(4) == 2*log(2)", "true"},
      {"log(4) != 2*log(2)", "false"},
      {"log(4) < 2*log(2)", "false"},
      {"log(4) >= 2*log(2)", "true"},
      {"log(3) == 2*log(2)", "false"},
      {"log(1/2) == -log(2)", "true"},
      // A logarithm of a rational other than 1 is never rational.
      {"log(2) == 0.693147180559945309417232121458176568", "false"},
      {"log(2) != 0.693147180559945309417232121458176568", "true"},
      {"exp(log(3)/2)*exp(log(3)/2) == 3", "true"},
      {"inf <= inf", "true"},
      {"inf == inf", "true"},
      {"inf < inf", "false"},
      {"inf != inf", "false"},
      {"-inf < inf", "true"},
      {"-inf >= inf", "false"},
      {"exp(100) < inf", "true"},
      {"inf <= 5", "false"},
      {"0^0 == 1", "true"},
      {"tanh(log(2)/2) == 1/3", "true"},
  });
}

TEST_CASE("comparisons that enclosures decide") {
  check_all({
      {"pi > 3.14159265358979", "true"},
      {"pi < 3.14159265358979", "false"},
      {"exp(1) == 2.718281828459045", "false"},
      {"exp(1) != 2.718281828459045", "true"},
      {"exp(1) < exp(1) + 1e-100", "true"},
      {"sqrt(2)*sqrt(2) < 2 + 1e-200", "true"},
      {"exp(1)*exp(-1) <= 1 - 1e-60", "false"},
      {"exp(1)*exp(-1) == 1 + 1e-60", "false"},  // 50 digits take 256 bits, which tell these apart
  });
}

// 1 in disguise: sqrt(3 + 2·sqrt(2)) is 1 + sqrt(2), which no law of powers says.
TEST_CASE("ties: both sides equal to 50 digits") {
  check_all({
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) <= 1", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) >= 1", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 + 1e-100", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1", "undecided"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) > 1", "undecided"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) != 1", "undecided"},
      {"not ((sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1)", "undecided"},
      {"not ((sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1)", "undecided"},
      // Around 0 no number of digits agrees.
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1 <= 0", "undecided"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1 == 0", "undecided"},
      // A tie is not a decision to build on.
      {"if((sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1, 1, 2) == 1", "undecided"},
      {"if((sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1, 1, 2) < 2.001", "true"},
      {"floor((sqrt(3 + 2*sqrt(2)) - sqrt(2))) == 1", "undecided"},
      // Combined with what is certain.
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 and 1 < 2", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 and 2 < 1", "false"},
      {"2 < 1 and (sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1", "false"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 or 1 < 2", "true"},
      {"1 < 2 or (sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1", "true"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 or 2 < 1", "tied"},
      {"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1 and (sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1", "undecided"},
  });
}

TEST_CASE("the rule of ties asks both sides for 50 digits") {
  const auto tied_with = [](const char* relative_radius) {
    // Two overlapping balls around 1, one of them with this radius.
    const rational r = *parse_decimal(relative_radius);
    const number wide(ball::hull(ball::of(rational(1 - r), 400), ball::of(rational(1 + r), 400)));
    const number exact(rational(1));
    const truth one = compare(wide, relation::equal, exact, 400);
    const truth other = compare(exact, relation::less_equal, wide, 400);
    CHECK(one.tied == other.tied);
    CHECK(one.value.has_value() == one.tied);
    return one.tied;
  };
  CHECK(tied_with("1e-51"));
  CHECK(tied_with("0.9e-50"));
  CHECK_FALSE(tied_with("1.1e-50"));
  CHECK_FALSE(tied_with("1e-49"));
}

TEST_CASE("and, or and not with open operands") {
  const auto decided = [](const std::string& text) { return decision(text, 0, 2); };
  CHECK(decided("x < 1") == "undecided");
  CHECK(decided("x < 3") == "true");
  CHECK(decided("x > 3") == "false");
  CHECK(decided("not x < 1") == "undecided");
  CHECK(decided("not x < 3") == "false");
  CHECK(decided("x < 1 and x > 3") == "false");
  CHECK(decided("x > 3 and x < 1") == "false");
  CHECK(decided("x < 1 and x < 3") == "undecided");
  CHECK(decided("x < 1 or x < 3") == "true");
  CHECK(decided("x < 3 or x < 1") == "true");
  CHECK(decided("x < 1 or x > 3") == "undecided");
}

TEST_CASE("a condition guards what comes after it") {
  check_all({
      {"1 > 2 and 1/0 > 0", "false"},
      {"1 < 2 or 1/0 > 0", "true"},
      {"1 < 2 and 1/0 > 0", "undefined"},
      {"1 > 2 or 1/0 > 0", "undefined"},
      {"1/0 > 0 and 1 > 2", "undefined"},
      {"not 1/0 > 0", "undefined"},
      // Whether the undefined part counts hangs on a guard that stays open.
      {"sqrt(3 + 2*sqrt(2)) < 1 + sqrt(2) and 1/0 > 0",
       "not decided with 2048 bits: a condition that guards an undefined value is not determined"},
  });
}

TEST_CASE("if evaluates only the branch that is decided") {
  check_all({
      {"if(1 < 2, 5, 1/0)", "5"},
      {"if(1 > 2, 1/0, 7)", "7"},
      {"if(1 < 2, 1/0, 7)", "undefined"},
      {"if(1/0 > 0, 1, 2)", "undefined"},
      {"if(1 < 2, 1 < 0, 1/0 > 0)", "false"},
      {"if(exp(log(2)) == 2, 1, 2)", "1"},
      {"renyi(if(1 < 2, gaussian_pair(1), 1), 2)", "1"},
      {"if(1 < 2, gaussian_pair(1), gaussian_pair(2))", "a pair"},
      {"1 + if(1 < 2, gaussian_pair(1), 1)", "undefined"},
  });
}

TEST_CASE("an if that is not decided covers both branches") {
  check_hull("if(x < 1, 2, 5)", 0, 2, 2, 5);
  check_hull("if(x < 1, -5, 1/2)", 0, 2, -5, rational(1, 2));
  // Equal branches need no decision.
  CHECK(decision("if(x < 1, 3, 3) == 3", 0, 2) == "true");
  // One branch does not exist: nothing can be said.
  CHECK(message_of<precision_needed>([] { with_interval("if(x < 1, 1, 1/0)", 0, 2); }) ==
        "the condition of an 'if' is not determined");
}

TEST_CASE("floor, ceil, min, max and abs of an interval cover all values") {
  check_hull("floor(x)", rational(3, 2), rational(5, 2), 1, 2);
  check_hull("ceil(x)", rational(3, 2), rational(5, 2), 2, 3);
  check_hull("floor(x)", rational(-1, 2), rational(1, 2), -1, 0);
  check_hull("min(x, 2)", 1, 3, 1, 2);
  check_hull("max(x, 2)", 1, 3, 2, 3);
  const ball size = std::get<number>(with_interval("abs(x)", -1, 3)).to_ball(128);
  CHECK(contains(size, rational(0)));
  CHECK(contains(size, rational(3)));
  CHECK(decision("floor(x) == 1", rational(5, 4), rational(7, 4)) == "true");
  CHECK(decision("ceil(x) == 2", rational(5, 4), rational(7, 4)) == "true");
}

TEST_CASE("an interval that touches an undefined place asks for more precision") {
  for (const char* formula : {"1/x", "log(x)", "sqrt(x)", "x^-1", "x^(1/2)", "Phi_inv(x)",
                              "log1p(x - 1)", "gamma(x)", "lgamma(x)", "x*inf"}) {
    INFO(formula);
    CHECK(message_of<precision_needed>([&] { with_interval(formula, -1, rational(1, 2)); }) !=
          "no error");
  }
}

TEST_CASE("defined") {
  check_all({
      {"defined(1/2)", "true"},
      {"defined(1/0)", "false"},
      {"defined(log(0) + 1)", "false"},
      {"defined(1/0 < 1)", "false"},
      {"defined(gaussian_pair(1))", "true"},
      {"defined(normal_pair(0, -1, 0, 1))", "false"},
      {"not defined(1/0)", "true"},
      {"defined(1/0) or 1 < 2", "true"},
  });
  CHECK(decision("defined(log(x))", 1, 2) == "true");
  CHECK(decision("defined(log(x))", -2, -1) == "false");
  CHECK(decision("defined(log(x))", -1, 1) == "undecided");
}

TEST_CASE("definitions see their parameters only") {
  definitions visible;
  REQUIRE(visible.add({"twice", {"a"}, parse_formula("2*a")}));
  REQUIRE(visible.add({"leak", {"a"}, parse_formula("a + y")}));
  REQUIRE(visible.add({"leak_index", {"a"}, parse_formula("a + j")}));
  REQUIRE(visible.add({"minus", {"a", "b"}, parse_formula("a - b")}));
  REQUIRE(visible.add({"swapped", {"a", "b"}, parse_formula("minus(b, a)")}));
  REQUIRE(visible.add({"circle", {"pair"}, parse_formula("renyi(pair, 2)")}));
  REQUIRE(visible.add({"area", {"r"}, parse_formula("pi*r^2")}));
  const variable_map variables{{"y", parse_formula("100")}, {"a", parse_formula("7")}};
  const auto value = [&](const std::string& text) { return outcome(text, visible, variables); };
  CHECK(value("twice(3)") == "6");
  CHECK(value("twice(a)") == "14");
  CHECK(value("twice(twice(a))") == "28");
  CHECK(value("minus(5, 3)") == "2");
  CHECK(value("swapped(5, 3)") == "-2");
  CHECK(value("leak(1)") == "undefined");
  CHECK(value("sum(j, 1, 3, leak_index(j))") == "undefined");
  CHECK(value("sum(j, 1, 3, twice(j))") == "12");
  CHECK(value("sum(a, 1, 3, twice(a)) + a") == "19");
  CHECK(value("circle(gaussian_pair(3))") == "9");  // 3²·2/2
  CHECK(value("floor(area(1))") == "3");
  // Names are taken once.
  CHECK_FALSE(visible.add({"twice", {}, parse_formula("1")}));
  CHECK(value("twice(3)") == "6");
}

TEST_CASE("an index hides a variable of the same name, inside the body only") {
  const variable_map variables{{"j", parse_formula("10")}, {"k", parse_formula("j + 1")}};
  const auto value = [&](const std::string& text) { return outcome(text, none(), variables); };
  CHECK(value("sum(j, 1, 3, j)") == "6");
  CHECK(value("j + sum(j, 1, 3, j)") == "16");
  CHECK(value("sum(j, j, j + 1, j)") == "21");
  // k belongs to the point: its j is the point's, whatever the index is called.
  CHECK(value("sum(j, 1, 3, k)") == "33");
}

TEST_CASE("variables are evaluated by need, in any order") {
  const variable_map variables{{"a", parse_formula("b + 1")},
                               {"b", parse_formula("2*c")},
                               {"c", parse_formula("log(3)/log(9)")},
                               {"broken", parse_formula("1/0")}};
  CHECK(outcome("a + b", none(), variables) == "3");
  CHECK(outcome("if(c < 1, 1, broken)", none(), variables) == "1");
  CHECK(outcome("broken", none(), variables) == "undefined");
  CHECK(outcome("missing", none(), variables) == "undefined");
}

TEST_CASE("a bound value overrides a variable") {
  const variable_map variables{{"x", parse_formula("1")}};
  const budget limits;
  evaluator at({none(), 64, limits, nullptr}, variables);
  at.bind("x", number(rational(5)));
  CHECK(at.evaluate_number(*parse_formula("x + 1")).as_rational()->str() == "6");
}

TEST_CASE("values of the wrong kind are refused when evaluated") {
  const budget limits;
  const variable_map variables{{"p", parse_formula("gaussian_pair(1)")},
                               {"c", parse_formula("1 < 2")}};
  evaluator at({none(), 64, limits, nullptr}, variables);
  const auto error = [&](const std::string& text) {
    return message_of<undefined_value>([&] { at.evaluate(*parse_formula(text)); });
  };
  CHECK(error("p + 1") == "expected a number, found a pair in 'p'");
  CHECK(error("1 and c") == "expected a condition, found a number in '1'");
  CHECK(error("renyi(c, 2)") == "expected a pair, found a condition in 'c'");
  CHECK(error("exp(p)") == "expected a number, found a pair in 'p'");
  CHECK(message_of<undefined_value>([&] { at.evaluate_truth(*parse_formula("1 + 1")); }) ==
        "expected a condition, found a number in '1 + 1'");
}

TEST_CASE("long evaluations stop at the deadline") {
  const budget over(budget::clock::now() - std::chrono::seconds(1));
  const variable_map variables;
  evaluator at({none(), 64, over, nullptr}, variables);
  CHECK(message_of<beyond_reach>([&] { at.evaluate(*parse_formula("sum(j, 1, 10^6, 1/j)")); }) ==
        "the time limit was reached");
  // Definitions that use the one before twice: 2^22 additions, which take seconds, without any sum.
  definitions visible;
  REQUIRE(visible.add({"d0", {"x"}, parse_formula("x")}));
  for (int i = 1; i <= 22; ++i) {
    const std::string below = "d" + std::to_string(i - 1) + "(x)";
    REQUIRE(visible.add({"d" + std::to_string(i), {"x"}, parse_formula(below + " + " + below)}));
  }
  const budget soon(budget::clock::now() + std::chrono::milliseconds(50));
  evaluator doubling({visible, 64, soon, nullptr}, variables);
  CHECK(message_of<beyond_reach>([&] { doubling.evaluate(*parse_formula("d22(1)")); }) ==
        "the time limit was reached");
}

TEST_CASE("the cache gives back what was computed, per precision") {
  quantity_cache cache;
  const budget limits;
  const variable_map variables;
  const auto formula = parse_formula("renyi(clone_pair(20, log(3)), 2)");
  const auto evaluate = [&](bits precision, quantity_cache* used) {
    evaluator at({none(), precision, limits, used}, variables);
    const number result = at.evaluate_number(*formula);
    CHECK(at.methods().size() == 1);
    return result.to_ball(precision);
  };
  const ball fresh = evaluate(128, nullptr);
  const ball first = evaluate(128, &cache);
  const ball second = evaluate(128, &cache);
  CHECK(arb_equal(fresh.raw(), first.raw()));
  CHECK(arb_equal(first.raw(), second.raw()));
  // A coarse value must not be handed out where a fine one is asked for.
  evaluate(64, &cache);
  CHECK(evaluate(512, &cache).has_relative_radius(120));
}

TEST_CASE(
    "a call that takes long is evaluated once for the same arguments, precision and meaning") {
  quantity_cache cache;
  const variable_map variables;
  definitions visible;
  visible.add({"term", {"j", "x"}, parse_formula("x^j/j + renyi(clone_pair(3, 1), 2)*0")});
  visible.add({"long", {"x"}, parse_formula("sum(j, 1, 1000, term(j, x))")});
  definitions others;
  others.add({"term", {"j", "x"}, parse_formula("x^j/j^2")});
  others.add({"long", {"x"}, parse_formula("sum(j, 1, 1000, term(j, x))")});
  struct outcome {
    ball value;
    std::int64_t looks;
    std::set<std::string> methods;
  };
  const auto evaluate = [&](const definitions& of, const char* formula, bits precision,
                            quantity_cache* used) {
    work_meter work{0, 1'000'000};
    const budget limits = budget().metered_by(work);
    evaluator at({of, precision, limits, used}, variables);
    const ball value = at.evaluate_number(*parse_formula(formula)).to_ball(precision);
    return outcome{value, work.done, at.methods()};
  };
  const auto is_same = [](const outcome& a, const outcome& b) {
    return arb_equal(a.value.raw(), b.value.raw()) != 0 && a.methods == b.methods;
  };
  const outcome fresh = evaluate(visible, "long(1/3)", 128, nullptr);
  CHECK(fresh.methods.size() == 1);
  const outcome first = evaluate(visible, "long(1/3)", 128, &cache);
  const outcome second = evaluate(visible, "long(1/3)", 128, &cache);
  CHECK(is_same(fresh, first));
  CHECK(is_same(first, second));
  CHECK(first.looks > 1);
  CHECK(second.looks == 0);
  // Arguments that are not exact, other arguments, another precision, another meaning.
  for (const char* other : {"long(exp(-1))", "long(1/4)", "long(-1/3)"})
    CHECK(is_same(evaluate(visible, other, 128, &cache), evaluate(visible, other, 128, nullptr)));
  CHECK(is_same(evaluate(visible, "long(1/3)", 300, &cache),
                evaluate(visible, "long(1/3)", 300, nullptr)));
  CHECK(is_same(evaluate(others, "long(1/3)", 128, &cache),
                evaluate(others, "long(1/3)", 128, nullptr)));
}

TEST_CASE("a law in the body of a mean is made once") {
  const auto looks = [](const char* formula) {
    work_meter work{0, 1'000'000};
    const budget limits = budget().metered_by(work);
    const variable_map variables;
    evaluator at({none(), 64, limits, nullptr}, variables);
    CHECK(at.evaluate_number(*parse_formula(formula)).to_ball(64).has_relative_radius(10));
    return work.done;
  };
  // The second law has 1001 outcomes, and each is asked for.
  CHECK(looks("mean(m, rr_law(1, 1000, 0), pmf(rr_law(1, 1000, 0), m))") < 100);
  CHECK(looks("sum(m, 0, 3, pmf(rr_law(1, 1000 + m, 0), m))") > 8);
}

TEST_CASE("a number of users that is a range of whole numbers") {
  definitions visible;
  visible.add(
      {"of_all_but", {"m", "less"}, parse_formula("renyi(clone_pair(m - less, eps(0)), 2)")});
  visible.add({"eps", {"x"}, parse_formula("1 + x")});
  const budget limits;
  const variable_map variables;
  quantity_cache cache;
  const ball from_3_to_5 = ball_between(ball::of(3, 128), ball::of(5, 128), 128);
  const auto evaluate = [&](const char* formula, number n) {
    evaluator at({visible, 128, limits, &cache}, variables);
    at.bind("n", std::move(n));
    return at.evaluate_number(*parse_formula(formula)).to_ball(128);
  };
  // Formulas of n that are whole, with the number of users of which they are largest and least.
  struct whole_formula {
    const char* users;
    std::int64_t fewest;
    std::int64_t most;
    bool is_product_of_ranges = false;  // whose ball is wider than what is in it
  };
  for (const auto& [users, fewest, most, is_product_of_ranges] : {whole_formula{"n", 3, 5},
                                                                  {"n + 1", 4, 6},
                                                                  {"n - 2", 1, 3},
                                                                  {"2*n - 1", 5, 9},
                                                                  {"-n + 9", 4, 6},
                                                                  {"n*n", 9, 25, true},
                                                                  {"(n + 1)*(n - 1)", 8, 24, true},
                                                                  {"min(n, 20)", 3, 5}}) {
    INFO(users);
    for (const char* quantity :
         {"renyi(clone_pair(N, 1), 2)", "hockey_stick(swap(unmixed_pair(N, 1)), 1/10)",
          "total_variation(rr_pair(N, 1))", "epsilon(krr_pair(3, N, 1), 1/1000)",
          "tradeoff(subsampled(rr_pair(N, 1), 1/2), 1/2)", "chi_moment(clone_pair(N, 1, 1/2), 2)",
          "at(curve(rr_pair(N, 1)), 1/3)"}) {
      std::string formula = quantity;
      formula.replace(formula.find('N'), 1, users);
      INFO(formula);
      const ball over = evaluate(formula.c_str(), number::whole_in(from_3_to_5));
      const auto at_end = [&](std::int64_t end) {
        std::string there = quantity;
        there.replace(there.find('N'), 1, std::to_string(end));
        return evaluate(there.c_str(), 0);
      };
      const ball first = at_end(fewest);
      const ball last = at_end(most);
      CHECK(overlap(over, first));
      CHECK(overlap(over, last));
      if (is_product_of_ranges) continue;
      // From the one end to the other, but for the 30 bits of a radius, and not beyond.
      const ball width = upper_bound(over) + upper_bound(-over);
      CHECK(less_equal(width * 1000, abs(first - last) * 1001) == true);
    }
  }
  // With a range of another parameter: the corners belong to the fewest users with P and Q farthest
  // apart, and to the most with P and Q nearest.
  const ball eps0 = ball_between(ball::of(1, 128), ball::of(rational("3/2"), 128), 128);
  for (const char* quantity :
       {"renyi(clone_pair(N, E), 2)", "hockey_stick(swap(unmixed_pair(N, E)), 1/10)",
        "total_variation(rr_pair(N, E))", "epsilon(krr_pair(3, N, E), 1/1000)",
        "tradeoff(subsampled(rr_pair(N, E), 1/2), 1/2)", "chi_moment(clone_pair(N, E), 2)"}) {
    INFO(quantity);
    evaluator at({visible, 128, limits, &cache}, variables);
    at.bind("N", number::whole_in(from_3_to_5));
    at.bind("E", number(eps0));
    const ball over = at.evaluate_number(*parse_formula(quantity)).to_ball(128);
    for (const std::int64_t n : {3, 5})
      for (const rational& e : {rational(1), rational("5/4"), rational("3/2")}) {
        evaluator there({visible, 128, limits, &cache}, variables);
        there.bind("N", number(n));
        there.bind("E", number(e));
        CHECK(overlap(over, there.evaluate_number(*parse_formula(quantity)).to_ball(128)));
      }
  }
  // A definition's parameter stays what was given for it.
  const ball defined = evaluate("of_all_but(n, 1)", number::whole_in(from_3_to_5));
  for (const char* there : {"of_all_but(3, 1)", "of_all_but(5, 1)"})
    CHECK(overlap(defined, evaluate(there, 0)));
  // Nothing of a range was kept in the place of a value.
  CHECK(evaluate("renyi(clone_pair(4, 1), 2)", 0).has_relative_radius(20));

  const auto refusal = [&](const char* formula, number n) {
    return message_of<precision_needed>([&] { evaluate(formula, std::move(n)); });
  };
  const std::string not_whole = "whether n is a whole number is not determined";
  for (const char* users : {"n/2", "n*(1/2)", "n + 1/2", "n^2", "sqrt(n)", "n + pi", "n + log(2)",
                            "max(n, 4)", "if(n > 4, 10, 20) + n", "floor(n/2)"}) {
    INFO(users);
    const std::string formula = "renyi(rr_pair(" + std::string(users) + ", 1), 2)";
    CHECK(refusal(formula.c_str(), number::whole_in(from_3_to_5)) == not_whole);
  }
  CHECK(refusal("renyi(rr_pair(n, 1), 2)", from_3_to_5) == not_whole);
  CHECK(refusal("renyi(rr_pair(n, 1), 2)", number(ball::of(4, 128))) == not_whole);
  // Pairs and laws of which nothing is known over a range.
  CHECK(refusal("total_variation(printed_pair(n, 1, 1/2))", number::whole_in(from_3_to_5)) ==
        not_whole);
  CHECK(refusal("renyi(krr_pair(n, 10, 1), 2)", number::whole_in(from_3_to_5)) ==
        "whether k is a whole number is not determined");
  CHECK(has(refusal("total_variation(pair(first(rr_pair(n, 1)), second(rr_pair(n, 1))))",
                    number::whole_in(from_3_to_5)),
            "one number of users at a time"));
  // No users at one end of the range, and nowhere on it.
  CHECK(refusal("renyi(rr_pair(n - 3, 1), 2)", number::whole_in(from_3_to_5)) ==
        "whether n is a whole number >= 1 is not determined");
  CHECK(message_of<undefined_value>([&] {
          evaluate("renyi(rr_pair(n - 5, 1), 2)", number::whole_in(from_3_to_5));
        }).find("n must be a whole number >= 1") != std::string::npos);
}

}  // namespace test_evaluate
