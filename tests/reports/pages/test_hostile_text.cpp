// Texts of strangers on a terminal and in the files that other programs read.

#include <fmt/format.h>
#include <signal.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/results/results_json.hpp"
#include "claims/text/shown_text.hpp"
#include "reports/exports/exchange.hpp"
#include "reports/plots/plot.hpp"
#include "reports/text/links.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_hostile_text {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Colours, a title for the window, clearing the screen, C1 controls, what turns the direction of
// writing, backspaces, and a line that looks like a verdict.
const std::string nasty =
    "x\x1b[2J\x1b[31m\x1b]0;title\x07\b\b\x7f\xC2\x9B\x33\x31m\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8F"
    "\r\nproved     t/false\nverified   t/false";

std::string toml(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F || c == '"' || c == '\\')
      result += fmt::format("\\u{:04X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
    else
      result += c;
  }
  return result + "\"";
}

std::string catalogue_text() {
  const std::string n = toml(nasty);
  std::string text = "format = 1\n[paper]\nkey = " + n + "\ntitle = " + n + "\nauthors = [" + n +
                     "]\nreference = " + n + "\n[[result]]\nid = " + n +
                     "\nstatus = \"erratum\"\nnote = " + n + "\n";
  int number = 0;
  for (const char* formula :
       {"x < 1", "x > 0", "(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1", "1/(x - 1) < 9",
        "x <"}) {
    text += "[[claim]]\nid = " + toml(nasty + std::to_string(++number)) + "\nclaim = \"" + formula +
            "\"\ncorrected = \"x > 0\"\nregime = [\"x > 5\"]\ndepends = [" + n + "]\n";
    for (const char* key : {"where", "says", "statement", "reading", "reason", "answer"})
      text += std::string(key) + " = " + n + "\n";
    text += "[claim.check]\nx = [1, 2]\n";
  }
  return text;
}

// A bound, whose texts `compare` shows.
std::string bound_text() {
  const std::string n = toml(nasty);
  return "format = 1\n[[result]]\nid = " + n + "\nstatus = \"erratum\"\nnote = " + n +
         "\n[[bound]]\nname = \"nasty\"\nparameters = [\"n\", \"eps0\", \"lambda\"]\n" +
         "value = \"eps0\"\nside = \"upper\"\non = \"renyi(clone_pair(n, eps0), lambda)\"\n" +
         "domain = [\"n >= 2\"]\nwhere = " + n + "\ndepends = [" + n + "]\n";
}

// Whether nothing in a text is for a terminal to obey.
void check_harmless(const program_run& run) {
  for (const std::string& text : {run.out, run.err}) {
    INFO(shown_lines(text).substr(0, 3000));
    CHECK(shown_lines(text) == text);
    CHECK(text.find("\nproved     t/false") == std::string::npos);
    CHECK(text.find("\nverified   t/false") == std::string::npos);
  }
}

program_run run_harmless(const words& arguments, const std::filesystem::path& folder) {
  std::string line;
  for (const std::string& word : arguments) line += shown_line(word) + " ";
  INFO(line);
  program_run run = run_program(arguments, folder);
  check_harmless(run);
  return run;
}

}  // namespace

TEST_CASE("no text of a catalogue, a results file or a command line steers a terminal",
          "[hostile][volume]") {
  const temporary_directory folder;
  const auto run = [&](const words& arguments) { return run_harmless(arguments, folder.path()); };
  static_cast<void>(folder.file("claims.toml", catalogue_text()));
  static_cast<void>(folder.file("bounds.toml", bound_text()));
  const program_run judged =
      run({"verify", "claims.toml", "--effort", "0", "--output", "results.json"});
  CHECK(judged.status == 2);
  CHECK(has(judged.out, "\\x1b[2J"));
  CHECK(has(judged.out, "\\u202e"));
  CHECK(has(judged.out, "\\nproved"));
  run({"verify", "claims.toml", "--effort", "0", "--json"});
  // The file is shown by other programs, and says the same.
  const std::string results = text_of_file(folder / "results.json");
  CHECK(shown_lines(results) == results);
  CHECK(json::parse(results).at("claims").at(0).at("id") == nasty + "1");
  run({"recheck", "results.json"});
  run({"recheck", "results.json", "--json"});
  run({"report", "results.json", "--output", "audit", "--no-plots"});
  run({"report", "results.json", "--output", "audit\x1b[31m", "--json"});
  for (const words& more : {words{}, {"--json"}, {"--script", "python"}, {"--script", "gp"}}) {
    words arguments{"show", nasty + "1", "--file", "claims.toml"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    CHECK(run(arguments).status == 0);
  }
  run({"show", "--file", "claims.toml"});
  run({"show", "nothing" + nasty, "--file", "claims.toml"});
  run({"compare", "bounds.toml", "--n", "100", "--eps0", "1", "--lambda", "2"});
  run({"compare", "bounds.toml", "--n", "100", "--eps0", "1", "--lambda", "2", "--json"});
  run({"frontier", nasty + "1", "--over", "x", "--file", "claims.toml", "--from", "0", "--to",
       "2"});
}

TEST_CASE("what a message repeats is shown escaped", "[hostile][volume]") {
  const temporary_directory folder;
  const auto refused = [&](const words& arguments) {
    const program_run run = run_harmless(arguments, folder.path());
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(count_of(run.err, "\n") == 1);
    CHECK(run.err.size() < 3000);
    return run.err;
  };
  const std::string long_name(100'000, 'n');
  for (const std::string& name : {nasty, std::string("\xff\xfe\x1b"), long_name}) {
    refused({name});
    refused({"eval", name});
    refused({"eval", "1", "--set", name});
    // A name of many letters is a name.
    if (name != long_name) refused({"eval", "1", "--set", name + "=1"});
    refused({"eval", "1", "--digits", name});
    refused({"eval", "1", "--method", name});
    refused({"eval", "1", "--" + name});
    refused({"verify", name});
    refused({"verify", name + ".toml"});
    refused({"verify", "--output", name + "/x"});
    refused({"show", name});
    refused({"coverage", name});
    refused({"report", name, "--output", "audit"});
    refused({"recheck", name});
    refused({"compare", "--n", name});
    refused({"compare", "--set", name + "=1"});
    refused({"frontier", name, "--over", "x"});
  }
  static_cast<void>(folder.file("x\x1b[31m.toml", "format = 2"));
  CHECK(has(refused({"verify", "x\x1b[31m.toml"}), "x\\x1b[31m.toml"));
  for (const std::string text :
       {"format = 1\n[\"\\u001B[31m\"]\n", "format = 1\n[[claim]]\n\"a\\u202Eb\" = 1\n",
        "format = 1\n[[define]]\nname = \"\\u001B\"\n", "format = 1\n\x1b[31m\n"}) {
    static_cast<void>(folder.file("bad.toml", text));
    run_harmless({"verify", "bad.toml"}, folder.path());
  }
  static_cast<void>(folder.file("bad.json", "{\"\x1b\": \"\xE2\x80\xAE"));
  refused({"report", "bad.json", "--output", "audit"});
  refused({"recheck", "bad.json"});
}

TEST_CASE("the line of progress shows names escaped and cut", "[hostile]") {
  need_terminals();
  const temporary_directory folder;
  const std::string file = folder.file(
      "claims.toml",
      "format = 1\n[[claim]]\nid = " + toml("evil\x1b]0;title\x07\r\n" + std::string(5000, 'n')) +
          "\nclaim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\n"
          "check = { x = [1, 2] }\n");
  running_program run({"verify", file});
  REQUIRE(run.shows("0/1 evil\\x1b]0;title\\x07\\r\\nnnn"));
  run.signal(SIGTERM);
  const std::string shown = run.wait().err;
  // The program's own: to the start of the line, and to its end.
  CHECK(count_of(shown, "\x1b") == count_of(shown, "\r\x1b[K"));
  CHECK(count_of(shown, "\x07") == 0);
  CHECK(shown.find(std::string(200, 'n')) == std::string::npos);
}

TEST_CASE("tables: no cell is a formula of a spreadsheet", "[hostile]") {
  for (const std::string text :
       {"=HYPERLINK(\"http://x\")", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1",
        "\n=1", "  =1", "＝1", "＋1", "－1", "＠1"}) {
    INFO(text);
    const std::string field = csv_text(text);
    CHECK((field.starts_with("'") || field.starts_with("\"'")));
    CHECK(csv_number(text) == field);
  }
  for (const char* number : {"0", "-1", "0.5", "-1e-30000", "1e+7", "inf", "-inf", "nan"})
    CHECK(csv_number(number) == number);
  for (const char* other : {"-", "-1+1", "1;2", "1,2", "--1", "-inf+1"})
    if (std::string(other).starts_with("-") && std::string(other) != "-1+1")
      CHECK(csv_number(other).starts_with("'"));
  CHECK(csv_text("a\"b,c") == "\"a\"\"b,c\"");
  CHECK(csv_text(std::string("a\0b\x1b", 4)) == "a b ");
}

TEST_CASE("tables for pgfplots: no text of TeX, no line of comment that swallows others",
          "[hostile]") {
  plot drawn;
  drawn.title = "\\input{/etc/passwd} {{{ ^^5cwrite18{ls} 100% #1\n1 2 3\r\x0b";
  drawn.caption = "}}}\\write18{touch pwned}";
  drawn.x.label = "x";
  drawn.curves = {{"\\catcode`\\^^M",
                   curve_role::left,
                   {{"1", "2", "3"}, {"\\input x", "4", "5"}, {"2", "\\write18{ls}", "inf"}}}};
  const std::string text = plot_pgfplots(drawn);
  CHECK(text.find_first_of("\\{}\r\x0b") == std::string::npos);
  CHECK_FALSE(has(text, "^^"));
  CHECK(has(text, "\n1 2 3\n"));
  CHECK(has(text, "\n2 nan inf\n"));
  CHECK(has(text, "\nnan 4 5\n"));
  CHECK(count_of(text, "\n") == 9);
  CHECK(has(plot_csv(drawn), "\\input x"));
}

TEST_CASE("Markdown: a text is no markup wherever it stands", "[hostile]") {
  CHECK(markdown_text("<b>&amp;</b>") == "\\<b\\>\\&amp;\\</b\\>");
  CHECK(markdown_text("[x](javascript:y)") == "\\[x\\](javascript:y)");
  CHECK(markdown_text("see https://x.org or www.x.org, a@b.c") ==
        "see https:\\//x.org or www\\.x.org, a\\@b.c");
  CHECK(markdown_text("- item") == "\\- item");
  CHECK(markdown_text("+ item") == "\\+ item");
  CHECK(markdown_text("12. item") == "12\\. item");
  CHECK(markdown_text("3) item") == "3\\) item");
  CHECK(markdown_text("---") == "\\---");
  CHECK(markdown_text("===") == "\\===");
  CHECK(markdown_text("    indented\n\nline\x1b") == "indented  line ");
  CHECK(markdown_text("-0.5") == "-0.5");
  CHECK(markdown_text("2.5 is a number, 10-3 too") == "2.5 is a number, 10-3 too");
}

TEST_CASE("JUnit and SARIF encode every text, even of a file that passed no check", "[hostile]") {
  json results =
      json::parse(results_text("[[claim]]\nid = \"a\"\nclaim = \"x < 1\"\nsays = "
                               "\"[here](http://evil) {0}\"\n[claim.check]\nx = [2]\n",
                               "shufflecert verify"));
  json& claim = results["claims"][0];
  claim["paper"] = "1\"/><x y=\"";
  claim["file"] = "1\"/><x y=\"";
  const std::string junit = results_junit(results_from(results));
  CHECK(count_of(junit, "<x ") == 0);
  // The suite, and the class and file of its test.
  CHECK(count_of(junit, "&quot;/&gt;&lt;x y=&quot;") == 3);
  claim["file"] = "//evil.example/x y";
  const json sarif = json::parse(results_sarif(results_from(results)));
  const json& found = sarif.at("runs").at(0).at("results").at(0);
  const auto message = found.at("message").at("text").get<std::string>();
  CHECK_FALSE(has(message, "here]("));
  CHECK(has(message, "here\\]("));
  CHECK(has(message, "{{0}}"));
  CHECK(found.at("locations").at(0).at("physicalLocation").at("artifactLocation").at("uri") ==
        "/.//evil.example/x%20y");
}

TEST_CASE("what a report offers to copy into LaTeX runs nothing", "[hostile]") {
  json results = json::parse(
      results_text("[[claim]]\nid = \"a\"\nclaim = \"xx < 1\"\n[claim.check]\nxx = [2]\n",
                   "shufflecert verify"));
  for (const char* symbol : {"\\write18{touch pwned}", "\\input{/etc/passwd}", "$x$", "}{", "^^5c",
                             "</math><script>alert(1)</script>", "%", "&", "\"><b>"}) {
    results["symbols"]["test.toml"]["xx"] = symbol;
    const report_texts pages(results.dump());
    const std::string page = pages.page("claim/a.html");
    INFO(symbol << "\n" << page);
    CHECK_FALSE(has(page, "<script>"));
    CHECK_FALSE(has(page, "<b>"));
    CHECK(count_of(page, "</math>") == count_of(page, "<math"));
    // What is offered to copy, without what HTML makes of it.
    const std::size_t start = page.find("<details class=\"latex\">");
    REQUIRE(start != std::string::npos);
    const std::string latex = page.substr(start, page.find("</details>", start) - start);
    for (const char* command : {"\\write", "\\input", "^^", "{$", "}{", " %", " &quot;&gt;<"})
      CHECK_FALSE(has(latex, command));
  }
}

}  // namespace test_hostile_text
