// Rows of a table against a relation. The numbers expected here are those of exp(1) =
// 2.71828182845904523536…, of 1/e, and of whole numbers.

#include "claims/tables/judge_row.hpp"

#include "claims/catalogue/axis.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_judge_row {

using namespace shufflecert::claims;
using namespace shufflecert;

namespace {

row_judgement judged(const std::string& relation, const std::map<std::string, std::string>& cells,
                     const std::vector<std::string>& exact = {}) {
  claim subject;
  subject.formula = parse_formula(relation);
  check_point point;
  for (const auto& [name, text] : cells) {
    point[name] = read_point_value(text);
    if (std::find(exact.begin(), exact.end(), name) == exact.end()) subject.printed.push_back(name);
  }
  const catalogue visible;
  quantity_cache cache;
  const judge_options options;
  return judge_row({subject, visible, cache, options}, point);
}

std::string words(const std::string& relation, const std::map<std::string, std::string>& cells,
                  const std::vector<std::string>& exact = {}) {
  return judged(relation, cells, exact).words;
}

bool encloses(const std::optional<decimal_interval>& range, double value) {
  return range && std::stod(range->lower) <= value && value <= std::stod(range->upper) &&
         std::stod(range->upper) - std::stod(range->lower) <= 2e-5 * std::abs(value);
}

const std::string below = "exp(x) <= y";

}  // namespace

TEST_CASE("a row holds or fails, and by how much", "[tables]") {
  // 3/e = 1.10363832…, e/2 = 1.35914091…, e/1 = 2.71828…
  CHECK(words(below, {{"x", "1"}, {"y", "3"}}) == "holds by at least 10.3 %");
  CHECK(words(below, {{"x", "1"}, {"y", "1"}}) == "fails by a factor of at least 2.71");
  CHECK(words(below, {{"x", "1"}, {"y", "2"}}, {"y"}) == "fails by at least 35.9 %");
  CHECK(words("y >= exp(x)", {{"x", "1"}, {"y", "3"}}) == "holds by at least 10.3 %");
  CHECK(words("y > exp(x)", {{"x", "1"}, {"y", "30"}}) == "holds by a factor of at least 11");
  // Differences where a ratio says nothing.
  CHECK(words("x <= y", {{"x", "-3"}, {"y", "-1"}}) == "holds by at least 2");
  CHECK(words("x >= y", {{"x", "-3"}, {"y", "0"}}) == "fails by at least 3");
  CHECK(words("x == y", {{"x", "3"}, {"y", "1"}}) == "fails by at least 2");
}

TEST_CASE("sides, ratio and difference enclose", "[tables]") {
  const row_judgement found = judged(below, {{"x", "1"}, {"y", "3"}});
  REQUIRE(found.sides);
  CHECK(found.outcome == row_verdict::holds);
  CHECK(found.sides->lhs.lower == "2.7182818284590452353");
  CHECK(found.sides->lhs.upper == "2.7182818284590452354");
  CHECK(found.sides->rhs.lower == "3");
  CHECK(encloses(found.sides->ratio, 1.1036383235143270));
  CHECK(encloses(found.sides->difference, 0.2817181715409548));
  // Of a failing relation the same quotient, now below 1.
  const row_judgement failing = judged(below, {{"x", "1"}, {"y", "2"}});
  CHECK(encloses(failing.sides->ratio, 0.7357588823428847));
  CHECK(encloses(failing.sides->difference, -0.7182818284590452));
  // Left/right of what is no `<` or `<=`.
  CHECK(encloses(judged("exp(x) >= y", {{"x", "1"}, {"y", "2"}}).sides->ratio, 1.3591409142295226));
  CHECK_FALSE(judged("x <= y", {{"x", "-3"}, {"y", "1"}}).sides->ratio);
}

TEST_CASE("equal sides are decided exactly, and what cannot be told apart is tied", "[tables]") {
  CHECK(words(below, {{"x", "log(3)"}, {"y", "3"}}) == "holds: both sides are equal");
  CHECK(words("exp(x) < y", {{"x", "log(3)"}, {"y", "3"}}) == "fails: both sides are equal");
  const row_judgement tied =
      judged("(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) <= y", {{"x", "1"}, {"y", "1"}});
  CHECK(tied.tied);
  CHECK(tied.words == "holds: equal to 50 digits");
  // Sides that differ in the 41st digit only.
  const row_judgement close = judged("x <= y", {{"x", "1"}, {"y", "1+1e-40"}});
  const std::string start = "holds by at least ";
  REQUIRE(close.words.starts_with(start));
  const double percent = std::stod(close.words.substr(start.size()));
  CHECK(percent <= 1e-38);
  CHECK(percent >= 9.9e-39);
  CHECK(words("x <= y", {{"x", "1"}, {"y", "inf"}}) == "holds: a side is infinite");
}

TEST_CASE("what only the printed digits break is rounded the wrong way", "[tables]") {
  const auto at = [](const std::string& y) { return judged(below, {{"x", "1"}, {"y", y}}); };
  const row_judgement three = at("2.718");
  CHECK(three.outcome == row_verdict::rounded);
  CHECK(three.instead == "2.719");
  CHECK(three.words == "rounded the wrong way: 2.719 would hold");
  CHECK(at("2.719").outcome == row_verdict::holds);
  // Half a unit is as far as rounding goes: e - 2.71 = 0.0083.
  CHECK(at("2.71").outcome == row_verdict::fails);
  CHECK(has(at("2.71").words, "; y is cut off"));
  CHECK(at("2.70").outcome == row_verdict::fails);
  CHECK_FALSE(has(at("2.70").words, "cut off"));
  CHECK(has(judged("-exp(x) >= y", {{"x", "1"}, {"y", "-2.71"}}).words, "; y is cut off"));
  CHECK_FALSE(has(judged("exp(x) >= y", {{"x", "1"}, {"y", "2.8"}}).words, "cut off"));
  CHECK(at("2.7").outcome == row_verdict::rounded);
  CHECK(at("27e-1").instead == "2.8");
  // A fraction, a formula and an exact column have no last digit.
  CHECK(at("1359/500").outcome == row_verdict::fails);
  CHECK(words(below, {{"x", "1"}, {"y", "2.718"}}, {"y"}) == "fails by at least 0.0103 %");
}

TEST_CASE("rounding has a direction, for lower bounds and negative numbers, too", "[tables]") {
  const row_judgement lower = judged("exp(x) >= y", {{"x", "1"}, {"y", "2.72"}});
  CHECK(lower.outcome == row_verdict::rounded);
  CHECK(lower.instead == "2.71");
  const row_judgement negative = judged("-exp(x) <= y", {{"x", "1"}, {"y", "-2.72"}});
  CHECK(negative.outcome == row_verdict::rounded);
  CHECK(negative.instead == "-2.71");
  // Both parts have to be rounded, or else the row fails.
  CHECK(judged("exp(x) <= y and exp(x) <= z", {{"x", "1"}, {"y", "2.718"}, {"z", "2.7"}}).outcome ==
        row_verdict::rounded);
  CHECK(judged("exp(x) <= y and exp(x) <= z", {{"x", "1"}, {"y", "2.718"}, {"z", "2"}}).outcome ==
        row_verdict::fails);
  // The other side of a number that stands on both: no value is said to hold that does not.
  const row_judgement both = judged("y + 0.0001 <= y", {{"y", "2.718"}});
  CHECK(both.outcome == row_verdict::rounded);
  CHECK_FALSE(both.instead);
  // An equation is not rounded to a side.
  const row_judgement equation = judged("exp(x) == y", {{"x", "1"}, {"y", "2.718"}});
  CHECK(equation.outcome == row_verdict::fails);
  CHECK(has(equation.words, "; the value rounds to 2.718"));
}

TEST_CASE("rows without a value, and rows that stay open", "[tables]") {
  const row_judgement none = judged("1/x <= y", {{"x", "0"}, {"y", "1"}});
  CHECK(none.outcome == row_verdict::no_value);
  CHECK(has(none.words, "no value: division by zero"));
  CHECK_FALSE(none.sides);
  const row_judgement open =
      judged("(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < y", {{"x", "1"}, {"y", "1"}});
  CHECK(open.outcome == row_verdict::undecided);
  CHECK(has(open.words, "undecided: not decided with"));
  REQUIRE(open.sides);
  CHECK(encloses(open.sides->ratio, 1));
}

}  // namespace test_judge_row
