// Claims about any_mechanism(n, eps0): verify looks for mechanisms that break them, and every
// reader of its results copes with what it finds.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "claims/results/digest.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_mechanism_claims {

namespace {

using json = nlohmann::ordered_json;

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string claim_text(const std::string& id, const std::string& relation, const std::string& check,
                       const std::string& more = "") {
  return "[[claim]]\nid = \"" + id + "\"\nwhere = \"Here\"\nsays = \"Every mechanism.\"\n" +
         "about = \"mechanism\"\nintegers = [\"n\"]\ndomain = [\"n >= 1\", \"eps0 > 0\"]\n" +
         "claim = \"" + relation + "\"\n" + more + "[claim.check]\n" + check + "\n";
}

const std::string planted =
    "format = 1\n[paper]\nkey = \"planted\"\ntitle = \"Planted\"\nauthors = [\"A\"]\n"
    "reference = \"R\"\n" +
    claim_text("planted/false", "hockey_stick(any_mechanism(n, eps0), 1/10) <= limit",
               "n = [1, 3]\neps0 = [\"1/10\", 1]", "let = { limit = \"6/25\" }\n") +
    claim_text("planted/parts",
               "total_variation(any_mechanism(n, eps0)) <= 1 and "
               "tradeoff(any_mechanism(n, eps0), 3/10) >= 0.36",
               "n = 2\neps0 = \"log(3)\"") +
    claim_text("planted/true",
               "hockey_stick(any_mechanism(n, eps0), 0) <= "
               "hockey_stick(clone_pair(n, eps0), 0)",
               "n = [1, 2]\neps0 = [1, \"log(2)\"]") +
    claim_text("planted/far", "renyi(any_mechanism(n, eps0), 2) <= eps0", "n = 40\neps0 = 1");

json results_of(const temporary_directory& scratch, const std::string& file) {
  const program_run run = run_program({"verify", file, "--output", scratch / "results.json"});
  INFO(run.err);
  CHECK(run.status == 1);
  return json::parse(read_whole(scratch / "results.json"));
}

json& entry_of(json& root, const std::string& id) {
  return *std::find_if(root["claims"].begin(), root["claims"].end(),
                       [&](const json& one) { return one["id"] == id; });
}

// What recheck says of the claims, by id.
std::map<std::string, std::string> recheck(const temporary_directory& scratch, const json& root) {
  const std::string file = scratch.file("altered.json", root.dump());
  const program_run run = run_program({"recheck", file, "--json"});
  INFO(run.err);
  const json answer = json::parse(run.out);
  std::map<std::string, std::string> lines;
  for (const json& one : answer["claims"])
    lines[one["id"]] = one["outcome"].get<std::string>() +
                       (one["reason"].is_null() ? "" : ": " + one["reason"].get<std::string>());
  return lines;
}

}  // namespace

TEST_CASE("verify looks for mechanisms that break claims about every one", "[volume]") {
  const temporary_directory scratch;
  const std::string file = scratch.file("planted.toml", planted);
  json root = results_of(scratch, file);

  json& broken = entry_of(root, "planted/false");
  CHECK(broken["verdict"] == "refuted");
  CHECK(broken["checked"] == 4);
  CHECK(broken["counterexamples"] == 2);
  // The simplest of both: one user alone.
  CHECK(broken["witness"]["n"] == "1");
  CHECK(broken["witness"]["eps0"] == "1");
  CHECK(broken["witness"]["any_mechanism"] == "staircase_pair(eps0, 2, 1, 1, 10, 01)");
  CHECK(broken["failing"] == "hockey_stick(any_mechanism(n, eps0), 1/10) <= limit");
  CHECK(broken["rhs"]["lower"] == "0.24");
  CHECK(has(broken["message"].get<std::string>(), "fails at 2 of 4 points"));

  json& parts = entry_of(root, "planted/parts");
  CHECK(parts["verdict"] == "refuted");
  CHECK(parts["failing"] == "tradeoff(any_mechanism(n, eps0), 3/10) >= 0.36");
  CHECK(has(parts["witness"]["any_mechanism"].get<std::string>(), "staircase_pair(eps0, 4, "));

  json& holding = entry_of(root, "planted/true");
  CHECK(holding["verdict"] == "verified");
  CHECK(holding["proof"].is_null());
  CHECK(holding["search"]["evaluations"].get<int>() > 200);
  CHECK(holding["search"]["smallest_margin"]["point"].contains("any_mechanism"));
  CHECK(has(holding["message"].get<std::string>(), "no proof"));

  json& far = entry_of(root, "planted/far");
  CHECK(far["verdict"] == "undecided");
  CHECK(far["undecided"].size() == 1);
  CHECK(has(far["message"].get<std::string>(), "for 1 to 12 users"));

  const auto lines = recheck(scratch, root);
  for (const std::string id : {"planted/false", "planted/parts", "planted/true"})
    CHECK(lines.at(id).substr(0, 9) == "confirmed");

  // An altered mechanism is not confirmed.
  {
    // Where the left side is given, it is that of the altered mechanism: what is wrong is that the
    // mechanism is none of the claim.
    const auto with = [&](const std::string& mechanism, const json& left = nullptr) {
      json altered = root;
      json& entry = entry_of(altered, "planted/false");
      if (!left.is_null()) {
        const json side{{"lower", left["lower"]}, {"upper", left["upper"]}};
        entry["lhs"] = side;
        entry["worst"]["lhs"] = side;
      }
      entry["witness"]["any_mechanism"] = mechanism;
      entry["worst"]["point"]["any_mechanism"] = mechanism;
      shufflecert::claims::add_digests(altered);
      return recheck(scratch, altered).at("planted/false");
    };
    const auto left_of = [](const std::string& pair) {
      return json::parse(
          run_program({"eval", "hockey_stick(" + pair + ", 1/10)", "--digits", "20", "--json"})
              .out);
    };
    const std::string of_one = "staircase_pair(eps0, 2, 1, 1, 10, 01)";
    CHECK(with(of_one, left_of("staircase_pair(1, 2, 1, 1, 10, 01)")).substr(0, 9) == "confirmed");
    CHECK(has(with("staircase_pair(eps0, 2, 1, 1, 10, 01, 1, 10)",
                   left_of("staircase_pair(1, 2, 1, 1, 10, 01, 1, 10)")),
              "not confirmed: the mechanism is of 2 users"));
    CHECK(has(with("staircase_pair(2*eps0, 2, 1, 1, 10, 01)",
                   left_of("staircase_pair(2, 2, 1, 1, 10, 01)")),
              "not confirmed: it states no mechanism of the claim"));
    // Of unequal weights; with more noise than is said; no mechanism; no formula.
    for (const char* mechanism :
         {"staircase_pair(eps0, 2, 1, 2, 10, 01)", "staircase_pair(eps0, 3, 1, 1, 9, 100, 010)",
          "gaussian_pair(3)", "staircase_pair(eps0, 2, 1, 1, 10"}) {
      INFO(mechanism);
      CHECK(has(with(mechanism), "not confirmed"));
    }
  }
  // A verdict turned round is not confirmed.
  {
    json altered = root;
    json& entry = entry_of(altered, "planted/true");
    entry["search"]["smallest_margin"]["point"]["any_mechanism"] =
        "staircase_pair(eps0, 2, 1, 1, 10, 01, 7, 10)";
    json& turned = entry_of(altered, "planted/parts");
    for (const char* key : {"witness", "failing", "lhs", "rhs", "precision_bits", "worst"})
      turned[key] = nullptr;
    turned["verdict"] = "verified";
    turned["counterexamples"] = 0;
    turned["as_expected"] = true;
    turned["severity"] = nullptr;
    turned["search"]["counterexamples"] = 0;
    shufflecert::claims::add_digests(altered);
    const auto found = recheck(scratch, altered);
    CHECK(has(found.at("planted/parts"), "not confirmed"));
    CHECK(has(found.at("planted/true"), "not confirmed"));
  }
  // Reports say what was found.
  {
    CHECK(
        run_program({"report", scratch / "results.json", "--output", scratch / "report"}).status ==
        0);
    std::string all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch / "report"))
      if (entry.path().extension() == ".html") all += read_whole(entry.path().string());
    CHECK(has(all, "there is a mechanism for which the relation is certainly false"));
    CHECK(has(all, "none breaks it"));
    CHECK(has(all, "staircase_pair(eps0, 2, 1, 1, 10, 01)"));
  }
  // A program reproduces it.
  {
    const program_run shown =
        run_program({"show", "planted/false", "--file", file, "--script", "python"});
    CHECK(shown.status == 0);
    CHECK(has(shown.out, "merged_staircase_pair(eps0, [mpf(2), mpf(1), mpf(1), mpf(10), mpf(1)])"));
    CHECK(has(shown.out, "refutation reproduced"));
  }
}

TEST_CASE("a claim about any_mechanism must be one", "[volume]") {
  const temporary_directory scratch;
  const auto problem_of = [&](const std::string& relation, const std::string& more) {
    const std::string file = scratch.file(
        "some.toml", "format = 1\n[[claim]]\nid = \"some\"\nclaim = \"" + relation + "\"\n" + more);
    const program_run run = run_program({"verify", file});
    CHECK(run.status == 2);
    return run.out + run.err;
  };
  const std::string about = "about = \"mechanism\"\n";
  const std::string relation = "renyi(any_mechanism(2, 1), 2) <= 1";
  CHECK(has(problem_of(relation, ""), "needs about = \"mechanism\""));
  CHECK(has(problem_of(relation, "about = \"pair\"\n"), "needs about = \"mechanism\""));
  CHECK(has(problem_of(relation, about + "kind = \"exists\"\n"), "kind 'forall' only"));
  CHECK(has(problem_of(relation + " and 1 <= 2", about), "there is no any_mechanism(n, eps0)"));
  CHECK(has(problem_of("renyi(any_mechanism(2, 1), 2) == 1", about), "one comparison by"));
  CHECK(has(problem_of("1 <= 2", about + "domain = [\"" + relation + "\"]\n"),
            "'shufflecert falsify' looks for mechanisms"));
  const std::string file =
      scratch.file("some.toml", "format = 1\n" + claim_text("some",
                                                            "renyi(any_mechanism(n, eps0), "
                                                            "2) <= eps0",
                                                            "n = 2\neps0 = 1"));
  const program_run frontier = run_program({"frontier", "some", "--over", "eps0", "--file", file});
  CHECK(frontier.status == 2);
  CHECK(has(frontier.err, "any_mechanism"));
}

}  // namespace test_mechanism_claims
