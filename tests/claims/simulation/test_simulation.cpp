// The statistical auditor: its bounds of probabilities against exact binomial tails, the law of
// what it runs against exact laws, and how often its bound on ε is too large.

#include <cmath>
#include <vector>

#include "claims/simulation/audit.hpp"
#include "claims/simulation/clopper_pearson.hpp"
#include "shufflecert/shufflecert.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_simulation {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

// P(X >= k) for X ~ Bin(n, p), from the definition.
rational tail(std::int64_t k, std::int64_t n, const rational& p) {
  rational total = 0;
  for (std::int64_t j = k; j <= n; ++j) {
    rational ways = 1;
    for (std::int64_t i = 0; i < j; ++i) ways *= rational(n - i, i + 1);
    total +=
        ways * power(p, static_cast<long>(j)) * power(rational(1 - p), static_cast<long>(n - j));
  }
  return total;
}

// Certainly inside of what Bin(n, p) does, but for a chance of 10^-9.
bool is_plausible(std::int64_t hits, std::int64_t trials, const rational& p) {
  const rational error(1, 2'000'000'000);
  return lower_probability(hits, trials, error, {}) <= p &&
         p <= upper_probability(hits, trials, error, {});
}

mechanism response(std::int64_t n, const number& eps0, planted_fault fault = planted_fault::none) {
  return {randomizer::binary_response, n, eps0, 2, fault};
}

// How many of many audits find more than this ε.
int too_large(const mechanism& what, audit_plan plan, const rational& eps, int audits) {
  int count = 0;
  for (int i = 0; i < audits; ++i) {
    ++plan.seed;
    const number found = audit(what, plan, {}).eps;
    if (compare(found, relation::greater, eps, 128).value == true) ++count;
  }
  return count;
}

// That so many of so many would come of a chance of at most `error` only once in 10^6.
bool is_rare_enough(int count, int of, const rational& error) {
  return lower_probability(count, of, rational(1, 1'000'000), {}) <= error;
}

}  // namespace

TEST_CASE("a lower bound of a probability is wrong as seldom as it says, and no lower than that",
          "[simulation]") {
  for (const rational& error : {rational(1, 4), rational(1, 20), rational(1, 1'000'000)})
    for (const std::int64_t trials : {1, 2, 7, 30})
      for (std::int64_t hits = 0; hits <= trials; ++hits) {
        INFO(hits << " of " << trials << ", " << error);
        const rational p = lower_probability(hits, trials, error, {});
        if (hits == 0) {
          CHECK(p == 0);
          continue;
        }
        // Who has a smaller probability than p sees so many hits with no more than this chance.
        CHECK(tail(hits, trials, p) <= error);
        CHECK(tail(hits, trials, rational(p * rational(1'000'001, 1'000'000))) > error);
        CHECK(upper_probability(trials - hits, trials, error, {}) == 1 - p);
      }
}

TEST_CASE("bounds of a probability by many trials hold in other arithmetic", "[simulation]") {
  // All of n: the n-th root of the error.
  const std::int64_t many = 1'000'000;
  const rational error(1, 40);
  const number root = exp(divide(log(number(error), 256), number(many), 256), 256);
  const rational all = lower_probability(many, many, error, {});
  CHECK(compare(all, relation::less_equal, root, 256).value == true);
  CHECK(compare(all, relation::greater, multiply(root, rational(999'999'999, 1'000'000'000), 256),
                256)
            .value == true);
  // Half of n: about two standard deviations below.
  const double half = lower_probability(many / 2, many, error, {}).convert_to<double>();
  CHECK(std::abs(half - (0.5 - 1.959964 * 0.0005)) < 1e-6);
}

TEST_CASE("what is run has the law that it should have", "[simulation]") {
  constexpr std::int64_t runs = 40'000;
  // ln 3: an input is kept with probability 3/4, so the ratios of n reports are known.
  SECTION("binary response") {
    runner one(response(2, log_multiple{1, 3}));
    random_bits random(1);
    std::int64_t none = 0;
    std::int64_t both = 0;
    std::int64_t first = 0;
    for (std::int64_t i = 0; i < runs; ++i) {
      const release_scores seen = one.run(data_set::p, random);
      // No ones: 1/3; two: 3.
      if (seen.histogram < -1) ++none;
      if (seen.histogram > 1) ++both;
      if (seen.first > 0) ++first;
    }
    CHECK(is_plausible(none, runs, rational(3, 16)));
    CHECK(is_plausible(both, runs, rational(3, 16)));
    CHECK(is_plausible(first, runs, rational(1, 2)));
  }
  SECTION("a probability that is 2 % too large") {
    runner one(response(1, log_multiple{1, 3}, planted_fault::probability));
    random_bits random(1);
    std::int64_t kept = 0;
    for (std::int64_t i = 0; i < runs; ++i)
      if (one.run(data_set::p, random).histogram > 0) ++kept;
    CHECK(is_plausible(kept, runs, rational(153, 200)));
  }
  SECTION("k-ary response") {
    runner one({randomizer::k_ary_response, 3, log_multiple{1, 3}, 4});
    random_bits random(1);
    std::int64_t p_first = 0;
    std::int64_t even = 0;
    for (std::int64_t i = 0; i < runs; ++i) {
      const release_scores seen = one.run(data_set::q, random);
      if (seen.first > 0) ++p_first;
      if (seen.histogram == 0) ++even;
    }
    // Whoever comes first reports 0 with probability 1/6, whatever the input is here.
    CHECK(is_plausible(p_first, runs, rational(1, 6)));
    // As many zeros as ones: none of each, or one of each.
    const rational zeros_and_ones_none = rational(1, 3) * rational(2, 3) * rational(2, 3);
    const rational others_one_each = rational(1, 3) * 2 * rational(1, 6) * rational(1, 6);
    const rational mine_zero = rational(1, 6) * 2 * rational(1, 6) * rational(2, 3);
    const rational mine_one = rational(1, 2) * 2 * rational(1, 6) * rational(2, 3);
    CHECK(is_plausible(even, runs,
                       rational(zeros_and_ones_none + others_one_each + mine_zero + mine_one)));
  }
  SECTION("Laplace noise") {
    for (const bool is_half : {false, true}) {
      runner one({randomizer::laplace, 1, log_multiple{1, 4}, 2,
                  is_half ? planted_fault::half_noise : planted_fault::none});
      random_bits random(1);
      std::int64_t above = 0;
      for (std::int64_t i = 0; i < runs; ++i)
        // Reports of 0 that are above 1/2: half of e^(-eps0/2), or of e^-eps0.
        if (one.run(data_set::q, random).histogram > 0) ++above;
      CHECK(is_plausible(above, runs, is_half ? rational(1, 8) : rational(1, 4)));
    }
  }
}

TEST_CASE("an audit of a correct mechanism is wrong as seldom as it says", "[simulation]") {
  const random_cases cases(1, 400);
  audit_plan plan;
  plan.error = rational(1, 4);
  plan.runs = 200;
  plan.seed = cases.seed() * 1'000'000;
  SECTION("where all events beyond a threshold have the same ratio") {
    // ε is ε0. Where reports keep all bits of their noise, most audits exceed it.
    plan.runs = 1000;
    const mechanism what{randomizer::laplace, 1, rational(1)};
    const int count = too_large(what, plan, 1, cases.count());
    INFO(count << " of " << cases.count());
    CHECK(is_rare_enough(count, cases.count(), plan.error));
    CHECK(count < cases.count());
  }
  SECTION("where one event attains the value") {
    // Without a bound on chance, half of the audits would find too much.
    const int count = too_large(response(1, rational(1)), plan, 1, cases.count());
    INFO(count << " of " << cases.count());
    CHECK(is_rare_enough(count, cases.count(), plan.error));
    CHECK(count > 0);
  }
  SECTION("with a δ, shuffled") {
    plan.delta = rational(1, 10);
    plan.runs = 1000;
    const auto pair = pairs::randomized_response(3, rational(1));
    const auto eps = [&](const distribution_pair& one) {
      return epsilon(one, plan.delta, 128).value;
    };
    const number larger = max(eps(pair), eps(swap(pair)), 128);
    int count = 0;
    for (int i = 0; i < cases.count() / 2; ++i) {
      ++plan.seed;
      const number found = audit(response(3, rational(1)), plan, {}).eps;
      if (compare(found, relation::greater, larger, 128).value == true) ++count;
    }
    INFO(count);
    CHECK(is_rare_enough(count, cases.count() / 2, plan.error));
  }
}

TEST_CASE("an audit with enough runs comes near the value", "[simulation]") {
  audit_plan plan;
  plan.runs = 100'000;
  const audit_finding found = audit(response(1, rational(1)), plan, {});
  CHECK(found.eps.to_ball(64).near() > 0.97);
  CHECK(found.choosing == 25'000);
  CHECK(found.trials == 75'000);
  // Each of the two bounds has half of the error.
  const bool is_large = found.event.is_large;
  const rational half(1, 40);
  CHECK(found.at_least ==
        lower_probability(is_large ? found.hits_p : found.hits_q, found.trials, half, {}));
  CHECK(found.at_most ==
        upper_probability(is_large ? found.hits_q : found.hits_p, found.trials, half, {}));
}

TEST_CASE("numbers of another program are audited as one's own runs are", "[simulation]") {
  std::vector<double> of_p;
  std::vector<double> of_q;
  runner one(response(1, rational(1)));
  random_bits random(3);
  for (int i = 0; i < 20'000; ++i) {
    of_p.push_back(one.run(data_set::p, random).histogram);
    of_q.push_back(one.run(data_set::q, random).histogram);
  }
  const double eps = audit_samples(of_p, of_q, {}, {}).eps.to_ball(64).near();
  CHECK(eps > 0.9);
  CHECK(eps <= 1);
  // The same numbers on both sides tell nothing apart.
  CHECK(audit_samples(of_p, of_p, {}, {}).eps.is_zero());
}

TEST_CASE("the numbers that choose an event do not count it", "[simulation]") {
  // Large numbers are rather P's in the first quarter, and as often Q's in the rest.
  std::vector<double> of_p(4000, 0);
  std::vector<double> of_q(4000, 0);
  for (std::size_t i = 0; i < 4000; ++i) {
    of_p[i] = i < 1000 || i % 2 == 0 ? 1 : 0;
    of_q[i] = i >= 1000 && i % 2 == 0 ? 1 : 0;
  }
  const audit_finding found = audit_samples(of_p, of_q, {}, {});
  CHECK(found.choosing == 1000);
  CHECK(found.hits_p == 1500);
  CHECK(found.hits_q == 1500);
  CHECK(found.eps.is_zero());
}

}  // namespace test_simulation
