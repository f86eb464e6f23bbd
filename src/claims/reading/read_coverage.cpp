#include "claims/reading/read_coverage.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <functional>
#include "claims/results/statements.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A vertical bar would end the cell of a table.
std::string as_cell(const std::string& text) {
  std::string cell;
  for (const char c : text) {
    if (c == '|') cell += '\\';
    cell += c;
  }
  return cell;
}

std::string paper_markdown(const paper& p, const std::vector<covered_statement>& statements) {
  std::string rows;
  std::size_t count = 0;
  std::size_t checked = 0;
  for (const covered_statement& one : statements) {
    if (one.paper != p.key) continue;
    ++count;
    if (!one.claims.empty()) ++checked;
    std::string ids;
    for (const std::string& id : one.claims)
      ids += fmt::format("{}`{}`", ids.empty() ? "" : " ", id);
    rows += fmt::format("| {} | {} | {} | {} |\n", as_cell(one.statement), as_cell(one.about), ids,
                        as_cell(one.not_checkable));
  }
  if (rows.empty()) return "";
  return fmt::format(
      "\n## {}\n\n{}`{}`: {} statements, {} of them checked, wholly or in part.\n\n"
      "| statement | what it says | checked by | not checked, and why |\n|---|---|---|---|\n{}",
      p.title, p.reference.empty() ? "" : p.reference + ", ", p.key, count, checked, rows);
}

// Complains about a name that no claim has, with the closest one that a claim has.
void require_known(const finding& one, const char* key, const std::string& name,
                   const catalogue& read, const std::function<std::string(const claim&)>& name_of) {
  std::vector<std::string> known;
  for (const claim& c : read.claims) known.push_back(name_of(c));
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::erase(known, "");
  const auto close = closest_name(name, known);
  throw catalogue_error(
      fmt::format("{}:{}: [[finding]]: key '{}': there is no {} '{}'{}", one.file, one.line, key,
                  std::string_view(key) == "of" ? "statement" : "claim", name,
                  close ? fmt::format("; did you mean '{}'?", *close) : std::string()));
}

}  // namespace

covered_statement read_covered_statement(const toml_reader& reader, const std::string& paper_key) {
  reader.allow_only({"statement", "about", "claims", "not_checkable"});
  covered_statement result{reader.text("statement"),
                           reader.text_or("about", ""),
                           reader.texts("claims"),
                           reader.text_or("not_checkable", ""),
                           paper_key,
                           reader.source().name,
                           reader.line()};
  if (paper_key.empty())
    reader.complain("statement", "belongs to a paper, and the file has no [paper] with a key");
  if (result.claims.empty() && result.not_checkable.empty())
    reader.complain("claims", "is missing; name the claims that check '" + result.statement +
                                  "', or say in 'not_checkable' why nothing does");
  return result;
}

void check_coverage(const catalogue& read) {
  for (const covered_statement& one : read.coverage)
    for (const std::string& id : one.claims) {
      if (read.find_claim(id) != nullptr) continue;
      std::vector<std::string> known;
      known.reserve(read.claims.size());
      for (const claim& c : read.claims) known.push_back(c.id);
      const auto close = closest_name(id, known);
      throw catalogue_error(fmt::format(
          "{}:{}: [[coverage]]: key 'claims': there is no claim '{}'{}", one.file, one.line, id,
          close ? fmt::format("; did you mean '{}'?", *close) : std::string()));
    }
}

std::string coverage_markdown(const catalogue& read) {
  std::string page =
      "# What the catalogue covers\n\n"
      "For every numbered statement of the papers: the claims that hold it, or a part of it, "
      "against\ncertified values, and what is not checked, with the reason. `shufflecert show ID` "
      "prints a claim.\nThis page is printed by `shufflecert coverage --markdown`; a test fails "
      "where the two differ.\n";
  for (const paper& p : read.papers) page += paper_markdown(p, read.coverage);
  return page;
}

finding read_finding(const toml_reader& reader, const std::string& paper_key) {
  reader.allow_only({"of", "where", "outcome", "sentence", "means", "instead", "patch", "claims"});
  finding result{reader.text("of"),
                 reader.text_or("where", ""),
                 reader.one_of<finding_outcome>("outcome"),
                 reader.text("sentence"),
                 reader.text_or("instead", ""),
                 reader.texts("claims"),
                 paper_key,
                 reader.source().name,
                 reader.line(),
                 reader.text_or("means", ""),
                 reader.text_or("patch", "")};
  if (paper_key.empty())
    reader.complain("of", "belongs to a paper, and the file has no [paper] with a key");
  return result;
}

void check_findings(const catalogue& read) {
  for (const finding& one : read.findings) {
    require_known(one, "of", one.of, read, [&](const claim& c) {
      return c.paper == one.paper ? statement_of(c) : std::string();
    });
    for (const std::string& id : one.claims)
      require_known(one, "claims", id, read, [](const claim& c) { return c.id; });
  }
}

}  // namespace shufflecert::inline v0_1::claims
