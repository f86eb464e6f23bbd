// Binomial laws and sums of independent outcomes, against laws that are known otherwise.

#include <string>

#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"

namespace test_law_sums {

using namespace shufflecert;

namespace {

const number half = rational(1, 2);

number value_of(const std::string& formula) {
  const refined_value found =
      refine(*parse_formula(formula), {}, {}, 20, range_for_digits(20), {.limits = {}});
  INFO(formula << " " << found.reason);
  REQUIRE(found.sufficient);
  return std::get<number>(found.result);
}

std::optional<bool> truth_of(const std::string& relation) {
  const refined_value found =
      refine(*parse_formula(relation), {}, {}, 20, range_for_digits(20), {.limits = {}});
  return std::get<truth>(found.result).value;
}

// Every outcome of either law has the same probability in both: exactly, or as far as the
// enclosures tell.
void check_same_law(const law_ptr& a, const law_ptr& b, bool exactly) {
  REQUIRE(a->dimension == b->dimension);
  REQUIRE(a->entries.size() == b->entries.size());
  for (std::size_t i = 0; i < a->entries.size(); ++i) {
    REQUIRE(a->entries[i].outcome == b->entries[i].outcome);
    const number& p = a->entries[i].probability;
    const number& q = b->entries[i].probability;
    INFO(i);
    if (exactly) {
      REQUIRE(p.as_rational() != nullptr);
      REQUIRE(is_exactly(q, *p.as_rational()));
    } else {
      REQUIRE(overlap(p.to_ball(128), q.to_ball(128)));
      REQUIRE(p.to_ball(128).is_certainly_positive());
      REQUIRE(is_narrow(p.to_ball(128) / q.to_ball(128), -90));
    }
  }
}

law_ptr ones(const number& eps0, std::int64_t zeros, std::int64_t of_ones) {
  return randomized_response_ones(eps0, zeros, of_ones, 128);
}

}  // namespace

TEST_CASE("a binomial law has the probabilities of independent trials") {
  const law_ptr law = binomial_law(5, rational(1, 3), 64);
  const std::vector<rational> expected{{32, 243}, {80, 243}, {80, 243},
                                       {40, 243}, {10, 243}, {1, 243}};
  REQUIRE(law->entries.size() == 6);
  for (std::size_t x = 0; x < 6; ++x) {
    CHECK(law->entries[x].outcome == std::vector<std::int64_t>{static_cast<std::int64_t>(x)});
    CHECK(is_exactly(law->entries[x].probability, expected[x]));
  }
  // Binary response on inputs 0 flips each with probability 1/(e^eps0 + 1).
  for (const std::int64_t n : {0, 1, 7, 400})
    check_same_law(binomial_law(n, 1 / (exp(ball::of(1, 160)) + 1), 128), ones(1, n, 0), false);
  check_same_law(binomial_law(30, rational(1, 4), 128), ones(log_of(3), 30, 0), true);
  // Exact probabilities of moderate length, and those of the walk, enclose the same.
  check_same_law(binomial_law(300, ball::of(rational(1, 7), 200), 128),
                 binomial_law(300, rational(1, 7), 128), false);
  check_same_law(binomial_law(20'000, rational(1, 7), 128),
                 binomial_law(20'000, ball::of(rational(1, 7), 300), 128), false);
}

TEST_CASE("binomial laws at the ends of their ranges") {
  CHECK(binomial_law(0, half, 64)->entries.size() == 1);
  const law_ptr never = binomial_law(9, 0, 64);
  REQUIRE(never->entries.size() == 1);
  CHECK(never->entries[0].outcome.front() == 0);
  const law_ptr always = binomial_law(9, 1, 64);
  REQUIRE(always->entries.size() == 1);
  CHECK(always->entries[0].outcome.front() == 9);
  CHECK_THROWS_AS(binomial_law(-1, half, 64), undefined_value);
  CHECK_THROWS_AS(binomial_law(9, rational(10, 9), 64), undefined_value);
  CHECK_THROWS_AS(binomial_law(9, -1, 64), undefined_value);
  CHECK_THROWS_AS(binomial_law(1'000'000, half, 64), beyond_reach);
  CHECK_THROWS_AS(binomial_law(9, number(ball::hull(ball::of(0, 64), ball::of(1, 64))), 64),
                  precision_needed);
}

TEST_CASE("the sum of independent reports is that of all of them") {
  for (const bool exactly : {true, false}) {
    const number eps0 = exactly ? number(log_of(3)) : number(1);
    check_same_law(sum_of_laws(ones(eps0, 3, 4), ones(eps0, 5, 0), 128), ones(eps0, 8, 4), exactly);
    const auto histogram = [&](const std::vector<std::int64_t>& counts) {
      return randomized_response_histogram(eps0, counts, 128);
    };
    check_same_law(sum_of_laws(histogram({2, 0, 1}), histogram({0, 3, 1}), 128),
                   histogram({2, 3, 2}), exactly);
  }
  check_same_law(
      sum_of_laws(binomial_law(40, rational(1, 3), 128), binomial_law(2, rational(1, 3), 128), 128),
      binomial_law(42, rational(1, 3), 128), true);
  // Many outcomes in a row, as balls.
  check_same_law(sum_of_laws(binomial_law(2'000, rational(1, 3), 128),
                             binomial_law(700, rational(1, 3), 128), 128),
                 binomial_law(2'700, rational(1, 3), 128), false);
}

TEST_CASE("sums of outcomes that lie far apart, and of laws that do not fit") {
  const auto at = [](std::int64_t x) { return law_on_numbers(x, {1}, 64); };
  const law_ptr far = mixture(half, at(0), at(1'000'000'000'000), 64);
  const law_ptr sum = sum_of_laws(far, far, 64);
  REQUIRE(sum->entries.size() == 3);
  CHECK(sum->entries[1].outcome.front() == 1'000'000'000'000);
  CHECK(is_exactly(sum->entries[1].probability, rational(1, 2)));
  const law_ptr wide = mixture(ball::of(rational(1, 2), 64), at(-7), at(1'000'000'000'000), 64);
  CHECK(sum_of_laws(wide, wide, 64)->entries.size() == 3);
  CHECK_THROWS_AS(sum_of_laws(at(INT64_MAX), at(1), 64), beyond_reach);
  CHECK_THROWS_AS(sum_of_laws(at(INT64_MIN), at(-1), 64), beyond_reach);
  CHECK_THROWS_AS(sum_of_laws(at(0), randomized_response_histogram(1, {1, 1}, 64), 64),
                  undefined_value);
  const law_ptr large = binomial_law(40'000, half, 64);
  CHECK_THROWS_AS(sum_of_laws(large, large, 64), beyond_reach);
}

TEST_CASE("users with different eps0 are a sum of their reports") {
  // 40 users with eps0 = 1/2, 30 with 1, 29 with 2, and one with 2 whose input differs: expected
  // digits by adding up Bernoulli laws one by one in mpmath.
  const std::string others = "rr_law(1/2, 40, 0), rr_law(1, 30, 0)";
  const std::string pair =
      "pair(sum_law(" + others + ", rr_law(2, 29, 1)), sum_law(" + others + ", rr_law(2, 30, 0)))";
  const auto near = [](const number& value, const char* digits) {
    const rational expected = *parse_decimal(digits);
    return overlap(value.to_ball(128),
                   ball::hull(ball::of(rational(expected - rational(1, 10'000'000'000'000)), 128),
                              ball::of(rational(expected + rational(1, 10'000'000'000'000)), 128)));
  };
  CHECK(near(value_of("epsilon(" + pair + ", 1/10000)"), "0.47787179074402"));
  CHECK(near(value_of("epsilon(swap(" + pair + "), 1/10000)"), "0.59440935528326"));
  // All with the same eps0 is the pair by name.
  CHECK(
      truth_of("hockey_stick(pair(sum_law(rr_law(1, 4, 0), rr_law(1, 4, 1)), sum_law(rr_law(1, 9, "
               "0), rr_law(1, 0, 0))), 1/10) == hockey_stick(rr_pair(9, 1), 1/10)") != false);
  CHECK(
      truth_of("pmf(sum_law(binomial_law(3, 1/3), law(x, -2, -1, 1/2)), -1) == (8/27 + 12/27)/2") ==
      true);
  CHECK(truth_of("mean(x, sum_law(binomial_law(3, 1/3), binomial_law(4, 1/4), rr_law(0, 1, 1)), x) "
                 "== 3") == true);
}

}  // namespace test_law_sums
