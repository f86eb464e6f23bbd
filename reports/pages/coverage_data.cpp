#include <map>
#include <string>

#include "reports/pages/report_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;
using kainjow::mustache::data;

std::string text_or_empty(const json& entry) {
  return entry.is_null() ? std::string() : entry.get<std::string>();
}

void set(data& target, const std::string& name, const std::string& text) {
  target.set(name, text);
  target.set("has_" + name, !text.empty());
}

using claims_by_id = std::map<std::string, const json*>;

data checked_by(const json& ids, const claims_by_id& judged) {
  data result(data::type::list);
  for (const auto& entry : ids) {
    const auto id = entry.get<std::string>();
    data one;
    set(one, "id", id);
    const auto found = judged.find(id);
    one.set("is_judged", found != judged.end());
    if (found != judged.end()) {
      one.set("page", claim_page(id));
      set(one, "verdict", found->second->at("verdict").get<std::string>());
      set(one, "doubts", doubts_in_words(*found->second));
      one.set("in_doubt", !found->second->at("transcription").is_null());
    }
    result.push_back(one);
  }
  return result;
}

data statements_of(const std::string& paper, const json& coverage, const claims_by_id& judged,
                   std::size_t& count) {
  data rows(data::type::list);
  for (const auto& entry : coverage) {
    if (entry.at("paper") != paper) continue;
    ++count;
    data row;
    set(row, "statement", entry.at("statement").get<std::string>());
    set(row, "about", text_or_empty(entry.at("about")));
    set(row, "not_checkable", text_or_empty(entry.at("not_checkable")));
    row.set("claims", checked_by(entry.at("claims"), judged));
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

kainjow::mustache::data coverage_data(const nlohmann::ordered_json& results) {
  claims_by_id judged;
  for (const auto& c : results.at("claims")) judged.emplace(c.at("id").get<std::string>(), &c);
  data page;
  set(page, "version", results.at("version").get<std::string>());
  data papers(data::type::list);
  const json none = json::array();
  const json& coverage = results.contains("coverage") ? results.at("coverage") : none;
  for (const auto& p : results.at("papers")) {
    std::size_t count = 0;
    const data rows = statements_of(p.at("key").get<std::string>(), coverage, judged, count);
    if (count == 0) continue;
    data one;
    set(one, "key", p.at("key").get<std::string>());
    set(one, "title",
        p.at("title").is_null() ? p.at("key").get<std::string>()
                                : p.at("title").get<std::string>());
    set(one, "reference", text_or_empty(p.at("reference")));
    one.set("statements", rows);
    papers.push_back(one);
  }
  page.set("papers", papers);
  return page;
}

}  // namespace shufflecert::inline v0_1::claims
