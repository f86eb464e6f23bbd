#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace SQLite {
class Database;
}

namespace shufflecert::inline v0_1::claims {

/// What the rows of a journal are.
enum class journal_kind { claims, table_rows };

// The database of a journal may come from a stranger. Nothing that is written in it is run: its
// schema is compared with ours before anything else is asked of it.
// https://sqlite.org/security.html

/// The largest text of a row.
constexpr std::uintmax_t largest_row_text = std::uintmax_t{128} << 20;

/// Opens a database with triggers, views and extensions switched off, with limits on what it may
/// hold, and so that closing it writes nothing. `files` is one of the file systems of
/// sqlite_files.hpp. Throws SQLite::Exception.
std::unique_ptr<SQLite::Database> open_without_trust(const std::string& name, int flags,
                                                     const char* files);

/// From now on, closing the database writes its log into it and removes the log.
void write_log_when_closed(SQLite::Database& database);

/// While one exists, whatever the database is asked fails with SQLITE_INTERRUPT after so many steps
/// of SQLite's virtual machine.
class step_limit {
 public:
  step_limit(SQLite::Database& database, std::uintmax_t steps);
  step_limit(const step_limit&) = delete;
  step_limit& operator=(const step_limit&) = delete;
  ~step_limit();

 private:
  SQLite::Database& database_;
  std::uintmax_t calls_left_;
};

/// The name of the table of rows.
const char* row_table_name(journal_kind kind);

/// Makes the tables of a journal.
void create_tables(SQLite::Database& database, journal_kind kind);

/// Whether there is nothing in a database.
bool has_empty_schema(SQLite::Database& database);

/// In what the schema of a database differs from that of a journal, in words; nothing where both
/// are the same to the letter.
std::optional<std::string> difference_of_schema(SQLite::Database& database, journal_kind kind);

}  // namespace shufflecert::inline v0_1::claims
