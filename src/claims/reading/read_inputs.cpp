#include "claims/reading/read_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/reading/link_catalogue.hpp"
#include "claims/text/sha256.hpp"

namespace shufflecert::inline v0_1::claims {

std::vector<catalogue_source> read_input_sources(const std::vector<input_file>& inputs,
                                                 const std::string& version,
                                                 const input_reader& read_file) {
  std::vector<catalogue_source> sources;
  std::set<std::string> named;
  const std::vector<catalogue_source> builtin = builtin_sources();
  for (const input_file& input : inputs) {
    if (!named.insert(input.file).second)
      throw evidence_error(fmt::format("the input '{}' is named twice", input.file));
    const auto own = std::find_if(builtin.begin(), builtin.end(),
                                  [&](const auto& source) { return source.name == input.file; });
    if (own == builtin.end() && is_builtin_file(input.file))
      throw evidence_error(
          fmt::format("this program has no '{}'; the results are of another version ({})",
                      input.file, version));
    if (own != builtin.end() && sha256(own->text) != input.sha256)
      throw evidence_error(
          fmt::format("the built-in file '{}' is not the one that the results were made with; they "
                      "are of another version ({})",
                      input.file, version));
    sources.push_back(own != builtin.end() ? *own : catalogue_source{input.file, read_file(input)});
  }
  // Tests and libraries may judge without any built-in file; some without others are another
  // version.
  const bool has_builtin = std::any_of(
      named.begin(), named.end(), [](const std::string& name) { return is_builtin_file(name); });
  for (const catalogue_source& source : builtin)
    if (has_builtin && !named.contains(source.name))
      throw evidence_error(
          fmt::format("the built-in file '{}' is not among the inputs; the results are of another "
                      "version ({})",
                      source.name, version));
  return sources;
}

catalogue read_inputs(const recorded_results& results, const input_reader& read_file) {
  catalogue read = read_catalogue(read_input_sources(results.inputs, results.version, read_file));
  link_catalogue(read);
  return read;
}

}  // namespace shufflecert::inline v0_1::claims
