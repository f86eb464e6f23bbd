#include "verify/journals/journal_file.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

#include "claims/text/sha256.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The application id of the database: "SHJ1" and "SHJ2".
constexpr int mark_of(journal_kind kind) {
  return kind == journal_kind::claims ? 0x53484a31 : 0x53484a32;
}
constexpr std::string_view database_head = "SQLite format 3";

constexpr const char* damaged = "is damaged; remove it, and '-wal' beside it, to begin again";

// What is wrong with a database, as a person would say it.
std::string reason_of(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "is used by another run now";
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged;
    case SQLITE_FULL:
      return "cannot be written: no space is left on the device";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return "cannot be written: permission denied";
    case SQLITE_CANTOPEN:
      return "cannot be opened: its folder is missing, or permission is denied";
    default:
      return fmt::format("cannot be used: {}", error.what());
  }
}

std::string pragma_text(SQLite::Database& database, const char* pragma) {
  SQLite::Statement statement(database, pragma);
  return statement.executeStep() ? statement.getColumn(0).getString() : std::string();
}

// SQLite notices most damage, not all: that of an index, for one, may give a text to another key.
std::string digest_of(const std::string& key, const std::string& text) {
  return sha256(key + "\n" + text);
}

std::string checked_text(const std::string& path, const std::string& key,
                         const SQLite::Column& text, const SQLite::Column& digest) {
  std::string value = text.getString();
  if (digest_of(key, value) != digest.getString()) refuse_damaged_journal(path);
  return value;
}

// The name of the table of rows.
constexpr const char* table_of(journal_kind kind) {
  return kind == journal_kind::claims ? "claim" : "table_row";
}

void add_row(SQLite::Database& database, const char* table, const std::string& key,
             const std::string& text) {
  SQLite::Statement insert(database,
                           fmt::format("INSERT OR REPLACE INTO {} VALUES (?, ?, ?)", table));
  insert.bind(1, key);
  insert.bind(2, text);
  insert.bind(3, digest_of(key, text));
  insert.exec();
}

void begin(SQLite::Database& database, journal_kind kind, const std::string& identity) {
  SQLite::Transaction whole(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(
      "CREATE TABLE run (key TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)");
  database.exec(
      fmt::format("CREATE TABLE {} (id TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)",
                  table_of(kind)));
  add_row(database, "run", "identity", identity);
  database.exec(fmt::format("PRAGMA application_id = {}", mark_of(kind)));
  whole.commit();
}

void require_kind(const std::string& path, SQLite::Database& database, journal_kind kind) {
  const std::string mark = pragma_text(database, "PRAGMA application_id");
  if (mark == std::to_string(mark_of(kind))) return;
  if (mark == std::to_string(mark_of(journal_kind::claims)))
    refuse_journal(path, "is of another run: it is one of 'verify'");
  if (mark == std::to_string(mark_of(journal_kind::table_rows)))
    refuse_journal(path, "is of another run: it holds the rows of a table, and no claims");
  refuse_journal(path, "is a database, but no journal of this program");
}

journal_contents read(const std::string& path, SQLite::Database& database, journal_kind kind) {
  if (pragma_text(database, "PRAGMA quick_check(1)") != "ok") refuse_damaged_journal(path);
  require_kind(path, database, kind);
  journal_contents contents;
  bool has_identity = false;
  SQLite::Statement identity(database, "SELECT text, sha256 FROM run WHERE key = 'identity'");
  while (identity.executeStep()) {
    contents.identity =
        checked_text(path, "identity", identity.getColumn(0), identity.getColumn(1));
    has_identity = true;
  }
  SQLite::Statement rows(
      database, fmt::format("SELECT id, text, sha256 FROM {} ORDER BY id", table_of(kind)));
  while (rows.executeStep()) {
    const std::string key = rows.getColumn(0).getString();
    contents.rows.emplace(key, checked_text(path, key, rows.getColumn(1), rows.getColumn(2)));
  }
  if (!has_identity) refuse_damaged_journal(path);
  return contents;
}

// Made and not begun: what a run leaves that is ended at once.
bool is_empty(SQLite::Database& database) {
  return pragma_text(database, "SELECT count(*) FROM sqlite_master") == "0" &&
         pragma_text(database, "PRAGMA application_id") == "0";
}

void require_journal_or_nothing(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  if (!std::filesystem::is_regular_file(path, error)) refuse_journal(path, "is no file");
  if (std::filesystem::file_size(path, error) > 0 && !is_journal(path))
    refuse_journal(path, "is another kind of file, which stays as it is; give a name that is free");
}

}  // namespace

std::string journal_text(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

void refuse_journal(const std::string& path, const std::string& reason) {
  throw usage_error(fmt::format("the journal '{}' {}", path, reason));
}

void refuse_damaged_journal(const std::string& path) {
  refuse_journal(path, damaged);
}

journal_file::journal_file(const std::string& path, journal_kind kind, const std::string& identity)
    : path_(path), kind_(kind) {
  require_journal_or_nothing(path);
  try {
    database_ =
        std::make_unique<SQLite::Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    SQLite::Database& database = *database_;
    // One process at a time. So no memory is shared, and network file systems will do.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    pragma_text(database, "PRAGMA journal_mode = WAL");
    // The lock is taken with the first transaction that writes, and kept.
    database.exec("BEGIN IMMEDIATE; COMMIT");
    if (is_empty(database)) begin(database, kind, identity);
    contents_ = read(path, database, kind);
  } catch (const SQLite::Exception& error) {
    refuse_journal(path, reason_of(error));
  }
}

journal_file::~journal_file() = default;

void journal_file::keep(const std::vector<std::pair<std::string, std::string>>& rows) noexcept {
  if (problem_ || rows.empty()) return;
  try {
    SQLite::Transaction whole(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& [key, text] : rows) add_row(*database_, table_of(kind_), key, text);
    whole.commit();
  } catch (const SQLite::Exception& error) {
    problem_ = fmt::format("the journal '{}' {}", path_, reason_of(error));
  } catch (const std::exception& error) {
    problem_ = fmt::format("the journal '{}' cannot be written: {}", path_, error.what());
  }
}

bool is_journal(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, database_head.size()> head{};
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == database_head;
}

journal_contents read_journal_file(const std::string& path, journal_kind kind) {
  try {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    return read(path, database, kind);
  } catch (const SQLite::Exception& error) {
    refuse_journal(path, reason_of(error));
  }
}

}  // namespace shufflecert::inline v0_1::claims
