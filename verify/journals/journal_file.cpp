#include "verify/journals/journal_file.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "claims/text/sha256.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/journals/journal_database.hpp"
#include "verify/journals/sqlite_files.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The application id of the database: "SHJ1" and "SHJ2".
constexpr int mark_of(journal_kind kind) {
  return kind == journal_kind::claims ? 0x53484a31 : 0x53484a32;
}
constexpr std::string_view database_head = "SQLite format 3";

constexpr const char* damaged = "is damaged; remove it, and '-wal' beside it, to begin again";
constexpr const char* in_use = "is used by another run now";

// What reading a journal may cost: the schema of ours takes less than a hundred steps, and a row
// less than a step for each of its bytes.
constexpr std::uintmax_t most_schema_steps = 100'000;
constexpr std::uintmax_t most_steps_for_a_byte = 40;

// What is wrong with a database, as a person would say it.
std::string reason_of(const SQLite::Exception& error) {
  switch (error.getErrorCode()) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return in_use;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return damaged;
    case SQLITE_INTERRUPT:
      return "takes more work to read than any journal of its size does; remove it to begin again";
    case SQLITE_TOOBIG:
      return fmt::format("cannot hold a text of more than {} MiB", largest_row_text >> 20U);
    case SQLITE_NOMEM:
      return "needs more memory than there is for a journal";
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

// Reads the texts of a journal. Together they are no longer than its file: rows of a stranger could
// share the pages that hold them, and be as many as they like.
class text_reader {
 public:
  text_reader(const std::string& path, std::uintmax_t bytes) : path_(path), bytes_left_(bytes) {}

  std::string text(const SQLite::Column& column) {
    if (!column.isText()) refuse_damaged_journal(path_);
    const auto size = static_cast<std::uintmax_t>(column.getBytes());
    if (size > bytes_left_) refuse_damaged_journal(path_);
    bytes_left_ -= size;
    return column.getString();
  }
  std::string checked_text(const std::string& key, const SQLite::Column& column,
                           const SQLite::Column& digest) {
    std::string value = text(column);
    if (digest_of(key, value) != text(digest)) refuse_damaged_journal(path_);
    return value;
  }

 private:
  const std::string& path_;
  std::uintmax_t bytes_left_;
};

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
  create_tables(database, kind);
  add_row(database, "run", "identity", identity);
  database.exec(fmt::format("PRAGMA application_id = {}", mark_of(kind)));
  whole.commit();
}

// Whether the database was made and not begun: what a run leaves that is ended at once. Throws
// usage_error where it is anything but that, or a journal of this kind.
bool is_new(const std::string& path, SQLite::Database& database, journal_kind kind) {
  const step_limit limit(database, most_schema_steps);
  const std::string mark = pragma_text(database, "PRAGMA application_id");
  if (mark == std::to_string(mark_of(kind))) return false;
  if (mark == std::to_string(mark_of(journal_kind::claims)))
    refuse_journal(path, "is of another run: it is one of 'verify'");
  if (mark == std::to_string(mark_of(journal_kind::table_rows)))
    refuse_journal(path, "is of another run: it holds the rows of a table, and no claims");
  if (mark == "0" && has_empty_schema(database)) return true;
  refuse_journal(path, "is a database, but no journal of this program");
}

void require_schema(const std::string& path, SQLite::Database& database, journal_kind kind) {
  if (pragma_text(database, "PRAGMA user_version") != "0" ||
      pragma_text(database, "PRAGMA encoding") != "UTF-8")
    refuse_journal(path,
                   "was not written by this version of shufflecert; remove it to begin again");
  if (const auto difference = difference_of_schema(database, kind))
    refuse_journal(path, fmt::format("was not written by shufflecert: {}", *difference));
}

// `bytes`: of the file and its log together.
journal_contents read_contents(const std::string& path, SQLite::Database& database,
                               journal_kind kind, std::uintmax_t bytes) {
  {
    const step_limit limit(database, most_schema_steps);
    require_schema(path, database, kind);
  }
  const step_limit limit(database, most_schema_steps + most_steps_for_a_byte * bytes);
  if (pragma_text(database, "PRAGMA quick_check(1)") != "ok") refuse_damaged_journal(path);
  text_reader texts(path, bytes);
  journal_contents contents;
  bool has_identity = false;
  SQLite::Statement identity(database, "SELECT key, text, sha256 FROM run");
  while (identity.executeStep()) {
    if (has_identity || texts.text(identity.getColumn(0)) != "identity")
      refuse_damaged_journal(path);
    contents.identity =
        texts.checked_text("identity", identity.getColumn(1), identity.getColumn(2));
    has_identity = true;
  }
  SQLite::Statement rows(database,
                         fmt::format("SELECT id, text, sha256 FROM {}", row_table_name(kind)));
  while (rows.executeStep()) {
    const std::string key = texts.text(rows.getColumn(0));
    const bool is_new =
        contents.rows.emplace(key, texts.checked_text(key, rows.getColumn(1), rows.getColumn(2)))
            .second;
    if (!is_new) refuse_damaged_journal(path);
  }
  if (!has_identity) refuse_damaged_journal(path);
  return contents;
}

bool is_nothing_yet(const std::string& name) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(name, error);
  return error || size == 0;
}

std::uintmax_t bytes_with_log(const std::string& name) {
  std::uintmax_t bytes = 0;
  for (const std::string& file : {name, name + "-wal"}) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(file, error);
    if (!error) bytes += size;
  }
  return bytes;
}

void require_journal_or_nothing(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return;
  if (!std::filesystem::is_regular_file(path, error)) refuse_journal(path, "is no file");
  if (std::filesystem::file_size(path, error) > 0 && !is_journal(path))
    refuse_journal(path, "is another kind of file, which stays as it is; give a name that is free");
}

std::string name_of_journal(const std::string& path) {
  try {
    return absolute_name(path);
  } catch (const std::system_error&) {
    refuse_journal(path, "cannot be opened: its folder is missing, or permission is denied");
  }
}

// The file, open to read and locked against a run that would write to it.
descriptor open_locked(const std::string& path) {
  descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat state {};
  if (!file.is_open() || fstat(file.number(), &state) != 0)
    refuse_journal(path, "cannot be opened: " + std::generic_category().message(errno));
  if (!S_ISREG(state.st_mode)) refuse_journal(path, "is no file");
  if (static_cast<std::uintmax_t>(state.st_size) > largest_results)
    refuse_journal(path, fmt::format("is larger than {} MiB, which no part of a run is",
                                     largest_results >> 20U));
  // The bytes by which SQLite keeps others from a database: https://sqlite.org/src/file/src/os.h
  constexpr off_t first_shared_byte = 0x40000002;
  constexpr off_t shared_bytes = 510;
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = first_shared_byte;
  lock.l_len = shared_bytes;
  // Some file systems have no locks.
  if (fcntl(file.number(), F_SETLK, &lock) != 0 && (errno == EACCES || errno == EAGAIN))
    refuse_journal(path, in_use);
  return file;
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
  const std::string name = name_of_journal(path);
  const log_state log = log_beside(name);
  // SQLite writes over a file that has the name of its log.
  if (log == log_state::foreign || (log == log_state::own && is_nothing_yet(name)))
    refuse_journal(path,
                   fmt::format("cannot be used: '{}-wal' beside it does not belong to it, and "
                               "would be written over; move that file away, or give another "
                               "name",
                               path));
  try {
    open(name, identity);
  } catch (...) {
    // Before the lock is gone with the database.
    if (log == log_state::none) remove_empty_log(name);
    throw;
  }
}

void journal_file::open(const std::string& name, const std::string& identity) {
  try {
    database_ = open_without_trust(
        name, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLITE_OPEN_NOFOLLOW,
        files_for_a_journal());
    SQLite::Database& database = *database_;
    // One process at a time. So no memory is shared, and network file systems will do. The lock is
    // taken with the first transaction, and kept.
    database.exec("PRAGMA locking_mode = EXCLUSIVE");
    const bool begins = is_new(path_, database, kind_);
    if (!begins) contents_ = read_contents(path_, database, kind_, bytes_with_log(name));
    // The page that says that there is a log is written without a journal beside the file.
    if (pragma_text(database, "PRAGMA journal_mode") != "wal")
      for (const char* mode : {"PRAGMA journal_mode = MEMORY", "PRAGMA journal_mode = WAL"})
        pragma_text(database, mode);
    database.exec("BEGIN IMMEDIATE; COMMIT");
    if (begins) {
      begin(database, kind_, identity);
      contents_.identity = identity;
    }
    write_log_when_closed(database);
  } catch (const SQLite::Exception& error) {
    refuse_journal(path_, reason_of(error));
  }
}

journal_file::~journal_file() = default;

void journal_file::keep(const std::vector<std::pair<std::string, std::string>>& rows) noexcept {
  if (problem_ || rows.empty()) return;
  try {
    SQLite::Transaction whole(*database_, SQLite::TransactionBehavior::IMMEDIATE);
    for (const auto& [key, text] : rows) add_row(*database_, row_table_name(kind_), key, text);
    whole.commit();
  } catch (const SQLite::Exception& error) {
    problem_ = fmt::format("the journal '{}' {}", path_, reason_of(error));
  } catch (const std::exception& error) {
    problem_ = fmt::format("the journal '{}' cannot be written: {}", path_, error.what());
  }
}

bool is_journal(const std::string& path) {
  // What stands in a pipe can be read once.
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  std::array<char, database_head.size()> head{};
  return file.read(head.data(), head.size()) &&
         std::string_view(head.data(), head.size()) == database_head;
}

journal_contents read_journal_file(const std::string& path, journal_kind kind) {
  const descriptor file = open_locked(path);
  const std::string name = name_of_journal(path);
  try {
    const auto database = open_without_trust(
        address_for_reading(name), SQLite::OPEN_READONLY | SQLite::OPEN_URI, files_for_reading());
    if (is_new(path, *database, kind))
      refuse_journal(path, "holds nothing yet: run its command again, to its end");
    return read_contents(path, *database, kind, std::filesystem::file_size(name));
  } catch (const SQLite::Exception& error) {
    refuse_journal(path, reason_of(error));
  } catch (const std::system_error&) {
    refuse_damaged_journal(path);
  }
}

}  // namespace shufflecert::inline v0_1::claims
