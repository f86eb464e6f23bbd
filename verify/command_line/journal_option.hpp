#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "verify/journals/row_journal.hpp"

namespace shufflecert::inline v0_1::claims {

class row_table;

/// --journal of the commands that print tables. docs/guide/long-runs.md.
class journal_option {
 public:
  void add_to(CLI::App& command);
  [[nodiscard]] bool is_given() const { return !path_.empty(); }

  /// What a command knows of its table.
  struct table {
    std::size_t rows = 0;
    std::vector<input_file> inputs = {};          ///< files that it has read, with their digests
    std::vector<std::string> written = {};        ///< files that it writes
    std::vector<std::string> insignificant = {};  ///< options that change no row
  };
  /// Opens the journal of this table, and says on standard error how much is in it; null where none
  /// is asked for. Throws usage_error as row_journal does, and where the file is read or written
  /// besides.
  [[nodiscard]] std::unique_ptr<row_journal> open(const CLI::App& command, const table& made,
                                                  const budget& limits) const;

 private:
  std::string path_;
};

/// Writes the journal, if there is one, to its end. This status; or, where the journal could not be
/// written, 2, after a line that says so.
int exit_status_with(row_journal* journal, int status);

/// exit_status_of for a table that may have a journal, as above.
int exit_status_of(const row_table& table, row_journal* journal);

}  // namespace shufflecert::inline v0_1::claims
