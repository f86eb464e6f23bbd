// The list of the papers' statements: that it is read, that it names claims that exist, that it is
// complete, and that the page in docs/ says the same.

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include "claims/reading/link_catalogue.hpp"
#include "claims/reading/read_coverage.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_coverage {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string one_claim =
    "[paper]\nkey = \"p\"\n[[claim]]\nid = \"p/one\"\nclaim = \"1 < 2\"\n";

catalogue linked(const std::string& text) {
  catalogue read = read_text(text);
  link_catalogue(read);
  return read;
}

// The numbers that the name of a statement covers: {3} for "Theorem 3", {9, 10, 11} for
// "Equations (9)–(11)"; none for "Theorem 3.1" or "Section 2, text".
std::vector<int> numbers_covered(const std::string& statement) {
  static const std::regex form("[A-Z][a-z]+ \\(?([0-9]{1,4})\\)?((?:–\\(?)([0-9]{1,4})\\)?)?");
  std::smatch parts;
  if (!std::regex_match(statement, parts, form)) return {};
  const int first = std::stoi(parts[1]);
  const int last = parts[3].matched ? std::stoi(parts[3]) : first;
  std::vector<int> numbers;
  for (int i = first; i <= last; ++i) numbers.push_back(i);
  return numbers;
}

std::string complaint_about(const std::string& text) {
  return message_of<catalogue_error>([&] { linked(text); });
}

}  // namespace

TEST_CASE("a covered statement is read as it stands") {
  const catalogue read = linked(one_claim +
                                "[[coverage]]\nstatement = \"Theorem 1\"\nabout = \"a bound\"\n"
                                "claims = [\"p/one\"]\nnot_checkable = \"the rest\"\n");
  REQUIRE(read.coverage.size() == 1);
  const covered_statement& one = read.coverage.front();
  CHECK(one.paper == "p");
  CHECK(one.statement == "Theorem 1");
  CHECK(one.about == "a bound");
  CHECK(one.claims == std::vector<std::string>{"p/one"});
  CHECK(one.not_checkable == "the rest");
}

TEST_CASE("coverage of a claim that bounds give") {
  const std::string text =
      "[paper]\nkey = \"p\"\n[[bound]]\nname = \"b\"\nparameters = [\"mu\", \"lambda\"]\n"
      "value = \"mu^2*lambda\"\nside = \"upper\"\non = \"renyi(gaussian_pair(mu), lambda)\"\n";
  CHECK_NOTHROW(linked(text + "[[coverage]]\nstatement = \"T\"\nclaims = [\"bound/b\"]\n"));
}

TEST_CASE("a coverage list that says nothing or names nothing is refused") {
  CHECK(complaint_about(one_claim + "[[coverage]]\nstatement = \"Theorem 1\"\n") ==
        "test.toml:7: [[coverage]]: key 'claims' is missing; name the claims that check 'Theorem "
        "1', or say in 'not_checkable' why nothing does");
  CHECK(complaint_about(one_claim + "[[coverage]]\nstatement = \"T\"\nclaims = [\"p/ome\"]\n") ==
        "test.toml:7: [[coverage]]: key 'claims': there is no claim 'p/ome'; did you mean "
        "'p/one'?");
  CHECK(complaint_about("[[coverage]]\nstatement = \"T\"\nnot_checkable = \"x\"\n") ==
        "test.toml:3: [[coverage]]: key 'statement' belongs to a paper, and the file has no "
        "[paper] with a key");
}

TEST_CASE("the numbers that the name of a statement covers") {
  CHECK(numbers_covered("Theorem 3") == std::vector<int>{3});
  CHECK(numbers_covered("Equation (7)") == std::vector<int>{7});
  CHECK(numbers_covered("Equations (9)–(11)") == std::vector<int>{9, 10, 11});
  CHECK(numbers_covered("Figures 2–3") == std::vector<int>{2, 3});
  CHECK(numbers_covered("Theorem 3.1").empty());
  CHECK(numbers_covered("Section 2, text").empty());
  CHECK(numbers_covered("Lemma A.5").empty());
}

TEST_CASE("a claim rests on what the bounds rest on that its formulas call") {
  const std::string text =
      "[paper]\nkey = \"p\"\n[[result]]\nid = \"r\"\nstatus = \"erratum\"\n"
      "[[result]]\nid = \"s\"\nstatus = \"stands\"\n"
      "[[bound]]\nname = \"b\"\nparameters = [\"mu\", \"lambda\"]\nvalue = \"mu^2*lambda\"\n"
      "side = \"upper\"\non = \"renyi(gaussian_pair(mu), lambda)\"\ndepends = [\"r\"]\n"
      "[[define]]\nname = \"twice\"\nparameters = [\"mu\"]\nvalue = \"2*b(mu, 2)\"\n"
      "[[bound]]\nname = \"c\"\nparameters = [\"mu\", \"lambda\"]\nvalue = \"3*b(mu, lambda)\"\n"
      "side = \"upper\"\non = \"renyi(gaussian_pair(mu), lambda)\"\ndepends = [\"s\"]\n"
      "[[claim]]\nid = \"p/through-a-definition\"\nclaim = \"twice(1) > 0\"\n"
      "[[claim]]\nid = \"p/through-a-local-name\"\nclaim = \"x > 0\"\nlet = { x = \"b(1, 2)\" }\n"
      "[[claim]]\nid = \"p/twice-the-same\"\nclaim = \"twice(1) == 2*b(1, 2)\"\n"
      "depends = [\"s\", \"r\"]\n"
      "[[claim]]\nid = \"p/without\"\nclaim = \"1 > 0\"\n";
  const catalogue read = linked(text);
  const auto depends_of = [&](const char* id) { return read.find_claim(id)->depends; };
  using ids = std::vector<std::string>;
  CHECK(depends_of("p/through-a-definition") == ids{"r"});
  CHECK(depends_of("p/through-a-local-name") == ids{"r"});
  CHECK(depends_of("p/twice-the-same") == ids{"s", "r"});
  CHECK(depends_of("p/without").empty());
  CHECK(depends_of("bound/b") == ids{"r"});
  CHECK(depends_of("bound/c") == ids{"s", "r"});
}

TEST_CASE("a verdict is never shown without the doubt that it rests on") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "claims.toml",
      "format = 1\n[paper]\nkey = \"p\"\n[[result]]\nid = \"r/t\"\nstatus = \"withdrawn\"\n"
      "[[result]]\nid = \"s/t\"\nstatus = \"stands\"\n"
      "[[claim]]\nid = \"p/one\"\nclaim = \"2 < 1\"\ndepends = [\"r/t\", \"s/t\"]\n"
      "[[coverage]]\nstatement = \"Theorem 1\"\nclaims = [\"p/one\"]\n"
      "[[coverage]]\nstatement = \"Theorem 2\"\nnot_checkable = \"a <definition>\"\n");
  const std::string results = scratch / "results.json";
  const program_run verified = run_program({"verify", file, "--output", results});
  CHECK(verified.status == 1);
  CHECK(verified.out.find("rests on r/t: withdrawn") != std::string::npos);
  CHECK(verified.out.find("s/t") == std::string::npos);
  const report_texts pages(text_of_file(results));
  const std::string coverage = pages.page("coverage.html");
  CHECK(pages.html.find("<span class=\"doubt\">rests on r/t (withdrawn)</span>") !=
        std::string::npos);
  CHECK(pages.markdown.find("(rests on r/t (withdrawn))") != std::string::npos);
  CHECK(coverage.find("<a href=\"claim/p.one.html\"><code>p/one</code></a> <span "
                      "class=\"badge refuted\">refuted</span> <span class=\"doubt\">rests on "
                      "r/t (withdrawn)</span>") != std::string::npos);
  CHECK(coverage.find("a &lt;definition&gt;") != std::string::npos);
  CHECK(pages.html.find("href=\"coverage.html\"") != std::string::npos);
  const program_run reported = run_program({"report", results, "--output", scratch / "audit"});
  CHECK(reported.out.find((scratch / "audit/coverage.html") + "\n") != std::string::npos);
  CHECK(text_of_file(scratch / "audit/coverage.html") == coverage);
}

TEST_CASE("results without a list of statements have no coverage page") {
  const temporary_directory scratch;
  auto results = json::parse(results_text(one_claim, "shufflecert verify"));
  results.erase("coverage");
  const report_texts pages(results.dump());
  CHECK(pages.page("coverage.html").empty());
  CHECK(pages.html.find("coverage.html") == std::string::npos);
}

// What follows is about the built-in catalogue.

namespace {

// A kind of statement and its labels; a number n stands for all of 1, ..., n.
struct numbered_kind {
  std::string kind;
  int count = 0;
  std::vector<std::string> labels;
};

struct document {
  std::string key;
  std::vector<numbered_kind> kinds;
};

// Counted in the documents by hand, apart from the catalogue.
const std::vector<document>& documents() {
  static const std::vector<std::string> chen_appendix{"A.1", "A.2", "A.3", "A.4", "A.5", "A.6"};
  static const std::vector<document> all{
      {"chen-2023-draft",
       {{"Definition", 8, {}},
        {"Fact", 5, {}},
        {"Theorem", 3, {}},
        {"Proposition", 2, {}},
        {"Corollary", 2, {}},
        {"Lemma", 2, {}},
        {"Remark", 1, {}},
        {"Table", 2, {}},
        {"Figure", 6, {}},
        {"Algorithm", 1, {}},
        {"Equation", 12, {}}}},
      {"chen-2024-icassp",
       {{"Definition", 3, {"A.1", "A.2"}},
        {"Fact", 3, {}},
        {"Theorem", 3, {}},
        {"Proposition", 3, {}},
        {"Corollary", 2, {}},
        {"Lemma", 1, chen_appendix},
        {"Table", 2, {}},
        {"Figure", 4, {}},
        {"Algorithm", 1, {}},
        {"Equation", 20, {}}}},
      {"chen-2024-arxiv",
       {{"Definition", 3, {"A.1", "A.2"}},
        {"Fact", 3, {}},
        {"Theorem", 3, {}},
        {"Proposition", 3, {}},
        {"Corollary", 2, {}},
        {"Lemma", 1, chen_appendix},
        {"Table", 2, {}},
        {"Figure", 4, {}},
        {"Algorithm", 1, {}},
        {"Equation", 19, {}}}},
      {"wang-2023",
       {{"Lemma", 0, {"3.1", "6.2", "6.3", "A.1", "A.2", "A.3", "A.4", "B.4"}},
        {"Proposition", 0, {"3.2", "3.3", "4.1", "6.1", "6.4", "B.1", "B.2", "B.7", "E.1"}},
        {"Theorem", 0, {"4.2", "5.1"}},
        {"Corollary", 0, {"4.3", "B.3", "B.5", "B.6"}},
        {"Example", 0, {"D.1", "D.2", "D.3", "F.1", "F.2", "F.3", "F.4"}},
        {"Table", 2, {}},
        {"Figure", 4, {}},
        {"Equation", 13, {}}}},
      {"girgis-2021",
       {{"Definition", 4, {}},
        {"Lemma", 10, {}},
        {"Theorem", 6, {}},
        {"Corollary", 1, {}},
        {"Remark", 3, {}},
        {"Table", 1, {}},
        {"Figure", 5, {}},
        {"Algorithm", 1, {}},
        {"Equation", 47, {}}}},
  };
  return all;
}

bool is_covered(const std::string& paper, const std::string& kind, const std::string& label) {
  return std::any_of(linked_builtin_catalogue().coverage.begin(),
                     linked_builtin_catalogue().coverage.end(), [&](const covered_statement& one) {
                       if (one.paper != paper || !one.statement.starts_with(kind)) return false;
                       if (one.statement == kind + " " + label) return true;
                       const std::vector<int> numbers = numbers_covered(one.statement);
                       return std::any_of(numbers.begin(), numbers.end(), [&](int number) {
                         return std::to_string(number) == label;
                       });
                     });
}

}  // namespace

TEST_CASE("every numbered statement of the papers is on the coverage page") {
  for (const document& d : documents())
    for (const numbered_kind& k : d.kinds) {
      std::vector<std::string> labels = k.labels;
      for (int i = 1; i <= k.count; ++i) labels.push_back(std::to_string(i));
      for (const std::string& label : labels) {
        INFO(d.key << ": " << k.kind << " " << label);
        CHECK(is_covered(d.key, k.kind, label));
      }
    }
}

TEST_CASE("every claim and bound of a paper is on the coverage page, under its paper") {
  std::set<std::string> listed;
  for (const covered_statement& one : linked_builtin_catalogue().coverage)
    for (const std::string& id : one.claims) listed.insert(one.paper + " " + id);
  for (const document& d : documents()) {
    const auto is_of = [&](const auto& entry) { return entry.paper == d.key; };
    CHECK(std::count_if(linked_builtin_catalogue().claims.begin(),
                        linked_builtin_catalogue().claims.end(), is_of) >= 20);
    for (const claim& c : linked_builtin_catalogue().claims) {
      if (!is_of(c)) continue;
      INFO(c.id);
      CHECK(listed.contains(d.key + " " + c.id));
    }
    for (const bound& b : linked_builtin_catalogue().bounds) {
      if (!is_of(b)) continue;
      INFO(b.name);
      CHECK(listed.contains(d.key + " bound/" + b.name));
    }
  }
}

TEST_CASE("statements are listed once, in words, and a reason is short") {
  constexpr std::size_t longest = 300;
  std::set<std::string> seen;
  for (const covered_statement& one : linked_builtin_catalogue().coverage) {
    INFO(one.paper << ": " << one.statement);
    CHECK(seen.insert(one.paper + " " + one.statement).second);
    CHECK_FALSE(one.about.empty());
    CHECK(one.not_checkable.size() <= longest);
  }
}

TEST_CASE("the coverage page in reports/ is the one that the program prints") {
  const program_run printed = run_program({"coverage", "--markdown"});
  CHECK(printed.status == 0);
  std::istringstream page(
      text_of_file(std::filesystem::path(SHUFFLECERT_SOURCE_DIR) / "reports/coverage.md"));
  std::istringstream expected(printed.out);
  // Line by line, so that a difference can be read; `make coverage-page` renews the page.
  std::string kept;
  int number = 0;
  for (std::string line; std::getline(expected, line);) {
    INFO("line " << ++number);
    REQUIRE(std::getline(page, kept));
    REQUIRE(kept == line);
  }
  CHECK(number > 300);
  CHECK_FALSE(std::getline(page, kept));
}

TEST_CASE("the coverage of one paper") {
  const program_run one = run_program({"coverage", "girgis-2021"});
  CHECK(one.status == 0);
  CHECK(one.out.find("  Theorem 1: ") != std::string::npos);
  CHECK(one.out.find("wang-2023") == std::string::npos);
  const program_run as_json = run_program({"coverage", "girgis-2021", "--json"});
  const json list = json::parse(as_json.out);
  CHECK(list.size() >= 50);
  for (const auto& entry : list) CHECK(entry.at("paper") == "girgis-2021");
  const program_run wrong = run_program({"coverage", "girgis"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err ==
        "shufflecert: there is no list of statements of 'girgis'; did you mean 'girgis-2021-ccs' "
        "or 'girgis-2021'?\n");
}

}  // namespace test_coverage
