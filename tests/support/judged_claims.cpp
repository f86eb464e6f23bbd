#include "support/judged_claims.hpp"

#include <stdexcept>

#include "claims/judging/judge.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/results/results_json.hpp"

using namespace shufflecert;
using namespace shufflecert::claims;

catalogue read_text(const std::string& text) {
  return read_catalogue({{"test.toml", "format = 1\n" + text}});
}

std::string claim_of(const std::string& id, const std::string& lines) {
  return "[[claim]]\nid = \"" + id + "\"\n" + lines + "\n";
}

std::string claim_text(const std::string& lines, const std::string& check) {
  return claim_of("test/claim", lines + "\n[claim.check]\n" + check);
}

std::vector<claim_result> judge_all(const std::string& text, const judge_options& options) {
  const catalogue read = read_text(text);
  quantity_cache cache;
  std::vector<claim_result> results;
  for (const claim& c : read.claims) results.push_back(judge(c, read, cache, options));
  return results;
}

claim_result judge_one(const std::string& text, const judge_options& options) {
  auto results = judge_all(text, options);
  if (results.size() != 1) throw std::logic_error("the text has not exactly one claim");
  return results.front();
}

std::string message_of_points(const judgement& found) {
  const std::string unsearched = "; no search was made: " + found.unsearched;
  std::string message = found.message;
  if (const std::size_t place = message.find(unsearched); place != std::string::npos)
    message.erase(place, unsearched.size());
  return message;
}

std::string in_words(const judgement& found) {
  return to_text(found.outcome) + ": " + message_of_points(found);
}

std::string in_words(const point_texts& point) {
  return point_in_words(point, "");
}

std::string results_text(const std::string& text, const std::string& command) {
  using namespace shufflecert;
  catalogue read = read_text(text);
  link_catalogue(read);
  quantity_cache cache;
  std::vector<const claim*> subjects;
  std::vector<claim_result> results;
  for (const claim& c : read.claims) {
    subjects.push_back(&c);
    results.push_back(judge(c, read, cache, {}));
  }
  derive_severities(subjects, read, results);
  return results_json(command, read, subjects, results).dump(2);
}

const catalogue& builtin_catalogue() {
  static const catalogue read = read_catalogue(builtin_sources());
  return read;
}

const catalogue& linked_builtin_catalogue() {
  static const catalogue linked = [] {
    catalogue read = read_catalogue(builtin_sources());
    link_catalogue(read);
    return read;
  }();
  return linked;
}

namespace {

void collect_paths(const json& value, const json::json_pointer& at,
                   std::vector<json::json_pointer>& paths) {
  if (!at.empty()) paths.push_back(at);
  if (value.is_object())
    for (const auto& [key, inner] : value.items()) collect_paths(inner, at / key, paths);
  if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) collect_paths(value[i], at / i, paths);
}

}  // namespace

std::vector<json::json_pointer> paths_in(const json& root) {
  std::vector<json::json_pointer> paths;
  collect_paths(root, json::json_pointer(), paths);
  return paths;
}

nlohmann::ordered_json& entry_of(nlohmann::ordered_json& root, const std::string& id) {
  for (auto& entry : root.at("claims"))
    if (entry.at("id") == id) return entry;
  throw std::logic_error("no claim " + id);
}
