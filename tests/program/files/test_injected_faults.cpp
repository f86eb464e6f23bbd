// What a long run meets in the world: full disks, lost bytes, folders of others, clocks that are
// set back, programs of another version. Nothing is lost, and one line says what happened.

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"
#include "verify/files/read_file.hpp"
#include "verify/journals/journal_file.hpp"

namespace test_injected_faults {

namespace {

using json = nlohmann::json;
using shufflecert::claims::journal_contents;
using shufflecert::claims::journal_file;
using shufflecert::claims::journal_kind;
using shufflecert::claims::read_journal_file;
using shufflecert::claims::usage_error;

std::string claims_text() {
  std::string text = "format = 1\n";
  for (int i = 1; i <= 12; ++i)
    text += "\n[[claim]]\nid = \"more/" + std::to_string(i) +
            "\"\nclaim = \"x <= " + std::to_string(i + 1) + "\"\ncheck = { x = [0, 1] }\n";
  return text;
}

// A file system in memory of so many kilobytes, which is gone with this object.
class small_disk {
 public:
  explicit small_disk(const std::string& folder, int kilobytes) : folder_(folder) {
    std::filesystem::create_directory(folder);
    is_there_ = runs({"mount", "--version"}) &&
                run_command({"mount", "-t", "tmpfs", "-o",
                             "size=" + std::to_string(kilobytes) + "k", "none", folder})
                        .status == 0;
  }
  small_disk(const small_disk&) = delete;
  small_disk& operator=(const small_disk&) = delete;
  ~small_disk() {
    if (is_there_) run_command({"umount", folder_});
  }
  [[nodiscard]] bool is_there() const { return is_there_; }

 private:
  std::string folder_;
  bool is_there_ = false;
};

// A directory in memory, where there is such a place: SQLite waits for disks.
class memory_directory {
 public:
  memory_directory() {
    const std::filesystem::path memory = "/dev/shm";
    std::error_code error;
    if (std::filesystem::is_directory(memory, error) && access(memory.c_str(), W_OK) == 0)
      path_ = memory / ("shufflecert-test-" + std::to_string(getpid()));
    else
      path_ = other_.path() / "journals";
    std::filesystem::create_directory(path_);
  }
  memory_directory(const memory_directory&) = delete;
  memory_directory& operator=(const memory_directory&) = delete;
  ~memory_directory() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  [[nodiscard]] std::string operator/(const std::string& name) const {
    return (path_ / name).string();
  }

 private:
  temporary_directory other_;
  std::filesystem::path path_;
};

using rows = std::vector<std::pair<std::string, std::string>>;

void write_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

// Opens what is left of a journal of these rows: it is refused by its name, or no row of it is
// another one. Whether it was refused.
bool is_refused(const std::string& path, const rows& kept) {
  try {
    const journal_file opened(path, journal_kind::table_rows, "the identity");
    CHECK(opened.contents().identity == "the identity");
    for (const auto& [key, text] : opened.contents().rows)
      CHECK(std::find(kept.begin(), kept.end(), std::pair(key, text)) != kept.end());
    return false;
  } catch (const usage_error& error) {
    CHECK(std::string(error.what()).find(path) != std::string::npos);
    return true;
  }
}

}  // namespace

TEST_CASE("a journal truncated at any byte is refused or does no harm", "[faults][volume]") {
  const memory_directory scratch;
  const std::string path = scratch / "whole.journal";
  const rows kept{{"0", "the first row"}, {"1", std::string(300, 'x')}, {"2", "the last row"}};
  std::string main_file;
  std::string log_file;
  {
    journal_file journal(path, journal_kind::table_rows, "the identity");
    for (const auto& row : kept) journal.keep({row});
    REQUIRE_FALSE(journal.problem());
    // As a kill leaves it: all is in the log.
    main_file = text_of_file(path);
    log_file = text_of_file(path + "-wal");
  }
  const std::string closed = text_of_file(path);
  REQUIRE(closed.size() > main_file.size());
  REQUIRE(log_file.size() > 1000);
  const std::string other = scratch / "other.journal";
  const auto open_with = [&](const std::string& bytes, const std::string& log) {
    write_bytes(other, bytes);
    if (log.empty())
      std::filesystem::remove(other + "-wal");
    else
      write_bytes(other + "-wal", log);
    return is_refused(other, kept);
  };
  std::size_t refused = 0;
  for (std::size_t size = 0; size < closed.size(); ++size) {
    INFO(size << " of " << closed.size() << " bytes");
    if (!open_with(closed.substr(0, size), "")) continue;
    ++refused;
    // What is refused stays as it is.
    CHECK(text_of_file(other) == closed.substr(0, size));
  }
  CHECK(refused > closed.size() / 2);
  // The log loses rows from its end on, and nothing else.
  for (std::size_t size = 0; size < log_file.size(); size += 41) {
    INFO(size << " of " << log_file.size() << " bytes of the log");
    CHECK_FALSE(open_with(main_file, log_file.substr(0, size)));
  }
  CHECK_FALSE(open_with(closed, ""));
  CHECK(read_journal_file(other, journal_kind::table_rows).rows.size() == kept.size());
}

TEST_CASE("a full disk ends the journal, and not the run", "[faults]") {
  const temporary_directory scratch;
  const std::string folder = scratch / "disk";
  const small_disk disk(folder, 96);
  if (!disk.is_there()) {
    skip_part_that_is_forbidden("file systems cannot be mounted here");
    return;
  }
  const std::string full = folder + "/results.json";
  write_bytes(full, "earlier");
  const std::string claims = scratch.file("claims.toml", claims_text());
  const std::string output = scratch / "results.json";
  run_program({"verify", claims, "--output", output});
  const std::string expected = comparable_results(output);
  std::filesystem::remove(output);
  const std::string journal = folder + "/run.journal";
  const program_run run = run_program({"verify", claims, "--journal", journal, "--output", output});
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(run.err.find("run.journal' cannot be written: no space is left on the device") !=
        std::string::npos);
  CHECK(run.out.find("12 claims") != std::string::npos);
  CHECK(comparable_results(output) == expected);
  // A table prints all its rows.
  const words table{"eval", "exp(x)", "--set", "x=1:500:500"};
  words kept = table;
  kept.insert(kept.end(), {"--journal", folder + "/table.journal"});
  const program_run rows_kept = run_program(kept);
  CHECK(rows_kept.status == 2);
  CHECK(rows_kept.err.find("table.journal' ") != std::string::npos);
  // Either it cannot be begun, or all is printed.
  CHECK((rows_kept.out.empty() || rows_kept.out == run_program(table).out));
  // An earlier results file stays.
  const program_run unwritten = run_program({"verify", claims, "--output", full});
  INFO(unwritten.err);
  CHECK(unwritten.status == 2);
  CHECK(unwritten.err.find("results.json") != std::string::npos);
  CHECK(text_of_file(full) == "earlier");
}

TEST_CASE("a folder of another user gets no journal", "[faults]") {
  const temporary_directory scratch;
  words command = program_as_nobody();
  const std::string journal = scratch / "run.journal";
  std::filesystem::permissions(scratch.path(), std::filesystem::perms(0755));
  command.insert(command.end(),
                 {"verify", "repaired/poisson-moment", "--effort", "0", "--journal", journal});
  check_refusal(run_command(command), {"run.journal", "ermission denied"});
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("a clock that is set back changes nothing", "[faults]") {
  const temporary_directory scratch;
  const std::string claims = scratch.file("claims.toml", claims_text());
  const std::string journal = scratch / "run.journal";
  const std::string output = scratch / "results.json";
  const words command{"verify", claims, "--journal", journal, "--output", output};
  run_program(command);
  const std::string expected = comparable_results(output);
  // To this run, all files are of the time to come.
  const auto later = std::filesystem::file_time_type::clock::now() + std::chrono::hours(24 * 3650);
  for (const std::string& file : {claims, journal, output})
    std::filesystem::last_write_time(file, later);
  const program_run again = run_program(command);
  CHECK(again.err.find("12 of 12 claims are in the journal") != std::string::npos);
  CHECK(comparable_results(output) == expected);
}

TEST_CASE("a part that is run twice is the same part", "[faults]") {
  const temporary_directory scratch;
  const std::string claims = scratch.file("claims.toml", claims_text());
  const auto part = [&](int index, const std::string& name) {
    const std::string file = scratch / name;
    run_program({"verify", claims, "--shard", std::to_string(index) + "/2", "--output",
                 file + ".json", "--journal", file + ".journal"});
    return file;
  };
  const std::string one = part(1, "one");
  const json first = json::parse(text_of_file(one + ".json"));
  // In the same place it is what it was, even its times.
  part(1, "one");
  CHECK(json::parse(text_of_file(one + ".json")) == first);
  // In two places it is refused, and either will do.
  const std::string copy = part(1, "copy");
  const std::string two = part(2, "two");
  const std::string output = scratch / "results.json";
  check_refusal(
      run_program({"merge", one + ".json", copy + ".json", two + ".json", "--output", output}),
      {"part 1/2 is there twice"});
  CHECK_FALSE(std::filesystem::exists(output));
  run_program({"merge", one + ".json", two + ".json", "--output", output});
  const std::string whole = comparable_results(output);
  run_program({"merge", copy + ".json", two + ".json", "--output", output});
  CHECK(comparable_results(output) == whole);
}

TEST_CASE("a journal of another version is refused", "[faults]") {
  const temporary_directory scratch;
  const std::string claims = scratch.file("claims.toml", claims_text());
  words journals;
  for (const std::string part : {"1/2", "2/2"}) {
    journals.push_back(scratch / ("part-" + part.substr(0, 1) + ".journal"));
    run_program({"verify", claims, "--shard", part, "--journal", journals.back()});
  }
  // The first part once more, as another version would have left it.
  const journal_contents known = read_journal_file(journals[0], journal_kind::claims);
  json identity = json::parse(known.identity);
  const std::string here = identity.at("version").get<std::string>();
  identity["version"] = "0.0.9";
  const std::string old = scratch / "old.journal";
  {
    journal_file journal(old, journal_kind::claims, identity.dump());
    journal.keep(rows(known.rows.begin(), known.rows.end()));
    REQUIRE_FALSE(journal.problem());
  }
  const std::string bytes = text_of_file(old);
  const std::string difference = "the version of shufflecert is 0.0.9 there and " + here + " here";
  check_refusal(run_program({"verify", claims, "--shard", "1/2", "--journal", old}),
                {"old.journal", "another run", difference});
  check_refusal(run_program({"merge", journals[1], old}), {"old.journal", "0.0.9"});
  CHECK(text_of_file(old) == bytes);
  CHECK(run_program({"merge", journals[1], journals[0]}).status == 0);
}

}  // namespace test_injected_faults
