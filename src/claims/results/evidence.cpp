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

// What is judged again has to be there, and of a kind that can be: complaints name the claim.

void require_verdict(const located& value) {
  const std::string text = value.text();
  if (!from_text<verdict>(text)) value.complain(fmt::format("there is no verdict '{}'", text));
}

// The two ends of an enclosure, which are numbers.
void require_enclosure(const located& value) {
  const decimal_interval stated{value.at("lower").text(), value.at("upper").text()};
  for (const std::string* end : {&stated.lower, &stated.upper})
    if (!exact_ends({*end, *end}))
      value.at(end == &stated.lower ? "lower" : "upper")
          .complain(fmt::format("expected a number such as \"0.25\", found '{}'",
                                one_short_line(*end, 60)));
  const exact_interval known = *exact_ends(stated);
  if (known.upper < known.lower) value.complain("the lower end is above the upper one");
}

// An end of a region as the catalogue may state it: a number, or a constant formula.
void require_region_end(const located& value) {
  const std::string text = value.text();
  if (exact_ends({text, text})) return;
  try {
    static_cast<void>(read_point_value(text));
  } catch (const formula_error&) {
    value.complain(fmt::format("expected a number such as \"0.25\" or \"log(3)\", found '{}'",
                               one_short_line(text, 60)));
  }
}

void require_region(const located& value) {
  for (const auto& [name, range] : value.entries()) {
    if (range.raw().is_object() && range.raw().contains("values")) {
      for (const located& each : range.at("values").members()) static_cast<void>(each.text());
      continue;
    }
    require_region_end(range.at("lower"));
    require_region_end(range.at("upper"));
  }
}

void require_proof(const located& value) {
  static_cast<void>(value.at("complete").flag());
  const located method = value.at("method");
  if (!from_text<proof_method>(method.text()))
    method.complain(fmt::format("there is no method '{}'", method.text()));
  const located covers = value.at("covers");
  if (!from_text<proof_coverage>(covers.text()))
    covers.complain(fmt::format("nothing covers '{}'", covers.text()));
  for (const located& region : value.at("regions").members()) require_region(region);
  static_cast<void>(value.at("open_boxes").count());
}

void require_point(const located& value) {
  for (const auto& [name, text] : value.entries()) static_cast<void>(text.text());
}

void require_series(const located& one) {
  require_point(one.at("point"));
  require_verdict(one.at("verdict"));
  for (const located& at : one.at("errors").members()) {
    static_cast<void>(at.at("size").text());
    require_enclosure(at);
  }
  for (const located& at : one.at("orders").members()) {
    static_cast<void>(at.at("from").text());
    static_cast<void>(at.at("to").text());
    require_enclosure(at);
  }
}

void require_rate(const located& value) {
  for (const char* key : {"along", "error", "claimed"}) static_cast<void>(value.at(key).text());
  for (const located& one : value.at("series").members()) {
    for (const char* key : {"point", "errors", "orders"}) {
      static_cast<void>(one.at(key));
      static_cast<void>(value.at(key));
    }
    require_series(one);
  }
}

// What a verdict must agree with, besides what it rests on.
void require_what_else_is_stated(const located& value) {
  const auto require_count = [](const located& object, const char* key) {
    if (!object.raw().is_object() || !object.raw().contains(key)) return;
    if (const located number = object.at(key); !number.is_null()) static_cast<void>(number.count());
  };
  if (const located proof = value.at("proof"); !proof.is_null()) require_proof(proof);
  for (const located& region : value.at("refuted_regions").members())
    static_cast<void>(region.at("proved").flag());
  if (const located search = value.at("search"); !search.is_null())
    require_count(search, "counterexamples");
  if (const located regime = value.at("regime"); !regime.is_null()) {
    require_count(regime, "checked");
    require_count(regime, "counterexamples");
  }
}

void require_example(const located& point, const located& relation, const located& sides) {
  require_point(point);
  static_cast<void>(relation.is_null() || !relation.text().empty());
  for (const char* key : {"lhs", "rhs"})
    if (const located side = sides.at(key); !side.is_null()) require_enclosure(side);
}

void require_judgement(const located& value) {
  require_verdict(value.at("verdict"));
  for (const char* key : {"checked", "tied", "counterexamples"})
    static_cast<void>(value.at(key).count());
  for (const located& open : value.at("undecided").members()) require_point(open);
  const bool has_witness = !value.at("witness").is_null();
  if (has_witness) require_example(value.at("witness"), value.at("failing"), value);
  // Without a witness there is nothing that they could belong to.
  for (const char* key : {"failing", "lhs", "rhs", "precision_bits"})
    if (const located side = value.at(key); !has_witness && !side.is_null())
      side.complain("expected null, since there is no witness");
  if (const located worst = value.at("worst"); !worst.is_null()) {
    static_cast<void>(worst.at("relation").text());
    require_example(worst.at("point"), worst.at("relation"), worst);
  }
  if (const located region = value.at("region"); !region.is_null()) {
    require_region(region);
    for (const auto& [name, range] : region.entries())
      // Ends that are formulas are held against those of the claim, and no number is needed.
      if (exact_ends({range.at("lower").text(), range.at("upper").text()}))
        require_enclosure(range);
  }
  require_what_else_is_stated(value);
  if (const located rate = value.at("rate"); !rate.is_null()) require_rate(rate);
  // Not judged again, but a file in which they are of another kind is not one of ours.
  static_cast<void>(value.at("seconds").number());
  static_cast<void>(value.at("precision_bits").is_null() || value.at("precision_bits").count());
  static_cast<void>(value.at("message").is_null() || !value.at("message").text().empty());
  for (const located& method : value.at("methods").members()) static_cast<void>(method.text());
}

void require_claim(const json& entry, const std::string& id) {
  const located value(entry, fmt::format("claim '{}'", id));
  require_judgement(value);
  if (const located corrected = value.at("corrected"); !corrected.is_null())
    require_judgement(corrected);
  static_cast<void>(value.at("as_expected").flag());
  static_cast<void>(value.at("severity"));
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

void require_digests(const json& root) {
  const located file(root, "the file");
  std::set<std::string> ids;
  for (const located& entry : file.at("claims").members()) {
    const std::string id = entry.at("id").text();
    if (!ids.insert(id).second) entry.complain(fmt::format("claim '{}' stands there twice", id));
    check_digest(located(entry.raw(), fmt::format("claim '{}'", id)),
                 claim_digest(root, entry.raw()),
                 "its entry, or what the file says of its inputs,");
  }
  check_digest(file, file_digest(root), "something besides the entries of claims, or their list,");
}

recorded_results read_evidence(const std::string& text) {
  return evidence_in(parse_results(text));
}

recorded_results evidence_in(json root) {
  const located file(root, "the file");
  static_cast<void>(file.at("version").text());
  static_cast<void>(file.at("command").text());
  for (const located& input : file.at("inputs").members()) {
    static_cast<void>(input.at("file").text());
    static_cast<void>(input.at("sha256").text());
  }
  require_digests(root);
  const auto entries = file.at("claims").members();
  for (const located& entry : entries) require_claim(entry.raw(), entry.at("id").text());
  if (const auto fault = fault_in_results(root)) throw evidence_error(*fault);
  return results_from(std::move(root));
}

}  // namespace shufflecert::inline v0_1::claims
