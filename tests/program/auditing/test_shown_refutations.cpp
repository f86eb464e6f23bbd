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

}  // namespace test_shown_refutations
