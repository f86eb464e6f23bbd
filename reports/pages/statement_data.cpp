#include "reports/pages/statement_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/chains.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

// Results of earlier versions have none.
const std::vector<statement_record>& statements_of(const recorded_results& results) {
  static const std::vector<statement_record> none;
  return results.statements ? *results.statements : none;
}

bool is_counted(const statement_record& statement, const std::string* key) {
  return key != nullptr ? statement.paper == *key : statement.paper != chains_key;
}

statement_count count_statements(const recorded_results& results, const std::string* key) {
  statement_count count;
  for (const statement_record& one : statements_of(results)) {
    if (!is_counted(one, key)) {
      if (key == nullptr) ++count.comparisons;
      continue;
    }
    ++count.statements;
    if (one.role == statement_role::main) ++count.main;
  }
  const auto claims = claims_by_id(results);
  std::set<std::pair<std::string, std::string>> slips;
  for (const statement_record& one : statements_of(results)) {
    if (!is_counted(one, key)) continue;
    const bool is_false = one.is_misprint || (one.outcome && is_unfavourable(*one.outcome));
    for (const std::string& id : one.claims) {
      const auto known = claims.find(id);
      if (known == claims.end() || !is_against(*known->second) || is_doubtful(*known->second) ||
          known->second->stated.ours)
        continue;
      const std::string slip = known->second->stated.slip.value_or("");
      if (!slip.empty() || is_false) slips.emplace(one.paper, slip.empty() ? one.name : slip);
    }
  }
  count.slips = slips.size();
  return count;
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

data claim_row(const recorded_claim& c, const field_writer& fields, const std::string& root) {
  data one;
  identify(one, c.id, fields, root);
  fields.set(one, "says", c.stated.says.value_or(""));
  fields.set(one, "verdict", to_text(c.found.outcome));
  fields.set(one, "severity_class", severity_class_in_words(c));
  fields.set(one, "doubts", doubts_in_words(c.stated));
  fields.set(one, "caution", caution_mark(c.found));
  one.set("in_doubt", needs_mark_of_doubt(c));
  return one;
}

class section_writer {
 public:
  section_writer(const recorded_results& results, const field_writer& fields, std::string root)
      : claims_(claims_by_id(results)), fields_(fields), root_(std::move(root)) {}

  [[nodiscard]] data statement(const statement_record& one) const {
    data row;
    list claims;
    std::string where;
    for (const std::string& id : one.claims) {
      const auto known = claims_.find(id);
      if (known == claims_.end()) continue;
      if (where.empty()) where = known->second->stated.where.value_or("");
      claims.push_back(claim_row(*known->second, fields_, root_));
    }
    field_writer::set_list(row, "claims", claims);
    fields_.set(row, "where", where.empty() ? title_of(one.name) : where);
    fields_.set(row, "outcome", outcome_in_words(one));
    row.set("style", style_of(outcome_in_words(one)));
    row.set("has_readings", claims.size() > 1);
    return row;
  }

 private:
  std::map<std::string, const recorded_claim*> claims_;
  const field_writer& fields_;
  std::string root_;
};

}  // namespace

std::string style_of(const std::string& words) {
  std::string name = words;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name;
}

statement_count statements_in(const recorded_results& results) {
  return count_statements(results, nullptr);
}

statement_count statements_of_paper(const recorded_results& results, const std::string& key) {
  return count_statements(results, &key);
}

std::string statements_in_words(const statement_count& count) {
  if (count.statements == 0) return "";
  std::string text =
      fmt::format("{} statement{}", count.statements, count.statements == 1 ? "" : "s");
  if (count.main > 0 && count.statements == 1)
    text += ", a main result";
  else if (count.main > 0)
    text += fmt::format(", {} of them {}", count.main,
                        count.main == 1 ? "a main result" : "main results");
  if (count.comparisons > 0)
    text += fmt::format(", and {} comparison{} of bounds", count.comparisons,
                        count.comparisons == 1 ? "" : "s");
  return text;
}

void set_statement_counts(data& target, const recorded_results& results, const std::string* key,
                          const field_writer& fields) {
  const statement_count count = count_statements(results, key);
  fields.set(target, "statements_words", statements_in_words(count));
  fields.set(
      target, "slips",
      count.slips == 0 ? "" : fmt::format("{} slip{}", count.slips, count.slips == 1 ? "" : "s"));
  std::map<std::string, std::size_t> counts;
  for (const statement_record& one : statements_of(results))
    if (is_counted(one, key)) ++counts[outcome_in_words(one)];
  list shown;
  for (const std::string& name : outcomes_of_statements()) {
    const auto known = counts.find(name);
    if (known == counts.end()) continue;
    data one;
    one.set("verdict", style_of(name));
    fields.set(one, "label", name);
    fields.set(one, "count", std::to_string(known->second));
    shown.push_back(std::move(one));
  }
  field_writer::set_list(target, "statement_counts", shown);
}

namespace {

// A finding says "stands", and each verdict behind it is about particular mechanisms or inputs.
bool is_about_particular_ones(const finding_record& finding,
                              const std::vector<const recorded_claim*>& judged) {
  return finding.outcome == finding_outcome::stands && !judged.empty() &&
         std::all_of(judged.begin(), judged.end(),
                     [](const recorded_claim* c) { return !c->found.stated_cautions().empty(); });
}

}  // namespace

void set_findings(data& target, const recorded_results& results, const std::string& key,
                  const field_writer& fields, const std::string& root) {
  const auto claims = claims_by_id(results);
  list findings;
  list limited;
  std::size_t standing = 0;
  for (const finding_record& one : results.findings.value_or(std::vector<finding_record>())) {
    if (one.paper != key) continue;
    data row;
    fields.set(row, "of", one.of);
    fields.set(row, "sentence", one.sentence);
    fields.set(row, "means", one.means);
    fields.set(row, "instead", one.instead);
    fields.set(row, "patch", one.patch);
    fields.set(row, "outcome", to_text(one.outcome));
    fields.set(row, "where", one.where.empty() ? title_of(one.of) : one.where);
    row.set("style", style_of(to_text(one.outcome)));
    row.set("is_contradicted", one.is_backed == false);
    row.set("is_open", !one.is_backed.has_value());
    list backing;
    std::vector<const recorded_claim*> judged;
    std::string others;
    for (const std::string& id : one.claims) {
      const auto known = claims.find(id);
      if (known == claims.end()) {
        others += " " + id;
        continue;
      }
      judged.push_back(known->second);
      backing.push_back(claim_row(*known->second, fields, root));
    }
    fields.set(row, "limits",
               is_about_particular_ones(one, judged)
                   ? "This was checked for particular mechanisms or inputs only."
                   : "");
    row.set("others", others.empty() ? "" : code_text("shufflecert verify" + others));
    row.set("has_others", !others.empty());
    field_writer::set_list(row, "claims", backing);
    if (one.outcome == finding_outcome::stands && one.is_backed != false)
      ++standing;
    else
      limited.push_back(row);
    findings.push_back(std::move(row));
  }
  fields.set(target, "standing",
             standing == 0 ? "" : fmt::format("{} of {}", standing, findings.size()));
  field_writer::set_list(target, "limited", limited);
  field_writer::set_list(target, "findings", findings);
  target.set("has_short", std::any_of(findings.begin(), findings.end(), [](const data& row) {
               return !row.get("is_contradicted")->is_true();
             }));
}

void set_statement_sections(data& target, const recorded_results& results, const std::string& key,
                            const field_writer& fields, const std::string& root) {
  const section_writer writer(results, fields, root);
  std::vector<std::optional<statement_role>> roles;
  for (const statement_role role : all_kinds<statement_role>()) roles.emplace_back(role);
  roles.emplace_back();
  list sections;
  const auto add = [&](const std::string& title, const auto& belongs) {
    list rows;
    for (const statement_record& one : statements_of(results))
      if (one.paper == key && belongs(one)) rows.push_back(writer.statement(one));
    if (rows.empty()) return;
    data section;
    fields.set(section, "section", title);
    field_writer::set_list(section, "statements", rows);
    sections.push_back(std::move(section));
  };
  for (const std::optional<statement_role>& role : roles)
    add(title_of_section(role),
        [&](const statement_record& one) { return !one.is_misprint && one.role == role; });
  add("Misprints", [](const statement_record& one) { return one.is_misprint; });
  field_writer::set_list(target, "sections", sections);
}

}  // namespace shufflecert::inline v0_1::claims
