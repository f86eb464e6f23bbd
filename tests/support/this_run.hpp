#pragma once
// What the environment asks of this run of the tests: which random cases, how many of them, and
// whether a test may be skipped (docs/develop/building.md).

#include <cstdlib>
#include <string>

#include "support/catch.hpp"
#include "support/random_source.hpp"

/// The seed and the number of the random cases of one test. As long as it lives, a failure says how
/// to repeat it.
class random_cases {
 public:
  /// `own_seed` is the seed of an ordinary run, and tells these cases from those of other tests;
  /// `ordinarily` is how many there are in an ordinary run.
  random_cases(std::uint64_t own_seed, int ordinarily)
      : seed_(own_seed + (test_seed() - 1) * 1'000'003),
        count_(times(ordinarily)),
        how_to_repeat_(Catch::MessageBuilder(Catch::StringRef("INFO", 4), CATCH_INTERNAL_LINEINFO,
                                             Catch::ResultWas::Info)
                       << "to repeat these random cases: SHUFFLECERT_TEST_SEED=" << test_seed()
                       << " SHUFFLECERT_TEST_MULTIPLIER=" << test_multiplier()
                       << " SHUFFLECERT_TEST_DIVISOR=" << test_divisor()) {}

  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] int count() const { return count_; }
  /// As many as this, of something that an ordinary run has `ordinarily` of.
  [[nodiscard]] int times(int ordinarily) const {
    return static_cast<int>(number_of_cases(static_cast<std::uint64_t>(ordinarily)));
  }

 private:
  std::uint64_t seed_;
  int count_;
  Catch::ScopedMessage how_to_repeat_;
};

/// SHUFFLECERT_REQUIRE_ALL_TESTS=1: what would be skipped fails.
inline bool all_tests_are_required() {
  return number_from_environment("SHUFFLECERT_REQUIRE_ALL_TESTS", 0, 0, 1) == 1;
}

/// The exit status of a test program that skipped something and found no failure; CTest knows it.
constexpr int status_of_skipped = 4;

/// How much this process has skipped.
inline int& skipped_parts() {
  static int count = 0;
  return count;
}

/// Says that a part of the test cannot run here, and why: a program, a device or a permission is
/// missing. The test goes on with its other parts, and counts as skipped, not as passed.
inline void skip_part(const std::string& why) {
  if (all_tests_are_required()) {
    FAIL_CHECK("not tested: " << why << ", and SHUFFLECERT_REQUIRE_ALL_TESTS is set");
    return;
  }
  ++skipped_parts();
  WARN("skipped: " << why);
}

/// Says that this machine forbids a part of the test, whatever is installed and whoever runs it: a
/// container that mounts nothing, for example. That counts as skipped even where all tests are
/// required.
inline void skip_part_that_is_forbidden(const std::string& why) {
  ++skipped_parts();
  WARN("skipped: " << why);
}

/// The same as skip_part() of the rest of the test, which ends here.
[[noreturn]] inline void skip(const std::string& why) {
  skip_part(why);
  // Ends the test. In version 2 of Catch2 it does not fail by this.
#ifdef SKIP
  SKIP(why);
  std::abort();
#else
  throw Catch::TestFailureException();
#endif
}
