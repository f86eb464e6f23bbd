// Inequalities of which proofs about privacy are full: true ones that touch at an end or have no
// end are proved, and their false neighbours are not.

#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_textbook_inequalities {
namespace {

using namespace shufflecert::claims;

struct lemma {
  std::string claim;
  std::string domain;  // comparisons in quotes
};

judgement judged(const lemma& stated) {
  judge_options options;
  options.derives_theorems = true;
  return judge_one(claim_text("claim = \"" + stated.claim + "\"\ndomain = [" + stated.domain + "]",
                              "x = [1]"),
                   options)
      .found;
}

}  // namespace

TEST_CASE("textbook inequalities are proved on their whole domain", "[textbook]") {
  const std::vector<lemma> lemmas{
      {"exp(x) - 1 <= x + x^2", R"("x >= 0", "x <= 17/10")"},
      {"exp(x) >= 1 + x", ""},
      {"exp(-x) >= 1 - x", R"("x >= 0")"},
      {"1 - exp(-x) >= x - x^2/2", R"("x >= 0")"},
      {"expm1(x) <= x*exp(x)", R"("x >= 0")"},
      {"log(x) <= x - 1", R"("x > 0")"},
      {"log1p(x) >= 2*x/(2 + x)", R"("x >= 0")"},
      {"log1p(x) >= 2*x/(2 + x)", R"("x >= 1/8")"},
      {"log1p(x) <= x/sqrt(1 + x)", R"("x >= 0")"},
      {"log1p(x) >= x - x^2/2", R"("x >= 0")"},
      {"(1 + x)*log1p(x) - x >= x^2/(2 + 2*x/3)", R"("x >= 0")"},
      {"tanh(x/2) <= x/2", R"("x >= 0")"},
      {"tanh(x/2) <= x/2", R"("x >= 0", "x <= 50")"},
      {"(exp(x) - 1)/(exp(x) + 1) <= x/2", R"("x >= 0")"},
      {"(exp(x) + exp(-x))/2 <= exp(x^2/2)", R"("x >= 0")"},
      {"log((exp(x) + exp(-x))/2) <= x^2/2", R"("x >= 0")"},
      {"sqrt(1 + x) <= 1 + x/2", R"("x >= 0")"},
      {"exp(x) > 1 + x", R"("x > 0")"},
      // Next to 0 the exponentials are larger than any number that can be written.
      {"exp(8/x^2 - 1) <= exp(8/x^2 - 1)*(1 + max(0, x - 10^9))", R"("x > 0")"},
  };
  for (const lemma& one : lemmas) {
    INFO(one.claim << " for " << one.domain);
    const judgement found = judged(one);
    INFO(found.message);
    CHECK(found.outcome == verdict::proved);
  }
}

TEST_CASE("false neighbours of textbook inequalities are not proved", "[textbook]") {
  // Each fails next to the contact, beyond some x, or at the contact alone; x = 1 is no witness.
  const std::vector<lemma> lemmas{
      {"exp(x) - 1 <= x + x^2", R"("x >= 0", "x <= 18/10")"},
      {"tanh(x/2) <= 499/1000*x", R"("x >= 0")"},
      {"log1p(x) >= 201/100*x/(2 + x)", R"("x >= 0")"},
      {"log1p(x) <= 3*sqrt(x)/4", R"("x >= 1/8")"},
      {"(exp(x) + exp(-x))/2 <= exp(499/1000*x^2)", R"("x >= 0")"},
      {"(1 + x)*log1p(x) - x >= x^2/(2 + 6*x/10)", R"("x >= 0")"},
      {"sqrt(1 + x) <= 1 + x/2 - x^2/7 + x^3/16", R"("x >= 0")"},
      {"exp(x) > 1 + x", R"("x >= 0")"},
      {"exp(x) >= 1 + x + x^2/2", ""},
  };
  for (const lemma& one : lemmas) {
    INFO(one.claim << " for " << one.domain);
    const judgement found = judged(one);
    INFO(found.message);
    CHECK(found.outcome != verdict::proved);
  }
}

}  // namespace test_textbook_inequalities
