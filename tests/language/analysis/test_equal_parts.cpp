// Parts of a formula that are equal at a point. What is expected follows from algebra by hand:
// equal parts are 0, and parts that differ by a little are not.

#include "language/evaluation/equal_parts.hpp"

#include <functional>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"

namespace test_equal_parts {

using namespace shufflecert;

namespace {

definitions some_definitions() {
  definitions known;
  known.add({"part", {"x"}, parse_formula("max(0, exp(x) - exp(1/2))")});
  known.add({"away", {"x", "y"}, parse_formula("exp(x) - y")});
  known.add({"twice", {"x"}, parse_formula("part(x) + part(x)")});
  known.add({"mean_of", {"x"}, parse_formula("integral(t, 0, 1, exp(t*x))")});
  known.add({"open", {"q"}, parse_formula("if(sqrt(3 + 2*sqrt(2)) <= 1 + sqrt(2), q^2, q)")});
  known.add({"sums", {"x"}, parse_formula("sum(j, 0, 5, exp(x*j)/(j + 1))")});
  return known;
}

std::string outcome(const std::string& text) {
  static const definitions visible = some_definitions();
  static const variable_map variables{
      {"e", parse_formula("1/2")},      {"f", parse_formula("0.5")},
      {"g", parse_formula("log(3)/2")}, {"h", parse_formula("exp(e)")},
      {"third", parse_formula("1/3")},  {"c", parse_formula("2/3")},
      {"d", parse_formula("-2")}};
  try {
    const auto known = refine(*parse_formula(text), visible, variables, 30, {}, {});
    if (const auto* decided = std::get_if<truth>(&known.result))
      return !decided->value   ? "undecided"
             : decided->tied   ? "tied"
             : *decided->value ? "true"
                               : "false";
    const auto* x = std::get_if<number>(&known.result);
    if (x == nullptr) return "no number";
    return x->as_rational() == nullptr ? "not rational" : x->as_rational()->str();
  } catch (const undefined_value&) {
    return "undefined";
  }
}

}  // namespace

TEST_CASE("equal parts are 0", "[equal parts]") {
  for (const char* zero : {
           "exp(1/2) - exp(1/2)",
           "exp(e) - exp(f)",
           "exp(e) - h",
           "exp(e) + 1 - h - 1",
           "3*exp(e) - exp(f)*3",
           "exp(e)*exp(-f) - 1",
           "exp(e)^2 - exp(2*f)",
           "exp(e + third) - exp(e)*exp(third)",
           "(exp(e) - 1)*(exp(e) + 1) - exp(2*e) + 1",
           "exp(g) - sqrt(3)",
           "exp(g)*sqrt(12) - 6",
           "log(12)*exp(e) - (2*log(2) + log(3))*h",
           "log(exp(e)) - 1/2",
           "exp(log(1 + third*(exp(e) - 1))) - 1 - (h - 1)/3",
           "exp(log1p(exp(e))) - 1 - h",
           "max(0, exp(e) - h)",
           "max(0, exp(e) - h)*exp(7)",
           "sqrt(exp(e) - h)",
           "abs(exp(e) - h)",
           "(exp(e) - h)/exp(1)",
           "part(e)",
           "part(f) + part(1/2)",
           "twice(e)",
           "away(e, exp(f))",
           "away(e, h)",
           "sums(e) - sums(f)",
           "sum(j, 0, 9, exp(e*j) - exp(f)^j)",
           "normal_mean(x, exp(-x^2)*h) - normal_mean(x, exp(-x^2)*h)",
           "if(exp(e) <= h, 0, 7)",
           "if(exp(e) < h, 7, 0)",
           "if(exp(e) == h, exp(e), 1) - h",
           "max(exp(e), h) - exp(f)",
           "min(exp(e), 1 + h) - exp(f)",
           "floor(exp(e) + 2 - h) - 2",
           "ceil(exp(e)*exp(-f)) - 1",
           "renyi(rr_pair(5, e), 5/2) - renyi(rr_pair(5, f), 5/2)",
           "hockey_stick(rr_pair(5, e), f)",
       }) {
    INFO(zero);
    CHECK(outcome(zero) == "0");
    const std::string text = zero;
    CHECK(outcome(text + " <= 0") == "true");
    CHECK(outcome(text + " < 0") == "false");
    CHECK(outcome(text + " != 0") == "false");
  }
}

TEST_CASE("a value that rests on equal parts may not exist", "[equal parts]") {
  for (const char* none :
       {"1/(exp(e) - h)", "log(exp(e) - h)", "(exp(e) - h)^(-1)", "(exp(e) - h)*inf",
        "(exp(e) - h)/(exp(f) - h)", "0*log(max(0, exp(e) - h))", "log(-max(0, h - exp(e)))"}) {
    INFO(none);
    CHECK(outcome(none) == "undefined");
  }
  // A branch that is not taken need not exist.
  CHECK(outcome("if(exp(e) - h > 0, 1/(exp(e) - h), 5)") == "5");
}

TEST_CASE("parts that differ by a little are not equal", "[equal parts]") {
  for (const char* positive :
       {"exp(e + 1e-60) - h", "exp(e)*(1 + 1e-60) - h", "sqrt(3 + 1e-60) - exp(g)",
        "max(0, exp(e + 1e-60) - h)", "sums(e + 1e-60) - sums(f)", "away(e, h - 1e-60)",
        "sum(j, 1, 4, exp(e)*j) - 10*h + 1e-60"}) {
    INFO(positive);
    const std::string text = positive;
    CHECK(outcome(text + " > 0") == "true");
    CHECK(outcome(text + " <= 0") == "false");
    CHECK(outcome(text + " == 0") == "false");
  }
  // Equal, and by no law of this algebra: nothing is said.
  CHECK(outcome("sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2) <= 0") == "undecided");
  // The same name means another number in each place.
  CHECK(outcome("away(e, 1) - away(third, 1) > 0") == "true");
  CHECK(outcome("sum(j, 1, 2, exp(j)) - sum(j, 1, 3, exp(j)) < 0") == "true");
}

namespace {

// Pairs of formulas that are equal by the laws of arithmetic, of powers and of the exponential
// function; written differently.
struct equal_formulas {
  std::string first;
  std::string second;
};

equal_formulas random_pair(random_source& random, int depth) {
  if (depth == 0) {
    static const std::vector<equal_formulas> leaves{{"exp(e)", "h"},
                                                    {"exp(third)", "exp(1/3)"},
                                                    {"e", "f"},
                                                    {"pi", "pi"},
                                                    {"exp(g)", "sqrt(3)"},
                                                    {"7/3", "(2 + third)"},
                                                    {"h", "exp(f)"},
                                                    {"log(12)", "(2*log(2) + log(3))"}};
    return random.of(leaves);
  }
  const equal_formulas a = random_pair(random, depth - 1);
  const equal_formulas b = random_pair(random, depth - 1);
  const auto bracketed = [](const std::string& x) { return "(" + x + ")"; };
  const std::string a1 = bracketed(a.first);
  const std::string a2 = bracketed(a.second);
  const std::string b1 = bracketed(b.first);
  const std::string b2 = bracketed(b.second);
  switch (random.below(6)) {
    case 0:
      return {a1 + " + " + b1, b2 + " + " + a2};
    case 1:
      return {a1 + "*" + b1, b2 + "*" + a2};
    case 2:
      return {a1 + " - " + b1, "-(" + b2 + " - " + a2 + ")"};
    case 3:
      return {a1 + "/(1 + " + b1 + "^2)", a2 + "/(" + b2 + "*" + b2 + " + 1)"};
    case 4:
      return {"(" + a1 + " + " + b1 + ")^2", a2 + "^2 + 2*" + a2 + "*" + b2 + " + " + b2 + "^2"};
    default:
      return {"max(" + a1 + ", " + a1 + " + " + b1 + "^2 + 1)", a2 + " + " + b2 + "^2 + 1"};
  }
}

}  // namespace

TEST_CASE("parts of the same text need not be equal", "[equal parts]") {
  // e/c is 3e/2 where c is 2/3, and e/2/3 is e/6. The small factor makes enclosures overlap, so
  // that the algebra is asked.
  const std::string small = "10^-40*";
  CHECK(outcome("1 + " + small + "max(exp(1)/2/3, exp(1)/c) <= 1 + " + small + "exp(1)/6") ==
        "false");
  CHECK(outcome("exp(2) + " + small + "max(exp(1)/2/3, exp(1)/c) - exp(2) - " + small +
                "exp(1)/6 > 0") == "true");
  // (-2)^2 is no -2^2.
  CHECK(outcome("exp(1) + " + small + "max(-2^2*exp(1), d^2*exp(1)) == exp(1) - " + small +
                "4*exp(1)") == "false");
  CHECK(outcome("exp(2) + " + small + "mean_of(exp(1)/c) == exp(2) + " + small +
                "mean_of(exp(1)/2/3)") == "false");
  // A name for a part is no formula: open(e) + 1 and open(e + 1) are two numbers.
  CHECK(outcome("exp(2) + " + small + "mean_of(open(exp(1)) + 1) == exp(2) + " + small +
                "mean_of(open(exp(1) + 1))") != "true");
  CHECK(outcome("1 + " + small + "max(open(exp(1)) + 1, open(exp(1) + 1)) == 1 + " + small +
                "(open(exp(1)) + 1)") != "true");
}

TEST_CASE("random formulas that are equal, and others that nearly are", "[equal parts]") {
  random_source random(test_seed());
  const std::size_t cases = number_of_cases(60);
  for (std::size_t i = 0; i < cases; ++i) {
    const auto [first, second] = random_pair(random, 1 + static_cast<int>(random.below(2)));
    INFO(first << " and " << second);
    CHECK(outcome(first + " <= " + second) == "true");
    CHECK(outcome(first + " < " + second) == "false");
    CHECK(outcome("max(0, (" + first + ") - (" + second + ")) <= 0") == "true");
    CHECK(outcome("(" + first + ") + 1e-70 <= " + second) == "false");
    CHECK(outcome("max(0, (" + first + ") + 1e-70 - (" + second + ")) > 0") == "true");
  }
}

TEST_CASE("formulas that ask for many comparisons end soon", "[equal parts]") {
  // Each level holds two sums that cancel, around two of the level below.
  std::string text = "exp(1/2)";
  for (int level = 0; level < 8; ++level) text = "max(" + text + " - " + text + ", exp(1/2))";
  CHECK(outcome("1 + " + text + " > 0") == "true");
  CHECK(outcome("sum(j, 1, 3000, max(0, sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2))) < 1e-9") == "true");
}

}  // namespace test_equal_parts
