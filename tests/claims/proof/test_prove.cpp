// Proofs on regions: what is proved, what is never proved, and what is said of the rest.

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"

namespace test_prove {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string text_of(const std::string& claim, const std::string& domain, const std::string& check,
                    const std::string& prove, const std::string& more = "") {
  return claim_text("claim = \"" + claim + "\"\ndomain = [" + domain + "]\n" + more, check) +
         "\n[claim.prove]\n" + prove + "\n";
}

judgement judged(const std::string& claim, const std::string& domain, const std::string& check,
                 const std::string& prove, const std::string& more = "") {
  return judge_one(text_of(claim, domain, check, prove, more)).found;
}

// On the regions that are stated, which may be a part of the domain.
bool is_proved(const judgement& found) {
  const bool whole = found.outcome == verdict::proved;
  if (whole) CHECK(found.proof->covers == proof_coverage::domain);
  return whole || (found.outcome == verdict::verified && found.proof && found.proof->is_complete &&
                   (found.tied == 0 || found.proof->method == proof_method::algebra));
}

}  // namespace

TEST_CASE("closed formulas are proved on a box", "[prove]") {
  // exp(x) − 1 − x − x²/2 = x³/6 + …, 1.7·10⁻¹⁰ at the left end.
  const judgement exponential = judged("exp(x) >= 1 + x + x^2/2", "\"x > 0\"", "x = [1, 2]",
                                       "x = { from = \"0.001\", to = \"20\" }");
  CHECK(is_proved(exponential));
  REQUIRE(exponential.proof.has_value());
  CHECK(exponential.proof->is_complete);
  CHECK(exponential.outcome == verdict::verified);
  CHECK(exponential.proof->covers == proof_coverage::part);
  CHECK(exponential.region.empty());
  CHECK(message_of_points(exponential) ==
        "holds at both points checked; proved for x in [0.001, 20], which is a part of the "
        "domain");
  // 2xy <= x² + y², with 10⁻⁴ to spare on the diagonal.
  CHECK(is_proved(judged("2*x*y <= x^2 + y^2 + 0.0001", "\"x > 0\", \"y > 0\"", "x = [1]\ny = [2]",
                         "x = { from = 1, to = 3 }\ny = { from = 1, to = 3 }")));
  // Kinks: | |x| − |y| | <= |x − y| + 1/1000.
  CHECK(is_proved(judged("abs(abs(x) - abs(y)) <= abs(x - y) + 0.001", "\"x >= -1\", \"y >= -1\"",
                         "x = [1]\ny = [0]",
                         "x = { from = -1, to = 1 }\ny = { from = -1, to = 1 }")));
  // Floors, where they do not touch.
  CHECK(is_proved(judged("floor(x) <= x + 0.01 and floor(x) >= x - 1.01", "\"x > 0\"", "x = [1]",
                         "x = { from = \"0.5\", to = \"9.5\" }")));
}

TEST_CASE("divergences are proved from the ends of ranges", "[prove]") {
  // The pair of clones keeps to ε0 (it is a post-processing of one report).
  CHECK(is_proved(judged("renyi(clone_pair(n, eps0), lambda) <= eps0",
                         "\"n >= 2\", \"eps0 > 0\", \"lambda > 1\"",
                         "n = [5]\neps0 = [1]\nlambda = [2]",
                         "eps0 = { from = \"0.5\", to = \"1.5\" }", "integers = [\"n\"]")));
  // At two users it exceeds ε0/2 from somewhere on: never proved up to 6.
  const judgement false_one = judged("renyi(clone_pair(2, eps0), 16) <= eps0*0.9", "\"eps0 > 0\"",
                                     "eps0 = [\"0.1\"]", "eps0 = { from = \"0.1\", to = \"6\" }");
  CHECK(false_one.outcome == verdict::refuted);
}

TEST_CASE("a claim that is false on a tiny piece is never proved", "[prove]") {
  // Below 0 by 10⁻⁹ on |x − c| < 3.2·10⁻⁵ alone; c is not a number that halving comes upon.
  const std::string ends = "x = { from = 0, to = 2 }";
  CHECK_FALSE(is_proved(judged("(x - 1.2345)^2 >= 0.000000001", "\"x >= 0\"", "x = [1, 2]", ends)));
  CHECK_FALSE(is_proved(judged("abs(x - sqrt(2)) + abs(y - sqrt(3)) >= 0.000000001",
                               "\"x >= 0\", \"y >= 0\"", "x = [1]\ny = [2]",
                               ends + "\ny = { from = 0, to = 2 }")));
  CHECK_FALSE(is_proved(
      judged("if(abs(x - 1.2345) < 0.000000001, 1, 0) == 0", "\"x >= 0\"", "x = [1, 2]", ends)));
  CHECK_FALSE(is_proved(
      judged("x*exp(-x) <= exp(-1) - 0.000000001", "\"x >= 0\"", "x = [2, \"1/2\"]", ends)));
  CHECK_FALSE(
      is_proved(judged("floor(x) <= 1", "\"x >= 0\"", "x = [1]", "x = { from = 0, to = 2 }")));
  CHECK_FALSE(is_proved(judged("x != sqrt(2)", "\"x >= 0\"", "x = [1]", ends)));
  // Strict where it touches, at an end that halving comes upon and at one that it does not.
  CHECK_FALSE(is_proved(judged("x^2 > 0", "\"x >= -1\"", "x = [1]", "x = { from = -1, to = 1 }")));
  CHECK_FALSE(is_proved(judged("(x^2 - 2)^2 > 0", "\"x >= 0\"", "x = [1]", ends)));
  // A divergence below a bound but for 10⁻⁹ at the upper end.
  CHECK_FALSE(is_proved(
      judged("renyi(clone_pair(10, eps0), 2) <= renyi(clone_pair(10, 2), 2)*(1 - 0.000000001)",
             "\"eps0 > 0\"", "eps0 = [1]", "eps0 = { from = 1, to = 2 }")));
}

TEST_CASE("a violation that the proof comes upon refutes the claim", "[prove]") {
  const judgement found = judged("x <= 5", "\"x > 0\"", "x = [1, 2]", "x = { from = 1, to = 9 }");
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.witness.has_value());
  // A short number of the part that certainly fails.
  CHECK(found.witness->point.at("x").size() <= 3);
}

TEST_CASE("the domain bounds the region", "[prove]") {
  // False for x > 3, which the domain excludes.
  CHECK(is_proved(
      judged("x <= 3.001", "\"x > 0\", \"x <= 3\"", "x = [1]", "x = { from = 1, to = 9 }")));
  // x <= y holds on the domain, and its worst corner (9, 1) lies outside: neither refuted there
  // nor taken for proved. Up to the diagonal, where it touches, nothing is decided.
  const judgement diagonal =
      judged("x <= y", "\"x > 0\", \"y > 0\", \"x <= y\"", "x = [1]\ny = [2]",
             "x = { from = 1, to = 9 }\ny = { from = 1, to = 9 }");
  CHECK(diagonal.outcome == verdict::verified);
  REQUIRE(diagonal.proof.has_value());
  CHECK(diagonal.proof->open_boxes > 0);
  CHECK_FALSE(diagonal.proof->open.empty());
  // A region without a point of the domain proves nothing.
  const judgement empty =
      judged("x <= 3", "\"x > 0\", \"x <= 3\"", "x = [1]", "x = { from = 4, to = 9 }");
  CHECK(empty.outcome == verdict::verified);
  CHECK(empty.proof->reason == "no point of the region is certainly in the domain");
}

TEST_CASE("whole numbers are enumerated, or covered as real ones", "[prove]") {
  const std::string integers = "integers = [\"n\"]";
  const judgement listed = judged("factorial(n) >= 2^n", "\"n >= 4\"", "n = [4, 5]",
                                  "n = { from = 4, to = 60 }", integers);
  CHECK(is_proved(listed));
  // 5! < 3^5, 7! > 3^7: false at 4, 5 and 6 alone.
  CHECK(judged("factorial(n) >= 3^n", "\"n >= 4\"", "n = [7, 8]", "n = { from = 4, to = 60 }",
               integers)
            .outcome == verdict::refuted);
  // As a real number: a billion values, few boxes.
  const judgement real = judged("n*log(n) >= n - 0.7", "\"n >= 2\"", "n = [2]",
                                "n = { from = 2, to = 1e9 }", integers);
  CHECK(is_proved(real));
  CHECK(real.proof->boxes < 1000);
  // False between the whole numbers 2 and 3, where no value of n lies.
  CHECK(is_proved(judged("abs(n - 2.5) >= 0.4", "\"n >= 2\"", "n = [2]",
                         "n = { from = 2, to = 50 }", integers)));
  const judgement points = judged("x <= 3", "\"x > 0\"", "x = [1]", "x = [1, 2, 3]");
  CHECK(is_proved(points));
  CHECK(points.proof->method == proof_method::enumeration);
  CHECK(message_of_points(points) ==
        "holds at the one point checked; proved for x = 1, 2, 3, which is a part of the domain");
  const judgement all =
      judged("n^2 <= 9", "\"n >= 1\", \"n <= 3\"", "n = [1]", "n = [1, 2, 3]", integers);
  CHECK(all.outcome == verdict::proved);
  CHECK(all.message == "proved at each of the 3 points of the region: n = 1, 2, 3");
}

TEST_CASE("divergences are proved for ranges of users at once", "[prove]") {
  const std::string integers = "integers = [\"n\"]";
  const std::string domain = "\"n >= 2\", \"n <= 1000\"";
  const std::string users = "n = { from = 2, to = 1000 }";
  const judgement all = judged("renyi(clone_pair(n, 1), 4) <= 5*exp(1)*4/(n + 7)", domain,
                               "n = [2]", users, integers);
  CHECK(all.outcome == verdict::proved);
  REQUIRE(all.proof.has_value());
  CHECK(all.proof->boxes < 300);
  // Users and ε0 at once, a number of users that is computed, and the other quantities.
  CHECK(is_proved(judged("renyi(clone_pair(n, eps0), 2) <= 6*(exp(eps0) - 1)/sqrt(n)",
                         domain + ", \"eps0 > 0\"", "n = [2]\neps0 = [1]",
                         users + "\neps0 = { from = \"0.5\", to = 1 }", integers)));
  for (const char* relation : {"hockey_stick(rr_pair(n + 1, 1), 1/10) <= 2/sqrt(n)",
                               "total_variation(swap(unmixed_pair(2*n - 1, 1))) <= 2/sqrt(n)",
                               "tradeoff(subsampled(rr_pair(n, 1), 1/2), 1/10) >= 0.9 - 2/sqrt(n)",
                               "chi_moment(clone_pair(n, 1), 2) <= 8/n",
                               "epsilon(krr_pair(3, n, 1), 1/10) <= 4/sqrt(n)"}) {
    INFO(relation);
    const judgement found = judged(relation, "\"n >= 2\", \"n <= 40\"", "n = [2]",
                                   "n = { from = 2, to = 40 }", integers);
    CHECK(found.outcome == verdict::proved);
    REQUIRE(found.proof.has_value());
    CHECK(found.proof->boxes < 60);
  }
  // In pairs: true, and false at a single number of users that halving does not begin with.
  struct twins {
    const char* is_true;
    const char* is_false;
  };
  for (const auto& [is_true, is_false] :
       {twins{"renyi(clone_pair(n, 1), 2) <= abs(n - 739) + 1/2",
              "renyi(clone_pair(n, 1), 2) <= abs(n - 739)"},
        {"renyi(clone_pair(n, 1), 2) >= 2/1000 - abs(n - 611)/100000",
         "renyi(clone_pair(n, 1), 2) >= 1 - abs(n - 611)"},
        {"total_variation(rr_pair(n, 1)) <= 2*abs(n - 500.5)",
         "total_variation(rr_pair(n, 1)) <= 2*abs(n - 501)"},
        {"total_variation(rr_pair(n - 1, 1)) <= 1/2",
         "total_variation(rr_pair(n - 1, 1)) <= total_variation(rr_pair(1, 1)) - 1/10^9"}}) {
    INFO(is_true);
    CHECK(judged(is_true, domain, "n = [3]", users, integers).outcome == verdict::proved);
    const judgement found = judged(is_false, domain, "n = [3]", users, integers);
    CHECK_FALSE(is_proved(found));
    CHECK(found.outcome == verdict::refuted);
  }
  // A number of users that need not be whole is no number of users.
  const judgement halves = judged("total_variation(rr_pair(n/2, 1)) <= 1", "\"n >= 2\"", "n = [2]",
                                  "n = { from = 2, to = 1000 }", integers);
  CHECK_FALSE(is_proved(halves));
}

TEST_CASE("a claim without variables is proved where it asks for it", "[prove]") {
  const auto constant = [](const std::string& claim, const std::string& prove) {
    return judge_one(claim_text("claim = \"" + claim + "\"") + prove).found;
  };
  const judgement found = constant("2 + 2 == 4", "\n[claim.prove]\n");
  CHECK(is_proved(found));
  CHECK(found.message == "has no variables, and holds");
  CHECK(constant("2 + 2 == 4", "").outcome == verdict::verified);
  // Equal to 50 digits and no further: no proof.
  CHECK(constant("Phi(1) + Phi(-1) == 1", "\n[claim.prove]\n").outcome == verdict::verified);
}

TEST_CASE("identities are proved by algebra, others are not", "[prove]") {
  const auto equality = [](const std::string& claim) {
    return judged(claim, "\"x > 0\", \"y > 0\"", "x = [1, 2]\ny = [3]",
                  "x = { from = \"0.5\", to = 4 }\ny = { from = 1, to = 2 }");
  };
  for (const char* identity :
       {"(x + y)^2 == x^2 + 2*x*y + y^2", "exp(x + y) == exp(x)*exp(y)",
        "1/(x + y) - 1/x == -y/(x*(x + y))", "exp(x/2)^2 - 1 == expm1(x)", "sqrt(x*y)^2 == x*y",
        "sqrt(x*exp(y)) == sqrt(x)*exp(y/2)", "x^y*x^y == x^(2*y)",
        "tanh(x) == (exp(x) - exp(-x))/(exp(x) + exp(-x))", "x^(3/2)/x == x^(1/2)",
        "lgamma(x + y) == lgamma(y + x)",
        "renyi(clone_pair(5, x + x), 2) == renyi(clone_pair(5, 2*x), 2)"}) {
    INFO(identity);
    const judgement found = equality(identity);
    CHECK(is_proved(found));
    REQUIRE(found.proof.has_value());
    CHECK(found.proof->method == proof_method::algebra);
  }
  // Equal at the points checked, or up to a small difference, or in the absolute value.
  for (const char* other :
       {"x*(x - 1)*(x - 2) == 0", "x*(x - 1)*(x - 2)*(y - 3) == 0*x", "if(x > 3, x + 1, x) == x",
        "floor(x) == x", "lgamma(x)*(x - 1)*(x - 2) == 0"}) {
    INFO(other);
    CHECK_FALSE(is_proved(equality(other)));
  }
  // The squares are the same, the sides are not: the first by their signs, and where both are
  // negative nothing is concluded.
  CHECK(judged("sqrt(x^2) == x", "\"x >= -9\"", "x = [1]", "x = { from = -1, to = 1 }").outcome !=
        verdict::proved);
  CHECK(judged("-sqrt(x)*sqrt(y) == -sqrt(x*y)", "\"x > 0\", \"y > 0\"", "x = [2]\ny = [3]",
               "x = { from = 1, to = 2 }\ny = { from = 1, to = 2 }")
            .outcome == verdict::verified);
  CHECK(is_proved(judged("sqrt(x^2) == x", "\"x >= -9\"", "x = [1]", "x = { from = 1, to = 2 }")));
  // An identity of sides that do not exist everywhere.
  const judgement gap = judged("x/(x - sqrt(2)) == 1 + sqrt(2)/(x - sqrt(2))", "\"x > 0\"",
                               "x = [1]", "x = { from = 1, to = 2 }");
  CHECK(gap.outcome == verdict::verified);
}

TEST_CASE("proved is what is proved on all of the domain", "[prove]") {
  const auto covers = [](const std::string& domain, const std::string& prove,
                         const std::string& more = "integers = [\"n\"]") {
    const judgement found =
        judged("x <= y + n + 9", domain, "x = [1]\ny = [1, 2]\nn = [3]", prove, more);
    REQUIRE(found.proof.has_value());
    if (found.proof->covers == proof_coverage::domain) CHECK(found.proof->is_complete);
    CHECK((found.outcome == verdict::proved) == (found.proof->covers == proof_coverage::domain));
    CHECK(found.region.empty() == (found.outcome != verdict::proved));
    return found.proof->covers;
  };
  // y is in no condition: it takes its check values.
  const std::string bounded = "\"x > 0\", \"x <= 4\", \"n >= 1\", \"n < 6\"";
  CHECK(covers(bounded, "x = { from = 0, to = 4 }\nn = { from = 1, to = 5 }") ==
        proof_coverage::domain);
  CHECK(covers(bounded, "x = { from = 0, to = 4 }\nn = [1, 2, 3, 4, 5]") == proof_coverage::domain);
  CHECK(covers(bounded, "x = { from = 0, to = 4 }\nn = { from = 1, to = 9 }") ==
        proof_coverage::domain);
  // One whole number is missing; a little at an end; everything beyond the last check value.
  CHECK(covers(bounded, "x = { from = 0, to = 4 }\nn = [1, 2, 4, 5]") == proof_coverage::part);
  CHECK(covers(bounded, "x = { from = \"1e-30\", to = 4 }\nn = { from = 1, to = 5 }") ==
        proof_coverage::part);
  CHECK(covers(bounded, "x = { from = 0, to = 4 }") == proof_coverage::part);
  CHECK(covers("\"x > 0\", \"x <= 4\", \"n >= 1\"",
               "x = { from = 0, to = 4 }\nn = { from = 1, to = 1e9 }") == proof_coverage::part);
  // n takes real values: those between 5 and 6 are missing.
  CHECK(covers(bounded, "x = { from = 0, to = 4 }\nn = { from = 1, to = 5 }", "") ==
        proof_coverage::part);
  // A bound that depends on another variable bounds nothing.
  CHECK(covers("\"x > 0\", \"x <= n\", \"n >= 1\", \"n <= 4\"",
               "x = { from = 0, to = 4 }\nn = { from = 1, to = 4 }") == proof_coverage::part);
  // An end that is no fraction: from outside it covers, from inside it does not.
  CHECK(covers("\"x >= 0\", \"x <= log(3)\", \"n == 3\"",
               "x = { from = 0, to = \"1.1\" }\nn = [3]") == proof_coverage::domain);
  CHECK(covers("\"x >= 0\", \"x <= log(3)\", \"n == 3\"",
               "x = { from = 0, to = \"1.098612288668109691\" }\nn = [3]") == proof_coverage::part);
  CHECK(covers("\"x >= 0\", \"log(3) > x\", \"n == 3\"",
               "x = { from = 0, to = \"log(3)\" }\nn = [3]") == proof_coverage::domain);
  CHECK(covers("\"x >= 0\", \"x <= log(3)\", \"n == 3\"",
               "x = { from = 0, to = \"log(2)\" }\nn = [3]") == proof_coverage::part);
  CHECK(covers("\"x >= log(2)\", \"x <= log(3)\", \"n == 3\"",
               "x = { from = 0, to = \"log(2)\" }\nn = [3]") == proof_coverage::part);
}

TEST_CASE("whether the region covers the regime is found out", "[prove]") {
  const auto covers = [](const std::string& prove) {
    const judgement found = judged("x <= y + 9", "\"x >= 0\", \"y >= 1\"", "x = [1]\ny = [1, 2]",
                                   prove, "regime = [\"x <= 4\", \"y == 2\"]");
    CHECK(found.outcome == verdict::verified);
    return found.proof->covers;
  };
  CHECK(covers("x = { from = 0, to = 4 }") == proof_coverage::regime);
  CHECK(covers("x = { from = 0, to = 4 }\ny = { from = 1, to = 3 }") == proof_coverage::regime);
  CHECK(covers("x = { from = 0, to = \"3.9\" }") == proof_coverage::part);
  CHECK(covers("x = { from = 0, to = 4 }\ny = [1]") == proof_coverage::part);
}

TEST_CASE("regions cover a domain together", "[prove]") {
  const auto covers = [](const std::string& second) {
    return judge_one(claim_text("claim = \"x + n >= 0\"\ndomain = [\"x >= 0\", \"x <= 3\", "
                                "\"n >= 1\", \"n <= 4\"]\nintegers = [\"n\"]",
                                "x = [1]\nn = [1]") +
                     "\n[[claim.prove]]\nx = { from = 0, to = 1 }\nn = { from = 1, to = 4 }\n" +
                     "[[claim.prove]]\nx = { from = 1, to = 3 }\nn = [1, 2]\n" +
                     "[[claim.prove]]\n" + second)
               .found.outcome == verdict::proved;
  };
  CHECK(covers("x = { from = 1, to = 3 }\nn = [3, 4]\n"));
  CHECK(covers("x = { from = \"0.5\", to = 8 }\nn = { from = 2, to = 4 }\n"));
  CHECK_FALSE(covers("x = { from = 1, to = 3 }\nn = [3]\n"));
  CHECK_FALSE(covers("x = { from = \"1.001\", to = 3 }\nn = [3, 4]\n"));
  CHECK_FALSE(covers("x = { from = 1, to = \"2.999\" }\nn = [3, 4]\n"));
}

TEST_CASE("several regions are proved together", "[prove]") {
  const std::string text =
      claim_text("claim = \"x^2 >= 1\"\ndomain = [\"x > -99\"]", "x = [2]") +
      "\n[[claim.prove]]\nx = { from = 2, to = 3 }\n[[claim.prove]]\nx = { from = -3, to = ";
  CHECK(is_proved(judge_one(text + "-2 }\n").found));
  CHECK(judge_one(text + "0 }\n").found.outcome == verdict::refuted);
}

TEST_CASE("an unusable region is named", "[prove]") {
  const auto problem = [](const std::string& prove, const std::string& domain = "\"x > 0\"") {
    const judgement found = judged("x <= 3", domain, "x = [1]", prove);
    CHECK(found.outcome == verdict::invalid);
    return found.message;
  };
  CHECK(has(problem("y = [1]"), "'y' is not a variable of the claim"));
  CHECK(has(problem("x = []"), "is an empty list"));
  CHECK(has(problem("x = { from = 1 }"), "a range is written { from = "));
  CHECK(has(problem("x = { from = 2, to = 1 }"), "'from' (2) must not be above 'to' (1)"));
  CHECK(has(problem("x = { from = 1, to = 2, steps = 3 }"), "steps"));
  CHECK(has(problem("x = { from = 1, to = \"inf\" }"), "the ends of a range must be finite"));
  CHECK(has(problem("x = { from = 1, to = 2 }", ""), "no condition of 'domain' mentions 'x'"));
}

TEST_CASE("the results file keeps the proof", "[prove]") {
  const auto results = nlohmann::json::parse(results_text(
      text_of("x <= 3", "\"x >= 1\", \"x <= 2\"", "x = [1]", "x = { from = 1, to = 2 }"),
      "shufflecert verify"));
  const auto& one = results["claims"][0];
  CHECK(one["verdict"] == "proved");
  CHECK(one["region"]["x"]["upper"] == "2");
  CHECK(one["proof"]["covers"] == "domain");
  CHECK(one["proof"]["complete"] == true);
  CHECK(one["proof"]["method"] == "subdivision into boxes");
  CHECK(one["proof"]["regions"][0]["x"]["lower"] == "1");
  const auto without = nlohmann::json::parse(
      results_text(claim_text("claim = \"x <= 3\"", "x = [1]"), "shufflecert verify"));
  CHECK(without["claims"][0]["proof"].is_null());
}

}  // namespace test_prove
