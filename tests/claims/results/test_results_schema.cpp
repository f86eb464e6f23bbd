// The schema of results files: what is published, what is checked, and that these are the same.

#include "claims/results/results_schema.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "claims/results/digest.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_results_schema {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Every kind of claim and of verdict, so that most keys are there.
const std::string some_claims =
    "[paper]\nkey = \"p\"\ntitle = \"P\"\nauthors = [\"A\"]\n"
    "[symbols]\nx = \"ξ_0\"\n"
    "[[result]]\nid = \"r\"\nstatus = \"erratum\"\nnote = \"N\"\n"
    "[[claim]]\nid = \"p/refuted\"\nclaim = \"x < 3\"\ncorrected = \"x < 9\"\nregime = [\"x > "
    "5\"]\ndepends = [\"r\"]\nlet = { c = \"1/2\" }\ndomain = [\"x > c\"]\nwhere = \"W\"\n"
    "[claim.check]\nx = [1, 4]\npoints = [ { x = 7 } ]\n[[claim.refute]]\nx = { from = 4, to = 9 "
    "}\n"
    "[[claim]]\nid = \"p/proved\"\nclaim = \"x^2 >= 0\"\ndomain = [\"x >= 0\", \"x <= "
    "2\"]\n[claim.check]\nx = [1, 2]\n[claim.prove]\nx = { from = 0, to = 2 }\n"
    "[[claim]]\nid = \"p/undecided\"\nclaim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < "
    "1\"\n[claim.check]\nx = [1, 2]\n"
    "[[claim]]\nid = \"p/none\"\nkind = \"exists\"\nexists = [\"x\"]\nclaim = \"exp(x) <= "
    "1/2\"\ndomain = [\"x >= 0\", \"x <= 8\"]\n[claim.check]\nx = [0, 1]\n"
    "[[claim]]\nid = \"p/some\"\nkind = \"exists\"\nexists = [\"x\"]\nclaim = \"x^2 == 2\"\n"
    "domain = [\"x >= 0\", \"x <= 8\"]\n[claim.check]\nx = [0, 1]\n"
    "[[claim]]\nid = \"p/rate\"\nkind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 2\n"
    "integers = [\"n\"]\n[claim.check]\nn = [100, 200, 400, 800]\n"
    "[[claim]]\nid = \"p/invalid\"\nclaim = \"x <\"\n"
    "[[coverage]]\nstatement = \"Theorem 1\"\nabout = \"a\"\nclaims = [\"p/refuted\"]\n";

const json& written() {
  static const json root = json::parse(results_text(some_claims, "shufflecert verify"));
  return root;
}

json any_value(std::mt19937& random) {
  static const std::vector<json> values{nullptr,
                                        true,
                                        false,
                                        0,
                                        1,
                                        -1,
                                        1.5,
                                        2.0,
                                        1e300,
                                        -0.25,
                                        9007199254740992.0,
                                        18446744073709551615U,
                                        "",
                                        "x",
                                        "1",
                                        "-1.5e-7",
                                        "1e",
                                        "inf",
                                        "-inf",
                                        "nan",
                                        "1.",
                                        "refuted",
                                        "proved",
                                        "verified",
                                        "forall",
                                        "1\"/><x y=\"",
                                        "=HYPERLINK(1)",
                                        "\\write18{ls}",
                                        "ε₀",
                                        "1x",
                                        "_x1",
                                        json::array(),
                                        json::array({"x"}),
                                        json::array({1, nullptr}),
                                        json::array({json::object()}),
                                        json::object(),
                                        json::object({{"lower", "1"}, {"upper", "2"}}),
                                        json::object({{"lower", 1}, {"upper", "2"}}),
                                        json::object({{"x", "1"}}),
                                        json::object({{"1 x", "1"}}),
                                        json::object({{"point", nullptr}}),
                                        std::string(64, 'a'),
                                        std::string(64, 'A')};
  return values[random() % values.size()];
}

// One value replaced, one key left out, or one added.
json mutated(std::mt19937& random, const std::vector<json::json_pointer>& paths) {
  json root = written();
  const json::json_pointer& path = paths[random() % paths.size()];
  json& parent = root.at(path.parent_pointer());
  switch (random() % 5) {
    case 0:
      if (parent.is_object()) parent.erase(path.back());
      break;
    case 1:
      if (parent.is_object()) parent["a new key"] = any_value(random);
      break;
    default:
      root.at(path) = any_value(random);
  }
  return root;
}

std::string python_with_schemas() {
  for (const char* candidate : {"/usr/bin/python3", "python3"})
    if (runs({candidate, "-W", "ignore", "-c", "from jsonschema import Draft202012Validator"}))
      return candidate;
  skip("there is no python3 with jsonschema here");
}

// Which of the results the published schema allows, as jsonschema reads it.
constexpr const char* validate_all = R"py(
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for line in open(sys.argv[2], encoding="utf-8"):
    print("yes" if validator.is_valid(json.loads(line)) else "no")
)py";

std::string fault_of(const json& root) {
  return fault_in_results(root).value_or("none");
}

json with(const std::string& pointer, const json& value) {
  json root = written();
  root[json::json_pointer(pointer)] = value;
  return root;
}

}  // namespace

TEST_CASE("what verify writes is what the schema allows", "[schema]") {
  CHECK(fault_of(written()) == "none");
}

TEST_CASE("what is read of a results file is all of it: it is written as it was", "[schema]") {
  const recorded_results read = results_from(written());
  CHECK(results_json(read) == written());
  // Each key comes from its own record.
  REQUIRE(read.claims.size() == written().at("claims").size());
  const recorded_claim& refuted = read.claims.at(0);
  CHECK(refuted.stated.regime == std::vector<std::string>{"x > 5"});
  CHECK(refuted.stated.let == named_texts{{"c", "1/2"}});
  CHECK(refuted.stated.check.points.at(0).at("x") == "7");
  CHECK(refuted.found.witness->relation == "x < 3");
  CHECK(refuted.corrected->outcome == verdict::verified);
  CHECK(read.papers.at(0).authors == std::vector<std::string>{"A"});
  CHECK(read.symbols.at("test.toml").at("x") == "ξ_0");
}

TEST_CASE("what an earlier version did not write is empty, and known to be missing", "[schema]") {
  json root = written();
  for (const char* key : {"coverage", "statements", "findings", "symbols"}) root.erase(key);
  json& claim = root["claims"][0];
  for (const char* key : {"hedge", "severity", "search", "double", "proof"}) claim.erase(key);
  claim["regime"] = nullptr;
  CHECK(fault_of(root) == "none");
  const recorded_results read = results_from(root);
  CHECK_FALSE(read.has_statements());
  CHECK(read.coverage.empty());
  const recorded_claim& first = read.claims.at(0);
  CHECK(first.stated.missing == std::vector<std::string>{"regime", "hedge"});
  CHECK_FALSE(first.severity);
  CHECK_FALSE(first.found.search);
  CHECK_FALSE(first.found.regime);
  CHECK(read.claims.at(1).stated.missing == std::vector<std::string>{"regime"});
}

TEST_CASE("a fault is told with the path of its key, and what would be right", "[schema]") {
  CHECK(fault_of(with("/claims/0/seconds", "1\"/><x y=\"")) ==
        "claims[0].seconds: expected a number, found \"1\"/><x y=\"\"");
  CHECK(fault_of(with("/claims/0/seconds", -1)) ==
        "claims[0].seconds: expected a number >= 0, found -1");
  CHECK(fault_of(with("/claims/1/verdict", "certain")) ==
        "claims[1].verdict: expected one of \"refuted\", \"contradicted\", \"invalid\", "
        "\"undecided\", \"proved\", \"verified\", \"supported\", found \"certain\"");
  CHECK(fault_of(with("/claims/0/lhs/lower", "=1+1")) ==
        "claims[0].lhs.lower: expected a number such as \"-0.25e-7\", found \"=1+1\"");
  CHECK(fault_of(with("/claims/0/checked", 1.5)) ==
        "claims[0].checked: expected a whole number, found 1.5");
  CHECK(fault_of(with("/claims/0/checked", 1e300)) ==
        "claims[0].checked: expected a number <= 9007199254740991, found 1e+300");
  CHECK(fault_of(with("/claims/0/witness/1 x\n\x1b", "1")) ==
        "claims[0].witness[\"1 x\\n\\x1b\"]: expected a name such as \"eps0\", found \"1 "
        "x\\n\\x1b\"");
  CHECK(fault_of(with("/inputs/0/sha256", "abc")) ==
        "inputs[0].sha256: expected a SHA-256 of 64 hexadecimal digits, found \"abc\"");
  json missing = written();
  missing["claims"][2].erase("says");
  CHECK(fault_of(missing) == "claims[2]: the key 'says' is missing");
  CHECK(fault_of(json::array()) == "the file: expected an object, found an array");
  const std::string huge = fault_of(with("/claims/0/verdict", std::string(100'000, 'v')));
  CHECK(huge.size() < 400);
  json deep = json::array();
  for (int i = 0; i < 1'000; ++i) deep = json::array({std::move(deep)});
  CHECK(has(fault_of(with("/claims/0/later", deep)), "nested deeper than 32 levels"));
}

TEST_CASE("keys of later versions are no fault", "[schema]") {
  CHECK(fault_of(with("/claims/0/later", json::object({{"of", {1, "any", nullptr}}}))) == "none");
  CHECK(fault_of(with("/later", 1)) == "none");
}

TEST_CASE("the published schema and the program agree on altered results", "[schema][volume]") {
  const std::string python = python_with_schemas();
  const std::vector<json::json_pointer> paths = paths_in(written());
  const random_cases cases(99, 800);
  std::mt19937 random(cases.seed());
  std::string lines = written().dump() + "\n";
  std::vector<std::string> faults{fault_of(written())};
  for (int i = 0; i < cases.count(); ++i) {
    const json root = mutated(random, paths);
    lines += root.dump() + "\n";
    faults.push_back(fault_of(root));
  }
  const temporary_directory folder;
  const program_run run = run_command({python, "-W", "ignore", "-c", validate_all,
                                       SHUFFLECERT_SOURCE_DIR "/docs/reference/results-schema.json",
                                       folder.file("results", lines)});
  INFO(run.err);
  REQUIRE(run.status == 0);
  std::istringstream answers(run.out);
  int refused = 0;
  std::size_t i = 0;
  for (std::string answer; std::getline(answers, answer); ++i) {
    INFO(i << ": " << faults.at(i));
    CHECK((answer == "yes") == (faults.at(i) == "none"));
    if (answer == "no") ++refused;
  }
  CHECK(i == faults.size());
  // Most alterations are faults, and some are not.
  CHECK(refused > cases.count() / 2);
  CHECK(refused < cases.count() - cases.times(20));
}

TEST_CASE("whatever is altered, a report is written or the file is refused", "[schema]") {
  const std::vector<json::json_pointer> paths = paths_in(written());
  const random_cases cases(100, 300);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const json root = mutated(random, paths);
    try {
      const std::vector<report_file> files = render_report(root.dump());
      CHECK(files.size() > 10);
      CHECK(fault_of(root) == "none");
    } catch (const report_error& error) {
      CHECK(std::string(error.what()).find('\n') == std::string::npos);
    }
  }
}

TEST_CASE("the schema names the kinds that the program knows, in their order", "[schema]") {
  const json schema =
      json::parse(text_of_file(SHUFFLECERT_SOURCE_DIR "/docs/reference/results-schema.json"));
  const auto check = [&]<class Kind>(Kind, const std::string& pointer) {
    INFO(pointer);
    json expected = json::array();
    for (const Kind kind : all_kinds<Kind>()) {
      expected.push_back(to_text(kind));
      CHECK(from_text<Kind>(to_text(kind)) == kind);
    }
    json stated = schema.at(json::json_pointer(pointer)).at("enum");
    if (stated.back().is_null()) stated.erase(stated.size() - 1);
    CHECK(stated == expected);
  };
  check(verdict{}, "/$defs/verdict");
  check(verdict{}, "/$defs/optional_verdict");
  check(severity_class{}, "/$defs/severity_class");
  check(rate_trend::kind{}, "/$defs/extrapolated/properties/trend");
  check(proof_coverage{}, "/$defs/proof/properties/covers");
  check(double_outcome{}, "/$defs/double/properties/outcome");
  check(claim_kind{}, "/$defs/claim/properties/kind");
  check(correction_kind{}, "/$defs/claim/properties/correction");
  check(result_status{}, "/$defs/claim/properties/depends/items/properties/status");
  CHECK_FALSE(from_text<verdict>("Refuted").has_value());
  CHECK_FALSE(from_text<verdict>("").has_value());
}

TEST_CASE("report and recheck refuse by the schema, in one line with the key", "[schema]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("claims.toml", "format = 1\n" + some_claims));
  static_cast<void>(
      run_program({"verify", "claims.toml", "--output", "results.json"}, folder.path()));
  json root = json::parse(text_of_file(folder / "results.json"));
  CHECK(run_program({"recheck", "results.json"}, folder.path()).status != 2);
  root["claims"][0]["double"] = "1\"/><x y=\"\x1b";
  add_digests(root);
  static_cast<void>(folder.file("results.json", root.dump()));
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"report", "results.json", "--output", "audit"},
        std::vector<std::string>{"recheck", "results.json"}}) {
    const program_run run = run_program(arguments, folder.path());
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(count_of(run.err, "\n") == 1);
    CHECK(has(run.err, "'results.json': "));
    CHECK(
        has(run.err, "claims[0].double: expected an object or null, found \"1\"/><x y=\"\\x1b\""));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "audit"));
}

}  // namespace test_results_schema
