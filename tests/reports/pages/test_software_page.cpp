// The page of numbers in circulation, and letters to maintainers. Their sentences are in golden/.

#include <string>

#include "reports/pages/report.hpp"
#include "reports/text/wording.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/texts.hpp"

namespace test_software_page {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string project =
    "[paper]\nkey = \"software/tool\"\ntitle = \"A <b>tool</b>\"\nreference = \"tool.py at "
    "abc1234\"\n"
    "[[claim]]\nid = \"software/tool/one\"\nwhere = \"Line 7\"\nclaim = \"x <= 3\"\ncheck = { x = "
    "4 "
    "}\n"
    "[[claim]]\nid = \"software/tool/two\"\nwhere = \"Line 9\"\nclaim = \"x <= 5\"\ncheck = { x = "
    "4 "
    "}\n"
    "[[finding]]\nof = \"software/tool/one\"\nwhere = \"Line 7\"\noutcome = \"fails\"\nsentence = "
    "\"It says 3.\"\nmeans = \"One <i>user</i> more.\"\ninstead = \"4 holds.\"\npatch = \"In "
    "tool.py, line 7, write 4.\"\n"
    "[[finding]]\nof = \"software/tool/two\"\nwhere = \"Line 9\"\noutcome = \"fails\"\nsentence = "
    "\"Not so.\"\nmeans = \"Unbacked words.\"\npatch = \"Unbacked change.\"\n"
    "[[coverage]]\nstatement = \"Lines 1–9\"\nabout = \"numbers\"\nclaims = "
    "[\"software/tool/one\"]\nnot_checkable = \"the colour\"\n";

std::string project_results() {
  return results_text(project, "shufflecert verify tool.toml");
}

}  // namespace

TEST_CASE("the page of numbers in circulation", "[software]") {
  const report_texts pages(project_results());
  const std::string page = pages.page("software.html");
  CHECK(has(page, "A &lt;b&gt;tool&lt;/b&gt;"));
  CHECK(has(page, "tool.py at abc1234"));
  CHECK(has_in_order(page, {"It says 3.", "One &lt;i&gt;user&lt;/i&gt; more.", "4 holds.",
                            "In tool.py, line 7, write 4.", "the colour"}));
  CHECK(has(page, "href=\"claim/software.tool.one.html\""));
  // A finding that the verdicts do not back says so, and no other.
  CHECK(count_of(page, "<p class=\"note\">") == 1);
  CHECK(has_in_order(page, {"Not so.", "<p class=\"note\">"}));
  CHECK(has(pages.page("index.html"), "href=\"software.html\""));
  CHECK(has(pages.page("claim/software.tool.one.html"), "href=\"../software.html\""));
}

TEST_CASE("results without projects have no such page", "[software]") {
  const report_texts pages(
      results_text("[paper]\nkey = \"softwares\"\n[[claim]]\nid = \"softwares/one\"\nclaim = \"1 < "
                   "2\"\n",
                   "verify"));
  CHECK(pages.page("software.html").empty());
  CHECK_FALSE(has(pages.html, "software.html"));
  CHECK(is_software("software/tool"));
  CHECK_FALSE(is_software("softwares"));
}

TEST_CASE("a letter to maintainers", "[software]") {
  const std::string letter = render_letter(project_results(), "software/tool");
  CHECK(has(letter, "Dear maintainers,"));
  CHECK_FALSE(has(letter, "Dear authors"));
  CHECK_FALSE(has(letter, "your paper"));
  CHECK(has(letter, "One \\<i\\>user\\</i\\> more."));
  CHECK(has(letter, "\n- Line 7: In tool.py, line 7, write 4.\n"));
  CHECK(has(letter, "`shufflecert verify test.toml software/tool/one`"));
  CHECK_FALSE(has(letter, "Unbacked"));
  const std::string of_paper = render_letter(
      results_text("[paper]\nkey = \"doe\"\n[[claim]]\nid = \"doe/one\"\nclaim = \"1 < 2\"\n",
                   "verify"),
      "doe");
  CHECK(has(of_paper, "Dear authors,"));
  CHECK_FALSE(has(of_paper, "maintainers"));
  CHECK_FALSE(has(of_paper, "patch"));
}

TEST_CASE("a letter leaves names of files alone, and says where nothing has to change",
          "[software]") {
  const std::string letter = render_letter(
      results_text("[paper]\nkey = \"software/tool\"\ntitle = \"tool\"\nreference = \"tool.py at "
                   "0123abc\"\n[[claim]]\nid = \"software/tool/one\"\nrole = \"lemma\"\nwhere = "
                   "\"tool.py, line 7\"\nclaim = \"x < 2\"\ncheck = { x = 1 }\n",
                   "verify"),
      "software/tool");
  CHECK(has(letter, "- Lemmas: tool.py, line 7.\n"));
  CHECK(has(letter, "\n\nWe found no counterexample.\n\n"));
  CHECK_FALSE(has(letter, "\n\n\n"));
  const std::string failing = render_letter(project_results(), "software/tool");
  CHECK_FALSE(has(failing, "nothing that would have to change"));
  CHECK_FALSE(has(failing, "\n\n\n"));
}

TEST_CASE("what a finding means, and its patch, are written and read", "[software]") {
  const recorded_results read = results_to_report(project_results());
  REQUIRE(read.findings.has_value());
  CHECK(read.findings->at(0).means == "One <i>user</i> more.");
  CHECK(read.findings->at(0).patch == "In tool.py, line 7, write 4.");
  CHECK(read.findings->at(0).instead == "4 holds.");
  CHECK(read.findings->at(1).instead.empty());
}

}  // namespace test_software_page
