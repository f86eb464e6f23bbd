// Claims that something exists: by a witness, by a change of sign, by search; or that nothing does.

#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_exists {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

judgement judged(const std::string& lines, const std::string& check,
                 const judge_options& options = {}) {
  return judge_one(claim_text("kind = \"exists\"\n" + lines, check), options).found;
}

/// A search that cannot succeed gives up by itself, long before its time is over.
judgement searched(const std::string& lines, const std::string& check) {
  judge_options options;
  options.limits = budget(budget::clock::now() + std::chrono::seconds(60));
  const judgement found = judged(lines, check, options);
  CHECK(found.message.find("time limit") == std::string::npos);
  return found;
}

std::string verdict_of(const std::string& lines, const std::string& check) {
  return to_text(judged(lines, check).outcome);
}

}  // namespace

TEST_CASE("a listed point is a witness") {
  const judgement found = judged("claim = \"x^2 == 9/4\"", "x = [1, 1.5, 2]");
  CHECK(found.outcome == verdict::proved);
  REQUIRE(found.witness.has_value());
  CHECK(in_words(found.witness->point) == "x = 1.5");
  CHECK(found.message == "a solution is certified: x = 1.5");
  CHECK(found.witness->lhs->lower == "2.25");
  CHECK(found.witness->rhs->upper == "2.25");
  CHECK(found.undecided.empty());
  CHECK(found.region.empty());
}

TEST_CASE("a witness must lie in the domain") {
  // x = 1.5 solves it and is outside; the box [0, 1] is certainly free of solutions.
  CHECK(verdict_of("claim = \"x^2 == 9/4\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [1, 1.5]") ==
        "refuted");
  CHECK(verdict_of("claim = \"x^2 == 9/4\"\ndomain = [\"x >= 0\", \"x <= 2\"]", "x = [1, 1.5]") ==
        "proved");
}

TEST_CASE("a tied witness is not a proof") {
  const judgement found =
      judged("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) == 1\"", "x = [1]");
  CHECK(found.outcome == verdict::verified);
  CHECK(found.tied == 1);
}

TEST_CASE("refuted where the whole region is free of solutions") {
  const judgement found =
      judged("claim = \"exp(x) <= 0.5\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [0, 0.5, 1]");
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.region.size() == 1);
  CHECK(found.region.at("x").lower == "0");
  CHECK(found.region.at("x").upper == "1");
  CHECK(found.message == "certainly without a solution for x in [0, 1]");
}

TEST_CASE("the region follows the domain's conditions") {
  const auto region = [](const std::string& domain) {
    const judgement found =
        judged("claim = \"exp(x) < 0\"\ndomain = [" + domain + "]", "x = [0.5]");
    CHECK(found.outcome == verdict::refuted);
    if (found.region.empty()) return std::string("none");
    return found.region.at("x").lower + " to " + found.region.at("x").upper;
  };
  CHECK(region("\"x > 0\", \"x < 1\"") == "0 to 1");
  CHECK(region("\"0 <= x\", \"1 >= x\"") == "0 to 1");
  CHECK(region("\"x >= 0 and x <= 1\"") == "0 to 1");
  CHECK(region("\"x >= 0\", \"x >= 1/4\", \"x <= 3\", \"x <= 7/8\"") == "0.25 to 0.875");
  CHECK(region("\"x >= 0\", \"x <= 2^2\", \"x != 3\"") == "0 to 4");
}

TEST_CASE("a region with an irrational end is enclosed from outside") {
  const judgement found =
      judged("claim = \"x >= 3.2\"\ndomain = [\"x >= 0\", \"x <= pi\"]", "x = [1]");
  CHECK(found.outcome == verdict::refuted);
  // pi = 3.14159265358979323846264338327950288…
  REQUIRE(found.region.size() == 1);
  CHECK(found.region.at("x").upper.rfind("3.1415926535897932384626433832", 0) == 0);
  CHECK(found.region.at("x").upper > "3.14159265358979323846264338327950288");
}

TEST_CASE("a solution outside of the box does not matter, one at its edge does") {
  CHECK(searched("claim = \"x >= 1\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [0.5]").outcome !=
        verdict::refuted);
  CHECK(verdict_of("claim = \"x >= 1\"\ndomain = [\"x >= 0\", \"x <= 0.999\"]", "x = [0.5]") ==
        "refuted");
}

TEST_CASE("a change of sign proves a solution of an equation") {
  const std::string lines = "claim = \"x^2 == 2\"\ndomain = [\"x > 0\"]";
  const judgement found = judged(lines, "x = [1, 2]");
  CHECK(found.outcome == verdict::proved);
  CHECK(found.message.find("change of sign") != std::string::npos);
  // Not between points of the same sign, and not where the domain excludes one of them.
  CHECK(verdict_of(lines, "x = [2, 3]") == "undecided");
  CHECK(verdict_of("claim = \"x^2 == 2\"\ndomain = [\"x > 1\"]", "x = [1, 2]") == "undecided");
}

TEST_CASE("a jump is not a change of sign") {
  // Each of these changes its sign between 1 and 2 and is never 0.
  for (const char* equation : {"floor(x) == 1.5", "ceil(x) == 1.5", "if(x < 1.5, -1, 1) == 0",
                               "1/(x - 1.5) == 0", "if(defined(1/(x - 1.5)), x - 3, 1) == 0"}) {
    INFO(equation);
    const std::string verdict = verdict_of(
        std::string("claim = \"") + equation + "\"\ndomain = [\"x > 0\"]", "x = [1, 1.25, 2]");
    CHECK(verdict != "proved");
    CHECK(verdict != "verified");
  }
}

TEST_CASE("a jump inside a definition or a local name is not a change of sign either") {
  const std::string step =
      "[[define]]\nname = \"step\"\nparameters = [\"y\"]\nvalue = \"floor(y)\"\n";
  const auto verdict = [&](const std::string& lines) {
    return to_text(judge_one(step + claim_text("kind = \"exists\"\ndomain = [\"x > 0\"]\n" + lines,
                                               "x = [1, 2]"))
                       .found.outcome);
  };
  CHECK(verdict("claim = \"step(x) == 1.5\"") == "undecided");
  CHECK(verdict("claim = \"s == 1.5\"\nlet = { s = \"floor(x)\" }") == "undecided");
  CHECK(verdict("claim = \"s == 1.5\"\nlet = { s = \"step(x)\" }") == "undecided");
}

TEST_CASE("between whole numbers a change of sign proves nothing") {
  // No whole number has the square 2.
  for (const char* domain : {"", "domain = [\"n >= 1\", \"n <= 2\"]\n"}) {
    const std::string verdict = verdict_of(
        std::string("claim = \"n^2 == 2\"\nintegers = [\"n\"]\n") + domain, "n = [1, 2]");
    CHECK(verdict != "proved");
    CHECK(verdict != "verified");
  }
}

TEST_CASE("a change of sign must lie in the domain throughout") {
  CHECK(verdict_of("claim = \"x^2 == 2\"\ndomain = [\"x < 1.2 or x > 1.8\"]", "x = [1, 2]") !=
        "proved");
  CHECK(verdict_of("claim = \"x^2 == 2\"\ndomain = [\"(x - 1.4)^2 > 0.1\"]", "x = [1, 2]") !=
        "proved");
}

TEST_CASE("the search finds what lies between the listed points") {
  // True for 0.61 < x < 0.62 only.
  const judgement found =
      judged("claim = \"(x - 0.61)*(x - 0.62) < 0\"\ndomain = [\"x >= 0\", \"x <= 1\"]",
             "x = [0, 0.5, 1]");
  CHECK(found.outcome == verdict::proved);
  REQUIRE(found.witness.has_value());
  const rational x = *parse_decimal(found.witness->point.at("x"));
  CHECK(bool(x > rational(61, 100)));
  CHECK(bool(x < rational(62, 100)));
  // The same with an interval so narrow that nothing is left.
  CHECK(
      verdict_of("claim = \"(x - 0.61)*(x - 0.62) < -1/10000\"\ndomain = [\"x >= 0\", \"x <= 1\"]",
                 "x = [0, 0.5, 1]") == "refuted");
}

TEST_CASE("the search works in two variables and for whole numbers") {
  CHECK(verdict_of("claim = \"x^2 + y^2 < 1/50 and x > 1/10\"\n"
                   "domain = [\"x >= 0\", \"x <= 1\", \"y >= 0\", \"y <= 1\"]",
                   "x = [0, 1]\ny = [0, 1]") == "proved");
  CHECK(verdict_of("claim = \"x + y > 5/2\"\n"
                   "domain = [\"x >= 0\", \"x <= 1\", \"y >= 0\", \"y <= 1\"]",
                   "x = [0, 1]\ny = [0, 1]") == "refuted");
  const judgement whole = judged(
      "claim = \"n^2 > 120 and n^2 < 130\"\nintegers = [\"n\"]\ndomain = [\"n >= 0\", \"n <= "
      "100\"]",
      "n = [0, 100]");
  CHECK(whole.outcome == verdict::proved);
  CHECK(in_words(whole.witness->point) == "n = 11");
}

TEST_CASE("without bounds on both sides an empty search is undecided") {
  for (const char* domain : {"", "domain = [\"x >= 0\"]\n", "domain = [\"x <= 0\"]\n"}) {
    INFO(domain);
    const judgement found = judged(std::string("claim = \"exp(x) < 0\"\n") + domain, "x = [0, 1]");
    CHECK(in_words(found) ==
          "undecided: no listed point is a solution, and the domain does not bound x from both "
          "sides");
    CHECK_FALSE(found.witness.has_value());
  }
}

TEST_CASE("an equation that touches without crossing stays open") {
  // x = 1/3 solves it, and no enclosure can show that.
  const judgement found =
      searched("claim = \"(x - 1/3)^2 == 0\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [0, 1]");
  CHECK(found.outcome == verdict::undecided);
}

TEST_CASE("universal variables: a solution for every choice") {
  const std::string lines =
      "exists = [\"x\"]\nclaim = \"x > y\"\ndomain = [\"x >= 0\", \"x <= 3\", \"y >= 0\"]";
  // y = 0 and 1 by the listed x = 2, y = 2.5 by search.
  const judgement found = judged(lines, "x = [0, 2]\ny = [0, 1, 2.5]");
  CHECK(found.outcome == verdict::verified);  // three choices are not all choices
  CHECK(found.message == "a solution is certified for every choice checked");
  // y = 4: none in [0, 3].
  const judgement refuted = judged(lines, "x = [0, 2]\ny = [0, 1, 4]");
  CHECK(refuted.outcome == verdict::refuted);
  CHECK(refuted.message == "certainly without a solution for x in [0, 3], y = 4");
  REQUIRE(refuted.witness.has_value());
  CHECK(refuted.witness->point.at("y") == "4");
}

TEST_CASE("one open choice makes the claim undecided") {
  const judgement found = judged("exists = [\"x\"]\nclaim = \"exp(x) < y\"\ndomain = [\"x <= 3\"]",
                                 "x = [0]\ny = [2, -1]");
  CHECK(found.outcome == verdict::undecided);
  REQUIRE(found.undecided.size() == 1);
  CHECK(in_words(found.undecided.front()) == "y = -1");
}

TEST_CASE("choices outside of the domain are not asked about") {
  // For y = -1 there is no solution, but the statement is about y > 0.
  const std::string lines =
      "exists = [\"x\"]\nclaim = \"x*x <= y\"\ndomain = [\"y > 0\", \"x >= 0\", \"x <= 1\"]";
  CHECK(verdict_of(lines, "x = [1]\ny = [-1, 1]") == "verified");
  CHECK(verdict_of(lines, "x = [1]\ny = [-1]") == "invalid");
}

TEST_CASE("the box of an existential variable may depend on the universal ones") {
  const std::string lines =
      "exists = [\"x\"]\nclaim = \"x > 2\"\ndomain = [\"x >= 0\", \"x <= y\"]";
  CHECK(verdict_of(lines, "x = [0]\ny = [3]") == "verified");
  CHECK(verdict_of(lines, "x = [0]\ny = [3, 1]") == "refuted");
}

TEST_CASE("a claim that cannot be evaluated or has nothing to check is invalid") {
  CHECK(in_words(judged("claim = \"1/x > 2\"", "x = [0]")) ==
        "invalid: cannot be evaluated: division by zero in '1/x'");
  // A witness elsewhere settles it all the same.
  CHECK(verdict_of("claim = \"1/x > 2\"", "x = [0, 0.25]") == "proved");
}

TEST_CASE("no time left is undecided") {
  judge_options options;
  options.limits = budget(budget::clock::now() - std::chrono::seconds(1));
  const judgement found =
      judged("claim = \"exp(x) < 0\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [0]", options);
  CHECK(found.outcome == verdict::undecided);
}

TEST_CASE("a variable that the domain does not mention takes its check values only") {
  // x^2 = 2 has a solution between 1 and 2, and x is not to be moved there.
  CHECK(verdict_of("claim = \"x^2 == 2\"", "x = [1, 2]") == "undecided");
  // x*k = 1 for x = 0.4 needs k = 2.5, which is not listed; with k = 2 and x = 0.5 it is solved.
  const std::string lines = "claim = \"x*k == 1\"\ndomain = [\"x >= 0.3\", \"x <= 0.45\"]";
  CHECK(verdict_of(lines, "x = [0.3]\nk = [2, 4]") == "refuted");
  CHECK(verdict_of(lines, "x = [0.3, 0.45]\nk = [2, 4, 2.5]") == "proved");
  const judgement found = judged(lines, "x = [0.3]\nk = [2, 4]");
  CHECK(found.message ==
        "certainly without a solution for x in [0.3, 0.45], for the listed values of k, which the "
        "domain does not mention");
  // The search moves x for every listed k: only k = 3 has solutions, and none of them is listed.
  const judgement moved =
      judged("claim = \"(k - 2)*(x - 1/3)^2 > 0.3\"\ndomain = [\"x >= 0\", \"x <= 1\"]",
             "x = [0.5]\nk = [1, 2, 3]");
  CHECK(moved.outcome == verdict::proved);
  REQUIRE(moved.witness.has_value());
  CHECK(moved.witness->point.at("k") == "3");
}

TEST_CASE("a mention through a local name is a mention") {
  CHECK(verdict_of("claim = \"x^2 == 2\"\nlet = { y = \"2*x\" }\ndomain = [\"y > 0\"]",
                   "x = [1, 2]") == "undecided");  // its box and its segment are not plain bounds
  CHECK(verdict_of("claim = \"k > 5\"\nlet = { y = \"2*k\" }\ndomain = [\"y > 0\"]", "k = [1]") ==
        "undecided");
}

TEST_CASE("whole existential variables are searched among the whole numbers") {
  // No whole number between 1 and 2, or between 0 and 100, has the square 2.
  const std::string lines = "integers = [\"k\"]\nclaim = \"k^2 == 2\"\ndomain = ";
  CHECK(verdict_of(lines + "[\"k >= 1\", \"k <= 2\"]", "k = [1]") == "refuted");
  CHECK(verdict_of(lines + "[\"k >= 0\", \"k <= 100\"]", "k = [7]") == "refuted");
  // 10 is the only one with the square 100, and it is not listed.
  const judgement found =
      judged("integers = [\"k\"]\nclaim = \"k^2 == 100\"\ndomain = [\"k >= 1.5\", \"k <= 99.5\"]",
             "k = [2]");
  CHECK(found.outcome == verdict::proved);
  REQUIRE(found.witness.has_value());
  CHECK(found.witness->point.at("k") == "10");
  // The ends of the region are whole.
  const judgement none = judged(
      "integers = [\"k\"]\nclaim = \"k < 0\"\ndomain = [\"k >= 1.5\", \"k <= 9.5\"]", "k = [2]");
  CHECK(none.outcome == verdict::refuted);
  CHECK(none.region.at("k").lower == "2");
  CHECK(none.region.at("k").upper == "9");
}

TEST_CASE("a region without any value refutes nothing") {
  struct row {
    const char* lines;
    const char* empty;  // leaves no value for x; 3 leaves some above 2
  };
  const row rows[] = {
      {"exists = [\"x\"]\nclaim = \"x > 2\"\ndomain = [\"x >= 0\", \"x <= y\"]", "-1"},
      {"exists = [\"x\"]\nintegers = [\"x\"]\nclaim = \"x > 2\"\n"
       "domain = [\"x >= y + 1/4\", \"x <= 2*y + 1/2\"]",
       "0"},
  };
  for (const row& example : rows) {
    const std::string y = std::string("x = [0, 3]\ny = [") + example.empty;
    CHECK(in_words(judged(example.lines, y + ", 3]")) ==
          "undecided: the domain leaves no value for x");
    CHECK(in_words(judged(example.lines, y + "]")) ==
          "invalid: has no points to check: no listed point is certainly in the domain");
  }
}

TEST_CASE("mixed quantifiers: precedence and what is checked") {
  const std::string lines =
      "exists = [\"x\"]\nclaim = \"x*y == 1\"\ndomain = [\"x >= 1\", \"x <= 3\", \"y > 0\"]";
  // y = 1 by x = 1; y = 1/2 by x = 2; y = 2/3 by a change of sign at x = 1.5; y = 2 has none.
  CHECK(verdict_of(lines, "x = [1, 2, 3]\ny = [1, \"1/2\", \"2/3\"]") == "verified");
  CHECK(verdict_of(lines, "x = [1, 2, 3]\ny = [1, \"1/2\", \"2/3\", 2]") == "refuted");
  // Refuted for one choice counts more than a choice that stays open: (x − 1/3)² touches 0.
  const std::string touching =
      "exists = [\"x\"]\nclaim = \"(x - 1/3)^2 + y == 0\"\ndomain = [\"x >= 0\", \"x <= 1\"]";
  CHECK(verdict_of(touching, "x = [0]\ny = [0]") == "undecided");
  CHECK(verdict_of(touching, "x = [0]\ny = [0, 1]") == "refuted");
  // So does a choice for which the relation has no value.
  const std::string undefined =
      "exists = [\"x\"]\nclaim = \"x/y > 5\"\ndomain = [\"x >= 0\", \"x <= 1\"]";
  CHECK(verdict_of(undefined, "x = [0]\ny = [0, 0.1]") == "invalid");
  CHECK(verdict_of(undefined, "x = [0]\ny = [0, 1]") == "refuted");
  // No choice of the universal variable in the domain: nothing is checked.
  CHECK(in_words(judged(lines, "x = [1]\ny = [-1, 0]")) ==
        "invalid: has no points to check: no listed point is certainly in the domain");
}

TEST_CASE("all variables existential, named or not, is the same") {
  CHECK(verdict_of("claim = \"x^2 == 9/4\"", "x = [1.5]") == "proved");
  CHECK(verdict_of("exists = [\"x\"]\nclaim = \"x^2 == 9/4\"", "x = [1.5]") == "proved");
}

TEST_CASE("a value that does not exist somewhere does not hide a solution elsewhere") {
  // 1/x has no value at the listed 0; x = 0.1 is in the region.
  CHECK(verdict_of("claim = \"1/x > 5\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [0]") ==
        "proved");
}

TEST_CASE("the sides of a refuted existence are shown inside of the region") {
  const judgement found =
      judged("claim = \"x^2 == 9/4\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = [1.5]");
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.witness.has_value());
  CHECK(in_words(found.witness->point) == "x = 0.5");
  CHECK(found.witness->lhs->lower == "0.25");
}

TEST_CASE("without any point in the domain nothing is checked") {
  CHECK(in_words(judged("claim = \"x > 0\"\ndomain = [\"x >= 5\"]", "x = [1, 2]")) ==
        "invalid: has no points to check: no listed point is certainly in the domain");
}

}  // namespace test_exists
