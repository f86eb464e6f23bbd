// Reports: what they show, and that no text from a catalogue can become markup. Their sentences are
// in golden/.

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "claims/results/results_json.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/set_prose.hpp"
#include "reports/text/wording.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_report {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string results_of(const std::string& text) {
  return results_text(text, "shufflecert verify 'a <b>.toml'");
}

// Every text of a claim in the same hostile words.
std::string hostile_catalogue(const std::string& words) {
  const std::string quoted = "'''" + words + "'''";
  std::string text = "[paper]\nkey = " + quoted + "\ntitle = " + quoted + "\nauthors = [" + quoted +
                     "]\nreference = " + quoted + "\n[[result]]\nid = " + quoted +
                     "\nstatus = \"erratum\"\nnote = " + quoted + "\n";
  int number = 0;
  for (const char* claim : {"1 < 2", "2 < 1", "1/0 < 1", "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1"}) {
    text += "[[claim]]\nid = '''" + words + std::to_string(++number) + "'''\nclaim = \"" + claim +
            "\"\ncorrected = \"" + claim + "\"\ndepends = [" + quoted + "]\n";
    for (const char* key : {"where", "says", "statement", "reading", "transcription", "reason"})
      text += std::string(key) + " = " + quoted + "\n";
  }
  text += "[[claim]]\nid = '''plain" + words + "'''\nclaim = \"2 < 1\"\nsays = " + quoted + "\n";
  text += "[[coverage]]\nstatement = " + quoted + "\nabout = " + quoted + "\nclaims = ['''plain" +
          words + "''']\nnot_checkable = " + quoted + "\n";
  return text;
}

}  // namespace

TEST_CASE("text from a catalogue stays text in HTML") {
  const std::string script = "<script>alert(1)</script>";
  const report_texts pages(results_of(hostile_catalogue(script)));
  const report_texts harmless(results_of(hostile_catalogue("words")));
  // The one that filters the table of claims.
  CHECK(count_of(pages.html, "<script") == 1);
  CHECK(count_of(pages.html, "<script src=\"site.js\" defer></script>") == 1);
  CHECK(count_of(pages.html, "alert(1)") > 10);
  CHECK(has(pages.html, "&lt;script&gt;alert(1)&lt;"));
  // The markup of the page is the same whatever the words are: the same number of tags.
  CHECK(count_of(pages.html, "<") == count_of(harmless.html, "<"));
  CHECK(count_of(pages.html, ">") == count_of(harmless.html, ">"));
  const std::string coverage = pages.page("coverage.html");
  CHECK(count_of(coverage, "<script") == 0);
  CHECK(count_of(coverage, "alert(1)") >= 5);
  CHECK(count_of(coverage, "<") == count_of(harmless.page("coverage.html"), "<"));
}

TEST_CASE("a doubt about the transcription excuses only what is refuted") {
  const auto results = [](const std::string& claim) {
    return results_of(claim_text("transcription = \"a sign may be lost\"\nclaim = " + claim));
  };
  const std::string refuted = results("\"2 < 1\"");
  const std::string verified = results("\"1 < 2\"");
  CHECK(is_doubtful(results_to_report(refuted).claims.at(0)));
  CHECK_FALSE(is_doubtful(results_to_report(verified).claims.at(0)));
  const report_texts pages(verified);
  CHECK(has(pages.html, "a sign may be lost"));
  CHECK(has(pages.markdown, "a sign may be lost"));
}

TEST_CASE("quotes and ampersands cannot leave an attribute or start an entity") {
  const std::string hostile = "\" onmouseover=\"alert(2)\" & &lt; ' x";
  const report_texts pages(results_of(hostile_catalogue(hostile)));
  const report_texts harmless(results_of(hostile_catalogue("hostile")));
  CHECK_FALSE(has(pages.html, "\" onmouseover"));
  CHECK(has(pages.html, "&quot; onmouseover=&quot;alert(2)&quot; &amp; &amp;lt; "));
  CHECK(count_of(pages.html, "\"") == count_of(harmless.html, "\""));
  CHECK(count_of(pages.html, "<") == count_of(harmless.html, "<"));
}

TEST_CASE("text that looks like a template or like odd Unicode is shown as it is") {
  const std::string hostile =
      "{{claims}} {{{id}}} {{#papers}} \xCE\xB5\xE2\x82\x80 \xE2\x80\xAE"
      "abc \xF0\x9F\x98\x80 \xEF\xBB\xBF";
  const report_texts pages(results_of(hostile_catalogue(hostile)));
  CHECK(has(pages.html, "{{claims}} {{{id}}} {{#papers}} \xCE\xB5\xE2\x82\x80"));
  CHECK(has(pages.html, "\xF0\x9F\x98\x80"));
}

TEST_CASE("a report on a file of one's own does not call it published") {
  const report_texts pages(results_of(claim_text("claim = \"1 < 2\"")));
  for (const char* page : {"index.html", "report.md"}) {
    INFO(page);
    CHECK_FALSE(pages.page(page).empty());
    CHECK_FALSE(has(pages.page(page), "published"));
  }
}

TEST_CASE("the pages need nothing from outside") {
  const report_texts pages(results_of(claim_text("claim = \"2 < 1\"")));
  for (const report_file& file : pages.files) {
    if (!file.path.ends_with(".html")) continue;
    INFO(file.path);
    CHECK(file.text.rfind("<!DOCTYPE html>", 0) == 0);
    CHECK(has(file.text, "<meta charset=\"utf-8\">"));
    CHECK(has(file.text, "</html>"));
    CHECK(count_of(file.text, "<link") == 1);
    CHECK(has(file.text, file.path.find('/') == std::string::npos
                             ? "<link rel=\"stylesheet\" href=\"style.css\">"
                             : "<link rel=\"stylesheet\" href=\"../style.css\">"));
    CHECK(count_of(file.text, "src=") == (file.path == "claims.html" ? 1 : 0));
    for (const char* outside : {"<img", "@import", "url(", "http:", "https:", "//"})
      CHECK_FALSE(has(file.text, outside));
  }
  for (const char* outside : {"@import", "url(", "http:", "https:"})
    CHECK_FALSE(has(pages.page("style.css") + pages.page("site.js"), outside));
}

TEST_CASE("every claim and every paper has a page, and the overview leads there") {
  const std::string results = results_of(
      "[paper]\nkey = \"p\"\ntitle = \"On p\"\n[[claim]]\nid = \"p/a\"\nclaim = \"2 < 1\"\n"
      "[[claim]]\nid = \"p/b\"\nclaim = \"1 < 2\"\n");
  const report_texts pages(results);
  CHECK(has(pages.page("index.html"), "<a href=\"claim/p.a.html\"><code>p/a</code></a>"));
  CHECK(has(pages.page("index.html"), "<a href=\"paper/p.html\">On p</a>"));
  CHECK(has(pages.page("index.html"), "<a href=\"claim/p.b.html\"><code>p/b</code></a> verified"));
  CHECK(has(pages.page("claims.html"), "<a href=\"claim/p.b.html\"><code>p/b</code></a>"));
  CHECK(has(pages.page("paper/p.html"), "<a href=\"../claim/p.b.html\"><code>p/b</code></a>"));
  CHECK(verdict_on(pages.page("claim/p.a.html")) == "refuted");
  CHECK(has(pages.page("claim/p.a.html"), "<a href=\"../paper/p.html\">On p</a>"));
  CHECK(verdict_on(pages.page("claim/p.b.html")) == "verified");
}

TEST_CASE("files of a report stay in its folder, and their names are short enough") {
  for (const std::string& id :
       {std::string("../../x"), std::string("/etc/x"), std::string("a/../b"), std::string("."),
        std::string(".."), std::string("a b\\c:d"), std::string(3000, 'a'), std::string("ε0/λ")}) {
    INFO(id);
    for (const std::string& page : {claim_page(id), paper_page(id)}) {
      const std::string name = page.substr(page.find('/') + 1);
      CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789-_.") == std::string::npos);
      CHECK(name.size() < 200);
      CHECK(name.front() != '.');
    }
  }
  const std::string tail(3000, 'a');
  CHECK(claim_page(tail + "b") != claim_page(tail + "c"));
  CHECK(claim_page("a/b") != claim_page("a.b"));
}

TEST_CASE("the authors have a place to answer where a verdict counts against them") {
  const std::string place = "<code>answer</code>";
  const std::string answered = "answer = \"We agree: the sign is <lost>.\"\nclaim = \"2 < 1\"";
  const report_texts open(results_of(claim_text("claim = \"2 < 1\"")));
  const report_texts closed(results_of(claim_text(answered)));
  const report_texts holds(results_of(claim_text("claim = \"1 < 2\"")));
  CHECK(has(open.html, place));
  CHECK_FALSE(has(closed.html, place));
  CHECK(has(closed.html, "We agree: the sign is &lt;lost&gt;."));
  CHECK(has(closed.markdown, "We agree: the sign is \\<lost\\>."));
  CHECK_FALSE(has(holds.html, place));
}

TEST_CASE("an overview of thousands of refutations leaves their words to their pages") {
  std::string text;
  const std::string long_word(200, 'w');
  for (int i = 0; i < 500; ++i)
    text += "[[claim]]\nid = \"t/" + std::to_string(i) + "\"\nclaim = \"2 < 1\"\nsays = \"" +
            long_word + "\"\n";
  const report_texts pages(results_of(text));
  // Where there are many they have a page of their own, and the overview leads there.
  CHECK(count_of(pages.page("failing.html"), "<li><a href=\"claim/t.") == 500);
  CHECK(count_of(pages.page("index.html"), "<a href=\"claim/t.") == 0);
  CHECK(has(pages.page("index.html"), "href=\"failing.html#"));
  for (const char* page : {"index.html", "failing.html"})
    CHECK_FALSE(has(pages.page(page), long_word));
  CHECK(has(pages.page("claim/t.499.html"), long_word));
}

// A report of many claims: its overview stays small.
TEST_CASE("the overview of 2,000 claims stays under 1 MB", "[volume]") {
  const temporary_directory scratch;
  std::string text = "format = 1\n[paper]\nkey = \"many\"\ntitle = \"Many claims\"\n";
  for (int i = 0; i < 2000; ++i) {
    const std::string number = std::to_string(i);
    text += "[[claim]]\nid = \"many/theorem-" + std::to_string(i / 5) + "/part-" +
            std::to_string(i % 5) + "\"\nwhere = \"Theorem " + std::to_string(i / 5) +
            "\"\nsays = \"The divergence of " + number + " users is at most that of the bound.\"\n";
    // Each second one fails at every point: √x/(i + 2) and 1/(x + i) are both positive.
    text += "claim = \"sqrt(x)/(" + number + " + 2) " +
            (i % 2 == 0 ? "> 0" : "+ 1/(x + " + number + ") < 0") + "\"\n";
    text += "[claim.check]\nx = [1, 2, \"1/3\", \"log(2)\"]\n";
  }
  const std::string catalogue = scratch.file("many.toml", text);
  const program_run judged =
      run_program({"verify", catalogue, "--effort", "0", "--output", scratch / "results.json"});
  // Refuted claims that no one expected to be refuted.
  REQUIRE(judged.status == 1);
  const program_run shown =
      run_program({"report", scratch / "results.json", "--output", scratch / "site", "--no-plots"});
  INFO(shown.err);
  REQUIRE(shown.status == 0);
  const auto size = std::filesystem::file_size(scratch.path() / "site" / "index.html");
  CHECK(size > 1'000);
  CHECK(size < 1'000'000);
}

TEST_CASE("plots, figures and bounds are shown where they belong") {
  const drawn_plot drawn{
      {"some-plot", "A <title>", "A caption.", {"x", false}, {"y", false}, {}, {}, {}}, "<svg/>"};
  const drawn_plot undrawn{
      {"other", "Another title", "Its caption.", {"x", false}, {"y", false}, {}, {}, {}}, ""};
  illustrations shown;
  shown.claims["test/claim"] = {drawn, undrawn};
  shown_figure figure;
  figure.id = "p/figure-1";
  figure.paper = "p";
  figure.where = "Figure 1";
  figure.shows = "Two <lines>.";
  figure.plots = {drawn};
  figure.plots.front().content.caption = figure.shows;  // As draw_figure() has it.
  figure.table = shown_table{{"n", "as printed"}, {{"7", "0.25"}}};
  shown.figures = {figure};
  shown_bound bound;
  bound.name = "some_bound";
  bound.formula = "some_bound(n) = 1/n";
  bound.on = "renyi(rr_pair(n, 1), 2)";
  bound.side = "upper";
  bound.claims = {"test/claim"};
  shown.bounds = {bound};
  shown.tightness = {drawn};
  shown.left_out = {"another: no value"};
  const std::string results =
      results_of("[paper]\nkey = \"p\"\n" + claim_text("claim = \"2 < 1\""));
  const report_texts pages(results, shown);
  const std::string claim = pages.page("claim/test.claim.html");
  CHECK(has(claim, "<img src=\"../plots/some-plot.svg\" alt=\"A &lt;title&gt;. A caption.\""));
  CHECK(has(claim, "<a href=\"../plots/some-plot.csv\">"));
  CHECK(count_of(claim, "<img") == 1);
  CHECK(has(claim, "<strong>Another title</strong>: Its caption."));
  CHECK(pages.page("plots/some-plot.svg") == "<svg/>");
  CHECK(pages.page("plots/other.svg").empty());
  for (const char* ending : {".csv", ".dat"})
    for (const char* name : {"plots/some-plot", "plots/other"})
      CHECK_FALSE(pages.page(std::string(name) + ending).empty());
  for (const char* page : {"figures.html", "paper/p.html"}) {
    INFO(page);
    CHECK(has(pages.page(page), "Two &lt;lines&gt;."));
    CHECK(has(pages.page(page), "plots/some-plot.svg\""));
    CHECK(has(pages.page(page), "<th scope=\"col\">as printed</th>"));
    CHECK(has(pages.page(page), "<td>0.25</td>"));
  }
  const std::string bounds = pages.page("bounds.html");
  CHECK(has(bounds, "<code>some_bound</code>"));
  CHECK(has(bounds, "<a href=\"claim/test.claim.html\">"));
  CHECK(verdict_on(bounds) == "refuted");
  CHECK(has(bounds, "src=\"plots/some-plot.svg\""));
  CHECK(has(bounds, "another: no value"));
  for (const char* page : {"bounds.html", "figures.html"}) {
    CHECK(has(pages.page("index.html"), std::string("href=\"") + page));
    CHECK(has(claim, std::string("href=\"../") + page));
    CHECK_FALSE(has(report_texts(results).page("index.html"), page));
  }
}

TEST_CASE("what double says is told with its numbers") {
  auto results = nlohmann::ordered_json::parse(results_of(claim_text("claim = \"2 < 1\"")));
  const auto page = [&](const char* found) {
    results["claims"][0]["double"] = nlohmann::ordered_json::parse(found);
    return report_texts(results.dump()).page("claim/test.claim.html");
  };
  const std::string differs = page(
      R"({"outcome": "differs", "verdict": "verified", "compared": 3, "different": 2,
          "without_value": 0, "beyond": 0, "point": {"x": "1/3"}, "lhs": "1", "rhs": "1.5",
          "certified": "fails"})");
  // The verdict that double alone would have given stands in quotes.
  for (const char* number : {"3 points", "at 2.", "x = 1/3", "1.5", "&quot;verified&quot;"})
    CHECK(has(differs, number));
  const std::string agrees = page(
      R"({"outcome": "agrees", "verdict": "refuted", "compared": 3, "different": 0,
          "without_value": 0, "beyond": 0, "point": null, "lhs": null, "rhs": null,
          "certified": null})");
  CHECK(has(agrees, "3 points"));
  CHECK_FALSE(has(agrees, "&quot;refuted&quot;"));
  // Without anything found there is no such section.
  CHECK(count_of(page("null"), "<h2>") + 1 == count_of(agrees, "<h2>"));
  results["claims"][0]["kind"] = "rate";
  const std::string rate = page(
      R"({"outcome": "differs", "verdict": null, "compared": 3, "different": 2,
          "without_value": 0, "beyond": 0, "point": {"n": "8"}, "lhs": "0.9300",
          "rhs": null, "certified": "[1, 1]"})");
  for (const char* number : {"3 local orders", "n = 8", "0.9300", "[1, 1]"})
    CHECK(has(rate, number));
}

TEST_CASE("markup is escaped in Markdown") {
  const std::string hostile = "`code` *bold* _under_ [link](x) <b> # head | cell ~no~ & $x$ \\ {y}";
  const std::string markdown = report_texts(results_of(hostile_catalogue(hostile))).markdown;
  CHECK(has(markdown,
            "\\`code\\` \\*bold\\* \\_under\\_ \\[link\\](x) \\<b\\> \\# head \\| cell "
            "\\~no\\~ \\& \\$x\\$ \\\\ \\{y\\}"));
  CHECK_FALSE(has(markdown, " <b>"));
  CHECK_FALSE(has(markdown, "[link]"));
}

TEST_CASE("a line end in a text does not start a new line in Markdown") {
  for (const char* line_end : {"\\n", "\\r", "\\r\\n"}) {
    INFO(line_end);
    const std::string markdown =
        report_texts(results_of(claim_text(std::string("claim = \"1 < 2\"\nsays = \"before") +
                                           line_end + "- after\"")))
            .markdown;
    const std::size_t after = markdown.find("after");
    REQUIRE(after != std::string::npos);
    const std::size_t before = markdown.rfind("before", after);
    REQUIRE(before != std::string::npos);
    CHECK(markdown.substr(before, after - before).find_first_of("\r\n") == std::string::npos);
  }
}

TEST_CASE("a report shows each verdict with its evidence") {
  const std::string results = results_of(
      "[paper]\nkey = \"doe-2020\"\ntitle = \"A paper\"\nauthors = [\"Jane Doe\"]\n"
      "reference = \"arXiv:1\"\n"
      "[[claim]]\nid = \"doe-2020/bad\"\nwhere = \"Theorem 7\"\nsays = \"Small.\"\nabout = "
      "\"pair\"\n"
      "claim = \"x^2 <= 10\"\nreason = \"Squares grow.\"\ncheck = { x = [1, 5, 9] }\n"
      "[[claim]]\nid = \"doe-2020/good\"\nclaim = \"x > 0\"\ncheck = { x = [1, 2] }\n"
      "[[claim]]\nid = \"doe-2020/tied\"\nclaim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + "
      "1) == 1\"\ncheck = { x = [1] }\n"
      "[[claim]]\nid = \"doe-2020/open\"\nclaim = \"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1\"\n"
      "[[claim]]\nid = \"doe-2020/broken\"\nclaim = \"1 +\"\n"
      "[[claim]]\nid = \"doe-2020/none\"\nkind = \"exists\"\nclaim = \"exp(x) < 0\"\n"
      "domain = [\"x >= 0\", \"x <= 1\"]\ncheck = { x = [0] }\n"
      "[[claim]]\nid = \"doe-2020/doubt\"\nclaim = \"2 < 1\"\ntranscription = \"A stain.\"\n");
  const report_texts pages(results);
  for (const std::string& page : {pages.html, pages.markdown}) {
    for (const char* part : {"Theorem 7", "A paper", "Jane Doe", "x = 5", "25", "2 of 3 points",
                             "Squares grow.", "x from 0 to 1", "A stain."}) {
      INFO(part);
      CHECK(has(page, part));
    }
  }
  // Seven statements: 3 refuted, of which 1 in doubt; 2 verified, 1 undecided, 1 invalid.
  const std::map<std::string, std::size_t> counts{{"refuted", 2},
                                                  {"transcription in doubt", 1},
                                                  {"verified", 2},
                                                  {"undecided", 1},
                                                  {"invalid", 1}};
  CHECK(counts_on(pages.page("index.html")) == counts);
  CHECK(counts_on(pages.page("paper/doe-2020.html")) == counts);
  for (const auto& [name, verdict] : {std::pair("bad", "refuted"),
                                      {"good", "verified"},
                                      {"tied", "verified"},
                                      {"open", "undecided"},
                                      {"broken", "invalid"},
                                      {"none", "refuted"},
                                      {"doubt", "refuted"}})
    CHECK(verdict_on(pages.page(fmt::format("claim/doe-2020.{}.html", name))) == verdict);
}

TEST_CASE("rates are shown with their errors and local orders, as evidence") {
  const report_texts pages(results_of(
      "[[claim]]\nid = \"a/slow\"\nkind = \"rate\"\nerror = \"x/n\"\nalong = \"n\"\norder = 2\n"
      "check = { n = [16], x = [3, 5] }\n"
      "[[claim]]\nid = \"a/good\"\nkind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\nlimit = true\n"
      "check = { n = [16] }\n"
      "[[claim]]\nid = \"a/doubt\"\nkind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 2\n"
      "transcription = \"A stain.\"\ncheck = { n = [16] }\n"
      "[[claim]]\nid = \"a/broken\"\nkind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\n"));
  for (const std::string& page : {pages.html, pages.markdown}) {
    // 3/16, then 3/32, …, 3/256: five sizes with an error each.
    for (const char* value : {"0.1875", "0.09375", "0.046875", "0.0234375", "0.01171875"})
      CHECK(has(page, value));
  }
  CHECK(has(pages.html, "O(n<sup>-2</sup>) as n grows"));
  CHECK(has(pages.html, "<td>256</td>"));
  // The one in doubt is counted apart.
  CHECK(counts_on(pages.page("index.html")) ==
        std::map<std::string, std::size_t>{
            {"contradicted", 1}, {"supported", 1}, {"transcription in doubt", 1}, {"invalid", 1}});
}

TEST_CASE("a report says what a refutation means where the paper uses the statement") {
  const auto words = [](const std::string& regime) {
    const std::string text =
        claim_text("claim = \"x <= 3\"\nregime = [" + regime + "]", "x = [1, 2, 4, 5]");
    return regime_in_words(results_to_report(results_of(text)).claims.at(0));
  };
  CHECK(has_in_order(words("\"x >= 4\""), {"(x >= 4)", "2 of the 2"}));
  CHECK(has_in_order(words("\"x < 4\""), {"(x < 4)", "2 points"}));
  CHECK(has(words("\"x > 9\""), "(x > 9)"));
  CHECK(words("").empty());
}

TEST_CASE("a report says that a result a claim rests on has an erratum or was withdrawn") {
  const std::string page =
      report_texts(results_of("[[result]]\nid = \"r1\"\nstatus = \"erratum\"\nnote = \"Its proof "
                              "fails.\"\n[[result]]\nid = \"r2\"\nstatus = \"withdrawn\"\n" +
                              claim_text("claim = \"1 < 2\"\ndepends = [\"r1\", \"r2\"]")))
          .page("claim/test.claim.html");
  CHECK(count_of(page, "<p class=\"note\">") == 2);
  CHECK(has_in_order(page,
                     {"r1", "(status: erratum)", "Its proof fails.", "r2", "(status: withdrawn)"}));
}

TEST_CASE("Markdown states a formula once, however many claims call it, and pages at each claim") {
  const report_texts pages(
      results_of("[[define]]\nname = \"f\"\nparameters = [\"x\"]\nvalue = \"x + 7\"\n"
                 "[[claim]]\nid = \"a\"\nclaim = \"f(1) < 1\"\n[[claim]]\nid = \"b\"\nclaim = "
                 "\"f(2) > 1\"\n"));
  CHECK(count_of(pages.markdown, "f(x) = x + 7") == 1);
  for (const char* page : {"claim/a.html", "claim/b.html"})
    CHECK(count_of(pages.page(page), "<code>f(x) = x + 7</code>") == 1);
}

TEST_CASE("claims have their own anchors") {
  const std::string html = report_texts(results_of("[[claim]]\nid = \"a/b\"\nclaim = \"2 < 1\"\n"
                                                   "[[claim]]\nid = \"a-b\"\nclaim = \"2 < 1\"\n"
                                                   "[[claim]]\nid = \"a.b\"\nclaim = \"2 < 1\"\n"))
                               .html;
  std::vector<std::string> anchors;
  const std::string before = " id=\"";
  for (std::size_t at = html.find(before); at != std::string::npos;
       at = html.find(before, at + 1)) {
    const std::size_t from = at + before.size();
    anchors.push_back(html.substr(from, html.find('"', from) - from));
  }
  CHECK(anchors.size() >= 3);
  for (std::size_t i = 0; i < anchors.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) CHECK(anchors[i] != anchors[j]);
}

TEST_CASE("what is not a results file is refused") {
  const auto refused = [](const std::string& text) {
    const std::string message = message_of<report_error>([&] { render_report(text); });
    return message.rfind("this is not a results file of 'shufflecert verify --output'", 0) == 0;
  };
  for (const char* text :
       {"", "nonsense", "{", "[]", "{}", "null", "7", "\"text\"", R"({"version": 1})",
        R"({"claims": []})", R"({"version": "1", "command": "c", "inputs": [], "claims": [{}]})",
        R"({"version": "1", "command": "c", "inputs": 5, "claims": []})"}) {
    INFO(text);
    CHECK(refused(text));
  }
  // A results file from which any one key is missing, or has become something else.
  const auto whole = nlohmann::ordered_json::parse(results_of(claim_text("claim = \"2 < 1\"")));
  CHECK_FALSE(refused(whole.dump()));
  for (const char* key : {"version", "command", "inputs", "claims", "papers"}) {
    INFO(key);
    auto broken = whole;
    broken.erase(key);
    // Papers are looked up only where there are any claims.
    CHECK(refused(broken.dump()));
  }
  for (const char* key : {"id", "verdict", "checked", "witness", "lhs", "rhs", "domain"}) {
    INFO(key);
    auto broken = whole;
    broken["claims"][0].erase(key);
    CHECK(refused(broken.dump()));
    broken["claims"][0][key] = nlohmann::ordered_json::array({nlohmann::ordered_json::object()});
    CHECK(refused(broken.dump()));
  }
}

TEST_CASE("wording") {
  CHECK(title_of("chen-2024/corollary-2/pair") == "Corollary 2, pair");
  CHECK(title_of("lemma") == "Lemma");
  CHECK(interval_in_words(std::nullopt) == "not available");
  CHECK(interval_in_words(decimal_interval{"1", "1"}) == "1");
  CHECK(interval_in_words(decimal_interval{"1", "inf"}) == "[1, inf]");
  // A pair shows what the paper's route gives, a mechanism what is true of mechanisms.
  const auto meaning = [](verdict outcome, const char* about, const char* pair) {
    recorded_claim claim;
    claim.found.outcome = outcome;
    if (about != nullptr) claim.stated.about = about;
    claim.stated.pairs = {pair};
    return meaning_of_refutation(claim);
  };
  const std::string of_pair = meaning(verdict::refuted, "pair", "clone_pair");
  const std::string of_mechanism = meaning(verdict::refuted, "mechanism", "rr_pair");
  CHECK_FALSE(of_pair.empty());
  CHECK_FALSE(of_mechanism.empty());
  CHECK(of_pair != of_mechanism);
  CHECK(meaning(verdict::refuted, "mechanism", "clone_pair").empty());
  CHECK(meaning(verdict::verified, "pair", "clone_pair").empty());
  CHECK(meaning(verdict::refuted, nullptr, "rr_pair").empty());
}

TEST_CASE("a verdict is said once, and not again by its message") {
  judgement judged;
  const auto sentence = [&](verdict outcome, std::size_t checked, const char* message) {
    judged.outcome = outcome;
    judged.checked = checked;
    judged.message = message;
    return verdict_in_words(judged);
  };
  CHECK(sentence(verdict::verified, 4, "holds at all 4 points checked") ==
        "Verified: it holds at all 4 points checked, which is no proof for other points.");
  CHECK(sentence(verdict::verified, 1, "") ==
        "Verified: it holds at the one point checked, which is no proof for other points.");
  CHECK(sentence(verdict::undecided, 3, "undecided at 2 of 3 points, first at x = 1: too hard") ==
        "Undecided at 2 of 3 points, first at x = 1: too hard. Nothing was refuted.");
  CHECK(sentence(verdict::invalid, 1, "cannot be evaluated at x = 1: division by zero") ==
        "Invalid: the claim cannot be evaluated at x = 1: division by zero.");
  CHECK(sentence(verdict::invalid, 0, "a.toml:1: no formula") ==
        "Invalid: the claim could not be judged: a.toml:1: no formula.");
  judged.search = search_record{};
  judged.search->evaluations = 500;
  judged.search->closest = smallest_margin{{{"any_mechanism", "rr_pair(2, 1)"}}, 0.5};
  CHECK(sentence(verdict::verified, 2, "") ==
        "Verified: it holds at both points checked, which is no proof for other points or "
        "mechanisms. Of 500 mechanisms tried there, none breaks it; the nearest is any_mechanism = "
        "rr_pair(2, 1).");
}

TEST_CASE("a search that reached no point is not said to have checked any") {
  judgement judged;
  judged.outcome = verdict::verified;
  judged.checked = 3;
  judged.search = search_record{};
  const auto sentence = [&](std::size_t evaluations, bool is_complete) {
    judged.search->evaluations = evaluations;
    judged.search->is_complete = is_complete;
    return verdict_in_words(judged);
  };
  CHECK_FALSE(has(sentence(0, true), "counterexample"));
  CHECK(has(sentence(1, true), "counterexample at 1 further point."));
  CHECK_FALSE(has(sentence(1, true), "cut short"));
  judged.search->reason = "interrupted";
  CHECK_FALSE(has(sentence(0, false), "counterexample"));
  CHECK(has(sentence(0, false), ": interrupted."));
  CHECK(has_in_order(sentence(2, false),
                     {"cut short", "counterexample at 2 further points: interrupted."}));
  judged.search.reset();
  judged.unsearched = "--effort 0 asks for none";
  CHECK(has(verdict_in_words(judged), ": --effort 0 asks for none."));
}

TEST_CASE("a report says how severe a refutation is") {
  const std::string text =
      claim_text("claim = \"x <= 3\"\nregime = [\"x <= 2\"]", "x = [1, 4]") +
      "[[claim]]\nid = \"repaired\"\nclaim = \"2 < 1\"\ncorrected = \"1 < 2\"\n"
      "correction = \"repair\"\n[[claim]]\nid = \"meant\"\nclaim = \"2 < 1\"\n"
      "corrected = \"1 < 2\"\n";
  const report_texts pages(results_of(text));
  const std::string outside = to_text(severity_class::outside_regime);
  for (const std::string* page : {&pages.html, &pages.markdown})
    CHECK(has(*page, "shufflecert frontier test/claim --over x"));
  CHECK(has(pages.page("index.html"), outside + " (1)"));
  CHECK(has(pages.page("claim/test.claim.html"), outside + ": "));
  CHECK(has(pages.page("claim/meant.html"), to_text(severity_class::misprint) + ": "));
  // Once in the list of refuted claims, once at the claim.
  CHECK(count_of(pages.markdown, outside) == 2);
  // A repair is not called what was meant. Results of a version that did not tell them apart, and
  // knew no severity, are as good as before.
  const auto name_of_corrected_form = [](const report_texts& report, const std::string& page) {
    const std::string shown = report.page(page);
    const std::size_t end = shown.rfind(": <span class=\"badge");
    REQUIRE(end != std::string::npos);
    return shown.substr(shown.rfind('>', end) + 1, end - shown.rfind('>', end) - 1);
  };
  CHECK(name_of_corrected_form(pages, "claim/repaired.html") !=
        name_of_corrected_form(pages, "claim/meant.html"));
  auto old = nlohmann::ordered_json::parse(results_of(text));
  for (auto& c : old.at("claims")) {
    c.erase("severity");
    c.erase("correction");
  }
  const report_texts before(old.dump());
  CHECK(count_of(before.html, "Severity") == 0);
  CHECK(name_of_corrected_form(before, "claim/repaired.html") ==
        name_of_corrected_form(before, "claim/meant.html"));
}

TEST_CASE("powers and indices in prose are set, and nothing else changes") {
  const auto set = [](const std::string& text) { return with_prose_set("<p>" + text + "</p>"); };
  const auto is_set = [&](const std::string& text, const std::string& shown) {
    INFO(text);
    CHECK(set(text) == "<p>" + shown + "</p>");
  };
  is_set("e^ε0 is large", "e<sup>ε<sub>0</sub></sup> is large");
  is_set("2e^(ε0/2)/√(n−1)", "2e<sup>ε<sub>0</sub>/2</sup>/√(n−1)");
  is_set("10^−4.75, 10^4.", "10<sup>−4.75</sup>, 10<sup>4</sup>.");
  is_set("R_α and δ_i, w_i^0", "R<sub>α</sub> and δ<sub>i</sub>, w<sub>i</sub><sup>0</sup>");
  is_set("(e^ε0−1)^2", "(e<sup>ε<sub>0</sub></sup>−1)<sup>2</sup>");
  is_set("Σ_v x", "Σ<sub>v</sub> x");
  // Names of programs, lone signs, and exponents without an end stay.
  for (const char* same : {"rr_pair(n, eps0)", "a ^ b", "^x", "x^", "x^(1", "R_alphabet", "ε",
                           "&lt;b&gt;^", "snake_case_name", "f(x)_"})
    is_set(same, same);
  // Code, formulas, scripts and attributes are left alone.
  for (const char* same :
       {"<code>e^ε0</code>", "<math><mi>x^2</mi></math>", "<a href=\"x_1^2\">a</a>",
        "<script>x^2</script>", "<title>x^2</title>", "<code>x^2", "<a x^2"})
    CHECK(with_prose_set(same) == same);
  // The ids of claims that links show, where they are long.
  CHECK(with_prose_set("<a href=\"c.html\"><code>chen-2024-icassp/theorem_1/pair</code></a>") ==
        "<a href=\"c.html\"><code>chen-2024-icassp/<wbr>theorem_<wbr>1/<wbr>pair</code></a>");
  for (const char* same :
       {"<a href=\"c.html\"><code>a/b</code></a>", "<code>chen-2024-icassp/theorem_1/pair</code>",
        "<a href=\"c.html\">see <code>chen-2024-icassp/theorem_1/pair</code></a>"})
    CHECK(with_prose_set(same) == same);
}

TEST_CASE("formulas are typeset, and shown as text where they do not parse") {
  const std::string results = results_of(
      "[[claim]]\nid = \"a\"\nclaim = \"x/2 < f(x) and sqrt(x) < 9\"\ndomain = [\"x > 0\"]\n"
      "let = { y = \"x^2\", \"f(t)\" = \"t + 1\" }\ncorrected = \"abs(x) < 1\"\n"
      "[claim.check]\nx = [2]\n");
  const std::string page = report_texts(results).html;
  CHECK(count_of(page, "<mfrac><mi>x</mi><mn>2</mn></mfrac>") == 1);
  CHECK(count_of(page, "<msqrt><mi>x</mi></msqrt>") == 1);
  // The two parts of the claim, its domain, the local name and function, and the corrected form.
  CHECK(count_of(page, "<math ") == 6);
  CHECK(has(page, "\\frac{x}{2} &lt; f\\left( x \\right)\\quad \\text{and}"));
  CHECK(has(page, "<code>x/2 &lt; f(x) and sqrt(x) &lt; 9</code>"));
  CHECK_FALSE(has(report_texts(results).markdown, "<math"));

  auto altered = nlohmann::ordered_json::parse(results);
  altered["claims"][0]["claim"] = "x <b>2</b>";
  altered["symbols"] = {{"test.toml", {{"y", "<script>"}, {"f", "_"}}}};
  const std::string odd = report_texts(altered.dump()).html;
  CHECK(has(odd, "<code>x &lt;b&gt;2&lt;/b&gt;</code>"));
  CHECK(count_of(odd, "<math ") == 4);
  CHECK(has(odd, "<mi mathvariant=\"normal\">&lt;script&gt;</mi>"));
  CHECK(count_of(odd, "<script") == 1);
}

TEST_CASE("a file's symbols are those of its formulas") {
  const std::string claim =
      "[[claim]]\nid = \"a\"\nclaim = \"rate < 9\"\n[claim.check]\nrate = [2]\n";
  const std::string plain = report_texts(results_of(claim)).html;
  CHECK(has(plain, "<mi mathvariant=\"normal\">rate</mi>"));
  const std::string own = report_texts(results_of("[symbols]\nrate = \"γ_s\"\n" + claim)).html;
  CHECK(has(own, "<msub><mi>γ</mi><mi>s</mi></msub>"));
  CHECK_FALSE(has(own, "<mi mathvariant=\"normal\">rate</mi>"));
}

TEST_CASE("what is proved of a part stands beside the points") {
  const std::string proved = "for x from 1 to 2, y = 3, 4";
  const std::string part = "\n[claim.prove]\nx = { from = 1, to = 2 }\ny = [3, 4]\n";
  const std::string claim =
      claim_text("claim = \"x <= y + 3\"\ndomain = [\"x > 0\", \"y > 2\"]", "x = [1]\ny = [3]");
  CHECK(has(report_texts(results_of(claim + part)).html, proved));
  CHECK_FALSE(has(report_texts(results_of(claim)).html, proved));
}

}  // namespace test_report
