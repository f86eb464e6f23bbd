// What a reader is told of a refutation: the right value of a printed number, and whom it concerns.

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"
#include "support/texts.hpp"

namespace test_shown_refutations {

namespace {

using json = nlohmann::json;

std::string paper_with(const std::string& claims) {
  return "format = 1\n[paper]\nkey = \"doe\"\ntitle = \"A paper\"\nauthors = [\"Jane Doe\"]\n" +
         claims;
}

// e = 2.71828… and e² = 7.38905….
const std::string table =
    "[[claim]]\nid = \"doe/one\"\nwhere = \"Table 1\"\nclaim = \"rounds_to(exp(x), y, 0.01)\"\n"
    "check.points = [{ x = 1, y = 2.71 }]\n"
    "[[claim]]\nid = \"doe/two\"\nwhere = \"Table 2\"\n"
    "claim = \"x > 0 and rounds_to(-exp(x), -y, unit)\"\nlet = { unit = \"1/1000\" }\n"
    "check.points = [{ x = 1, y = 2.718 }, { x = 2, y = 7.388 }]\n"
    "[[claim]]\nid = \"doe/tie\"\nwhere = \"Table 3\"\nclaim = \"rounds_to(x/8, 0.14, 0.01)\"\n"
    "check = { x = [1] }\n"
    "[[claim]]\nid = \"doe/many\"\nwhere = \"Table 4\"\nclaim = \"rounds_to(exp(x), 25, 10)\"\n"
    "check = { x = [1] }\n";

}  // namespace

TEST_CASE("a refuted printed number is shown with what the value rounds to", "[refutations]") {
  const temporary_directory scratch;
  const std::string file = scratch.file("table.toml", paper_with(table));
  const std::string results = scratch / "results.json";
  const program_run run = run_program({"verify", file, "--output", results});
  INFO(run.out << run.err);
  CHECK(has(run.out, "fails at 1 of 1 point; the value is 2.7182…, which rounds to 2.72\n"));
  CHECK(has(run.out,
            "fails at 1 of 2 points; at x = 2, y = 7.388 the value is -7.38905…, which "
            "rounds to -7.389\n"));
  CHECK(has(run.out,
            "             left  [2.7182818284590452353, 2.7182818284590452354]\n"
            "             right 2.71\n"));
  // Half a unit from two neighbours, a value rounds to both.
  CHECK(has(run.out, "fails at 1 of 1 point; the value is 0.1250\n"));
  CHECK(has(run.out, "the value is 2.71…, which rounds to 0\n"));
  // The results have both sides, and the second arithmetic finds them again.
  const json root = json::parse(text_of_file(results));
  CHECK(root["claims"][0]["lhs"]["lower"] == "2.7182818284590452353");
  CHECK(root["claims"][0]["rhs"]["upper"] == "2.71");
  const program_run again = run_program({"recheck", results});
  INFO(again.out);
  CHECK(again.status == 0);
  CHECK(has(again.out, "4 refuted claims: 4 confirmed"));
  const program_run letter = run_program({"letter", "doe", "--results", results});
  INFO(letter.out);
  CHECK(has(letter.out,
            "At x = 1, y = 2.71 the value is 2.7182…, which rounds to 2.72, and not "
            "2.71."));
  CHECK(has(letter.out, "the value is -7.38905…, which rounds to -7.389, and not -7.388."));
}

TEST_CASE("a claim that only a bounding pair breaks is called wrong for the pair",
          "[refutations]") {
  const temporary_directory scratch;
  const auto claim = [](const std::string& id, const std::string& pair, const std::string& more) {
    return "[[claim]]\nid = \"doe/" + id + "\"\nwhere = \"Lemma " + id + "\"\nclaim = \"renyi(" +
           pair + ", 2) <= 2*eps0^2/n\"\nabout = \"mechanism\"\n" + more +
           "check = { n = [100], eps0 = [4] }\n";
  };
  const std::string file = scratch.file(
      "pair.toml",
      paper_with(claim("1", "clone_pair(n, eps0)", "") + claim("2", "swap(rr_pair(n, eps0))", "") +
                 claim("3", "clone_pair(n, eps0)", "regime = [\"eps0 >= 3\"]\n")));
  const std::string results = scratch / "results.json";
  const program_run run = run_program({"verify", file, "--output", results});
  INFO(run.out << run.err);
  CHECK(has(
      run.out,
      "severity: wrong for the pair (mechanisms may stay below): no range of use is on record\n"));
  CHECK(has(run.out, "severity: wrong: no range of use is on record\n"));
  CHECK(has(run.out,
            "severity: wrong for the pair in the regime the paper uses (mechanisms may "
            "stay below): fails there (one point)\n"));
  CHECK(has(run.out,
            "3 refuted: 1 wrong for the pair in the regime the paper uses (mechanisms may "
            "stay below), 1 wrong, 1 wrong for the pair (mechanisms may stay below)\n"));
  // The keys of the results stay what other programs read.
  const json claims = json::parse(text_of_file(results))["claims"];
  CHECK(claims[0]["severity"]["class"] == "wrong");
  CHECK(claims[1]["severity"]["class"] == "wrong");
  CHECK(claims[2]["severity"]["class"] == "wrong in the regime the paper uses");
  const std::string report = scratch / "report";
  REQUIRE(run_program({"report", results, "--output", report, "--no-plots"}).status == 0);
  const std::string overview = text_of_file(report + "/index.html");
  CHECK(has(overview, ">wrong (1)<"));
  CHECK(has(overview,
            "id=\"wrong-for-the-pair\">wrong for the pair (mechanisms may stay below) (1)<"));
  CHECK(has(text_of_file(report + "/report.md"),
            "Severity: wrong for the pair (mechanisms may stay"));
}

// With inputs 0 and 1 of the other two users the reports leak 0.24256, more than with zeros only.
TEST_CASE("a lower bound that fails for some inputs is not called false for all", "[refutations]") {
  const temporary_directory scratch;
  const auto claim = [](const std::string& id, const std::string& formula) {
    return "[[claim]]\nid = \"doe/" + id + "\"\nwhere = \"Lemma " + id + "\"\nclaim = \"" +
           formula + "\"\nabout = \"mechanism\"\ncheck = { n = [3], eps0 = [1] }\n";
  };
  const std::string file = scratch.file(
      "lower.toml", paper_with(claim("1", "hockey_stick(rr_pair(n, eps0), 1/10) >= 24/100") +
                               claim("2", "hockey_stick(rr_pair(n, eps0), 1/10) <= 1/100") +
                               claim("3", "hockey_stick(rr_pair(n, eps0), 1/10) == 24/100")));
  const std::string results = scratch / "results.json";
  const program_run run = run_program({"verify", file, "--output", results});
  INFO(run.out << run.err);
  CHECK(has(run.out, "3 refuted: 2 wrong, 1 wrong for these inputs (others may leak more)\n"));
  CHECK(
      has(run.out,
          "caution: rr_pair fixes the other users' inputs (all 0); other inputs can leak more, so "
          "they may satisfy a lower bound that these break\n"));
  const program_run letter = run_program({"letter", "doe", "--results", results});
  INFO(letter.out);
  CHECK(has(letter.out, "with others the mechanism may leak enough"));
  const std::string report = scratch / "report";
  REQUIRE(run_program({"report", results, "--output", report, "--no-plots"}).status == 0);
  const std::string page = text_of_file(report + "/claim/doe.1.html");
  CHECK(has(page, "so the statement may hold for them"));
  CHECK_FALSE(has(page, "real mechanism"));
  CHECK(has(text_of_file(report + "/claim/doe.2.html"), "real mechanism"));
}

TEST_CASE("whoever asks for proofs is told where there is none", "[refutations]") {
  const temporary_directory scratch;
  const std::string folder = scratch / "proofs";
  const std::string open = scratch.file(
      "open.toml", "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"x < 2\"\ncheck = { x = [1] }\n");
  for (const char* option : {"--proofs", "--coq"}) {
    const program_run run = run_program({"verify", open, option, folder});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(has(run.err, " was written into '" + folder + "': no claim is proved"));
  }
  // A proof by boxes of a divergence has no file.
  const std::string boxes = scratch.file("boxes.toml", R"(format = 1
[[claim]]
id       = "b"
claim    = "renyi(clone_pair(n, eps0), lambda) <= lambda*eps0^2*exp(eps0)/n"
domain   = ["n >= 2", "n <= 20", "eps0 >= 1", "eps0 <= 4", "lambda >= 2", "lambda <= 16"]
integers = ["n"]
check    = { n = [2, 20], eps0 = [1, 4], lambda = [2, 16] }
[claim.prove]
n        = { from = 2, to = 20 }
eps0     = { from = 1, to = 4 }
lambda   = { from = 2, to = 16 }
)");
  const program_run run = run_program({"verify", boxes, "--proofs", folder});
  INFO(run.out << run.err);
  CHECK(has(run.out, "proved     b"));
  CHECK(has(run.err, "no proof file for b: "));
  CHECK(has(run.err,
            "no proof file was written into '" + folder + "': the claim that is proved has none"));
}

}  // namespace test_shown_refutations
