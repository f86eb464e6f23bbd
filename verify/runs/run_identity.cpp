#include "verify/runs/run_identity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/results/results_json.hpp"
#include "claims/text/sha256.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string listed(const std::vector<std::string>& names) {
  if (names.empty()) return "the built-in catalogue";
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
  return text;
}

const input_file* find_input(const std::vector<input_file>& inputs, const std::string& file) {
  const auto found = std::find_if(inputs.begin(), inputs.end(),
                                  [&](const input_file& one) { return one.file == file; });
  return found == inputs.end() ? nullptr : &*found;
}

// Whether no effort was asked for.
bool is_default(const search_options& search) {
  return search.effort == default_effort && search.largest_effort > 0;
}

std::string effort_in_words(const search_options& search) {
  return is_default(search) ? "the default" : std::to_string(search.effort);
}

}  // namespace

run_identity identify(const catalogue& read, const std::vector<std::string>& names,
                      const std::vector<const claim*>& all, const search_options& search,
                      const run_part& part) {
  std::string ids;
  for (const claim* subject : all) ids += subject->id + "\n";
  return {version(), names, read.inputs, sha256(ids), search, part};
}

std::optional<std::string> difference(const run_identity& there, const run_identity& here) {
  const auto differs = [](const std::string& what, const auto& a, const auto& b) {
    return fmt::format("{} is {} there and {} here", what, a, b);
  };
  if (there.version != here.version)
    return differs("the version of shufflecert", there.version, here.version);
  if (there.names != here.names)
    return fmt::format("it is of {} there and of {} here", listed(there.names), listed(here.names));
  for (const input_file& input : here.inputs) {
    const input_file* other = find_input(there.inputs, input.file);
    if (other == nullptr || other->sha256 != input.sha256)
      return fmt::format("'{}' has changed since (SHA-256)", input.file);
  }
  if (there.inputs.size() != here.inputs.size() || there.claims != here.claims)
    return "its inputs hold other claims";
  if (effort_in_words(there.search) != effort_in_words(here.search))
    return differs("the effort", effort_in_words(there.search), effort_in_words(here.search));
  if (there.search.seed != here.search.seed)
    return differs("the seed", there.search.seed, here.search.seed);
  if (there.part.count != here.part.count)
    return fmt::format("it is cut into {} part{} there and into {} here", there.part.count,
                       there.part.count == 1 ? "" : "s", here.part.count);
  return std::nullopt;
}

json to_json(const run_identity& run) {
  json inputs = json::array();
  for (const input_file& input : run.inputs)
    inputs.push_back({{"file", input.file}, {"sha256", input.sha256}});
  return {{"index", run.part.index},     {"count", run.part.count},
          {"version", run.version},      {"names", run.names},
          {"inputs", std::move(inputs)}, {"claims", run.claims},
          {"effort", run.search.effort}, {"largest_effort", run.search.largest_effort},
          {"seed", run.search.seed}};
}

run_identity identity_from(const json& object) {
  run_identity run;
  run.version = object.at("version").get<std::string>();
  run.names = object.at("names").get<std::vector<std::string>>();
  for (const json& input : object.at("inputs"))
    run.inputs.push_back(
        {input.at("file").get<std::string>(), input.at("sha256").get<std::string>()});
  run.claims = object.at("claims").get<std::string>();
  run.search = {object.at("effort").get<int>(), object.at("seed").get<std::uint64_t>(),
                object.value("largest_effort", 0)};
  run.part = read_part(fmt::format("{}/{}", object.at("index").dump(), object.at("count").dump()));
  return run;
}

std::string command_of(const run_identity& run) {
  std::string command = "shufflecert verify";
  for (const std::string& name : run.names) command += " " + name;
  if (!is_default(run.search)) command += fmt::format(" --effort {}", run.search.effort);
  if (constexpr std::uint64_t usual_seed = 1; run.search.seed != usual_seed)
    command += fmt::format(" --seed {}", run.search.seed);
  return command;
}

}  // namespace shufflecert::inline v0_1::claims
