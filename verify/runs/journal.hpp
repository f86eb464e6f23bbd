#pragma once

#include <map>
#include <optional>
#include <string>

#include "verify/journals/journal_file.hpp"
#include "verify/runs/run_identity.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a journal of claims holds: the run that it belongs to, and the results of its finished
/// claims by id.
struct journal_record {
  run_identity run;
  std::map<std::string, claim_result> finished;
};

/// The journal in which a run keeps each claim's result, one row a claim.
class run_journal {
 public:
  /// Opens the journal of this run, or makes it where there is none. Throws usage_error, and
  /// changes nothing, where journal_file does, and where it is of another run or another part.
  run_journal(const std::string& path, const run_identity& run);

  /// What earlier runs have finished.
  [[nodiscard]] const std::map<std::string, claim_result>& finished() const {
    return record_.finished;
  }
  /// Writes a result. Never throws: after the first failure it writes nothing more, and problem()
  /// says why. Not to be called from two threads at a time.
  void keep(const claim_result& result) noexcept;
  [[nodiscard]] const std::optional<std::string>& problem() const { return file_.problem(); }

 private:
  journal_file file_;
  journal_record record_;
};

/// Reads a journal, and writes nothing. Throws usage_error as the constructor of run_journal does.
journal_record read_journal(const std::string& path);

}  // namespace shufflecert::inline v0_1::claims
