#include "reports/text/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "claims/results/json.hpp"
#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string count_of(const json& judged, const char* key, const std::string& what) {
  const auto count = judged.at(key).get<std::size_t>();
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string region_in_words(const json& region) {
  std::string text;
  for (const auto& [name, range] : region.items()) {
    text += text.empty() ? "" : ", ";
    if (const auto values = range.find("values"); values != range.end())
      text +=
          fmt::format("{} = {}", name, fmt::join(values->get<std::vector<std::string>>(), ", "));
    else
      text += fmt::format("{} from {} to {}", name, range.at("lower").get<std::string>(),
                          range.at("upper").get<std::string>());
  }
  return text;
}

// What was looked at beyond the listed points; null in results of versions that did not.
const json* search_of(const json& judged) {
  const auto entry = judged.find("search");
  return entry == judged.end() || entry->is_null() ? nullptr : &*entry;
}

std::string search_in_words(const json& search) {
  return fmt::format(
      " A search{} over {} found no counterexample at {}.",
      search.at("complete").get<bool>() ? "" : ", cut short,",
      search.at("ranges").empty() ? "its domain" : region_in_words(search.at("ranges")),
      count_of(search, "evaluations", "further point"));
}

std::string refuted_in_words(const json& judged) {
  if (!judged.at("region").is_null())
    return fmt::format("Refuted: {}. The relation is certainly false on the whole region {}.",
                       judged.at("message").get<std::string>(),
                       region_in_words(judged.at("region")));
  const auto failures = judged.at("counterexamples").get<std::size_t>();
  if (const json* search = search_of(judged);
      search != nullptr && search->at("counterexamples").get<std::size_t>() > 0)
    return fmt::format(
        "Refuted. None of {} listed certainly fails, but a search beyond them found a point at "
        "which the relation is certainly false.",
        count_of(judged, "checked", "point"));
  return fmt::format("Refuted. The relation is certainly false at {} of {} looked at.", failures,
                     count_of(judged, "checked", "point"));
}

// What is proved beside the verdict; null in results of versions that called it proved.
std::string proved_part_in_words(const json& judged) {
  const auto proof = judged.find("proof");
  if (proof == judged.end() || proof->is_null() || !proof->at("complete").get<bool>()) return "";
  std::string where;
  for (const json& region : proof->at("regions"))
    where += (where.empty() ? "" : "; and for ") + region_in_words(region);
  return fmt::format(" Proved, at every point, is a part: for {}.", where);
}

std::string verified_in_words(const json& judged) {
  std::string text =
      fmt::format("Verified at {}. It holds there; this is not a proof for other points.",
                  count_of(judged, "checked", "point"));
  if (const auto tied = judged.at("tied").get<std::size_t>(); tied > 0)
    text += fmt::format(
        " At {} of them it rests on both sides being equal to 50 digits, which is as far as they "
        "were compared.",
        tied);
  if (const json* search = search_of(judged)) text += search_in_words(*search);
  return text + proved_part_in_words(judged);
}

// The local orders of a rate, from errors in double.
std::string orders_in_words(const json& found) {
  const std::string orders = count_of(found, "compared", "local order");
  const auto outcome = kind_at<double_outcome>(found, "outcome");
  if (outcome == double_outcome::agrees)
    return fmt::format("From errors in plain double, the {} compared come out the same, to 0.01.",
                       orders);
  std::string text =
      outcome == double_outcome::differs
          ? fmt::format(
                "Of {} compared, {} come out more than 0.01 off from errors in plain double.",
                orders, found.at("different").get<std::size_t>())
          : fmt::format("Of {} compared, {} have no value from errors in plain double.", orders,
                        found.at("without_value").get<std::size_t>());
  if (!found.at("point").is_null())
    text +=
        fmt::format(" At {}: {} in double; certified: {}.", point_in_words(found.at("point")),
                    found.at("lhs").get<std::string>(), found.at("certified").get<std::string>());
  return text;
}

}  // namespace

std::string point_in_words(const json& point) {
  std::string text;
  for (const auto& [name, chosen] : point.items())
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, chosen.get<std::string>());
  return text;
}

std::string interval_in_words(const json& range) {
  if (range.is_null()) return "not available";
  const auto lower = range.at("lower").get<std::string>();
  const auto upper = range.at("upper").get<std::string>();
  return lower == upper ? lower : "[" + lower + ", " + upper + "]";
}

std::string verdict_in_words(const json& judged) {
  const std::string message =
      judged.at("message").is_null() ? "" : judged.at("message").get<std::string>();
  switch (kind_at<verdict>(judged, "verdict").value()) {
    case verdict::refuted:
      return refuted_in_words(judged);
    case verdict::contradicted:
      return "Contradicted by the values at finite sizes: " + message + ".";
    case verdict::invalid:
      return "Invalid: the claim could not be judged: " + message + ".";
    case verdict::undecided:
      return "Undecided: nothing was refuted, but not every point could be decided: " + message +
             ".";
    case verdict::proved:
      return message.starts_with("proved ") ? "P" + message.substr(1) + "."
                                            : "Proved: " + message + ".";
    case verdict::verified:
      return verified_in_words(judged);
    case verdict::supported:
      return "Supported by the values at finite sizes: " + message + ".";
  }
  return "";
}

std::vector<std::string> steps_of_proof(const json& judged) {
  const auto proof = judged.find("proof");
  // Results of earlier versions have no steps.
  if (proof == judged.end() || proof->is_null() || !proof->contains("steps")) return {};
  return proof->at("steps").get<std::vector<std::string>>();
}

std::string meaning_of_refutation(const json& claim) {
  if (kind_at<verdict>(claim, "verdict") != verdict::refuted) return "";
  const auto about = kind_at<concern>(claim, "about");
  const json only_randomized_response = json::array({"rr_pair"});
  if (about == concern::mechanism && claim.at("pairs") == only_randomized_response)
    return "The counterexample is a real mechanism, so the statement does not hold for every "
           "ε0-LDP mechanism.";
  if (about == concern::pair)
    return "The counterexample is the pair of distributions that the paper's own argument bounds: "
           "this route does not give the statement. It does not by itself show a mechanism that "
           "exceeds the bound.";
  return "";
}

std::string regime_in_words(const json& claim) {
  if (!claim.contains("regime") || !claim.at("regime").is_object() ||
      claim.at("regime").at("checked").is_null())
    return "";
  const json& regime = claim.at("regime");
  std::string where;
  for (const auto& condition : regime.at("conditions"))
    where += (where.empty() ? "" : ", ") + condition.get<std::string>();
  const auto checked = regime.at("checked").get<std::size_t>();
  if (checked == 0)
    return fmt::format("No point looked at lies where the paper uses the statement ({}).", where);
  const std::string points = count_of(regime, "checked", "point");
  if (kind_at<verdict>(claim, "verdict") != verdict::refuted)
    return fmt::format("Of the points looked at, {} lie{} where the paper uses the statement ({}).",
                       checked, checked == 1 ? "s" : "", where);
  const auto failing = regime.at("counterexamples").get<std::size_t>();
  if (failing == 0)
    return fmt::format(
        "The counterexamples lie outside of where the paper uses the statement ({}); of the {} "
        "looked at there, none certainly fails.",
        where, points);
  if (checked == 1)
    return fmt::format("Where the paper uses the statement ({}), it fails (one point).", where);
  return fmt::format(
      "Where the paper uses the statement ({}), it fails at {} of the {} looked at there.", where,
      failing, points);
}

std::optional<severity_class> severity_of(const json& claim) {
  if (!claim.contains("severity") || claim.at("severity").is_null()) return std::nullopt;
  return kind_at<severity_class>(claim.at("severity"), "class");
}

std::string severity_in_words(const json& claim) {
  if (!claim.contains("severity") || claim.at("severity").is_null()) return "";
  const json& severity = claim.at("severity");
  std::string text = fmt::format("{}: {}.", severity.at("class").get<std::string>(),
                                 severity.at("message").get<std::string>());
  const json& frontier = severity.at("frontier");
  if (!frontier.is_null() && !frontier.at("command").is_null())
    text += fmt::format(" Where between them it starts to fail: {}",
                        frontier.at("command").get<std::string>());
  return text;
}

std::string rate_in_words(const json& claim) {
  if (!claim.contains("along") || claim.at("along").is_null()) return "";
  const auto along = claim.at("along").get<std::string>();
  if (claim.at("order").is_null()) return fmt::format("tends to 0 as {} grows", along);
  return fmt::format("O({}^-{}) as {} grows", along, claim.at("order").get<std::string>(), along);
}

std::string double_in_words(const json& claim) {
  if (!claim.contains("double") || claim.at("double").is_null()) return "";
  const json& found = claim.at("double");
  const auto outcome = kind_at<double_outcome>(found, "outcome");
  if (outcome == double_outcome::out_of_reach)
    return "Plain double was not asked: its sums would have too many terms here.";
  if (kind_at<claim_kind>(claim, "kind") == claim_kind::rate) return orders_in_words(found);
  const auto compared = found.at("compared").get<std::size_t>();
  const std::string points = count_of(found, "compared", "point");
  std::string text =
      outcome == double_outcome::agrees
          ? fmt::format("Plain double says the same as the certified values at {}.",
                        compared == 1 ? "the one point compared" : fmt::format("all {}", points))
      : outcome == double_outcome::differs
          ? fmt::format("Of {} compared, plain double has the relation the other way at {}.",
                        points, found.at("different").get<std::size_t>())
          : fmt::format("Of {} compared, plain double has no value (infinity or NaN) at {}.",
                        points, found.at("without_value").get<std::size_t>());
  if (!found.at("point").is_null()) {
    text += fmt::format(" At {}:", point_in_words(found.at("point")));
    if (!found.at("lhs").is_null() && !found.at("rhs").is_null())
      text += fmt::format(" left side {}, right side {} in double;",
                          found.at("lhs").get<std::string>(), found.at("rhs").get<std::string>());
    if (!found.at("certified").is_null())
      text += fmt::format(" certified: the relation {}.", found.at("certified").get<std::string>());
    if (text.ends_with(';')) text.back() = '.';
    if (text.ends_with(':')) text.back() = '.';
  }
  if (!found.at("verdict").is_null() && outcome != double_outcome::agrees)
    text += fmt::format(" By double alone the verdict would have been \"{}\".",
                        found.at("verdict").get<std::string>());
  return text;
}

std::string dependency_in_words(const json& dependency) {
  std::string text = "Rests on " + dependency.at("id").get<std::string>();
  const auto status = kind_at<result_status>(dependency, "status");
  if (status == result_status::erratum)
    text += ", to which an erratum has been published (status: erratum).";
  else if (status == result_status::withdrawn)
    text += ", which has been withdrawn (status: withdrawn).";
  else
    text += status ? fmt::format(", status: {}.", to_text(*status)) : ".";
  if (!dependency.at("note").is_null()) text += " " + dependency.at("note").get<std::string>();
  return text;
}

std::string doubts_in_words(const json& claim) {
  std::string text;
  for (const auto& entry : claim.at("depends")) {
    const auto status = kind_at<result_status>(entry, "status");
    if (!status || *status == result_status::stands) continue;
    text += fmt::format("{}rests on {} ({})", text.empty() ? "" : ", ",
                        entry.at("id").get<std::string>(), to_text(*status));
  }
  return text;
}

std::string title_of(const std::string& id) {
  std::string title = id.substr(id.find('/') == std::string::npos ? 0 : id.find('/') + 1);
  std::string text;
  for (const char c : title) {
    if (c == '/')
      text += ", ";
    else
      text += c == '-' ? ' ' : c;
  }
  if (!text.empty()) text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
