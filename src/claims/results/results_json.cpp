#include "claims/results/results_json.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "claims/results/digest.hpp"
#include "claims/results/judgement_json.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

json claim_entry(const claim_result& result, const stated_claim& stated) {
  json one;
  one["id"] = result.id;
  add_judgement(one, result.found);
  one["expect"] = or_null(result.expect);
  one["as_expected"] = result.as_expected;
  one["severity"] = severity_json(result.severity);
  if (result.corrected) {
    json corrected;
    add_judgement(corrected, *result.corrected);
    one["corrected"] = std::move(corrected);
  } else {
    one["corrected"] = nullptr;
  }
  // The statement itself travels along; what the verdict says already is not repeated.
  const json statement = to_json(stated);
  for (const auto& [key, entry] : statement.items())
    if (!one.contains(key)) one[key] = entry;
  if (!stated.regime.empty()) {
    if (one["regime"].is_null())
      one["regime"] = {{"checked", nullptr}, {"counterexamples", nullptr}};
    one["regime"]["conditions"] = stated.regime;
  }
  return one;
}

json statements_json(const std::vector<statement_record>& statements) {
  json list = json::array();
  for (const statement_record& one : statements)
    list.push_back({{"statement", one.name},
                    {"paper", or_null(one.paper)},
                    {"role", or_null(one.role)},
                    {"verdict", to_text(one)},
                    {"misprint", one.is_misprint},
                    {"in_doubt", one.is_in_doubt},
                    {"claims", one.claims}});
  return list;
}

json findings_json(const std::vector<finding_record>& findings) {
  json list = json::array();
  for (const finding_record& one : findings)
    list.push_back({{"paper", one.paper},
                    {"of", one.of},
                    {"where", or_null(one.where)},
                    {"outcome", to_text(one.outcome)},
                    {"sentence", one.sentence},
                    {"means", or_null(one.means)},
                    {"instead", or_null(one.instead)},
                    {"patch", or_null(one.patch)},
                    {"claims", one.claims},
                    {"backed", one.is_backed ? json(*one.is_backed) : json(nullptr)}});
  return list;
}

json papers_json(const std::vector<paper>& papers) {
  json list = json::array();
  for (const paper& p : papers)
    list.push_back({{"key", p.key},
                    {"title", or_null(p.title)},
                    {"authors", p.authors},
                    {"reference", or_null(p.reference)}});
  return list;
}

// `file` is all but its claims, whose entries are made already.
json file_json(const recorded_results& file, json claims) {
  json root;
  root["version"] = file.version;
  root["command"] = file.command;
  root["inputs"] = json::array();
  for (const input_file& input : file.inputs)
    root["inputs"].push_back({{"file", input.file}, {"sha256", input.sha256}});
  root["claims"] = std::move(claims);
  root["papers"] = papers_json(file.papers);
  root["coverage"] = coverage_json(file.coverage);
  if (file.statements) root["statements"] = statements_json(*file.statements);
  if (file.findings) root["findings"] = findings_json(*file.findings);
  root["symbols"] = json::object();
  for (const auto& [name, symbols] : file.symbols) root["symbols"][name] = symbols;
  // Last, since they speak of everything else.
  add_digests(root);
  return root;
}

std::vector<statement_record> statements_from(const json& list) {
  std::vector<statement_record> statements;
  for (const json& one : list)
    statements.push_back({one.at("statement").get<std::string>(),
                          text_or_nothing(one, "paper").value_or(""),
                          one.at("claims").get<std::vector<std::string>>(),
                          kind_at<statement_role>(one, "role"), kind_at<verdict>(one, "verdict"),
                          one.at("misprint").get<bool>(), one.at("in_doubt").get<bool>()});
  return statements;
}

std::vector<finding_record> findings_from(const json& list) {
  std::vector<finding_record> findings;
  for (const json& one : list) {
    const json& backed = one.at("backed");
    findings.push_back(
        {one.at("paper").get<std::string>(), one.at("of").get<std::string>(),
         text_or_nothing(one, "where").value_or(""),
         kind_at<finding_outcome>(one, "outcome").value(), one.at("sentence").get<std::string>(),
         text_or_nothing(one, "instead").value_or(""),
         one.at("claims").get<std::vector<std::string>>(),
         backed.is_null() ? std::nullopt : std::optional(backed.get<bool>()),
         text_or_nothing(one, "means").value_or(""), text_or_nothing(one, "patch").value_or("")});
  }
  return findings;
}

recorded_claim claim_from(const json& entry) {
  recorded_claim result;
  result.id = entry.at("id").get<std::string>();
  result.found = judgement_from(entry);
  if (const json& corrected = entry.at("corrected"); !corrected.is_null())
    result.corrected = judgement_from(corrected);
  result.expect = kind_at<verdict>(entry, "expect");
  result.as_expected = entry.at("as_expected").get<bool>();
  if (const auto severity = entry.find("severity"); severity != entry.end())
    result.severity = severity_from(*severity);
  result.stated = stated_claim_from(entry);
  return result;
}

}  // namespace

std::string version() {
  return SHUFFLECERT_VERSION;
}

json claim_json(const claim& subject, const catalogue& read) {
  return to_json(state(subject, read));
}

json coverage_json(const std::vector<covered_statement>& statements) {
  json list = json::array();
  for (const covered_statement& one : statements)
    list.push_back({{"paper", one.paper},
                    {"statement", one.statement},
                    {"about", or_null(one.about)},
                    {"claims", one.claims},
                    {"not_checkable", or_null(one.not_checkable)}});
  return list;
}

json results_json(const std::string& command, const catalogue& read,
                  const std::vector<const claim*>& subjects,
                  const std::vector<claim_result>& results) {
  recorded_results file;
  file.version = version();
  file.command = command;
  file.inputs = read.inputs;
  file.papers = read.papers;
  // Only papers that were checked: the others' statements would all stand without a verdict.
  std::set<std::string> judged_papers;
  for (const claim* subject : subjects) judged_papers.insert(subject->paper);
  for (const covered_statement& one : read.coverage)
    if (judged_papers.contains(one.paper)) file.coverage.push_back(one);
  file.statements = statements_of(subjects, results);
  file.findings = findings_of(read, subjects, results);
  file.symbols = read.symbols;
  // Results can be large: they are written, and not copied.
  json claims = json::array();
  for (std::size_t i = 0; i < results.size(); ++i)
    claims.push_back(claim_entry(results[i], state(*subjects[i], read)));
  return file_json(file, std::move(claims));
}

json results_json(const recorded_results& results) {
  json claims = json::array();
  for (const recorded_claim& one : results.claims) claims.push_back(claim_entry(one, one.stated));
  return file_json(results, std::move(claims));
}

recorded_results results_from(json root) {
  recorded_results results;
  results.version = root.at("version").get<std::string>();
  results.command = root.at("command").get<std::string>();
  for (const json& input : root.at("inputs"))
    results.inputs.push_back(
        {input.at("file").get<std::string>(), input.at("sha256").get<std::string>()});
  results.claims.reserve(root.at("claims").size());
  for (const json& entry : root.at("claims")) results.claims.push_back(claim_from(entry));
  for (const json& p : root.at("papers"))
    results.papers.push_back({p.at("key").get<std::string>(),
                              text_or_nothing(p, "title").value_or(""),
                              p.at("authors").get<std::vector<std::string>>(),
                              text_or_nothing(p, "reference").value_or("")});
  if (const auto coverage = root.find("coverage"); coverage != root.end())
    for (const json& one : *coverage) {
      covered_statement& covered = results.coverage.emplace_back();
      covered.paper = one.at("paper").get<std::string>();
      covered.statement = one.at("statement").get<std::string>();
      covered.about = text_or_nothing(one, "about").value_or("");
      covered.claims = one.at("claims").get<std::vector<std::string>>();
      covered.not_checkable = text_or_nothing(one, "not_checkable").value_or("");
    }
  if (const auto list = root.find("statements"); list != root.end())
    results.statements = statements_from(*list);
  if (const auto list = root.find("findings"); list != root.end())
    results.findings = findings_from(*list);
  if (const auto symbols = root.find("symbols"); symbols != root.end())
    for (const auto& [file, of_file] : symbols->items())
      for (const auto& [name, symbol] : of_file.items())
        results.symbols[file][name] = symbol.get<std::string>();
  return results;
}

int exit_status(const std::vector<claim_result>& results) {
  constexpr int unusable = 2;
  constexpr int differs = 1;
  constexpr int open = 3;
  const auto any = [&](auto condition) {
    return std::any_of(results.begin(), results.end(), condition);
  };
  if (any([](const claim_result& r) {
        return r.found.outcome == verdict::invalid && !r.as_expected;
      }))
    return unusable;
  if (any([](const claim_result& r) {
        const verdict found = r.found.outcome;
        return !r.as_expected && (r.expect || is_unfavourable(found));
      }))
    return differs;
  if (any([](const claim_result& r) { return !r.as_expected; })) return open;
  return 0;
}

}  // namespace shufflecert::inline v0_1::claims
