// The regime: where the paper uses a statement, and what a refutation means there.

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_regime {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

judgement judged(const std::string& regime, const std::string& check,
                 const std::string& claim = "x <= 3") {
  return judge_one(claim_text("claim = \"" + claim + "\"\ndomain = [\"x > 0\"]\nregime = " + regime,
                              check))
      .found;
}

}  // namespace

TEST_CASE("points and counterexamples in the regime are counted") {
  // In the domain: 1 … 6. In the regime: 2 … 5, of which 4 and 5 fail; 6 fails outside of it.
  const judgement found = judged("[\"x >= 2\", \"x <= 5\"]", "x = [-3, 1, 2, 3, 4, 5, 6]");
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.regime.has_value());
  CHECK(found.regime->checked == 4);
  CHECK(found.regime->counterexamples == 2);
  CHECK(
      found.message ==
      "fails at 3 of 6 points; at 2 of the 4 where the paper uses the statement; 1 listed point is "
      "outside the domain and was not checked");
}

TEST_CASE("the witness lies in the regime where one does") {
  // 4 is written with fewer characters than 10; both fail, and only 10 is in the regime.
  const judgement inside = judged("[\"x >= 10\"]", "x = [1, 4, 10, 20]");
  REQUIRE(inside.witness.has_value());
  CHECK(in_words(inside.witness->point) == "x = 10");
  // Neither does a simpler one that comes after it, nor one more complicated in the regime, win.
  const judgement first = judged("[\"x >= 10\"]", "x = [10, 4, 20]");
  REQUIRE(first.witness.has_value());
  CHECK(in_words(first.witness->point) == "x = 10");
  // Without a counterexample in the regime the simplest one is the witness.
  const judgement outside = judged("[\"x <= 3\"]", "x = [1, 10, 4]");
  REQUIRE(outside.witness.has_value());
  CHECK(in_words(outside.witness->point) == "x = 4");
  CHECK(outside.message ==
        "fails at 2 of 3 points; not at the one where the paper uses the statement");
}

TEST_CASE("a regime that no point lies in") {
  CHECK(judged("[\"x > 100\"]", "x = [1, 4]").message ==
        "fails at 1 of 2 points; no point checked lies where the paper uses the statement");
  CHECK(message_of_points(judged("[\"x > 100\"]", "x = [1, 2]")) ==
        "holds at both points checked; none of them lies where the paper uses the statement");
}

TEST_CASE("the regime does not change the verdict") {
  CHECK(judged("[\"x <= 3\"]", "x = [1, 4]").outcome == verdict::refuted);
  const judgement found = judged("[\"x <= 2\"]", "x = [1, 2, 3]");
  CHECK(found.outcome == verdict::verified);
  CHECK(message_of_points(found) ==
        "holds at all 3 points checked; 2 of them where the paper uses the "
        "statement");
}

TEST_CASE("a variable that only the regime names has values, too") {
  const judgement found =
      judge_one(claim_text("claim = \"x <= 3\"\nregime = [\"m == 1\"]", "x = [1, 4]\nm = [1, 2]"))
          .found;
  CHECK(found.regime->checked == 2);
  CHECK(found.regime->counterexamples == 1);
}

TEST_CASE("the results file has the counts, and null without a regime") {
  const auto results = [](const std::string& lines) {
    return nlohmann::json::parse(results_text(claim_text(lines, "x = [1, 4]"), "c"))
        .at("claims")
        .at(0)
        .at("regime");
  };
  CHECK(results("claim = \"x <= 3\"").is_null());
  const auto counted = results("claim = \"x <= 3\"\nregime = [\"x >= 2\"]");
  CHECK(counted.at("checked") == 1);
  CHECK(counted.at("counterexamples") == 1);
  CHECK(counted.at("conditions") == nlohmann::json::array({"x >= 2"}));
  // Of a claim of existence only the conditions travel.
  const auto kept = results("kind = \"exists\"\nclaim = \"x == 4\"\nregime = [\"x >= 2\"]");
  CHECK(kept.at("checked").is_null());
  CHECK(kept.at("conditions") == nlohmann::json::array({"x >= 2"}));
}

}  // namespace test_regime
