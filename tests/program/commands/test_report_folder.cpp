// Reports in folders that others prepared, with a gnuplot that does not do what it should.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "claims/text/sha256.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_report_folder {

namespace {

namespace fs = std::filesystem;

// With a curve, so that gnuplot has something to draw.
const std::string plotted_claim =
    "format = 1\n[[claim]]\nid = \"t/curve\"\nclaim = \"x^2 <= 4\"\n"
    "check = { x = [1, 2, 3, 4] }\n";

// A folder with results, and the report of them where it is asked for.
class workshop {
 public:
  explicit workshop(const std::string& claims = plotted_claim) {
    static_cast<void>(folder.file("claims.toml", claims));
    const program_run run =
        run_program({"verify", "claims.toml", "--output", "results.json"}, folder.path());
    INFO(run.err);
    REQUIRE(fs::exists(folder / "results.json"));
  }

  [[nodiscard]] program_run report(const words& more = {"--no-plots"}) const {
    words arguments{"report", "results.json", "--output", "audit"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_program(arguments, folder.path());
  }

  /// The same with these settings of the environment.
  [[nodiscard]] program_run report_with(const words& settings) const {
    words command{"env"};
    command.insert(command.end(), settings.begin(), settings.end());
    for (const char* word : {SHUFFLECERT_PROGRAM, "report", "results.json", "--output", "audit"})
      command.emplace_back(word);
    return run_command(command, folder.path());
  }

  [[nodiscard]] std::string in_audit(const std::string& name) const {
    return folder / ("audit/" + name);
  }

  temporary_directory folder;
};

void write(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string line_of(const std::string& text, const std::string& path) {
  return shufflecert::claims::sha256(text) + "  " + path + "\n";
}

// A program called gnuplot that is this shell script.
std::string with_gnuplot(const workshop& shop, const std::string& script) {
  fs::create_directory(shop.folder / "bin");
  const std::string program = shop.folder / "bin/gnuplot";
  write(program, "#!/bin/sh\n" + script + "\n");
  REQUIRE(chmod(program.c_str(), 0755) == 0);
  return "PATH=" + shop.folder / "bin:" + std::getenv("PATH");
}

bool is_running(const std::string& pid_file) {
  std::istringstream text(text_of_file(pid_file));
  pid_t pid = 0;
  if (!(text >> pid)) return false;
  if (kill(pid, 0) != 0) return false;
  // Ended, and not yet waited for by whoever is its parent now.
  const std::string state = text_of_file("/proc/" + std::to_string(pid) + "/stat");
  return !has(state, ") Z ");
}

template <class Condition>
bool soon(Condition condition) {
  for (int i = 0; i < 6000; ++i) {
    if (condition()) return true;
    usleep(10'000);
  }
  return false;
}

}  // namespace

TEST_CASE("a list of files that somebody else wrote deletes nothing of this program's user",
          "[report-folder]") {
  const workshop shop;
  REQUIRE(shop.report().status == 0);
  const std::string precious = shop.folder.file("precious.html", "precious");
  fs::create_directory(shop.folder / "elsewhere");
  static_cast<void>(shop.folder.file("elsewhere/x.html", "precious"));
  fs::create_directory(shop.in_audit("plots"));
  // All have the digest that the list tells.
  for (const char* name : {"mine.html", "notes.txt", "claim/notes.txt", "claim/.hidden.html",
                           "claim/changed.html", "claim/sp ace.html", "plots/x.html"})
    write(shop.in_audit(name), "precious");
  fs::create_symlink(precious, shop.in_audit("claim/link.html"));
  fs::create_directory_symlink(shop.folder / "elsewhere", shop.in_audit("paper-link"));
  fs::create_directory(shop.in_audit("claim/folder.html"));
  std::string list = text_of_file(shop.in_audit("files.txt"));
  for (const std::string path :
       {"mine.html", "notes.txt", "claim/notes.txt", "claim/.hidden.html", "claim/sp ace.html",
        "plots/x.html", "claim/link.html", "claim/folder.html", "../precious.html",
        "claim/../../precious.html", "claim/..", "paper-link/x.html", "/etc/hostname",
        precious.c_str(), "claim//link.html", "claim/./link.html"})
    list += line_of("precious", path);
  list += line_of("another text", "claim/changed.html");
  list += "claim/changed.html\nno digest  claim/changed.html\n";
  write(shop.in_audit("files.txt"), list);
  const program_run run = shop.report();
  INFO(run.err);
  CHECK(run.status == 0);
  for (const char* name :
       {"mine.html", "notes.txt", "claim/notes.txt", "claim/.hidden.html", "claim/changed.html",
        "claim/sp ace.html", "plots/x.html", "claim/link.html"})
    CHECK(text_of_file(shop.in_audit(name)) == "precious");
  CHECK(fs::is_symlink(shop.in_audit("claim/link.html")));
  CHECK(text_of_file(precious) == "precious");
  CHECK(text_of_file(shop.folder / "elsewhere/x.html") == "precious");
  CHECK(fs::is_directory(shop.in_audit("claim/folder.html")));
}

TEST_CASE("pages that a report no longer has are removed, unless somebody changed them",
          "[report-folder]") {
  const workshop shop(plotted_claim + "[[claim]]\nid = \"t/gone\"\nclaim = \"1 < 2\"\n" +
                      "[[claim]]\nid = \"t/edited\"\nclaim = \"1 < 2\"\n");
  REQUIRE(shop.report().status == 0);
  REQUIRE(fs::exists(shop.in_audit("claim/t.gone.html")));
  write(shop.in_audit("claim/t.edited.html"), "my own words");
  write(shop.in_audit("claim/t.curve.html"), "my own words");
  static_cast<void>(shop.folder.file("claims.toml", plotted_claim));
  REQUIRE(run_program({"verify", "claims.toml", "--output", "results.json"}, shop.folder.path())
              .status == 1);
  CHECK(shop.report().status == 0);
  CHECK_FALSE(fs::exists(shop.in_audit("claim/t.gone.html")));
  CHECK(text_of_file(shop.in_audit("claim/t.edited.html")) == "my own words");
  CHECK(has(text_of_file(shop.in_audit("claim/t.curve.html")), "t/curve"));
  CHECK_FALSE(has(text_of_file(shop.in_audit("files.txt")), "t.gone"));
  // The list is what `sha256sum --check` reads.
  CHECK(run_command({"sha256sum", "--check", "--quiet", "files.txt"}, shop.in_audit("")).status ==
        0);
}

TEST_CASE("no link in a report's folder is followed", "[report-folder]") {
  for (const char* name : {"claim", "paper"}) {
    const workshop shop;
    fs::create_directory(shop.folder / "elsewhere");
    fs::create_directory(shop.folder / "audit");
    fs::create_directory_symlink(shop.folder / "elsewhere", shop.in_audit(name));
    const program_run run = shop.report();
    CHECK(run.status == 2);
    CHECK(has(run.err, "a report writes into folders of its own only"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(fs::is_empty(shop.folder / "elsewhere"));
    CHECK_FALSE(fs::exists(shop.in_audit("index.html")));
  }
  const workshop shop;
  const std::string victim = shop.folder.file("victim", "precious");
  REQUIRE(shop.report().status == 0);
  for (const char* name : {"index.html", "files.txt", "report.md", "claim/t.curve.html"}) {
    fs::remove(shop.in_audit(name));
    fs::create_symlink(victim, shop.in_audit(name));
  }
  CHECK(shop.report().status == 0);
  CHECK(text_of_file(victim) == "precious");
  for (const char* name : {"index.html", "files.txt", "report.md", "claim/t.curve.html"})
    CHECK(fs::is_regular_file(fs::symlink_status(shop.in_audit(name))));
  // The folder itself is what the user named: a link to it is fine.
  fs::create_directory(shop.folder / "real");
  fs::create_directory_symlink("real", shop.folder / "named");
  CHECK(
      run_program({"report", "results.json", "--output", "named", "--no-plots"}, shop.folder.path())
          .status == 0);
  CHECK(fs::exists(shop.folder / "real/index.html"));
}

TEST_CASE("a page never takes the place of an input", "[report-folder]") {
  const workshop shop;
  fs::create_directory(shop.folder / "audit");
  fs::copy_file(shop.folder / "results.json", shop.in_audit("junit.xml"));
  const std::string before = text_of_file(shop.in_audit("junit.xml"));
  const program_run run =
      run_program({"report", "audit/junit.xml", "--output", "audit"}, shop.folder.path());
  CHECK(run.status == 2);
  CHECK(has(run.err, "it is the input 'audit/junit.xml'"));
  CHECK(text_of_file(shop.in_audit("junit.xml")) == before);
  CHECK_FALSE(fs::exists(shop.in_audit("index.html")));
  // The catalogue that the results were made from.
  const workshop other;
  fs::create_directory(other.folder / "audit");
  fs::create_hard_link(other.folder / "claims.toml", other.in_audit("report.md"));
  CHECK(has(other.report().err, "it is the input 'claims.toml'"));
  CHECK(text_of_file(other.folder / "claims.toml") == plotted_claim);
}

TEST_CASE("a disk that fills up leaves the earlier report as it was", "[report-folder]") {
  const workshop shop;
  REQUIRE(shop.report().status == 0);
  write(shop.in_audit("index.html"), "the earlier one");
  const program_run run = run_command(
      {"sh", "-c", "ulimit -f 1; exec \"$0\" report results.json --output audit --no-plots",
       SHUFFLECERT_PROGRAM},
      shop.folder.path());
  CHECK(run.status == 2);
  CHECK(has(run.err, "File too large"));
  CHECK(text_of_file(shop.in_audit("index.html")) == "the earlier one");
  for (const auto& entry : fs::directory_iterator(shop.in_audit("")))
    CHECK_FALSE(has(entry.path().filename().string(), ".shufflecert"));
}

TEST_CASE("a gnuplot that fails costs the pictures and no more", "[report-folder][volume]") {
  for (const char* script :
       {"echo; echo 'line 3: \x1b[31mbroken' >&2; exit 1", "kill -9 $$", "exit 0"}) {
    INFO(script);
    const workshop shop;
    const program_run run = shop.report_with({with_gnuplot(shop, script)});
    CHECK(run.status == 0);
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(has(run.err, "not all is drawn: gnuplot"));
    CHECK_FALSE(has(run.err, "\x1b"));
    CHECK(fs::exists(shop.in_audit("claim/t.curve.html")));
    CHECK(has(text_of_file(shop.in_audit("claim/t.curve.html")), ".csv"));
    CHECK_FALSE(has(text_of_file(shop.in_audit("claim/t.curve.html")), "<img"));
  }
}

TEST_CASE("a bad TMPDIR costs the pictures, and no quote in it is a command",
          "[report-folder][volume]") {
  if (!runs({"gnuplot", "--version"})) skip("there is no gnuplot here");
  const workshop shop;
  const program_run missing = shop.report_with({"TMPDIR=" + shop.folder / "missing"});
  CHECK(missing.status == 0);
  CHECK(std::count(missing.err.begin(), missing.err.end(), '\n') == 1);
  CHECK(has(missing.err, "TMPDIR"));
  CHECK(fs::exists(shop.in_audit("index.html")));
  for (const std::string name : {"a'; system \"touch pwned\"; '", "b'.system('touch pwned').'",
                                 "c\"`touch pwned`", "d\ne"}) {
    const std::string scratch = shop.folder / name;
    fs::create_directory(scratch);
    const program_run run = shop.report_with({"TMPDIR=" + scratch});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.err.empty());
    CHECK(has(text_of_file(shop.in_audit("claim/t.curve.html")), "<img"));
    CHECK_FALSE(fs::exists(shop.folder / "pwned"));
    CHECK_FALSE(fs::exists(scratch + "/pwned"));
    CHECK(fs::is_empty(scratch));
  }
}

TEST_CASE("a report that is ended while drawing leaves no process, no folder, no page",
          "[report-folder][volume]") {
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    const workshop shop;
    REQUIRE(shop.report().status == 0);
    write(shop.in_audit("index.html"), "the earlier one");
    fs::create_directory(shop.folder / "tmp");
    const std::string pids = shop.folder / "pids";
    // It starts another process, which would survive it.
    const std::string path = with_gnuplot(
        shop, "sleep 600 & echo $! >'" + pids + "'; echo $$ >'" + pids + ".own'; wait");
    const program_run run = run_command(
        {"env", path, "TMPDIR=" + shop.folder / "tmp", "python3", "-c",
         "import signal, subprocess, sys, time, os\n"
         "signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
         "child = subprocess.Popen([sys.argv[1], 'report', 'results.json', '--output', 'audit'])\n"
         "for i in range(6000):\n"
         "  if os.path.exists(sys.argv[2] + '.own'): break\n"
         "  time.sleep(0.01)\n"
         "child.send_signal(int(sys.argv[3]))\n"
         "sys.exit(child.wait(60))\n",
         SHUFFLECERT_PROGRAM, pids, std::to_string(number)},
        shop.folder.path());
    CHECK(run.status == 128 + number);
    CHECK(run.err == "shufflecert: interrupted: no report was written\n");
    CHECK(text_of_file(shop.in_audit("index.html")) == "the earlier one");
    CHECK(fs::is_empty(shop.folder / "tmp"));
    CHECK(soon([&] { return !is_running(pids) && !is_running(pids + ".own"); }));
  }
}

TEST_CASE("a time limit ends gnuplot, too", "[report-folder]") {
  const workshop shop;
  fs::create_directory(shop.folder / "tmp");
  const std::string pids = shop.folder / "pids";
  const std::string path = with_gnuplot(shop, "sleep 600 & echo $! >'" + pids + "'; wait");
  const program_run run = run_command(
      {"env", path, "TMPDIR=" + shop.folder / "tmp", "timeout", "60", SHUFFLECERT_PROGRAM, "report",
       "results.json", "--output", "audit", "--timeout", "1"},
      shop.folder.path());
  // With pages and without pictures; a machine that is too slow for the pages gives up.
  CHECK((run.status == 0 || run.status == 3));
  CHECK(has(run.err, "the time limit was reached"));
  CHECK(fs::is_empty(shop.folder / "tmp"));
  CHECK(soon([&] { return !is_running(pids); }));
}

TEST_CASE("a report says which of one's own refuted claims have no plot", "[report-folder]") {
  const std::string claims =
      "format = 1\n[[claim]]\nid = \"t/one\"\nclaim = \"x^2 <= 4\"\ncheck = { x = 3 }\n"
      "[[claim]]\nid = \"t/two\"\nclaim = \"x <= 4\"\ncheck = { x = 5 }\n"
      "[[claim]]\nid = \"t/holds\"\nclaim = \"x <= 4\"\ncheck = { x = 3 }\n"
      "[[claim]]\nid = \"t/constant\"\nclaim = \"2 < 1\"\n";
  const workshop shop(claims);
  const program_run run = shop.report({});
  CHECK(run.status == 0);
  CHECK(has(run.err,
            "shufflecert: no plot of 't/one', 't/two': the check lists one point, and a plot "
            "needs several\n"));
  CHECK(count_of(run.err, "no plot of") == 1);
  CHECK_FALSE(has(shop.report().err, "no plot of"));
  CHECK_FALSE(has(workshop().report({}).err, "no plot of"));
}

TEST_CASE("a report or a letter of results that were altered is refused", "[report-folder]") {
  const workshop shop;
  std::string text = text_of_file(shop.folder / "results.json");
  const std::string said = "\"seconds\": ";
  text.replace(text.find(said), said.size(), "\"seconds\": 1");
  write(shop.folder / "results.json", text);
  for (const words& command :
       {words{"report", "results.json", "--output", "audit"},
        words{"letter", "cheu-2019", "--results", "results.json", "--output", "letter.md"}}) {
    const program_run run = run_program(command, shop.folder.path());
    INFO(command.front() << run.out << run.err);
    CHECK(run.status == 2);
    CHECK(has(run.err, "was altered after it was written"));
  }
  CHECK_FALSE(fs::exists(shop.folder / "audit"));
  CHECK_FALSE(fs::exists(shop.folder / "letter.md"));
}

TEST_CASE("a report's folder that cannot be made is refused before anything is read",
          "[report-folder]") {
  const workshop shop;
  write(shop.folder / "file", "");
  fs::remove(shop.folder / "results.json");
  for (const std::string folder : {"file", "file/audit", "file/a/b"}) {
    const program_run run =
        run_program({"report", "results.json", "--output", folder}, shop.folder.path());
    INFO(folder << run.err);
    CHECK(run.status == 2);
    CHECK(run.err.starts_with(folder == "file" ? "shufflecert: 'file'"
                                               : "shufflecert: cannot write '" + folder + "': "));
    CHECK(run.err.ends_with("'file' is a file; give a folder\n"));
  }
}

}  // namespace test_report_folder
