// check-proof on what is long, deep or large, and on files that are no ordinary ones: a limit is no
// fault of a proof, and every file ends.

#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"

namespace test_proof_limits {

namespace {

program_run checked(const stated_proof& proof) {
  const temporary_directory folder;
  return run_command(
      {SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", joined(lines_of_file(proof)))});
}

void is_valid(const stated_proof& proof) {
  const program_run run = checked(proof);
  INFO(joined(lines_of_file(proof)).substr(0, 2000) << run.out.substr(0, 2000) << run.err);
  CHECK(run.status == 0);
}

void is_beyond(const stated_proof& proof, const std::string& limit) {
  const program_run run = checked(proof);
  INFO(joined(lines_of_file(proof)).substr(0, 2000) << run.out.substr(0, 2000) << run.err);
  CHECK(run.status == 3);
  CHECK(run.out.starts_with("unchecked "));
  CHECK(run.out.find(limit) != std::string::npos);
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// a1 = a0 + 1, a2 = a1 + 1, … as local names, or f1(u) = f0(u) + 1, … as definitions.
std::vector<std::string> chain_of_names(int length) {
  std::vector<std::string> lines{"let a0 = x"};
  for (int i = 1; i <= length; ++i)
    lines.push_back("let a" + std::to_string(i) + " = a" + std::to_string(i - 1) + " + 1");
  return lines;
}
std::vector<std::string> chain_of_definitions(int length) {
  std::vector<std::string> lines{"define f0(u) = u"};
  for (int i = 1; i <= length; ++i)
    lines.push_back("define f" + std::to_string(i) + "(u) = f" + std::to_string(i - 1) + "(u) + 1");
  return lines;
}

}  // namespace

TEST_CASE("check-proof takes right proofs of long numbers and long chains", "[proofs]") {
  is_valid({{"x >= 0", "x <= 3"}, "x <= 1e2000", {}});
  is_valid({{"x >= 1", "x <= 3"}, "x >= 1e-3000", {}});
  is_valid({{"x >= 1", "x <= 3"}, "x <= 10." + repeated("0", 9'000) + "1", {}});
  is_valid({{"x >= 1e10000"}, "x >= " + repeated("9", 10'000), {}});
  is_valid({{"x >= 0"}, "a300 >= x", {}, chain_of_names(300)});
  is_valid({{"x >= 0"}, "f300(x) >= x", {}, chain_of_definitions(300)});
  // Names in the other order.
  std::vector<std::string> reversed = chain_of_definitions(200);
  std::reverse(reversed.begin(), reversed.end());
  is_valid({{"x >= 0"}, "f200(x) >= x", {}, reversed});
  is_valid({{"x >= 0"}, repeated("(", 300) + "x" + repeated(")", 300) + " >= 0", {}});
  // A whole variable has no values between two of them.
  is_valid({{"n >= 1", "n <= 9"}, "binomial(n, 2) <= 2^n", {}, {"integers n"}, "subdivision"});
}

TEST_CASE("check-proof calls a limit by its name, and no proof wrong for it", "[proofs]") {
  is_beyond({{"x <= 1"}, "x <= " + repeated("9", 20'001), {}},
            "line 4: a number has more than 20000 digits");
  for (const char* number : {"1e20001", "1e-20001", "1e99999999999999999999"})
    is_beyond({{"x <= 1"}, std::string("x <= ") + number, {}},
              "line 4: a number is beyond 10^20000 or 10^-20000");
  is_beyond({{"x >= 0"}, repeated("(", 600) + "x" + repeated(")", 600) + " >= 0", {}},
            "line 4: a formula is nested deeper than 500 levels");
  is_beyond({{"x >= 0"}, repeated("-", 100'000) + "x >= 0", {}}, "deeper than 500 levels");
  is_beyond({{"x >= 0"}, "x" + repeated(" + x", 100'000) + " >= 0", {}},
            "line 4: a formula is deeper than 1000 levels");
  std::vector<std::string> doubled{"let a0 = x"};
  for (int i = 1; i <= 60; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    doubled.push_back("let a" + std::to_string(i) + " = " + before + " + " + before);
  }
  is_beyond({{"x >= 0"}, "a60 >= 0", {}, doubled}, "a formula has more than 500000 parts");
  std::vector<std::string> reversed = chain_of_definitions(600);
  std::reverse(reversed.begin(), reversed.end());
  is_beyond({{"x >= 0"}, "f600(x) >= x", {}, reversed}, "a chain of more than 500 names");
  is_beyond({{"n >= 1", "n <= 10^18"}, "n >= 1", {}, {"integers n"}, "enumeration", {"case n = 1"}},
            "the domain has more than 100000 points");
  is_beyond({{"n >= 1", "n <= 10^18"}, "n >= 1", {}, {"integers n"}, "derivation", {"case n = 1"}},
            "'n' has more than 10000 values");
  is_beyond({{"x >= 0"}, "x >= 0 ", {}, {"let y = " + repeated("x + ", 300'000) + "x"}},
            "longer than the 1 MB");
}

// All arithmetic on numbers of a file is exact, or has an end.
TEST_CASE("check-proof ends on sums, powers and numbers of any size", "[proofs]") {
  const std::vector<std::string> domain{"n >= 0", "n <= 1", "x >= 1/2", "x <= 1"};
  // Either rule tries all that check-proof has, in another order: each statement is given one.
  bool is_algebra = false;
  for (const char* stated :
       {"sum(j, -2^62, 2^62, n) >= 0",
        "sum(j, -2^63, 2^63 - 1, n) >= 1",
        "sum(j, 2^63 - 1, 2^63 - 1, x) >= 2",
        "sum(j, 2^63 - 2, 2^63 - 1, j*x) <= 0",
        "sum(j, 0, 2^64, x) >= 0.1",
        "x^(-2^63) <= 1",
        "x^(2^63) >= 2",
        "x^(-2^63 + 1) <= 1/2",
        "2^(2^62) <= 2",
        "2^2^2^2^2^2^2 <= x",
        "binomial(10^18, 10^9) <= x",
        "binomial(x, 3) >= 9",
        "binomial(10^4, 5000) <= x",
        "factorial(10^18) <= x",
        "gamma(10^30) <= x",
        "exp(exp(exp(exp(exp(9))))) <= x",
        "tanh(10^10000) <= 1/2",
        "floor(1e10000) <= x",
        "((((((((2^64)^64)^64)^64)^64)^64)^64)^64) <= x",
        "(1/3 + 1/5^64)^64*(1/7 + 1/11^64)^64 >= (x + 1/13^64)^64*((2^64)^64)^64",
        "(1 + x)^64*(1 + n)^64*(2 + x)^64*(2 + n)^64 <= 0",
        "binomial_mean(m, 2^62, 1/2, m) <= x"}) {
    is_algebra = !is_algebra;
    const program_run run =
        checked({domain, stated, {}, {}, is_algebra ? "algebra" : "derivation"});
    INFO(stated << "\n" << run.out << run.err);
    CHECK((run.status == 1 || run.status == 3));
  }
  // Both are right: one empty sum, and one of a single term at the end of the numbers.
  is_valid({domain, "sum(j, 2^62, -2^62, 1/0*j) <= 1 or x >= 0", {}});
  is_valid({domain, "sum(j, 2^63 - 1, 2^63 - 1, x) <= 1", {}, {}, "subdivision"});
}

TEST_CASE("what is true and not shown is unchecked, and not called false", "[proofs]") {
  const auto is_unchecked = [](const stated_proof& proof) {
    const program_run run = checked(proof);
    INFO(joined(lines_of_file(proof)) << run.out << run.err);
    CHECK(run.status == 3);
  };
  // k is whole where n is.
  is_unchecked({{"n == k", "k > 0"}, "n >= 1", {}, {"integers n"}});
  is_unchecked({{"x == y/2", "y > 0"}, "y >= 1", {}, {"integers x"}});
  // h(x) has no value beyond 1, and h(n) none at 2.
  is_unchecked({{"x >= 0", "h(x) >= 0"}, "x <= 1", {}, {"define h(x) = if(x <= 1, 1, 0/0)"}});
}

TEST_CASE("check-proof ends where one sum stands in another", "[proofs][.long]") {
  is_beyond({{"x >= 1", "x <= 2"},
             "sum(i, 1, 10000, sum(j, 1, 10000, sum(k, 1, 10000, i*j*k*x))) >= 1",
             {},
             {},
             "subdivision"},
            "more than the 200000000 steps that one file may cost");
}

TEST_CASE("check-proof reads what was sent through other systems, and pipes", "[proofs]") {
  const temporary_directory folder;
  std::string text = joined(lines_of_file({{"x >= 0"}, "x >= 0", {"shown x + 1 >= 1"}}));
  for (std::size_t i = 0; (i = text.find('\n', i)) != std::string::npos; i += 2)
    text.replace(i, 1, "\r\n");
  const std::string file = folder.file("a.proof", text);
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, file}).status == 0);
  const auto by_shell = [](const std::string& command) {
    return run_command({"bash", "-c", command});
  };
  const std::string program = SHUFFLECERT_CHECK_PROOF;
  CHECK(by_shell(program + " /dev/stdin < " + file).status == 0);
  CHECK(by_shell("(sleep 0.2; cat " + file + ") | " + program + " /dev/stdin").status == 0);
  CHECK(by_shell(program + " <(cat " + file + ")").status == 0);
  const std::string pipe = folder / "pipe";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  const auto unreadable = [&](const std::string& path, const std::string& reason) {
    const program_run run = run_command({SHUFFLECERT_CHECK_PROOF, path});
    INFO(run.out << run.err);
    CHECK(run.status == 2);
    CHECK(run.err.find(reason) != std::string::npos);
  };
  unreadable(pipe, "nobody writes into this pipe");
  unreadable(folder.path().string(),
             "is a directory; give its files: " + folder.path().string() + "/*.proof");
  unreadable(folder / "none", "there is no such file");
  unreadable(folder / "a.proof/b", "cannot be read: Not a directory");
  unreadable("/dev/zero", "it is too long for a proof file");
  const program_run long_file = run_command(
      {SHUFFLECERT_CHECK_PROOF,
       folder.file("long.proof", "shufflecert proof 4\n" + std::string(16U << 20U, '#'))});
  CHECK(long_file.status == 3);
  CHECK(long_file.out.find("longer than the 16 MB") != std::string::npos);
}

}  // namespace test_proof_limits
