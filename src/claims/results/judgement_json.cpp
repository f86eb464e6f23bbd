#include "claims/results/judgement_json.hpp"

#include <algorithm>
#include <array>
#include <limits>

namespace shufflecert::inline v0_1::claims {
namespace {

json to_json(const point_texts& point) {
  json result = json::object();
  for (const auto& [name, text] : point) result[name] = text;
  return result;
}

json to_json(const std::optional<decimal_interval>& range) {
  if (!range) return nullptr;
  return {{"lower", range->lower}, {"upper", range->upper}};
}

json to_json(const std::optional<counterexample>& example) {
  if (!example) return nullptr;
  return {{"point", to_json(example->point)},
          {"relation", example->relation},
          {"lhs", to_json(example->lhs)},
          {"rhs", to_json(example->rhs)},
          {"precision_bits", example->precision}};
}

json region_json(const judgement& found) {
  if (found.region.empty()) return nullptr;
  json result = json::object();
  for (const auto& [name, range] : found.region)
    result[name] = {{"lower", range.lower}, {"upper", range.upper}};
  return result;
}

json trend_json(const std::optional<rate_trend>& found) {
  if (!found) return nullptr;
  return {{"order", or_null(found->order)},      {"digits", found->order_digits},
          {"trend", to_text(found->trend)},      {"limit", or_null(found->limit)},
          {"limit_digits", found->limit_digits}, {"words", in_words(*found)}};
}

json to_json(const stated_region& region) {
  json result = json::object();
  for (const auto& [name, range] : region)
    result[name] = range.values.empty() ? json{{"lower", range.lower}, {"upper", range.upper}}
                                        : json{{"values", range.values}};
  return result;
}

json to_json(const std::vector<stated_region>& regions) {
  json list = json::array();
  for (const stated_region& region : regions) list.push_back(to_json(region));
  return list;
}

json proof_json(const judgement& found) {
  if (!found.proof) return nullptr;
  const proof_record& proof = *found.proof;
  return {{"complete", proof.is_complete},
          {"method", to_text(proof.method)},
          {"regions", to_json(proof.regions)},
          {"boxes", proof.boxes},
          {"open_boxes", proof.open_boxes},
          {"open", to_json(proof.open)},
          {"covers", to_text(proof.covers)},
          {"steps", proof.steps},
          {"evidence", proof.evidence ? json(to_text(*proof.evidence)) : json(nullptr)},
          {"reason", or_null(proof.reason)}};
}

json refuted_regions_json(const judgement& found) {
  json list = json::array();
  for (const refuted_region& one : found.refuted_regions)
    list.push_back({{"proved", one.is_proved},
                    {"region", to_json(one.region)},
                    {"witness", or_null(one.witness)},
                    {"shown", or_null(one.shown)},
                    {"point", one.point.empty() ? json(nullptr) : to_json(one.point)},
                    {"boxes", one.boxes},
                    {"reason", or_null(one.reason)},
                    {"words", in_words(one)}});
  return list;
}

// What tells which series the verdict is worded by: it stands in front, too.
constexpr std::array<const char*, 3> front_keys = {"point", "errors", "orders"};

json rate_json(const judgement& found) {
  if (!found.rate) return nullptr;
  const rate_evidence& rate = *found.rate;
  const auto series_json = [](const rate_series& one) {
    json errors = json::array();
    for (const error_at_size& at : one.errors)
      errors.push_back({{"size", at.size}, {"lower", at.error.lower}, {"upper", at.error.upper}});
    json orders = json::array();
    for (const local_order& at : one.orders)
      orders.push_back(
          {{"from", at.from}, {"to", at.to}, {"lower", at.order.lower}, {"upper", at.order.upper}});
    json result;
    result["point"] = to_json(one.point);
    result["verdict"] = to_text(one.outcome);
    result["reason"] = or_null(one.reason);
    result["errors"] = errors;
    result["orders"] = orders;
    result["extrapolated"] = trend_json(one.trend);
    return result;
  };
  json result{{"along", rate.along}, {"error", rate.error}, {"orders", json::array()}};
  result["claimed"] = rate.claimed;
  result["point"] = nullptr;
  result["errors"] = json::array();
  result["extrapolated"] = nullptr;
  result["series"] = json::array();
  for (const rate_series& one : rate.series) result["series"].push_back(series_json(one));
  // The series that the verdict is worded by stands in front.
  if (rate.front() != nullptr)
    for (const char* key : {"point", "errors", "orders", "extrapolated"})
      result[key] = result["series"][rate.deciding][key];
  result["theorem"] = rate.theorem;
  return result;
}

json regime_json(const judgement& found) {
  if (!found.regime) return nullptr;
  return {{"checked", found.regime->checked}, {"counterexamples", found.regime->counterexamples}};
}

json search_json(const judgement& found) {
  const std::string reason = reason_of_search(found);
  if (!found.search)
    return {{"points", 0},     {"reason", reason},         {"effort", nullptr},
            {"seed", nullptr}, {"evaluations", 0},         {"counterexamples", 0},
            {"undecided", 0},  {"ranges", json::object()}, {"smallest_margin", nullptr},
            {"complete", true}};
  const search_record& record = *found.search;
  json ranges = json::object();
  for (const auto& [name, range] : record.ranges)
    ranges[name] = {{"lower", range.lower}, {"upper", range.upper}};
  json closest;
  if (record.closest)
    closest = {{"point", to_json(record.closest->point)}, {"value", record.closest->value}};
  return {{"points", record.evaluations},      {"reason", or_null(reason)},
          {"effort", record.effort},           {"seed", record.seed},
          {"evaluations", record.evaluations}, {"counterexamples", record.counterexamples},
          {"undecided", record.undecided},     {"ranges", ranges},
          {"smallest_margin", closest},        {"complete", record.is_complete}};
}

json double_json(const std::optional<double_finding>& found) {
  if (!found) return nullptr;
  return {{"outcome", to_text(found->outcome)},
          {"verdict", or_null(found->alone)},
          {"compared", found->compared},
          {"different", found->different},
          {"without_value", found->without},
          {"beyond", found->beyond},
          {"point", found->point.empty() ? json(nullptr) : to_json(found->point)},
          {"lhs", or_null(found->lhs)},
          {"rhs", or_null(found->rhs)},
          {"certified", or_null(found->certified)}};
}

// The other way round.

// A whole number >= 0, which a file may write as 2.0 and, for a seed, as 1e300.
template <class Whole>
Whole whole_from(const json& value) {
  constexpr Whole most = std::numeric_limits<Whole>::max();
  if (value.is_number_integer()) {
    const auto number = value.get<std::uint64_t>();
    return number > static_cast<std::uint64_t>(most) ? most : static_cast<Whole>(number);
  }
  const auto number = value.get<double>();
  return number < static_cast<double>(most) ? static_cast<Whole>(number) : most;
}

template <class Whole>
Whole whole_at(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null() ? Whole{0} : whole_from<Whole>(*found);
}

// Null where the key is missing, too.
const json& value_at(const json& object, const char* key) {
  static const json none;
  const auto found = object.find(key);
  return found == object.end() ? none : *found;
}

std::string words_at(const json& object, const char* key) {
  return text_or_nothing(object, key).value_or("");
}

bool flag_at(const json& object, const char* key, bool otherwise) {
  const json& value = value_at(object, key);
  return value.is_null() ? otherwise : value.get<bool>();
}

std::vector<std::string> texts_at(const json& object, const char* key) {
  const json& value = value_at(object, key);
  return value.is_null() ? std::vector<std::string>() : value.get<std::vector<std::string>>();
}

template <named_kind Kind>
Kind kind_or(const json& object, const char* key, Kind otherwise) {
  return object.contains(key) ? kind_at<Kind>(object, key).value_or(otherwise) : otherwise;
}

point_texts point_from(const json& value) {
  point_texts point;
  if (value.is_null()) return point;
  for (const auto& [name, text] : value.items()) point.emplace(name, text.get<std::string>());
  return point;
}

decimal_interval enclosure_from(const json& value) {
  return {value.at("lower").get<std::string>(), value.at("upper").get<std::string>()};
}

std::optional<decimal_interval> side_from(const json& value) {
  return value.is_null() ? std::nullopt : std::optional(enclosure_from(value));
}

stated_region region_from(const json& value) {
  stated_region region;
  if (value.is_null()) return region;
  for (const auto& [name, range] : value.items())
    region.emplace(name, stated_range{words_at(range, "lower"), words_at(range, "upper"),
                                      texts_at(range, "values")});
  return region;
}

std::vector<stated_region> regions_from(const json& list) {
  std::vector<stated_region> regions;
  for (const json& one : list) regions.push_back(region_from(one));
  return regions;
}

counterexample example_from(const json& point, const json& relation, const json& sides) {
  return {point_from(point), side_from(sides.at("lhs")), side_from(sides.at("rhs")),
          relation.is_null() ? "" : relation.get<std::string>(),
          whole_at<bits>(sides, "precision_bits")};
}

std::optional<proof_record> proof_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  proof_record proof;
  proof.is_complete = flag_at(value, "complete", false);
  proof.method = kind_or(value, "method", proof.method);
  proof.regions = regions_from(value_at(value, "regions"));
  proof.boxes = whole_at<std::size_t>(value, "boxes");
  proof.open_boxes = whole_at<std::size_t>(value, "open_boxes");
  proof.open = regions_from(value_at(value, "open"));
  proof.covers = kind_or(value, "covers", proof.covers);
  proof.steps = texts_at(value, "steps");
  proof.reason = words_at(value, "reason");
  if (const auto found = value.find("evidence"); found != value.end() && found->is_string())
    proof.evidence = from_text<proof_evidence>(found->get<std::string>());
  return proof;
}

std::vector<refuted_region> refuted_regions_from(const json& list) {
  std::vector<refuted_region> regions;
  for (const json& value : list) {
    refuted_region& one = regions.emplace_back();
    one.is_proved = flag_at(value, "proved", false);
    one.region = region_from(value_at(value, "region"));
    one.witness = words_at(value, "witness");
    one.shown = words_at(value, "shown");
    one.point = point_from(value_at(value, "point"));
    one.boxes = whole_at<std::size_t>(value, "boxes");
    one.reason = words_at(value, "reason");
    one.words = words_at(value, "words");
  }
  return regions;
}

std::optional<rate_trend> trend_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  rate_trend found;
  found.trend = kind_or(value, "trend", found.trend);
  found.order = words_at(value, "order");
  found.limit = words_at(value, "limit");
  if (value.contains("digits")) found.order_digits = value.at("digits").get<int>();
  if (value.contains("limit_digits")) found.limit_digits = value.at("limit_digits").get<int>();
  return found;
}

rate_series series_from(const json& value) {
  rate_series series;
  series.point = point_from(value.at("point"));
  series.outcome = kind_at<verdict>(value, "verdict").value();
  series.reason = words_at(value, "reason");
  for (const json& at : value.at("errors"))
    series.errors.push_back({at.at("size").get<std::string>(), enclosure_from(at)});
  for (const json& at : value.at("orders"))
    series.orders.push_back(
        {at.at("from").get<std::string>(), at.at("to").get<std::string>(), enclosure_from(at)});
  series.trend = trend_from(value_at(value, "extrapolated"));
  return series;
}

std::optional<rate_evidence> rate_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  rate_evidence rate;
  rate.along = value.at("along").get<std::string>();
  rate.error = value.at("error").get<std::string>();
  rate.claimed = value.at("claimed").get<std::string>();
  const json& all = value.at("series");
  for (const json& one : all) rate.series.push_back(series_from(one));
  const auto is_in_front = [&](const json& one) {
    return std::all_of(front_keys.begin(), front_keys.end(),
                       [&](const char* key) { return one.at(key) == value.at(key); });
  };
  rate.deciding =
      static_cast<std::size_t>(std::find_if(all.begin(), all.end(), is_in_front) - all.begin());
  rate.theorem = texts_at(value, "theorem");
  return rate;
}

// Null counts: there is a regime, and no points were counted.
std::optional<regime_count> regime_from(const json& value) {
  if (value.is_null() || (value.at("checked").is_null() && value.at("counterexamples").is_null()))
    return std::nullopt;
  return regime_count{whole_at<std::size_t>(value, "checked"),
                      whole_at<std::size_t>(value, "counterexamples")};
}

// Without a search there is no effort; earlier versions wrote null then.
std::optional<search_record> search_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  if (value.contains("points") && value_at(value, "effort").is_null()) return std::nullopt;
  search_record record;
  record.reason = words_at(value, "reason");
  record.effort = whole_at<int>(value, "effort");
  record.seed = whole_at<std::uint64_t>(value, "seed");
  record.evaluations = whole_at<std::size_t>(value, "evaluations");
  record.counterexamples = whole_at<std::size_t>(value, "counterexamples");
  record.undecided = whole_at<std::size_t>(value, "undecided");
  for (const auto& [name, range] : value.at("ranges").items())
    record.ranges.emplace(name, searched_range{range.at("lower").get<std::string>(),
                                               range.at("upper").get<std::string>()});
  if (const json& closest = value_at(value, "smallest_margin"); !closest.is_null()) {
    // JSON has no other numbers: an infinite margin is null.
    const json& margin = value_at(closest, "value");
    record.closest = smallest_margin{
        point_from(value_at(closest, "point")),
        margin.is_null() ? std::numeric_limits<double>::quiet_NaN() : margin.get<double>()};
  }
  record.is_complete = flag_at(value, "complete", true);
  return record;
}

std::optional<double_finding> double_from(const json& value) {
  if (value.is_null()) return std::nullopt;
  double_finding found;
  found.outcome = kind_at<double_outcome>(value, "outcome").value();
  found.alone = kind_at<verdict>(value, "verdict");
  found.compared = whole_at<std::size_t>(value, "compared");
  found.different = whole_at<std::size_t>(value, "different");
  found.without = whole_at<std::size_t>(value, "without_value");
  found.beyond = whole_at<std::size_t>(value, "beyond");
  found.point = point_from(value.at("point"));
  found.lhs = words_at(value, "lhs");
  found.rhs = words_at(value, "rhs");
  found.certified = words_at(value, "certified");
  return found;
}

}  // namespace

void add_judgement(json& target, const judgement& found) {
  json undecided = json::array();
  // Up to 10^6 points: nothing of this size is copied.
  undecided.get_ref<json::array_t&>().reserve(found.undecided.size());
  for (const auto& point : found.undecided) undecided.push_back(to_json(point));
  target["verdict"] = to_text(found.outcome);
  target["checked"] = found.checked;
  target["tied"] = found.tied;
  target["undecided"] = std::move(undecided);
  target["seconds"] = found.seconds;
  target["counterexamples"] = found.counterexamples;
  target["witness"] = found.witness ? to_json(found.witness->point) : json(nullptr);
  target["failing"] = found.witness && found.outcome == verdict::refuted
                          ? json(found.witness->relation)
                          : json(nullptr);
  target["lhs"] = found.witness ? to_json(found.witness->lhs) : json(nullptr);
  target["rhs"] = found.witness ? to_json(found.witness->rhs) : json(nullptr);
  target["precision_bits"] = found.witness ? json(found.witness->precision) : json(nullptr);
  target["worst"] = to_json(found.worst);
  target["region"] = region_json(found);
  target["proof"] = proof_json(found);
  target["refuted_regions"] = refuted_regions_json(found);
  target["rate"] = rate_json(found);
  target["regime"] = regime_json(found);
  target["search"] = search_json(found);
  target["double"] = double_json(found.in_double);
  target["methods"] = found.methods;
  target["message"] = or_null(found.message);
  if (found.cautions) target["cautions"] = *found.cautions;
}

judgement judgement_from(const json& entry) {
  judgement found;
  found.outcome = kind_at<verdict>(entry, "verdict").value();
  found.checked = whole_at<std::size_t>(entry, "checked");
  found.tied = whole_at<std::size_t>(entry, "tied");
  found.undecided.reserve(entry.at("undecided").size());
  for (const json& open : entry.at("undecided")) found.undecided.push_back(point_from(open));
  found.seconds = entry.at("seconds").get<double>();
  found.counterexamples = whole_at<std::size_t>(entry, "counterexamples");
  if (const json& witness = entry.at("witness"); !witness.is_null())
    found.witness = example_from(witness, entry.at("failing"), entry);
  if (const json& worst = entry.at("worst"); !worst.is_null())
    found.worst = example_from(worst.at("point"), worst.at("relation"), worst);
  if (const json& region = entry.at("region"); !region.is_null())
    for (const auto& [name, range] : region.items())
      found.region.emplace(name, enclosure_from(range));
  found.proof = proof_from(value_at(entry, "proof"));
  found.refuted_regions = refuted_regions_from(value_at(entry, "refuted_regions"));
  found.rate = rate_from(entry.at("rate"));
  found.regime = regime_from(value_at(entry, "regime"));
  found.search = search_from(value_at(entry, "search"));
  if (const json& search = value_at(entry, "search"); !found.search && search.is_object())
    found.unsearched = words_at(search, "reason");
  found.in_double = double_from(value_at(entry, "double"));
  found.methods = texts_at(entry, "methods");
  found.message = words_at(entry, "message");
  found.cautions.reset();
  if (entry.contains("cautions")) found.cautions = texts_at(entry, "cautions");
  return found;
}

json severity_json(const std::optional<severity_finding>& found) {
  if (!found) return nullptr;
  json also = json::array();
  for (const severity_class which : found->also) also.push_back(to_text(which));
  json frontier = nullptr;
  if (found->edge) {
    const regime_edge& edge = *found->edge;
    frontier = {{"point", to_json(edge.point)},
                {"leaves", edge.leaves},
                {"over", or_null(edge.over)},
                {"command", or_null(found->frontier)}};
  }
  return {{"class", to_text(found->main)},
          {"also", also},
          {"message", found->message},
          {"frontier", frontier}};
}

std::optional<severity_finding> severity_from(const json& entry) {
  if (entry.is_null()) return std::nullopt;
  severity_finding found;
  found.main = kind_at<severity_class>(entry, "class").value();
  for (const std::string& name : texts_at(entry, "also"))
    if (const auto which = from_text<severity_class>(name)) found.also.push_back(*which);
  found.message = words_at(entry, "message");
  const json& frontier = entry.at("frontier");
  if (frontier.is_null()) return found;
  found.edge = regime_edge{point_from(value_at(frontier, "point")), texts_at(frontier, "leaves"),
                           words_at(frontier, "over")};
  found.frontier = words_at(frontier, "command");
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
