#include "verify/journals/journal_database.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <set>
#include <tuple>
#include <utility>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int steps_of_a_call = 1000;
// A text is held several times while it is written.
constexpr std::int64_t most_memory = 6 * static_cast<std::int64_t>(largest_row_text);

void set_limits(sqlite3* database) {
  constexpr std::array<std::pair<int, int>, 10> limits{{
      {SQLITE_LIMIT_LENGTH, static_cast<int>(largest_row_text)},
      {SQLITE_LIMIT_SQL_LENGTH, 10'000},
      {SQLITE_LIMIT_COLUMN, 10},
      {SQLITE_LIMIT_EXPR_DEPTH, 20},
      {SQLITE_LIMIT_COMPOUND_SELECT, 3},
      {SQLITE_LIMIT_VDBE_OP, 25'000},
      {SQLITE_LIMIT_FUNCTION_ARG, 8},
      {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_VARIABLE_NUMBER, 10},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
  }};
  for (const auto& [limit, value] : limits) sqlite3_limit(database, limit, value);
}

void configure(sqlite3* database, int option, int value) {
  if (const int result = sqlite3_db_config(database, option, value, nullptr); result != SQLITE_OK)
    throw SQLite::Exception(database, result);
}

// An entry of sqlite_schema: its type, its name, its table, and the text that made it.
using schema_entry = std::tuple<std::string, std::string, std::string, std::string>;

std::string text_of_table(const char* name, const char* key) {
  return fmt::format(
      "CREATE TABLE {} ({} TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL)", name, key);
}

std::array<std::pair<const char*, std::string>, 2> tables_of(journal_kind kind) {
  const char* rows = row_table_name(kind);
  return {{{"run", text_of_table("run", "key")}, {rows, text_of_table(rows, "id")}}};
}

std::set<schema_entry> schema_of(journal_kind kind) {
  std::set<schema_entry> schema;
  for (const auto& [name, text] : tables_of(kind)) {
    schema.emplace("table", name, name, text);
    schema.emplace("index", fmt::format("sqlite_autoindex_{}_1", name), name, "");
  }
  return schema;
}

}  // namespace

std::unique_ptr<SQLite::Database> open_without_trust(const std::string& name, int flags,
                                                     const char* files) {
  sqlite3_hard_heap_limit64(most_memory);
  auto database = std::make_unique<SQLite::Database>(name, flags, 0, files);
  sqlite3* handle = database->getHandle();
  set_limits(handle);
  for (const int option : {SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE})
    configure(handle, option, 1);
  for (const int option :
       {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW,
        SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER})
    configure(handle, option, 0);
  database->exec("PRAGMA cell_size_check = ON");
  // A file that becomes shorter while it is read would end the program.
  database->exec("PRAGMA mmap_size = 0");
  database->exec("PRAGMA temp_store = MEMORY");
  return database;
}

void write_log_when_closed(SQLite::Database& database) {
  configure(database.getHandle(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0);
}

step_limit::step_limit(SQLite::Database& database, std::uintmax_t steps)
    : database_(database), calls_left_(steps / steps_of_a_call + 1) {
  const auto is_over = [](void* calls) {
    auto& left = *static_cast<std::uintmax_t*>(calls);
    if (left == 0) return 1;
    --left;
    return 0;
  };
  sqlite3_progress_handler(database.getHandle(), steps_of_a_call, is_over, &calls_left_);
}

step_limit::~step_limit() {
  sqlite3_progress_handler(database_.getHandle(), 0, nullptr, nullptr);
}

const char* row_table_name(journal_kind kind) {
  return kind == journal_kind::claims ? "claim" : "table_row";
}

void create_tables(SQLite::Database& database, journal_kind kind) {
  for (const auto& [name, text] : tables_of(kind)) database.exec(text);
}

bool has_empty_schema(SQLite::Database& database) {
  SQLite::Statement entries(database, "SELECT 1 FROM sqlite_master LIMIT 1");
  return !entries.executeStep();
}

std::optional<std::string> difference_of_schema(SQLite::Database& database, journal_kind kind) {
  const std::set<schema_entry> ours = schema_of(kind);
  std::set<schema_entry> missing = ours;
  SQLite::Statement entries(database, "SELECT type, name, tbl_name, sql FROM sqlite_master");
  while (entries.executeStep()) {
    const schema_entry entry{entries.getColumn(0).getString(), entries.getColumn(1).getString(),
                             entries.getColumn(2).getString(), entries.getColumn(3).getString()};
    if (missing.erase(entry) > 0) continue;
    const std::string& type = std::get<0>(entry);
    const std::string& name = std::get<1>(entry);
    const bool has_our_name = std::any_of(ours.begin(), ours.end(), [&](const schema_entry& one) {
      return std::get<0>(one) == type && std::get<1>(one) == name;
    });
    return has_our_name ? fmt::format("its {} '{}' is not that of a journal", type, name)
                        : fmt::format("it holds the {} '{}', which no journal has", type, name);
  }
  if (missing.empty()) return std::nullopt;
  return fmt::format("it lacks the {} '{}' of a journal", std::get<0>(*missing.begin()),
                     std::get<1>(*missing.begin()));
}

}  // namespace shufflecert::inline v0_1::claims
