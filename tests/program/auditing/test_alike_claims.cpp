// Claims and questions about any_mechanism_alike(n, eps0): one mechanism decides them, (A.7).

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_alike_claims {

namespace {

using json = nlohmann::ordered_json;

std::string read_whole(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string claim_text(const std::string& id, const std::string& relation,
                       const std::string& more = "", const std::string& about = "mechanism") {
  return "[[claim]]\nid = \"alike/" + id + "\"\nwhere = \"Here\"\nsays = \"Every mechanism.\"\n" +
         "about = \"" + about +
         "\"\nintegers = [\"n\"]\ndomain = [\"n >= 1\", \"eps0 >= 0\", \"eps0 <= 8\"]\n" +
         "claim = \"" + relation + "\"\n" + more +
         "[claim.check]\nn = [1, 5, 100000]\neps0 = [1, 4]\n";
}

const std::string heading =
    "format = 1\n[paper]\nkey = \"alike\"\ntitle = \"Alike\"\nauthors = [\"A\"]\n"
    "reference = \"R\"\n";

json verified(const temporary_directory& scratch, const std::string& claims) {
  const std::string file = scratch.file("alike.toml", heading + claims);
  const program_run run = run_program({"verify", file, "--output", scratch / "results.json",
                                       "--proofs", scratch / "proofs", "--effort", "1"});
  INFO(run.err);
  CHECK(run.status <= 3);
  return json::parse(read_whole(scratch / "results.json"))["claims"];
}

std::string refused(const words& arguments) {
  const program_run run = run_program(arguments);
  check_refusal(run, {});
  return run.err;
}

}  // namespace

TEST_CASE("what is claimed of all whose other users are alike is proved or refuted", "[volume]") {
  const temporary_directory scratch;
  const json claims = verified(
      scratch,
      claim_text("clones",
                 "hockey_stick(any_mechanism_alike(n, eps0), 1/2) <= "
                 "hockey_stick(clone_pair(n, eps0, 2/(exp(eps0) + 1)), 1/2)") +
          // (K.18), and half of it, which binary response itself breaks.
          claim_text("bound", "renyi(any_mechanism_alike(n, eps0), 2) <= 2*(exp(eps0) + 1)/n") +
          claim_text("half", "renyi(any_mechanism_alike(n, eps0), 2) <= (exp(eps0) - 1)/(20*n)") +
          claim_text("curve",
                     "tradeoff(swap(any_mechanism_alike(n, eps0)), 1/3) >= "
                     "tradeoff(clone_pair(n, eps0, 2/(exp(eps0) + 1)), 1/3)") +
          claim_text("local", "gap(2) >= renyi(any_mechanism_alike(n, eps0), 2)",
                     "let = { \"gap(x)\" = \"x*(exp(eps0) + 1)/n\" }\n"));
  for (const std::size_t i : {0U, 1U, 3U, 4U}) {
    INFO(claims[i].dump());
    CHECK(claims[i]["verdict"] == "proved");
    CHECK(has(claims[i]["message"].get<std::string>(), "(A.7)"));
    CHECK(has(claims[i]["proof"]["steps"].dump(), "(A.7)"));
    CHECK(has(claims[i]["cautions"].dump(),
              "any_mechanism_alike fixes the other users' inputs (all that of the differing user "
              "under Q)"));
  }
  CHECK(claims[2]["verdict"] == "refuted");
  CHECK(claims[2]["failing"] == "renyi(any_mechanism_alike(n, eps0), 2) <= (exp(eps0) - 1)/(20*n)");
  CHECK(claims[2]["claim"] == claims[2]["failing"]);

  const program_run again = run_program({"recheck", scratch / "results.json"});
  INFO(again.out << again.err);
  CHECK(again.status == 0);

  // The second program knows (A.7), says what it rests on, and takes no other form.
  const program_run checked =
      run_command({SHUFFLECERT_CHECK_PROOF, scratch / "proofs/alike.bound.proof"});
  INFO(checked.out);
  CHECK(checked.status == 0);
  CHECK(has(checked.out, "by (A.7) of docs/methods/mechanisms.md"));
  CHECK(has(checked.out, "renyi(rr_pair(n, eps0), 2)"));
  std::string proof = read_whole(scratch / "proofs/alike.bound.proof");
  const std::string stated = "renyi(any_mechanism_alike(n, eps0), 2) <= 2*(exp(eps0) + 1)/n";
  REQUIRE(has(proof, "stated " + stated));
  for (const std::string other :
       {"-2*(exp(eps0) + 1)/n <= -renyi(any_mechanism_alike(n, eps0), 2)",
        "renyi(any_mechanism_alike(n, eps0), 2) >= 0",
        "renyi(pair(first(any_mechanism_alike(n, eps0)), second(rr_pair(n, eps0))), 2) <= 9"}) {
    std::string altered = proof;
    altered.replace(altered.find(stated), stated.size(), other);
    const program_run run =
        run_command({SHUFFLECERT_CHECK_PROOF, scratch.file("altered.proof", altered)});
    INFO(other << "\n" << run.out);
    CHECK(run.status == 3);
  }
}

TEST_CASE("a relation that one mechanism does not decide is refused") {
  const temporary_directory scratch;
  const std::string m = "any_mechanism_alike(n, eps0)";
  const std::vector<std::pair<std::string, std::string>> cases{
      {"renyi(" + m + ", 2) >= 1/n", "bounds its divergences from above"},
      {"tradeoff(" + m + ", 1/3) <= 1/2", "bounds its divergences from above"},
      {"renyi(" + m + ", 2) == 1", "bounds its divergences from above"},
      {"1/renyi(" + m + ", 2) <= 5", "bounds its divergences from above"},
      {"(n - 3)*renyi(" + m + ", 2) <= 5", "bounds its divergences from above"},
      {"renyi(" + m + ", 2) - hockey_stick(" + m + ", 1) <= 5",
       "bounds its divergences from above"},
      {"renyi(pair(first(" + m + "), second(rr_pair(n, eps0))), 2) <= 1", "stands in renyi"},
      {"renyi(" + m + ", 2) <= renyi(any_mechanism(n, eps0), 2)", "each relation is about one"},
      {"renyi(" + m + ", 2) <= 1 and renyi(any_mechanism_alike(n + 1, eps0), 2) <= 1",
       "two different mechanisms"},
      {"sum(j, 1, 3, renyi(any_mechanism_alike(j, eps0), 2)) <= 1", "is an index"},
      {"renyi(any_mechanism_alike(n), 2) <= 1", "takes 2 arguments"}};
  std::string all;
  for (const auto& [relation, reason] : cases)
    all += claim_text("case-" + std::to_string(all.size()), relation);
  all += claim_text("pair", "renyi(" + m + ", 2) <= 1", "", "pair");
  // One user has no others, and a bound from below is none for all mechanisms.
  all += claim_text("alone", "renyi(any_mechanism_alike(1, eps0), 2) >= 0*n");
  const json claims = verified(scratch, all);
  const auto is_invalid = [&](std::size_t i, const std::string& reason) {
    INFO(claims[i].dump());
    CHECK(claims[i]["verdict"] == "invalid");
    CHECK(has(claims[i]["message"].get<std::string>(), reason));
  };
  for (std::size_t i = 0; i < cases.size(); ++i) is_invalid(i, cases[i].second);
  is_invalid(cases.size(), "needs about = \"mechanism\"");
  is_invalid(cases.size() + 1, "bounds its divergences from above");
  CHECK(has(refused({"eval", "renyi(any_mechanism_alike(3, 1), 2)"}),
            "'shufflecert falsify' takes it, too"));
}

TEST_CASE("falsify answers for certain where one mechanism decides") {
  const std::string relation = "hockey_stick(any_mechanism_alike(n, eps0), 1/10) <= bound";
  const words asked{"falsify", relation, "--set", "n=100000", "--set", "eps0=1"};
  const auto with = [&](const std::string& bound, const words& more = {}) {
    words all = asked;
    all.insert(all.end(), {"--set", "bound=" + bound});
    all.insert(all.end(), more.begin(), more.end());
    return run_program(all);
  };
  const program_run holds = with("1/100");
  INFO(holds.out << holds.err);
  CHECK(holds.status == 0);
  CHECK(has(holds.out, "holds for every eps0-LDP mechanism of 100000 users whose other users"));
  CHECK(!has(holds.out, "no proof"));
  CHECK(has(holds.out, "caution: any_mechanism_alike fixes"));
  const program_run breaks = with("0", {"--json"});
  CHECK(breaks.status == 1);
  const json answer = json::parse(breaks.out);
  CHECK(answer["broken"] == true);
  CHECK(answer["n"] == 100000);
  CHECK(answer["mechanism"]["others"]["x2"] == 99999);
  CHECK(has(answer["mechanism"]["command"].get<std::string>(), "rr_pair(n, eps0)"));
  CHECK(has(refused({"falsify", "hockey_stick(any_mechanism_alike(3, 1), 1) >= 0"}),
            "bounds its divergences from above"));
  CHECK(has(refused({"falsify", "hockey_stick(any_mechanism_alike(1/2, 1), 1) <= 1"}),
            "n of any_mechanism_alike must be a whole number from 1 to"));
  CHECK(has(refused({"falsify", "hockey_stick(any_mechanism_alike(2, -1), 1) <= 1"}),
            "eps0 of any_mechanism_alike must be finite and certainly >= 0"));
  CHECK(has(refused({"falsify", "repaired/others-alike/renyi"}), "no search is needed"));
}

}  // namespace test_alike_claims
