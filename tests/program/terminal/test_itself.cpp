// What runs of the tests promise: a failure among random cases says how to repeat it, what is
// skipped does not count as passed, and what the environment asks is done or refused.

#include <algorithm>
#include <filesystem>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_itself {

TEST_CASE("example of random cases that fail", "[.example]") {
  const random_cases cases(5, 10);
  CHECK(cases.seed() + static_cast<std::uint64_t>(cases.count()) == 0);
}

TEST_CASE("example of a test that is skipped", "[.example]") {
  skip("it is an example");
}

TEST_CASE("example of a test that is skipped in part", "[.example]") {
  skip_part("it is an example");
  CHECK(true);
}

TEST_CASE("example of a test that is skipped in part and fails", "[.example]") {
  skip_part("it is an example");
  CHECK_FALSE(true);
}

namespace {

// This program once more, with one of the examples, or with any other arguments.
program_run with(const words& settings, const words& arguments) {
  words command{"env"};
  for (const char* name : {"SHUFFLECERT_TEST_SEED", "SHUFFLECERT_TEST_MULTIPLIER",
                           "SHUFFLECERT_TEST_DIVISOR", "SHUFFLECERT_REQUIRE_ALL_TESTS"})
    command.insert(command.end(), {"-u", name});
  command.insert(command.end(), settings.begin(), settings.end());
  command.push_back(std::filesystem::read_symlink("/proc/self/exe").string());
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command);
}

program_run example(const std::string& name, const words& settings = {}) {
  return with(settings, {"example of " + name});
}

}  // namespace

TEST_CASE("a failure among random cases says how to repeat it", "[itself]") {
  const program_run ordinary = example("random cases that fail");
  CHECK(ordinary.status == 1);
  CHECK(has(ordinary.out, "SHUFFLECERT_TEST_SEED=1"));
  CHECK(has(ordinary.out, "SHUFFLECERT_TEST_MULTIPLIER=1"));
  CHECK(has(ordinary.out, "15 == 0"));
  const program_run other = example("random cases that fail",
                                    {"SHUFFLECERT_TEST_SEED=7", "SHUFFLECERT_TEST_MULTIPLIER=3"});
  CHECK(has(other.out, "SHUFFLECERT_TEST_SEED=7"));
  CHECK(has(other.out, "SHUFFLECERT_TEST_MULTIPLIER=3"));
  CHECK(has(other.out, "6000053 "));  // 5 + 6·1,000,003, and 30 cases
  const program_run fewer = example("random cases that fail", {"SHUFFLECERT_TEST_DIVISOR=5"});
  CHECK(has(fewer.out, "SHUFFLECERT_TEST_DIVISOR=5"));
  CHECK(has(fewer.out, "7 == 0"));  // the seed 5, and 2 cases
  const program_run fewest = example("random cases that fail", {"SHUFFLECERT_TEST_DIVISOR=1000"});
  CHECK(has(fewest.out, "6 == 0"));
}

TEST_CASE("what is skipped counts neither as passed nor as failed", "[itself]") {
  for (const char* name : {"a test that is skipped", "a test that is skipped in part"}) {
    INFO(name);
    const program_run skipped = example(name);
    CHECK(skipped.status == status_of_skipped);
    CHECK(has(skipped.out, "skipped: it is an example"));
    CHECK(example(name, {"SHUFFLECERT_REQUIRE_ALL_TESTS=0"}).status == status_of_skipped);
    const program_run required = example(name, {"SHUFFLECERT_REQUIRE_ALL_TESTS=1"});
    CHECK(required.status == 1);
    CHECK(has(required.out, "not tested: it is an example"));
  }
  CHECK(example("a test that is skipped in part and fails").status == 1);
}

TEST_CASE("a setting that cannot be is refused in one line", "[itself]") {
  for (const std::string setting :
       {"SHUFFLECERT_TEST_SEED=", "SHUFFLECERT_TEST_SEED=one", "SHUFFLECERT_TEST_SEED=-1",
        "SHUFFLECERT_TEST_SEED=1x", "SHUFFLECERT_TEST_SEED= 1",
        "SHUFFLECERT_TEST_SEED=18446744073709551616", "SHUFFLECERT_TEST_MULTIPLIER=0",
        "SHUFFLECERT_TEST_MULTIPLIER=1.5", "SHUFFLECERT_TEST_MULTIPLIER=10001",
        "SHUFFLECERT_TEST_DIVISOR=0", "SHUFFLECERT_TEST_DIVISOR=10001",
        "SHUFFLECERT_REQUIRE_ALL_TESTS=yes"}) {
    const program_run run = example("a test that is skipped in part", {setting});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(count_of(run.err, "\n") == 1);
    CHECK(run.err.starts_with(setting.substr(0, setting.find('=')) + " is '"));
    // The build lists the tests, whatever is set.
    CHECK(has(with({setting}, {"--list-tests", "[itself]"}).out, "refused in one line"));
  }
}

}  // namespace test_itself
