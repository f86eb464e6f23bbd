#include "verify/accounting/calibration_json.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

rational rational_from(const json& text) {
  return rational(text.get<std::string>());
}

json side_json(const std::optional<decimal_interval>& side) {
  if (!side) return nullptr;
  return {side->lower, side->upper};
}

std::optional<decimal_interval> side_from(const json& object) {
  if (object.is_null()) return std::nullopt;
  return decimal_interval{object.at(0).get<std::string>(), object.at(1).get<std::string>()};
}

json value_json(const std::optional<calibrated_value>& value) {
  if (!value) return nullptr;
  return {{"value", value->value.str()},
          {"left", side_json(value->left)},
          {"right", side_json(value->right)}};
}

std::optional<calibrated_value> value_from(const json& object) {
  if (object.is_null()) return std::nullopt;
  return calibrated_value{rational_from(object.at("value")), side_from(object.at("left")),
                          side_from(object.at("right"))};
}

}  // namespace

json to_json(const calibration& found) {
  json part = nullptr;
  if (found.proved_part) part = {found.proved_part->first.str(), found.proved_part->second.str()};
  return {{"holds", value_json(found.holds)}, {"fails", value_json(found.fails)},
          {"largest", found.is_largest},      {"proved", found.is_proved},
          {"proved_part", std::move(part)},   {"reason", found.reason},
          {"evaluations", found.evaluations}, {"methods", found.methods}};
}

calibration calibration_from(const json& object) {
  calibration found;
  found.holds = value_from(object.at("holds"));
  found.fails = value_from(object.at("fails"));
  found.is_largest = object.at("largest").get<bool>();
  found.is_proved = object.at("proved").get<bool>();
  if (const json& part = object.at("proved_part"); !part.is_null())
    found.proved_part = {rational_from(part.at(0)), rational_from(part.at(1))};
  found.reason = object.at("reason").get<std::string>();
  found.evaluations = object.at("evaluations").get<std::size_t>();
  found.methods = object.at("methods").get<std::set<std::string>>();
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
