// After a proof some points far from the listed ones are checked. They do not depend on where the
// listed points are: a claim that is false, and whose points lie where it happens to hold, is
// found.

#include "claims/judging/after_proof.hpp"

#include <fmt/format.h>

#include "claims/search/far_points.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_after_proof {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

look_after_proof look_at(const std::string& stated, const std::string& domain,
                         const std::string& check, const std::string& whole = "") {
  const catalogue read = read_text(claim_text(
      fmt::format("claim = \"{}\"\ndomain = [{}]\nintegers = [{}]", stated, domain, whole), check));
  const claim& subject = read.claims.front();
  INFO(subject.problem);
  REQUIRE(subject.problem.empty());
  quantity_cache cache;
  const judge_options options;
  return look_at_far_points({subject, read, cache, options}, subject.formula);
}

bool is_contradicted(const std::string& claim, const std::string& domain, const std::string& check,
                     const std::string& whole = "") {
  return look_at(claim, domain, check, whole).contradiction.has_value();
}

}  // namespace

TEST_CASE("a false claim that holds at its listed points is contradicted", "[after]") {
  // The two laws of the clone pair are equal at ε0 = 0 alone.
  CHECK(
      is_contradicted("total_variation(pair(first(clone_pair(n, eps0)), "
                      "first(swap(clone_pair(n, eps0))))) <= 0",
                      "\"n >= 1\", \"eps0 >= 0\"", "n = [1, 2, 10]\neps0 = [0]", "\"n\""));
  CHECK(is_contradicted("binomial_mean(m, k, p, (m - k*p)^(2*m + 1)) >= 0",
                        "\"m >= 0\", \"k >= 0\", \"p >= 0\", \"p <= 1/2\"",
                        "m = [0, 1]\nk = [0]\np = [0]", "\"m\", \"k\""));
  CHECK(is_contradicted("renyi(clone_pair(n, eps0), 2) <= eps0^2/n", "\"n >= 1\", \"eps0 >= 0\"",
                        "n = [1]\neps0 = [0]", "\"n\""));
  CHECK(is_contradicted("x^2 <= x", "\"x >= 0\"", "x = [0, 1]"));
  CHECK(is_contradicted("w*(1 - w) <= 0", "\"w >= 0\", \"w <= 1\"", "w = [0, 1]"));
  // False far along alone, and close to an end alone.
  CHECK(is_contradicted("x <= 1000000", "\"x >= 0\"", "x = [1]"));
  CHECK(is_contradicted("x >= 1/1000000", "\"x > 0\"", "x = [1]"));
  // Having a value is part of the truth.
  CHECK(is_contradicted("1/(x - 3) <= 1 or x >= 0", "\"x >= 3\"", "x = [5]"));
  CHECK(is_contradicted("sqrt(5 - x) >= 0", "\"x >= 0\"", "x = [1]"));
}

TEST_CASE("a true claim is checked often, and never contradicted", "[after]") {
  const auto points_of = [](const std::string& claim, const std::string& domain,
                            const std::string& check, const std::string& whole = "") {
    const look_after_proof seen = look_at(claim, domain, check, whole);
    INFO(claim);
    CHECK_FALSE(seen.contradiction);
    return seen.points;
  };
  CHECK(points_of("exp(x) >= 1 + x", "\"x >= 0\"", "x = [0]") >= 24);
  CHECK(points_of("renyi(clone_pair(n, eps0), lambda) <= eps0",
                  "\"n >= 1\", \"eps0 >= 0\", \"lambda > 1\"", "n = [1]\neps0 = [0]\nlambda = [2]",
                  "\"n\"") >= 24);
  CHECK(points_of("hockey_stick(rr_pair(n, eps0), eps) >= 0",
                  "\"n >= 1\", \"eps0 >= 0\", \"eps >= 0\"", "n = [1]\neps0 = [0]\neps = [0]",
                  "\"n\"") >= 24);
  // Sides that are equal, and rounded in double.
  CHECK(points_of("sqrt(x)^2 == x", "\"x >= 0\"", "x = [0]") >= 24);
  // An end of one variable moves with another.
  CHECK(points_of("x <= 2*y", "\"y >= 1\", \"x >= y\", \"x <= 2*y\"",
                  "points = [{ x = 1, y = 1 }]") >= 24);
}

TEST_CASE("far points are of the claim's variables, in the domain for the most part", "[after]") {
  const catalogue read = read_text(claim_text(
      "claim = \"x <= y + n\"\ndomain = [\"n >= 3\", \"x >= 0\", \"x < 2\", \"y >= x\"]\n"
      "integers = [\"n\"]",
      "n = [5]\nx = [1]\ny = [1]"));
  quantity_cache cache;
  const judge_options options;
  const claim_context context{read.claims.front(), read, cache, options};
  const auto points = far_points(context, 48);
  CHECK(points.size() >= 40);
  CHECK(points.size() <= 48);
  std::size_t inside = 0;
  for (const check_point& point : points) {
    CHECK(point.size() == 3);
    if (evaluate_at(context, read.claims.front().formula, point).state == point_state::holds)
      ++inside;
  }
  CHECK(inside >= points.size() / 2);
  CHECK(far_points(context, 48).size() == points.size());
}

}  // namespace test_after_proof
