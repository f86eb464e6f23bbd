#include "reports/pages/statement_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/chains.hpp"
#include "claims/results/json.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

std::string text_at(const json& object, const char* key) {
  return object.contains(key) && object.at(key).is_string() ? object.at(key).get<std::string>()
                                                            : std::string();
}

// Results of earlier versions have none of these lists.
const json& list_at(const json& results, const char* key) {
  static const json none = json::array();
  return results.contains(key) ? results.at(key) : none;
}

std::map<std::string, const json*> claims_by_id(const json& results) {
  std::map<std::string, const json*> claims;
  for (const json& c : results.at("claims")) claims.emplace(c.at("id").get<std::string>(), &c);
  return claims;
}

bool is_counted(const json& statement, const std::string* key) {
  const std::string paper = text_at(statement, "paper");
  return key != nullptr ? paper == *key : paper != chains_key;
}

statement_count count_statements(const json& results, const std::string* key) {
  statement_count count;
  const json& statements = list_at(results, "statements");
  for (const json& one : statements) {
    if (!is_counted(one, key)) {
      if (key == nullptr) ++count.comparisons;
      continue;
    }
    ++count.statements;
    if (kind_at<statement_role>(one, "role") == statement_role::main) ++count.main;
  }
  const std::map<std::string, const json*> claims = claims_by_id(results);
  std::set<std::pair<std::string, std::string>> slips;
  for (const json& one : statements) {
    if (!is_counted(one, key)) continue;
    const auto outcome = kind_at<verdict>(one, "verdict");
    const bool is_false = one.at("misprint").get<bool>() || (outcome && is_unfavourable(*outcome));
    for (const json& id : one.at("claims")) {
      const auto known = claims.find(id.get<std::string>());
      if (known == claims.end() || !is_against(*known->second) || is_doubtful(*known->second))
        continue;
      const std::string slip = text_at(*known->second, "slip");
      if (!slip.empty() || is_false)
        slips.emplace(text_at(one, "paper"), slip.empty() ? text_at(one, "statement") : slip);
    }
  }
  count.slips = slips.size();
  return count;
}

// The verdict of a statement as pages show it: a misprint is false as printed, and that is all; and
// what a doubtful transcription made false does not count against the authors.
std::string shown_verdict(const json& statement) {
  if (statement.at("misprint").get<bool>()) return "misprint";
  const auto outcome = kind_at<verdict>(statement, "verdict");
  return statement.at("in_doubt").get<bool>() && outcome && is_unfavourable(*outcome)
             ? "transcription in doubt"
             : text_at(statement, "verdict");
}

// The word without spaces, for style sheets.
std::string style_of(const std::string& words) {
  std::string name = words;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

// All that a statement may come to, in the order in which it is listed.
std::vector<std::string> shown_verdicts() {
  std::vector<std::string> names;
  for (const verdict which : all_kinds<verdict>()) names.push_back(to_text(which));
  const std::vector<std::string> more{"depends on the reading", "misprint",
                                      "transcription in doubt"};
  names.insert(names.begin() + 1, more.begin(), more.end());
  return names;
}

std::string title_of_section(const std::optional<statement_role>& role) {
  if (!role) return "Other statements";
  switch (*role) {
    case statement_role::main:
      return "Main results";
    case statement_role::lemma:
      return "Lemmas";
    case statement_role::proof_step:
      return "Steps of proofs";
    case statement_role::figure:
      return "Figures and tables";
    case statement_role::remark:
      return "Remarks";
  }
  return "";
}

data claim_row(const json& c, const field_writer& fields, const std::string& root) {
  data one;
  identify(one, c, fields, root);
  for (const char* key : {"says", "verdict"}) fields.copy(one, c, key);
  fields.set(one, "severity_class", to_text(severity_of(c)));
  fields.set(one, "doubts", doubts_in_words(c));
  one.set("in_doubt", !c.at("transcription").is_null());
  return one;
}

class section_writer {
 public:
  section_writer(const json& results, const field_writer& fields, std::string root)
      : claims_(claims_by_id(results)), fields_(fields), root_(std::move(root)) {}

  [[nodiscard]] data statement(const json& one) const {
    data row;
    list claims;
    std::string where;
    for (const json& id : one.at("claims")) {
      const auto known = claims_.find(id.get<std::string>());
      if (known == claims_.end()) continue;
      if (where.empty()) where = text_at(*known->second, "where");
      claims.push_back(claim_row(*known->second, fields_, root_));
    }
    field_writer::set_list(row, "claims", claims);
    fields_.set(row, "where", where.empty() ? title_of(text_at(one, "statement")) : where);
    fields_.set(row, "outcome", shown_verdict(one));
    row.set("style", style_of(shown_verdict(one)));
    row.set("has_readings", claims.size() > 1);
    return row;
  }

 private:
  std::map<std::string, const json*> claims_;
  const field_writer& fields_;
  std::string root_;
};

}  // namespace

statement_count statements_in(const json& results) {
  return count_statements(results, nullptr);
}

statement_count statements_of_paper(const json& results, const std::string& key) {
  return count_statements(results, &key);
}

std::string statements_in_words(const statement_count& count) {
  if (count.statements == 0) return "";
  std::string text =
      fmt::format("{} statement{}", count.statements, count.statements == 1 ? "" : "s");
  if (count.main > 0)
    text += fmt::format(", of them {} main result{}", count.main, count.main == 1 ? "" : "s");
  if (count.comparisons > 0)
    text += fmt::format(", and {} comparison{} of bounds", count.comparisons,
                        count.comparisons == 1 ? "" : "s");
  return text;
}

void set_statement_counts(data& target, const json& results, const std::string* key,
                          const field_writer& fields) {
  const statement_count count = count_statements(results, key);
  fields.set(target, "statements_words", statements_in_words(count));
  fields.set(
      target, "slips",
      count.slips == 0 ? "" : fmt::format("{} slip{}", count.slips, count.slips == 1 ? "" : "s"));
  std::map<std::string, std::size_t> counts;
  for (const json& one : list_at(results, "statements"))
    if (is_counted(one, key)) ++counts[shown_verdict(one)];
  list shown;
  for (const std::string& name : shown_verdicts()) {
    const auto known = counts.find(name);
    if (known == counts.end()) continue;
    data one;
    one.set("verdict", style_of(name));
    fields.set(one, "label", name);
    fields.set(one, "count", std::to_string(known->second));
    shown.push_back(one);
  }
  field_writer::set_list(target, "statement_counts", shown);
}

void set_findings(data& target, const json& results, const std::string& key,
                  const field_writer& fields, const std::string& root) {
  const std::map<std::string, const json*> claims = claims_by_id(results);
  list findings;
  for (const json& one : list_at(results, "findings")) {
    if (text_at(one, "paper") != key) continue;
    data row;
    for (const char* name : {"of", "sentence", "instead", "outcome"}) fields.copy(row, one, name);
    const std::string where = text_at(one, "where");
    fields.set(row, "where", where.empty() ? title_of(text_at(one, "of")) : where);
    row.set("style", style_of(text_at(one, "outcome")));
    row.set("is_contradicted", one.at("backed") == json(false));
    row.set("is_open", one.at("backed").is_null());
    list backing;
    for (const json& id : one.at("claims"))
      if (const auto known = claims.find(id.get<std::string>()); known != claims.end())
        backing.push_back(claim_row(*known->second, fields, root));
    row.set("has_more_claims", backing.size() > 1);
    field_writer::set_list(row, "claims", backing);
    findings.push_back(row);
  }
  field_writer::set_list(target, "findings", findings);
}

void set_statement_sections(data& target, const json& results, const std::string& key,
                            const field_writer& fields, const std::string& root) {
  const section_writer writer(results, fields, root);
  std::vector<std::optional<statement_role>> roles;
  for (const statement_role role : all_kinds<statement_role>()) roles.emplace_back(role);
  roles.emplace_back();
  list sections;
  const auto add = [&](const std::string& title, const auto& belongs) {
    list rows;
    for (const json& one : list_at(results, "statements"))
      if (text_at(one, "paper") == key && belongs(one)) rows.push_back(writer.statement(one));
    if (rows.empty()) return;
    data section;
    fields.set(section, "section", title);
    field_writer::set_list(section, "statements", rows);
    sections.push_back(section);
  };
  for (const std::optional<statement_role>& role : roles)
    add(title_of_section(role), [&](const json& one) {
      return !one.at("misprint").get<bool>() && kind_at<statement_role>(one, "role") == role;
    });
  add("Misprints", [](const json& one) { return one.at("misprint").get<bool>(); });
  field_writer::set_list(target, "sections", sections);
}

}  // namespace shufflecert::inline v0_1::claims
