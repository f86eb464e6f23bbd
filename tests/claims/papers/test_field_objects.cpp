// The named formulas of docs/methods/field.md, against exact fractions and other ways to the same
// number.

#include <vector>

#include "shufflecert/formula.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/judged_claims.hpp"

namespace test_field_objects {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using oracle::fraction;

ball value_of(const std::string& formula) {
  constexpr bits precision = 200;
  const budget limits;
  const variable_map none;
  evaluator at(
      {builtin_catalogue().visible, precision, limits, nullptr, evaluation_method::automatic},
      none);
  return at.evaluate_number(*parse_formula(formula)).to_ball(precision);
}

bool is_just(const std::string& formula, const fraction& truth) {
  const ball found = value_of(formula);
  return contains(found, to_rational(truth)) && is_narrow(found, -100);
}

// Both enclosures are narrow and have a point in common.
bool agree(const std::string& a, const std::string& b) {
  const ball left = value_of(a);
  const ball right = value_of(b);
  return is_narrow(left, -100) && is_narrow(right, -100) &&
         arb_overlaps(left.raw(), right.raw()) != 0;
}

fraction choose(unsigned n, unsigned k) {
  fraction result = 1;
  for (unsigned i = 0; i < k; ++i) result = result * (n - i) / (i + 1);
  return result;
}

fraction power(const fraction& x, unsigned k) {
  fraction result = 1;
  for (unsigned i = 0; i < k; ++i) result *= x;
  return result;
}

// Hockey-stick divergence of the two counts among clones of the given probabilities, outcome by
// outcome: each subset of clones, each share of heads, the user who differs on one side or another.
fraction delta_among(const std::vector<fraction>& clones, const fraction& e0,
                     const fraction& e_eps) {
  const std::size_t users = clones.size();
  std::vector<std::vector<fraction>> first(users + 2, std::vector<fraction>(users + 2, 0));
  std::vector<std::vector<fraction>> second = first;
  for (std::size_t who = 0; who < (std::size_t{1} << users); ++who) {
    fraction weight = 1;
    unsigned count = 0;
    for (std::size_t i = 0; i < users; ++i) {
      const bool is_clone = (who >> i & 1U) != 0;
      weight *= is_clone ? clones[i] : fraction(1 - clones[i]);
      count += is_clone ? 1 : 0;
    }
    for (unsigned heads = 0; heads <= count; ++heads) {
      const fraction part = weight * choose(count, heads) / power(2, count);
      const unsigned tails = count - heads;
      first[heads + 1][tails] += part * e0 / (e0 + 1);
      first[heads][tails + 1] += part / (e0 + 1);
      second[heads + 1][tails] += part / (e0 + 1);
      second[heads][tails + 1] += part * e0 / (e0 + 1);
    }
  }
  fraction sum = 0;
  for (std::size_t a = 0; a < first.size(); ++a)
    for (std::size_t b = 0; b < first.size(); ++b) {
      const fraction excess = first[a][b] - e_eps * second[a][b];
      if (excess > 0) sum += excess;
    }
  return sum;
}

}  // namespace

TEST_CASE("the Jensen-Shannon divergence is the sum over outcomes") {
  CHECK(agree("jensen_shannon(rr_pair(5, log(2)))",
              "sum(x, 0, 5, (pmf(first(rr_pair(5, log(2))), x)*log(2*pmf(first(rr_pair(5, "
              "log(2))), x)/(pmf(first(rr_pair(5, log(2))), x) + pmf(second(rr_pair(5, log(2))), "
              "x))) + pmf(second(rr_pair(5, log(2))), x)*log(2*pmf(second(rr_pair(5, log(2))), "
              "x)/(pmf(first(rr_pair(5, log(2))), x) + pmf(second(rr_pair(5, log(2))), "
              "x))))/2)"));
  // One report: (2/3, 1/3) against (1/3, 2/3), in the middle (1/2, 1/2).
  CHECK(agree("jensen_shannon(rr_pair(1, log(2)))", "2/3*log(4/3) + 1/3*log(2/3)"));
  CHECK(agree("jensen_shannon(rr_pair(7, 1))", "jensen_shannon(swap(rr_pair(7, 1)))"));
  // Laws that have nothing in common.
  CHECK(agree("jensen_shannon(pair(law(x, 0, 0, 1), law(x, 1, 1, 1)))", "log(2)"));
}

TEST_CASE("the Fisher information of a composition") {
  // Binary randomized response with e^eps0 = 3 has variance 3/16 on either input.
  for (const char* share : {"0", "1/3", "1"})
    CHECK(is_just(std::string("fisher_binary(1/4, 3/4, ") + share + ")", fraction(4, 3)));
  // With other variances: 1/10 and 1/2, a share of 1/4 of ones.
  CHECK(is_just("fisher_binary(1/10, 1/2, 1/4)",
                fraction(4, 25) / (fraction(3, 4) * fraction(9, 100) + fraction(1, 16))));
  // All of one input: the chi-squared divergence of one report, either way round.
  for (const char* k : {"3", "5"}) {
    const std::string chi =
        std::string("(fisher_krr(") + k + ", log(3), 0) + fisher_krr(" + k + ", log(3), 1))/2";
    CHECK(is_just(chi, k == std::string("3") ? fraction(16, 15) : fraction(16, 21)));
  }
  CHECK(agree("fisher_krr(3, log(3), 0)",
              "chi_moment(pair(krr_law(log(3), 0, 1, 0), krr_law(log(3), 1, 0, 0)), 2)"));
  // Half of each input: the statistic is the difference of the two counts, by symmetry, with mean
  // difference 2d and variance a + b − d², where a = 3/5, b = 1/5 and d = 2/5.
  CHECK(
      is_just("fisher_krr(3, log(3), 1/2)", fraction(16, 25) / (fraction(4, 5) - fraction(4, 25))));
  // A quarter of ones: x = (x1, x2, 0) with Σx = v, by Cramer's rule.
  const fraction s1 = fraction(3, 4) * fraction(6, 25) + fraction(1, 4) * fraction(4, 25);
  const fraction s2 = fraction(3, 4) * fraction(4, 25) + fraction(1, 4) * fraction(6, 25);
  const fraction off = fraction(-3, 25);
  const fraction v1 = fraction(-2, 5);
  const fraction v2 = fraction(2, 5);
  const fraction x1 = (v1 * s2 - off * v2) / (s1 * s2 - off * off);
  const fraction x2 = (s1 * v2 - off * v1) / (s1 * s2 - off * off);
  CHECK(is_just("fisher_krr(3, log(3), 1/4)", x1 * v1 + x2 * v2));
}

TEST_CASE("groups of users with different eps0, outcome by outcome") {
  // e^e1 = 2 and e^e2 = 5 for the others, 3 for the user who differs, e^eps = 3/2.
  const fraction third(1, 3);
  const std::vector<fraction> clones(2, fraction(1, 2));
  std::vector<fraction> mixed = clones;
  mixed.resize(5, fraction(1, 5));
  CHECK(is_just("personal_clone_delta(2, log(2), 3, log(5), log(3), log(3/2))",
                delta_among(mixed, 3, fraction(3, 2))));
  std::vector<fraction> stronger(2, fraction(2, 3));
  stronger.resize(5, third);
  CHECK(is_just("personal_stronger_delta(2, log(2), 3, log(5), log(3), log(3/2))",
                delta_among(stronger, 3, fraction(3, 2))));
  CHECK(is_just("personal_clone_delta(0, 1, 2, log(2), log(3), 0)", delta_among(clones, 3, 1)));
  // One group is the pair of clones.
  CHECK(agree("personal_clone_delta(3, log(3), 4, log(3), log(3), 1/10)",
              "hockey_stick(clone_pair(8, log(3)), 1/10)"));
  CHECK(agree("personal_stronger_delta(3, log(3), 4, log(3), log(3), 1/10)",
              "hockey_stick(clone_pair(8, log(3), 1/2), 1/10)"));
}

}  // namespace test_field_objects
