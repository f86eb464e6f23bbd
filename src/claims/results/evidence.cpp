#include "claims/results/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_schema.hpp"

namespace shufflecert {
namespace {

// Results files have fewer than ten levels.
constexpr int deepest_nesting = 32;
constexpr std::size_t longest_key = 100;
// The exponent up to which numbers are read exactly.
constexpr long largest_exponent = 1'000'000;

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

// An end of an enclosure, which may be a fraction.
struct read_end {
  extended value;
  bool is_widened = false;
};

// Beyond the exponents of exact numbers: moved outward. An end such as 1e-3000000 is read as 0
// below, and as 1e-1000000 above.
std::optional<read_end> widened_end(const std::string& text, bool is_lower) {
  constexpr std::size_t longest_exponent = 20;
  const std::size_t letter = text.find('e');
  if (letter == std::string::npos) return std::nullopt;
  const auto mantissa = parse_signed_decimal(text.substr(0, letter));
  std::string digits = text.substr(letter + 1);
  const bool is_small = digits.starts_with('-');
  if (is_small || digits.starts_with('+')) digits.erase(0, 1);
  const bool is_whole = !digits.empty() && digits.size() <= longest_exponent &&
                        digits.find_first_not_of("0123456789") == std::string::npos;
  if (!mantissa || !is_whole) return std::nullopt;
  if (*mantissa == 0) return read_end{};
  const bool is_positive = *mantissa > 0;
  const rational kept =
      *mantissa * power(rational(10), is_small ? -largest_exponent : largest_exponent);
  // Toward 0 a small number loses all its size, away from 0 a large one.
  const bool toward_zero = is_positive == is_lower;
  if (is_small) return read_end{{0, toward_zero ? rational(0) : kept}, true};
  if (toward_zero) return read_end{{0, kept}, true};
  return read_end{{is_positive ? 1 : -1, 0}, true};
}

std::optional<read_end> end_of(const std::string& text, bool is_lower) {
  const std::size_t slash = text.find('/');
  const auto above = parse_extended(text.substr(0, slash));
  if (slash == std::string::npos) {
    if (!above) return widened_end(text, is_lower);
    return read_end{*above, false};
  }
  const auto below = parse_decimal(text.substr(slash + 1));
  if (!above || !below || *below == 0 || above->infinite != 0) return std::nullopt;
  return read_end{{0, above->value / *below}, false};
}

read_end end_from(const located& value, bool is_lower) {
  const std::string text = value.text();
  const auto known = end_of(text, is_lower);
  if (!known)
    value.complain(
        fmt::format("expected a number such as \"0.25\", found '{}'", one_short_line(text, 60)));
  return *known;
}

recorded_enclosure enclosure_from(const located& value) {
  const read_end lower = end_from(value.at("lower"), true);
  const read_end upper = end_from(value.at("upper"), false);
  recorded_enclosure result{lower.value, upper.value, lower.is_widened || upper.is_widened};
  if (result.upper < result.lower) value.complain("the lower end is above the upper one");
  return result;
}

std::optional<recorded_enclosure> optional_enclosure(const located& value) {
  if (value.is_null()) return std::nullopt;
  return enclosure_from(value);
}

// An end of a region as the catalogue may state it: a number, or a constant formula.
std::string region_end_from(const located& value) {
  std::string text = value.text();
  if (end_of(text, true)) return text;
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

recorded_proof proof_from(const located& value) {
  recorded_proof result;
  result.is_complete = value.at("complete").flag();
  const auto method = from_text<proof_method>(value.at("method").text());
  result.is_by_algebra = method == proof_method::algebra;
  result.is_derived = method == proof_method::derivation;
  result.covers = from_text<proof_coverage>(value.at("covers").text());
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

recorded_series series_from(const located& one) {
  recorded_series series;
  series.point = point_from(one.at("point"));
  series.outcome = verdict_from(one.at("verdict"));
  for (const located& at : one.at("errors").members())
    series.errors.push_back({at.at("size").text(), enclosure_from(at)});
  for (const located& at : one.at("orders").members())
    series.orders.push_back({at.at("from").text(), at.at("to").text(), enclosure_from(at)});
  return series;
}

recorded_rate rate_from(const located& value) {
  recorded_rate result;
  result.along = value.at("along").text();
  result.error = value.at("error").text();
  static_cast<void>(value.at("claimed").text());
  for (const located& one : value.at("series").members()) {
    bool is_in_front = true;
    for (const char* key : {"point", "errors", "orders"})
      is_in_front = is_in_front && one.at(key).raw() == value.at(key).raw();
    if (is_in_front && !result.deciding) result.deciding = result.series.size();
    result.series.push_back(series_from(one));
  }
  return result;
}

// What a verdict must agree with, besides what it rests on.
void read_what_else_is_stated(const located& value, recorded_judgement& result) {
  const auto count_in = [](const located& object, const char* key) {
    if (!object.raw().is_object() || !object.raw().contains(key)) return std::uint64_t{0};
    const located number = object.at(key);
    return number.is_null() ? std::uint64_t{0} : number.count();
  };
  if (const located proof = value.at("proof"); !proof.is_null()) result.proof = proof_from(proof);
  for (const located& region : value.at("refuted_regions").members())
    if (region.at("proved").flag()) ++result.refuted_regions;
  if (const located search = value.at("search"); !search.is_null())
    result.found_counterexamples = count_in(search, "counterexamples");
  if (const located regime = value.at("regime"); !regime.is_null())
    result.regime_counterexamples = count_in(regime, "counterexamples");
}

recorded_judgement judgement_from(const located& value) {
  recorded_judgement result;
  result.outcome = verdict_from(value.at("verdict"));
  result.checked = value.at("checked").count();
  result.counterexamples = value.at("counterexamples").count();
  for (const located& open : value.at("undecided").members()) {
    static_cast<void>(point_from(open));
    ++result.undecided;
  }
  if (const located witness = value.at("witness"); !witness.is_null()) {
    const located failing = value.at("failing");
    result.witness =
        recorded_example{point_from(witness), failing.is_null() ? "" : failing.text(),
                         optional_enclosure(value.at("lhs")), optional_enclosure(value.at("rhs"))};
  }
  // Without a witness there is nothing that they could belong to.
  for (const char* key : {"failing", "lhs", "rhs", "precision_bits"})
    if (const located side = value.at(key); !result.witness && !side.is_null())
      side.complain("expected null, since there is no witness");
  if (const located worst = value.at("worst"); !worst.is_null())
    result.worst =
        recorded_example{point_from(worst.at("point")), worst.at("relation").text(),
                         optional_enclosure(worst.at("lhs")), optional_enclosure(worst.at("rhs"))};
  if (const located region = value.at("region"); !region.is_null()) {
    result.stated = region_from(region);
    for (const auto& [name, range] : region.entries()) {
      const stated_range& ends = result.stated.at(name);
      // Ends that are formulas are held against those of the claim, and no number is needed.
      if (end_of(ends.lower, true) && end_of(ends.upper, false))
        result.region.emplace(name, enclosure_from(range));
    }
  }
  read_what_else_is_stated(value, result);
  if (const located rate = value.at("rate"); !rate.is_null()) result.rate = rate_from(rate);
  // Not judged again, but a file in which they are of another kind is not one of ours.
  result.tied = value.at("tied").count();
  static_cast<void>(value.at("seconds").number());
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
  result.has_severity = !value.at("severity").is_null();
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

std::optional<extended> parse_extended(const std::string& text) {
  constexpr std::size_t longest_exponent = 8;
  if (text == "inf") return extended{1, 0};
  if (text == "-inf") return extended{-1, 0};
  // Literals of formulas have smaller exponents than values may have.
  const std::size_t letter = text.find('e');
  auto value = parse_signed_decimal(text.substr(0, letter));
  if (!value || letter == std::string::npos)
    return value ? std::optional<extended>({0, *value}) : std::nullopt;
  const std::string digits = text.substr(letter + 1);
  const bool has_sign = digits.starts_with("-") || digits.starts_with("+");
  const auto size = parse_decimal(digits.substr(has_sign ? 1 : 0));
  if (!size || !is_integer(*size) || digits.size() > longest_exponent || *size > largest_exponent)
    return std::nullopt;
  const auto exponent = static_cast<long>(*to_int64(*size));
  return extended{0, *value * power(rational(10), digits.starts_with("-") ? -exponent : exponent)};
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
  return results;
}

}  // namespace shufflecert
