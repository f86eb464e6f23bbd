// From points to verdicts: what counts, what wins, what is shown, and what a script is told.

#include <atomic>

#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"

namespace test_judge {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

judgement judged(const std::string& lines, const std::string& check = "",
                 const judge_options& options = {}) {
  return judge_one(claim_text(lines, check), options).found;
}

judge_options with_precision(bits first, bits last) {
  judge_options options;
  options.precision = {first, last};
  return options;
}

judge_options with_time_over() {
  judge_options options;
  options.limits = budget(budget::clock::now() - std::chrono::seconds(1));
  return options;
}

}  // namespace

TEST_CASE("listed points outside the domain are counted, once") {
  const auto message_of_check = [](const std::string& lines, const std::string& check) {
    return message_of_points(judged(lines, check));
  };
  const std::string in_domain = "domain = [\"x >= 0\"]\n";
  CHECK(message_of_check("claim = \"x <= 9\"\n" + in_domain, "x = [1, 2]") ==
        "holds at both points checked");
  CHECK(message_of_check("claim = \"x <= 9\"\n" + in_domain, "x = [1, -1, -2]") ==
        "holds at the one point checked; 2 listed points are outside the domain and were not "
        "checked");
  CHECK(message_of_check("claim = \"x <= 9\"\n" + in_domain, "x = [10, -1]") ==
        "fails at 1 of 1 point; 1 listed point is outside the domain and was not checked");
  const std::string undecided_domain =
      "domain = [\"x*(sqrt(3 + 2*sqrt(2)) - sqrt(2) - 1) >= 0\"]\n";
  CHECK(message_of_check("claim = \"x <= 9\"\n" + undecided_domain, "x = [0, 1]") ==
        "holds at the one point checked; 1 listed point is not certainly in the domain and was "
        "not checked");
  const std::string mechanisms = message_of_check(
      "claim = \"hockey_stick(any_mechanism(n, 1), x) <= 1\"\nabout = \"mechanism\"\nintegers = "
      "[\"n\"]\n" +
          in_domain,
      "n = [2]\nx = [1, -1]");
  CHECK(count_of(mechanisms, "; 1 listed point is outside the domain and was not checked") == 1);
  CHECK(has(mechanisms, "holds at the one point checked"));
}

TEST_CASE("refuted over invalid over undecided over verified") {
  // x = 1 fails, x = 2 does not exist, x = 3 stays open, x = 4 holds.
  const std::string claim =
      "claim = \"if(x == 1, 1 < 0, if(x == 2, 1/0 < 1, if(x == 3, (sqrt(3 + 2*sqrt(2)) - sqrt(2)) "
      "< 1, 0 < 1)))\"";
  for (unsigned subset = 1; subset < 16; ++subset) {
    std::string values;
    std::size_t count = 0;
    for (unsigned i = 0; i < 4; ++i)
      if ((subset >> i & 1U) != 0) {
        values += (count == 0 ? "" : ", ") + std::to_string(i + 1);
        ++count;
      }
    INFO(values);
    const judgement found = judged(claim, "x = [" + values + "]");
    const verdict expected = (subset & 1U) != 0   ? verdict::refuted
                             : (subset & 2U) != 0 ? verdict::invalid
                             : (subset & 4U) != 0 ? verdict::undecided
                                                  : verdict::verified;
    CHECK(to_text(found.outcome) == to_text(expected));
    CHECK(found.checked == count);
    CHECK(found.tied == 0);
    CHECK(found.counterexamples == (subset & 1U));
    CHECK(found.witness.has_value() == ((subset & 1U) != 0));
    CHECK(found.undecided.size() == (subset >> 2 & 1U));
    if (!found.undecided.empty()) CHECK(in_words(found.undecided.front()) == "x = 3");
  }
}

TEST_CASE("the order of points does not matter") {
  const std::string claim = "claim = \"if(x == 2, 1/0 < 1, x < 3)\"";
  CHECK(judged(claim, "x = [1, 2, 3]").outcome == verdict::refuted);
  CHECK(judged(claim, "x = [3, 2, 1]").outcome == verdict::refuted);
}

TEST_CASE("verdicts are explained") {
  CHECK(in_words(judged("claim = \"x < 3\"", "x = [1, 2]")) ==
        "verified: holds at both points checked");
  CHECK(in_words(judged("claim = \"x < 3\"", "x = [1, 5, 7]")) ==
        "refuted: fails at 2 of 3 points");
  // What cannot be evaluated did not hold.
  CHECK(
      in_words(judged("claim = \"1/x > 2\"", "x = [0, 1, 0.25]")) ==
      "refuted: fails at 1 of 3 points; 1 of them cannot be evaluated, first at x = 0: division by "
      "zero in '1/x'");
  CHECK(in_words(judged("claim = \"1/x > 0\"", "x = [1, 0]")) ==
        "invalid: cannot be evaluated at x = 0: division by zero in '1/x'");
  CHECK(in_words(judged("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1\"",
                        "x = [1, 2, 0.5]")) ==
        "undecided: undecided at 3 of 3 points, first at x = 1: not decided with 2048 bits");
  CHECK(in_words(judged("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) == 1\"",
                        "x = [0, 1, 2]")) ==
        "verified: holds at all 3 points checked; at 2 of them the two sides are equal to 50 "
        "digits");
}

TEST_CASE("nothing checked is invalid, never verified") {
  for (const char* domain : {"x > 5", "1 < 0", "1/0 > 0", "sqrt(3 + 2*sqrt(2)) - sqrt(2) < 1"}) {
    INFO(domain);
    const judgement found =
        judged(std::string("claim = \"x > 0\"\ndomain = [\"") + domain + "\"]", "x = [1, 2]");
    CHECK(in_words(found).rfind("invalid: has no points to check: no listed point is certainly in "
                                "the domain; at x = 1, '" +
                                    std::string(domain) + "' ",
                                0) == 0);
    CHECK(found.checked == 0);
  }
}

TEST_CASE("only points certainly in the domain count") {
  const auto checked = [](const std::string& domain, const std::string& values) {
    return judged("claim = \"x == x\"\ndomain = [" + domain + "]", "x = [" + values + "]").checked;
  };
  CHECK(checked("\"x > 1\"", "1, 2, 3") == 2);
  CHECK(checked("\"x >= 1\"", "1, 2, 3") == 3);
  CHECK(checked("\"x > 1\", \"x < 3\"", "1, 2, 3") == 1);
  CHECK(checked("\"x > 1 and x < 3\"", "1, 2, 3") == 1);
  CHECK(checked("\"x < 2 or x > 2\"", "1, 2, 3") == 2);
  // Not existing, not decided and merely tied are not certain.
  CHECK(checked("\"1/x > 0\"", "0, 1") == 1);
  CHECK(checked("\"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < x\"", "1, 2") == 1);
  CHECK(checked("\"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) <= x\"", "1, 2") == 1);
  // Exact algebra makes it certain.
  CHECK(checked("\"exp(log(2)) <= x\"", "1, 2") == 1);
  CHECK(checked("\"exp(log(2)) < x\"", "1, 2") == 0);
  // A counterexample outside of the domain refutes nothing.
  CHECK(judged("claim = \"x < 3\"\ndomain = [\"x < 3\"]", "x = [1, 2, 3, 4]").outcome ==
        verdict::verified);
}

TEST_CASE("tied points are counted") {
  const judgement found =
      judged("claim = \"x <= (sqrt(3 + 2*sqrt(2)) - sqrt(2))\"", "x = [0, 0.5, 1]");
  CHECK(found.outcome == verdict::verified);
  CHECK(found.checked == 3);
  CHECK(found.tied == 1);
  // A tie does not excuse a failure elsewhere.
  const judgement mixed = judged("claim = \"x <= (sqrt(3 + 2*sqrt(2)) - sqrt(2))\"", "x = [1, 2]");
  CHECK(mixed.outcome == verdict::refuted);
  CHECK(mixed.tied == 1);
  CHECK(mixed.counterexamples == 1);
  // Exact equality is not a tie.
  CHECK(judged("claim = \"exp(x) == 3\"", "x = [\"log(3)\"]").tied == 0);
}

TEST_CASE("the simplest counterexample is the shortest, then the one with fewest users") {
  const auto simplest = [](const std::string& lines, const std::string& check) {
    const judgement found = judged(lines, check);
    REQUIRE(found.witness.has_value());
    return in_words(found.witness->point);
  };
  CHECK(simplest("claim = \"x < 0\"", "x = [100, 25, 3, 4]") == "x = 3");
  CHECK(simplest("claim = \"x < 0\"", "x = [\"3/7\", 2.125, 12]") == "x = 12");
  // Points that hold are no candidates.
  CHECK(simplest("claim = \"x < 10\"", "x = [5, 100, 20]") == "x = 20");
  const std::string two = "claim = \"n + x < 0\"\nintegers = [\"n\"]";
  CHECK(simplest(two, "points = [{ n = 20, x = 1 }, { n = 10, x = 9 }, { n = 30, x = 0 }]") ==
        "n = 10, x = 9");
  // 9 characters against 3, although n is smaller.
  CHECK(simplest(two, "points = [{ n = 1, x = 2.123456 }, { n = 10, x = 9 }]") == "n = 10, x = 9");
  // Equally simple: the first one.
  CHECK(simplest(two, "points = [{ n = 10, x = 8 }, { n = 10, x = 7 }]") == "n = 10, x = 8");
  // A short spelling of a large n does not make it small: 1e18 has as many characters as 1000.
  CHECK(simplest(two, "points = [{ n = \"10^18\", x = 1 }, { n = 1000, x = 1 }]") ==
        "n = 1000, x = 1");
}

TEST_CASE("the worst counterexample is the one farthest off, relative to its sides") {
  const auto worst = [](const std::string& lines, const std::string& check) {
    const judgement found = judged(lines, check);
    REQUIRE(found.worst.has_value());
    return in_words(found.worst->point);
  };
  CHECK(worst("claim = \"x <= 1\"", "x = [2, 100, 50]") == "x = 100");
  // |1 − 2|/2 = 1/2 against |1000 − 1001|/1001.
  CHECK(worst("claim = \"x >= x + 1\"", "x = [1000, 1]") == "x = 1");
  CHECK(worst("claim = \"1/(x - 2)^2 <= if(x == 3, inf, 0)\"", "x = [4, 5]") == "x = 4");
  CHECK(worst("claim = \"if(x == 3, inf, x) <= 1\"", "x = [1000, 3, 50]") == "x = 3");
  const judgement found = judged("claim = \"x <= 1\"", "x = [2, 100, 50]");
  CHECK(in_words(found.witness->point) == "x = 2");
  CHECK(found.worst->lhs->lower == "100");
  CHECK(found.worst->rhs->upper == "1");
}

TEST_CASE("the sides shown are those of the conjunct that fails") {
  const std::string claim = "claim = \"x <= 10 and x^2 <= 10 and x >= 0\"";
  const auto shown = [&](const std::string& x) {
    const judgement found = judged(claim, "x = [" + x + "]");
    REQUIRE(found.witness.has_value());
    REQUIRE(found.witness->lhs.has_value());
    REQUIRE(found.witness->rhs.has_value());
    CHECK(found.witness->lhs->lower == found.witness->lhs->upper);
    return found.witness->relation + ": " + found.witness->lhs->lower + ", " +
           found.witness->rhs->lower;
  };
  CHECK(shown("11") == "x <= 10: 11, 10");
  CHECK(shown("5") == "x^2 <= 10: 25, 10");
  CHECK(shown("-1") == "x >= 0: -1, 0");
  // A tied conjunct and an open one do not fail.
  const judgement found = judged(
      "claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) <= 1 and (sqrt(x^2 + 3 + "
      "2*x*sqrt(3)) - sqrt(3) - x + 1) < 1 and x <= 1\"",
      "x = [2]");
  REQUIRE(found.outcome == verdict::refuted);
  CHECK(found.witness->relation == "x <= 1");
  // What is not a comparison has no sides.
  const judgement whole = judged("claim = \"x < 1 or x > 3\"", "x = [2]");
  REQUIRE(whole.outcome == verdict::refuted);
  CHECK(whole.witness->relation == "x < 1 or x > 3");
  CHECK_FALSE(whole.witness->lhs.has_value());
  CHECK_FALSE(whole.witness->rhs.has_value());
}

TEST_CASE("sides are enclosed to 20 digits and the enclosures prove the failure") {
  const judgement found = judged("claim = \"exp(x) <= 5/2\"", "x = [1]");
  REQUIRE(found.witness.has_value());
  // e = 2.71828182845904523536028…: 20 digits, cut and rounded up.
  CHECK(found.witness->lhs->lower == "2.7182818284590452353");
  CHECK(found.witness->lhs->upper == "2.7182818284590452354");
  CHECK(found.witness->rhs->lower == "2.5");
  CHECK(found.witness->rhs->upper == "2.5");
  CHECK(found.witness->precision >= 64);
}

TEST_CASE("local names work in claims and in domains") {
  const judgement found =
      judged("claim = \"d == 3*x\"\ndomain = [\"d > 3\"]\nlet = { d = \"a + x\", a = \"2*x\" }",
             "x = [1, 2, 5]");
  CHECK(found.outcome == verdict::verified);
  CHECK(found.checked == 2);
}

TEST_CASE("too little precision is undecided, with its reason") {
  const std::string claim = "claim = \"exp(x) < exp(x) + 1e-30\"";
  CHECK(in_words(judged(claim, "x = [1, 2]", with_precision(64, 64))) ==
        "undecided: undecided at 2 of 2 points, first at x = 1: not decided with 64 bits");
  CHECK(judged(claim, "x = [1, 2]").outcome == verdict::verified);
  // What was decided stays decided.
  CHECK(judged("claim = \"exp(x) < x\"", "x = [1]", with_precision(64, 64)).outcome ==
        verdict::refuted);
}

TEST_CASE("no time left is undecided, with its reason") {
  const judgement found = judged("claim = \"x > 0\"", "x = [1, 2]", with_time_over());
  CHECK(in_words(found) ==
        "undecided: undecided at 2 of 2 points, first at x = 1: the time limit was reached");
  CHECK(found.undecided.size() == 2);
}

TEST_CASE("no time left to decide the domain is undecided as well") {
  // Points whose domain was not checked are not outside of it.
  const judgement found =
      judged("claim = \"x > 0\"\ndomain = [\"x > 1\"]", "x = [1, 2]", with_time_over());
  CHECK(to_text(found.outcome) == "undecided");
  CHECK(found.message.find("the time limit was reached") != std::string::npos);
}

TEST_CASE("the corrected form is judged too and does not count") {
  const claim_result result = judge_one(
      claim_text("claim = \"x < 2\"\ncorrected = \"x < 9\"\nexpect = \"refuted\"", "x = [1, 5]"));
  CHECK(result.found.outcome == verdict::refuted);
  REQUIRE(result.corrected.has_value());
  CHECK(result.corrected->outcome == verdict::verified);
  CHECK(result.as_expected);
  CHECK(exit_status({result}) == 0);
  const claim_result worse = judge_one(
      claim_text("claim = \"x < 9\"\ncorrected = \"x < 2\"\nexpect = \"verified\"", "x = [1, 5]"));
  CHECK(worse.corrected->outcome == verdict::refuted);
  CHECK(worse.corrected->counterexamples == 1);
  CHECK(exit_status({worse}) == 0);
  const claim_result broken =
      judge_one(claim_text("claim = \"x < 9\"\ncorrected = \"1/(x - 1) < 2\"", "x = [1, 5]"));
  CHECK(broken.corrected->outcome == verdict::invalid);
  CHECK(exit_status({broken}) == 0);
}

TEST_CASE("results do not depend on the number of threads or on the run") {
  const std::string text =
      claim_text("claim = \"renyi(clone_pair(n, x), 2) <= x/4\"\nintegers = [\"n\"]",
                 "n = [1, 2, 5, 20]\nx = { from = 0.1, to = 3, steps = 13 }");
  const auto in_short = [&] {
    const judgement found = judge_one(text).found;
    return in_words(found) + "; " + in_words(found.witness->point) + "; " +
           found.witness->lhs->lower + "; " + in_words(found.worst->point);
  };
  const std::string first = in_short();
  CHECK(first.rfind("refuted: ", 0) == 0);
  CHECK(in_short() == first);
  CHECK(in_short() == first);
}

TEST_CASE("progress counts to the number of points") {
  judge_options options;
  std::atomic<std::size_t> calls = 0;
  std::atomic<std::size_t> highest = 0;
  options.progress = [&](std::size_t done, std::size_t total) {
    ++calls;
    if (done == total) highest = done;
  };
  judged("claim = \"x > 0\"", "x = { from = 1, to = 50, steps = 50 }", options);
  CHECK(calls == 50);
  CHECK(highest == 50);
}

namespace {

// Claims that get each verdict, with or without an expectation.
claim_result with_verdict(verdict found, const std::string& expect) {
  std::string lines;
  std::string check;
  switch (found) {
    case verdict::refuted:
      lines = "claim = \"1 > 2\"";
      break;
    case verdict::invalid:
      lines = "claim = \"1/0 > 2\"";
      break;
    case verdict::undecided:
      lines = "claim = \"(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1\"";
      break;
    case verdict::proved:
      lines = "claim = \"x == 1\"\nkind = \"exists\"";
      check = "x = [1]";
      break;
    case verdict::verified:
      lines = "claim = \"1 < 2\"";
      break;
    case verdict::supported:
      lines = "kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 1";
      check = "n = [1]";
      break;
    case verdict::contradicted:
      lines = "kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 2";
      check = "n = [1]";
      break;
  }
  if (!expect.empty()) lines += "\nexpect = \"" + expect + "\"";
  const claim_result result = judge_one(claim_text(lines, check));
  REQUIRE(to_text(result.found.outcome) == to_text(found));
  return result;
}

}  // namespace

TEST_CASE("the exit status of one claim, by verdict and expectation") {
  struct row {
    verdict found;
    const char* expect;
    int status;
  };
  // 2: unexpected invalid; else 1: differs from 'expect', or refuted without one; else 3:
  // unexpected undecided; else 0. Proved satisfies verified, not the other way round.
  const row rows[] = {
      {verdict::refuted, "", 1},
      {verdict::refuted, "refuted", 0},
      {verdict::refuted, "verified", 1},
      {verdict::refuted, "proved", 1},
      {verdict::refuted, "undecided", 1},
      {verdict::refuted, "invalid", 1},
      {verdict::invalid, "", 2},
      {verdict::invalid, "invalid", 0},
      {verdict::invalid, "refuted", 2},
      {verdict::invalid, "verified", 2},
      {verdict::undecided, "", 3},
      {verdict::undecided, "undecided", 0},
      {verdict::undecided, "refuted", 1},
      {verdict::undecided, "verified", 1},
      {verdict::contradicted, "", 1},
      {verdict::contradicted, "contradicted", 0},
      {verdict::contradicted, "supported", 1},
      {verdict::contradicted, "refuted", 1},
      {verdict::supported, "", 0},
      {verdict::supported, "supported", 0},
      {verdict::supported, "contradicted", 1},
      {verdict::supported, "verified", 1},
      {verdict::verified, "supported", 1},
      {verdict::proved, "", 0},
      {verdict::proved, "proved", 0},
      {verdict::proved, "verified", 0},
      {verdict::proved, "refuted", 1},
      {verdict::proved, "undecided", 1},
      {verdict::verified, "", 0},
      {verdict::verified, "verified", 0},
      {verdict::verified, "proved", 1},
      {verdict::verified, "refuted", 1},
      {verdict::verified, "invalid", 1},
      {verdict::verified, "supported", 1},
      // A theorem says no less than sizes do.
      {verdict::refuted, "contradicted", 0},
      {verdict::proved, "supported", 0},
      {verdict::refuted, "supported", 1},
      {verdict::proved, "contradicted", 1},
  };
  for (const auto& [found, expect, status] : rows) {
    INFO(to_text(found) << " expected " << expect);
    const claim_result result = with_verdict(found, expect);
    CHECK(exit_status({result}) == status);
    CHECK(result.as_expected == (status == 0));
  }
}

TEST_CASE("the exit status of several claims is the most serious one") {
  const claim_result fine = with_verdict(verdict::verified, "");
  const claim_result invalid = with_verdict(verdict::invalid, "");
  const claim_result differs = with_verdict(verdict::refuted, "verified");
  const claim_result refuted = with_verdict(verdict::refuted, "");
  const claim_result open = with_verdict(verdict::undecided, "");
  const claim_result expected_invalid = with_verdict(verdict::invalid, "invalid");
  CHECK(exit_status({}) == 0);
  CHECK(exit_status({fine, fine}) == 0);
  CHECK(exit_status({fine, open}) == 3);
  CHECK(exit_status({open, differs}) == 1);
  CHECK(exit_status({refuted, open, fine}) == 1);
  CHECK(exit_status({differs, open, invalid}) == 2);
  CHECK(exit_status({expected_invalid, open}) == 3);
  CHECK(exit_status({expected_invalid, fine}) == 0);
}

}  // namespace test_judge
