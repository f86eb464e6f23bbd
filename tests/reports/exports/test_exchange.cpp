// Results for other programs: spreadsheets, test runners, viewers of findings.

#include "reports/exports/exchange.hpp"

#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/texts.hpp"
#include "typeset/typeset.hpp"

namespace test_exchange {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

constexpr const char* four_claims =
    "[paper]\nkey = \"p\"\ntitle = \"P\"\n"
    "[[claim]]\nid = \"p/true\"\nclaim = \"x < 9\"\nexpect = \"verified\"\n"
    "[claim.check]\nx = [2]\n"
    "[[claim]]\nid = \"p/known\"\nclaim = \"x < 1/3\"\nexpect = \"refuted\"\nsays = \"x is, "
    "\\\"small\\\"\"\n"
    "[claim.check]\nx = [2]\n"
    "[[claim]]\nid = \"p/new\"\nclaim = \"x < 1\"\n"
    "[claim.check]\nx = [2]\n"
    "[[claim]]\nid = \"=p/<odd> & \\\"id\\\"\"\nclaim = \"1/0 < 1\"\nexpect = \"proved\"\n";

json results() {
  return json::parse(results_text(four_claims, "shufflecert verify"));
}

}  // namespace

TEST_CASE("a line of CSV for each claim, with the sides of the counterexample", "[exchange]") {
  const std::string text = results_csv(results_from(results()));
  CHECK(count_of(text, "\r\n") == 5);
  CHECK(has(text, "p/known,p,,,refuted,refuted,true,"));
  // x = 2 against 1/3: the sides are exact, or enclosed.
  CHECK(has(text, ",1,1,x = 2,2,2,0.33333333333333333333,0.33333333333333333334,"));
  // A spreadsheet must not take a text for a formula.
  CHECK(has(text, "\r\n\"'=p/<odd> & \"\"id\"\"\","));
}

TEST_CASE("JUnit: a verdict that is not the expected one fails", "[exchange]") {
  const std::string text = results_junit(results_from(results()));
  CHECK(has(text, "tests=\"4\" failures=\"2\""));
  CHECK(count_of(text, "<testcase ") == 4);
  CHECK(count_of(text, "<failure ") == 2);
  CHECK(has(text, "message=\"refuted, and no verdict is on record\" type=\"refuted\""));
  CHECK(has(text, "message=\"invalid instead of proved\" type=\"invalid\""));
  CHECK(has(text, "name=\"=p/&lt;odd&gt; &amp; &quot;id&quot;\""));
  CHECK_FALSE(has(text, "<odd>"));
  CHECK(has(text, "name=\"p/known\" classname=\"p\" file=\"test.toml\" line=\""));
}

TEST_CASE("SARIF: findings at their lines, errors where they are not on record", "[exchange]") {
  const json root = json::parse(results_sarif(results_from(results())));
  CHECK(root["version"] == "2.1.0");
  const json& run = root["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "shufflecert");
  const json& found = run["results"];
  REQUIRE(found.size() == 3);
  CHECK(found[0]["ruleId"] == "refuted");
  CHECK(found[0]["level"] == "note");
  CHECK(found[1]["level"] == "error");
  CHECK(found[2]["ruleId"] == "invalid");
  CHECK(found[2]["level"] == "error");
  for (const auto& one : found)
    CHECK(run["tool"]["driver"]["rules"].at(one["ruleIndex"].get<std::size_t>())["id"] ==
          one["ruleId"]);
  const json place = found[0]["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "test.toml");
  // The second [[claim]] of the text above, which "format = 1" precedes.
  CHECK(place["region"]["startLine"] == 11);
}

TEST_CASE("SARIF: a file name becomes a reference of a URI", "[exchange]") {
  json changed = results();
  changed["claims"][1]["file"] = "my papers/ε#1.toml";
  const json root = json::parse(results_sarif(results_from(changed)));
  CHECK(root["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
            ["uri"] == "my%20papers/%CE%B5%231.toml");
}

TEST_CASE("text in XML cannot leave its place, and holds no character that XML has not",
          "[exchange]") {
  CHECK(xml_text("<a b=\"c\">&amp;") == "&lt;a b=&quot;c&quot;&gt;&amp;amp;");
  CHECK(xml_text(std::string("a\0b\x1b\nc", 6)) == "a b  c");
  CHECK(xml_text("ε₀\xEF\xBF\xBE\xEF\xBF\xBF.") == "ε₀  .");
}

}  // namespace test_exchange
