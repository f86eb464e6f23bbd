#include "claims/results/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/exact_ends.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_schema.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Results files have fewer than ten levels.
constexpr int deepest_nesting = 32;
constexpr std::size_t longest_key = 100;
// One value of the file and where it stands, so that a complaint can name it.
class located {
 public:
  located(const json& value, std::string place) : value_(value), place_(std::move(place)) {}

  [[noreturn]] void complain(const std::string& what) const {
    throw evidence_error(fmt::format("{}: {}", place_, what));
  }

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] const json& raw() const { return value_; }
  [[nodiscard]] std::string place_of(std::string_view key) const {
    return fmt::format("{}{}'{}'", place_, place_.empty() ? "" : ", ", key);
  }

  [[nodiscard]] located at(const char* key) const {
    require(value_.is_object(), "an object");
    const auto found = value_.find(key);
    if (found == value_.end()) complain(fmt::format("the key '{}' is missing", key));
    return {*found, place_of(key)};
  }

  [[nodiscard]] std::string text() const {
    require(value_.is_string(), "a string");
    return value_.get<std::string>();
  }

  [[nodiscard]] bool flag() const {
    require(value_.is_boolean(), "true or false");
    return value_.get<bool>();
  }

  [[nodiscard]] double number() const {
    require(value_.is_number(), "a number");
    return value_.get<double>();
  }

  [[nodiscard]] std::uint64_t count() const {
    require(value_.is_number_unsigned(), "a whole number >= 0");
    return value_.get<std::uint64_t>();
  }

  [[nodiscard]] std::vector<located> members() const {
    require(value_.is_array(), "an array");
    std::vector<located> result;
    result.reserve(value_.size());
    for (std::size_t i = 0; i < value_.size(); ++i)
      result.emplace_back(value_.at(i), fmt::format("{}, entry {}", place_, i + 1));
    return result;
  }

  [[nodiscard]] std::vector<std::pair<std::string, located>> entries() const {
    require(value_.is_object(), "an object");
    std::vector<std::pair<std::string, located>> result;
    for (const auto& [key, value] : value_.items())
      result.emplace_back(key, located(value, place_of(key)));
    return result;
  }

 private:
  void require(bool is_right, const char* expected) const {
    if (!is_right) complain(fmt::format("expected {}, found {}", expected, value_.type_name()));
  }

  const json& value_;
  std::string place_;
};

verdict verdict_from(const located& value) {
  const std::string text = value.text();
  if (const auto known = from_text<verdict>(text)) return *known;
  value.complain(fmt::format("there is no verdict '{}'", text));
}

// The two ends of an enclosure, which are numbers.
decimal_interval enclosure_from(const located& value) {
  decimal_interval result{value.at("lower").text(), value.at("upper").text()};
  for (const std::string* end : {&result.lower, &result.upper})
    if (!exact_ends({*end, *end}))
      value.at(end == &result.lower ? "lower" : "upper")
          .complain(fmt::format("expected a number such as \"0.25\", found '{}'",
                                one_short_line(*end, 60)));
  const exact_interval known = *exact_ends(result);
  if (known.upper < known.lower) value.complain("the lower end is above the upper one");
  return result;
}

std::optional<decimal_interval> optional_enclosure(const located& value) {
  if (value.is_null()) return std::nullopt;
  return enclosure_from(value);
}

// An end of a region as the catalogue may state it: a number, or a constant formula.
std::string region_end_from(const located& value) {
  std::string text = value.text();
  if (exact_ends({text, text})) return text;
  try {
    static_cast<void>(read_point_value(text));
  } catch (const formula_error&) {
    value.complain(fmt::format("expected a number such as \"0.25\" or \"log(3)\", found '{}'",
                               one_short_line(text, 60)));
  }
  return text;
}

stated_region region_from(const located& value) {
  stated_region result;
  for (const auto& [name, range] : value.entries()) {
    stated_range& one = result[name];
    if (range.raw().is_object() && range.raw().contains("values")) {
      for (const located& each : range.at("values").members()) one.values.push_back(each.text());
      continue;
    }
    one.lower = region_end_from(range.at("lower"));
    one.upper = region_end_from(range.at("upper"));
  }
  return result;
}

proof_record proof_from(const located& value) {
  proof_record result;
  result.is_complete = value.at("complete").flag();
  const located method = value.at("method");
  const auto known_method = from_text<proof_method>(method.text());
  if (!known_method) method.complain(fmt::format("there is no method '{}'", method.text()));
  result.method = *known_method;
  const located covers = value.at("covers");
  const auto known_cover = from_text<proof_coverage>(covers.text());
  if (!known_cover) covers.complain(fmt::format("nothing covers '{}'", covers.text()));
  result.covers = *known_cover;
  for (const located& region : value.at("regions").members())
    result.regions.push_back(region_from(region));
  result.open_boxes = value.at("open_boxes").count();
  return result;
}

point_texts point_from(const located& value) {
  point_texts point;
  for (const auto& [name, text] : value.entries()) point[name] = text.text();
  return point;
}

rate_series series_from(const located& one) {
  rate_series series;
  series.point = point_from(one.at("point"));
  series.outcome = verdict_from(one.at("verdict"));
  for (const located& at : one.at("errors").members())
    series.errors.push_back({at.at("size").text(), enclosure_from(at)});
  for (const located& at : one.at("orders").members())
    series.orders.push_back({at.at("from").text(), at.at("to").text(), enclosure_from(at)});
  return series;
}

rate_evidence rate_from(const located& value) {
  rate_evidence result;
  result.along = value.at("along").text();
  result.error = value.at("error").text();
  result.claimed = value.at("claimed").text();
  std::optional<std::size_t> in_front;
  for (const located& one : value.at("series").members()) {
    bool is_in_front = true;
    for (const char* key : {"point", "errors", "orders"})
      is_in_front = is_in_front && one.at(key).raw() == value.at(key).raw();
    if (is_in_front && !in_front) in_front = result.series.size();
    result.series.push_back(series_from(one));
  }
  result.deciding = in_front.value_or(result.series.size());
  return result;
}

// What a verdict must agree with, besides what it rests on.
void read_what_else_is_stated(const located& value, judgement& result) {
  const auto count_in = [](const located& object, const char* key) {
    if (!object.raw().is_object() || !object.raw().contains(key)) return std::uint64_t{0};
    const located number = object.at(key);
    return number.is_null() ? std::uint64_t{0} : number.count();
  };
  if (const located proof = value.at("proof"); !proof.is_null()) result.proof = proof_from(proof);
  for (const located& region : value.at("refuted_regions").members())
    result.refuted_regions.emplace_back().is_proved = region.at("proved").flag();
  if (const located search = value.at("search"); !search.is_null())
    result.search.emplace().counterexamples = count_in(search, "counterexamples");
  if (const located regime = value.at("regime"); !regime.is_null())
    result.regime = regime_count{count_in(regime, "checked"), count_in(regime, "counterexamples")};
}

counterexample example_from(const located& point, const located& relation, const located& sides) {
  counterexample result;
  result.point = point_from(point);
  result.relation = relation.is_null() ? "" : relation.text();
  result.lhs = optional_enclosure(sides.at("lhs"));
  result.rhs = optional_enclosure(sides.at("rhs"));
  return result;
}

judgement judgement_from(const located& value) {
  judgement result;
  result.outcome = verdict_from(value.at("verdict"));
  result.checked = value.at("checked").count();
  result.tied = value.at("tied").count();
  result.counterexamples = value.at("counterexamples").count();
  for (const located& open : value.at("undecided").members())
    result.undecided.push_back(point_from(open));
  if (const located witness = value.at("witness"); !witness.is_null())
    result.witness = example_from(witness, value.at("failing"), value);
  // Without a witness there is nothing that they could belong to.
  for (const char* key : {"failing", "lhs", "rhs", "precision_bits"})
    if (const located side = value.at(key); !result.witness && !side.is_null())
      side.complain("expected null, since there is no witness");
  if (const located worst = value.at("worst"); !worst.is_null()) {
    static_cast<void>(worst.at("relation").text());
    result.worst = example_from(worst.at("point"), worst.at("relation"), worst);
  }
  if (const located region = value.at("region"); !region.is_null())
    for (const auto& [name, range] : region_from(region)) {
      // Ends that are formulas are held against those of the claim, and no number is needed.
      const decimal_interval ends{range.lower, range.upper};
      if (exact_ends(ends)) static_cast<void>(enclosure_from(region.at(name.c_str())));
      result.region.emplace(name, ends);
    }
  read_what_else_is_stated(value, result);
  if (const located rate = value.at("rate"); !rate.is_null()) result.rate = rate_from(rate);
  // Not judged again, but a file in which they are of another kind is not one of ours.
  result.seconds = value.at("seconds").number();
  static_cast<void>(value.at("precision_bits").is_null() || value.at("precision_bits").count());
  static_cast<void>(value.at("message").is_null() || !value.at("message").text().empty());
  for (const located& method : value.at("methods").members()) static_cast<void>(method.text());
  return result;
}

recorded_claim claim_from(const json& entry, const std::string& id) {
  const located value(entry, fmt::format("claim '{}'", id));
  recorded_claim result;
  result.id = id;
  result.found = judgement_from(value);
  if (const located corrected = value.at("corrected"); !corrected.is_null())
    result.corrected = judgement_from(corrected);
  result.as_expected = value.at("as_expected").flag();
  static_cast<void>(value.at("severity"));
  result.entry = entry;
  return result;
}

void check_digest(const located& value, const std::string& expected, const std::string& what) {
  if (!value.raw().contains("digest"))
    value.complain("it has no 'digest': it was altered, or written by an older version");
  if (value.at("digest").text() != expected)
    value.complain(what + " was altered after it was written");
}

}  // namespace

json parse_results(const std::string& text) {
  std::vector<std::set<std::string>> keys;
  const json::parser_callback_t look = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > deepest_nesting)
      throw evidence_error(fmt::format("it is nested deeper than {} levels", deepest_nesting));
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw evidence_error(fmt::format("the key '{}' stands twice in one object",
                                       one_short_line(value.get<std::string>(), longest_key)));
    return true;
  };
  try {
    return json::parse(text, look);
  } catch (const json::parse_error& error) {
    throw evidence_error(fmt::format("it is not JSON: the error is near byte {}", error.byte));
  } catch (const json::exception&) {
    throw evidence_error("it is not JSON that could be read");
  }
}

recorded_results read_evidence(const std::string& text) {
  const json root = parse_results(text);
  const located file(root, "the file");
  recorded_results results;
  results.version = file.at("version").text();
  static_cast<void>(file.at("command").text());
  for (const located& input : file.at("inputs").members())
    results.inputs.push_back({input.at("file").text(), input.at("sha256").text()});
  std::set<std::string> ids;
  const auto entries = file.at("claims").members();
  results.claims.reserve(entries.size());
  for (const located& entry : entries) {
    const std::string id = entry.at("id").text();
    if (!ids.insert(id).second) entry.complain(fmt::format("claim '{}' stands there twice", id));
    check_digest(located(entry.raw(), fmt::format("claim '{}'", id)),
                 claim_digest(root, entry.raw()),
                 "its entry, or what the file says of its inputs,");
  }
  check_digest(file, file_digest(root), "something besides the entries of claims, or their list,");
  for (const located& entry : entries)
    results.claims.push_back(claim_from(entry.raw(), entry.at("id").text()));
  if (const auto fault = fault_in_results(root)) throw evidence_error(*fault);
  if (root.contains("statements")) results.statements = root.at("statements");
  if (root.contains("findings")) results.findings = root.at("findings");
  return results;
}

}  // namespace shufflecert::inline v0_1::claims
