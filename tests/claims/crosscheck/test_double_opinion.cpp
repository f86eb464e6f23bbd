// What plain double would have said of a claim, at points where algebra says what is true.

#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_double_opinion {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

double_finding in_double(const std::string& lines, const std::string& check) {
  const judgement found = judge_one(claim_text(lines, check)).found;
  REQUIRE(found.in_double.has_value());
  return *found.in_double;
}

}  // namespace

TEST_CASE("a true claim that double calls false") {
  // (1 + x) − 1 is x. In double, 1 + 10^-17 is 1: half the distance to the next double is 2^-53.
  const auto found =
      judge_one(claim_text("claim = \"(1 + x) - 1 >= x\"", "x = [0.25, 1e-17, 0.5]"));
  CHECK(found.found.outcome == verdict::verified);
  REQUIRE(found.found.in_double.has_value());
  const double_finding& said = *found.found.in_double;
  CHECK(said.outcome == double_outcome::differs);
  CHECK(said.alone == verdict::refuted);
  CHECK(said.compared == 3);
  CHECK(said.different == 1);
  CHECK(said.without == 0);
  CHECK(said.beyond == 0);
  CHECK(in_words(said.point) == "x = 1e-17");
  CHECK(said.lhs == "0");
  CHECK(said.rhs == "1e-17");
  CHECK(said.certified == "holds");
}

TEST_CASE("a false claim that double calls true") {
  // 10^16 + 1 is more than 10^16; from 2^53 on the doubles are 2 apart, and the tie goes to even.
  const auto found =
      judge_one(claim_text("claim = \"x > 0 and x + 1 <= 1e16\"", "x = [1e16]")).found;
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.in_double.has_value());
  CHECK(found.in_double->outcome == double_outcome::differs);
  CHECK(found.in_double->alone == verdict::verified);
  // The witness is also the worst and the listed point: it counts once.
  CHECK(found.in_double->compared == 1);
  CHECK(found.in_double->different == 1);
  CHECK(found.in_double->certified == "fails");
  // The sides of the part that fails, not of x > 0.
  CHECK(found.in_double->lhs == "1e+16");
  CHECK(found.in_double->rhs == "1e+16");
}

TEST_CASE("a comparison with a side that overflowed to NaN is neither true nor false") {
  // e^800/e^799 = e > 1, and < 1 fails; in double both powers are infinite from x = 710 on.
  for (const char* const claim :
       {"exp(x)/exp(x - 1) > 1", "exp(x) < exp(x + 1)", "not exp(x)/exp(x - 1) < 1"}) {
    INFO(claim);
    const double_finding said =
        in_double(std::string("claim = \"") + claim + "\"", "x = [1, 800, 900]");
    CHECK(said.outcome == double_outcome::no_value);
    CHECK_FALSE(said.alone.has_value());
    CHECK(said.compared == 3);
    CHECK(said.different == 0);
    CHECK(said.without == 2);
    CHECK(in_words(said.point) == "x = 800");
    CHECK(said.certified == "holds");
  }
  const double_finding refuted = in_double("claim = \"exp(x)/exp(x - 1) < 1\"", "x = [800]");
  CHECK(refuted.outcome == double_outcome::no_value);
  CHECK_FALSE(refuted.alone.has_value());
  CHECK(refuted.certified == "fails");
  CHECK(refuted.lhs == "nan");
  CHECK(refuted.rhs == "1");
}

TEST_CASE("an infinity that the claim states is compared") {
  // e^800 is finite, and double calls it infinite.
  const double_finding said = in_double("claim = \"exp(x) < inf\"", "x = [1, 800]");
  CHECK(said.outcome == double_outcome::differs);
  CHECK(said.alone == verdict::refuted);
  CHECK(said.lhs == "inf");
  CHECK(said.rhs == "inf");
}

TEST_CASE("a point with the opposite truth is shown before one without a value") {
  // The first is NaN in double, at the second 1 + 10^-17 > 1 is lost.
  const double_finding said =
      in_double("claim = \"if(x > 1, exp(x)/exp(x - 1), 1 + x) > 1\"", "x = [800, 1e-17]");
  CHECK(said.outcome == double_outcome::differs);
  CHECK(said.alone == verdict::refuted);
  CHECK(said.without == 1);
  CHECK(said.different == 1);
  CHECK(in_words(said.point) == "x = 1e-17");
}

TEST_CASE("claims on which double agrees") {
  // Sums of fractions with denominator 4 are exact in double.
  const double_finding verified = in_double("claim = \"x + 1/4 > x\"", "x = [1, 2, 3]");
  CHECK(verified.outcome == double_outcome::agrees);
  CHECK(verified.alone == verdict::verified);
  CHECK(verified.compared == 3);
  CHECK(verified.point.empty());
  CHECK(verified.certified.empty());
  // x² < 4 at 1; not at 2, 3 and 5.
  const double_finding refuted = in_double("claim = \"x^2 < 4\"", "x = [1, 2, 3, 5]");
  CHECK(refuted.outcome == double_outcome::agrees);
  CHECK(refuted.alone == verdict::refuted);
  CHECK(refuted.compared == 4);
}

TEST_CASE("more work than a claim may take is out of reach") {
  // A pair of 10^5 users has about 5·10^9 outcomes; its divergence is at most log(e) = 1 and > 0.
  const double_finding said =
      in_double("claim = \"renyi(clone_pair(n, 1), 2) > 0\"", "n = [100000]");
  CHECK(said.outcome == double_outcome::out_of_reach);
  CHECK_FALSE(said.alone.has_value());
  CHECK(said.compared == 0);
  CHECK(said.beyond == 1);
  // The points that are within reach count all the same. Σ i < 10^8 for i up to 10^4.
  const double_finding some = in_double("claim = \"sum(i, 1, m, i) < 1e12\"", "m = [10, 1000000]");
  CHECK(some.outcome == double_outcome::agrees);
  CHECK(some.compared == 1);
  CHECK(some.beyond == 1);
}

TEST_CASE("nothing is asked where nothing is certain") {
  // Equal to 50 digits, and not exactly: a tie.
  const auto tied =
      judge_one(claim_text("claim = \"sqrt(3 + 2*sqrt(x)) - sqrt(x) <= 1\"", "x = [2]"));
  CHECK(tied.found.tied == 1);
  CHECK_FALSE(tied.found.in_double.has_value());
  const auto open = judge_one(
      claim_text("claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1\"", "x = [1, 2]"));
  CHECK(open.found.outcome == verdict::undecided);
  CHECK_FALSE(open.found.in_double.has_value());
  // Points outside of the domain are not compared.
  const double_finding inside =
      in_double("claim = \"1/x > 0\"\ndomain = [\"x > 0\"]", "x = [0, -1, 2]");
  CHECK(inside.compared == 1);
}

TEST_CASE("a corrected form is asked about as well, and the results file says what came of it") {
  const std::string text = results_text(
      claim_text("claim = \"1 + x < 1\"\ncorrected = \"1 + x > 1\"\ncorrection = \"misprint\"",
                 "x = [1e-17]"),
      "verify");
  const auto entry = nlohmann::json::parse(text).at("claims").at(0);
  // 1 + 10^-17 is 1 in double: both strict relations are false, as the first one is.
  CHECK(entry.at("double").at("outcome") == "agrees");
  CHECK(entry.at("double").at("verdict") == "refuted");
  const auto& corrected = entry.at("corrected").at("double");
  CHECK(corrected.at("outcome") == "differs");
  CHECK(corrected.at("lhs") == "1");
  CHECK(corrected.at("rhs") == "1");
  CHECK(corrected.at("certified") == "holds");
  CHECK(corrected.at("point").at("x") == "1e-17");
}

TEST_CASE("local orders of a rate in double") {
  // (1 + 1/n) - 1 is 1/n. From n = 2^53 on 1 + 1/n is 1 in double, so that the error is 0; before,
  // powers of two are exact.
  const std::string rate = "kind = \"rate\"\nerror = \"(1 + 1/n) - 1\"\nalong = \"n\"\norder = 1";
  const double_finding exact = in_double(rate, "n = [1024, 4096]");
  CHECK(exact.outcome == double_outcome::agrees);
  CHECK(exact.compared >= 2);
  CHECK(exact.different == 0);
  CHECK_FALSE(exact.alone.has_value());
  const double_finding vanishing = in_double(rate, "n = [9007199254740992]");
  CHECK(vanishing.outcome == double_outcome::no_value);
  CHECK(vanishing.without == vanishing.compared);
  // At n = 3·2^50, 1/n is (4/3)·2^-52. Above 1 the doubles are 2^-52 apart, so that e(n) is 2^-52,
  // and so is e(2n), (2/3)·2^-52 rounded: order 0.
  const double_finding off = in_double(rate, "n = [3377699720527872]");
  CHECK(off.outcome == double_outcome::differs);
  CHECK(off.different >= 1);
  CHECK(in_words(off.point) == "n = 3377699720527872");
  CHECK(off.lhs == "0.0000");
  // An enclosure of 1.
  CHECK(off.certified.starts_with("[0.99999"));
  CHECK(off.certified.find(", 1.0000") != std::string::npos);
}

TEST_CASE("a solution is asked about in double") {
  const std::string exists = "kind = \"exists\"\ndomain = [\"x >= 1e16\", \"x <= 1e17\"]\n";
  const double_finding agrees = in_double(exists + "claim = \"x > 1\"", "x = [1e16]");
  CHECK(agrees.outcome == double_outcome::agrees);
  CHECK(agrees.compared == 1);
  CHECK(agrees.alone == verdict::verified);
  // x + 1 > x; in double they are equal from 2^53 on.
  const double_finding differs = in_double(exists + "claim = \"x + 1 > x\"", "x = [1e16]");
  CHECK(differs.outcome == double_outcome::differs);
  CHECK(differs.alone == verdict::refuted);
}

}  // namespace test_double_opinion
