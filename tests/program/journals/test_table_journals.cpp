// Journals of tables: rows that are not computed twice, and what is refused.

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_table_journals {

namespace {

words joined(words first, const words& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

// Tables of every command that takes a journal; none of them shows a time.
struct table_command {
  std::string name;
  words command;
};

std::vector<table_command> commands(const temporary_directory& scratch) {
  std::string rows = "n,eps0,D\n";
  for (int n = 1; n <= 40; ++n) rows += std::to_string(1000 * n) + ",1,0.01\n";
  const std::string table = scratch.file("table.csv", rows);
  std::string many = "n=1000";
  for (int n = 2; n <= 24; ++n) many += "," + std::to_string(1000 * n);
  const std::string relation = "renyi(clone_pair(n, eps0), 7/2) <= D";
  return {
      {"frontier",
       {"frontier", "renyi(clone_pair(n, eps0), 3) <= 1", "--over", "eps0", "--from", "0.1", "--to",
        "9", "--set", "n=1000,2000,3000"}},
      {"frontier, a file",
       {"frontier", "renyi(clone_pair(n, eps0), 3) <= 1", "--over", "eps0", "--from", "0.1", "--to",
        "9", "--set", "n=10,20,30", "--csv", scratch / "frontier.csv"}},
      {"calibrate",
       {"calibrate", "epsilon(clone_pair(n, 2), delta) <= 1/4", "--over", "n", "--from", "2",
        "--to", "10^6", "--set", "delta=[1e-5,1e-6,1e-7,1e-8]"}},
      {"account",
       {"account", "--round", "clone_pair(200, 2)", "--times", "20", "--delta", "1e-6", "--digits",
        "12"}},
      {"account, ε", {"account", "--round", "clone_pair(30, 2)", "--times", "3", "--epsilon", "2"}},
      {"falsify",
       {"falsify",
        "hockey_stick(any_mechanism(n, 1), 1/10) <= hockey_stick(clone_pair(n, 1), 1/10)", "--set",
        "n=4", "--tries", "3000"}},
      {"falsify, a claim", {"falsify", "bound/trivial_renyi/mechanism", "--tries", "2000"}},
      {"eval", {"eval", "renyi(clone_pair(n, 2), 7/2)", "--digits", "40", "--set", many}},
      {"eval, CSV",
       {"eval", "epsilon(clone_pair(n, 2), 1e-6)", "--digits", "30", "--csv", "--set", many}},
      {"eval of conditions", {"eval", "renyi(clone_pair(n, 2), 7/2) <= 1/100", "--set", many}},
      {"compare", {"compare", "--eps0", "1,2", "--lambda", "4", "--n", "1000,2000,3000,4000"}},
      {"check", {"check", table, "--claim", relation}},
      {"check, CSV", {"check", table, "--claim", relation, "--csv"}},
  };
}

}  // namespace

TEST_CASE("a table that is killed goes on where it was", "[table_journals][volume]") {
  const temporary_directory scratch;
  const random_cases cases(2110, 2);
  random_source source(cases.seed());
  std::size_t kills = 0;
  for (const table_command& one : commands(scratch)) {
    INFO(one.name);
    const program_run whole = run_program(one.command);
    const std::string journal = scratch / (one.name + ".journal");
    const words command = joined(one.command, {"--journal", journal});
    for (int i = 0; i < cases.count(); ++i) {
      running_program run(command);
      std::this_thread::sleep_for(std::chrono::milliseconds(20 + source.below(300)));
      run.signal(SIGKILL);
      if (run.wait().status == 128 + SIGKILL) ++kills;
    }
    const program_run last = run_program(command);
    INFO(last.err);
    CHECK(last.status == whole.status);
    CHECK(last.out == whole.out);
    // And once more, with nothing left to do.
    const program_run again = run_program(command);
    CHECK(again.status == whole.status);
    CHECK(again.out == whole.out);
    CHECK(again.err.find("rows are in the journal") != std::string::npos);
  }
  INFO(kills << " runs were killed");
  CHECK(kills > 0);
}

TEST_CASE("a row that is kept is not computed again", "[table_journals]") {
  const temporary_directory scratch;
  // Its rows say how long they took.
  const words command{
      "eval",      "renyi(clone_pair(n, 2), 7/2)", "--set", "n=100,200,300", "--json",
      "--journal", scratch / "run.journal"};
  const program_run first = run_program(command);
  REQUIRE(first.status == 0);
  CHECK(first.err.empty());
  const program_run again = run_program(command);
  CHECK(again.out == first.out);
  CHECK(again.err.find("3 of 3 rows are in the journal") != std::string::npos);
}

TEST_CASE("a written table is that of an undisturbed run", "[table_journals]") {
  const temporary_directory scratch;
  const words command{"frontier", "renyi(clone_pair(n, eps0), 3) <= 1",
                      "--over",   "eps0",
                      "--from",   "0.1",
                      "--to",     "9",
                      "--set",    "n=10,20,30"};
  run_program(joined(command, {"--csv", scratch / "plain.csv"}));
  const words kept = joined(command, {"--journal", scratch / "run.journal"});
  run_program(kept);
  // Where the table goes changes no row.
  const program_run again = run_program(joined(kept, {"--csv", scratch / "kept.csv", "--json"}));
  CHECK(again.err.find("3 of 3 rows") != std::string::npos);
  CHECK(text_of_file(scratch / "kept.csv") == text_of_file(scratch / "plain.csv"));
  CHECK_FALSE(text_of_file(scratch / "kept.csv").empty());
}

TEST_CASE("a row that the time limit may have cut short is computed again", "[table_journals]") {
  const temporary_directory scratch;
  const words command{"eval",      "sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k))))",
                      "--set",     "x=1,2,3",
                      "--timeout", "0.3",
                      "--journal", scratch / "run.journal"};
  CHECK(run_program(command).status == 3);
  const program_run again = run_program(command);
  CHECK(again.status == 3);
  CHECK(again.err.find("in the journal") == std::string::npos);
}

TEST_CASE("a journal belongs to one table", "[table_journals]") {
  const temporary_directory scratch;
  const std::string journal = scratch / "run.journal";
  const std::string table = scratch.file("table.csv", "n,eps0,D\n100,1,1\n200,1,1\n");
  const words check{"check",     table,  "--claim", "renyi(clone_pair(n, eps0), 2) <= D",
                    "--journal", journal};
  REQUIRE(run_program(check).status == 0);
  const std::string kept = text_of_file(journal);
  const auto refuses = [&](const words& command, const words& parts) {
    check_refusal(run_program(command), parts);
    CHECK(text_of_file(journal) == kept);
  };
  refuses(joined(check, {"--csv"}), {journal, "another run", "--csv is not given there and given"});
  refuses(joined(check, {"--exact", "D"}),
          {"another run", "--exact is not given there and 'D' here"});
  refuses({"eval", "exp(x)", "--set", "x=1,2,3", "--journal", journal},
          {"another run", "the command is check there and eval here"});
  refuses({"verify", "chen-2024-icassp/fact-2/tradeoff", "--journal", journal},
          {"another run", "rows of a table"});
  refuses({"merge", journal}, {"another run", "rows of a table"});
  std::ofstream(table, std::ios::app) << "300,1,1\n";
  refuses(check, {"another run", "table.csv' has changed"});
  // And a journal of claims is none of a table.
  const std::string claims = scratch / "claims.journal";
  run_program({"verify", "chen-2024-icassp/fact-2/tradeoff", "--effort", "0", "--journal", claims});
  check_refusal(run_program({"eval", "exp(x)", "--set", "x=1,2,3", "--journal", claims}),
                {"another run", "'verify'"});
}

TEST_CASE("a journal without a table is refused", "[table_journals]") {
  const temporary_directory scratch;
  const std::string journal = scratch / "run.journal";
  check_refusal(run_program({"eval", "exp(1)", "--journal", journal}), {"--journal", "tables"});
  check_refusal(
      run_program({"compare", "--n", "1000", "--eps0", "1", "--lambda", "2", "--journal", journal}),
      {"--journal", "tables"});
  const std::string table = scratch.file("table.csv", "x\n1\n");
  check_refusal(run_program({"check", table, "--claim", "exp(x) < 3", "--journal", table}),
                {"table.csv", "read or written"});
  const std::string csv = scratch / "out.csv";
  check_refusal(run_program({"frontier", "exp(x) <= 3", "--over", "x", "--from", "0", "--to", "2",
                             "--csv", csv, "--journal", csv}),
                {"out.csv", "read or written"});
  CHECK(text_of_file(table) == "x\n1\n");
  CHECK_FALSE(std::filesystem::exists(journal));
}

TEST_CASE("two tables do not share a journal", "[table_journals]") {
  const temporary_directory scratch;
  const words command{"eval",      "sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k))))",
                      "--set",     "x=1,2,3",
                      "--journal", scratch / "run.journal"};
  running_program first(command);
  REQUIRE(first.shows("rows"));
  check_refusal(run_program(command), {"run.journal", "used by another run"});
  first.signal(SIGKILL);
  first.wait();
}

}  // namespace test_table_journals
