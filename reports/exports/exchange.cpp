#include "reports/exports/exchange.hpp"

#include <fmt/format.h>

#include <map>
#include <string_view>
#include <vector>

#include "claims/catalogue/verdict.hpp"
#include "claims/results/json.hpp"
#include "claims/text/shown_text.hpp"
#include "reports/text/wording.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Null is nothing; what is no text is shown as JSON.
std::string text_of(const json& value) {
  if (value.is_null()) return "";
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::string end_of(const json& range, const char* end) {
  return range.is_null() ? "" : text_of(range.at(end));
}

std::string difference_in_words(const json& claim) {
  if (claim.at("expect").is_null())
    return fmt::format("{}, and no verdict is on record", text_of(claim.at("verdict")));
  return fmt::format("{} instead of {}", text_of(claim.at("verdict")), text_of(claim.at("expect")));
}

std::string test_case(const json& claim) {
  const std::string head =
      fmt::format("    <testcase name=\"{}\" classname=\"{}\" file=\"{}\" line=\"{}\" time=\"{}\"",
                  xml_text(text_of(claim.at("id"))), xml_text(text_of(claim.at("paper"))),
                  xml_text(text_of(claim.at("file"))), xml_text(text_of(claim.at("line"))),
                  xml_text(text_of(claim.at("seconds"))));
  if (claim.at("as_expected").get<bool>()) return head + "/>\n";
  return fmt::format(
      "{}>\n      <failure message=\"{}\" type=\"{}\">{}</failure>\n    </testcase>\n", head,
      xml_text(difference_in_words(claim)), xml_text(text_of(claim.at("verdict"))),
      xml_text(verdict_in_words(claim)));
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
      {verdict::refuted, "A certified counterexample exists.", "error"},
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

json sarif_result(const json& claim, const reported_verdict& kind, std::size_t rule) {
  const std::string id = text_of(claim.at("id"));
  std::string message = fmt::format("{}: {}", id, verdict_in_words(claim));
  const std::string says = text_of(claim.at("says"));
  if (!says.empty()) message += fmt::format(" The statement: {}", says);
  json location{{"physicalLocation",
                 {{"artifactLocation", {{"uri", uri_of(text_of(claim.at("file")))}}},
                  {"region", {{"startLine", claim.at("line")}}}}},
                {"logicalLocations", json::array({{{"fullyQualifiedName", id}}})}};
  return {{"ruleId", to_text(kind.kind)},
          {"ruleIndex", rule},
          {"level", claim.at("as_expected").get<bool>() ? "note" : kind.level},
          {"message", {{"text", sarif_text(message)}}},
          {"locations", json::array({location})},
          {"partialFingerprints", {{"claim/v1", id}}}};
}

}  // namespace

std::string results_csv(const json& results) {
  std::string text =
      "id,paper,where,about,verdict,expect,as_expected,severity,checked,counterexamples,at,"
      "left_lower,left_upper,right_lower,right_upper,message,file,line\r\n";
  for (const auto& claim : results.at("claims")) {
    const json& witness = claim.at("witness");
    const std::vector<std::string> cells{csv_text(text_of(claim.at("id"))),
                                         csv_text(text_of(claim.at("paper"))),
                                         csv_text(text_of(claim.at("where"))),
                                         csv_text(text_of(claim.at("about"))),
                                         csv_text(text_of(claim.at("verdict"))),
                                         csv_text(text_of(claim.at("expect"))),
                                         csv_text(text_of(claim.at("as_expected"))),
                                         csv_text(to_text(severity_of(claim))),
                                         csv_number(text_of(claim.at("checked"))),
                                         csv_number(text_of(claim.at("counterexamples"))),
                                         csv_text(witness.is_null() ? "" : point_in_words(witness)),
                                         csv_number(end_of(claim.at("lhs"), "lower")),
                                         csv_number(end_of(claim.at("lhs"), "upper")),
                                         csv_number(end_of(claim.at("rhs"), "lower")),
                                         csv_number(end_of(claim.at("rhs"), "upper")),
                                         csv_text(text_of(claim.at("message"))),
                                         csv_text(text_of(claim.at("file"))),
                                         csv_number(text_of(claim.at("line")))};
    text += fmt::format("{}\r\n", fmt::join(cells, ","));
  }
  return text;
}

std::string results_junit(const json& results) {
  struct suite {
    std::string cases;
    std::size_t tests = 0;
    std::size_t failures = 0;
  };
  std::vector<std::string> order;
  std::map<std::string, suite> suites;
  std::size_t failures = 0;
  for (const auto& claim : results.at("claims")) {
    const std::string paper = text_of(claim.at("paper"));
    if (!suites.contains(paper)) order.push_back(paper);
    suite& of = suites[paper];
    of.cases += test_case(claim);
    ++of.tests;
    if (claim.at("as_expected").get<bool>()) continue;
    ++of.failures;
    ++failures;
  }
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"shufflecert {}\" "
      "tests=\"{}\" "
      "failures=\"{}\">\n",
      xml_text(text_of(results.at("version"))), results.at("claims").size(), failures);
  for (const std::string& paper : order)
    text +=
        fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n{}  </testsuite>\n",
                    xml_text(paper.empty() ? "claims of no paper" : paper), suites[paper].tests,
                    suites[paper].failures, suites[paper].cases);
  return text + "</testsuites>\n";
}

std::string results_sarif(const json& results) {
  json rules = json::array();
  for (const reported_verdict& kind : reported_verdicts())
    rules.push_back({{"id", to_text(kind.kind)}, {"shortDescription", {{"text", kind.meaning}}}});
  json found = json::array();
  for (const auto& claim : results.at("claims"))
    for (std::size_t i = 0; i < reported_verdicts().size(); ++i)
      if (kind_at<verdict>(claim, "verdict") == reported_verdicts()[i].kind)
        found.push_back(sarif_result(claim, reported_verdicts()[i], i));
  const json root{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       json::array(
           {{{"tool",
              {{"driver",
                {{"name", "shufflecert"}, {"version", results.at("version")}, {"rules", rules}}}}},
             {"results", found}}})}};
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace shufflecert::inline v0_1::claims
