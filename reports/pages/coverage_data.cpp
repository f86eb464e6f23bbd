#include <map>
#include <string>

#include "reports/pages/claim_data.hpp"
#include "reports/pages/report_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;

void set(data& target, const std::string& name, const std::string& text) {
  target.set(name, text);
  target.set("has_" + name, !text.empty());
}

using judged_claims = std::map<std::string, const recorded_claim*>;

data checked_by(const std::vector<std::string>& ids, const judged_claims& judged) {
  data result(data::type::list);
  for (const std::string& id : ids) {
    data one;
    set(one, "id", id);
    const auto found = judged.find(id);
    one.set("is_judged", found != judged.end());
    if (found != judged.end()) {
      const recorded_claim& claim = *found->second;
      one.set("page", claim_page(id));
      set(one, "verdict", to_text(claim.found.outcome));
      set(one, "doubts", doubts_in_words(claim.stated));
      set(one, "caution", caution_mark(claim.found));
      one.set("in_doubt", claim.stated.transcription.has_value());
    }
    result.push_back(one);
  }
  return result;
}

data statements_of(const std::string& paper, const std::vector<covered_statement>& coverage,
                   const judged_claims& judged, std::size_t& count) {
  data rows(data::type::list);
  for (const covered_statement& entry : coverage) {
    if (entry.paper != paper) continue;
    ++count;
    data row;
    set(row, "statement", entry.statement);
    set(row, "about", entry.about);
    set(row, "not_checkable", entry.not_checkable);
    row.set("claims", checked_by(entry.claims, judged));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

kainjow::mustache::data coverage_data(const recorded_results& results) {
  const judged_claims judged = claims_by_id(results);
  data page;
  set(page, "version", results.version);
  data papers(data::type::list);
  for (const paper& p : results.papers) {
    std::size_t count = 0;
    const data rows = statements_of(p.key, results.coverage, judged, count);
    if (count == 0) continue;
    data one;
    set(one, "key", p.key);
    set(one, "title", p.title.empty() ? p.key : p.title);
    set(one, "reference", p.reference);
    one.set("statements", rows);
    papers.push_back(one);
  }
  page.set("papers", papers);
  return page;
}

}  // namespace shufflecert::inline v0_1::claims
