#include "verify/runs/merge_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "claims/reading/link_catalogue.hpp"
#include "claims/reading/read_inputs.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/runs/journal.hpp"
#include "verify/runs/partial_result.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

part_of_run part_in_results(const std::string& path) {
  try {
    json root = parse_results(read_file(path, largest_results));
    const json part = root.contains("part") ? root.at("part") : json(nullptr);
    recorded_results recorded = evidence_in(std::move(root));
    if (part.is_null())
      throw evidence_error(
          "this is a whole run, not a part of one; 'verify --shard I/N --output' writes parts");
    part_of_run found{path, identity_from(part), {}};
    if (!part.at("complete").get<bool>())
      throw evidence_error(
          "its run ended before every claim was judged; run its command again, with --journal to "
          "go on where it was");
    const json& notes = part.at("notes");
    for (recorded_claim& one : recorded.claims) {
      if (const auto noted = notes.find(one.id); noted != notes.end()) add_notes(one.found, *noted);
      // Derived again when the run is complete.
      one.severity.reset();
      found.results.push_back(std::move(static_cast<claim_result&>(one)));
    }
    return found;
  } catch (const evidence_error& problem) {
    throw usage_error(fmt::format("'{}': {}", path, problem.what()));
  } catch (const json::exception&) {
    throw usage_error(fmt::format("'{}': what it says under \"part\" cannot be read", path));
  }
}

part_of_run part_in_journal(const std::string& path) {
  journal_record record = read_journal(path);
  part_of_run found{path, std::move(record.run), {}};
  for (auto& [id, result] : record.finished) found.results.push_back(std::move(result));
  return found;
}

catalogue inputs_of(const part_of_run& part) {
  try {
    catalogue read = read_catalogue(
        read_input_sources(part.run.inputs, part.run.version, input_reader_beside(part.source)));
    link_catalogue(read);
    return read;
  } catch (const evidence_error& problem) {
    throw usage_error(fmt::format("'{}': {}", part.source, problem.what()));
  } catch (const catalogue_error& problem) {
    throw usage_error(fmt::format("'{}': {}", part.source, problem.what()));
  }
}

// The parts by their index, each there once.
std::map<std::size_t, const part_of_run*> in_order(const std::vector<part_of_run>& parts) {
  const part_of_run& first = parts.front();
  std::map<std::size_t, const part_of_run*> by_index;
  for (const part_of_run& part : parts) {
    if (const auto other = difference(part.run, first.run))
      throw usage_error(fmt::format("'{}' and '{}' are no parts of one run: {}", part.source,
                                    first.source, *other));
    const auto [place, is_new] = by_index.emplace(part.run.part.index, &part);
    if (!is_new)
      throw usage_error(fmt::format("part {} is there twice: '{}' and '{}'", to_text(part.run.part),
                                    place->second->source, part.source));
  }
  std::string missing;
  for (std::size_t i = 1; i <= first.run.part.count; ++i)
    if (!by_index.contains(i))
      missing += fmt::format("{}{}/{}", missing.empty() ? "" : ", ", i, first.run.part.count);
  if (!missing.empty())
    throw usage_error(fmt::format("the run is not complete without {} {}",
                                  missing.find(',') == std::string::npos ? "part" : "parts",
                                  missing));
  return by_index;
}

// The results of one part, which must be those of its claims and of no others.
void take_results(const part_of_run& part, const std::vector<const claim*>& expected,
                  std::map<std::string, const claim_result*>& results) {
  std::map<std::string, const claim_result*> own;
  for (const claim_result& one : part.results) own.emplace(one.id, &one);
  const auto absent = std::find_if(expected.begin(), expected.end(), [&](const claim* subject) {
    return !own.contains(subject->id);
  });
  if (absent != expected.end())
    throw usage_error(fmt::format(
        "'{}' is not complete: it has {} of the {} claims of part {}; '{}' is missing, for "
        "instance. Run its command again",
        part.source, own.size(), expected.size(), to_text(part.run.part), (*absent)->id));
  if (own.size() != expected.size())
    throw usage_error(fmt::format("'{}' holds claims that are not of part {}", part.source,
                                  to_text(part.run.part)));
  results.merge(own);
}

}  // namespace

json part_json(const run_identity& run, bool is_complete,
               const std::vector<claim_result>& results) {
  json part = to_json(run);
  part["complete"] = is_complete;
  part["notes"] = json::object();
  for (const claim_result& one : results)
    if (one.found.only_rounding || one.found.edge) part["notes"][one.id] = notes_of(one.found);
  return part;
}

part_of_run read_part_of_run(const std::string& path) {
  return is_journal(path) ? part_in_journal(path) : part_in_results(path);
}

whole_run merge_parts(const std::vector<part_of_run>& parts) {
  const std::map<std::size_t, const part_of_run*> by_index = in_order(parts);
  whole_run whole{parts.front().run, inputs_of(parts.front()), {}, {}};
  whole.run.part = {};
  const std::vector<const claim*> all = chosen_claims(whole.read, whole.run.names);
  const run_identity now =
      identify(whole.read, whole.run.names, all, whole.run.search, parts.front().run.part);
  if (const auto other = difference(parts.front().run, now))
    throw usage_error(fmt::format("'{}': {}", parts.front().source, *other));
  std::map<std::string, const claim_result*> results;
  for (const auto& [index, part] : by_index)
    take_results(*part, claims_of_part(all, part->run.part), results);
  whole.subjects = all;
  for (const claim* subject : all) whole.results.push_back(*results.at(subject->id));
  return whole;
}

}  // namespace shufflecert::inline v0_1::claims
