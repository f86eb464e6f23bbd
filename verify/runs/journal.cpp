#include "verify/runs/journal.hpp"

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
#include "verify/runs/partial_result.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int journal_mark = 0x53484a31;  // "SHJ1", the application id of the database
constexpr std::string_view database_head = "SQLite format 3";

std::string text_of(const json& object) {
  return object.dump(-1, ' ', false, json::error_handler_t::replace);
}

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw usage_error(fmt::format("the journal '{}' {}", path, reason));
}

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

// A text of the database with its digest beside it. SQLite notices most damage, not all.
std::string checked_text(const std::string& path, const SQLite::Column& text,
                         const SQLite::Column& digest) {
  std::string value = text.getString();
  if (sha256(value) != digest.getString()) refuse(path, damaged);
  return value;
}

void add_row(SQLite::Database& database, const char* command, const std::string& key,
             const std::string& text) {
  SQLite::Statement insert(database, command);
  insert.bind(1, key);
  insert.bind(2, text);
  insert.bind(3, sha256(text));
  insert.exec();
}

void begin(SQLite::Database& database, const run_identity& run) {
  SQLite::Transaction whole(database, SQLite::TransactionBehavior::IMMEDIATE);
  database.exec(
      "CREATE TABLE run (key TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)");
  database.exec(
      "CREATE TABLE claim (id TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)");
  add_row(database, "INSERT INTO run VALUES (?, ?, ?)", "identity", text_of(to_json(run)));
  database.exec(fmt::format("PRAGMA application_id = {}", journal_mark));
  whole.commit();
}

journal_record read(const std::string& path, SQLite::Database& database) {
  if (pragma_text(database, "PRAGMA quick_check(1)") != "ok") refuse(path, damaged);
  if (pragma_text(database, "PRAGMA application_id") != std::to_string(journal_mark))
    refuse(path, "is a database, but no journal of this program");
  journal_record record;
  bool has_identity = false;
  try {
    SQLite::Statement identity(database, "SELECT text, sha256 FROM run WHERE key = 'identity'");
    while (identity.executeStep()) {
      record.run = identity_from(
          json::parse(checked_text(path, identity.getColumn(0), identity.getColumn(1))));
      has_identity = true;
    }
    SQLite::Statement rows(database, "SELECT id, text, sha256 FROM claim ORDER BY id");
    while (rows.executeStep()) {
      claim_result result =
          claim_result_from(json::parse(checked_text(path, rows.getColumn(1), rows.getColumn(2))));
      if (result.id != rows.getColumn(0).getString()) refuse(path, damaged);
      record.finished.emplace(result.id, std::move(result));
    }
  } catch (const json::exception&) {
    refuse(path, damaged);
  }
  if (!has_identity) refuse(path, damaged);
  return record;
}

// Made and not begun: what a run leaves that is ended at once.
bool is_empty(SQLite::Database& database) {
  return pragma_text(database, "SELECT count(*) FROM sqlite_master") == "0" &&
         pragma_text(database, "PRAGMA application_id") == "0";
}

void require_journal_or_nothing(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  if (!std::filesystem::is_regular_file(path, error)) refuse(path, "is no file");
  if (std::filesystem::file_size(path, error) > 0 && !is_journal(path))
    refuse(path, "is another kind of file, which stays as it is; give a name that is free");
}

}  // namespace

run_journal::run_journal(const std::string& path, const run_identity& run) : path_(path) {
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
    if (is_empty(database)) begin(database, run);
    record_ = read(path, database);
  } catch (const SQLite::Exception& error) {
    refuse(path, reason_of(error));
  }
  if (const auto other = difference(record_.run, run))
    refuse(path, fmt::format("is of another run: {}", *other));
  if (record_.run.part != run.part)
    refuse(path, fmt::format("is of part {} and not of part {}", to_text(record_.run.part),
                             to_text(run.part)));
}

run_journal::~run_journal() = default;

void run_journal::keep(const claim_result& result) noexcept {
  if (problem_) return;
  try {
    add_row(*database_, "INSERT OR REPLACE INTO claim VALUES (?, ?, ?)", result.id,
            text_of(to_json(result)));
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

journal_record read_journal(const std::string& path) {
  try {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    return read(path, database);
  } catch (const SQLite::Exception& error) {
    refuse(path, reason_of(error));
  }
}

}  // namespace shufflecert::inline v0_1::claims
