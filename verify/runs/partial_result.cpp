#include "verify/runs/partial_result.hpp"

#include "claims/results/judgement_json.hpp"

namespace shufflecert::inline v0_1::claims {

json notes_of(const judgement& found) {
  json notes{{"only_rounding", found.only_rounding}, {"edge", nullptr}};
  if (!found.edge) return notes;
  json point = json::object();
  for (const auto& [name, text] : found.edge->point) point[name] = text;
  notes["edge"] = {
      {"point", std::move(point)}, {"leaves", found.edge->leaves}, {"over", found.edge->over}};
  return notes;
}

void add_notes(judgement& found, const json& notes) {
  found.only_rounding = notes.at("only_rounding").get<bool>();
  const json& edge = notes.at("edge");
  if (edge.is_null()) return;
  regime_edge read;
  for (const auto& [name, text] : edge.at("point").items())
    read.point[name] = text.get<std::string>();
  read.leaves = edge.at("leaves").get<std::vector<std::string>>();
  read.over = edge.at("over").get<std::string>();
  found.edge = std::move(read);
}

json to_json(const claim_result& result) {
  json one{{"id", result.id}};
  add_judgement(one, result.found);
  one["notes"] = notes_of(result.found);
  one["expect"] = or_null(result.expect);
  one["as_expected"] = result.as_expected;
  one["corrected"] = nullptr;
  if (result.corrected) {
    one["corrected"] = json::object();
    add_judgement(one["corrected"], *result.corrected);
  }
  return one;
}

claim_result claim_result_from(const json& object) {
  claim_result result;
  result.id = object.at("id").get<std::string>();
  result.found = judgement_from(object);
  add_notes(result.found, object.at("notes"));
  result.expect = kind_at<verdict>(object, "expect");
  result.as_expected = object.at("as_expected").get<bool>();
  if (const json& corrected = object.at("corrected"); !corrected.is_null())
    result.corrected = judgement_from(corrected);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
