// A tie is a point at which the two sides agree to 50 digits, and nothing else. A law whose total
// is 1 only up to rounding makes none: the sides decide. The values 0.447… and 0.330… were computed
// with mpmath, from the definition of the hockey-stick divergence.

#include "claims/catalogue/axis.hpp"
#include "claims/tables/judge_row.hpp"
#include "language/evaluation/rounded_law.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_false_ties {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// The pair of two tilted laws on 0, …, 3: their totals are sums of four enclosures.
const std::string reach = R"toml([[define]]
name = "reach"
parameters = ["e"]
value = "hockey_stick(pair(law(x, 0, 3, exp(-2*x/3)/sum(j, 0, 3, exp(-2*j/3))), law(x, 0, 3, exp(-2*(3 - x)/3)/sum(j, 0, 3, exp(-2*j/3)))), e)"
)toml";
const std::string domain = "\ndomain = [\"e >= 1/2\", \"b >= 0.5\"]";
const std::string check = "e = [0.5, 1]\nb = [0.8, 1]";

judgement judged(const std::string& lines, const std::string& values) {
  return judge_one(reach + claim_text(lines, values)).found;
}

}  // namespace

TEST_CASE("a law whose total is 1 up to rounding makes no tie", "[ties]") {
  for (const char* relation : {"reach(e) < b", "reach(e) != b", "reach(e) <= b", "b > reach(e)"}) {
    INFO(relation);
    const judgement found = judged("claim = \"" + std::string(relation) + "\"" + domain, check);
    CHECK(to_text(found.outcome) == "verified");
    CHECK(found.checked == 4);
    CHECK(found.tied == 0);
    CHECK(found.message.find("equal") == std::string::npos);
    CHECK(accepts_rounded_law(found.methods));
  }
  CHECK(to_text(judged("claim = \"reach(e) > b\"" + domain, check).outcome) == "refuted");
  CHECK(to_text(judged("claim = \"reach(e) == b\"" + domain, check).outcome) == "refuted");
}

TEST_CASE("no proof rests on a law whose total is 1 up to rounding", "[ties]") {
  // A region of one point, and a solution at a listed one.
  const judgement region = judged("claim = \"reach(e) < b\"" + domain,
                                  "e = 1\nb = 1\n[claim.prove]\ne = [1]\nb = [1]\n");
  CHECK(to_text(region.outcome) == "verified");
  const judgement exists =
      judged("kind = \"exists\"\nclaim = \"reach(e) < 0.8\"\ndomain = [\"e >= 1/2\", \"e <= 1\"]",
             "e = [0.5, 1]");
  CHECK(to_text(exists.outcome) == "verified");
  CHECK(exists.tied == 0);
  // An exact law is proved.
  const judgement exact =
      judge_one(claim_text("kind = \"exists\"\nclaim = \"mean(x, law(x, 0, 1, 1/2), x) < e\"\n"
                           "domain = [\"e >= 1/2\", \"e <= 1\"]",
                           "e = [1]"))
          .found;
  CHECK(to_text(exact.outcome) == "proved");
}

TEST_CASE("a row of a table is measured by its sides", "[ties]") {
  const catalogue read = read_text(reach + claim_text("claim = \"reach(e) < b\"", "e = 1\nb = 1"));
  quantity_cache cache;
  const judge_options options;
  const auto words = [&](const std::string& relation) {
    claim subject;
    subject.formula = parse_formula(relation);
    const check_point point{{"e", read_point_value("0.5")}, {"b", read_point_value("0.8")}};
    const row_judgement row = judge_row({subject, read, cache, options}, point);
    CHECK_FALSE(row.tied);
    return row.words;
  };
  // 0.8/0.447… = 1.78…
  CHECK(words("reach(e) < b").starts_with("holds by at least 78"));
  CHECK(words("reach(e) != b").starts_with("holds"));
  CHECK(words("reach(e) != b").find("equal") == std::string::npos);
}

TEST_CASE("bounds that vanish at the end of their range are decided there", "[ties]") {
  // (e^eps0 - e^eps)_+, as in most bounds of the hockey-stick divergence: both sides are 0 at eps0.
  for (const char* bound :
       {"max(0, exp(eps0) - exp(eps))", "(exp(eps0) - exp(eps))/(exp(eps0) + 1)",
        "max(0, 1 - exp(eps - eps0))*exp(eps0)"}) {
    INFO(bound);
    const judgement found =
        judge_one(
            claim_text("claim = \"hockey_stick(rr_pair(1, eps0), eps) <= " + std::string(bound) +
                           "\"\ndomain = [\"eps0 > 0\", \"eps >= 0\", \"eps <= eps0\"]",
                       "points = [{ eps0 = \"1/2\", eps = \"1/2\" }, { eps0 = 1, eps = 1 }, { eps0 "
                       "= \"log(3)\", "
                       "eps = \"log(3)\" }, { eps0 = 0.3, eps = 0.3 }]"))
            .found;
    CHECK(to_text(found.outcome) == "verified");
    CHECK(found.tied == 0);
    CHECK(found.checked == 4);
  }
  // A strict one is false there, and that is certain.
  const judgement strict =
      judge_one(claim_text("claim = \"hockey_stick(rr_pair(1, eps0), eps) < exp(eps0) - exp(eps)\"",
                           "points = [{ eps0 = \"1/2\", eps = \"1/2\" }]"))
          .found;
  CHECK(to_text(strict.outcome) == "refuted");
}

TEST_CASE("a tie is counted where sides agree to 50 digits and no algebra says more", "[ties]") {
  const judgement found =
      judge_one(claim_text(
                    "claim = \"sqrt(x^2 + 3 + 2*x*sqrt(3)) <= x + sqrt(3)\"\ndomain = [\"x >= 0\"]",
                    "x = [1, 2]"))
          .found;
  CHECK(to_text(found.outcome) == "verified");
  CHECK(found.tied == 2);
  CHECK(found.message.find("at 2 of them the two sides are equal to 50 digits") !=
        std::string::npos);
  const judgement same =
      judge_one(claim_text("claim = \"exp(x)*exp(-x) <= 1\"\ndomain = [\"x >= 0\"]", "x = [1, 2]"))
          .found;
  CHECK(to_text(same.outcome) == "verified");
  CHECK(same.tied == 0);
}

}  // namespace test_false_ties
