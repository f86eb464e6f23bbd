// `show --script` for files and for results, and what `recheck` says of refutations that it cannot
// judge again.

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_show_script {

using nlohmann::json;

namespace {

std::string refused(const words& arguments) {
  const program_run run = run_program(arguments);
  check_refusal(run, {});
  return run.err;
}

const std::string false_square =
    claim_of("own/square", "claim = \"x^2 <= 3\"\ncheck = { x = [1, 2] }");
// True at its point, false where a search looks.
const std::string false_beyond =
    claim_of("own/beyond", "claim = \"x^2 <= 100\"\ndomain = [\"x >= 0\"]\ncheck = { x = 1 }");

}  // namespace

TEST_CASE("show finds claims of files as verify does", "[show]") {
  const temporary_directory scratch;
  const std::string one = scratch.file("one.toml", "format = 1\n" + false_square);
  const std::string two = scratch.file("two.toml", "format = 1\n" + false_square + false_beyond);
  const std::string program = run_program({"show", one, "--script", "python"}).out;
  CHECK(has(program, "x = mpf(2)"));
  CHECK(run_program({"show", two, "own/square", "--script", "python"}).out == program);
  CHECK(run_program({"show", "own/square", "--file", two, "--script", "python"}).out == program);
  CHECK(has(run_program({"show", one}).out, "own/square"));
  CHECK(has(run_program({"show", two}).out, "own/beyond"));
  CHECK_FALSE(has(run_program({"show", two}).out, "chen_gdp"));
  CHECK(has(refused({"show", two, "--script", "python"}),
            "--script needs one claim, and '" + two + "' stands for 2, such as 'own/square'"));
  CHECK(has(refused({"show", "--script", "python"}), "--script needs the ID of a claim"));
  CHECK(has(refused({"show", "own/square", "--script", "python"}), "there is no file, claim"));
}

TEST_CASE("a program takes the witness of a results file", "[show]") {
  const temporary_directory scratch;
  const std::string file = scratch.file("two.toml", "format = 1\n" + false_square + false_beyond);
  const std::string results = (scratch.path() / "results.json").string();
  CHECK(run_program({"verify", file, "--output", results}).status == 1);
  std::ifstream stored(results);
  const json root = json::parse(stored);
  const json& beyond = root.at("claims").at(1);
  REQUIRE(beyond.at("verdict") == "refuted");
  const std::string witness = beyond.at("witness").at("x").get<std::string>();
  CHECK(witness != "1");
  const program_run shown =
      run_program({"show", "own/beyond", "--script", "python", "--results", results});
  CHECK(shown.status == 0);
  CHECK(has(shown.out, "point:     x = " + witness));
  CHECK(has(shown.out, "refutation reproduced"));
  CHECK(has(refused({"show", "own/else", "--script", "python", "--results", results}),
            "there is no file, claim or paper 'own/else'"));
  CHECK(has(refused({"show", "own/beyond", "--results", results}), "add --script"));
  CHECK(has(refused({"show", "own/beyond", "--script", "gp", "--results", results, "--set", "x=1"}),
            "--results gives the point: leave --set out"));
  CHECK(has(refused({"show", "bound/chen_gdp", "--script", "gp", "--results", results}),
            "claim 'bound/chen_gdp' was not judged there"));
  // What was altered afterwards is no witness.
  json altered = root;
  altered.at("claims").at(1).at("witness").at("x") = "2";
  const std::string other = scratch.file("altered.json", altered.dump(2));
  CHECK(has(refused({"show", "own/beyond", "--script", "gp", "--results", other}), "was altered"));
  CHECK(has(refused({"show", "own/beyond", "--script", "gp", "--results", file}), file));
}

// In a Rényi divergence of order λ an outcome counts e^{λε0} times as much as by its probability:
// by mpmath, with all outcomes, the left side is 0.1407762966755240674.
TEST_CASE("a program keeps the outcomes that a high order needs", "[show]") {
  const auto has_mpmath = [](const std::string& python) {
    return std::system((python + " -c 'import mpmath' 2>/dev/null").c_str()) == 0;
  };
  const std::string python = has_mpmath("/usr/bin/python3") ? "/usr/bin/python3" : "python3";
  if (!has_mpmath(python)) return skip_part("there is no python3 with mpmath here");
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "order.toml",
      "format = 1\n" +
          claim_of("own/order",
                   "claim = \"renyi(rr_pair(n, eps0), lambda) <= lambda*(exp(eps0) - "
                   "1)^2/(200*n)\"\ndomain = [\"n >= 1\", \"eps0 > 0\", \"lambda > "
                   "1\"]\nintegers = [\"n\"]\nabout = \"mechanism\"\ncheck = { n = 10000, eps0 = "
                   "4, lambda = 64 }"));
  const std::string script =
      scratch.file("order.py", run_program({"show", file, "--script", "python", "--set", "n=10000",
                                            "--set", "eps0=4", "--set", "lambda=64"})
                                   .out);
  const std::string told = (scratch.path() / "told").string();
  REQUIRE(std::system((python + " '" + script + "' >'" + told + "' 2>&1").c_str()) == 0);
  std::ifstream answer(told);
  const std::string text{std::istreambuf_iterator<char>(answer), {}};
  INFO(text);
  CHECK(has(text, "0.14077629667552406"));
  CHECK(has(text, "refutation reproduced"));
  CHECK(has(refused({"show", file, "--script", "python", "--set", "n=1000", "--set", "eps0=20",
                     "--set", "lambda=1000"}),
            "order so large"));
}

TEST_CASE("show writes no program that could not end", "[show]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "many.toml",
      "format = 1\n" + claim_of("own/many",
                                "claim = \"hockey_stick(krr_pair(5, n, 1), 1/2) <= 0\"\n"
                                "integers = [\"n\"]\ncheck = { n = 1000 }"));
  const std::string why = refused({"show", file, "--script", "python"});
  CHECK(has(why, "it would not end"));
  CHECK(has(run_program({"show", file, "--script", "python", "--set", "n=20"}).out,
            "merged_krr_pair(mpf(5), n, mpf(1))"));
}

TEST_CASE("a refutation without a second opinion is no success of recheck", "[recheck]") {
  const temporary_directory scratch;
  // More than 10^7 outcomes are beyond the second arithmetic.
  const std::string far =
      "claim = \"hockey_stick(rr_pair(n, 1), 0) <= 0\"\nintegers = [\"n\"]\n"
      "check = { n = 20000000 }";
  const auto recheck = [&](const std::string& claims) {
    const std::string file = scratch.file("own.toml", "format = 1\n" + claims);
    const std::string results = (scratch.path() / "results.json").string();
    run_program({"verify", file, "--output", results});
    return std::pair(run_program({"recheck", results}),
                     run_program({"recheck", results, "--json"}));
  };
  const auto [words, keys] = recheck(claim_of("own/far", far) + false_square);
  CHECK(words.status == 3);
  CHECK(has(words.out, "beyond reach   own/far\n"));
  CHECK(has(words.out, "confirmed      own/square\n"));
  CHECK(has(words.out, "\nNo second opinion on the refutation of 'own/far'.\n"));
  CHECK(has(words.out, "--effort 10\n"));
  CHECK(keys.status == 3);
  CHECK(json::parse(keys.out).at("unseconded_refutations") == json{"own/far"});
  // What is on record as refuted is expected, and stays a status of 0.
  const auto [expected, expected_keys] =
      recheck(claim_of("own/far", far + "\nexpect = \"refuted\"") + false_square);
  CHECK(expected.status == 0);
  CHECK_FALSE(has(expected.out, "No second opinion"));
  CHECK(json::parse(expected_keys.out).at("unseconded_refutations").empty());
  // A histogram of ten symbols is within reach by its merged counts.
  const auto merged =
      recheck(claim_of("own/ten",
                       "claim = \"hockey_stick(krr_pair(10, n, 1), 1/2) <= 1/10^12\"\n"
                       "integers = [\"n\"]\ncheck = { n = 40 }"))
          .first;
  CHECK(merged.status == 0);
  CHECK(has(merged.out, "confirmed      own/ten\n"));
}

}  // namespace test_show_script
