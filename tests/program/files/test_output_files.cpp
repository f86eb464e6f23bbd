// What is written where, and what is never touched: the one who plays the attacker here plants
// links, names inputs as outputs, fills disks and interrupts.

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_output_files {

namespace {

using json = nlohmann::json;
namespace fs = std::filesystem;

const std::string quick_claim = "format = 1\n[[claim]]\nid = \"t/quick\"\nclaim = \"1 < 2\"\n";

// Takes minutes: a run that ends soon did not begin the work.
const std::string endless_claim =
    "format = 1\n[[claim]]\nid = \"t/quick\"\nclaim = \"2 < 1\"\n[[claim]]\nid = \"t/endless\"\n"
    "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\n"
    "check = { x = { from = 1, to = 100, steps = 100 } }\n";

// Through a shell that first does `before`; a run of more than a minute is ended.
program_run run_after(const std::string& before, const words& arguments,
                      const fs::path& directory = {}) {
  words command{"sh", "-c", before + "; exec timeout 60 \"$0\" \"$@\"", SHUFFLECERT_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command, directory);
}

mode_t mode_of(const std::string& path) {
  struct stat found {};
  REQUIRE(lstat(path.c_str(), &found) == 0);
  return found.st_mode;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

bool can_write(const std::string& path) {
  const int opened = open(path.c_str(), O_WRONLY);
  if (opened >= 0) close(opened);
  return opened >= 0;
}

// A folder with all that is in it, to the user whom program_as_nobody() runs it as.
void give_to_nobody(const fs::path& folder) {
  REQUIRE(chown(folder.c_str(), nobody(), static_cast<gid_t>(-1)) == 0);
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    REQUIRE(lchown(entry.path().c_str(), nobody(), static_cast<gid_t>(-1)) == 0);
}

bool is_results(const std::string& text) {
  const json root = json::parse(text, nullptr, false);
  return root.is_object() && root.contains("claims");
}

// Status 2, one line, and nothing printed.
std::string refused(const program_run& run) {
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  CHECK(run.err.starts_with("shufflecert: "));
  return run.err;
}

}  // namespace

TEST_CASE("a file that is replaced keeps its permissions, a new one has the user's",
          "[output][volume]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", quick_claim);
  const std::string output = folder / "results.json";
  for (const char* mask : {"022", "027", "077"}) {
    CHECK(run_after(std::string("umask ") + mask, {"verify", claims, "--output", output}).status ==
          0);
    CHECK((mode_of(output) & 0777U) == (0666U & ~std::stoul(mask, nullptr, 8)));
    fs::remove(output);
  }
  for (const mode_t mode : {0600U, 0640U, 0664U}) {
    static_cast<void>(folder.file("results.json", "old"));
    REQUIRE(chmod(output.c_str(), mode) == 0);
    CHECK(run_program({"verify", claims, "--output", output}).status == 0);
    CHECK((mode_of(output) & 0777U) == mode);
    CHECK(is_results(text_of_file(output)));
  }
  CHECK(names_in(folder.path()) == std::set<std::string>{"claims.toml", "results.json"});
}

TEST_CASE("a file called FILE.partial is nobody's business", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", quick_claim);
  static_cast<void>(folder.file("results.json.partial", "mine"));
  const std::string victim = folder.file("victim", "precious");
  CHECK(run_program({"verify", claims, "--output", folder / "results.json"}).status == 0);
  CHECK(text_of_file(folder / "results.json.partial") == "mine");
  fs::remove(folder / "results.json.partial");
  fs::create_symlink(victim, folder / "results.json.partial");
  CHECK(run_program({"verify", claims, "--output", folder / "results.json"}).status == 0);
  CHECK(text_of_file(victim) == "precious");
}

TEST_CASE("a FIFO is written to and stays one", "[output]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("claims.toml", quick_claim));
  const program_run run = run_command(
      {"sh", "-c",
       "mkfifo pipe; cat pipe >got & timeout 60 \"$0\" verify claims.toml --output pipe; wait",
       SHUFFLECERT_PROGRAM},
      folder.path());
  INFO(run.err);
  CHECK(S_ISFIFO(mode_of(folder / "pipe")));
  CHECK(is_results(text_of_file(folder / "got")));
}

TEST_CASE("standard output can be named, as a pipe and as a file", "[output][volume]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("claims.toml", quick_claim));
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"})
    for (const char* how : {"| cat >got", ">got"}) {
      INFO(name << " " << how);
      const program_run run = run_command(
          {"sh", "-c",
           std::string("\"$0\" verify claims.toml --output ") + name + " --timeout 60 " + how,
           SHUFFLECERT_PROGRAM},
          folder.path());
      CHECK(run.err.empty());
      const std::string got = text_of_file(folder / "got");
      // The results, and after them the summary.
      const std::size_t end = got.rfind("}\n");
      REQUIRE(end != std::string::npos);
      CHECK(is_results(got.substr(0, end + 2)));
      CHECK(has(got.substr(end), "1 claim: "));
      CHECK(names_in(folder.path()) == std::set<std::string>{"claims.toml", "got"});
    }
  const program_run closed =
      run_after("exec 7</dev/null", {"verify", folder / "claims.toml", "--output", "/dev/fd/7"});
  CHECK(has(refused(closed), "not open for writing"));
}

TEST_CASE("a device is written to and stays one, and a full disk is told", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", quick_claim);
  // One that root makes, and may lose; else the system's own, which nobody else can replace.
  std::string device = folder / "full";
  words command{SHUFFLECERT_PROGRAM, "verify", claims, "--output"};
  if (mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0 || !can_write(device)) {
    device = "/dev/full";
    if (!can_write(device)) skip("there is no /dev/full here, and none can be made");
    const words program = program_as_nobody();
    command.erase(command.begin());
    command.insert(command.begin(), program.begin(), program.end());
    give_to_nobody(folder.path());
  }
  command.push_back(device);
  const program_run run = run_command(command);
  CHECK(run.status == 2);
  CHECK(has(run.err, "full': No space left on device"));
  CHECK(has(run.out, "1 claim: "));
  CHECK(S_ISCHR(mode_of(device)));
}

TEST_CASE("a disk that is full in the end destroys nothing and leaves nothing", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", quick_claim);
  const std::string output = folder.file("results.json", "old and complete");
  // Files of this user may have no more than 512 bytes.
  const program_run run = run_after("ulimit -f 1", {"verify", claims, "--output", output});
  CHECK(run.status == 2);
  CHECK(has(run.err, "cannot write '" + output + "': File too large"));
  CHECK(has(run.out, "1 claim: "));
  CHECK(text_of_file(output) == "old and complete");
  CHECK(names_in(folder.path()) == std::set<std::string>{"claims.toml", "results.json"});
}

TEST_CASE("a link stays, and what it leads to is replaced", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", quick_claim);
  fs::create_directory(folder / "elsewhere");
  static_cast<void>(folder.file("elsewhere/real.json", "old"));
  REQUIRE(chmod((folder / "elsewhere/real.json").c_str(), 0640) == 0);
  fs::create_symlink("elsewhere/real.json", folder / "one");
  fs::create_symlink("one", folder / "two");
  CHECK(run_program({"verify", claims, "--output", folder / "two"}).status == 0);
  CHECK(fs::is_symlink(folder / "one"));
  CHECK(fs::is_symlink(folder / "two"));
  CHECK(is_results(text_of_file(folder / "elsewhere/real.json")));
  CHECK((mode_of(folder / "elsewhere/real.json") & 0777U) == 0640U);
  CHECK(names_in(folder / "elsewhere") == std::set<std::string>{"real.json"});
}

TEST_CASE("links that lead nowhere are refused", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  fs::create_symlink("missing.json", folder / "dangling");
  CHECK(has(refused(run_after(":", {"verify", claims, "--output", folder / "dangling"})),
            "missing.json', which does not exist"));
  CHECK_FALSE(fs::exists(folder / "missing.json"));
  fs::create_symlink("loop", folder / "loop");
  refused(run_after(":", {"verify", claims, "--output", folder / "loop"}));
  fs::create_directory_symlink("elsewhere", folder / "folder");
  refused(run_after(":", {"verify", claims, "--output", folder / "folder/results.json"}));
  CHECK(names_in(folder.path()) ==
        std::set<std::string>{"claims.toml", "dangling", "folder", "loop"});
}

TEST_CASE("a link that somebody else planted where everyone may write is not followed",
          "[output]") {
  if (geteuid() != 0) skip("only root can make a link of somebody else's");
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  const std::string victim = folder.file("victim", "precious");
  const std::string shared = folder / "shared";
  fs::create_directory(shared);
  REQUIRE(chmod(shared.c_str(), 01777) == 0);
  fs::create_symlink(victim, shared + "/results.json");
  REQUIRE(lchown((shared + "/results.json").c_str(), 12345, 12345) == 0);
  CHECK(has(refused(run_after(":", {"verify", claims, "--output", shared + "/results.json"})),
            "symbolic link of somebody else's"));
  CHECK(text_of_file(victim) == "precious");
}

TEST_CASE("an output that is an input, by whatever name, is refused", "[output]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("claims.toml", endless_claim));
  fs::create_symlink("claims.toml", folder / "link.toml");
  fs::create_hard_link(folder / "claims.toml", folder / "hard.toml");
  fs::create_directory(folder / "sub");
  const words names{"claims.toml", "./claims.toml", "sub/../claims.toml",
                    "link.toml",   "hard.toml",     folder / "claims.toml"};
  for (const std::string& name : names) {
    INFO(name);
    CHECK(has(refused(run_after(":", {"verify", "claims.toml", "--output", name}, folder.path())),
              "it is the input 'claims.toml'"));
    CHECK(has(refused(run_after(":", {"verify", "link.toml", "--output", name}, folder.path())),
              "it is the input 'link.toml'"));
    CHECK(text_of_file(folder / "claims.toml") == endless_claim);
  }
  static_cast<void>(folder.file("bounds.toml", quick_claim));
  CHECK(has(refused(run_after(":",
                              {"frontier", "exp(x) <= 2", "--over", "x", "--from", "0", "--to", "1",
                               "--file", "bounds.toml", "--csv", "./bounds.toml"},
                              folder.path())),
            "it is the input 'bounds.toml'"));
  CHECK(text_of_file(folder / "bounds.toml") == quick_claim);
}

TEST_CASE("no output replaces a catalogue file, and tables are .csv files", "[output]") {
  const temporary_directory folder;
  const std::string mine = folder.file("my.toml", quick_claim);
  const words account{"account", "--round", "clone_pair(10, 1)", "--delta", "1e-3", "--csv"};
  const words calibrate{"calibrate", "exp(x) <= 2", "--over", "x",    "--from",
                        "0",         "--to",        "1",      "--csv"};
  const words frontier{"frontier", "exp(x) <= 2", "--over", "x",    "--from",
                       "0",        "--to",        "1",      "--csv"};
  const words verify{"verify", "repaired/poisson-moment", "--output"};
  const words journal{"verify", "repaired/poisson-moment", "--journal"};
  const words merge{"merge", "no-part.json", "--output"};
  const words letter{"letter", "girgis-2021", "--output"};
  const auto with = [](words command, const std::string& name) {
    command.push_back(name);
    return refused(run_after(":", command));
  };
  for (const words& command : {account, calibrate, frontier, verify, journal, merge, letter}) {
    INFO(command.front());
    CHECK(has(with(command, mine), "it is a catalogue file"));
    CHECK(text_of_file(mine) == quick_claim);
  }
  for (const words& command : {account, calibrate, frontier}) {
    CHECK(has(with(command, folder / "table.txt"), "must end in .csv"));
    CHECK_FALSE(fs::exists(folder / "table.txt"));
  }
  words to_stream = frontier;
  to_stream.emplace_back("/dev/stdout");
  CHECK(run_program(to_stream).status == 0);
}

TEST_CASE("the files that a results file names are inputs of who reads it", "[output]") {
  const temporary_directory folder;
  const auto run = [&](const words& command) { return run_program(command, folder.path()); };
  // A name that nothing else protects.
  static_cast<void>(folder.file("claims.txt", quick_claim));
  const program_run made = run({"verify", "claims.txt", "--output", "results.json"});
  INFO(made.err);
  REQUIRE(fs::exists(folder / "results.json"));
  run({"verify", "claims.txt", "--shard", "1/1", "--output", "part.json"});
  for (const words& command :
       {words{"letter", "girgis-2021", "--results", "results.json"}, words{"merge", "part.json"}}) {
    words all = command;
    all.insert(all.end(), {"--output", "claims.txt"});
    CHECK(has(refused(run(all)), "it is the input 'claims.txt'"));
    CHECK(text_of_file(folder / "claims.txt") == quick_claim);
  }
}

TEST_CASE("a picture of another kind is made from the SVG file", "[output]") {
  const std::string said = refused(run_program(
      {"account", "--round", "clone_pair(10, 1)", "--delta", "1e-3", "--plot", "year.png"}));
  CHECK(has(said, "--plot year.png: the name must end in .svg"));
  CHECK(has(said, "rsvg-convert --format png year.svg --output year.png"));
}

TEST_CASE("two outputs of one run are two files", "[output]") {
  const temporary_directory folder;
  const auto run = [&](const words& command) { return run_program(command, folder.path()); };
  CHECK(has(refused(run({"account", "--round", "clone_pair(10, 1)", "--delta", "1e-3", "--plot",
                         "a.svg", "--csv", "./a.csv"})),
            "writes a file of this name"));
  CHECK(has(refused(run({"frontier", "exp(x) <= 2", "--over", "x", "--from", "0", "--to", "1",
                         "--csv", "t.csv", "--journal", "./t.csv"})),
            "read or written besides"));
}

TEST_CASE("an output without a name is refused", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  CHECK(has(refused(run_after(":", {"verify", claims, "--output", ""})), "--output"));
  CHECK(has(refused(run_after(":", {"report", claims, "--output", ""})), "--output"));
  CHECK(has(refused(run_after(":", {"frontier", "x < 1", "--over", "x", "--csv", ""})), "--csv"));
  CHECK(has(refused(run_after(":", {"compare", "--n", "10", "--plot", ""})), "--plot"));
}

TEST_CASE("an output that cannot be written is noticed before the work", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  const std::string long_name(300, 'x');
  for (const std::string& output :
       {folder / "missing/results.json", folder.path().string(), folder.path().string() + "/",
        folder / long_name, claims + "/results.json", std::string("/proc/results.json")}) {
    INFO(output);
    CHECK(has(refused(run_after(":", {"verify", claims, "--output", output})), "cannot write"));
  }
}

TEST_CASE("an output without permission is noticed before the work", "[output]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  fs::create_directory(folder / "locked");
  static_cast<void>(folder.file("read-only.json", "old"));
  give_to_nobody(folder.path());
  REQUIRE(chmod((folder / "read-only.json").c_str(), 0444) == 0);
  REQUIRE(chmod((folder / "locked").c_str(), 0555) == 0);
  for (const char* name : {"locked/results.json", "read-only.json"}) {
    words command{"timeout", "60"};
    for (const std::string& word : program_as_nobody()) command.push_back(word);
    for (const std::string& word : words{"verify", claims, "--output", folder / name})
      command.push_back(word);
    const std::string line = refused(run_command(command));
    CHECK(has(line, "cannot write '"));
    CHECK(has(line, "Permission denied"));
  }
  CHECK(text_of_file(folder / "read-only.json") == "old");
}

TEST_CASE("runs that share an output do not disturb each other", "[output]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("claims.toml", quick_claim));
  const program_run run = run_command(
      {"sh", "-c",
       "for i in 1 2 3 4 5 6 7 8; do (\"$0\" verify claims.toml --output results.json >/dev/null "
       "|| echo failed) & done; wait",
       SHUFFLECERT_PROGRAM},
      folder.path());
  CHECK(run.out.empty());
  CHECK(run.err.empty());
  CHECK(is_results(text_of_file(folder / "results.json")));
  CHECK(names_in(folder.path()) == std::set<std::string>{"claims.toml", "results.json"});
}

TEST_CASE("an interrupted run keeps an earlier results file", "[output]") {
  need_terminals();
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const temporary_directory folder;
    const std::string claims = folder.file("claims.toml", endless_claim);
    const std::string output = folder.file("results.json", "old and complete");
    running_program run({"verify", claims, "--output", output, "--threads", "1"});
    REQUIRE(run.shows("1/2 t/endless"));
    run.signal(number);
    const program_run ended = run.wait();
    CHECK(ended.status == 128 + number);
    CHECK(text_of_file(output) == "old and complete");
    const std::set<std::string> names = names_in(folder.path());
    REQUIRE(names.size() == 3);
    const auto beside = std::find_if(names.begin(), names.end(), [](const std::string& name) {
      return name.starts_with("results.json.interrupted-");
    });
    REQUIRE(beside != names.end());
    CHECK(has(ended.err, *beside));
    const json claims_found = json::parse(text_of_file(folder / *beside)).at("claims");
    CHECK(claims_found.at(0).at("verdict") == "refuted");
    CHECK(claims_found.at(1).at("verdict") == "undecided");
  }
}

TEST_CASE("a run that is interrupted before anything was judged writes nothing beside",
          "[output]") {
  need_terminals();
  const temporary_directory folder;
  const std::string only_endless =
      "format = 1\n" + endless_claim.substr(endless_claim.rfind("[[claim]]"));
  const std::string claims = folder.file("claims.toml", only_endless);
  const std::string output = folder.file("results.json", "old and complete");
  running_program run({"verify", claims, "--output", output, "--threads", "1"});
  REQUIRE(run.shows("0/1 t/endless"));
  run.signal(SIGINT);
  CHECK(run.wait().status == 130);
  CHECK(text_of_file(output) == "old and complete");
  CHECK(names_in(folder.path()) == std::set<std::string>{"claims.toml", "results.json"});
}

TEST_CASE("a run that loses its terminal writes what it has", "[output]") {
  need_terminals();
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  const std::string output = folder / "results.json";
  running_program run({"verify", claims, "--output", output, "--threads", "1"});
  REQUIRE(run.shows("1/2 t/endless"));
  run.signal(SIGHUP);
  CHECK(run.wait().status == 128 + SIGHUP);
  CHECK(json::parse(text_of_file(output)).at("claims").at(0).at("verdict") == "refuted");
}

TEST_CASE("a time limit is the user's own wish: its results replace earlier ones",
          "[output][volume]") {
  const temporary_directory folder;
  const std::string claims = folder.file("claims.toml", endless_claim);
  const std::string output = folder.file("results.json", "old");
  CHECK(run_program({"verify", claims, "--output", output, "--timeout", "8"}).status == 1);
  CHECK(is_results(text_of_file(output)));
}

TEST_CASE("a formula that starts with a sign goes after --, whatever stands before", "[output]") {
  const words formulas{"-1", "-x", "-x*y/2"};
  for (const words& before : {words{}, {"--set", "x=1"}, {"--set", "x=1", "--set", "y=2"}}) {
    words arguments{"eval"};
    arguments.insert(arguments.end(), before.begin(), before.end());
    arguments.insert(arguments.end(), {"--", formulas.at(before.size() / 2)});
    const program_run run = run_program(arguments);
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.out.starts_with("lower  -1\n"));
  }
}

}  // namespace test_output_files
