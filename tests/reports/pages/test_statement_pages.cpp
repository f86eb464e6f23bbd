// Pages that count statements, say what is found of main results, and letters to authors.

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "claims/catalogue/chains.hpp"
#include "claims/results/results_json.hpp"
#include "reports/pages/report.hpp"
#include "reports/pages/statement_data.hpp"
#include "reports/text/fields.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"
#include "support/catch.hpp"
#include "support/expected_results.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/texts.hpp"

namespace test_statement_pages {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string doe_paper =
    "[paper]\nkey = \"doe\"\ntitle = \"A paper\"\nauthors = [\"J. Doe\"]\nreference = \"2030\"\n";

std::string claim_of(const std::string& name, const std::string& lines,
                     const std::string& check = "x = 4") {
  return "[[claim]]\nid = \"doe/" + name + "\"\n" + lines + "check = { " + check + " }\n";
}

const std::string false_one = "claim = \"x <= 3\"\n";

// Four statements, of them one main result: two readings that disagree, two claims of one slip, a
// misprint, and one that holds.
const std::string own_paper =
    doe_paper +
    claim_of("a",
             "claim = \"x <= 3\"\nof = \"one\"\nrole = \"main\"\nwhere = \"Theorem 1\"\n"
             "says = \"x is at most 3.\"\nhedge = \"about\"\n") +
    claim_of("b", "claim = \"x <= 5\"\nof = \"one\"\nwhere = \"Theorem 1\"\n") +
    claim_of("c", false_one + "slip = \"s\"\nrole = \"lemma\"\nwhere = \"Lemma 2\"\n") +
    claim_of("d", false_one + "slip = \"s\"\nrole = \"proof-step\"\n") +
    claim_of("e", false_one + "corrected = \"x <= 4\"\nwhere = \"Equation (3)\"\n") +
    claim_of("f", "claim = \"x <= 4\"\nwhere = \"Lemma 4\"\n") +
    "[[finding]]\nof = \"one\"\nwhere = \"Theorem 1\"\noutcome = \"depends on the reading\"\n"
    "sentence = \"It holds up to 5.\"\ninstead = \"Say at most 5.\"\n"
    "[[finding]]\nof = \"doe/c\"\nwhere = \"Lemma 2\"\noutcome = \"stands\"\n"
    "sentence = \"A sentence that no verdict backs.\"\n";

std::string own_results() {
  return results_text(own_paper, "shufflecert verify own.toml");
}

std::string short_of(const std::string& lines, const std::string& check = "") {
  return in_short(results_to_report(results_text(claim_text(lines, check), "verify")).claims.at(0));
}

}  // namespace

TEST_CASE("counts of statements, main results and slips") {
  const recorded_results results = results_to_report(own_results());
  const statement_count count = statements_in(results);
  CHECK(count.statements == 5);
  CHECK(count.main == 1);
  // The slip, and the misprint; that Theorem 1 depends on the reading is none.
  CHECK(count.slips == 2);
  CHECK(statements_in_words(count) == "5 statements, of them 1 main result");
  CHECK(statements_in_words(statements_of_paper(results, "roe")) == "");
  recorded_results earlier = results;
  earlier.statements.reset();
  CHECK(statements_in_words(statements_in(earlier)) == "");
}

TEST_CASE("statements and findings that were read are written as they were") {
  const std::string text = own_results();
  CHECK(results_json(results_to_report(text)).dump(2) == text);
}

TEST_CASE("the counts of all papers add up") {
  const recorded_results results = builtin_results_as_expected();
  const statement_count whole = statements_in(results);
  statement_count sum;
  for (const auto& [key, title, authors, reference] : results.papers) {
    const statement_count count = statements_of_paper(results, key);
    CHECK(count.comparisons == 0);
    if (key == chains_key) {
      sum.comparisons += count.statements;
      continue;
    }
    sum.statements += count.statements;
    sum.main += count.main;
    sum.slips += count.slips;
  }
  CHECK(whole.statements == sum.statements);
  CHECK(whole.main == sum.main);
  CHECK(whole.slips == sum.slips);
  CHECK(whole.comparisons == sum.comparisons);
  CHECK(whole.comparisons > 50);
  CHECK(whole.statements + whole.comparisons == results.statements->size());
  // Every claim is a reading of one statement.
  std::set<std::string> readings;
  for (const statement_record& one : *results.statements)
    for (const std::string& id : one.claims) CHECK(readings.insert(id).second);
  CHECK(readings.size() == results.claims.size());
  // The verdicts that the overview lists are those of all statements.
  kainjow::mustache::data overview;
  std::size_t shown = 0;
  set_statement_counts(overview, results, nullptr, field_writer(results.symbols, markdown_text));
  for (const auto& one : overview.get("statement_counts")->list_value())
    shown += std::stoul(one.get("count")->string_value());
  CHECK(shown == whole.statements);
}

TEST_CASE("a paper's page begins with its main results and ends with misprints") {
  const report_texts pages(own_results());
  const std::string page = pages.page("paper/doe.html");
  const auto place = [&](const std::string& text) {
    INFO(text);
    REQUIRE(has(page, text));
    return page.find(text);
  };
  CHECK(place("It holds up to 5.") < place("All statements"));
  CHECK(place("All statements") < place("<h2>Main results"));
  CHECK(place("<h2>Main results") < place("<h2>Lemmas"));
  CHECK(place("<h2>Lemmas") < place("<h2>Steps of proofs"));
  CHECK(place("<h2>Steps of proofs") < place("<h2>Other statements"));
  CHECK(place("<h2>Other statements") < place("<h2>Misprints"));
  CHECK(has(page, "<em>Say at most 5.</em>"));
  // The second finding is not backed, and only that one.
  CHECK(count_of(page, "The verdicts of this run do not say so") == 1);
  CHECK(place("A sentence that no verdict backs.") <
        place("The verdicts of this run do not say so"));
  CHECK(has(pages.page("index.html"), "5 statements, of them 1 main result"));
  CHECK(has(pages.page("index.html"),
            "6 claims in all. One mistake may make several statements false: the "
            "false ones come from 2 slips."));
}

TEST_CASE("results without statements still make pages") {
  json results = json::parse(own_results());
  results.erase("statements");
  results.erase("findings");
  const report_texts pages(results.dump());
  CHECK(has(pages.page("paper/doe.html"), "<h2>Claims</h2>"));
  CHECK(has(pages.page("index.html"), "6 claims checked against"));
}

TEST_CASE("a refutation in one sentence: by how much, rounded to nearest") {
  const auto relation = [](const std::string& text) {
    return short_of("claim = \"" + text + "\"\n", "x = 0");
  };
  CHECK(relation("100*2 + x <= 100") == "At x = 0 the left side is 2 times the right side.");
  CHECK(relation("10359/100 + x <= 100") ==
        "At x = 0 the left side is 3.6 % above the right side.");
  // Neither side is exact in decimals, and the quotient of the exact sides is.
  CHECK(relation("1/4 + x >= 1/3") == "At x = 0 the left side is 25 % below the right side.");
  CHECK(relation("sqrt(x + 1/9) >= sqrt(1/4)") ==
        "At x = 0 the left side is 33 % below the right side.");
  CHECK(relation("x + 2/3 <= 1/3") == "At x = 0 the left side is 2 times the right side.");
  CHECK(relation("9996/10000 + x >= 2") == "At x = 0 the left side is 50 % below the right side.");
  CHECK(relation("x + 1/3 + 1/3*10^-7 <= 1/3") ==
        "At x = 0 the left side is above the right side, by 1.0e-7 of it.");
  CHECK(relation("100 + x >= 200") == "At x = 0 the left side is 50 % below the right side.");
  CHECK(relation("x + 1 + 1/10^9 <= 1") ==
        "At x = 0 the left side is above the right side, by 1.0e-9 of it.");
  CHECK(relation("x + 3 <= 0") == "At x = 0 the left side is above the right side.");
  CHECK(relation("x - 3 >= -2") == "At x = 0 the left side is below the right side.");
  CHECK(relation("x + 3 == 2") == "At x = 0 the left side is 50 % above the right side.");
  CHECK(relation("x + 1 == 2") == "At x = 0 the left side is 50 % below the right side.");
  CHECK(relation("2 != 2 + x") == "At x = 0 the two sides are equal.");
  CHECK(relation("inf + x <= 3") ==
        "At x = 0 the left side is infinite, and the right side is not.");
  // What holds, and what no point with two sides refutes, has no such sentence.
  CHECK(relation("1 + x <= 3") == "");
  CHECK(relation("not (x == 0)") == "");
}

TEST_CASE("quantities have their names in that sentence, and formulas that contain one do not") {
  const std::string check = "n = 100\nlambda = 2";
  CHECK(has(
      short_of("claim = \"renyi(clone_pair(n, 1), lambda) <= 1/1000\"\nabout = \"pair\"\n", check),
      "At λ = 2, n = 100 the Rényi divergence is 23 times the bound."));
  CHECK(has(short_of("claim = \"d <= 1/1000\"\nabout = \"pair\"\n"
                     "let = { d = \"max(renyi(clone_pair(n, 1), lambda), "
                     "renyi(swap(clone_pair(n, 1)), lambda))\" }\n",
                     check),
            "the Rényi divergence is 23 times the bound"));
  CHECK(
      has(short_of("claim = \"1 + renyi(clone_pair(n, 1), lambda) <= 1/1000\"\nabout = \"pair\"\n",
                   check),
          "the left side is"));
  CHECK(has(
      short_of("claim = \"1/10 <= renyi(clone_pair(n, 1), lambda)\"\nabout = \"pair\"\n", check),
      "the bound is 4.3 times the Rényi divergence"));
  CHECK(has(
      short_of("claim = \"tradeoff(clone_pair(n, 1), 1/2) >= 1/2\"\nabout = \"pair\"\n", "n = 100"),
      "the trade-off function is "));
}

TEST_CASE("a hedged statement is false as an exact one, and its other reading is named") {
  const recorded_results results = results_to_report(own_results());
  const std::string words = hedge_in_words(results, results.claims.at(0));
  CHECK(words ==
        "The paper says “about”; read as an exact statement, it does not hold. Read as in doe/b, "
        "it is "
        "verified.");
  CHECK(hedge_in_words(results, results.claims.at(2)) == "");
  CHECK(has(report_texts(own_results()).page("claim/doe.a.html"), "The paper says “about”"));
}

TEST_CASE("a letter says main results first, and nothing that the verdicts do not say") {
  const std::string letter = render_letter(own_results(), "doe");
  const auto place = [&](const std::string& text) {
    INFO(text);
    REQUIRE(has(letter, text));
    return letter.find(text);
  };
  CHECK(place("Dear authors") < place("**Theorem 1: depends on the reading.**"));
  CHECK(place("**Theorem 1: depends on the reading.**") < place("## What stands"));
  CHECK(place("## What stands") < place("## What does not hold"));
  CHECK(place("## What does not hold") < place("## What depends"));
  CHECK(place("## What depends") < place("## Misprints"));
  CHECK(has(letter, "`shufflecert verify test.toml doe/c`"));
  CHECK(has(letter, "we believe: `x <= 4`"));
  CHECK(has(letter, "1 statement holds, at every point or size that we checked."));
  CHECK(has(letter, "- Other statements: Lemma 4.\n"));
  CHECK(has(letter, "  - Does not hold as an exact statement (`doe/a`). x is at most 3.\n"));
  CHECK(has(letter, "  - Holds at every point checked (`doe/b`).\n"));
  // What a corrected version could say stands in its own part, once.
  CHECK(letter.find("Say at most 5.") == letter.rfind("Say at most 5."));
  CHECK_FALSE(has(letter, "no verdict backs"));
  CHECK(message_of<report_error>([] { render_letter(own_results(), "roe"); }) ==
        "no claim of 'roe' was judged; there are those of doe");
  CHECK(has(message_of<report_error>([] { render_letter("{}", "doe"); }), "not a results file"));
}

TEST_CASE("a letter states what readings share once, and claims no more than was shown of each") {
  const std::string shared =
      "of = \"one\"\nwhere = \"Theorem 1\"\nsays = \"The error tends to 0.\"\n";
  const std::string letter = render_letter(
      results_text(
          doe_paper +
              claim_of("a",
                       "kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\nlimit = true\n" + shared +
                           "reading = \"Of e.g. one user. Why: a reason.\"\n",
                       "n = [10, 20, 40, 80]") +
              claim_of("b",
                       "kind = \"rate\"\nerror = \"1\"\nalong = \"n\"\nlimit = true\n" + shared,
                       "n = [10, 20, 40, 80]"),
          "verify"),
      "doe");
  CHECK(has(letter,
            "- **Theorem 1.** The error tends to 0.\n"
            "  - Supported at finite sizes (`doe/a`). Of e.g. one user.\n"
            "  - Finite sizes speak against it (`doe/b`).\n"));
}

TEST_CASE(
    "a letter gives reasons in the words of the audit, and says who cites a doubtful result") {
  const std::string letter = render_letter(
      results_text(
          doe_paper + "[[result]]\nid = \"roe/1\"\nstatus = \"erratum\"\n" +
              claim_of("a",
                       false_one +
                           "corrected = \"x <= 4\"\nwhere = \"Equation (3)\"\n"
                           "reason = \"At x = 4 it is 4. δ is small, cf. Lemma 1. Three.\"\n") +
              claim_of("b",
                       false_one + "regime = [\"x <= 3\"]\nwhere = \"Lemma 2\"\nof = \"two\"\n",
                       "x = [1, 4]") +
              claim_of("c",
                       "claim = \"x <= 5\"\nof = \"two\"\nwhere = \"Lemma 2\"\n"
                       "depends = [\"roe/1\"]\n") +
              claim_of("d",
                       "claim = \"x <= 5\"\nwhere = \"Table 1\"\n"
                       "depends = [\"roe/1\"]\n"),
          "verify"),
      "doe");
  INFO(letter);
  CHECK(has(letter, "- **Equation (3).** At x = 4 it is 4. δ is small, cf. Lemma 1. (`doe/a`)\n"));
  CHECK_FALSE(has(letter, "Three."));
  CHECK(
      has(letter, "Does not hold; holds at every point checked where the paper uses it (`doe/b`)"));
  CHECK(has(letter, "(status: erratum). Cited in: Lemma 2 · Table 1.\n"));
}

TEST_CASE("what a letter says of a stranger's paper cannot leave its line") {
  const std::string letter = render_letter(
      results_text(
          "[paper]\nkey = \"doe\"\ntitle = '''# <b>`x`'''\n" +
              claim_of("a", false_one + "where = '''## heading\n`'''\nsays = '''[a](b)'''\n"),
          "verify"),
      "doe");
  CHECK_FALSE(has(letter, "\n## heading"));
  CHECK_FALSE(has(letter, "<b>"));
  CHECK_FALSE(has(letter, "[a](b)"));
}

}  // namespace test_statement_pages
