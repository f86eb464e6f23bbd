#include "reports/pages/report_data.hpp"
#include "reports/pages/claim_data.hpp"

#include "reports/pages/statement_data.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "claims/catalogue/verdict.hpp"
#include "claims/results/severity_record.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;
using claim_condition = std::function<bool(const recorded_claim&)>;

// From what concerns a paper's results to what concerns its print; refutations whose severity is
// not known come last.
std::vector<std::optional<severity_class>> severity_order() {
  return {severity_class::in_regime,       severity_class::wrong,
          severity_class::doubtful_result, severity_class::outside_regime,
          severity_class::versions_differ, severity_class::reading_of_ours,
          severity_class::rounding,        severity_class::misprint};
}

// Verdicts on rates are shown only where there are any: most files have no such claim.
bool is_always_shown(verdict which) {
  return which != verdict::contradicted && which != verdict::supported;
}

bool has_verdict(const recorded_claim& c, verdict which) {
  return c.found.outcome == which;
}

bool is_in_doubt(const recorded_claim& c) {
  return c.stated.transcription.has_value();
}

bool is_refuted_as_printed(const recorded_claim& c) {
  return has_verdict(c, verdict::refuted) && !is_in_doubt(c);
}

bool is_open(const recorded_claim& c) {
  return has_verdict(c, verdict::undecided) || has_verdict(c, verdict::invalid);
}

std::string claims_in_words(std::size_t count) {
  return fmt::format("{} claim{}", count, count == 1 ? "" : "s");
}

data summary_line(const recorded_claim& c, const field_writer& fields, const std::string& root) {
  data one;
  identify(one, c.id, fields, root);
  fields.set(one, "says", c.stated.says.value_or(""));
  fields.set(one, "verdict", to_text(c.found.outcome));
  fields.set(one, "where", c.stated.where.value_or(""));
  fields.set(one, "doubts", doubts_in_words(c.stated));
  fields.set(one, "caution", caution_mark(c.found));
  one.set("in_doubt", needs_mark_of_doubt(c));
  fields.set(one, "severity_class", severity_class_in_words(c));
  fields.set(one, "at", c.found.witness ? point_in_symbols(c.found.witness->point) : "");
  return one;
}

// Pages with thousands of claims stay small enough to open: the words are on the claims' own pages.
constexpr std::size_t most_lines_with_words = 400;

list summary_of(const recorded_results& results, const field_writer& fields,
                const claim_condition& condition) {
  list result;
  for (const recorded_claim& c : results.claims)
    if (condition(c)) result.push_back(summary_line(c, fields, ""));
  if (result.size() > most_lines_with_words)
    for (data& line : result) line.set("has_says", false);
  return result;
}

list counts_of(const std::vector<const recorded_claim*>& claims, const field_writer& fields) {
  list result;
  const auto add = [&](const std::string& name, const std::string& label, bool always,
                       const claim_condition& condition) {
    const auto count = std::count_if(claims.begin(), claims.end(),
                                     [&](const recorded_claim* c) { return condition(*c); });
    data one;
    fields.set(one, "verdict", name);
    fields.set(one, "label", label);
    fields.set(one, "count", std::to_string(count));
    one.set("is_zero", count == 0);
    if (count > 0 || always) result.push_back(std::move(one));
  };
  for (const verdict which : all_kinds<verdict>())
    add(to_text(which), to_text(which), is_always_shown(which),
        [&](const recorded_claim& c) { return has_verdict(c, which) && !is_doubtful(c); });
  add("doubtful", "transcription in doubt", false, is_doubtful);
  return result;
}

std::vector<const recorded_claim*> all_claims(const recorded_results& results) {
  std::vector<const recorded_claim*> claims;
  claims.reserve(results.claims.size());
  for (const recorded_claim& c : results.claims) claims.push_back(&c);
  return claims;
}

list refuted_by_severity(const recorded_results& results, const field_writer& fields) {
  std::vector<std::optional<severity_class>> classes = severity_order();
  for (const recorded_claim& c : results.claims)
    if (is_refuted_as_printed(c) &&
        std::find(classes.begin(), classes.end(), severity_of(c)) == classes.end())
      classes.push_back(severity_of(c));
  list result;
  for (const std::optional<severity_class> severity : classes) {
    // Those that only a pair breaks stand by themselves.
    std::set<std::string> names;
    for (const recorded_claim& c : results.claims)
      if (is_refuted_as_printed(c) && severity_of(c) == severity)
        names.insert(severity_class_in_words(c));
    for (const std::string& words : names) {
      const list lines = summary_of(results, fields, [&](const recorded_claim& c) {
        return is_refuted_as_printed(c) && severity_of(c) == severity &&
               severity_class_in_words(c) == words;
      });
      data one;
      const std::string name = severity ? to_text(*severity) : "severity not known";
      const bool is_as_named = !severity || words == name;
      fields.set(one, "severity", is_as_named ? name : words);
      one.set("anchor", style_of(is_as_named ? name : name + " for the pair"));
      field_writer::set_list(one, "refuted", lines);
      result.push_back(std::move(one));
    }
  }
  return result;
}

// The places that fail where their paper uses them, each with the paper's name.
list refuted_in_use(const recorded_results& results, const field_writer& fields) {
  list lines;
  std::set<std::pair<std::optional<std::string>, std::string>> named;
  for (const recorded_claim& c : results.claims) {
    if (!is_refuted_as_printed(c) || severity_of(c) != severity_class::in_regime) continue;
    // A place is named once, however many claims are about it.
    if (!named.emplace(c.stated.paper, c.stated.where.value_or(c.id)).second) continue;
    data line = summary_line(c, fields, "");
    std::string name;
    for (const auto& source : results.papers)
      if (source.key == c.stated.paper)
        name = source.reference.empty() ? source.title : source.reference;
    fields.set(line, "paper_name", name);
    lines.push_back(std::move(line));
  }
  return lines;
}

list refuted_by_paper(const recorded_results& results, const field_writer& fields) {
  list result;
  for (const paper_claims& paper : claims_by_paper(results)) {
    list lines;
    for (const recorded_claim* c : paper.claims)
      if (is_refuted_as_printed(*c)) lines.push_back(summary_line(*c, fields, ""));
    if (lines.empty()) continue;
    data one = paper_data(results, paper, fields, "");
    field_writer::set_list(one, "refuted", lines);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace

std::vector<paper_claims> claims_by_paper(const recorded_results& results) {
  std::vector<paper_claims> papers;
  for (const recorded_claim& c : results.claims) {
    const std::string key = c.stated.paper.value_or("");
    auto known = std::find_if(papers.begin(), papers.end(),
                              [&](const paper_claims& paper) { return paper.key == key; });
    if (known == papers.end()) known = papers.insert(papers.end(), {key, {}});
    known->claims.push_back(&c);
  }
  return papers;
}

coverage_count coverage_of(const recorded_results& results, const std::string& key) {
  coverage_count count;
  for (const covered_statement& entry : results.coverage) {
    if (entry.paper != key) continue;
    ++count.statements;
    if (!entry.claims.empty()) ++count.looked_at;
  }
  return count;
}

kainjow::mustache::data paper_data(const recorded_results& results, const paper_claims& paper,
                                   const field_writer& fields, const std::string& root) {
  data one;
  one.set("page", root + paper_page(paper.key));
  field_writer::set_list(one, "counts", counts_of(paper.claims, fields));
  fields.set(one, "total_claims", claims_in_words(paper.claims.size()));
  set_statement_counts(one, results, &paper.key, fields);
  const coverage_count covered = coverage_of(results, paper.key);
  one.set("has_coverage", covered.statements > 0);
  fields.set(one, "statements", std::to_string(covered.statements));
  fields.set(one, "looked_at", std::to_string(covered.looked_at));
  fields.set(one, "key", paper.key);
  for (const auto& p : results.papers)
    if (p.key == paper.key) {
      fields.set(one, "title", p.title.empty() ? paper.key : p.title);
      fields.set(one, "authors", fmt::format("{}", fmt::join(p.authors, ", ")));
      fields.set(one, "reference", p.reference);
      return one;
    }
  fields.set(one, "title", paper.key.empty() ? "Claims of no paper" : paper.key);
  fields.set(one, "authors", "");
  fields.set(one, "reference", "");
  return one;
}

std::string title_of(const recorded_results& results) {
  const bool has_own_claims =
      std::any_of(results.claims.begin(), results.claims.end(),
                  [](const recorded_claim& c) { return !is_builtin_file(c.stated.file); });
  return has_own_claims ? "Audit of privacy bounds"
                        : "Audit of published shuffle-model privacy bounds";
}

bool has_failing_page(const recorded_results& results) {
  constexpr std::size_t most_on_the_overview = 60;
  return results.claims.size() > most_on_the_overview &&
         std::any_of(results.claims.begin(), results.claims.end(),
                     [](const recorded_claim& c) { return is_against(c) || is_open(c); });
}

kainjow::mustache::data overview_data(const recorded_results& results, const field_writer& fields) {
  data page;
  fields.set(page, "audit_title", title_of(results));
  fields.set(page, "version", results.version);
  fields.set(page, "command", results.command);
  list inputs;
  for (const input_file& input : results.inputs) {
    data one;
    fields.set(one, "file", input.file);
    fields.set(one, "sha256", input.sha256);
    inputs.push_back(std::move(one));
  }
  field_writer::set_list(page, "inputs", inputs);
  field_writer::set_list(page, "counts", counts_of(all_claims(results), fields));
  set_statement_counts(page, results, nullptr, fields);
  fields.set(page, "total_claims", claims_in_words(results.claims.size()));
  field_writer::set_list(page, "in_use", refuted_in_use(results, fields));
  field_writer::set_list(page, "refuted", summary_of(results, fields, is_refuted_as_printed));
  field_writer::set_list(page, "refuted_by_severity", refuted_by_severity(results, fields));
  field_writer::set_list(page, "refuted_by_paper", refuted_by_paper(results, fields));
  field_writer::set_list(page, "contradicted",
                         summary_of(results, fields, [](const recorded_claim& c) {
                           return has_verdict(c, verdict::contradicted) && !is_in_doubt(c);
                         }));
  field_writer::set_list(page, "doubtful", summary_of(results, fields, is_doubtful));
  field_writer::set_list(page, "open", summary_of(results, fields, is_open));
  field_writer::set_list(page, "held", summary_of(results, fields, [](const recorded_claim& c) {
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
list definitions_of(const recorded_results& results, const field_writer& fields) {
  list definitions;
  std::set<std::string> known;
  for (const recorded_claim& c : results.claims)
    for (const stated_definition& entry : c.stated.definitions) {
      if (!known.insert(entry.text).second) continue;
      data one;
      fields.set(one, "text", entry.text);
      definitions.push_back(std::move(one));
    }
  return definitions;
}

}  // namespace

kainjow::mustache::data whole_data(const recorded_results& results, const field_writer& fields) {
  data page = overview_data(results, fields);
  list papers;
  for (const paper_claims& paper : claims_by_paper(results)) {
    data one = paper_data(results, paper, fields, "");
    set_findings(one, results, paper.key, fields, "");
    list claims;
    claims.reserve(paper.claims.size());  // growing copies all that is in it
    for (const recorded_claim* c : paper.claims) claims.push_back(claim_data(results, *c, fields));
    field_writer::set_list(one, "claims", claims);
    papers.push_back(std::move(one));
  }
  field_writer::set_list(page, "papers", papers);
  field_writer::set_list(page, "all_definitions", definitions_of(results, fields));
  return page;
}

kainjow::mustache::data claims_table_data(const recorded_results& results,
                                          const field_writer& fields) {
  data page;
  fields.set(page, "total_claims", claims_in_words(results.claims.size()));
  list claims;
  for (const recorded_claim& c : results.claims) claims.push_back(summary_line(c, fields, ""));
  field_writer::set_list(page, "claims", claims);
  // What the page offers to choose from: the verdicts that occur.
  list verdicts;
  for (const verdict which : all_kinds<verdict>()) {
    if (std::none_of(results.claims.begin(), results.claims.end(),
                     [&](const recorded_claim& c) { return has_verdict(c, which); }))
      continue;
    data one;
    fields.set(one, "verdict", to_text(which));
    verdicts.push_back(std::move(one));
  }
  field_writer::set_list(page, "verdicts", verdicts);
  return page;
}

}  // namespace shufflecert::inline v0_1::claims
