// Letters about every paper of the built-in catalogue: that their numbers add up, and that they say
// no less than is proved.

#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "reports/pages/report.hpp"
#include "support/catch.hpp"
#include "support/expected_results.hpp"
#include "support/judged_claims.hpp"
#include "support/report_texts.hpp"
#include "support/texts.hpp"

namespace test_letters {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const recorded_results& expected() {
  static const recorded_results results = builtin_results_as_expected();
  return results;
}

std::size_t number_before(const std::string& text, const std::string& words) {
  std::smatch found;
  return std::regex_search(text, found, std::regex("(\\d+) " + words)) ? std::stoul(found[1]) : 0;
}

// The lines of a section, by its heading.
std::map<std::string, std::vector<std::string>> sections_of(const std::string& letter) {
  std::map<std::string, std::vector<std::string>> sections;
  std::istringstream text(letter);
  std::string heading;
  for (std::string line; std::getline(text, line);)
    if (line.starts_with("## "))
      heading = line.substr(3);
    else
      sections[heading].push_back(line);
  return sections;
}

std::size_t entries_of(const std::vector<std::string>& lines) {
  return static_cast<std::size_t>(
      std::count_if(lines.begin(), lines.end(),
                    [](const std::string& line) { return line.starts_with("- **"); }));
}

// A slip is one entry, and every claim behind it stands in it between brackets.
std::size_t misprints_of(const std::vector<std::string>& lines) {
  std::size_t count = 0;
  for (const std::string& line : lines)
    if (line.starts_with("- **")) count += count_of(line, "(`");
  return count;
}

// Their text could not be read: all their statements are set aside.
const std::set<std::string> unread_papers{"cheu-2019", "koskela-2023"};

// Papers with something to say in a letter.
std::vector<std::string> papers_with_statements() {
  std::set<std::string> keys;
  for (const statement_record& one : expected().statements.value())
    if (!one.paper.empty() && !unread_papers.contains(one.paper)) keys.insert(one.paper);
  return {keys.begin(), keys.end()};
}

}  // namespace

TEST_CASE("the statements of every letter add up, and each stands in its section") {
  for (const std::string& key : papers_with_statements()) {
    INFO(key);
    const std::string letter = render_letter(expected(), key);
    const std::size_t statements = number_before(letter, "statements?[ ,.]");
    REQUIRE(statements > 0);
    std::smatch found;
    REQUIRE(std::regex_search(letter, found, std::regex("(Of these,|All|It) [^.]*\\.")));
    // "It" is one statement.
    const std::string account = std::regex_replace(found[0].str(), std::regex("^It "), "1 ");
    INFO(account);
    std::size_t sum = 0;
    const std::regex number("\\d+ ");
    for (std::sregex_iterator at(account.begin(), account.end(), number), end; at != end; ++at)
      sum += std::stoul(at->str());
    CHECK(sum == statements);
    const auto sections = sections_of(letter);
    const auto lines = [&](const std::string& heading) {
      const auto known = sections.find(heading);
      return known == sections.end() ? std::vector<std::string>() : known->second;
    };
    CHECK(entries_of(lines("What does not hold as it is printed")) ==
          number_before(account, "do(es)? not hold"));
    CHECK(entries_of(lines("What fails for a pair that is only an upper bound for mechanisms")) ==
          number_before(account, "fails? for"));
    CHECK(entries_of(lines("What depends on how it is read")) ==
          number_before(account, "depends?"));
    CHECK(entries_of(lines("Rates that certified values at finite sizes contradict")) ==
          number_before(account, "(is a rate|are rates)"));
    CHECK(misprints_of(lines("Misprints")) ==
          number_before(account, "(is a misprint|are misprints)"));
    CHECK(entries_of(lines("Where our copy of the text is in doubt")) ==
          number_before(account, "(is|are) set aside"));
    CHECK(number_before(letter, "statements? holds?[,:.]") ==
          number_before(account, "(is|are) proved") + number_before(account, "holds? wherever"));
  }
}

TEST_CASE("the first page of every letter is one page, with one command for each item") {
  for (const std::string& key : papers_with_statements()) {
    INFO(key);
    const std::string letter = render_letter(expected(), key);
    const std::size_t end = letter.find("\n---\n");
    REQUIRE(end != std::string::npos);
    const std::string page = letter.substr(0, end);
    INFO(page);
    std::istringstream words(page);
    CHECK(std::distance(std::istream_iterator<std::string>(words), {}) <= 600);
    const auto items = entries_of(sections_of(page)["What matters most"]);
    CHECK(items <= 6);
    CHECK(count_of(page, "To check: `shufflecert verify ") == items);
    CHECK(has(page, "(#annex)"));
    CHECK(has(letter, "<a id=\"annex\"></a>"));
  }
}

TEST_CASE("there is no letter about a paper without a finding") {
  CHECK(message_of<report_error>([] { render_letter(expected(), "cheu-2019"); }) ==
        "there is nothing to write: no statement of 'cheu-2019' has a finding. All 2 are set aside "
        "because our copy of the text is unclear.");
  for (const std::string& paper : unread_papers)
    CHECK_THROWS_AS(render_letter(expected(), paper), report_error);
  const auto results_of = [](const std::string& claim) {
    return results_text(
        "[paper]\nkey = \"doe\"\n[[claim]]\nid = \"doe/a\"\nwhere = \"Lemma 1\"\n" + claim,
        "verify");
  };
  const std::string undecided =
      results_of("claim = \"sqrt(3 + 2*sqrt(x)) - sqrt(x) < 1\"\ncheck = { x = 2 }\n");
  CHECK(message_of<report_error>([&] { render_letter(undecided, "doe"); }) ==
        "there is nothing to write: the only statement of 'doe' has no finding. It stayed "
        "undecided.");
  const std::string invalid = results_of("claim = \"log(x) < 1\"\ncheck = { x = -2 }\n");
  CHECK(message_of<report_error>([&] { render_letter(invalid, "doe"); }) ==
        "there is nothing to write: no statement of 'doe' was judged");
  // A doubtful text that fails is a question to the authors.
  const std::string doubtful =
      results_of("claim = \"x <= 3\"\ntranscription = \"The 3 may be an 8.\"\ncheck = { x = 4 }\n");
  CHECK(has(render_letter(doubtful, "doe"), "Where our copy of the text is in doubt"));
}

TEST_CASE("a letter names what a doubtful transcription made false, and what stayed undecided") {
  const std::string letter = render_letter(
      results_text(
          "[paper]\nkey = \"doe\"\n"
          "[[claim]]\nid = \"doe/a\"\nwhere = \"Lemma 1\"\nsays = \"x is at most 3.\"\n"
          "claim = \"x <= 3\"\ntranscription = \"The 3 may be an 8. More.\"\ncheck = { x = 4 }\n"
          "[[claim]]\nid = \"doe/b\"\nwhere = \"Lemma 2\"\nclaim = \"sqrt(3 + 2*sqrt(x)) - sqrt(x) "
          "< 1\"\n"
          "check = { x = 2 }\n"
          "[[claim]]\nid = \"doe/c\"\nwhere = \"Lemma 3\"\nclaim = \"x <= 4\"\ncheck = { x = 4 }\n",
          "verify"),
      "doe");
  INFO(letter);
  CHECK(number_before(letter, "holds wherever") == 1);
  CHECK(number_before(letter, "is set aside") == 1);
  CHECK(number_before(letter, "stayed undecided") == 1);
  CHECK(has_in_order(letter,
                     {"## What stands", "Lemma 3", "in doubt", "\n- **Lemma 1.** x is at most 3. ",
                      "The 3 may be an 8. ", "(`doe/a`)\n", "undecided", "\n- **Lemma 2.** "}));
  CHECK_FALSE(has(letter, "More."));
  // A claim of one's own is found in its file.
  CHECK_FALSE(has(letter, "`shufflecert verify doe/"));
  CHECK_FALSE(has(letter, "\n\n\n"));
}

// What a finding says of points that were checked, by the claim that this rests on: it must not
// be proved. A finding that is not here says nothing of points.
const std::multimap<std::pair<std::string, std::string>, std::string>& claims_at_points() {
  static const std::multimap<std::pair<std::string, std::string>, std::string> all{
      {{"balle-2019", "balle-2019/theorem-3.1/binary"}, "balle-2019/theorem-3.1"},
      {{"chen-2023-draft", "corollary-2"}, "chen-2023-draft/corollary-2/pair"},
      {{"chen-2023-draft", "chen-2023-draft/theorem-1/pair"},
       "chen-2023-draft/theorem-1/renyi-of-tradeoff"},
      {{"chen-2023-draft", "section-3.3/tighter-than-girgis"},
       "chen-2023-draft/section-3.3/tighter-than-girgis/from-0.65"},
      {{"chen-2023-draft", "theorem-3"}, "chen-2023-draft/theorem-3/rdp"},
      {{"chen-2024-arxiv", "corollary-2"}, "chen-2024-arxiv/corollary-2/pair"},
      {{"chen-2024-arxiv", "chen-2024-arxiv/theorem-1/pair"},
       "chen-2024-arxiv/theorem-1/renyi-of-tradeoff"},
      {{"chen-2024-arxiv", "section-3.3/tighter-than-girgis"},
       "chen-2024-arxiv/section-3.3/tighter-than-girgis/from-0.65"},
      {{"chen-2024-arxiv", "theorem-3"}, "chen-2024-arxiv/theorem-3/rdp"},
      {{"chen-2024-icassp", "corollary-2"}, "chen-2024-icassp/corollary-2/pair"},
      {{"chen-2024-icassp", "chen-2024-icassp/theorem-1/pair"},
       "chen-2024-icassp/theorem-1/renyi-of-tradeoff"},
      {{"chen-2024-icassp", "theorem-1/tradeoff-function"},
       "chen-2024-icassp/theorem-1/tradeoff-function"},
      {{"chen-2024-icassp", "section-3.3/tighter-than-girgis"},
       "chen-2024-icassp/section-3.3/tighter-than-girgis/from-0.65"},
      {{"chen-2024-icassp", "theorem-3"}, "chen-2024-icassp/theorem-3/rdp"},
      {{"chen-2024-personalised", "chen-2024-personalised/gdp"},
       "chen-2024-personalised/gdp/limit"},
      {{"chua-2024", "chua-2024/poisson"}, "chua-2024/poisson"},
      {{"erlingsson-2019", "erlingsson-2019/theorem-7/refined-from-general"},
       "bound/erlingsson_general"},
      {{"fisher-2026", "fisher-2026/v5/fixed-composition"}, "fisher-2026/v5/fixed-composition"},
      {{"fisher-2026", "fisher-2026/v1/two-terms"}, "fisher-2026/v1/two-terms"},
      {{"fisher-2026", "fisher-2026/v5/privacy-curve"}, "fisher-2026/v5/privacy-curve"},
      {{"girgis-2021-ccs", "girgis-2021-ccs/full-below-simplified"},
       "girgis-2021-ccs/full-below-simplified"},
      {{"girgis-2021", "theorem-2"}, "girgis-2021/theorem-2/below-theorem-1"},
      {{"girgis-2021", "theorem-3/convergence"}, "girgis-2021/lemma-8/second-moment"},
      {{"girgis-2021", "girgis-2021/abstract/improvement"}, "girgis-2021/figure-2/saving"},
      {{"girgis-2021", "mnist-baseline"}, "girgis-2021/mnist-baseline/larger"},
      {{"girgis-2021", "theorem-5"}, "girgis-2021/theorem-5/three-inputs"},
      {{"girgis-2021", "appendix-a/outperforms"},
       "girgis-2021/appendix-a/outperforms/other-settings"},
      {{"software/circulating/square-root", "software/circulating/square-root/formula"},
       "software/circulating/square-root/formula"},
      {{"software/balle-notebook", "table"}, "software/balle-notebook/table/generic"},
      {{"software/balle-notebook", "software/balle-notebook/calibration"},
       "software/balle-notebook/calibration/no-larger"},
      {{"software/circulating/clones-without-n", "software/circulating/clones-without-n/docstring"},
       "software/circulating/clones-without-n/docstring"},
      {{"software/circulating/clones-without-n", "software/circulating/clones-without-n/code"},
       "software/circulating/clones-without-n/condition"},
      {{"software/smartnoise", "software/smartnoise/shuffling/theoretical"},
       "software/smartnoise/shuffling/theoretical"},
      {{"software/variation-ratio", "table"}, "software/variation-ratio/randomizers/krr"},
      {{"software/variation-ratio", "software/variation-ratio/balls-into-bins"},
       "software/variation-ratio/balls-into-bins"},
      {{"software/variation-ratio", "closed"},
       "software/variation-ratio/closed-forms/paper-generic"},
      {{"wang-2023", "corollary-4.3/closed-form"}, "wang-2023/corollary-4.3/with-floors"},
      {{"wang-2023", "wang-2023/section-4.2/outperforms"}, "wang-2023/section-4.2/outperforms"},
      {{"wang-2023", "wang-2023/table-2/near-optimal"}, "wang-2023/theorem-4.2/sharp"},
      {{"wang-2023", "wang-2023/lemma-3.1"}, "wang-2023/lemma-3.1/released-index"},
      {{"wang-2023", "wang-2023/lemma-3.1"}, "wang-2023/proposition-3.2"},
      {{"wang-2023", "wang-2023/lemma-3.1"}, "wang-2023/corollary-b5"},
      {{"wang-2023", "theorem-5.1"}, "wang-2023/theorem-5.1/linear-model"},
      {{"wang-2023", "wang-2023/lemma-6.3/general"}, "wang-2023/lemma-6.3/shuffling"},
      {{"wang-2023", "proposition-6.1"}, "wang-2023/proposition-6.1/only-if"},
      {{"wang-2024", "wang-2024/theorem-4.2"}, "wang-2024/theorem-4.2/positive-denominator"},
      {{"wang-2024", "wang-2024/theorem-4.3/pair"}, "wang-2024/theorem-4.3/pair"},
      {{"chua-2025-balls", "chua-2025-balls/poisson"}, "chua-2025-balls/poisson"},
      {{"chua-2025-balls", "chua-2025-balls/poisson"}, "chua-2025-balls/incomparable"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/theorem-3.3/one-epoch"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/theorem-3.3/epochs"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/table-9/closed"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/table-7/one-epoch"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/table-7/one-epoch/10000"},
      {{"ertan-2026", "theorem-3.3"}, "ertan-2026/table-7/one-epoch/100000"},
      {{"feldman-2025-allocation", "theorem-4.1/first"},
       "feldman-2025-allocation/theorem-4.1/first/response"},
      {{"feldman-2025-allocation", "theorem-4.1/first"},
       "feldman-2025-allocation/theorem-4.1/first/gaussian"},
      {{"feldman-2025-allocation", "theorem-4.1/first"},
       "feldman-2025-allocation/theorem-4.1/sinh"},
      {{"feldman-2025-allocation", "theorem-4.1/second"},
       "feldman-2025-allocation/theorem-4.1/second/response"},
      {{"feldman-2025-allocation", "theorem-4.1/second"},
       "feldman-2025-allocation/theorem-4.1/second/gaussian"},
      {{"feldman-2025-allocation", "theorem-4.3/remove"},
       "feldman-2025-allocation/theorem-4.3/remove/response"},
      {{"feldman-2025-allocation", "theorem-4.3/remove"},
       "feldman-2025-allocation/theorem-4.3/remove/gaussian"},
      {{"feldman-2025-allocation", "theorem-4.3/remove"},
       "feldman-2025-allocation/theorem-4.3/add/response"},
      {{"feldman-2025-allocation", "theorem-4.3/remove"},
       "feldman-2025-allocation/theorem-4.3/add/gaussian"},
      {{"feldman-2026-pld", "feldman-2026-pld/poisson"}, "feldman-2026-pld/remove/response"},
      {{"feldman-2026-pld", "feldman-2026-pld/poisson"}, "feldman-2026-pld/add/response"},
      {{"feldman-2026-pld", "feldman-2026-pld/poisson"}, "feldman-2026-pld/poisson"},
      {{"shvets-2026-extremal", "extremal"}, "shvets-2026-extremal/krr/hockey-stick"},
      {{"shvets-2026-extremal", "extremal"}, "shvets-2026-extremal/krr/renyi"},
      {{"shvets-2026-extremal", "extremal"}, "shvets-2026-extremal/staircase"},
      {{"software/opaque", "software/opaque/bracket"}, "software/opaque/bracket"},
      {{"software/opaque", "software/opaque/bracket"}, "software/opaque/direct"},
      {{"software/opaque", "software/opaque/bracket"}, "software/opaque/identity"},
      {{"software/opaque", "software/opaque/bracket"}, "software/opaque/advantage"},
      {{"su-2025", "optimal"}, "su-2025/krr/below-clones"},
      {{"su-2025", "optimal"}, "su-2025/krr/below-stronger-clones"},
      {{"takagi-2026", "leading"}, "takagi-2026/index/lower"},
      {{"takagi-2026", "leading"}, "takagi-2026/leading/lower"},
      {{"takagi-2026", "leading"}, "takagi-2026/leading/order"},
      {{"takagi-2026", "leading"}, "takagi-2026/leading/upper"},
      {{"software/aumos", "software/aumos/shuffling"}, "software/aumos/shuffling"}};
  return all;
}

TEST_CASE("a paper's own erratum is not a result of others") {
  const std::string letter = render_letter(expected(), "feldman-2023");
  INFO(letter);
  CHECK(has(letter, "## What is known of your own results"));
  CHECK(has(letter, "Theorem 3.1: rests on an erratum"));
  CHECK_FALSE(has(letter, "of others"));
  CHECK_FALSE(has(letter, "We found nothing"));
  // Whoever builds on it is told that it is somebody else's.
  CHECK(has(render_letter(expected(), "wang-2023"), "## Results of others, and what cites them"));
}

TEST_CASE("what is proved is not said to hold at the points that were checked") {
  const std::regex points("checked|at (all|every) [^.]*points?");
  std::set<std::pair<std::string, std::string>> speaking;
  for (const finding_record& one : expected().findings.value()) {
    INFO(one.paper << " " << one.of);
    if (!std::regex_search(one.sentence, points)) continue;
    const std::pair<std::string, std::string> place(one.paper, one.of);
    speaking.insert(place);
    const auto [first, last] = claims_at_points().equal_range(place);
    CHECK(first != last);
    for (auto entry = first; entry != last; ++entry) {
      INFO(entry->second);
      const claim* c = linked_builtin_catalogue().find_claim(entry->second);
      REQUIRE(c != nullptr);
      CHECK(c->expect != verdict::proved);
      CHECK(std::find(one.claims.begin(), one.claims.end(), entry->second) != one.claims.end());
    }
  }
  for (const auto& [place, id] : claims_at_points()) {
    INFO(place.first << " " << place.second);
    CHECK(speaking.contains(place));
  }
  // The same in the lines that the letter makes itself.
  for (const std::string& key : papers_with_statements()) {
    const std::string letter = render_letter(expected(), key);
    const std::regex reading("Holds at every point checked[^(\\n]*\\(`([^`]*)`\\)");
    for (std::sregex_iterator at(letter.begin(), letter.end(), reading), end; at != end; ++at) {
      INFO((*at)[1].str());
      CHECK(linked_builtin_catalogue().find_claim((*at)[1].str())->expect == verdict::verified);
    }
  }
}

}  // namespace test_letters
