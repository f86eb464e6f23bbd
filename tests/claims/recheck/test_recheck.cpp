// Evidence judged again by the second arithmetic: what was written is confirmed, and what was
// altered afterwards is not.

#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/exact_ends.hpp"
#include "claims/results/json.hpp"

#include <nlohmann/json.hpp>
#include <random>
#include <thread>

#include "claims/results/digest.hpp"
#include "claims/text/sha256.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_recheck {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Claims of every kind and verdict that few points decide. Each verdict is plain from algebra.
const std::string every_kind = R"toml(
[[define]]
name = "simple"
parameters = ["n", "eps0", "lambda"]
value = "lambda*eps0/n"

[[claim]]
id = "bound"
claim = "renyi(clone_pair(n, eps0), lambda) <= simple(n, eps0, lambda)"
corrected = "renyi(clone_pair(n, eps0), lambda) <= min(eps0, 100*simple(n, eps0, lambda))"
domain = ["n >= 2", "eps0 > 0", "lambda >= 2"]
integers = ["n"]
check = { n = [10, 20], eps0 = [1, "log(3)", 4], lambda = [2, 4] }

[[claim]]
id = "conjunction"
claim = "x <= 10 and n*x^2 <= 50"
integers = ["n"]
check = { n = [1, 2], x = ["1/3", 7] }

[[claim]]
id = "condition"
claim = "rounds_to(exp(x), 2.7, 0.1)"
check = { x = [1, 2] }

[[claim]]
id = "local"
claim = "f(x) <= 3"
let = { "f(y)" = "y^2" }
check = { x = [1, 2] }

[[claim]]
id = "infinite"
claim = "renyi(unmixed_pair(3, x), 2) <= exp(x)"
check = { x = ["log(3)"] }

[[claim]]
id = "verified"
claim = "exp(x) >= 1 + x + x^2/2"
domain = ["x > 0"]
check = { x = [-1, 0, "1/7", 1, 3] }

[[claim]]
id = "tied"
claim = "sqrt(2)*sqrt(x) == sqrt(2*x)"
check = { x = [3, 5, 7] }

[[claim]]
id = "root"
kind = "exists"
claim = "x^2 == 2"
domain = ["x >= 1", "x <= 2"]
check = { x = [1, 2] }

[[claim]]
id = "listed solution"
kind = "exists"
exists = ["x"]
claim = "x^2 == y"
domain = ["x >= 0", "x <= 5"]
check = { x = [1, 2, 3], y = [4, 9] }

[[claim]]
id = "no solution"
kind = "exists"
claim = "exp(x) < 1/2"
domain = ["x >= 0", "x <= 1"]
check = { x = [0] }

[[claim]]
id = "rate"
kind = "rate"
error = "3/n^2 + 1/n^3"
along = "n"
order = 2
domain = ["n >= 2"]
integers = ["n"]
check = { n = [100, 200, 400, 800] }

[[claim]]
id = "wrong rate"
kind = "rate"
error = "c/n"
along = "n"
order = 2
integers = ["n"]
check = { n = [100, 200, 400, 800], c = [1, 3] }

[[claim]]
id = "undecided"
claim = "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1"

[[claim]]
id = "invalid"
claim = "1/0 < 1"

[[claim]]
id = "unreadable"
claim = "1 <"
)toml";

const std::string input_text = "format = 1\n" + every_kind;

const json& written() {
  static const json root =
      json::parse(results_text(every_kind, "shufflecert verify test.toml --output results.json"));
  return root;
}

// As the command does it: 0, 1, or 2 with the line that says why.
struct answer {
  int status = 0;
  std::string line;
  std::map<std::string, claim_recheck> claims;
};

answer answer_to(const std::string& text, const std::string& input = input_text) {
  answer result;
  try {
    const recorded_results recorded = read_evidence(text);
    const catalogue read = read_inputs(recorded, [&](const input_file& named) {
      if (sha256(input) != named.sha256) throw evidence_error(named.file + " has changed");
      return input;
    });
    if (const auto flaw = flaw_of_statements(recorded, read)) {
      result.status = 1;
      result.line = *flaw + "; ";
    }
    recheck_options options;
    for (claim_recheck& one : recheck(recorded, read, options)) {
      const auto is_wrong = [](const relation_recheck& relation) {
        return relation.found.outcome == recheck_outcome::not_confirmed;
      };
      if (is_wrong(one.claim) || (one.corrected && is_wrong(*one.corrected))) {
        result.status = 1;
        result.line += one.id + ": " + one.claim.found.reason + "; ";
      }
      result.claims.emplace(one.id, std::move(one));
    }
  } catch (const evidence_error& error) {
    result = {2, error.what(), {}};
  } catch (const catalogue_error& error) {
    result = {2, error.what(), {}};
  }
  return result;
}

// An alteration by somebody who does not know of digests, and by somebody who computes them anew.
template <class Alter>
answer careless(Alter alter) {
  json root = written();
  alter(root);
  return answer_to(root.dump());
}

template <class Alter>
answer deliberate(Alter alter) {
  json root = written();
  alter(root);
  add_digests(root);
  return answer_to(root.dump());
}

// A decimal with its last digit before any exponent one higher, which may carry.
std::string with_last_digit_raised(std::string text) {
  std::size_t end = text.find('e');
  if (end == std::string::npos) end = text.size();
  for (std::size_t i = end; i-- > 0;) {
    if (text[i] == '.') continue;
    if (text[i] != '9') {
      ++text[i];
      return text;
    }
    text[i] = '0';
  }
  return "1" + text;
}

recheck_outcome outcome_of(const answer& given, const std::string& id) {
  return given.claims.at(id).claim.found.outcome;
}

}  // namespace

TEST_CASE("what was written is confirmed", "[recheck]") {
  const answer given = answer_to(written().dump(2));
  INFO(given.line);
  REQUIRE(given.status == 0);
  CHECK(given.claims.size() == 15);
  for (const char* id : {"bound", "conjunction", "condition", "local", "infinite", "verified",
                         "tied", "root", "listed solution", "rate", "wrong rate", "unreadable"}) {
    INFO(id << ": " << given.claims.at(id).claim.found.reason);
    CHECK(outcome_of(given, id) == recheck_outcome::confirmed);
  }
  for (const char* id : {"no solution", "undecided", "invalid"}) {
    INFO(id);
    CHECK(outcome_of(given, id) == recheck_outcome::beyond_reach);
    CHECK_FALSE(given.claims.at(id).claim.found.reason.empty());
  }
  const claim_recheck& bound = given.claims.at("bound");
  CHECK(bound.recorded == verdict::refuted);
  CHECK(bound.claim.found.digits == 40);
  REQUIRE(bound.corrected);
  CHECK(bound.corrected->found.outcome == recheck_outcome::confirmed);
  CHECK(bound.corrected->points_judged == 12);
  CHECK(given.claims.at("verified").claim.points_total == 3);
  CHECK(given.claims.at("wrong rate").claim.points_judged == 10);
}

TEST_CASE("the second arithmetic gives the same in several threads", "[recheck]") {
  const std::vector<std::string> formulas{
      "renyi(clone_pair(8, 1), 5/2)",      "log(3)*exp(1/3)",
      "hockey_stick(rr_pair(30, 2), 1/2)", "sum(j, 1, 300, 1/j^2)",
      "integral(x, 0, 1, exp(-x^2))",      "Phi_inv(1/7)"};
  const definitions none;
  const auto value_of = [&](std::size_t i) {
    return evaluate_mpfr(*parse_formula(formulas[i % formulas.size()]), none, {}, 40).decimal;
  };
  std::vector<std::string> together(8 * formulas.size());
  std::vector<std::thread> threads;
  for (std::size_t k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (std::size_t i = k; i < together.size(); i += 4) together[i] = value_of(i);
    });
  for (std::thread& one : threads) one.join();
  for (std::size_t i = 0; i < together.size(); ++i) CHECK(together[i] == value_of(i));
}

TEST_CASE("the layout of the file does not matter", "[recheck]") {
  CHECK(answer_to(written().dump()).status == 0);
  CHECK(answer_to(nlohmann::json(written()).dump(7)).status == 0);  // keys sorted
}

TEST_CASE("keys of later versions are covered by the digest and else ignored", "[recheck]") {
  const auto add = [](json& root) {
    root["later"] = 1;
    for (json& entry : root.at("claims"))
      entry["later"] = {{"seed", 1}, {"points", {1, 2.5, nullptr}}};
  };
  CHECK(deliberate(add).status == 0);
  CHECK(careless(add).status == 2);
}

TEST_CASE("a claim proved on a region is judged at its points", "[recheck]") {
  const std::string claims = R"toml(
[[claim]]
id = "on a region"
claim = "exp(x) >= 1 + x"
domain = ["x >= 1", "x <= log(30)"]
check = { x = [1, 3] }
prove = { x = { from = 1, to = "log(30)" } }
)toml";
  const json root = json::parse(results_text(claims, "shufflecert verify"));
  REQUIRE(root.at("claims").at(0).at("verdict") == "proved");
  const answer given = answer_to(root.dump(), "format = 1\n" + claims);
  CHECK(given.status == 0);
  CHECK(given.claims.at("on a region").claim.found.reason ==
        "at its points; the proof itself was not checked, which check-proof does");
}

TEST_CASE("any alteration is noticed by the digests", "[recheck]") {
  const auto line_of = [](const auto& alter) {
    const answer given = careless(alter);
    CHECK(given.status == 2);
    return given.line;
  };
  CHECK(line_of([](json& root) { entry_of(root, "bound")["seconds"] = 123.0; }).find("'bound'") !=
        std::string::npos);
  CHECK(line_of([](json& root) {
          json& lower = entry_of(root, "bound")["lhs"]["lower"];
          lower = with_last_digit_raised(lower.get<std::string>());
        }).find("claim 'bound'") != std::string::npos);
  line_of([](json& root) { entry_of(root, "verified")["checked"] = 4; });
  line_of([](json& root) { entry_of(root, "verified")["verdict"] = "refuted"; });
  line_of([](json& root) { root["command"] = "shufflecert verify"; });
  line_of([](json& root) { root["papers"].push_back("another"); });
  line_of([](json& root) { root["claims"].erase(0); });
  line_of([](json& root) { root["claims"].push_back(root["claims"][0]); });
  line_of([](json& root) { std::swap(root["claims"][0], root["claims"][1]); });
  CHECK(line_of([](json& root) { entry_of(root, "tied").erase("digest"); }).find("no 'digest'") !=
        std::string::npos);
  line_of([](json& root) { root.erase("digest"); });
}

TEST_CASE("what the schema allows and no run writes is refused, by the name of the claim",
          "[recheck]") {
  const auto is_refused = [](const std::string& id, const std::string& why, const auto& alter) {
    const answer given = deliberate([&](json& root) { alter(entry_of(root, id)); });
    INFO(id << ": " << why << ": " << given.line);
    CHECK(given.status == 2);
    CHECK(given.line.find("claim '" + id + "'") != std::string::npos);
    CHECK(given.line.find(why) != std::string::npos);
  };
  const auto turn_round = [](json& interval) { std::swap(interval["lower"], interval["upper"]); };
  const char* const order = "the lower end is above the upper one";
  is_refused("bound", order, [&](json& entry) { turn_round(entry["lhs"]); });
  is_refused("wrong rate", order,
             [&](json& entry) { turn_round(entry["rate"]["series"][0]["orders"][0]); });
  is_refused("verified", "there is no witness", [](json& entry) {
    entry["lhs"] = {{"lower", "0"}, {"upper", "1"}};
  });
  is_refused("verified", "found 'x +'", [](json& entry) {
    entry["proof"] = {{"complete", true},
                      {"method", "derivation"},
                      {"regions", {{{"x", {{"lower", "x +"}, {"upper", "1"}}}}}},
                      {"open_boxes", 0},
                      {"covers", "domain"}};
  });
  for (const char* key : {"proof", "refuted_regions", "regime", "search", "severity"})
    is_refused("verified", std::string("the key '") + key + "' is missing",
               [&](json& entry) { entry.erase(key); });
}

TEST_CASE("an input that changed or is missing is refused", "[recheck]") {
  const answer given = answer_to(written().dump(), input_text + "\n");
  CHECK(given.status == 2);
  CHECK(given.line.find("test.toml has changed") != std::string::npos);
  CHECK(deliberate([](json& root) { root["inputs"][0]["sha256"] = std::string(64, '0'); }).status ==
        2);
  CHECK(deliberate([](json& root) { root["inputs"] = json::array(); }).status == 2);
  CHECK(deliberate([](json& root) { root["inputs"].push_back(root["inputs"][0]); }).status == 2);
  CHECK(deliberate([](json& root) {
          root["inputs"].push_back({{"file", "builtin:none.toml"}, {"sha256", "0"}});
        }).status == 2);
}

TEST_CASE("a claim that is not in the inputs, or is another there, is noticed", "[recheck]") {
  CHECK(deliberate([](json& root) { entry_of(root, "tied")["id"] = "other"; }).status == 2);
  CHECK(deliberate([](json& root) { root["claims"].push_back(root["claims"][0]); }).status == 2);
  const auto is_noticed = [](const auto& alter) { CHECK(deliberate(alter).status == 1); };
  is_noticed([](json& root) {
    entry_of(root, "tied")["id"] = "spare";
    entry_of(root, "verified")["id"] = "tied";
    entry_of(root, "spare")["id"] = "verified";
  });
  is_noticed([](json& root) { entry_of(root, "tied")["claim"] = "x > 0"; });
  is_noticed([](json& root) { entry_of(root, "bound")["domain"].erase(0); });
  is_noticed([](json& root) { entry_of(root, "bound")["definitions"][0]["text"] = "simple = 1"; });
  is_noticed([](json& root) { entry_of(root, "bound")["says"] = "Nothing."; });
  CHECK(deliberate([](json& root) { entry_of(root, "bound").erase("where"); }).status == 2);
  is_noticed([](json& root) { entry_of(root, "bound")["corrected"] = nullptr; });
}

TEST_CASE("an altered counterexample is not confirmed, whatever its digest", "[recheck][volume]") {
  const auto is_noticed = [](const std::string& id, const auto& alter) {
    const answer given = deliberate([&](json& root) { alter(entry_of(root, id)); });
    INFO(given.line);
    CHECK(given.status == 1);
    CHECK(given.line.starts_with(id));
  };
  is_noticed("bound", [](json& c) { c["witness"]["n"] = "20"; });
  is_noticed("bound", [](json& c) { c["witness"]["n"] = "10.5"; });
  is_noticed("bound", [](json& c) { c["witness"]["eps0"] = "3.9"; });
  is_noticed("bound", [](json& c) { c["witness"]["eps0"] = "4 +"; });
  is_noticed("bound", [](json& c) { c["witness"]["eps0"] = "-4"; });
  is_noticed("bound", [](json& c) { c["witness"].erase("n"); });
  is_noticed("bound", [](json& c) { c["witness"]["m"] = "1"; });
  is_noticed("bound", [](json& c) {
    for (const char* key : {"witness", "failing", "lhs", "rhs", "precision_bits"}) c[key] = nullptr;
  });
  is_noticed("bound", [](json& c) { c["failing"] = "eps0 < 1"; });
  is_noticed("bound", [](json& c) { c["failing"] = nullptr; });
  is_noticed("bound", [](json& c) { c["worst"]["point"]["eps0"] = "1"; });
  is_noticed("bound", [](json& c) { c["worst"]["lhs"] = {{"lower", "0"}, {"upper", "0.5"}}; });
  is_noticed("bound", [](json& c) { c["counterexamples"] = 0; });
  is_noticed("bound", [](json& c) { c["checked"] = 13; });
  is_noticed("conjunction", [](json& c) { c["failing"] = "x <= 10"; });
  is_noticed("conjunction", [](json& c) {
    c["lhs"] = {{"lower", "98"}, {"upper", "99"}};
    c["rhs"] = {{"lower", "49"}, {"upper", "98.5"}};
  });
  is_noticed("condition", [](json& c) { c["witness"]["x"] = "1"; });
  is_noticed("condition", [](json& c) { c["lhs"] = {{"lower", "1"}, {"upper", "2"}}; });
  is_noticed("infinite", [](json& c) {
    c["lhs"]["lower"] = "7";
    c["lhs"]["upper"] = "8";
  });
  for (const char* side : {"lhs", "rhs"})
    for (const char* id : {"bound", "conjunction"}) {
      INFO(side);
      is_noticed(id, [&](json& c) { c[side] = {{"lower", "1e5"}, {"upper", "2e5"}}; });
      is_noticed(id, [&](json& c) { c[side] = {{"lower", "-1"}, {"upper", "-0.5"}}; });
      // By one unit of the last digit written: both ends, so that the width stays.
      is_noticed(id, [&](json& c) {
        for (const char* end : {"lower", "upper"})
          c[side][end] = with_last_digit_raised(c[side][end].get<std::string>());
      });
    }
}

TEST_CASE("a verdict turned round is not confirmed, whatever its digest", "[recheck][volume]") {
  const auto bare = [](json& entry, const char* verdict) {
    entry["verdict"] = verdict;
    entry["counterexamples"] = 0;
    for (const char* key : {"witness", "failing", "lhs", "rhs", "precision_bits", "worst"})
      entry[key] = nullptr;
    entry["as_expected"] = std::string(verdict) != "refuted";
  };
  const auto is_noticed = [](const std::string& id, const auto& alter) {
    INFO(id);
    const answer given = deliberate([&](json& root) { alter(entry_of(root, id)); });
    INFO(given.line);
    CHECK(given.status == 1);
  };
  for (const char* id : {"bound", "conjunction", "condition", "local", "infinite", "no solution"}) {
    is_noticed(id, [&](json& c) { bare(c, "verified"); });
    is_noticed(id, [&](json& c) { bare(c, "proved"); });
    is_noticed(id, [&](json& c) { c["verdict"] = "verified"; });
    is_noticed(id, [&](json& c) { c["verdict"] = "supported"; });
  }
  for (const char* id : {"verified", "tied", "root", "listed solution"}) {
    is_noticed(id, [&](json& c) { bare(c, "refuted"); });
    is_noticed(id, [&](json& c) { c["verdict"] = "contradicted"; });
  }
  is_noticed("verified", [](json& c) {
    c["verdict"] = "refuted";
    c["as_expected"] = false;
    c["counterexamples"] = 1;
    c["witness"] = {{"x", "1"}};
    c["failing"] = c["claim"];
    c["lhs"] = {{"lower", "2.4"}, {"upper", "2.5"}};
    c["rhs"] = {{"lower", "2.6"}, {"upper", "2.7"}};
  });
  is_noticed("rate", [](json& c) { c["verdict"] = "contradicted"; });
  is_noticed("rate", [](json& c) {
    c["verdict"] = "contradicted";
    c["as_expected"] = false;
    c["rate"]["series"][0]["verdict"] = "contradicted";
  });
  is_noticed("wrong rate", [](json& c) {
    c["verdict"] = "supported";
    c["as_expected"] = true;
    for (json& one : c["rate"]["series"]) one["verdict"] = "supported";
  });
  // What no theorem decides is neither proved nor refuted, and a theorem goes with both.
  for (const char* outcome : {"proved", "refuted"}) {
    is_noticed("rate", [&](json& c) {
      c["verdict"] = outcome;
      c["as_expected"] = std::string(outcome) == "proved";
      c["rate"]["theorem"] = json::array();
    });
    is_noticed("wrong rate", [&](json& c) {
      c["verdict"] = outcome;
      c["as_expected"] = std::string(outcome) == "proved";
      c["rate"]["theorem"] = json::array();
    });
  }
  is_noticed("wrong rate", [](json& c) {
    c["verdict"] = "proved";
    c["as_expected"] = true;
    c["rate"]["theorem"] = {"the error tends to 0"};
  });
  is_noticed("rate", [](json& c) { c["rate"]["theorem"] = {"the error tends to 0"}; });
  is_noticed("bound", [](json& c) { c["corrected"]["verdict"] = "refuted"; });
  is_noticed("bound", [](json& c) { c["corrected"]["checked"] = 11; });
  is_noticed("bound", [](json& c) { c["as_expected"] = true; });
  is_noticed("unreadable", [&](json& c) { bare(c, "verified"); });
}

TEST_CASE("altered solutions and errors are not confirmed, whatever their digest", "[recheck]") {
  const auto is_noticed = [](const std::string& id, const auto& alter) {
    INFO(id);
    const answer given = deliberate([&](json& root) { alter(entry_of(root, id)); });
    INFO(given.line);
    CHECK(given.status == 1);
  };
  is_noticed("root", [](json& c) { c["witness"]["x"] = "3"; });
  is_noticed("root", [](json& c) { c["witness"]["x"] = "1.5"; });
  is_noticed("listed solution", [](json& c) { c["witness"]["x"] = "1"; });
  is_noticed("no solution", [](json& c) {
    c["region"]["x"]["lower"] = "-2";
    c["region"]["y"] = c["region"]["x"];
  });
  const auto in_both = [](json& c, const auto& alter) {
    alter(c["rate"]);
    alter(c["rate"]["series"][0]);
  };
  for (const char* id : {"rate", "wrong rate"}) {
    is_noticed(id, [&](json& c) {
      in_both(c, [](json& one) {
        for (const char* end : {"lower", "upper"})
          one["errors"][1][end] = with_last_digit_raised(one["errors"][1][end].get<std::string>());
      });
    });
    is_noticed(id, [&](json& c) {
      in_both(c, [](json& one) {
        one["orders"][2]["lower"] = "1.5";
        one["orders"][2]["upper"] = "1.6";
      });
    });
    is_noticed(id, [&](json& c) { in_both(c, [](json& one) { one["errors"].erase(1); }); });
    is_noticed(id, [&](json& c) {
      in_both(c, [](json& one) {
        one["orders"].erase(3);
        one["orders"].erase(2);
      });
    });
    is_noticed(id, [&](json& c) { in_both(c, [](json& one) { one["orders"][0]["to"] = "400"; }); });
    is_noticed(id, [&](json& c) { c["rate"]["error"] = "0"; });
    is_noticed(id, [&](json& c) { c["rate"]["errors"].erase(0); });
  }
  is_noticed("wrong rate", [](json& c) { c["rate"]["series"].erase(1); });
}

TEST_CASE("what is no results file is refused in one line", "[recheck]") {
  const std::string text = written().dump();
  for (const std::string& other :
       {std::string(), std::string("{"), std::string("[]"), std::string("null"), std::string("{}"),
        text.substr(0, text.size() / 2), text + "x", std::string(100'000, '['),
        std::string("{\"version\": \"0.1.0\", \"version\": \"0.1.0\"}"), std::string("\xff\xfe")}) {
    const answer given = answer_to(other);
    INFO(other.substr(0, 40));
    CHECK(given.status == 2);
    CHECK(given.line.find('\n') == std::string::npos);
    CHECK_FALSE(given.line.empty());
  }
}

namespace {

json other_value(const json& old, std::mt19937& random) {
  switch (random() % 8) {
    case 0:
      return nullptr;
    case 1:
      return "1";
    case 2:
      return static_cast<int>(random() % 7);
    case 3:
      return -1;
    case 4:
      return json::array({"x"});
    case 5:
      return json::object({{"lower", "2"}, {"upper", "1"}});
    case 6:
      return true;
    default:
      if (old.is_string()) return old.get<std::string>() + "0";
      return old.is_array() && !old.empty() ? old.at(0) : json("refuted");
  }
}

// What only the digest covers (docs/guide/recheck.md): how the verdict came about and how it is
// worded, and what is known of papers. Nothing that a verdict rests on.
bool is_covered_by_digest_alone(const std::string& path) {
  for (const char* top : {"/version", "/command", "/papers", "/coverage", "/symbols", "/digest"})
    if (path.starts_with(top)) return true;
  for (const char* part :
       {"/digest",   "/seconds",         "/methods",         "/message", "/precision_bits",
        "/tied",     "/counterexamples", "/undecided",       "/region",  "/regime",
        "/claimed",  "/reason",          "/checked",         "/search",  "/proof",
        "/severity", "/extrapolated",    "/refuted_regions", "/double",  "/cautions"})
    if (path.find(part) != std::string::npos) return true;
  return false;
}

}  // namespace

namespace {

// An end of an enclosure that went outward leaves a true enclosure.
bool is_outward(const std::string& path, const json& before, const json& after) {
  if (!before.is_string() || !after.is_string()) return false;
  const auto old_end = parse_extended(before.get<std::string>());
  const auto new_end = parse_extended(after.get<std::string>());
  if (!old_end || !new_end) return false;
  if (path.ends_with("/upper")) return *old_end <= *new_end;
  return path.ends_with("/lower") && *new_end <= *old_end;
}

// The same number, written otherwise.
bool is_equal_value(const json& before, const json& after) {
  if (!before.is_string() || !after.is_string()) return false;
  const auto old_value = parse_extended(before.get<std::string>());
  const auto new_value = parse_extended(after.get<std::string>());
  return old_value && new_value && *old_value <= *new_value && *new_value <= *old_value;
}

// exp(x) rounds to 2.7 for no x from 2 on: another counterexample to the claim "condition".
bool is_another_counterexample(const std::string& path, const json& after) {
  const bool is_point = path == "/claims/2/witness/x" || path == "/claims/2/worst/point/x";
  if (!is_point || !after.is_string()) return false;
  const auto value = parse_extended(after.get<std::string>());
  return value && value->infinite == 0 && value->value >= 2;
}

// An end of a local order that went inward: the value may still lie between the ends.
bool is_narrower_order(const json& whole, const std::string& path, const json& after) {
  if (path.find("/orders/") == std::string::npos || !after.is_string()) return false;
  const json& order = whole.at(json::json_pointer(path).parent_pointer());
  if (!order.is_object()) return false;
  const auto lower = parse_extended(order.at("lower").get<std::string>());
  const auto upper = parse_extended(order.at("upper").get<std::string>());
  const auto end = parse_extended(after.get<std::string>());
  return lower && upper && end && *lower <= *end && *end <= *upper;
}

}  // namespace

TEST_CASE("statements and findings follow from the verdicts", "[recheck]") {
  const std::string claims =
      "[paper]\nkey = \"p\"\ntitle = \"P\"\n"
      "[[claim]]\nid = \"a\"\nclaim = \"x^2 >= 0\"\nof = \"s\"\nrole = \"main\"\ncheck = { x = [1] "
      "}\n"
      "[[claim]]\nid = \"b\"\nclaim = \"x^2 >= 2\"\nof = \"s\"\ncheck = { x = [1, 2] }\n"
      "[[claim]]\nid = \"c\"\nclaim = \"x^2 >= 3\"\ncheck = { x = [1] }\n"
      "[[finding]]\nof = \"s\"\noutcome = \"depends on the reading\"\nsentence = \"S.\"\n";
  const std::string input = "format = 1\n" + claims;
  const json honest = json::parse(results_text(claims, "shufflecert verify test.toml"));
  INFO(honest.dump(1));
  REQUIRE(answer_to(honest.dump(), input).status == 0);
  const auto complaint = [&](const auto& alter) {
    json root = honest;
    alter(root);
    add_digests(root);
    const answer given = answer_to(root.dump(), input);
    CHECK(given.status == 1);
    return given.line;
  };
  CHECK(complaint([](json& root) { root["statements"][0]["verdict"] = "verified"; }) ==
        "what it says in 'statements' of 's' does not follow from its verdicts; ");
  CHECK(complaint([](json& root) { root["findings"][0]["outcome"] = "stands"; }) ==
        "what it says in 'findings' of 's' does not follow from its verdicts; ");
  CHECK(complaint([](json& root) { root["findings"][0]["backed"] = false; }) ==
        "what it says in 'findings' of 's' does not follow from its verdicts; ");
  CHECK(complaint([](json& root) { root["findings"].clear(); }) ==
        "it lists 0 findings, and its claims make 1; ");
  // Nor can a claim be left out without a trace.
  CHECK(complaint([](json& root) { root["claims"].erase(2); }) ==
        "it lists 2 statements, and its claims make 1; ");
  // Files of earlier versions have neither list.
  json earlier = honest;
  earlier.erase("statements");
  earlier.erase("findings");
  add_digests(earlier);
  CHECK(answer_to(earlier.dump(), input).status == 0);
}

TEST_CASE("no alteration of a single value passes unseen", "[recheck]") {
  const std::vector<json::json_pointer> paths = paths_in(written());
  const random_cases cases(20'24, 500);
  std::mt19937 random(cases.seed());
  int deliberate_and_seen = 0;
  for (int i = 0; i < cases.count(); ++i) {
    json root = written();
    const json::json_pointer& path = paths[random() % paths.size()];
    const json old = root.at(path);
    root.at(path) = other_value(old, random);
    if (root.at(path) == old) continue;
    const std::string text = path.to_string();
    INFO(text << " = " << root.at(path).dump());
    CHECK(answer_to(root.dump()).status == 2);
    const bool is_expected_to_pass =
        is_covered_by_digest_alone(text) || is_outward(text, old, root.at(path)) ||
        is_equal_value(old, root.at(path)) || is_another_counterexample(text, root.at(path)) ||
        is_narrower_order(written(), text, root.at(path));
    json& claims = root["claims"];
    if (!claims.is_array()) continue;
    // The others are as they were: they need not be judged each time. Statements speak of all.
    const bool is_about_statements =
        text.starts_with("/statements") || text.starts_with("/findings");
    if (!is_about_statements) {
      root.erase("statements");
      root.erase("findings");
      const bool is_about_claim = text.starts_with("/claims/");
      const json kept = claims.at(is_about_claim ? std::stoul(text.substr(8)) : 1);
      claims = json::array({kept});
      if (!kept.is_object()) continue;
    }
    add_digests(root);
    const answer given = answer_to(root.dump());
    INFO(given.line);
    if (given.status != 0) ++deliberate_and_seen;
    if (given.status == 0) CHECK(is_expected_to_pass);
  }
  CHECK(deliberate_and_seen >= cases.times(150));
}

namespace {

std::map<std::string, claim_recheck> rechecked(const std::string& claims, double effort,
                                               int threads) {
  const std::string text = "format = 1\n" + claims;
  const recorded_results recorded = read_evidence(results_text(claims, "shufflecert verify"));
  const catalogue read = read_inputs(recorded, [&](const input_file&) { return text; });
  recheck_options options;
  options.effort = effort;
  options.threads = threads;
  std::map<std::string, claim_recheck> result;
  for (claim_recheck& one : recheck(recorded, read, options))
    result.emplace(one.id, std::move(one));
  return result;
}

}  // namespace

TEST_CASE("rounding does not count against a true claim", "[recheck]") {
  // The ratio of the two laws is 2, so the hockey-stick divergence at log 2 is 0, and a sum of
  // rounded numbers is not. 1 - Phi(-30) is 1 to 197 digits.
  const std::string claims = R"toml(
[[claim]]
id = "zero"
claim = "x < 0 or hockey_stick(pair(law(k, 0, 1, if(k == 0, 2/3, 1/3)), law(k, 0, 1, if(k == 0, 1/3, 2/3))), log(2)) <= 0"
check = { x = [1] }

[[claim]]
id = "near one"
claim = "at(gaussian_curve(x), 1 - Phi(-30)) == Phi(-30 - x)"
check = { x = ["1/10"] }
)toml";
  for (const auto& [id, found] : rechecked(claims, 1, 1)) {
    INFO(id << ": " << found.claim.found.reason);
    CHECK(found.recorded == verdict::verified);
    CHECK(found.claim.found.outcome != recheck_outcome::not_confirmed);
  }
}

TEST_CASE("what is within reach depends on the work alone", "[recheck]") {
  const std::string claims = R"toml(
[[claim]]
id = "sums"
claim = "renyi(clone_pair(n, 1), 2) <= 1"
integers = ["n"]
check = { n = [5, 10, 20, 40, 80, 160] }
)toml";
  const auto once = rechecked(claims, 0.1, 1).at("sums").claim;
  CHECK(once.found.outcome == recheck_outcome::beyond_reach);
  CHECK(once.points_judged > 0);
  CHECK(once.points_judged < once.points_total);
  for (const int threads : {1, 4})
    CHECK(rechecked(claims, 0.1, threads).at("sums").claim.points_judged == once.points_judged);
  CHECK(rechecked(claims, 10, 1).at("sums").claim.found.outcome == recheck_outcome::confirmed);
}

TEST_CASE("local orders short of what is claimed do not support it", "[recheck]") {
  // n^-0.95 is within 1/8 of 1/n, and its orders stay at 0.95: undecided.
  const std::string claims = R"toml(
[[claim]]
id = "slow"
kind = "rate"
error = "n^(-19/20)"
along = "n"
order = 1
integers = ["n"]
check = { n = [100, 200, 400, 800] }
)toml";
  json root = json::parse(results_text(claims, "shufflecert verify"));
  json& entry = root["claims"][0];
  CHECK(entry.at("verdict") == "undecided");
  CHECK(answer_to(root.dump(), "format = 1\n" + claims).status == 0);
  entry["verdict"] = "supported";
  entry["as_expected"] = true;
  entry["rate"]["series"][0]["verdict"] = "supported";
  add_digests(root);
  const answer given = answer_to(root.dump(), "format = 1\n" + claims);
  CHECK(given.status == 1);
  CHECK(given.line.find("say 'undecided'") != std::string::npos);
}

TEST_CASE("recheck as a command", "[recheck][volume]") {
  const temporary_directory folder;
  const std::string input = folder.file("bounds.toml", input_text);
  static_cast<void>(
      run_program({"verify", "bounds.toml", "--output", "results.json"}, folder.path()));
  const program_run fine = run_program({"recheck", "results.json"}, folder.path());
  // Nobody expects the two beyond reach: one has no second opinion, one is a rate.
  CHECK(fine.status == 3);
  CHECK(fine.err.empty());
  CHECK(fine.out.find("7 refuted claims: 5 confirmed, 2 beyond reach") != std::string::npos);
  // From elsewhere the input is found beside the results.
  CHECK(run_program({"recheck", folder / "results.json"}).status == 3);
  const program_run as_json = run_program({"recheck", "results.json", "--json"}, folder.path());
  const json given = json::parse(as_json.out);
  CHECK(given.at("counts").at("not confirmed") == 0);
  CHECK(given.at("claims").size() == 15);
  for (const json& one : given.at("claims"))
    for (const char* key : {"id", "verdict", "outcome", "reason", "digits", "points", "corrected"})
      CHECK(one.contains(key));

  static_cast<void>(folder.file("bounds.toml", input_text + "# changed\n"));
  const program_run changed = run_program({"recheck", "results.json"}, folder.path());
  CHECK(changed.status == 2);
  CHECK(changed.out.empty());
  CHECK(changed.err ==
        "shufflecert: 'results.json': the input 'bounds.toml' has changed since the results were "
        "written\n");
  std::filesystem::remove(input);
  const program_run missing = run_program({"recheck", "results.json"}, folder.path());
  CHECK(missing.status == 2);
  CHECK(missing.err.find("'bounds.toml' is missing") != std::string::npos);
  CHECK(run_program({"recheck", folder / "none.json"}).status == 2);
  CHECK(run_program({"recheck", folder.path().string()}).status == 2);
  CHECK(run_program({"recheck"}).status == 2);
}

TEST_CASE("refutations of the built-in catalogue are confirmed", "[recheck][volume]") {
  const temporary_directory folder;
  const std::string results = folder / "results.json";
  const program_run judged =
      run_program({"verify", "chen-2024-icassp/corollary-2/pair",
                   "chen-2024-icassp/corollary-2/mechanism", "--output", results},
                  folder.path());
  REQUIRE(judged.status == 0);
  const program_run again = run_program({"recheck", results, "--effort", "2", "--json"});
  CHECK(again.status == 0);
  std::size_t confirmed = 0;
  const json answers = json::parse(again.out);
  for (const json& one : answers.at("claims")) {
    INFO(one.dump());
    CHECK(one.at("outcome") != "not confirmed");
    if (one.at("verdict") == "refuted" && one.at("outcome") == "confirmed") ++confirmed;
  }
  CHECK(confirmed >= 2);
  // An altered digit of the catalogue's own results.
  json root = json::parse(text_of_file(results));
  for (json& entry : root.at("claims")) {
    if (entry.at("verdict") != "refuted" || entry.at("rhs").is_null()) continue;
    for (const char* end : {"lower", "upper"})
      entry["rhs"][end] = with_last_digit_raised(entry["rhs"][end].get<std::string>());
    break;
  }
  add_digests(root);
  const program_run altered =
      run_program({"recheck", folder.file("altered.json", root.dump()), "--effort", "2"});
  CHECK(altered.status == 1);
  CHECK(altered.out.starts_with("not confirmed"));
}

}  // namespace test_recheck
