// The results file: every key of the contract, null where it does not apply, in catalogue order.

#include <nlohmann/json.hpp>

#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_results_json {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Through text, as a reader gets it.
json results_of(const std::string& text) {
  return json::parse(results_text(text, "shufflecert verify test.toml"));
}

json only_claim(const std::string& text) {
  const json root = results_of(text);
  REQUIRE(root.at("claims").size() == 1);
  return root.at("claims").at(0);
}

const std::vector<std::string> judgement_keys{"verdict", "checked", "tied",    "undecided",
                                              "seconds", "witness", "lhs",     "rhs",
                                              "region",  "rate",    "message", "cautions"};

}  // namespace

TEST_CASE("the results file as a whole") {
  const json root = results_of("[paper]\nkey = \"p\"\n" + claim_text("claim = \"1 < 2\""));
  for (const char* key : {"version", "command", "inputs", "claims"}) {
    INFO(key);
    CHECK(root.contains(key));
  }
  CHECK(root.at("version") == version());
  CHECK(root.at("command") == "shufflecert verify test.toml");
  REQUIRE(root.at("inputs").size() == 1);
  CHECK(root.at("inputs")[0].at("file") == "test.toml");
  CHECK(root.at("inputs")[0].at("sha256").get<std::string>().size() == 64);
  REQUIRE(root.at("papers").size() == 1);
  CHECK(root.at("papers")[0].at("key") == "p");
  CHECK(root.at("papers")[0].at("title").is_null());
}

TEST_CASE("claims keep the order of the catalogue") {
  std::string text;
  for (const char* id : {"c", "a", "b", "a/2", "0"})
    text += std::string("[[claim]]\nid = \"") + id + "\"\nclaim = \"1 < 2\"\n";
  std::string order;
  const json root = results_of(text);
  for (const auto& c : root.at("claims")) order += c.at("id").get<std::string>() + " ";
  CHECK(order == "c a b a/2 0 ");
}

TEST_CASE("every claim has every key, whatever its verdict") {
  const json root = results_of(
      "[[claim]]\nid = \"verified\"\nclaim = \"1 < 2\"\n"
      "[[claim]]\nid = \"refuted\"\nclaim = \"2 < 1\"\n"
      "[[claim]]\nid = \"undecided\"\nclaim = \"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1\"\n"
      "[[claim]]\nid = \"invalid\"\nclaim = \"1/0 < 1\"\n"
      "[[claim]]\nid = \"proved\"\nkind = \"exists\"\nclaim = \"x == 1\"\ncheck = { x = [1] }\n"
      "[[claim]]\nid = \"unreadable\"\nclaim = \"1 <\"\n");
  REQUIRE(root.at("claims").size() == 6);
  for (const auto& c : root.at("claims")) {
    INFO(c.dump());
    for (const std::string& key : judgement_keys) {
      INFO(key);
      CHECK(c.contains(key));
    }
    CHECK(c.contains("id"));
    CHECK(c.contains("expect"));
    CHECK(c.contains("corrected"));
    CHECK(c.at("expect").is_null());
    CHECK(c.at("corrected").is_null());
    CHECK(c.at("rate").is_null());
    CHECK(c.at("undecided").is_array());
    CHECK(c.at("seconds").get<double>() >= 0);
    const auto id = c.at("id").get<std::string>();
    CHECK(c.at("verdict") == (id == "unreadable" ? "invalid" : id));
    const bool shows_sides = id == "refuted" || id == "proved";
    CHECK(c.at("witness").is_null() != shows_sides);
    CHECK(c.at("lhs").is_null() != shows_sides);
    CHECK(c.at("rhs").is_null() != shows_sides);
  }
  CHECK(root.at("claims")[5].at("message") ==
        "test.toml:21: [[claim]]: key 'claim': column 4: expected a number, a name, '-' or '('; "
        "found the end of the formula");
  CHECK(root.at("claims")[5].at("claim").is_null());
}

TEST_CASE("a refuted claim shows its counterexample") {
  const json c = only_claim(
      claim_text("claim = \"x <= 10 and n*x^2 <= 50\"\nintegers = [\"n\"]\nexpect = \"refuted\"\n"
                 "corrected = \"x <= 10\"",
                 "n = [1, 2]\nx = [\"1/3\", 7]"));
  CHECK(c.at("verdict") == "refuted");
  CHECK(c.at("checked") == 4);
  CHECK(c.at("tied") == 0);
  CHECK(c.at("counterexamples") == 1);
  CHECK(c.at("witness") == json{{"n", "2"}, {"x", "7"}});
  CHECK(c.at("failing") == "n*x^2 <= 50");
  CHECK(c.at("lhs") == json{{"lower", "98"}, {"upper", "98"}});
  CHECK(c.at("rhs") == json{{"lower", "50"}, {"upper", "50"}});
  CHECK(c.at("undecided").empty());
  CHECK(c.at("expect") == "refuted");
  CHECK(c.at("as_expected") == true);
  CHECK(c.at("worst").at("point") == json{{"n", "2"}, {"x", "7"}});
  const json& corrected = c.at("corrected");
  CHECK(corrected.at("verdict") == "verified");
  for (const std::string& key : judgement_keys) {
    INFO(key);
    CHECK(corrected.contains(key));
  }
}

TEST_CASE("sides may be infinite and points are kept as they are written") {
  const json c = only_claim(
      claim_text("claim = \"renyi(unmixed_pair(3, x), 2) <= exp(x)\"", "x = [\"log(3)\"]"));
  CHECK(c.at("witness") == json{{"x", "log(3)"}});
  CHECK(c.at("lhs") == json{{"lower", "inf"}, {"upper", "inf"}});
  CHECK(c.at("rhs") == json{{"lower", "3"}, {"upper", "3"}});
  CHECK(c.at("check") == json{{"x", {"log(3)"}}});
}

TEST_CASE("undecided points are listed") {
  const json c =
      only_claim(claim_text("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1 + y\"",
                            "x = [1, \"1/3\"]\ny = [0, 1]"));
  CHECK(c.at("verdict") == "undecided");
  CHECK(c.at("checked") == 4);
  CHECK(c.at("undecided") == json::array({{{"x", "1"}, {"y", "0"}}, {{"x", "1/3"}, {"y", "0"}}}));
}

TEST_CASE("the region of a refuted existence") {
  const json c = only_claim(claim_text(
      "kind = \"exists\"\nclaim = \"exp(x) < 0\"\ndomain = [\"x >= 0\", \"x <= 1/4\"]", "x = [0]"));
  CHECK(c.at("region") == json{{"x", {{"lower", "0"}, {"upper", "0.25"}}}});
}

TEST_CASE("the statement travels with its verdict") {
  const json c = only_claim(
      "[[define]]\nname = \"inner\"\nparameters = [\"x\"]\nvalue = \"x^2\"\n"
      "[[define]]\nname = \"outer\"\nparameters = [\"x\", \"y\"]\nvalue = \"inner(x) + y\"\n"
      "[[define]]\nname = \"unused\"\nparameters = [\"x\"]\nvalue = \"x\"\n"
      "[[result]]\nid = \"r\"\nstatus = \"erratum\"\nnote = \"n\"\n" +
      claim_text("claim = \"outer(x, a) > 0\"\nlet = { a = \"x + 1\" }\ndepends = [\"r\"]\n"
                 "domain = [\"x > 0\"]\nwhere = \"W\"\nsays = \"S\"\nreason = \"R\"\n"
                 "about = \"formula\"",
                 "x = [1, 2]"));
  CHECK(c.at("claim") == "outer(x, a) > 0");
  CHECK(c.at("domain") == json::array({"x > 0"}));
  CHECK(c.at("let") == json{{"a", "x + 1"}});
  CHECK(c.at("definitions") ==
        json::array({{{"name", "outer"}, {"text", "outer(x, y) = inner(x) + y"}},
                     {{"name", "inner"}, {"text", "inner(x) = x^2"}}}));
  CHECK(c.at("depends") == json::array({{{"id", "r"}, {"status", "erratum"}, {"note", "n"}}}));
  CHECK(c.at("where") == "W");
  CHECK(c.at("says") == "S");
  CHECK(c.at("reason") == "R");
  CHECK(c.at("about") == "formula");
  CHECK(c.at("reading").is_null());
  CHECK(c.at("file") == "test.toml");
}

}  // namespace test_results_json
