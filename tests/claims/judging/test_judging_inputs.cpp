// Claims that state the same relation of the same points share one judgement; claims that differ in
// anything that a judgement rests on do not.

#include <map>
#include <mutex>

#include "claims/judging/judge_claims.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_judging_inputs {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string inputs_of(const std::string& lines, const std::string& check,
                      stated_form which = stated_form::printed) {
  const catalogue read = read_text(claim_text(lines, check));
  INFO(lines);
  REQUIRE(read.claims.front().problem.empty());
  return judging_inputs(read.claims.front(), which);
}

}  // namespace

TEST_CASE("what a judgement rests on tells claims apart", "[judging_inputs]") {
  const std::string base = "claim = \"x <= 2*y\"\ndomain = [\"x >= 0\", \"y >= 1\"]";
  const std::string check = "x = [1, 2]\ny = [1, 3]";
  const std::string known = inputs_of(base, check);
  // What only readers are shown does not count.
  CHECK(known == inputs_of(base + "\nwhere = \"Lemma 1\"\nsays = \"x is small.\"\nexpect = "
                                  "\"refuted\"\nreason = \"none\"",
                           check));
  CHECK(known == inputs_of("claim = \"x<=2 * y\"\ndomain = [\"x>=0\", \"y >= 1\"]", check));
  // Whatever else differs is a judgement of its own.
  const std::vector<std::string> others{
      inputs_of("claim = \"x < 2*y\"\ndomain = [\"x >= 0\", \"y >= 1\"]", check),
      inputs_of("claim = \"x <= 2*y\"\ndomain = [\"x >= 0\"]", check),
      inputs_of("claim = \"x <= 2*y\"\ndomain = [\"x >= 0 and y >= 1\"]", check),
      inputs_of(base + "\nintegers = [\"x\"]", check),
      inputs_of(base + "\nintegers = [\"y\"]", check),
      inputs_of(base + "\nregime = [\"x <= 1\"]", check),
      inputs_of(base + "\nprinted = [\"x\"]", check),
      inputs_of(base + "\nlet = { z = \"x\" }", check),
      inputs_of(base + "\nlet = { z = \"y\" }", check),
      inputs_of(base + "\nkind = \"exists\"", check),
      inputs_of(base + "\nkind = \"exists\"\nexists = [\"x\"]", check),
      inputs_of(base, "x = [1, 2]\ny = [1, 4]"),
      inputs_of(base, "x = [1]\ny = [1, 3]"),
      inputs_of(base, "points = [{ x = 1, y = 1 }, { x = 2, y = 3 }]"),
      inputs_of(base, check + "\n[claim.prove]\nx = { from = 1, to = 2 }"),
      inputs_of(base, check + "\n[claim.prove]\nx = { from = 1, to = 3 }"),
      inputs_of(base, check + "\n[[claim.refute]]\nx = { from = 9, to = 10 }\ny = [1]"),
      inputs_of(base, check + "\n[[claim.refute]]\nx = { from = 9 }\ny = [1]")};
  std::set<std::string> all(others.begin(), others.end());
  all.insert(known);
  CHECK(all.size() == others.size() + 1);
  // A corrected form is judged as if it were printed; regions to refute are those of the printed
  // one.
  CHECK(known == inputs_of("claim = \"x < y\"\ncorrected = \"x <= 2*y\"\ndomain = [\"x >= 0\", "
                           "\"y >= 1\"]",
                           check + "\n[[claim.refute]]\nx = { from = 9, to = 10 }\ny = [1]",
                           stated_form::corrected));
}

TEST_CASE("claims that state the same share one judgement", "[judging_inputs]") {
  const std::string rest =
      "\ndomain = [\"x >= 0\", \"x <= 50\"]\ncheck = { x = { from = 1, to = 9, steps = 9 } }\n";
  const std::string claims =
      "[[claim]]\nid = \"a\"\nclaim = \"x*x <= 9*x + 1\"" + rest +
      "[[claim]]\nid = \"b\"\nexpect = \"refuted\"\nclaim = \"x*x <= 9*x + 1\"" + rest +
      "[[claim]]\nid = \"c\"\nclaim = \"x*x <= 8*x\"\ncorrected = \"x*x <= 9*x + 1\"" + rest +
      "[[claim]]\nid = \"d\"\nclaim = \"x*x <= 60*x\"" + rest +
      "[[claim]]\nid = \"e\"\nclaim = \"x <= y\"" + rest;
  const catalogue read = read_text(claims);
  REQUIRE(read.claims.size() == 5);
  CHECK_FALSE(read.claims.back().problem.empty());
  std::vector<const claim*> subjects;
  for (const claim& c : read.claims) subjects.push_back(&c);
  judge_options options;
  options.search.effort = 1;
  options.derives_theorems = true;
  std::mutex mutex;
  std::map<std::size_t, int> started;
  std::map<std::size_t, int> points;
  std::map<std::size_t, int> finished;
  claims_observer observer;
  observer.started = [&](std::size_t i) {
    const std::scoped_lock lock(mutex);
    ++started[i];
    CHECK(finished[i] == 0);
  };
  observer.progress = [&](std::size_t i, std::size_t, std::size_t) {
    const std::scoped_lock lock(mutex);
    ++points[i];
  };
  observer.finished = [&](std::size_t i, const claim_result& result) {
    const std::scoped_lock lock(mutex);
    ++finished[i];
    CHECK(started[i] == 1);
    CHECK(result.id == subjects[i]->id);
  };
  for (const int threads : {1, 2}) {
    started.clear();
    points.clear();
    finished.clear();
    std::vector<claim_result> shared = judge_claims(subjects, read, options, observer, threads);
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      CHECK(started[i] == 1);
      CHECK(finished[i] == 1);
    }
    // Nine points each: of what a, b and c state, of what c states besides, and of what d does.
    CHECK(points[0] == 9);
    CHECK(points[1] == 0);
    CHECK(points[2] == 9);
    CHECK(points[3] == 9);
    CHECK(shared[0].found.seconds == shared[1].found.seconds);
    // The same as what each of them is found to be alone.
    std::vector<claim_result> alone;
    for (const claim* subject : subjects) {
      quantity_cache cache;
      alone.push_back(judge(*subject, read, cache, options));
    }
    for (std::vector<claim_result>* results : {&shared, &alone})
      for (claim_result& one : *results) {
        one.found.seconds = 0;
        if (one.corrected) one.corrected->seconds = 0;
      }
    CHECK(results_json("", read, subjects, shared).dump() ==
          results_json("", read, subjects, alone).dump());
    CHECK(to_text(shared[0].found.outcome) == "refuted");
    CHECK_FALSE(shared[0].expect.has_value());
    CHECK(shared[1].as_expected);
    REQUIRE(shared[2].corrected.has_value());
    CHECK(shared[2].corrected->witness->point == shared[0].found.witness->point);
  }
}

}  // namespace test_judging_inputs
