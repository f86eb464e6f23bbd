#include "reports/text/wording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>

#include "claims/catalogue/cautions.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string count_of(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// "2 of 3 points checked", "the one point checked"
std::string points_checked(std::size_t some, std::size_t checked) {
  return checked == 1 ? "the one point checked"
                      : fmt::format("{} of {} checked", some, count_of(checked, "point"));
}

// "the one point checked", "both points checked", "all 5 points checked".
std::string all_points_checked(std::size_t count) {
  if (count == 1) return "the one point checked";
  return fmt::format("{} points checked", count == 2 ? "both" : fmt::format("all {}", count));
}

template <class Range>
std::string range_in_words(const std::string& name, const Range& range) {
  return fmt::format("{} from {} to {}", name, range.lower, range.upper);
}

std::string range_in_words(const std::string& name, const stated_range& range) {
  if (!range.values.empty()) return fmt::format("{} = {}", name, fmt::join(range.values, ", "));
  return fmt::format("{} from {} to {}", name, range.lower, range.upper);
}

template <class Range>
std::string region_in_words(const std::map<std::string, Range>& region) {
  std::string text;
  for (const auto& [name, range] : region)
    text += (text.empty() ? "" : ", ") + range_in_words(name, range);
  return text;
}

// Whether the search was for a mechanism that breaks a relation about every one.
bool is_among_mechanisms(const judgement& judged) {
  const std::string name(any_mechanism_name);
  return (judged.witness && judged.witness->point.contains(name)) ||
         (judged.search && judged.search->closest && judged.search->closest->point.contains(name));
}

// What was checked beyond the listed points.
std::string search_in_words(const judgement& judged) {
  const search_record& search = *judged.search;
  if (is_among_mechanisms(judged))
    return fmt::format(" Of {} tried there, none breaks it; the nearest is {}.",
                       count_of(search.evaluations, "mechanism"),
                       point_in_words(search.closest->point));
  const std::string reason = search.reason.empty() ? "" : ": " + search.reason;
  if (search.evaluations == 0)
    return fmt::format(" A search found no further point to check{}.", reason);
  return fmt::format(" A search{} over {} found no counterexample at {}{}.",
                     search.is_complete ? "" : ", cut short,",
                     search.ranges.empty() ? "its domain" : region_in_words(search.ranges),
                     count_of(search.evaluations, "further point"), reason);
}

std::string refuted_in_words(const judgement& judged) {
  if (judged.rate) return "Refuted: " + judged.message + ".";
  if (!judged.region.empty())
    return fmt::format("Refuted: {}. The relation is certainly false on the whole region {}.",
                       judged.message, region_in_words(judged.region));
  if (is_among_mechanisms(judged))
    return fmt::format(
        "Refuted. At {}, there is a mechanism for which the relation is certainly false.",
        points_checked(judged.counterexamples, judged.checked));
  if (judged.search && judged.search->counterexamples > 0)
    return fmt::format(
        "Refuted. The relation is not certainly false at any listed point ({} checked), but a "
        "search beyond them found a point at which it is.",
        judged.checked);
  return fmt::format("Refuted. The relation is certainly false at {}.",
                     points_checked(judged.counterexamples, judged.checked));
}

// What is proved beside the verdict.
std::string proved_part_in_words(const judgement& judged) {
  if (!judged.proof || !judged.proof->is_complete) return "";
  std::string where;
  for (const stated_region& region : judged.proof->regions)
    where += (where.empty() ? "" : "; and for ") + region_in_words(region);
  return fmt::format(" Proved, at every point, is a part: for {}.", where);
}

// Whether the message of an invalid claim goes on after "the claim".
bool begins_with_verb(const std::string& message) {
  return message.starts_with("cannot be evaluated") || message.starts_with("has no points") ||
         message.starts_with("could not be judged");
}

std::string verified_in_words(const judgement& judged) {
  std::string text = fmt::format(
      "Verified: it holds at {}, which is no proof for {}.", all_points_checked(judged.checked),
      is_among_mechanisms(judged) ? "other points or mechanisms" : "other points");
  if (judged.tied > 0)
    text += fmt::format(
        " {} rests on both sides being equal to 50 digits, which is as far as they were compared.",
        judged.tied < judged.checked ? fmt::format("At {} of them it", judged.tied) : "It");
  if (judged.search)
    text += search_in_words(judged);
  else if (!judged.unsearched.empty())
    text += fmt::format(" No search beyond them was made: {}.", judged.unsearched);
  return text + proved_part_in_words(judged);
}

// The local orders of a rate, from errors in double.
std::string orders_in_words(const double_finding& found) {
  const std::string orders = count_of(found.compared, "local order");
  if (found.outcome == double_outcome::agrees)
    return fmt::format("From errors in plain double, the {} compared come out the same, to 0.01.",
                       orders);
  std::string text =
      found.outcome == double_outcome::differs
          ? fmt::format(
                "Of {} compared, {} come out more than 0.01 off from errors in plain double.",
                orders, found.different)
          : fmt::format("Of {} compared, {} have no value from errors in plain double.", orders,
                        found.without);
  if (!found.point.empty())
    text += fmt::format(" At {}: {} in double; certified: {}.", point_in_words(found.point),
                        found.lhs, found.certified);
  return text;
}

}  // namespace

std::string interval_in_words(const std::optional<decimal_interval>& range) {
  if (!range) return "not available";
  return range->lower == range->upper ? range->lower
                                      : "[" + range->lower + ", " + range->upper + "]";
}

bool is_software(const std::string& key) {
  return key.starts_with("software/");
}

std::string verdict_in_words(const judgement& judged) {
  const std::string& message = judged.message;
  switch (judged.outcome) {
    case verdict::refuted:
      return refuted_in_words(judged);
    case verdict::contradicted:
      return "Contradicted by the values at finite sizes: " + message + ".";
    case verdict::invalid:
      return begins_with_verb(message) ? "Invalid: the claim " + message + "."
                                       : "Invalid: the claim could not be judged: " + message + ".";
    case verdict::undecided:
      return message.starts_with("undecided ")
                 ? "U" + message.substr(1) + ". Nothing was refuted."
                 : "Undecided: nothing was refuted, but not every point could be decided: " +
                       message + ".";
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

std::string evidence_in_words(const judgement& judged) {
  if (judged.rate && !judged.rate->theorem.empty())
    return "Evidence: this rests on the rules for leading terms, which are derived by hand in "
           "docs/methods/rates.md, and on the bounds that the steps name. No other program has "
           "checked it.";
  if (!judged.proof || !judged.proof->evidence) return "";
  switch (*judged.proof->evidence) {
    case claims::proof_evidence::kernel:
      return "Evidence: Coq accepts this proof as a theorem without hypotheses.";
    case claims::proof_evidence::checker:
      return "Evidence: the second program, check-proof, accepts this proof by machine alone.";
    case claims::proof_evidence::by_hand:
      break;
  }
  return "Evidence: this proof rests on derivations by hand in docs/methods, or has steps that no "
         "other program is recorded to have checked.";
}

std::vector<std::string> steps_of_proof(const judgement& judged) {
  if (judged.rate && !judged.rate->theorem.empty()) return judged.rate->theorem;
  return judged.proof ? judged.proof->steps : std::vector<std::string>();
}

std::string code_text(const std::string& text) {
  std::string plain;
  for (const char c : text)
    plain += c == '`' ? '\'' : static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return plain;
}

std::string meaning_of_refutation(const recorded_claim& claim) {
  if (claim.found.outcome != verdict::refuted) return "";
  const auto about = claim.stated.concerns();
  if (says_that_other_inputs_may_leak_enough(claim.found.stated_cautions()))
    return "The counterexample is a lower bound that fails for some inputs of the other users. "
           "With "
           "other inputs the mechanism can leak more, so the statement may hold for them.";
  if (about == concern::mechanism && claim.stated.pairs == std::vector<std::string>{"rr_pair"})
    return "The counterexample is a real mechanism, so the statement does not hold for every "
           "ε0-LDP mechanism.";
  // A number that is misprinted says nothing of an argument.
  const bool is_printed_number =
      claim.found.witness && claim.found.witness->relation.starts_with("rounds_to(");
  if (about == concern::pair && !is_printed_number)
    return "The counterexample is the pair of distributions that the paper's own argument bounds: "
           "this route does not give the statement. It does not by itself show a mechanism that "
           "exceeds the bound.";
  return "";
}

std::string regime_in_words(const recorded_claim& claim) {
  if (!claim.found.regime || claim.stated.regime.empty()) return "";
  const auto& [checked, failing] = *claim.found.regime;
  const std::string where = fmt::format("{}", fmt::join(claim.stated.regime, ", "));
  if (checked == 0)
    return fmt::format("No point checked lies where the paper uses the statement ({}).", where);
  const std::string points = count_of(checked, "point");
  if (claim.found.outcome != verdict::refuted)
    return fmt::format("Of the points checked, {} lie{} where the paper uses the statement ({}).",
                       checked, checked == 1 ? "s" : "", where);
  if (failing == 0)
    return fmt::format(
        "The counterexamples lie outside the range in which the paper uses the statement ({}); {}.",
        where,
        checked == 1 ? "it does not certainly fail at the one point checked there"
                     : fmt::format("it certainly fails at none of the {} checked there", points));
  if (claim.found.search && claim.found.search->counterexamples > 0)
    return fmt::format(
        "Where the paper uses the statement ({}), it fails at {} that a search found.", where,
        count_of(failing, "point"));
  if (checked == 1)
    return fmt::format(
        "Where the paper uses the statement ({}), it fails at the one point checked there.", where);
  return fmt::format(
      "Where the paper uses the statement ({}), it fails at {} of the {} checked there.", where,
      failing, points);
}

std::optional<severity_class> severity_of(const recorded_claim& claim) {
  return claim.severity ? std::optional(claim.severity->main) : std::nullopt;
}

bool needs_mark_of_doubt(const recorded_claim& claim) {
  return claim.stated.transcription && severity_of(claim) != severity_class::doubtful_transcription;
}

std::string severity_in_words(const claim_result& result) {
  if (!result.severity) return "";
  std::string text = severity_in_one_line(result) + ".";
  if (!result.severity->frontier.empty())
    text +=
        fmt::format(" To find where in between it starts to fail: {}", result.severity->frontier);
  return text;
}

std::string rate_in_words(const stated_claim& claim) {
  if (!claim.along) return "";
  if (!claim.order) return fmt::format("tends to 0 as {} grows", *claim.along);
  return fmt::format("is O({}^-{}) as {} grows", *claim.along, *claim.order, *claim.along);
}

std::string existence_in_words(const stated_claim& claim) {
  if (claim.kind != claim_kind::exists) return "";
  if (claim.exists.empty()) return "There is a choice of all variables for which this is true:";
  return fmt::format("Whatever the other variables are, there is {} for which this is true:",
                     fmt::join(claim.exists, " and "));
}

std::string double_in_words(const recorded_claim& claim) {
  if (!claim.found.in_double) return "";
  const double_finding& found = *claim.found.in_double;
  if (found.outcome == double_outcome::out_of_reach)
    return "Not computed: the sums have too many terms here.";
  if (claim.stated.kind == claim_kind::rate) return orders_in_words(found);
  const std::string points = count_of(found.compared, "point");
  std::string text =
      found.outcome == double_outcome::agrees
          ? fmt::format(
                "Plain double says the same as the certified values at {}.",
                found.compared == 1 ? "the one point compared" : fmt::format("all {}", points))
      : found.outcome == double_outcome::differs
          ? fmt::format("Of {} compared, plain double has the relation the other way at {}.",
                        points, found.different)
          : fmt::format("Of {} compared, plain double has no value (infinity or NaN) at {}.",
                        points, found.without);
  if (!found.point.empty()) {
    text += fmt::format(" At {}:", point_in_words(found.point));
    if (!found.lhs.empty() && !found.rhs.empty())
      text += fmt::format(" left side {}, right side {} in double;", found.lhs, found.rhs);
    if (!found.certified.empty())
      text += fmt::format(" certified: the relation {}.", found.certified);
    if (text.ends_with(';')) text.back() = '.';
    if (text.ends_with(':')) text.back() = '.';
  }
  if (found.alone && found.outcome != double_outcome::agrees)
    text +=
        fmt::format(" By double alone the verdict would have been \"{}\".", to_text(*found.alone));
  return text;
}

std::string dependency_in_words(const stated_dependency& dependency) {
  std::string text = "Rests on " + dependency.id;
  const auto& status = dependency.status;
  if (status == result_status::erratum)
    text += ", to which an erratum has been published (status: erratum).";
  else if (status == result_status::withdrawn)
    text += ", which has been withdrawn (status: withdrawn).";
  else
    text += status ? fmt::format(", status: {}.", to_text(*status)) : ".";
  if (dependency.note) text += " " + *dependency.note;
  return text;
}

std::string caution_mark(const judgement& found) {
  return found.stated_cautions().empty() ? "" : "with a caution";
}

std::string doubts_in_words(const stated_claim& claim) {
  std::string text;
  for (const stated_dependency& one : claim.depends)
    if (one.status && *one.status != result_status::stands)
      text +=
          fmt::format("{}rests on {} ({})", text.empty() ? "" : ", ", one.id, to_text(*one.status));
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
