#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "claims/results/json.hpp"
#include "verify/journals/journal_database.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a journal holds: a text that says which run it belongs to, and the texts of its rows by
/// their keys.
struct journal_contents {
  std::string identity;
  std::map<std::string, std::string> rows;
};

/// The file in which a run keeps what it has found as soon as it is found, so that whatever ends
/// the run loses no more than what was being computed: a SQLite database with a write-ahead log.
/// Every text has its SHA-256 beside it. docs/guide/long-runs.md says what it promises.
class journal_file {
 public:
  /// Opens a journal, or makes it, with this identity, where there is none. Throws usage_error, and
  /// changes nothing, where the file is no journal, is of another kind, is damaged, cannot be
  /// written, or is used by another process.
  journal_file(const std::string& path, journal_kind kind, const std::string& identity);
  journal_file(const journal_file&) = delete;
  journal_file& operator=(const journal_file&) = delete;
  ~journal_file();

  /// What was there when it was opened.
  [[nodiscard]] const journal_contents& contents() const { return contents_; }
  /// Writes rows, all or none of them. Never throws: after the first failure it writes nothing
  /// more, and problem() says why. Not to be called from two threads at a time.
  void keep(const std::vector<std::pair<std::string, std::string>>& rows) noexcept;
  [[nodiscard]] const std::optional<std::string>& problem() const { return problem_; }

 private:
  void open(const std::string& name, const std::string& identity);

  std::string path_;
  journal_kind kind_;
  std::unique_ptr<SQLite::Database> database_;
  journal_contents contents_;
  std::optional<std::string> problem_;
};

/// An object as the text of a row, or of an identity.
std::string journal_text(const json& object);

/// Throws the usage_error that refuses a journal for this reason: "is of another run: ...".
[[noreturn]] void refuse_journal(const std::string& path, const std::string& reason);
/// The same where what it holds cannot be read.
[[noreturn]] void refuse_damaged_journal(const std::string& path);

/// Whether a file begins as a journal does.
bool is_journal(const std::string& path);

/// Reads a journal, also one in a folder or of permissions that forbid to write, and writes
/// nothing. Reads the file alone: what a killed run has left in the log beside it is not part of it
/// until the run's command was run again. Throws usage_error as the constructor of journal_file
/// does. No journal_file of this process may have the same file: it would lose its lock.
journal_contents read_journal_file(const std::string& path, journal_kind kind);

}  // namespace shufflecert::inline v0_1::claims
