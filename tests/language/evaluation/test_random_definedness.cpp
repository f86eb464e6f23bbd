// Random formulas, many of them without a value, against the slow evaluator: nothing is certified
// where it finds a hole, nothing is denied where a value certainly exists, and values agree.
//
// SHUFFLECERT_TEST_SEED and SHUFFLECERT_TEST_MULTIPLIER make other and longer runs.

#include "support/catch.hpp"
#include "support/definedness_check.hpp"
#include "support/this_run.hpp"

namespace test_random_definedness {

using namespace shufflecert;

TEST_CASE("Random formulas are certified only where they have a value",
          "[definedness][random][volume]") {
  const random_cases drawn(1, 800);
  random_source random(drawn.seed());
  formula_maker make(random);
  tally cases;
  std::vector<std::string> complaints;
  const auto count = static_cast<std::size_t>(drawn.count());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string complaint = complaint_about(make.closed(), cases);
    if (!complaint.empty()) complaints.push_back(complaint);
  }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  // The generator must meet all the cases, else it tests nothing.
  CHECK(cases["hole"] >= count / 5);
  CHECK(cases["certain value"] >= count / 50);
  CHECK(cases["value"] >= count / 50);
  CHECK(cases["certificate"] >= count / 20);
  CHECK(cases["no value"] >= count / 20);
  CHECK(cases["hole/undecided"] + cases["hole/no value"] >= count / 5);
}

TEST_CASE("Random formulas over ranges are certified only where they have a value",
          "[definedness][random]") {
  const random_cases drawn(2, 1500);
  random_source random(drawn.seed());
  formula_maker make(random);
  tally cases;
  std::vector<std::string> complaints;
  const auto count = static_cast<std::size_t>(drawn.count());
  for (std::size_t i = 0; i < count; ++i) {
    const rational lower(static_cast<long>(random.below(9)) - 4, 2);
    const rational upper = lower + rational(static_cast<long>(1 + random.below(8)), 4);
    const int depth = 1 + static_cast<int>(random.below(3));
    const made_formula formula =
        random.once_in(3) ? make.condition({"x"}, depth) : make.number({"x"}, depth);
    const std::string complaint = complaint_over_range(formula, lower, upper, cases);
    if (!complaint.empty()) complaints.push_back(complaint);
  }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  CHECK(cases["certificate"] >= count / 10);
  CHECK(cases["no value"] >= count / 20);
  CHECK(cases["hole"] >= count / 50);
  CHECK(cases["value"] >= count / 10);
}

}  // namespace test_random_definedness
