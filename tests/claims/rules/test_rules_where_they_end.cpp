// Rules of proofs where what they rest on ends: a logarithm's sign, a moving end that is not above
// 0, an index inside another one's sum, a value that an index brings with it, a branch that is
// infinite, and variables that conditions mention by a local name or not at all.

#include <nlohmann/json.hpp>

#include "support/claim_pairs.hpp"
#include "support/run_program.hpp"

namespace test_rules_where_they_end {

namespace {

using namespace shufflecert::claims;

std::string verdict_of_claim(const std::string& lines, const std::string& check) {
  judge_options options;
  options.derives_theorems = true;
  return to_text(judge_one(claim_text(lines, check), options).found.outcome);
}

}  // namespace

TEST_CASE("logarithms of small numbers have their sign", "[corners]") {
  const std::vector<std::string> domain{"x > 0", "x <= 1"};
  const point_of_texts small{{"x", "1/10"}};
  const point_of_texts large{{"x", "1"}};
  for (const auto& [right, wrong] :
       std::vector<std::pair<std::string, std::string>>{{"log(x) <= 0", "log(x) >= 0"},
                                                        {"log(x*5) <= 2", "log(x*5) >= 0"},
                                                        {"log(1/x) >= 0", "log(1/x) <= 0"},
                                                        {"log(x) < 1", "log(x) > -1/10"},
                                                        {"-log(x) >= 0", "-log(x) <= 0"}})
    check_pair({wrong, {right, domain}, {wrong, domain}, small, large, "x = [1]"});
}

TEST_CASE("a moving end is above 0 only where it is shown so without what it moves", "[corners]") {
  check_pair({"an end below 0",
              {"m + y >= 0", {"m >= 0", "m > y", "y >= 0"}},
              {"y >= 0", {"m >= 0", "m > y"}},
              {{"m", "5"}, {"y", "-1"}},
              {{"m", "5"}, {"y", "1"}},
              "m = [5]\ny = [1]",
              {"m"}});
  check_pair({"an end at 0",
              {"1/m > 0", {"m >= 1", "x > 2*m", "x > 0"}},
              {"1/m > 0", {"m >= 0", "x > 2*m", "x > 0"}},
              {{"m", "0"}, {"x", "1"}},
              {{"m", "1"}, {"x", "3"}},
              "m = [1]\nx = [3]"});
}

TEST_CASE("each index of nested sums is itself", "[corners]") {
  const std::vector<std::string> domain{"n >= 1", "m >= 1"};
  const std::string one = "sum(i, 1, n, sum(j, 1, m, i*j^2))";
  const std::string check = "points = [{ n = 1, m = 1 }, { n = 2, m = 2 }]";
  for (const std::string relation : {"==", "<="})
    check_pair({relation,
                {one + " " + relation + " sum(a, 1, n, sum(b, 1, m, a*b^2))", domain},
                {one + " " + relation + " sum(i, 1, n, sum(j, 1, m, j*i^2))", domain},
                {{"n", "2"}, {"m", "3"}},
                {{"n", "2"}, {"m", "2"}},
                check,
                {"n", "m"}});
}

TEST_CASE("what has a value under an index need not have one elsewhere", "[corners]") {
  const std::vector<std::string> domain{"a >= 0", "b >= 0"};
  const std::string sum = "sum(j, 1, a + b, sqrt(a + b - 1)) >= 0 and ";
  check_pair({"no index at all",
              {sum + "sqrt(a + b) >= 0", domain},
              {sum + "sqrt(a + b - 1) >= 0", domain},
              {{"a", "0"}, {"b", "0"}},
              {{"a", "1"}, {"b", "0"}},
              "a = [1]\nb = [1, 2]",
              {"a", "b"}});
}

TEST_CASE("a branch that is infinite has no sign by its form", "[corners]") {
  for (const auto& [right, wrong] : std::vector<std::pair<std::string, std::string>>{
           {"if(x > 5, exp(-x), 1) > 0", "if(x > 5, exp(-inf), 1) > 0"},
           {"1/if(x > 5, exp(-x), 1) > 0", "1/if(x > 5, exp(-inf), 1) > 0"}})
    check_pair({wrong,
                {right, {"x >= 0"}},
                {wrong, {"x >= 0"}},
                {{"x", "6"}},
                {{"x", "1"}},
                "x = [0, 1, 2]"});
}

TEST_CASE("a region covers the check values of single points, too", "[prove]") {
  const std::string until_2 = "[claim.prove]\nx = { from = 0, to = 2 }\n";
  const std::string points = "points = [{ x = 1 }, { x = 2 }]\n" + until_2;
  CHECK(verdict_of_claim("claim = \"x^2 <= 4\"\ndomain = [\"x >= 0\"]", points) == "verified");
  CHECK(verdict_of_claim("claim = \"x^2 <= 4\"\ndomain = [\"x >= 0\", \"x <= 2\"]", points) ==
        "proved");
  // At y = 5, a value of one point alone, it fails between the ends of x.
  const std::string besides =
      "claim = \"4*abs(x - 1/2) >= y - 3\"\ndomain = [\"x >= 0\", \"x <= 1\"]";
  const std::string unit = "\n[claim.prove]\nx = { from = 0, to = 1 }\n";
  CHECK(verdict_of_claim(besides, "x = [0, 1]\ny = [1, 2]" + unit) == "proved");
  CHECK(verdict_of_claim(besides, "x = [0, 1]\ny = [1, 2]\npoints = [{ x = 1, y = 5 }]" + unit) !=
        "proved");
}

TEST_CASE("a variable is in the domain by a local name, too", "[prove]") {
  const auto verdict_with = [](const std::string& top) {
    return verdict_of_claim(
        "claim = \"exp(y)*(x - 3) <= 0\"\nlet = { z = \"x\" }\n"
        "domain = [\"z >= 0\", \"z <= " +
            top + "\", \"y >= 0\", \"y <= 5\"]",
        "x = [1, 2]\ny = [0, 1]\n"
        "[claim.prove]\ny = { from = 0, to = 5 }\n");
  };
  CHECK(verdict_with("10") != "proved");
}

TEST_CASE("a lower bound on epsilon is not shown by a divergence that is delta", "[prove]") {
  const temporary_directory scratch;
  const auto verdict_of_bound = [&](const std::string& on, const std::string& value) {
    const std::string file = scratch.file(
        "a.toml", "format = 1\n[[bound]]\nname = \"b\"\nparameters = [\"delta\"]\nvalue = \"" +
                      value + "\"\nside = \"lower\"\non = \"epsilon(" + on +
                      ", delta)\"\ndomain = [\"delta >= 0\", \"delta <= 1/2\"]\n"
                      "check = { delta = [0, \"1/2\"] }\n");
    const program_run run = run_program({"verify", "--json", file});
    INFO(run.err);
    const auto root = nlohmann::json::parse(run.out);
    for (const auto& one : root.at("claims"))
      if (one.at("id") == "bound/b") return one.at("verdict").get<std::string>();
    return std::string("none");
  };
  // At delta = 0 it is 1. Of the laws below it is -log 2 at 1/2, and the divergence is 1/2 from
  // there on, for all that P has where Q is 0.
  CHECK(verdict_of_bound("clone_pair(2, 1)", "if(delta > 0, 0, 100)") == "refuted");
  CHECK(verdict_of_bound("clone_pair(2, 1)", "if(delta > 0, 0, 1)") == "proved");
  const std::string laws = "pair(law(x, 0, 1, 1/2), law(x, 1, 1, 1))";
  CHECK(verdict_of_bound(laws, "if(delta < 1/2, 0, 100)") == "refuted");
}

}  // namespace test_rules_where_they_end
