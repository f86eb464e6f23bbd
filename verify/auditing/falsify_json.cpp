#include "verify/auditing/falsify_json.hpp"

#include <stdexcept>

namespace shufflecert::inline v0_1::claims {
namespace {

json mechanism_row(const std::optional<staircase_mechanism>& found) {
  if (!found) return nullptr;
  json shared = json::array();
  for (const auto& [inputs, weight] : found->shared) shared.push_back({inputs, weight});
  return {{"favoured", found->favoured},
          {"shared", std::move(shared)},
          {"by_nobody", found->by_nobody},
          {"others", found->others}};
}

std::optional<staircase_mechanism> mechanism_from(const json& object) {
  if (object.is_null()) return std::nullopt;
  staircase_mechanism found;
  found.favoured = object.at("favoured").get<long>();
  for (const json& one : object.at("shared"))
    found.share(one.at(0).get<input_set>(), one.at(1).get<long>());
  found.by_nobody = object.at("by_nobody").get<long>();
  found.others = object.at("others").get<decltype(found.others)>();
  if (!found.is_usable()) throw std::runtime_error("no mechanism");
  return found;
}

}  // namespace

json to_json(const falsify_result& found) {
  // JSON has no infinity.
  const json gap = found.nearest ? json(found.nearest_gap) : json(nullptr);
  return {{"broken_by", mechanism_row(found.broken_by)},
          {"nearest", mechanism_row(found.nearest)},
          {"gap", gap},
          {"looked_at", found.looked_at},
          {"undecided", found.undecided},
          {"tied", found.tied},
          {"without_value", found.without_value},
          {"outputs", {found.fewest_outputs, found.most_outputs}},
          {"open", found.open},
          {"no_value", found.no_value}};
}

falsify_result falsify_result_from(const json& object) {
  falsify_result found;
  found.broken_by = mechanism_from(object.at("broken_by"));
  found.nearest = mechanism_from(object.at("nearest"));
  if (found.nearest) found.nearest_gap = object.at("gap").get<double>();
  found.looked_at = object.at("looked_at").get<std::size_t>();
  found.undecided = object.at("undecided").get<std::size_t>();
  found.tied = object.at("tied").get<std::size_t>();
  found.without_value = object.at("without_value").get<std::size_t>();
  found.fewest_outputs = object.at("outputs").at(0).get<std::size_t>();
  found.most_outputs = object.at("outputs").at(1).get<std::size_t>();
  found.open = object.at("open").get<std::string>();
  found.no_value = object.at("no_value").get<std::string>();
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
