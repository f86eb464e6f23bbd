#pragma once

#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "verify/runs/run_identity.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the results file of a part says of the run besides, under its key "part": which run it is,
/// whether every claim was judged to the end, and the notes for severities.
json part_json(const run_identity& run, bool is_complete, const std::vector<claim_result>& results);

/// One part of a run, as a results file or a journal has it.
struct part_of_run {
  std::string source;  ///< the file
  run_identity run;
  std::vector<claim_result> results;
};

/// Reads the results file or the journal of a part, or of a whole run. Throws usage_error where it
/// is none, was altered, or is not complete.
part_of_run read_part_of_run(const std::string& path);

/// A run put together from its parts.
struct whole_run {
  run_identity run;
  catalogue read;
  std::vector<const claim*> subjects;  ///< claims of `read`, in its order
  std::vector<claim_result> results;   ///< of the subjects
};

/// Puts parts together, in whatever order they are given. The inputs are read again. Throws
/// usage_error, which names what is missing, twice there or of another run.
whole_run merge_parts(const std::vector<part_of_run>& parts);

}  // namespace shufflecert::inline v0_1::claims
