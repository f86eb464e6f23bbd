// A verdict that what a file states cannot carry is not confirmed, by whomever the digests were
// computed anew: every verdict of every kind of claim is turned into every other one.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_recheck_evidence {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Each verdict is plain from algebra. "beyond the list" fails at x > 10 only, which a search finds.
const std::string claims = R"toml(
[[claim]]
id = "verified"
claim = "exp(x) >= 1 + x"
domain = ["x > 0"]
check = { x = [1, 2] }

[[claim]]
id = "proved"
claim = "exp(x) >= 1 + x"
domain = ["x >= 1", "x <= log(30)"]
check = { x = [1, 2] }
prove = { x = { from = 1, to = "log(30)" } }

[[claim]]
id = "proved in part"
claim = "x*0 <= 1/10^60 and sqrt(x^2 + 3 + 2*x*sqrt(3)) == x + sqrt(3)"
domain = ["x >= 3", "x <= 5"]
check = { x = [3, 5] }
prove = { x = { from = 3, to = 5 } }

[[claim]]
id = "covered in part"
claim = "exp(-exp(x)*x) < 1"
domain = ["x >= 3", "x <= 5"]
check = { x = [3, 5] }
prove = { x = { from = 3, to = 4 } }

[[claim]]
id = "refuted"
claim = "exp(x) <= 3"
domain = ["x >= 0"]
check = { x = [1, 2] }

[[claim]]
id = "undecided"
claim = "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1"

[[claim]]
id = "invalid"
claim = "1/0 < 1"

[[claim]]
id = "solved"
kind = "exists"
claim = "x^2 == 4"
domain = ["x >= 0", "x <= 5"]
check = { x = [1, 2] }

[[claim]]
id = "solved for each"
kind = "exists"
exists = ["x"]
claim = "x^2 == y"
domain = ["x >= 0", "x <= 5"]
check = { x = [2, 3], y = [4, 9] }

[[claim]]
id = "without solution"
kind = "exists"
claim = "exp(x) < 1/2"
domain = ["x >= 0", "x <= 1"]
check = { x = [0] }

[[claim]]
id = "supported"
kind = "rate"
error = "3/n^2 + 1/n^3"
along = "n"
order = 2
integers = ["n"]
check = { n = [100, 200, 400, 800] }

[[claim]]
id = "contradicted"
kind = "rate"
error = "1/n"
along = "n"
order = 2
integers = ["n"]
check = { n = [100, 200, 400, 800] }
)toml";

const json& written() {
  static const json root = json::parse(results_text(claims, "shufflecert verify"));
  return root;
}

std::map<std::string, relation_recheck> rechecked(const json& root) {
  const recorded_results recorded = read_evidence(root.dump());
  const catalogue read =
      read_inputs(recorded, [](const input_file&) { return "format = 1\n" + claims; });
  std::map<std::string, relation_recheck> result;
  for (const claim_recheck& one : recheck(recorded, read, {})) result.emplace(one.id, one.claim);
  return result;
}

// What recheck says of one claim after `alter`, with digests that fit.
template <class Alter>
opinion opinion_of(const std::string& id, Alter alter) {
  json root = written();
  json& entry = entry_of(root, id);
  alter(entry);
  root["claims"] = json::array({json(entry)});
  add_digests(root);
  return rechecked(root).at(id).found;
}

bool is_favourable(const std::string& verdict) {
  return verdict == "verified" || verdict == "proved" || verdict == "supported";
}

// The verdict alone, with what follows from it.
void set_verdict(json& entry, const std::string& verdict) {
  entry["verdict"] = verdict;
  entry["as_expected"] = is_favourable(verdict);
  if (verdict != "refuted" && verdict != "contradicted") entry["severity"] = nullptr;
}

// Besides, whatever could speak against it.
void make_bare(json& entry) {
  for (const char* key : {"witness", "failing", "lhs", "rhs", "precision_bits", "worst", "region"})
    entry[key] = nullptr;
  entry["counterexamples"] = 0;
  entry["undecided"] = json::array();
  entry["refuted_regions"] = json::array();
}

const std::vector<std::string> verdicts{"refuted", "contradicted", "invalid",  "undecided",
                                        "proved",  "verified",     "supported"};

}  // namespace

TEST_CASE("evidence as it was written does not count against itself", "[evidence]") {
  const std::map<std::string, std::string> expected{
      {"verified", "verified"},        {"proved", "proved"},       {"proved in part", "verified"},
      {"covered in part", "verified"}, {"refuted", "refuted"},     {"undecided", "undecided"},
      {"invalid", "invalid"},          {"solved", "proved"},       {"solved for each", "verified"},
      {"without solution", "refuted"}, {"supported", "supported"}, {"contradicted", "contradicted"},
  };
  json root = written();
  for (const auto& [id, verdict] : expected) {
    INFO(id);
    CHECK(entry_of(root, id).at("verdict") == verdict);
  }
  for (const auto& [id, one] : rechecked(root)) {
    INFO(id << ": " << one.found.reason);
    CHECK(one.found.outcome != recheck_outcome::not_confirmed);
  }
}

TEST_CASE("no verdict turned into another one is confirmed", "[evidence]") {
  for (const json& entry : written().at("claims")) {
    const auto id = entry.at("id").get<std::string>();
    for (const std::string& verdict : verdicts) {
      if (entry.at("verdict") == verdict) continue;
      for (const bool is_bare : {false, true}) {
        const opinion found = opinion_of(id, [&](json& altered) {
          set_verdict(altered, verdict);
          if (is_bare) make_bare(altered);
        });
        INFO(id << " as " << verdict << (is_bare ? ", bare" : "") << ": " << found.reason);
        // Neither what says nothing, nor what nobody could decide before, can be told to be wrong;
        // all else that says more, or less, than its evidence is noticed.
        const auto is_open = [](const std::string& name) {
          return name == "undecided" || name == "invalid";
        };
        CHECK(found.outcome != recheck_outcome::confirmed);
        if (!is_open(verdict) && !is_open(entry.at("verdict").get<std::string>()))
          CHECK(found.outcome == recheck_outcome::not_confirmed);
      }
    }
  }
}

TEST_CASE("what a file states of a claim is what its inputs say", "[evidence]") {
  const auto reason = [](const auto& alter) {
    const opinion found = opinion_of("verified", alter);
    CHECK(found.outcome == recheck_outcome::not_confirmed);
    return found.reason;
  };
  for (const char* key : {"hedge", "integers", "check"})
    CHECK(reason([&](json& entry) { entry.erase(key); }) ==
          "it does not state the claim's '" + std::string(key) + "'");
  const auto other = [&](const char* key, const json& value) {
    CHECK(reason([&](json& entry) { entry[key] = value; }) ==
          "its '" + std::string(key) + "' is not that of the claim in 'test.toml'");
  };
  other("hedge", "about");
  other("claim", "exp(x) >= 2 + x");
  other("domain", json::array({"x > 1"}));
  other("kind", "exists");
  other("let", json::object({{"c", "1"}}));
  other("depends", json::array({{{"id", "r"}, {"status", "stands"}, {"note", nullptr}}}));
  other("check", json::object({{"x", json::array({"1", "3"})}}));
  other("line", 1);
}

TEST_CASE("a proof needs a region, a record, and all of it", "[evidence]") {
  const auto is_noticed = [](const std::string& id, const char* words, const auto& alter) {
    const opinion found = opinion_of(id, alter);
    INFO(id << ": " << found.reason);
    CHECK(found.outcome == recheck_outcome::not_confirmed);
    CHECK(found.reason.find(words) != std::string::npos);
  };
  is_noticed("verified", "states no region", [](json& c) { set_verdict(c, "proved"); });
  is_noticed("verified", "states no region", [](json& c) {
    json root = written();
    c["proof"] = entry_of(root, "proved").at("proof");
    c["region"] = entry_of(root, "proved").at("region");
    set_verdict(c, "proved");
  });
  is_noticed("proved", "no record of a proof", [](json& c) { c["proof"] = nullptr; });
  is_noticed("proved", "not complete", [](json& c) { c["proof"]["complete"] = false; });
  is_noticed("proved", "not complete", [](json& c) { c["proof"]["open_boxes"] = 1; });
  is_noticed("proved", "not those that the claim states",
             [](json& c) { c["proof"]["regions"][0]["x"]["upper"] = "log(31)"; });
  is_noticed("proved", "not those that the claim states",
             [](json& c) { c["proof"]["regions"] = json::array(); });
  is_noticed("proved", "not the one that the claim states",
             [](json& c) { c["region"]["x"]["upper"] = "log(31)"; });
  is_noticed("proved", "not the one that the claim states", [](json& c) { c["region"] = nullptr; });
  is_noticed("proved", "is said to cover 'part'", [](json& c) { c["proof"]["covers"] = "part"; });
  is_noticed("proved", "is said to cover 'regime'",
             [](json& c) { c["proof"]["covers"] = "regime"; });
  // More than is so; less is what a run that was short of time may know.
  is_noticed("covered in part", "is said to cover 'domain'",
             [](json& c) { c["proof"]["covers"] = "domain"; });
  is_noticed("proved", "its proof to be complete", [](json& c) {
    set_verdict(c, "verified");
    c["region"] = nullptr;
  });
  is_noticed("proved in part", "only equal to 50 digits", [](json& c) {
    set_verdict(c, "proved");
    c["proof"]["complete"] = true;
    c["proof"]["open_boxes"] = 0;
    c["proof"]["method"] = "every point of a finite region";
  });
}

TEST_CASE("counts that do not go with a verdict are noticed", "[evidence]") {
  const auto is_noticed = [](const std::string& id, const auto& alter) {
    const opinion found = opinion_of(id, alter);
    INFO(id << ": " << found.reason);
    CHECK(found.outcome == recheck_outcome::not_confirmed);
  };
  is_noticed("verified", [](json& c) { c["checked"] = 0; });
  is_noticed("solved", [](json& c) { c["checked"] = 0; });
  is_noticed("supported", [](json& c) { c["checked"] = 0; });
  is_noticed("verified", [](json& c) {
    c["search"] = {
        {"evaluations", 1}, {"counterexamples", 1}, {"ranges", json::object()}, {"complete", true}};
  });
  is_noticed("verified", [](json& c) {
    c["regime"] = {{"checked", 2}, {"counterexamples", 1}, {"conditions", json::array()}};
  });
  is_noticed("verified", [](json& c) {
    c["refuted_regions"] =
        json::array({json{{"proved", true}, {"region", json::object()}, {"words", "everywhere"}}});
  });
  is_noticed("verified", [](json& c) {
    c["severity"] = {{"class", "wrong"}, {"message", "wrong"}, {"frontier", nullptr}};
  });
  is_noticed("undecided", [](json& c) { c["undecided"] = json::array(); });
  is_noticed("supported", [](json& c) { c["rate"] = nullptr; });
}

TEST_CASE("the errors of a rate that is said to be open can show that it is not", "[evidence]") {
  for (const char* id : {"supported", "contradicted"}) {
    const opinion found = opinion_of(id, [](json& c) {
      set_verdict(c, "undecided");
      for (json& one : c["rate"]["series"]) one["verdict"] = "undecided";
      c["undecided"] = json::array({json::object()});
    });
    INFO(found.reason);
    CHECK(found.outcome == recheck_outcome::not_confirmed);
    CHECK(found.reason.find("its last local orders say") != std::string::npos);
  }
}

}  // namespace test_recheck_evidence
