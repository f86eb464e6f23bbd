// Pages that count statements, say what is found of main results, and letters to authors. Their
// sentences are in golden/.

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

std::string doe_claim(const std::string& name, const std::string& lines,
                      const std::string& check = "x = 4") {
  return claim_of("doe/" + name, lines + "check = { " + check + " }");
}

const std::string false_one = "claim = \"x <= 3\"\n";

// Four statements, of them one main result: two readings that disagree, two claims of one slip, a
// misprint, and one that holds.
const std::string own_paper =
    doe_paper +
    doe_claim("a",
              "claim = \"x <= 3\"\nof = \"one\"\nrole = \"main\"\nwhere = \"Theorem 1\"\n"
              "says = \"x is at most 3.\"\nhedge = \"about\"\n") +
    doe_claim("b", "claim = \"x <= 5\"\nof = \"one\"\nwhere = \"Theorem 1\"\n") +
    doe_claim("c", false_one + "slip = \"s\"\nrole = \"lemma\"\nwhere = \"Lemma 2\"\n") +
    doe_claim("d", false_one + "slip = \"s\"\nrole = \"proof-step\"\n") +
    doe_claim("e", false_one + "corrected = \"x <= 4\"\nwhere = \"Equation (3)\"\n") +
    doe_claim("f", "claim = \"x <= 4\"\nwhere = \"Lemma 4\"\n") +
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
  CHECK(has_in_order(page, {"It holds up to 5.", "All statements", "<h2>Main results", "<h2>Lemmas",
                            "<h2>Steps of proofs", "<h2>Other statements", "<h2>Misprints"}));
  CHECK(has(page, "<em>Say at most 5.</em>"));
  // The second finding is not backed, and only that one.
  CHECK(count_of(page, "<p class=\"note\">") == 1);
  CHECK(has_in_order(page, {"A sentence that no verdict backs.", "<p class=\"note\">"}));
  CHECK(has_in_order(pages.page("index.html"),
                     {"5 statements", "1 of them a main result", "6 claims", "2 slips"}));
}

TEST_CASE("results without statements still make pages") {
  json results = json::parse(own_results());
  results.erase("statements");
  results.erase("findings");
  const report_texts pages(results.dump());
  CHECK(has(pages.page("paper/doe.html"), "<h2>Claims</h2>"));
  CHECK(has(pages.page("index.html"), "6 claims"));
}

TEST_CASE("a refutation in one sentence: by how much, rounded to nearest") {
  // What it says of the left side, by which the right side is what is compared with.
  const auto relation = [](const std::string& text) {
    std::string words = short_of("claim = \"" + text + "\"\n", "x = 0");
    const std::string start = "At x = 0 the left side is ";
    const std::string object = " the right side";
    if (words.starts_with(start)) words.erase(0, start.size());
    if (const std::size_t place = words.find(object); place != std::string::npos)
      words.erase(place, object.size());
    return words;
  };
  CHECK(relation("100*2 + x <= 100") == "2 times.");
  CHECK(relation("10359/100 + x <= 100") == "3.6 % above.");
  // Neither side is exact in decimals, and the quotient of the exact sides is.
  CHECK(relation("1/4 + x >= 1/3") == "25 % below.");
  CHECK(relation("sqrt(x + 1/9) >= sqrt(1/4)") == "33 % below.");
  CHECK(relation("x + 2/3 <= 1/3") == "2 times.");
  CHECK(relation("9996/10000 + x >= 2") == "50 % below.");
  CHECK(relation("x + 1/3 + 1/3*10^-7 <= 1/3") == "above, by 1.0e-7 of it.");
  CHECK(relation("100 + x >= 200") == "50 % below.");
  CHECK(relation("x + 1 + 1/10^9 <= 1") == "above, by 1.0e-9 of it.");
  CHECK(relation("x + 3 <= 0") == "above.");
  CHECK(relation("x - 3 >= -2") == "below.");
  CHECK(relation("x + 3 == 2") == "50 % above.");
  CHECK(relation("x + 1 == 2") == "50 % below.");
  CHECK(has(relation("2 != 2 + x"), "equal"));
  CHECK(has(relation("inf + x <= 3"), "infinite"));
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
  CHECK(has_in_order(words, {"“about”", "doe/b", "verified"}));
  CHECK(hedge_in_words(results, results.claims.at(2)) == "");
  CHECK(has(report_texts(own_results()).page("claim/doe.a.html"), "“about”"));
}

TEST_CASE("a letter says main results first, and nothing that the verdicts do not say") {
  const std::string letter = render_letter(own_results(), "doe");
  CHECK(has_in_order(
      letter,
      {"Dear authors", "**Theorem 1: depends on the reading.**", "## What stands", "Lemma 4",
       "## What does not hold", "`shufflecert verify test.toml doe/c`", "## What depends",
       "(`doe/a`)", "x is at most 3.", "(`doe/b`)", "## Misprints", "`x <= 4`"}));
  // What a corrected version could say stands in its own part, once.
  CHECK(count_of(letter, "Say at most 5.") == 1);
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
              doe_claim("a",
                        "kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\nlimit = true\n" + shared +
                            "reading = \"Of e.g. one user. Why: a reason.\"\n",
                        "n = [10, 20, 40, 80]") +
              doe_claim("b",
                        "kind = \"rate\"\nerror = \"1\"\nalong = \"n\"\nlimit = true\n" + shared,
                        "n = [10, 20, 40, 80]"),
          "verify"),
      "doe");
  CHECK(count_of(letter, "The error tends to 0.") == 1);
  CHECK(has_in_order(letter, {"\n- **Theorem 1.** The error tends to 0.\n  - ",
                              "(`doe/a`). Of e.g. one user.\n  - ", "(`doe/b`).\n"}));
  CHECK_FALSE(has(letter, "- Holds"));
}

TEST_CASE(
    "a letter gives reasons in the words of the audit, and says who cites a doubtful result") {
  const std::string letter = render_letter(
      results_text(
          doe_paper + "[[result]]\nid = \"roe/1\"\nstatus = \"erratum\"\n" +
              doe_claim("a",
                        false_one +
                            "corrected = \"x <= 4\"\nwhere = \"Equation (3)\"\n"
                            "reason = \"At x = 4 it is 4. δ is small, cf. Lemma 1. Three.\"\n") +
              doe_claim("b",
                        false_one + "regime = [\"x <= 3\"]\nwhere = \"Lemma 2\"\nof = \"two\"\n",
                        "x = [1, 4]") +
              doe_claim("c",
                        "claim = \"x <= 5\"\nof = \"two\"\nwhere = \"Lemma 2\"\n"
                        "depends = [\"roe/1\"]\n") +
              doe_claim("d",
                        "claim = \"x <= 5\"\nwhere = \"Table 1\"\n"
                        "depends = [\"roe/1\"]\n"),
          "verify"),
      "doe");
  INFO(letter);
  CHECK(has(letter, "- **Equation (3).** At x = 4 it is 4. δ is small, cf. Lemma 1. (`doe/a`)\n"));
  CHECK_FALSE(has(letter, "Three."));
  CHECK(has_in_order(letter, {"where the paper uses it", "(`doe/b`)"}));
  CHECK(has_in_order(letter, {"(status: erratum).", "Lemma 2 · Table 1.\n"}));
}

TEST_CASE("what a letter says of a stranger's paper cannot leave its line") {
  const std::string letter = render_letter(
      results_text(
          "[paper]\nkey = \"doe\"\ntitle = '''# <b>`x`'''\n" +
              doe_claim("a", false_one + "where = '''## heading\n`'''\nsays = '''[a](b)'''\n"),
          "verify"),
      "doe");
  CHECK_FALSE(has(letter, "\n## heading"));
  CHECK_FALSE(has(letter, "<b>"));
  CHECK_FALSE(has(letter, "[a](b)"));
}

}  // namespace test_statement_pages
