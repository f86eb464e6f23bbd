#include "reports/pages/report_data.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "reports/pages/claim_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert {
namespace {

using json = nlohmann::ordered_json;
using kainjow::mustache::data;
using list = std::vector<data>;
using claim_condition = std::function<bool(const json&)>;

const std::vector<std::string>& verdict_order() {
  static const std::vector<std::string> order{"refuted", "contradicted", "invalid",  "undecided",
                                              "proved",  "verified",     "supported"};
  return order;
}

// From what concerns a paper's results to what concerns its print; severities of other versions of
// the program come last.
const std::vector<std::string>& severity_order() {
  static const std::vector<std::string> order{"wrong in the regime the paper uses",
                                              "wrong",
                                              "rests on a result with an erratum",
                                              "wrong only outside the regime",
                                              "versions differ",
                                              "rounding of a printed value",
                                              "misprint"};
  return order;
}

// Verdicts on rates are shown only where there are any: most files have no such claim.
bool is_always_shown(const std::string& verdict) {
  return verdict != "contradicted" && verdict != "supported";
}

bool is_refuted_as_printed(const json& c) {
  return c.at("verdict") == "refuted" && c.at("transcription").is_null();
}

bool is_open(const json& c) {
  return c.at("verdict") == "undecided" || c.at("verdict") == "invalid";
}

data summary_line(const json& c, const field_writer& fields, const std::string& root) {
  data one;
  identify(one, c, fields, root);
  for (const char* key : {"says", "verdict", "where"}) fields.copy(one, c, key);
  fields.set(one, "doubts", doubts_in_words(c));
  one.set("in_doubt", !c.at("transcription").is_null());
  fields.set(one, "severity_class", severity_class(c));
  fields.set(one, "at", c.at("witness").is_null() ? "" : point_in_words(c.at("witness")));
  return one;
}

// Pages with thousands of claims stay small enough to open: the words are on the claims' own pages.
constexpr std::size_t most_lines_with_words = 400;

list summary_of(const json& results, const field_writer& fields, const claim_condition& condition) {
  list result;
  for (const auto& c : results.at("claims"))
    if (condition(c)) result.push_back(summary_line(c, fields, ""));
  if (result.size() > most_lines_with_words)
    for (data& line : result) line.set("has_says", false);
  return result;
}

list counts_of(const std::vector<const json*>& claims, const field_writer& fields) {
  list result;
  const auto add = [&](const std::string& verdict, const std::string& label, bool always,
                       const claim_condition& condition) {
    const auto count =
        std::count_if(claims.begin(), claims.end(), [&](const json* c) { return condition(*c); });
    data one;
    fields.set(one, "verdict", verdict);
    fields.set(one, "label", label);
    fields.set(one, "count", std::to_string(count));
    one.set("is_zero", count == 0);
    if (count > 0 || always) result.push_back(one);
  };
  for (const std::string& verdict : verdict_order())
    add(verdict, verdict, is_always_shown(verdict),
        [&](const json& c) { return c.at("verdict") == verdict && !is_doubtful(c); });
  add("doubtful", "transcription in doubt", false, is_doubtful);
  return result;
}

std::vector<const json*> all_claims(const json& results) {
  std::vector<const json*> claims;
  claims.reserve(results.at("claims").size());
  for (const auto& c : results.at("claims")) claims.push_back(&c);
  return claims;
}

list refuted_by_severity(const json& results, const field_writer& fields) {
  std::vector<std::string> classes = severity_order();
  for (const auto& c : results.at("claims"))
    if (is_refuted_as_printed(c) &&
        std::find(classes.begin(), classes.end(), severity_class(c)) == classes.end())
      classes.push_back(severity_class(c));
  list result;
  for (const std::string& severity : classes) {
    const list lines = summary_of(results, fields, [&](const json& c) {
      return is_refuted_as_printed(c) && severity_class(c) == severity;
    });
    if (lines.empty()) continue;
    data one;
    fields.set(one, "severity", severity.empty() ? "severity not known" : severity);
    field_writer::set_list(one, "refuted", lines);
    result.push_back(one);
  }
  return result;
}

list refuted_by_paper(const json& results, const field_writer& fields) {
  list result;
  for (const paper_claims& paper : claims_by_paper(results)) {
    list lines;
    for (const json* c : paper.claims)
      if (is_refuted_as_printed(*c)) lines.push_back(summary_line(*c, fields, ""));
    if (lines.empty()) continue;
    data one = paper_data(results, paper, fields, "");
    field_writer::set_list(one, "refuted", lines);
    result.push_back(one);
  }
  return result;
}

}  // namespace

std::vector<paper_claims> claims_by_paper(const json& results) {
  std::vector<paper_claims> papers;
  for (const auto& c : results.at("claims")) {
    const std::string key = c.at("paper").is_null() ? "" : c.at("paper").get<std::string>();
    auto known = std::find_if(papers.begin(), papers.end(),
                              [&](const paper_claims& paper) { return paper.key == key; });
    if (known == papers.end()) known = papers.insert(papers.end(), {key, {}});
    known->claims.push_back(&c);
  }
  return papers;
}

coverage_count coverage_of(const json& results, const std::string& key) {
  coverage_count count;
  if (!results.contains("coverage")) return count;
  for (const auto& entry : results.at("coverage")) {
    if (entry.at("paper") != key) continue;
    ++count.statements;
    if (!entry.at("claims").empty()) ++count.looked_at;
  }
  return count;
}

kainjow::mustache::data paper_data(const json& results, const paper_claims& paper,
                                   const field_writer& fields, const std::string& root) {
  data one;
  one.set("page", root + paper_page(paper.key));
  field_writer::set_list(one, "counts", counts_of(paper.claims, fields));
  fields.set(one, "total", std::to_string(paper.claims.size()));
  const coverage_count covered = coverage_of(results, paper.key);
  one.set("has_coverage", covered.statements > 0);
  fields.set(one, "statements", std::to_string(covered.statements));
  fields.set(one, "looked_at", std::to_string(covered.looked_at));
  fields.set(one, "key", paper.key);
  for (const auto& p : results.at("papers"))
    if (p.at("key") == paper.key) {
      fields.set(one, "title",
                 p.at("title").is_null() ? paper.key : p.at("title").get<std::string>());
      std::string authors;
      for (const auto& author : p.at("authors"))
        authors += (authors.empty() ? "" : ", ") + author.get<std::string>();
      fields.set(one, "authors", authors);
      fields.copy(one, p, "reference");
      return one;
    }
  fields.set(one, "title", paper.key.empty() ? "Claims of no paper" : paper.key);
  fields.set(one, "authors", "");
  fields.set(one, "reference", "");
  return one;
}

kainjow::mustache::data overview_data(const json& results, const field_writer& fields) {
  data page;
  fields.set(page, "version", results.at("version").get<std::string>());
  fields.set(page, "command", results.at("command").get<std::string>());
  list inputs;
  for (const auto& input : results.at("inputs")) {
    data one;
    fields.copy(one, input, "file");
    fields.copy(one, input, "sha256");
    inputs.push_back(one);
  }
  field_writer::set_list(page, "inputs", inputs);
  field_writer::set_list(page, "counts", counts_of(all_claims(results), fields));
  fields.set(page, "total", std::to_string(results.at("claims").size()));
  field_writer::set_list(page, "refuted", summary_of(results, fields, is_refuted_as_printed));
  field_writer::set_list(page, "refuted_by_severity", refuted_by_severity(results, fields));
  field_writer::set_list(page, "refuted_by_paper", refuted_by_paper(results, fields));
  field_writer::set_list(page, "contradicted", summary_of(results, fields, [](const json& c) {
                           return c.at("verdict") == "contradicted" &&
                                  c.at("transcription").is_null();
                         }));
  field_writer::set_list(page, "doubtful", summary_of(results, fields, is_doubtful));
  field_writer::set_list(page, "open", summary_of(results, fields, is_open));
  field_writer::set_list(page, "held", summary_of(results, fields, [](const json& c) {
                           return !is_against(c) && !is_open(c);
                         }));
  list papers;
  for (const paper_claims& paper : claims_by_paper(results))
    papers.push_back(paper_data(results, paper, fields, ""));
  field_writer::set_list(page, "papers", papers);
  return page;
}

namespace {

// The formulas that any claim calls, each once: most are called by many.
list definitions_of(const json& results, const field_writer& fields) {
  list definitions;
  std::set<std::string> known;
  for (const auto& c : results.at("claims"))
    for (const auto& entry : c.at("definitions")) {
      const auto text = entry.at("text").get<std::string>();
      if (!known.insert(text).second) continue;
      data one;
      fields.set(one, "text", text);
      definitions.push_back(one);
    }
  return definitions;
}

}  // namespace

kainjow::mustache::data whole_data(const json& results, const field_writer& fields) {
  data page = overview_data(results, fields);
  list papers;
  for (const paper_claims& paper : claims_by_paper(results)) {
    data one = paper_data(results, paper, fields, "");
    list claims;
    for (const json* c : paper.claims) claims.push_back(claim_data(*c, fields));
    field_writer::set_list(one, "claims", claims);
    papers.push_back(one);
  }
  field_writer::set_list(page, "papers", papers);
  field_writer::set_list(page, "all_definitions", definitions_of(results, fields));
  return page;
}

kainjow::mustache::data claims_table_data(const json& results, const field_writer& fields) {
  data page;
  fields.set(page, "total", std::to_string(results.at("claims").size()));
  list claims;
  for (const auto& c : results.at("claims")) claims.push_back(summary_line(c, fields, ""));
  field_writer::set_list(page, "claims", claims);
  // What the page offers to choose from: the verdicts that occur.
  list verdicts;
  for (const std::string& verdict : verdict_order()) {
    const auto& all = results.at("claims");
    if (std::none_of(all.begin(), all.end(),
                     [&](const json& c) { return c.at("verdict") == verdict; }))
      continue;
    data one;
    fields.set(one, "verdict", verdict);
    verdicts.push_back(one);
  }
  field_writer::set_list(page, "verdicts", verdicts);
  return page;
}

}  // namespace shufflecert
