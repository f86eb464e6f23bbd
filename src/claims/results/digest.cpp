#include "claims/results/digest.hpp"

#include "claims/text/sha256.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// nlohmann::json keeps its keys sorted, so that equal contents give equal text.
std::string canonical(const json& value) {
  return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

json without_digest(const json& object) {
  json rest = object;
  rest.erase("digest");
  return rest;
}

}  // namespace

std::string claim_digest(const json& root, const json& entry) {
  json whole;
  for (const char* key : {"version", "command", "inputs"})
    whole[key] = root.contains(key) ? root.at(key) : json(nullptr);
  whole["claim"] = without_digest(entry);
  return sha256(canonical(whole));
}

std::string file_digest(const json& root) {
  json rest = json::object();
  for (const auto& [key, value] : root.items())
    if (key != "digest" && key != "claims") rest[key] = value;
  json digests = json::array();
  for (const json& entry : root.at("claims")) digests.push_back(entry.at("digest"));
  rest["claims"] = std::move(digests);
  return sha256(canonical(rest));
}

void add_digests(json& root) {
  for (json& entry : root.at("claims")) entry["digest"] = claim_digest(root, entry);
  root["digest"] = file_digest(root);
}

}  // namespace shufflecert::inline v0_1::claims
