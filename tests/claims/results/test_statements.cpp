// Statements with several readings, slips, and findings that verdicts back or do not.

#include <nlohmann/json.hpp>

#include <map>

#include "claims/reading/link_catalogue.hpp"
#include "claims/results/results_json.hpp"
#include "claims/results/statements.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_statements {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string doe_paper = "[paper]\nkey = \"doe\"\n";
const std::string erratum = "[[result]]\nid = \"roe/lemma\"\nstatus = \"erratum\"\n";

struct judged_run {
  catalogue read;
  std::vector<const claim*> subjects;
  std::vector<claim_result> results;
};

// Only the claims whose ids contain `part` are judged.
judged_run run(const std::string& text, const std::string& part = "") {
  judged_run result{read_text(text), {}, {}};
  link_catalogue(result.read);
  quantity_cache cache;
  for (const claim& c : result.read.claims) {
    if (!has(c.id, part)) continue;
    result.subjects.push_back(&c);
    result.results.push_back(judge(c, result.read, cache, {}));
  }
  derive_severities(result.subjects, result.read, result.results);
  return result;
}

// A claim "doe/NAME" that x <= 3 at x = 1, which holds, or x <= 3 at x = 4, which does not.
std::string holds(const std::string& name, const std::string& more = "") {
  return "[[claim]]\nid = \"doe/" + name + "\"\nclaim = \"x <= 3\"\ncheck = { x = 1 }\n" + more;
}
std::string fails(const std::string& name, const std::string& more = "") {
  return "[[claim]]\nid = \"doe/" + name + "\"\nclaim = \"x <= 3\"\ncheck = { x = 4 }\n" + more;
}
// Neither: the digits of x do not reach.
std::string open(const std::string& name, const std::string& more = "") {
  return "[[claim]]\nid = \"doe/" + name +
         "\"\nclaim = \"sqrt(x^2 + 3 + 2*x*sqrt(3)) < x + sqrt(3)\"\ncheck = { x = 1 }\n" + more;
}

const std::string of_one = "of = \"one\"\n";
const std::string misprint = "corrected = \"x <= 5\"\n";
const std::string repair = "corrected = \"x <= 5\"\ncorrection = \"repair\"\n";

statement_record only_statement(const std::string& text) {
  const judged_run judged = run(doe_paper + text);
  const auto statements = statements_of(judged.subjects, judged.results);
  REQUIRE(statements.size() == 1);
  return statements[0];
}

std::string verdict_of(const std::string& text) {
  return to_text(only_statement(text));
}

std::optional<bool> is_backed(const std::string& outcome, const std::string& claims,
                              const std::string& more = "", const std::string& part = "") {
  const judged_run judged =
      run(doe_paper + erratum + claims + "[[finding]]\nof = \"one\"\noutcome = \"" + outcome +
              "\"\nsentence = \"Some words.\"\n" + more,
          part);
  const auto findings = findings_of(judged.read, judged.subjects, judged.results);
  REQUIRE(findings.size() == 1);
  return findings[0].is_backed;
}

std::vector<std::string> all_outcomes() {
  std::vector<std::string> names;
  for (const finding_outcome one : all_kinds<finding_outcome>()) names.push_back(to_text(one));
  return names;
}

// The outcomes that are backed, one after the other.
std::string backed(const std::string& claims, const std::string& more = "") {
  std::string names;
  for (const std::string& outcome : all_outcomes())
    if (is_backed(outcome, claims, more) == true) names += (names.empty() ? "" : ", ") + outcome;
  return names;
}

}  // namespace

TEST_CASE("a statement has the verdict of its readings, or depends on the reading") {
  CHECK(verdict_of(holds("a")) == "verified");
  CHECK(verdict_of(fails("a")) == "refuted");
  CHECK(verdict_of(holds("a", of_one) + holds("b", of_one)) == "verified");
  CHECK(verdict_of(fails("a", of_one) + fails("b", of_one)) == "refuted");
  CHECK(verdict_of(holds("a", of_one) + fails("b", of_one)) == "depends on the reading");
  CHECK(verdict_of(fails("a", of_one) + holds("b", of_one)) == "depends on the reading");
  // What is open keeps the whole open, whatever the others say.
  CHECK(verdict_of(open("a", of_one) + fails("b", of_one)) == "undecided");
  CHECK(verdict_of(open("a", of_one) + holds("b", of_one)) == "undecided");
  // The weakest of the verdicts that hold.
  const std::string proved =
      "[[claim]]\nid = \"doe/p\"\nclaim = \"1 < 2\"\nkind = \"exists\"\nof = \"one\"\n";
  CHECK(verdict_of(proved) == "proved");
  CHECK(verdict_of(proved + holds("a", of_one)) == "verified");
}

TEST_CASE("statements of two papers, or with two names, are two") {
  const judged_run judged =
      run(doe_paper + holds("a", of_one) + holds("b", "of = \"two\"\n") + holds("c") + holds("d"));
  const auto statements = statements_of(judged.subjects, judged.results);
  REQUIRE(statements.size() == 4);
  CHECK(statements[0].name == "one");
  CHECK(statements[1].name == "two");
  CHECK(statements[2].name == "doe/c");
  CHECK(statements[0].paper == "doe");
}

TEST_CASE("a reading whose transcription is in doubt counts only where there is no other") {
  const std::string doubt = "transcription = \"a sign may be lost\"\n";
  const statement_record mixed = only_statement(holds("a", of_one) + fails("b", of_one + doubt));
  CHECK(to_text(mixed) == "verified");
  CHECK_FALSE(mixed.is_in_doubt);
  const statement_record alone = only_statement(fails("b", of_one + doubt));
  CHECK(to_text(alone) == "refuted");
  CHECK(alone.is_in_doubt);
}

TEST_CASE("a misprint is one in every reading that fails") {
  CHECK(only_statement(fails("a", misprint)).is_misprint);
  CHECK_FALSE(only_statement(fails("a", repair)).is_misprint);
  CHECK_FALSE(only_statement(holds("a", misprint)).is_misprint);
  CHECK_FALSE(only_statement(fails("a", "corrected = \"x <= 2\"\n")).is_misprint);
  CHECK(only_statement(fails("a", of_one + misprint) + holds("b", of_one)).is_misprint);
  CHECK(verdict_of(fails("a", of_one + misprint) + holds("b", of_one)) == "verified");
  CHECK(verdict_of(fails("a", of_one + misprint) + fails("b", of_one + misprint)) == "refuted");
  CHECK_FALSE(only_statement(fails("a", of_one + misprint) + fails("b", of_one)).is_misprint);
}

TEST_CASE("the weightiest role of its readings is a statement's") {
  const auto role = [](const std::string& first, const std::string& second) {
    return to_text(only_statement(holds("a", of_one + first) + holds("b", of_one + second)).role);
  };
  CHECK(role("", "") == "");
  CHECK(role("role = \"remark\"\n", "") == "remark");
  CHECK(role("role = \"remark\"\n", "role = \"main\"\n") == "main");
  CHECK(role("role = \"proof-step\"\n", "role = \"figure\"\n") == "proof-step");
}

TEST_CASE("a slip counts once, and so do the readings of a statement") {
  const auto slips = [](const std::string& text) {
    const judged_run judged = run(doe_paper + text);
    return slips_among(judged.subjects, judged.results);
  };
  const std::string sign = "slip = \"sign\"\n";
  CHECK(slips(holds("a", sign) + holds("b")) == 0);
  CHECK(slips(fails("a") + fails("b")) == 2);
  CHECK(slips(fails("a", sign) + fails("b", sign) + holds("c", sign)) == 1);
  CHECK(slips(fails("a", of_one) + fails("b", of_one)) == 1);
  CHECK(slips(fails("a", of_one + sign) + fails("b", of_one)) == 2);
  CHECK(slips(fails("a", of_one) + holds("b", of_one)) == 0);
  CHECK(slips(fails("a", of_one + sign) + holds("b", of_one)) == 1);
  CHECK(slips(fails("a", "transcription = \"A stain.\"\n")) == 0);
}

TEST_CASE("a finding is backed by verdicts that say the same, and by no others") {
  const std::string stands = "stands";
  CHECK(backed(holds("a", of_one)) == "stands");
  CHECK(backed(fails("a", of_one)) == "fails");
  CHECK(backed(fails("a", of_one + misprint)) == "stands");
  CHECK(backed(holds("a", of_one) + fails("b", of_one)) == "depends on the reading");
  CHECK(backed(open("a", of_one)) == "");
  const std::string rests = "depends = [\"roe/lemma\"]\n";
  CHECK(backed(holds("a", of_one + rests)) == "rests on an erratum");
  CHECK(backed(fails("a", of_one + rests)) == "fails");
  // A further claim has to hold for what stands, and is the condition of what does not simply.
  const std::string further = "claims = [\"doe/x\"]\n";
  CHECK(backed(holds("a", of_one) + holds("x"), further) == "stands");
  CHECK(backed(holds("a", of_one) + holds("x", rests), further) == "rests on an erratum");
  CHECK(backed(holds("a", of_one) + fails("x"), further) == "");
  CHECK(backed(fails("a", of_one) + holds("x"), further) == "stands with a condition, fails");
  CHECK(backed(fails("a", of_one) + fails("x"), further) == "fails");
  // A reading may be the condition, where it is named as one.
  CHECK(backed(fails("a", of_one) + holds("b", of_one)) == "depends on the reading");
  CHECK(backed(fails("a", of_one) + holds("b", of_one), "claims = [\"doe/b\"]\n") ==
        "stands with a condition, depends on the reading");
  // The regime is a condition, too.
  const std::string outside =
      "[[claim]]\nid = \"doe/a\"\nof = \"one\"\nclaim = \"x <= 3\"\nregime = [\"x <= 2\"]\n"
      "check = { x = [1, 4] }\n";
  CHECK(backed(outside) == "stands with a condition, fails");
}

TEST_CASE("a finding is open where one of its claims was not judged") {
  const std::string both = holds("a", of_one) + holds("b", of_one);
  CHECK(is_backed("stands", both) == true);
  CHECK(is_backed("stands", both, "", "doe/a") == std::nullopt);
  CHECK(is_backed("stands", both + holds("x"), "claims = [\"doe/x\"]\n", "doe/a") == std::nullopt);
}

TEST_CASE("findings that speak of nothing are refused, with what would be right") {
  const auto complaint = [](const std::string& text) {
    return message_of<catalogue_error>([&] { run(text); });
  };
  const auto finding_with = [](const std::string& lines) {
    return "[[finding]]\n" + lines + "outcome = \"stands\"\nsentence = \"Words.\"\n";
  };
  CHECK(complaint(doe_paper + holds("a", of_one) + finding_with("of = \"onne\"\n")) ==
        "test.toml:9: [[finding]]: key 'of': there is no statement 'onne'; did you mean 'one'?");
  CHECK(complaint(doe_paper + holds("a", of_one) +
                  finding_with("of = \"one\"\nclaims = [\"doe/b\"]\n")) ==
        "test.toml:9: [[finding]]: key 'claims': there is no claim 'doe/b'; did you mean 'doe/a'?");
  CHECK(has(complaint(holds("a", of_one) + finding_with("of = \"one\"\n")),
            "belongs to a paper, and the file has no [paper] with a key"));
  CHECK(has(complaint(doe_paper + holds("a", of_one) +
                      "[[finding]]\nof = \"one\"\noutcome = \"stnds\"\nsentence = \"Words.\"\n"),
            "'stnds' is not possible; possible are stands, stands with a condition"));
  CHECK(has(complaint(doe_paper + holds("a", of_one) +
                      "[[finding]]\nof = \"one\"\noutcome = \"fails\"\n"),
            "sentence"));
}

TEST_CASE("results tell the keys of a claim, its statements and findings") {
  const judged_run judged =
      run(doe_paper +
          holds("a", of_one + "role = \"main\"\nslip = \"sign\"\nhedge = \"approximately\"\n") +
          fails("b", of_one) +
          "[[finding]]\nof = \"one\"\nwhere = \"Theorem 1\"\noutcome = \"fails\"\n"
          "sentence = \"Words.\"\ninstead = \"Others.\"\n");
  const auto root = results_json("verify", judged.read, judged.subjects, judged.results);
  const auto& claim = root.at("claims").at(0);
  CHECK(claim.at("role") == "main");
  CHECK(claim.at("of") == "one");
  CHECK(claim.at("slip") == "sign");
  CHECK(claim.at("hedge") == "approximately");
  for (const char* key : {"role", "slip", "hedge"})
    CHECK(root.at("claims").at(1).at(key).is_null());
  const auto& statement = root.at("statements").at(0);
  CHECK(statement.at("verdict") == "depends on the reading");
  CHECK(statement.at("claims") == nlohmann::ordered_json::parse("[\"doe/a\", \"doe/b\"]"));
  const auto& found = root.at("findings").at(0);
  CHECK(found.at("backed") == false);
  CHECK(found.at("outcome") == "fails");
  CHECK(found.at("instead") == "Others.");
}

TEST_CASE("every claim of the five papers has a role, and every finding is about one of them") {
  const catalogue& read = linked_builtin_catalogue();
  std::map<std::string, std::size_t> findings;
  for (const finding& one : read.findings) ++findings[one.paper];
  for (const char* key :
       {"chen-2023-draft", "chen-2024-arxiv", "chen-2024-icassp", "girgis-2021", "wang-2023"}) {
    INFO(key);
    CHECK(findings[key] >= 4);
    std::size_t main = 0;
    for (const claim& c : read.claims) {
      if (c.paper != key) continue;
      INFO(c.id);
      CHECK(c.role.has_value());
      if (c.role == statement_role::main) ++main;
    }
    CHECK(main >= 4);
  }
}

TEST_CASE("bounds hand their regime to the claims that they give") {
  const std::string bounds =
      "[[bound]]\nname = \"low\"\nparameters = [\"x\"]\nvalue = \"x\"\nside = \"lower\"\n"
      "on = \"x^2\"\ndomain = [\"x >= 0\"]\nregime = [\"x >= 1\"]\ncheck = { x = [\"1/2\", 2] }\n"
      "[[bound]]\nname = \"high\"\nparameters = [\"y\"]\nvalue = \"2*y\"\nside = \"upper\"\n"
      "on = \"y^2\"\ndomain = [\"y >= 0\"]\nregime = [\"y <= 2\"]\ncheck = { y = [1, 3] }\n";
  const judged_run judged = run(bounds);
  REQUIRE(judged.subjects.size() == 3);
  // x <= x^2 fails at 1/2 only, y^2 <= 2y at 3 only: both outside.
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    REQUIRE(judged.results[i].severity.has_value());
    CHECK(judged.results[i].severity->main == severity_class::outside_regime);
  }
  CHECK(judged.subjects[2]->regime.size() == 2);
  CHECK(to_text(*judged.subjects[2]->regime[1]) == "x <= 2");
  CHECK(has(message_of<catalogue_error>([] {
              run("[[bound]]\nname = \"low\"\nparameters = [\"x\"]\nvalue = \"x\"\n"
                  "side = \"lower\"\non = \"x^2\"\nregime = [\"z >= 1\"]\n");
            }),
            "z"));
}

TEST_CASE("verify counts statements where they are fewer than claims, and says what they come to") {
  const temporary_directory folder;
  const auto summary = [&](const std::string& text) {
    const std::string file = folder.file("own.toml", "format = 1\n" + text);
    return run_program({"verify", file, "--effort", "0"}).out;
  };
  CHECK_FALSE(has(summary(doe_paper + holds("a") + fails("b")), "statement"));
  CHECK(has(summary(doe_paper + holds("a", of_one) + fails("b", of_one)),
            "\n1 statement: 1 depends on the reading\n"));
  CHECK(has(summary(doe_paper + fails("a", "slip = \"s\"\n") + fails("b", "slip = \"s\"\n")),
            "\n2 statements: 2 refuted; 1 slip\n"));
}

}  // namespace test_statements
