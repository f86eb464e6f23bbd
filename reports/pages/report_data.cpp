#include "reports/pages/report_data.hpp"
#include "reports/pages/claim_data.hpp"

#include "reports/pages/statement_data.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "claims/catalogue/verdict.hpp"
#include "claims/results/json.hpp"
#include "claims/results/severity_record.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;
using claim_condition = std::function<bool(const json&)>;

// From what concerns a paper's results to what concerns its print; refutations whose severity is
// not known come last.
std::vector<std::optional<severity_class>> severity_order() {
  return {severity_class::in_regime,       severity_class::wrong,
          severity_class::doubtful_result, severity_class::outside_regime,
          severity_class::versions_differ, severity_class::rounding,
          severity_class::misprint};
}

// Verdicts on rates are shown only where there are any: most files have no such claim.
bool is_always_shown(verdict which) {
  return which != verdict::contradicted && which != verdict::supported;
}

bool has_verdict(const json& c, verdict which) {
  return kind_at<verdict>(c, "verdict") == which;
}

bool is_refuted_as_printed(const json& c) {
  return has_verdict(c, verdict::refuted) && c.at("transcription").is_null();
}

bool is_open(const json& c) {
  return has_verdict(c, verdict::undecided) || has_verdict(c, verdict::invalid);
}

data summary_line(const json& c, const field_writer& fields, const std::string& root) {
  data one;
  identify(one, c, fields, root);
  for (const char* key : {"says", "verdict", "where"}) fields.copy(one, c, key);
  fields.set(one, "doubts", doubts_in_words(c));
  one.set("in_doubt", !c.at("transcription").is_null());
  fields.set(one, "severity_class", to_text(severity_of(c)));
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
  const auto add = [&](const std::string& name, const std::string& label, bool always,
                       const claim_condition& condition) {
    const auto count =
        std::count_if(claims.begin(), claims.end(), [&](const json* c) { return condition(*c); });
    data one;
    fields.set(one, "verdict", name);
    fields.set(one, "label", label);
    fields.set(one, "count", std::to_string(count));
    one.set("is_zero", count == 0);
    if (count > 0 || always) result.push_back(one);
  };
  for (const verdict which : all_kinds<verdict>())
    add(to_text(which), to_text(which), is_always_shown(which),
        [&](const json& c) { return has_verdict(c, which) && !is_doubtful(c); });
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
  std::vector<std::optional<severity_class>> classes = severity_order();
  for (const auto& c : results.at("claims"))
    if (is_refuted_as_printed(c) &&
        std::find(classes.begin(), classes.end(), severity_of(c)) == classes.end())
      classes.push_back(severity_of(c));
  list result;
  for (const std::optional<severity_class> severity : classes) {
    const list lines = summary_of(results, fields, [&](const json& c) {
      return is_refuted_as_printed(c) && severity_of(c) == severity;
    });
    if (lines.empty()) continue;
    data one;
    fields.set(one, "severity", severity ? to_text(*severity) : "severity not known");
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
  set_statement_counts(one, results, &paper.key, fields);
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
  set_statement_counts(page, results, nullptr, fields);
  fields.set(page, "total", std::to_string(results.at("claims").size()));
  field_writer::set_list(page, "refuted", summary_of(results, fields, is_refuted_as_printed));
  field_writer::set_list(page, "refuted_by_severity", refuted_by_severity(results, fields));
  field_writer::set_list(page, "refuted_by_paper", refuted_by_paper(results, fields));
  field_writer::set_list(page, "contradicted", summary_of(results, fields, [](const json& c) {
                           return has_verdict(c, verdict::contradicted) &&
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
  for (std::size_t i = 0; i < papers.size(); ++i)
    set_findings(papers[i], results, claims_by_paper(results)[i].key, fields, "");
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
    set_findings(one, results, paper.key, fields, "");
    list claims;
    for (const json* c : paper.claims) claims.push_back(claim_data(results, *c, fields));
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
  for (const verdict which : all_kinds<verdict>()) {
    const auto& all = results.at("claims");
    if (std::none_of(all.begin(), all.end(), [&](const json& c) { return has_verdict(c, which); }))
      continue;
    data one;
    fields.set(one, "verdict", to_text(which));
    verdicts.push_back(one);
  }
  field_writer::set_list(page, "verdicts", verdicts);
  return page;
}

}  // namespace shufflecert::inline v0_1::claims
