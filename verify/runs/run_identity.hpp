#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "claims/results/json.hpp"
#include "claims/results/results.hpp"
#include "verify/runs/part.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the results of a run depend on: the program, what it read, what it was told.
struct run_identity {
  std::string version;
  std::vector<std::string> names;  ///< of files, claims and papers, as on the command line
  std::vector<input_file> inputs;
  std::string claims;  ///< SHA-256 of the ids of all claims of the whole run
  search_options search;
  run_part part;
};

/// The identity of a run over `all` claims that the names stand for, before the run is cut.
run_identity identify(const catalogue& read, const std::vector<std::string>& names,
                      const std::vector<const claim*>& all, const search_options& search,
                      const run_part& part);

/// In what `there` is another run than `here`, in words: "the effort is 2 there and 1 here".
/// Nothing where both are the same run, whatever its part.
std::optional<std::string> difference(const run_identity& there, const run_identity& here);

json to_json(const run_identity& run);
/// Throws json::exception or usage_error where a key is missing or of the wrong kind.
run_identity identity_from(const json& object);

/// The command line of the whole run, without what says only where its results go.
std::string command_of(const run_identity& run);

}  // namespace shufflecert::inline v0_1::claims
