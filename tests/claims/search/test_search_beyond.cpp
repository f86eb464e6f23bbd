// Violations between, before and after the listed points: planted where they are known, so that
// what a search must find, and what it must not say, is known independently.

#include <atomic>

#include "claims/judging/judge_claims.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_search_beyond {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

judge_options with_effort(int effort, std::uint64_t seed = 1) {
  judge_options options;
  options.search = {effort, seed};
  return options;
}

judgement searched(const std::string& lines, const std::string& check, int effort = 1,
                   std::uint64_t seed = 1) {
  return judge_one(claim_text(lines, check), with_effort(effort, seed)).found;
}

// The value of a variable of the witness; found independently of the search by exact reading.
double at(const judgement& found, const std::string& name) {
  REQUIRE(found.witness.has_value());
  return std::stod(found.witness->point.at(name));
}

// Refuted by the search, and not by the listed points.
judgement found_by_search(const std::string& lines, const std::string& check) {
  INFO(lines);
  CHECK(to_text(searched(lines, check, 0).outcome) == "verified");
  judgement found = searched(lines, check);
  CHECK(to_text(found.outcome) == "refuted");
  CHECK(found.message.find("found by a search beyond the listed points") != std::string::npos);
  CHECK(found.counterexamples > 0);
  CHECK(found.worst.has_value());
  REQUIRE(found.search.has_value());
  CHECK(found.search->counterexamples == found.counterexamples);
  return found;
}

// A condition that is false within `width`/2 of `centre`, and nowhere else.
std::string needle(const std::string& variable, const std::string& centre,
                   const std::string& half_width) {
  return "if(abs(" + variable + " - " + centre + ") < " + half_width + ", 1, 0) < 1";
}

const std::string integers = "2, 3, 4, 5, 6, 7, 8";

}  // namespace

TEST_CASE("needles in one variable") {
  // Half widths of 10^-3 and 10^-4 of an axis of length 8; nothing near them points at them.
  for (const char* centre : {"0.71828", "2.34567", "3.14159", "5.77216", "7.9001"})
    for (const char* half_width : {"0.004", "0.0004"}) {
      const judgement found = found_by_search(
          "claim = \"" + needle("x", centre, half_width) + "\"\ndomain = [\"x >= 0\", \"x <= 8\"]",
          "x = [0, 1, " + integers + "]");
      CHECK(std::abs(at(found, "x") - std::stod(centre)) < std::stod(half_width));
    }
}

TEST_CASE("dips that are much narrower than the distance of the points") {
  // (x − c)² < 10^-14 within 10^-7 of c, 1.25·10^-8 of the axis.
  for (const char* centre : {"0.7182818", "2.3456789", "5.7721566"}) {
    const judgement found =
        found_by_search("claim = \"(x - " + std::string(centre) +
                            ")^2 + 1 > 1 + 1e-14\"\ndomain = [\"x >= 0\", \"x <= 8\"]",
                        "x = [1, " + integers + "]");
    CHECK(std::abs(at(found, "x") - std::stod(centre)) <= 1.0000001e-7);
  }
  // Where no descent leads: the margins that are least lie elsewhere, and lead elsewhere.
  const judgement aside = found_by_search(
      "claim = \"if(x < 3, 1e-8*(1 + x), 100*(x - 6.5432109)^2 - 1e-12) > 0\"\n"
      "domain = [\"x >= 0\", \"x <= 8\"]",
      "x = [1, " + integers + "]");
  CHECK(std::abs(at(aside, "x") - 6.5432109) <= 1.0000001e-7);
  // In two variables: the lowest place of a valley that lies across.
  const judgement across = found_by_search(
      "claim = \"(x + y - 5.4321)^2 + (x - y - 0.1234)^2/100 > 1e-8\"\n"
      "domain = [\"x >= 0\", \"x <= 8\", \"y >= 0\", \"y <= 8\"]",
      "x = [1, 2, 3]\ny = [1, 2, 4, 7]");
  CHECK(std::abs(at(across, "x") + at(across, "y") - 5.4321) <= 1e-4);
}

TEST_CASE("needles in two variables") {
  const std::string domain = "\ndomain = [\"x >= 0\", \"x <= 8\", \"y >= 1\", \"y <= 5\"]";
  const std::string check = "x = [1, 2, 3, 4]\ny = [1, 2, 3, 4, 5]";
  // Narrow along one axis, long along the other.
  for (const char* half_width : {"0.004", "0.0004"}) {
    const judgement along_x = found_by_search(
        "claim = \"" + needle("x", "6.54321", half_width) + " or y < 2.5\"" + domain, check);
    CHECK(at(along_x, "y") >= 2.5);
    CHECK(std::abs(at(along_x, "x") - 6.54321) < std::stod(half_width));
  }
  const judgement along_y = found_by_search(
      "claim = \"" + needle("y", "3.45678", "0.0004") + " or x > 5\"" + domain, check);
  CHECK(at(along_y, "x") <= 5);
  // Small in both: a hundredth of each axis.
  const judgement small = found_by_search("claim = \"" + needle("x", "6.54321", "0.04") + " or " +
                                              needle("y", "3.45678", "0.02") + "\"" + domain,
                                          check);
  CHECK(std::abs(at(small, "x") - 6.54321) < 0.04);
  CHECK(std::abs(at(small, "y") - 3.45678) < 0.02);
}

TEST_CASE("beyond the last listed point") {
  const judgement far =
      found_by_search("claim = \"x <= 123456\"\ndomain = [\"x >= 0\"]", "x = [1, 5, 20]");
  CHECK(at(far, "x") > 123456);
  const judgement bounded = found_by_search(
      "claim = \"x <= 900\"\ndomain = [\"x >= 0\", \"x <= 1000\"]", "x = [1, 5, 20]");
  CHECK(at(bounded, "x") > 900);
  CHECK(at(bounded, "x") <= 1000);
  const judgement below =
      found_by_search("claim = \"x >= -5000\"\ndomain = [\"x <= 3\"]", "x = [1, 2, 3]");
  CHECK(at(below, "x") < -5000);
  // exp(x) ≤ 10^9·x on the listed points, and up to x = 23.9.
  const judgement growing =
      found_by_search("claim = \"exp(x) <= 1e9*x*y\"\ndomain = [\"x >= 1\", \"y >= 1\"]",
                      "x = [1, 5, 20]\ny = [1, 2]");
  CHECK(at(growing, "x") > 23);
}

TEST_CASE("a range of decades is searched on each of them") {
  // Half a per cent of a value: of the axis, as little as 6e-8.
  for (const char* centre : {"0.0123", "0.4567", "78.9"}) {
    const std::string relative = "abs(x/" + std::string(centre) + " - 1)";
    const judgement found =
        found_by_search("claim = \"if(" + relative +
                            " < 0.0025, 1, 0) < 1\"\ndomain = [\"x >= 1e-3\", \"x <= 1e3\"]",
                        "x = [1e-3, 1, 1e3]");
    CHECK(std::abs(at(found, "x") / std::stod(centre) - 1) < 0.0025);
  }
}

TEST_CASE("at the edges of the domain") {
  CHECK(at(found_by_search("claim = \"x < 1\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = 0.5"),
           "x") == 1);
  CHECK(at(found_by_search("claim = \"x > 0\"\ndomain = [\"x >= 0\", \"x <= 1\"]", "x = 0.5"),
           "x") == 0);
  // Open ends are approached, and never reached.
  const judgement near_zero =
      found_by_search("claim = \"x > 1e-9\"\ndomain = [\"x > 0\", \"x <= 1\"]", "x = 0.5");
  CHECK(at(near_zero, "x") > 0);
  CHECK(at(near_zero, "x") <= 1e-9);
  const judgement near_one =
      found_by_search("claim = \"1 - x > 1e-9\"\ndomain = [\"x > 0\", \"x < 1\"]", "x = 0.5");
  CHECK(at(near_one, "x") < 1);
  // The same where no margin leads to the end.
  const judgement next_to_zero = found_by_search(
      "claim = \"if(x < 1e-9, 1, 0) < 1\"\ndomain = [\"x > 0\", \"x <= 1\"]", "x = 0.5");
  CHECK(at(next_to_zero, "x") < 1e-9);
  const judgement next_to_one = found_by_search(
      "claim = \"if(1 - x < 1e-9, 1, 0) < 1\"\ndomain = [\"x >= 0\", \"x < 1\"]", "x = 0.5");
  CHECK(at(next_to_one, "x") >= 1 - 1e-9);
  const judgement next_to_root = found_by_search(
      "claim = \"if(2 - x^2 < 2e-5, 1, 0) < 1\"\ndomain = [\"x^2 <= 2\", \"x >= 0\"]",
      "x = [0, 1]");
  CHECK(std::abs(at(next_to_root, "x") - 1.41421356) < 8e-6);
  // An end that is no number of few digits, and one that another variable sets.
  CHECK(to_text(searched("claim = \"x < log(3)\"\ndomain = [\"x >= 0\", \"x < log(3)\"]", "x = 1")
                    .outcome) == "verified");
  const judgement coupled =
      found_by_search("claim = \"y - x > 1e-6\"\ndomain = [\"x >= 0\", \"x < y\", \"y <= 4\"]",
                      "x = [0, 1]\ny = [2, 3]");
  CHECK(at(coupled, "y") - at(coupled, "x") > 0);
  // An end that no condition states by itself: x² + y² <= 2.
  const judgement round =
      found_by_search("claim = \"x^2 + 1 < 1.9999\"\ndomain = [\"x^2 + y^2 <= 2\", \"x >= 0\"]",
                      "x = [0, 0.5]\ny = 1");
  CHECK(at(round, "x") > 0.9999);
}

TEST_CASE("whole numbers stay whole") {
  const judgement found = found_by_search(
      "claim = \"n != 777\"\ndomain = [\"n >= 2\", \"n <= 10000\"]\nintegers = [\"n\"]",
      "n = [2, 10, 100, 10000]");
  CHECK(found.witness->point.at("n") == "777");
  // True of whole numbers only.
  const judgement holds = searched(
      "claim = \"floor(n) == n\"\ndomain = [\"n >= 2\"]\nintegers = [\"n\"]", "n = [2, 10, 100]");
  CHECK(to_text(holds.outcome) == "verified");
  REQUIRE(holds.search.has_value());
  CHECK(holds.search->evaluations > 1000);
}

TEST_CASE("divergences that break a bound on a hundredth of an axis") {
  const std::string domain = "\ndomain = [\"eps0 > 0\", \"eps0 <= 4\"]";
  const std::string check = "eps0 = [0.5, 1, 2, 3, 4]";
  for (const char* centre : {"1.2345", "2.7183", "3.4567"}) {
    const std::string limit = "if(abs(eps0 - " + std::string(centre) + ") < 0.02, 1e-9, 100)";
    for (const char* quantity :
         {"renyi(clone_pair(100, eps0), 2)", "renyi(rr_pair(100, eps0), 5/2)",
          "hockey_stick(clone_pair(100, eps0), 1/10)"}) {
      const judgement found = found_by_search(
          "claim = \"" + std::string(quantity) + " <= " + limit + "\"" + domain, check);
      CHECK(std::abs(at(found, "eps0") - std::stod(centre)) < 0.02);
    }
  }
  // In two variables.
  const judgement two = found_by_search(
      "claim = \"renyi(clone_pair(n, eps0), 2) <= if(abs(eps0 - 2.7183) < 0.02, 1e-9, 100)\"\n"
      "domain = [\"eps0 > 0\", \"eps0 <= 4\", \"n >= 2\"]\nintegers = [\"n\"]",
      check + "\nn = [10, 100, 1000]");
  CHECK(std::abs(at(two, "eps0") - 2.7183) < 0.02);
}

TEST_CASE("conjunctions, alternatives, definedness and equalities are searched") {
  const std::string domain = "\ndomain = [\"x >= 0\", \"x <= 8\"]";
  const std::string check = "x = [1, 2, 3]";
  CHECK(found_by_search("claim = \"x >= 0 and x*x < 60\"" + domain, check).witness->relation ==
        "x*x < 60");
  found_by_search("claim = \"x < 4.2 or x > 4.201\"" + domain, check);
  found_by_search("claim = \"not (x >= 4.2 and x <= 4.201)\"" + domain, check);
  found_by_search("claim = \"defined(1/floor(x))\"" + domain, check);
  found_by_search("claim = \"floor(x) == x - (x - floor(x))*(1 + floor(x/7))\"" + domain, check);
  CHECK(to_text(searched("claim = \"(x + 1)^2 == x^2 + 2*x + 1\"" + domain, check).outcome) ==
        "verified");
  CHECK(
      to_text(searched("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) == 1\"" + domain,
                       check)
                  .outcome) == "verified");
}

TEST_CASE("what no condition of the domain mentions does not move", "[volume]") {
  const judgement fixed =
      searched("claim = \"y <= 2\"\ndomain = [\"x >= 0\"]", "x = [1, 2]\ny = [1, 2]");
  CHECK(to_text(fixed.outcome) == "verified");
  REQUIRE(fixed.search.has_value());
  CHECK(fixed.search->ranges.size() == 1);
  CHECK(fixed.search->ranges.contains("x"));
  // Without any such variable there is nothing to search.
  CHECK_FALSE(searched("claim = \"y <= 2\"", "y = [1, 2]").search.has_value());
  // Nor does what a condition fixes, by itself or through others that are.
  for (const char* conditions : {"\"n == 2\", \"m == 2*n\"", "\"m == 2*n and 2 == n\""}) {
    const judgement pinned = searched("claim = \"x + n + m <= 26\"\ndomain = [\"x <= 20\", " +
                                          std::string(conditions) + "]\nintegers = [\"n\", \"m\"]",
                                      "x = 1\nn = 2\nm = 4");
    CHECK(to_text(pinned.outcome) == "verified");
    REQUIRE(pinned.search.has_value());
    CHECK(pinned.search->ranges.size() == 1);
    CHECK(pinned.search->ranges.at("x").upper == "20");
  }
  CHECK_FALSE(searched("claim = \"x <= 2\"\ndomain = [\"x == 2\"]", "x = 2").search.has_value());
  // An equation with a variable that moves fixes nothing.
  const judgement moving = found_by_search(
      "claim = \"x <= 5\"\ndomain = [\"x == y\", \"y <= 20\"]\nintegers = [\"x\", \"y\"]",
      "x = [1, 2, 3]\ny = [1, 2, 3]");
  CHECK(at(moving, "x") == at(moving, "y"));
  // Through a local name, it is mentioned.
  const judgement through = found_by_search(
      "claim = \"x < 5\"\ndomain = [\"twice < 12\"]\nlet = { twice = \"2*x\" }", "x = [1, 2]");
  CHECK(at(through, "x") < 6);
}

TEST_CASE("nothing outside of the domain is reported", "[volume]") {
  for (const char* domain :
       {"x*y <= 6", "x + y < 4", "x <= 3 and y <= 2", "exp(x) <= 20*exp(-y)", "x < 2 or y < 1/2"}) {
    const std::string condition = domain;
    INFO(condition);
    // The claim is the domain itself.
    const judgement found = searched(
        "claim = \"" + condition + "\"\ndomain = [\"" + condition + "\", \"x >= 0\", \"y >= 0\"]",
        "x = [0, 1, 1.5]\ny = [0, 1, 2]");
    CHECK(to_text(found.outcome) == "verified");
    REQUIRE(found.search.has_value());
    CHECK(found.search->evaluations > 1000);
  }
}

TEST_CASE("a search depends on its seed and on nothing else", "[volume]") {
  const std::string lines =
      "claim = \"x*y*exp(-x) <= 40\"\ndomain = [\"x >= 0\", \"y >= 0\", \"y <= 50\"]";
  const std::string check = "x = [0, 1, 2]\ny = [0, 1, 2]";
  const auto text = [](const judgement& found) {
    REQUIRE(found.search.has_value());
    std::string result = in_words(found) + std::to_string(found.search->evaluations);
    if (found.search->closest) result += in_words(found.search->closest->point);
    return result;
  };
  CHECK(text(searched(lines, check)) == text(searched(lines, check)));
  CHECK(text(searched(lines, check, 1, 7)) != text(searched(lines, check, 1, 8)));
  CHECK(searched(lines, check, 2).search->evaluations >
        searched(lines, check, 1).search->evaluations);

  const catalogue read = read_text(
      claim_text(lines, check) +
      "[[claim]]\nid = \"test/divergence\"\nclaim = \"renyi(clone_pair(n, e), 2) <= 4*exp(e)/n\"\n"
      "domain = [\"n >= 2\", \"e > 0\", \"e <= 3\"]\nintegers = [\"n\"]\n"
      "check = { n = [1000, 2000], e = [0.5, 1] }\n");
  std::vector<const claim*> subjects;
  for (const claim& c : read.claims) subjects.push_back(&c);
  const auto judged = [&](int threads) {
    json root =
        results_json("", read, subjects, judge_claims(subjects, read, with_effort(1), {}, threads));
    for (auto& one : root["claims"]) {
      one.erase("seconds");
      one.erase("digest");  // covers the seconds, as the file's does
    }
    root.erase("digest");
    return root.dump();
  };
  const std::string by_one = judged(1);
  CHECK(by_one == judged(2));
  CHECK(by_one == judged(5));
}

TEST_CASE("the results say what was searched") {
  const judgement found =
      searched("claim = \"x >= 1\"\ndomain = [\"x >= 1\", \"x <= 9\"]", "x = [2, 3]");
  REQUIRE(found.search.has_value());
  CHECK(found.checked == 2);
  CHECK(found.search->effort == 1);
  CHECK(found.search->seed == 1);
  CHECK(found.search->is_complete);
  CHECK(found.search->ranges.at("x").lower == "1");
  CHECK(found.search->ranges.at("x").upper == "9");
  // The least margin: x = 1, where the sides are equal.
  REQUIRE(found.search->closest.has_value());
  CHECK(in_words(found.search->closest->point) == "x = 1");
  CHECK(found.search->closest->value == 0);
  CHECK(found.message == "holds at both points checked; a search of " +
                             std::to_string(found.search->evaluations) +
                             " further points over x in [1, 9] found no counterexample");
}

// The kinks make the integral long: the work of effort 1 is enough for fewer points than a search
// takes.
TEST_CASE("a search that a few points would use up is left to a larger effort") {
  const std::string lines =
      "claim = \"integral(t, 0, x, exp(-t^2)*(abs(t - 1/3) + abs(t - 2/3))) <= 9*x\"\n"
      "domain = [\"x >= 0\", \"x <= 3\"]";
  const judgement left_out = searched(lines, "x = [1, 2]");
  CHECK_FALSE(left_out.search.has_value());
  const std::string advice =
      "no search was made: one point costs more than the budget; try --effort ";
  const std::size_t place = left_out.message.find(advice);
  REQUIRE(place != std::string::npos);
  const int enough = std::stoi(left_out.message.substr(place + advice.size()));
  CHECK(enough <= 4);
  const judgement found = searched(lines, "x = [1, 2]", enough);
  REQUIRE(found.search.has_value());
  CHECK(found.search->evaluations >= 24);
}

TEST_CASE("a search that is cut short says so and decides nothing") {
  std::atomic<bool> stop = false;
  judge_options options = with_effort(1);
  options.limits = budget(std::nullopt, &stop);
  // The listed points are done, the search begins.
  options.progress = [&](std::size_t done, std::size_t total) { stop = done == total; };
  const judgement found =
      judge_one(claim_text("claim = \"x < 5\"\ndomain = [\"x >= 0\"]", "x = 1"), options).found;
  CHECK(to_text(found.outcome) == "verified");
  REQUIRE(found.search.has_value());
  CHECK_FALSE(found.search->is_complete);
  CHECK(found.message.find("found no counterexample before it was cut short (interrupted)") !=
        std::string::npos);
}

TEST_CASE("what stays open in a search does not change the verdict") {
  // Equal for every x up to rounding, so that nobody can decide it; at the listed point it is
  // exact.
  const judgement found = searched(
      "claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) <= 1\"\ndomain = [\"x >= 0\", \"x "
      "<= 1\"]",
      "x = 0");
  CHECK(to_text(found.outcome) == "verified");
  const judgement strict = searched(
      "claim = \"x == 0 or (sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1\"\ndomain = [\"x >= "
      "0\", \"x <= 1\"]",
      "x = 0");
  CHECK(to_text(strict.outcome) == "verified");
  REQUIRE(strict.search.has_value());
  CHECK(strict.search->undecided > 0);
}

TEST_CASE("a search leaves out what a proof covers, and nothing else") {
  judge_options options = with_effort(1);
  const std::string claimed = "claim = \"exp(x) > x\"\ndomain = [\"x >= 0\", \"x <= 1\"]";
  const auto proved_up_to = [&](const std::string& end) {
    const std::string region = "\n[claim.prove]\nx = { from = 0, to = " + end + " }\n";
    return judge_one(claim_text(claimed, "x = 0" + region), options).found;
  };
  CHECK(judge_one(claim_text(claimed, "x = 0"), options).found.search.has_value());
  const judgement whole = proved_up_to("1");
  CHECK(to_text(whole.outcome) == "proved");
  CHECK_FALSE(whole.search.has_value());
  const judgement part = proved_up_to("0.5");
  CHECK(to_text(part.outcome) == "verified");
  REQUIRE(part.proof.has_value());
  CHECK(part.proof->is_complete);
  REQUIRE(part.search.has_value());
  CHECK(part.search->ranges.at("x").upper == "1");
  options.derives_theorems = true;
  const judgement derived = judge_one(claim_text(claimed, "x = 0"), options).found;
  CHECK(to_text(derived.outcome) == "proved");
  CHECK_FALSE(derived.search.has_value());
}

TEST_CASE("a proof on a part of the domain hides no violation elsewhere") {
  // Proved up to 1/2, false near 0.9.
  const judgement found =
      searched("claim = \"x - 0.9 > 1/10 or x < 0.9\"\ndomain = [\"x >= 0\", \"x <= 1\"]",
               "x = 0\n[claim.prove]\nx = { from = 0, to = 0.5 }\n");
  CHECK(to_text(found.outcome) == "refuted");
  CHECK_FALSE(found.proof.has_value());
  REQUIRE(found.search.has_value());
  CHECK(found.message.find("found by a search beyond the listed points") != std::string::npos);
}

}  // namespace test_search_beyond
