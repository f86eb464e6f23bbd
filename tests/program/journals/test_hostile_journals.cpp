// Journals that somebody else made, or that lie among files of somebody else. Whatever they hold,
// and whatever lies beside them: no file is lost, nothing of them is run, and one line refuses
// them.

#include <SQLiteCpp/SQLiteCpp.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>

#include "support/catch.hpp"
#include "support/hot_journal.hpp"
#include "support/random_source.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_hostile_journals {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t page_size = 4096;
// The program takes 40 MB when nothing goes wrong.
constexpr long most_kilobytes = 200'000;

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// The program, ended with status 124 where it does not end by itself.
program_run run_within_a_minute(const words& arguments, const fs::path& directory = {}) {
  words command{"timeout", "60", SHUFFLECERT_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command, directory);
}

// A journal of claims, one of a table, and the commands that read them.
struct workplace {
  temporary_directory scratch;
  std::string claims = scratch.file(
      "claims.toml",
      "format = 1\n[[claim]]\nid = \"a/true\"\nclaim = \"x^2 >= 0\"\ncheck = { x = [0, 1] }\n"
      "[[claim]]\nid = \"a/also\"\nclaim = \"x^2 >= x\"\ncheck = { x = [0, 1] }\n");
  std::string part = scratch / "part.journal";
  std::string table = scratch / "table.journal";
  std::string victim = scratch.file("victim.txt", "precious\n");

  workplace() {
    REQUIRE(run_program(verify(part)).status == 0);
    REQUIRE(run_program(eval(table)).status == 0);
    REQUIRE(text_of_file(part).size() % page_size == 0);
    REQUIRE(text_of_file(table).size() % page_size == 0);
  }
  [[nodiscard]] words verify(const std::string& journal) const {
    return {"verify", claims, "--effort", "0", "--journal", journal};
  }
  [[nodiscard]] words eval(const std::string& journal) const {
    return {"eval", "exp(x)", "--set", "x=1,2,3", "--journal", journal};
  }
  [[nodiscard]] bool has_victim() const { return text_of_file(victim) == "precious\n"; }
  // Every way in which a journal of this kind is opened.
  [[nodiscard]] std::vector<words> readers_of(const std::string& journal, bool of_claims) const {
    return of_claims ? std::vector<words>{{"merge", journal}, verify(journal)}
                     : std::vector<words>{eval(journal)};
  }
};

// The journal changed by these statements.
void change(const std::string& path, const std::vector<std::string>& statements) {
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  for (const std::string& statement : statements) database.exec(statement);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace

TEST_CASE("a hot journal beside a journal deletes no file", "[hostile_journals]") {
  const workplace place;
  for (const bool of_claims : {true, false}) {
    const std::string good = of_claims ? place.part : place.table;
    const std::string copy = place.scratch / "copy.journal";
    fs::copy_file(good, copy, fs::copy_options::overwrite_existing);
    const std::string side = hot_journal(place.victim, fs::file_size(copy) / page_size, page_size);
    write_bytes(copy + "-journal", side);
    for (const words& command : place.readers_of(copy, of_claims)) {
      INFO(command.front());
      const program_run run = run_program(command);
      CHECK(run.status == 0);
      CHECK(place.has_victim());
      CHECK(text_of_file(copy + "-journal") == side);
    }
    // Nor where the journal is only to be made.
    fs::remove(copy);
    CHECK(run_program(of_claims ? place.verify(copy) : place.eval(copy)).status == 0);
    CHECK(place.has_victim());
    CHECK(text_of_file(copy + "-journal") == side);
    fs::remove(copy);
    fs::remove(copy + "-journal");
  }
}

TEST_CASE("files beside a journal that it did not make stay", "[hostile_journals]") {
  const workplace place;
  const std::string name = place.scratch / "n.j";
  const words command = place.eval(name);
  const std::string other_log = [&] {
    const std::string database = place.scratch / "other.sqlite";
    SQLite::Database other(database, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    other.exec("PRAGMA journal_mode = WAL; CREATE TABLE mine (x); INSERT INTO mine VALUES (1)");
    return text_of_file(database + "-wal");
  }();
  REQUIRE(other_log.size() > 1000);
  for (const bool has_journal : {false, true})
    for (const std::string& text :
         {std::string("my notes\n"), std::string(5000, '\0'),
          std::string("\x37\x7f\x06\x82 and more than that"), other_log}) {
      INFO(has_journal << ", " << text.size() << " bytes");
      for (const char* ending : {"-journal", "-shm", "-wal"}) {
        INFO(ending);
        fs::remove(name);
        if (has_journal) fs::copy_file(place.table, name);
        const std::string before = text_of_file(name);
        write_bytes(name + ending, text);
        const program_run run = run_program(command);
        CHECK(text_of_file(name + ending) == text);
        if (ending == std::string("-wal")) {
          // It is where the log would be.
          check_refusal(run, {"n.j"});
          CHECK(text_of_file(name) == before);
          CHECK(fs::exists(name) == has_journal);
        } else {
          CHECK(run.status == 0);
        }
        fs::remove(name + ending);
      }
    }
  // A link in the place of the log leads nowhere.
  for (const bool is_hard : {false, true}) {
    fs::remove(name);
    fs::copy_file(place.table, name);
    if (is_hard)
      fs::create_hard_link(place.victim, name + "-wal");
    else
      fs::create_symlink(place.victim, name + "-wal");
    check_refusal(run_program(command), {"n.j-wal", "does not belong"});
    CHECK(place.has_victim());
    fs::remove(name + "-wal");
  }
}

TEST_CASE("what is refused stays as it is, and so does its log", "[hostile_journals]") {
  const workplace place;
  const std::string path = place.scratch / "killed.journal";
  const std::string copy = place.scratch / "copy.journal";
  fs::copy_file(place.table, path);
  SQLite::Database database(path, SQLite::OPEN_READWRITE);
  database.exec("CREATE TABLE more (x)");
  // As a kill leaves them.
  fs::copy_file(path, copy);
  fs::copy_file(path + "-wal", copy + "-wal");
  const std::string main_file = text_of_file(copy);
  const std::string log_file = text_of_file(copy + "-wal");
  REQUIRE(log_file.size() > 1000);
  check_refusal(run_program(place.eval(copy)), {"copy.journal", "table 'more'"});
  CHECK(text_of_file(copy) == main_file);
  CHECK(text_of_file(copy + "-wal") == log_file);
}

TEST_CASE("the name of a journal is the name of a file", "[hostile_journals]") {
  for (const std::string name :
       {":memory:", "file:x.j", "file:x.j?mode=memory", "file::memory:", "x%20y.j", "-"}) {
    INFO(name);
    const workplace place;
    const fs::path folder = place.scratch.path();
    words command{"eval", "exp(x)", "--set", "x=1,2,3", "--journal=" + name};
    CHECK(run_program(command, folder).status == 0);
    CHECK(fs::exists(folder / name));
    const program_run again = run_program(command, folder);
    CHECK(again.err.find("3 of 3 rows are in the journal") != std::string::npos);
    // As a part of a run.
    CHECK(run_program({"verify", place.claims, "--effort", "0", "--journal=p" + name}, folder)
              .status == 0);
    fs::remove(folder / name);
    fs::rename(folder / ("p" + name), folder / name);
    CHECK(run_program({"merge", "--", name}, folder).status == 0);
  }
  const workplace place;
  check_refusal(run_program({"eval", "exp(x)", "--set", "x=1,2,3", "--journal="}), {"--journal"});
  check_refusal(run_program({"eval", "exp(x)", "--set", "x=1,2,3", "--journal", ""}),
                {"--journal", "name"});
  check_refusal(run_program({"merge", ""}), {"PARTS", "name"});
}

TEST_CASE("parts that nobody may write to are merged", "[hostile_journals]") {
  const workplace place;
  const fs::path folder = place.scratch.path() / "read-only";
  fs::create_directory(folder);
  fs::copy_file(place.part, folder / "part.journal");
  const std::string before = text_of_file(place.part);
  fs::permissions(folder / "part.journal", fs::perms(0444));
  fs::permissions(folder, fs::perms(0555));
  fs::permissions(place.scratch.path(), fs::perms(0755));
  words command = program_as_nobody();
  command.insert(command.end(), {"merge", (folder / "part.journal").string()});
  const program_run run = run_command(command, place.scratch.path());
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(run.out.find("2 claims") != std::string::npos);
  CHECK(text_of_file(folder / "part.journal") == before);
  fs::permissions(folder, fs::perms(0755));
}

TEST_CASE("a part is read while nobody writes to it", "[hostile_journals]") {
  const workplace place;
  const std::string slow = place.scratch.file(
      "slow.toml",
      "format = 1\n[[claim]]\nid = \"t/slow\"\n"
      "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\ncheck = { x = [1] }\n");
  const std::string journal = place.scratch / "slow.journal";
  running_program run({"verify", slow, "--journal", journal});
  REQUIRE(run.shows("t/slow"));
  check_refusal(run_program({"merge", journal}), {"slow.journal", "used by another run"});
  run.signal(SIGKILL);
  run.wait();
  // What it has is in the log, which belongs to whoever runs the command again.
  check_refusal(run_program({"merge", journal}), {"slow.journal", "run its command again"});
}

TEST_CASE("nothing that a journal says is run", "[hostile_journals]") {
  const workplace place;
  struct hostile {
    std::string name;
    std::vector<std::string> statements;
  };
  const std::string endless = "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r) ";
  const std::vector<hostile> changes{
      {"trigger",
       {"CREATE TRIGGER t AFTER INSERT ON claim BEGIN UPDATE claim SET text = 'x'; END"}},
      {"trigger that loads",
       {"CREATE TRIGGER t BEFORE INSERT ON claim BEGIN SELECT load_extension('x.so'); END"}},
      {"view", {"ALTER TABLE claim RENAME TO c", "CREATE VIEW claim AS SELECT * FROM c"}},
      {"endless view of claims",
       {"DROP TABLE claim", "CREATE VIEW claim AS " + endless +
                                "SELECT 'x' || i AS id, 'y' AS text, 'z' AS sha256 FROM r"}},
      {"endless view of the run",
       {"DROP TABLE run", "CREATE VIEW run AS " + endless +
                              "SELECT 'identity' AS key, hex(zeroblob(1000000)) AS text, "
                              "'z' AS sha256 FROM r"}},
      {"a column that fills the memory",
       {"DROP TABLE claim",
        "CREATE TABLE claim (id TEXT PRIMARY KEY, t TEXT, text TEXT GENERATED ALWAYS AS "
        "(hex(zeroblob(400000000))) VIRTUAL, sha256 TEXT)",
        "INSERT INTO claim (id, t, sha256) VALUES ('a/true', 'x', 'y')"}},
      {"one more generated column",
       {"DROP TABLE claim",
        "CREATE TABLE claim (id TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT NOT NULL, g TEXT "
        "GENERATED ALWAYS AS (upper(text)) STORED)"}},
      {"a check",
       {"DROP TABLE claim",
        "CREATE TABLE claim (id TEXT PRIMARY KEY, text TEXT NOT NULL CHECK (length(text) > "
        "length(hex(zeroblob(400000000)))), sha256 TEXT NOT NULL)"}},
      {"an index on an expression",
       {"CREATE INDEX i ON claim (length(hex(zeroblob(length(id)))))"}},
      {"a table of statistics", {"ANALYZE"}},
      {"a virtual table", {"CREATE VIRTUAL TABLE v USING fts5 (x)"}},
      {"another table", {"CREATE TABLE more (x)"}},
      {"no run", {"DROP TABLE run"}},
      {"no claims", {"DROP TABLE claim"}},
      {"other columns", {"DROP TABLE claim", "CREATE TABLE claim (a)"}},
      {"other letters",
       {"DROP TABLE claim",
        "CREATE TABLE claim (id TEXT PRIMARY KEY,  text TEXT NOT NULL, sha256 TEXT NOT NULL)"}},
      {"no types",
       {"DROP TABLE claim", "CREATE TABLE claim (id, text, sha256)",
        "INSERT INTO claim VALUES (1, 2.5, x'00ff'), (NULL, NULL, NULL)"}},
      {"another mark", {"PRAGMA application_id = 1"}},
      {"another version", {"PRAGMA user_version = 99"}},
      {"a blob", {"UPDATE claim SET text = zeroblob(100000) WHERE id = 'a/true'"}},
      {"a claim without a name", {"UPDATE claim SET id = NULL WHERE id = 'a/true'"}},
      {"a changed text", {"UPDATE claim SET text = replace(text, 'verified', 'refuted')"}},
      {"two runs", {"INSERT INTO run VALUES ('more', 'x', 'y')"}},
      {"many claims",
       {"INSERT INTO claim WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i < "
        "200000) SELECT 'x' || i, 'y', 'z' FROM r"}},
  };
  for (const hostile& one : changes) {
    INFO(one.name);
    const std::string path = place.scratch / "hostile.journal";
    fs::copy_file(place.part, path, fs::copy_options::overwrite_existing);
    change(path, one.statements);
    const std::string before = text_of_file(path);
    for (const words& command : place.readers_of(path, true)) {
      INFO(command.front());
      const program_run run = run_within_a_minute(command);
      check_refusal(run, {"hostile.journal"});
      CHECK(run.peak_kilobytes < most_kilobytes);
      CHECK(text_of_file(path) == before);
      CHECK_FALSE(fs::exists(path + "-wal"));
    }
  }
}

TEST_CASE("a text that is larger than any result is not read", "[hostile_journals][volume]") {
  const workplace place;
  change(place.part, {"UPDATE claim SET text = CAST(zeroblob(300000000) AS TEXT)"});
  for (const words& command : place.readers_of(place.part, true)) {
    const program_run run = run_within_a_minute(command);
    check_refusal(run, {"part.journal"});
    CHECK(run.peak_kilobytes < most_kilobytes);
  }
}

namespace {

// A schema of a few kilobytes in which SQLite finds more rows than it can read in a lifetime: each
// of its pages names the next one many times.
std::string endless_schema() {
  constexpr std::size_t size = 512;
  constexpr std::size_t levels = 12;
  constexpr std::size_t first_header = 100;
  std::string file = "SQLite format 3";
  file += '\0';
  file += std::string("\x02\x00\x01\x01\x00\x40\x20\x20", 8) + four_bytes(1) +
          four_bytes(levels + 1) + four_bytes(0) + four_bytes(0) + four_bytes(1) + four_bytes(4) +
          four_bytes(0) + four_bytes(0) + four_bytes(1) + four_bytes(0) + four_bytes(0) +
          four_bytes(0x53484a31);
  file.resize(first_header, '\0');
  file.replace(92, 8, four_bytes(1) + four_bytes(3040001));
  const auto two_bytes = [](std::size_t value) {
    return std::string{static_cast<char>(value >> 8U & 0xffU), static_cast<char>(value & 0xffU)};
  };
  for (std::size_t level = 1; level <= levels; ++level) {
    const std::size_t start = level == 1 ? first_header : 0;
    const std::string child = four_bytes(static_cast<std::uint32_t>(level + 1));
    constexpr std::size_t cells = 40;
    std::string page(level == 1 ? file : std::string());
    // An inner page of a table, its cells from the end on; each has the key 1.
    page += std::string("\x05\x00\x00", 3) + two_bytes(cells) + two_bytes(size - 5 * cells) +
            std::string(1, '\0') + child;
    for (std::size_t i = 0; i < cells; ++i) page += two_bytes(size - 5 * (i + 1));
    REQUIRE(page.size() - start < size - 5 * cells - start);
    page.resize(size - 5 * cells, '\0');
    for (std::size_t i = 0; i < cells; ++i) page += child + "\x01";
    file = level == 1 ? page : file + page;
  }
  // A leaf with one row of five columns that are NULL.
  const std::string row("\x06\x01\x06\x00\x00\x00\x00\x00", 8);
  std::string leaf = std::string("\x0d\x00\x00", 3) + two_bytes(1) + two_bytes(size - row.size()) +
                     std::string(1, '\0') + two_bytes(size - row.size());
  leaf.resize(size - row.size(), '\0');
  return file + leaf + row;
}

}  // namespace

TEST_CASE("a schema without end is not read to its end", "[hostile_journals]") {
  const workplace place;
  write_bytes(place.part, endless_schema());
  for (const words& command : place.readers_of(place.part, true)) {
    INFO(command.front());
    const program_run run = run_within_a_minute(command);
    check_refusal(run, {"part.journal"});
    CHECK(run.peak_kilobytes < most_kilobytes);
  }
}

namespace {

// Journals that nobody has thought of: statements, bytes, and files beside them, at random.
class hostile_source {
 public:
  hostile_source(random_source& random, const workplace& place) : random_(random), place_(place) {}

  // Changes a journal, and puts files beside it.
  void spoil(const std::string& path, bool of_claims) {
    rows_ = of_claims ? "claim" : "table_row";
    // Some stay as they are: then only what lies beside them is hostile.
    const std::size_t changes = random_.below(4);
    for (std::size_t i = 0; i < changes; ++i) change_by_statement(path);
    if (random_.once_in(4)) change_bytes(path);
    if (random_.once_in(8)) fs::resize_file(path, random_.below(fs::file_size(path) + 1));
    put_beside(path);
  }

 private:
  std::string name() { return random_.text({"claim", "run", "table_row", "t", "v", "sqlite_x"}); }
  std::string value() {
    return random_.text({"NULL", "1", "2.5", "x'00ff'", "'x'", "hex(zeroblob(1000))",
                         "zeroblob(3000000)", "hex(zeroblob(3000000))", "'identity'",
                         "(SELECT group_concat(sql) FROM sqlite_master)", "CAST(x'80ff00' AS TEXT)",
                         "randomblob(5000)"});
  }
  std::string expression() {
    return random_.text({"text", "upper(text)", "hex(zeroblob(400000000))",
                         "(length(hex(zeroblob(400000000))))", "id || sha256", "abs(length(id))",
                         "load_extension('x.so')", "printf('%.*c', 400000000, 'x')"});
  }
  std::string query() {
    return random_.text(
        {"SELECT * FROM run", "SELECT 'identity' AS key, 'x' AS text, 'y' AS sha256",
         "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r) SELECT 'x' || i AS id, 'y' "
         "AS text, 'z' AS sha256 FROM r",
         "SELECT a.id, b.text, c.sha256 FROM claim a, claim b, claim c",
         "SELECT load_extension('x.so') AS id, 1 AS text, 2 AS sha256"});
  }
  std::string statement() {
    switch (random_.below(16)) {
      case 0:
        return "CREATE TRIGGER " + name() + random_.text({" AFTER ", " BEFORE "}) +
               random_.text({"INSERT", "UPDATE", "DELETE"}) + " ON " + rows_ + " BEGIN UPDATE " +
               rows_ + " SET text = " + value() + "; END";
      case 1:
        return "CREATE VIEW " + name() + " AS " + query();
      case 2:
        return "DROP TABLE " + random_.text({"run", rows_.c_str()});
      case 3:
        return "ALTER TABLE " + rows_ + " RENAME TO other";
      case 4:
        return "CREATE TABLE " + name() + " (id TEXT PRIMARY KEY, text TEXT NOT NULL, sha256 TEXT)";
      case 5:
        return "CREATE TABLE " + name() +
               " (id TEXT, other TEXT, sha256 TEXT, text TEXT GENERATED "
               "ALWAYS AS (" +
               expression() + ") " + random_.text({"VIRTUAL", "STORED"}) + ")";
      case 6:
        return "ALTER TABLE " + rows_ + " ADD COLUMN g TEXT GENERATED ALWAYS AS (" + expression() +
               ") VIRTUAL";
      case 7:
        return "CREATE INDEX i ON " + rows_ + " (" + random_.text({"text", "upper(text)"}) + ")";
      case 8:
        return "UPDATE " + random_.text({"run", rows_.c_str()}) + " SET " +
               random_.text({"text", "sha256"}) + " = " + value();
      case 9:
        return "INSERT INTO " + random_.text({"run", rows_.c_str()}) + " VALUES (" + value() +
               ", " + value() + ", " + value() + ")";
      case 10:
        return "DELETE FROM " + random_.text({"run", rows_.c_str()});
      case 11:
        return "PRAGMA writable_schema = ON; UPDATE sqlite_master SET " +
               random_.text({"sql = replace(sql, 'NOT NULL', '')", "sql = sql || ' '",
                             "rootpage = 1", "rootpage = 2", "rootpage = rootpage + 1",
                             "name = 'x'", "tbl_name = 'x'", "type = 'view'", "sql = NULL",
                             "sql = 'CREATE VIEW claim AS SELECT 1'", "rootpage = 0"}) +
               random_.text({"", " WHERE type = 'table'", " WHERE type = 'index'"});
      case 12:
        return "PRAGMA writable_schema = ON; INSERT INTO sqlite_master VALUES ('table', 'x', 'x', "
               "2, 'CREATE TABLE x (y)')";
      case 13:
        return random_.text({"PRAGMA application_id = 1", "PRAGMA user_version = 7", "ANALYZE",
                             "PRAGMA auto_vacuum = 1; VACUUM", "PRAGMA journal_mode = DELETE",
                             "PRAGMA journal_mode = DELETE; PRAGMA page_size = 512; VACUUM",
                             "VACUUM"});
      case 14:
        return "CREATE VIRTUAL TABLE " + name() + " USING fts5 (x)";
      default:
        return "INSERT INTO " + rows_ +
               " WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 "
               "FROM r WHERE i < 20000) SELECT 'x' || i, 'y', 'z' FROM r";
    }
  }
  void change_by_statement(const std::string& path) {
    // SQLite refuses many of them, and then the journal stays as it was.
    try {
      change(path, {statement()});
    } catch (const SQLite::Exception&) {
    }
  }
  void change_bytes(const std::string& path) {
    std::string bytes = text_of_file(path);
    for (std::size_t i = 0; i <= random_.below(8); ++i) {
      // Half of them among the numbers of the first page.
      const std::size_t place = random_.below(random_.once_in(2) ? 120 : bytes.size());
      bytes[place] = static_cast<char>(random_.below(256));
    }
    write_bytes(path, bytes);
  }
  std::string side_bytes(const std::string& path) {
    const std::size_t pages = fs::file_size(path) / page_size + random_.below(2);
    switch (random_.below(5)) {
      case 0:
        return "somebody's notes\n";
      case 1:
        return std::string(random_.below(10'000), '\0');
      case 2: {
        std::string log =
            "\x37\x7f\x06" + std::string(1, static_cast<char>(0x82 + random_.below(2)));
        for (std::size_t i = random_.below(9000); i > 0; --i)
          log += static_cast<char>(random_.below(256));
        return log;
      }
      case 3: {
        // One that names a file of the folder above, or a wrong checksum.
        std::string journal = hot_journal(place_.victim, pages, page_size);
        if (random_.once_in(3)) journal[random_.below(journal.size())] ^= 1;
        return journal;
      }
      default:
        return hot_journal(place_.victim, pages, page_size);
    }
  }
  void put_beside(const std::string& path) {
    for (const char* ending : {"-journal", "-wal", "-shm", "-mj1234"}) {
      if (!random_.once_in(2) || fs::exists(path + ending)) continue;
      if (random_.once_in(6))
        fs::create_symlink(place_.victim, path + ending);
      else if (random_.once_in(6))
        fs::create_hard_link(place_.victim, path + ending);
      else
        write_bytes(path + ending, side_bytes(path));
    }
  }

  random_source& random_;
  const workplace& place_;
  std::string rows_;
};

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::directory_iterator(folder))
    files[entry.path().filename().string()] = text_of_file(entry.path());
  return files;
}

}  // namespace

TEST_CASE("journals of strangers do no harm", "[hostile_journals][volume]") {
  const workplace place;
  const std::string expected = run_program(place.eval(place.table)).out;
  const random_cases cases(4203, 50);
  random_source random(cases.seed());
  hostile_source source(random, place);
  std::size_t refused = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const bool of_claims = random.once_in(2);
    const fs::path folder = place.scratch.path() / ("case-" + std::to_string(i));
    fs::create_directory(folder);
    const std::string path = (folder / "n.journal").string();
    fs::copy_file(of_claims ? place.part : place.table, path);
    source.spoil(path, of_claims);
    const auto before = files_in(folder);
    // `verify` reads the whole catalogue first; a merge reads the same journal.
    words command = of_claims ? words{"merge", path} : place.eval(path);
    if (of_claims && random.once_in(8)) command = place.verify(path);
    const program_run run = run_within_a_minute(command);
    INFO("case " << i << ": " << command.front() << " " << run.status << " " << run.err);
    CHECK(place.has_victim());
    CHECK(run.peak_kilobytes < most_kilobytes);
    const auto after = files_in(folder);
    for (const auto& [name, text] : before)
      if (name != "n.journal") CHECK(after.contains(name));
    if (run.status == 2) {
      ++refused;
      check_refusal(run, {"n.journal"});
      CHECK(after == before);
    } else {
      // Then it is a journal, whatever lies beside it.
      CHECK(run.status == 0);
      if (!of_claims) CHECK(run.out == expected);
    }
    fs::remove_all(folder);
  }
  INFO(refused << " of " << cases.count() << " were refused");
  CHECK(refused > static_cast<std::size_t>(cases.count()) / 4);
  CHECK(refused < static_cast<std::size_t>(cases.count()));
}

}  // namespace test_hostile_journals
