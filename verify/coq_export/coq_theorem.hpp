#pragma once

#include <string>

namespace shufflecert::inline v0_1::claims {

/// A file for Coq, or why there is none.
struct coq_file {
  std::string text;
  std::string missing;  ///< in words; empty where there is a text
};

/// The claim of a proof file as a theorem over the definitions of verify/coq, proved by the file's
/// steps.
coq_file coq_theorem(const std::string& proof_file);

}  // namespace shufflecert::inline v0_1::claims
