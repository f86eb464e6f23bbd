// Laws as tables, and k-ary randomized response, against enumeration of all vectors of reports.

#include <array>
#include <random>

#include "shufflecert/quantities.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_laws {

using namespace shufflecert;
using oracle::fraction;

namespace {

const std::array<fraction, 4> odds{fraction(1), fraction(6, 5), fraction(3), fraction(1000)};
constexpr bits at_precision = 160;

std::string complaint(const std::string& text) {
  return message_of<undefined_value>([&] { value_of(text); });
}

bool says(const std::string& text, const std::string& part) {
  return complaint(text).find(part) != std::string::npos;
}

std::vector<std::size_t> repeated(std::size_t first, std::size_t others, std::size_t n) {
  std::vector<std::size_t> inputs(n, others);
  inputs.front() = first;
  return inputs;
}

}  // namespace

TEST_CASE("laws of randomized response contain the enumerated ones") {
  for (const fraction& r : odds)
    for (const bool exact : {true, false}) {
      INFO(oracle::text(r) << " " << exact);
      const number eps0 = log_number(r, exact, at_precision);
      const auto three = brute_force::histogram({0, 0, 1, 2, 2, 2}, 3, r);
      CHECK(brute_force::encloses_law(*randomized_response_histogram(eps0, {2, 1, 3}, at_precision),
                                      three));
      const auto four = brute_force::histogram({0, 3, 3, 1}, 4, r);
      CHECK(brute_force::encloses_law(
          *randomized_response_histogram(eps0, {1, 1, 0, 2}, at_precision), four));
      const auto two = brute_force::histogram({0, 0, 0, 1, 1}, 2, r);
      CHECK(brute_force::encloses_law(*randomized_response_ones(eps0, 3, 2, at_precision),
                                      brute_force::count_of(two, 1)));
    }
}

TEST_CASE("the laws of a pair are those of its definition") {
  for (const fraction& r : {fraction(6, 5), fraction(3)}) {
    const number eps0 = log_number(r, true, at_precision);
    const distribution_pair krr{krr_pair{4, 3, eps0}};
    CHECK(brute_force::encloses_law(*first_law(krr, at_precision),
                                    brute_force::histogram({0, 2, 2}, 4, r)));
    CHECK(brute_force::encloses_law(*first_law(swap(krr), at_precision),
                                    brute_force::histogram({1, 2, 2}, 4, r)));
    const auto clones = oracle::clone_laws(5, r, fraction(1 / r));
    const auto printed = oracle::printed_laws(5, fraction(1 / r), fraction(1, 3));
    const auto widened = [](const oracle::law& law) {
      brute_force::law result;
      for (const auto& [outcome, mass] : law) result[{outcome.first, outcome.second}] = mass;
      return result;
    };
    const distribution_pair clone{clone_pair{5, eps0, {}}};
    CHECK(brute_force::encloses_law(*first_law(clone, at_precision), widened(clones.p)));
    CHECK(brute_force::encloses_law(*second_law(clone, at_precision), widened(clones.q)));
    const distribution_pair as_printed{printed_pair{5, eps0, rational(1, 3)}};
    CHECK(brute_force::encloses_law(*first_law(as_printed, at_precision), widened(printed.p)));
    CHECK(brute_force::encloses_law(*second_law(as_printed, at_precision), widened(printed.q)));
  }
}

TEST_CASE("divergences of k-ary randomized response contain the enumerated ones") {
  struct size {
    std::size_t k;
    std::size_t n;
  };
  for (const size of : {size{3, 1}, size{3, 5}, size{4, 4}, size{5, 3}})
    for (const fraction& r : {fraction(6, 5), fraction(3), fraction(100)}) {
      const auto p = brute_force::histogram(repeated(0, 2, of.n), of.k, r);
      const auto q = brute_force::histogram(repeated(1, 2, of.n), of.k, r);
      INFO(of.k << " " << of.n << " " << oracle::text(r));
      for (const bits precision : {64, 160}) {
        const distribution_pair pair{krr_pair{static_cast<std::int64_t>(of.k),
                                              static_cast<std::int64_t>(of.n),
                                              log_number(r, true, precision)}};
        for (const int order : {2, 5}) {
          const quantity found = renyi(pair, order, precision);
          const number expected = divide(
              log(number(to_rational(*brute_force::moment(p, q, order))), 300), order - 1, 300);
          CHECK(overlap(found.value.to_ball(300), expected.to_ball(300)));
          CHECK(found.value.to_ball(300).has_relative_radius(10));
        }
        const rational difference = to_rational(brute_force::hockey_stick(p, q, fraction(11, 10)));
        CHECK(contains(hockey_stick(pair, log_number(fraction(11, 10), false, precision), precision)
                           .value.to_ball(300),
                       difference));
      }
    }
}

TEST_CASE("k-ary randomized response of many users agrees with its table") {
  for (const std::int64_t k : {3, 4}) {
    const distribution_pair pair{krr_pair{k, 24, 1}};
    const distribution_pair table{law_pair{first_law(pair, 100), second_law(pair, 100)}};
    for (const number& order : {number(1), number(rational(1, 2)), number(rational(5, 2))}) {
      const ball visited = renyi(pair, order, 100).value.to_ball(100);
      CHECK(visited.has_relative_radius(15));
      CHECK(overlap(visited, renyi(table, order, 100).value.to_ball(100)));
    }
  }
}

// With e^ε0, e^ε and the weights rational, orders and sets that give equality are decided exactly:
// nothing is added to either side.

TEST_CASE("data processing: merging outcomes never raises a divergence") {
  const random_cases cases(20261122, 4);
  std::mt19937 random(cases.seed());
  std::uniform_int_distribution<int> users(2, 5);
  std::uniform_int_distribution<int> ratio(2, 9);
  for (int i = 0; i < cases.count(); ++i) {
    const std::string n = std::to_string(users(random));
    const std::string pair = "krr_pair(3, " + n + ", log(" + std::to_string(ratio(random)) + "))";
    // The number of zeros among all reports forgets the rest of the histogram.
    const auto zeros = [&](const std::string& of) {
      return "law(x, 0, " + n + ", sum(j, 0, " + n + "-x, pmf(" + of + "(" + pair + "), x, j, " +
             n + "-x-j)))";
    };
    const std::string merged = "pair(" + zeros("first") + ", " + zeros("second") + ")";
    for (const std::string order : {"1/2", "1", "2", "5/2", "7", "inf"}) {
      INFO(pair << ", order " << order);
      CHECK(holds("renyi(" + pair + ", " + order + ") >= renyi(" + merged + ", " + order + ")"));
    }
    CHECK(holds("total_variation(" + pair + ") >= total_variation(" + merged + ")"));
  }
}

TEST_CASE("joint convexity of the hockey-stick divergence and total variation") {
  const random_cases cases(20261123, 10);
  std::mt19937 random(cases.seed());
  std::uniform_int_distribution<int> users(1, 7);
  std::uniform_int_distribution<int> ratio(2, 9);
  for (int i = 0; i < cases.count(); ++i) {
    const auto pair_of = [&](int n) {
      return "rr_pair(" + std::to_string(n) + ", log(" + std::to_string(ratio(random)) + "))";
    };
    const int n = users(random);
    const std::string one = pair_of(n);
    const std::string two = pair_of(n);
    const std::string weight = std::to_string(ratio(random)) + "/10";
    const std::string mixed = "pair(mix(" + weight + ", first(" + one + "), first(" + two +
                              ")), mix(" + weight + ", second(" + one + "), second(" + two + ")))";
    const auto mean = [&](const std::string& eps) {
      return weight + "*hockey_stick(" + one + ", " + eps + ") + (1-" + weight + ")*hockey_stick(" +
             two + ", " + eps + ")";
    };
    for (const std::string eps : {"-log(2)", "-log(5/4)", "0", "log(4/3)", "log(2)"}) {
      INFO(mixed << ", eps " << eps);
      CHECK(holds("hockey_stick(" + mixed + ", " + eps + ") <= " + mean(eps)));
    }
    CHECK(holds("total_variation(" + mixed + ") <= " + mean("0")));
  }
}

TEST_CASE("a law with outcomes that the other lacks") {
  const std::string points = "pair(law(x, 0, 2, 1/3), law(x, 1, 2, 1/2))";
  CHECK(holds("renyi(" + points + ", 2) == inf"));
  CHECK(holds("renyi(" + points + ", 1) == inf"));
  CHECK(holds("renyi(swap(" + points + "), inf) == log(3/2)"));
  CHECK(holds("renyi(swap(" + points + "), 2) == log(3/2)"));
  CHECK(holds("hockey_stick(" + points + ", log(2)) == 1/3"));
  CHECK(holds("total_variation(" + points + ") == 1/3"));
  const std::string disjoint = "pair(law(x, 0, 1, 1/2), law(x, 2, 2, 1))";
  CHECK(holds("renyi(" + disjoint + ", 1/2) == inf"));
  CHECK(holds("total_variation(" + disjoint + ") == 1"));
}

TEST_CASE("values of laws in formulas") {
  CHECK(holds("mean(x, rr_law(log(3), 4, 2), x) == 4/4 + 2*3/4"));
  CHECK(holds("mean(x, law(x, 0, 3, binomial(3, x)/8), x^2) == 3"));
  CHECK(holds("pmf(krr_law(log(2), 1, 1), 2, 0) == 2/9"));
  CHECK(holds("pmf(rr_law(1, 2, 1), 9) == 0"));
  CHECK(holds("pmf(mix(1/3, law(x, 0, 0, 1), law(x, 1, 1, 1)), 1) == 2/3"));
  CHECK(says("pmf(rr_law(1, 2, 1), 0, 0)", "1 coordinate, not 2"));
  CHECK(says("mean(x, law(x, 0, 3, 1/5), x)", "sum to 0.8"));
  CHECK(says("pmf(law(x, 0, 1, 2*x - 1/2), 0)", "negative"));
  CHECK(says("mean(x, krr_law(1, 2, 1), x)", "coordinates"));
  CHECK(says("renyi(pair(rr_law(1, 2, 1), krr_law(1, 2, 1)), 2)", "same length"));
  CHECK(says("pmf(first(gaussian_pair(1)), 0)", "normal"));
  CHECK(says("renyi(krr_pair(2, 5, 1), 2)", "k must be"));
  CHECK(says("pmf(mix(2, rr_law(1, 2, 1), rr_law(1, 3, 0)), 0)", "in [0, 1]"));
}

TEST_CASE("laws that are too large are refused before they are made") {
  const auto refusal = [](const std::vector<std::int64_t>& counts) {
    return message_of<beyond_reach>([&] { randomized_response_histogram(1, counts, 64); });
  };
  CHECK(refusal({500, 500, 1000}) == "the law has more than 10^6 outcomes");
  CHECK(refusal({0, 2'000'000}) == "the law has more than 10^6 outcomes");
  CHECK(refusal({40'000, 40'000}).find("steps") != std::string::npos);
}

}  // namespace test_laws
