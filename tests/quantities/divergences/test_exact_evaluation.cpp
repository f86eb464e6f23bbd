// Equalities and touching inequalities that only exact rationals can decide.

#include <random>

#include "quantities/outcomes/outcome_rows.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_exact_evaluation {

using namespace shufflecert;
using oracle::fraction;

namespace {

refined_value known(const std::string& text) {
  const definitions none;
  const variable_map variables;
  return refine(*parse_formula(text), none, variables, 60, {}, {});
}

std::string decision(const std::string& text) {
  const refined_value found = known(text);
  const truth answer = std::get<truth>(found.result);
  if (!answer.value) return "undecided";
  if (answer.tied) return "tied";
  return *answer.value ? "true" : "false";
}

}  // namespace

TEST_CASE("equalities of small rational pairs are decided") {
  // n = 1: the report is 1 with probability 2/3 under P and 1/3 under Q.
  CHECK(decision("renyi(rr_pair(1, log(2)), 2) == log(3/2)") == "true");
  CHECK(decision("renyi(rr_pair(1, log(2)), 2) < log(3/2)") == "false");
  // 8/3 + 1/12
  CHECK(decision("renyi(rr_pair(1, log(2)), 3) == log(11/4)/2") == "true");
  CHECK(decision("renyi(rr_pair(1, log(2)), 3) <= log(11/4)/2 - 1e-60") == "false");
  CHECK(decision("total_variation(rr_pair(1, log(3))) <= 1/2") == "true");
  CHECK(decision("total_variation(rr_pair(1, log(3))) < 1/2") == "false");
  CHECK(decision("hockey_stick(clone_pair(1, log(3)), log(2)) == 1/4") == "true");
}

TEST_CASE("exact values are those of the oracle") {
  for (const int n : {1, 3, 8})
    for (const fraction& r : {fraction(6, 5), fraction(7, 3)}) {
      const number eps0 = log_number(r, true, 256);
      const auto laws = oracle::clone_laws(n, r, fraction(1 / r));
      const distribution_pair pair{clone_pair{n, eps0, {}}};
      const quantity distance = total_variation(pair, 256);
      CHECK(distance.method == evaluation_method::exact_rationals);
      REQUIRE(distance.value.as_rational() != nullptr);
      CHECK(*distance.value.as_rational() == to_rational(oracle::total_variation(laws)));
      const number expected =
          divide(log(number(to_rational(*oracle::moment(laws, 4))), 256), 3, 256);
      const truth same = compare(renyi(pair, 4, 256).value, relation::equal, expected, 256);
      CHECK(same.value == true);
      CHECK_FALSE(same.tied);
    }
}

TEST_CASE("rows of every kind of pair are complete") {
  const random_cases cases(7, 40);
  std::mt19937 engine(cases.seed());
  for (int round = 0; round < cases.count(); ++round) {
    const int n = std::uniform_int_distribution<int>(1, 9)(engine);
    const number eps0 =
        log_multiple{1, rational(std::uniform_int_distribution<int>(11, 40)(engine), 10)};
    const distribution_pair rr{rr_pair{n, eps0}};
    for (const distribution_pair& pair :
         {rr, distribution_pair{clone_pair{n, eps0, rational(1, 3)}},
          distribution_pair{unmixed_pair{n, eps0, {}}},
          distribution_pair{printed_pair{n, eps0, rational(1, 5)}},
          distribution_pair{krr_pair{3, n, eps0}}, distribution_pair{krr_pair{6, n, eps0}, true},
          distribution_pair{
              subsampled_pair{std::make_shared<const distribution_pair>(rr), rational(1, 4)}}}) {
      const auto rows = exact_rows(pair, 10'000);
      REQUIRE(rows.has_value());
      rational p = 0;
      rational q = 0;
      for (const outcome_row& row : *rows) {
        p += *row.p.as_rational();
        q += *row.q.as_rational();
      }
      CHECK(p == 1);
      CHECK(q == 1);
      const auto enclosed = all_rows(pair, 64, {});
      REQUIRE(enclosed.size() == rows->size());
      for (std::size_t i = 0; i < enclosed.size(); ++i) {
        CHECK(contains(enclosed[i].p.to_ball(64), *(*rows)[i].p.as_rational()));
        CHECK(contains(enclosed[i].q.to_ball(64), *(*rows)[i].q.as_rational()));
      }
    }
  }
}

TEST_CASE("no exact rows where a probability is irrational or the pair is large") {
  CHECK_FALSE(exact_rows({rr_pair{3, 1}}, 100).has_value());
  CHECK_FALSE(exact_rows({rr_pair{100, log_multiple{1, 2}}}, 100).has_value());
  CHECK_FALSE(exact_rows({gaussian_pair(1)}, 100).has_value());
  CHECK_FALSE(exact_rows({printed_pair{3, log_multiple{1, 2}, ball::of(rational(1, 3), 64)}}, 100)
                  .has_value());
  // Exact and by balls they are the same numbers.
  const distribution_pair pair{rr_pair{40, log_multiple{1, 3}}};
  CHECK(overlap(renyi(pair, 3, 100).value.to_ball(100), renyi(pair, 3, 160).value.to_ball(160)));
}

}  // namespace test_exact_evaluation
