#include "reports/exports/exchange.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <vector>

#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/verdict.hpp"
#include "claims/results/json.hpp"
#include "claims/text/shown_text.hpp"
#include "reports/text/wording.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string text_of(const std::optional<std::string>& text) {
  return text.value_or("");
}

std::string end_of(const std::optional<decimal_interval>& side,
                   std::string decimal_interval::*end) {
  return side ? *side.*end : "";
}

std::string difference_in_words(const recorded_claim& claim) {
  const std::string found = to_text(claim.found.outcome);
  return claim.expect ? fmt::format("{} instead of {}", found, to_text(*claim.expect))
                      : fmt::format("{}, and no verdict is on record", found);
}

std::string test_case(const recorded_claim& claim) {
  const std::string head =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" line=\"{}\" time=\"{}\"",
                  xml_text(claim.id), xml_text(text_of(claim.stated.paper)),
                  xml_text(claim.stated.file), claim.stated.line, json(claim.found.seconds).dump());
  const std::string cautions = xml_text(
      fmt::format("{}", fmt::join(lines_of_cautions(claim.found.stated_cautions()), "\n")));
  if (claim.as_expected)
    return cautions.empty()
               ? head + "/>\n"
               : fmt::format("{}>\n      <system-out>{}</system-out>\n    </testcase>\n", head,
                             cautions);
  return fmt::format(
      "{}>\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n{}    </testcase>\n", head,
      xml_text(difference_in_words(claim)), to_text(claim.found.outcome),
      xml_text(verdict_in_words(claim.found)),
      cautions.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", cautions));
}

// A path as the reference of a URI.
std::string uri_of(const std::string& path) {
  // Two slashes in front would name another machine.
  std::string result = path.starts_with("//") ? "/." : "";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') ||
                          std::string_view("-._~/").find(c) != std::string_view::npos;
    result += is_plain
                  ? std::string(1, c)
                  : fmt::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return result;
}

struct reported_verdict {
  verdict kind;
  const char* meaning;
  const char* level;  ///< where the verdict is not the one on record
};

const std::vector<reported_verdict>& reported_verdicts() {
  static const std::vector<reported_verdict> verdicts{
      {verdict::refuted, "A certified counterexample, or a proof that a rate fails, exists.",
       "error"},
      {verdict::contradicted, "Certified values at finite sizes speak against the rate.", "error"},
      {verdict::undecided, "Precision, time or the catalogue's data did not suffice.", "warning"},
      {verdict::invalid, "The statement could not be evaluated.", "error"}};
  return verdicts;
}

// Viewers read "[words](address)" as a link and "{0}" as a gap to fill, in plain text, too.
std::string sarif_text(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (rest.starts_with("](")) result += '\\';
    const std::size_t end = rest.front() == '{' ? rest.find_first_not_of("0123456789", 1) : 0;
    const bool is_gap = end > 1 && end < rest.size() && rest[end] == '}';
    if (is_gap) {
      result += "{" + std::string(rest.substr(0, end + 1)) + "}";
      i += end;
    } else {
      result += rest.front();
    }
  }
  return result;
}

json sarif_result(const recorded_claim& claim, const reported_verdict& kind, std::size_t rule) {
  std::string message = fmt::format("{}: {}", claim.id, verdict_in_words(claim.found));
  if (claim.stated.says && !claim.stated.says->empty())
    message += fmt::format(" The statement: {}", *claim.stated.says);
  for (const std::string& sentence : claim.found.stated_cautions())
    message += fmt::format(" Caution: {}.", sentence);
  json location{{"physicalLocation",
                 {{"artifactLocation", {{"uri", uri_of(claim.stated.file)}}},
                  {"region", {{"startLine", claim.stated.line}}}}},
                {"logicalLocations", json::array({{{"fullyQualifiedName", claim.id}}})}};
  return {{"ruleId", to_text(kind.kind)},
          {"ruleIndex", rule},
          {"level", claim.as_expected ? "note" : kind.level},
          {"message", {{"text", sarif_text(message)}}},
          {"locations", json::array({location})},
          {"partialFingerprints", {{"claim/v1", claim.id}}}};
}

}  // namespace

std::string results_csv(const recorded_results& results) {
  std::string text =
      "id,paper,where,about,verdict,expect,as_expected,severity,checked,counterexamples,at,"
      "left_lower,left_upper,right_lower,right_upper,message,file,line,cautions\r\n";
  for (const recorded_claim& claim : results.claims) {
    const stated_claim& stated = claim.stated;
    const counterexample none;
    const counterexample& witness = claim.found.witness ? *claim.found.witness : none;
    const std::vector<std::string> cells{csv_text(claim.id),
                                         csv_text(text_of(stated.paper)),
                                         csv_text(text_of(stated.where)),
                                         csv_text(text_of(stated.about)),
                                         csv_text(to_text(claim.found.outcome)),
                                         csv_text(to_text(claim.expect)),
                                         csv_text(claim.as_expected ? "true" : "false"),
                                         csv_text(to_text(severity_of(claim))),
                                         csv_number(std::to_string(claim.found.checked)),
                                         csv_number(std::to_string(claim.found.counterexamples)),
                                         csv_text(point_in_words(witness.point, "")),
                                         csv_number(end_of(witness.lhs, &decimal_interval::lower)),
                                         csv_number(end_of(witness.lhs, &decimal_interval::upper)),
                                         csv_number(end_of(witness.rhs, &decimal_interval::lower)),
                                         csv_number(end_of(witness.rhs, &decimal_interval::upper)),
                                         csv_text(claim.found.message),
                                         csv_text(stated.file),
                                         csv_number(std::to_string(stated.line)),
                                         csv_text(cell_of_cautions(claim.found.stated_cautions()))};
    text += fmt::format("{}\r\n", fmt::join(cells, ","));
  }
  return text;
}

std::string results_junit(const recorded_results& results) {
  struct suite {
    std::string cases;
    std::size_t tests = 0;
    std::size_t failures = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, suite> suites;
  std::size_t failures = 0;
  for (const recorded_claim& claim : results.claims) {
    const std::string paper = text_of(claim.stated.paper);
    if (!suites.contains(paper)) order.push_back(paper);
    suite& of = suites[paper];
    of.cases += test_case(claim);
    ++of.tests;
    if (claim.as_expected) continue;
    ++of.failures;
    ++failures;
  }
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shufflecert {}\" "
      "tests=\"{}\" "
      "failures=\"{}\">\n",
      xml_text(results.version), results.claims.size(), failures);
  for (const std::string& paper : order)
    text +=
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n",
                    xml_text(paper.empty() ? "claims of no paper" : paper), suites[paper].tests,
                    suites[paper].failures, suites[paper].cases);
  return text + "</testsuites>\n";
}

std::string results_sarif(const recorded_results& results) {
  json rules = json::array();
  for (const reported_verdict& kind : reported_verdicts())
    rules.push_back({{"id", to_text(kind.kind)}, {"shortDescription", {{"text", kind.meaning}}}});
  json found = json::array();
  for (const recorded_claim& claim : results.claims)
    for (std::size_t i = 0; i < reported_verdicts().size(); ++i)
      if (claim.found.outcome == reported_verdicts()[i].kind)
        found.push_back(sarif_result(claim, reported_verdicts()[i], i));
  const json root{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       json::array(
           {{{"tool",
              {{"driver",
                {{"name", "shufflecert"}, {"version", results.version}, {"rules", rules}}}}},
             {"results", found}}})}};
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace shufflecert::inline v0_1::claims
