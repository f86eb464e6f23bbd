// The built-in catalogue: that its claims are complete. Their verdicts are the audit's business.

#include <algorithm>
#include <set>

#include "claims/catalogue/catalogue.hpp"
#include "claims/judging/judge.hpp"
#include "support/catch.hpp"
#include "support/judging.hpp"

namespace test_builtin_catalogue {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {}  // namespace

TEST_CASE("built-in claims are complete") {
  CHECK(builtin_catalogue().claims.size() >= 40);
  for (const claim& c : builtin_catalogue().claims) {
    INFO(c.id);
    CHECK(c.problem == "");
    CHECK_FALSE(c.where.empty());
    CHECK_FALSE(c.says.empty());
    CHECK(c.about.has_value());
    REQUIRE(c.expect.has_value());
    if (*c.expect == verdict::refuted) CHECK_FALSE(c.reason.empty());
    CHECK(point_count(c) > 0);
    CHECK(c.file.rfind("builtin:", 0) == 0);
    CHECK(c.line > 0);
  }
}

TEST_CASE("built-in ids are unique and start with their paper's key") {
  std::set<std::string> ids;
  for (const claim& c : builtin_catalogue().claims) {
    INFO(c.id);
    CHECK(ids.insert(c.id).second);
    CHECK_FALSE(c.paper.empty());
    CHECK(c.id.rfind(c.paper + "/", 0) == 0);
    const paper* p = builtin_catalogue().find_paper(c.paper);
    REQUIRE(p != nullptr);
    CHECK_FALSE(p->title.empty());
  }
  std::set<std::string> keys;
  for (const paper& p : builtin_catalogue().papers) CHECK(keys.insert(p.key).second);
}

TEST_CASE("variables of built-in claims that count users or draws are whole") {
  for (const claim& c : builtin_catalogue().claims) {
    INFO(c.id);
    for (const axis& a : c.axes)
      if (a.variable == "n")
        CHECK(std::find(c.integers.begin(), c.integers.end(), "n") != c.integers.end());
    // An integer that nothing is called is a slip of the pen.
    for (const std::string& name : c.integers) {
      const bool is_checked =
          std::any_of(c.axes.begin(), c.axes.end(),
                      [&](const axis& a) { return a.variable == name; }) ||
          std::any_of(c.points.begin(), c.points.end(),
                      [&](const check_point& point) { return point.contains(name); });
      CHECK(is_checked);
    }
  }
}

TEST_CASE("a few built-in claims whose verdict is known by hand") {
  quantity_cache cache;
  const auto judged = [&](const char* id) {
    const claim* c = builtin_catalogue().find_claim(id);
    REQUIRE(c != nullptr);
    return judge(*c, builtin_catalogue(), cache, {});
  };
  // Σ_k binom(v, k)(1/2)^k = (3/2)^v, which is 1 only for v = 0; with (1/2)^v it is 1.
  const claim_result law = judged("chen-2024-arxiv/theorem-1/conditional-law");
  CHECK(law.found.outcome == verdict::refuted);
  REQUIRE(law.found.witness.has_value());
  CHECK(law.found.witness->point.at("v") == "1");
  REQUIRE(law.found.witness->lhs.has_value());
  CHECK(law.found.witness->lhs->lower == "1.5");
  REQUIRE(law.corrected.has_value());
  CHECK(law.corrected->outcome == verdict::verified);
  // 1 − 2/(1 + p) = (p − 1)/(p + 1), for every ε0 > 0; the region ends at 8.
  const claim_result c0 = judged("chen-2024-arxiv/theorem-1/c0");
  CHECK(c0.found.outcome == verdict::verified);
  REQUIRE(c0.found.proof.has_value());
  CHECK(c0.found.proof->is_complete);
  CHECK(c0.found.proof->method == proof_method::algebra);
  CHECK(c0.found.proof->covers == proof_coverage::part);
}

TEST_CASE("the formulas can be read without the claims") {
  const catalogue formulas = read_formulas(builtin_sources());
  CHECK(formulas.claims.empty());
  CHECK(formulas.visible.names() == builtin_catalogue().visible.names());
  CHECK(formulas.bounds.size() == builtin_catalogue().bounds.size());
  CHECK(formulas.results.size() == builtin_catalogue().results.size());
}

}  // namespace test_builtin_catalogue
