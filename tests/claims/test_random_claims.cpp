// Random claims whose relations have holes: no verdict rests on a point without a value.
//
// SHUFFLECERT_TEST_SEED and SHUFFLECERT_TEST_MULTIPLIER make other and longer runs.

#include "support/catch.hpp"
#include "support/random_claims.hpp"
#include "support/this_run.hpp"

TEST_CASE("Verdicts on random claims never rest on a hole", "[definedness][random]") {
  const random_cases drawn(3, 800);
  random_source random(drawn.seed());
  tally cases;
  std::vector<std::string> complaints;
  const auto count = static_cast<std::size_t>(drawn.count());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string complaint = complaint_about(make_claim(random), 30, cases);
    if (!complaint.empty()) complaints.push_back(complaint);
  }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  // Every verdict, and holes wherever they may lie, must be met.
  for (const char* met : {"refuted", "invalid", "undecided", "proved", "verified"}) {
    INFO(met);
    CHECK(cases[met] >= count / 100);
  }
  CHECK(cases["supported"] + cases["contradicted"] >= count / 200);
  for (const char* met : {"hole at a point", "hole in a region", "hole on a frontier"}) {
    INFO(met);
    CHECK(cases[met] >= count / 50);
  }
  CHECK(cases["hole at a size"] >= count / 400);
  CHECK(cases["proved piece"] >= count / 20);
  CHECK(cases["switch"] >= count / 100);
}
