#include "verify/runs/chosen_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

#include "claims/catalogue/chains.hpp"
#include "claims/text/similar_keys.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

bool is_input(const catalogue& read, const std::string& name) {
  return std::any_of(read.inputs.begin(), read.inputs.end(),
                     [&](const input_file& input) { return input.file == name; });
}

bool has_own_claims(const catalogue& read, const std::string& file) {
  return std::any_of(read.claims.begin(), read.claims.end(),
                     [&](const claim& c) { return c.file == file && !is_generated(c); });
}

}  // namespace

bool is_file_name(const std::string& name) {
  std::error_code error;
  return std::filesystem::exists(name, error) || name.ends_with(".toml");
}

std::vector<std::string> files_among(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  std::copy_if(names.begin(), names.end(), std::back_inserter(files), is_file_name);
  return files;
}

std::vector<catalogue_source> sources_of(const std::vector<std::string>& names) {
  std::vector<catalogue_source> sources = builtin_sources();
  for (const std::string& name : files_among(names)) sources.push_back({name, read_file(name)});
  return sources;
}

std::vector<const claim*> chosen_claims(const catalogue& read,
                                        const std::vector<std::string>& names) {
  std::set<const claim*> chosen;
  for (const std::string& name : names)
    if (!is_input(read, name))
      for (const claim* c : claims_named(read, name)) chosen.insert(c);
  std::set<std::string> narrowed;
  for (const claim* c : chosen) narrowed.insert(c->file);
  std::vector<const claim*> subjects;
  for (const claim& c : read.claims) {
    // Its bounds are judged where it has no claims: a file of claims may use bounds as formulas.
    const bool in_file = std::find(names.begin(), names.end(), c.file) != names.end() &&
                         (!is_generated(c) || !has_own_claims(read, c.file));
    if (names.empty() || chosen.contains(&c) || (in_file && !narrowed.contains(c.file)))
      subjects.push_back(&c);
  }
  return subjects;
}

std::vector<const claim*> claims_named(const catalogue& read, const std::string& name) {
  std::vector<const claim*> found;
  for (const claim& c : read.claims)
    if (c.id == name || c.paper == name || c.id.starts_with(name + "/")) found.push_back(&c);
  if (!found.empty()) return found;
  std::vector<std::string> known;
  for (const paper& p : read.papers) known.push_back(p.key);
  for (const claim& c : read.claims) known.push_back(c.id);
  throw usage_error(fmt::format(
      "there is no file, claim or paper '{}'; {}", name,
      suggested_keys(name, known,
                     "'shufflecert show' lists the built-in claims; for a claim of your own, give "
                     "its ID, and its file: --file FILE")));
}

}  // namespace shufflecert::inline v0_1::claims
