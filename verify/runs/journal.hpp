#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "verify/runs/run_identity.hpp"

namespace SQLite {
class Database;
}

namespace shufflecert::inline v0_1::claims {

/// What a journal holds: the run that it belongs to, and the results of its finished claims by id.
struct journal_record {
  run_identity run;
  std::map<std::string, claim_result> finished;
};

/// The file in which a run keeps each claim's result as soon as it is found, so that whatever ends
/// the run loses nothing but the claims that were being judged: a SQLite database with a
/// write-ahead log, one row a claim. docs/guide/long-runs.md says what it promises.
class run_journal {
 public:
  /// Opens the journal of this run, or makes it where there is none. Throws usage_error, and
  /// changes nothing, where the file is no journal, is damaged, is of another run or another part,
  /// cannot be written, or is used by another process.
  run_journal(const std::string& path, const run_identity& run);
  run_journal(const run_journal&) = delete;
  run_journal& operator=(const run_journal&) = delete;
  ~run_journal();

  /// What earlier runs have finished.
  [[nodiscard]] const std::map<std::string, claim_result>& finished() const {
    return record_.finished;
  }
  /// Writes a result. Never throws: after the first failure it writes nothing more, and problem()
  /// says why. Not to be called from two threads at a time.
  void keep(const claim_result& result) noexcept;
  [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

 private:
  std::string path_;
  std::unique_ptr<SQLite::Database> database_;
  journal_record record_;
  std::optional<std::string> problem_;
};

/// Whether a file begins as a journal does.
bool is_journal(const std::string& path);

/// Reads a journal, and writes nothing. Throws usage_error as the constructor of run_journal does.
journal_record read_journal(const std::string& path);

}  // namespace shufflecert::inline v0_1::claims
