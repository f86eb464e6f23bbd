// The audited projects of the built-in catalogue: where they were read, and their own formulas
// against the definitions that these stand for.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/values_at_points.hpp"

namespace test_software {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

ball built_in(const std::string& formula) {
  return number_at(formula, 192, builtin_catalogue().visible).to_ball(192);
}

bool is_certain(const std::string& formula) {
  const budget limits;
  const variable_map variables;
  evaluator at({builtin_catalogue().visible, 192, limits, nullptr}, variables);
  const truth found = at.evaluate_truth(*parse_formula(formula));
  return found.value == true;
}

bool is_of_a_project(const std::string& key) {
  return key.starts_with("software/");
}

}  // namespace

TEST_CASE("a project names its commit or its issues, and a claim the place that it was read from",
          "[software]") {
  std::size_t projects = 0;
  for (const paper& p : builtin_catalogue().papers) {
    if (!is_of_a_project(p.key)) continue;
    ++projects;
    INFO(p.key << ": " << p.reference);
    CHECK(std::regex_search(p.reference, std::regex("github\\.com/[^ ]+/[^ ]+( at [0-9a-f]{7}|"
                                                    ".* (issues?|pull request) [0-9]+)")));
    CHECK(p.authors.empty());
    const auto& findings = builtin_catalogue().findings;
    CHECK(std::any_of(findings.begin(), findings.end(),
                      [&](const finding& one) { return one.paper == p.key; }));
  }
  CHECK(projects >= 10);
  const std::regex place(
      "[Ll]ines? [0-9]|Section [0-9]|[Cc]ells? [0-9]|pickles/|Issue [0-9]|Pull request "
      "[0-9]|log0209");
  for (const claim& c : builtin_catalogue().claims) {
    if (!is_of_a_project(c.paper)) continue;
    INFO(c.id << ": " << c.where);
    CHECK(std::regex_search(c.where, place));
  }
}

TEST_CASE("a finding that fails says what holds or what to change", "[software]") {
  for (const finding& one : builtin_catalogue().findings) {
    if (!is_of_a_project(one.paper) || one.outcome != finding_outcome::fails) continue;
    INFO(one.paper << ": " << one.of);
    CHECK_FALSE(one.means.empty());
    CHECK_FALSE((one.instead.empty() && one.patch.empty()));
  }
}

// The sum over both noises, from the definition: of e^ε times the other law what is left.
TEST_CASE("discrete Gaussian noise on two counts: bounds from both sides", "[software]") {
  const std::string noise = "sum(x, -30, 30, exp(-x^2/(2*s^2)))^2";
  const std::string loss =
      "sum(x, -30, 30, sum(y, -30, 30, exp(-(x^2 + y^2)/(2*s^2))*max(0, 1 - exp(e + (x^2 + y^2 - "
      "(x + 1)^2 - (y - 1)^2)/(2*s^2)))))";
  for (const char* sigma : {"1", "3/2", "2"})
    for (const char* eps : {"1/10", "1/2", "2"}) {
      INFO(sigma << ", " << eps);
      const auto with = [&](std::string text) {
        text = std::regex_replace(text, std::regex("\\bs\\b"), std::string("(") + sigma + ")");
        return std::regex_replace(text, std::regex("\\be\\b"), std::string("(") + eps + ")");
      };
      const std::string exact = "(" + with(loss) + ")/" + with(noise);
      const std::string arguments = std::string("(") + sigma + ", " + eps + ")";
      // What the sums here leave out is below 10^-20 of them.
      CHECK(is_certain("discrete_gaussian_delta_at_least" + arguments + " <= (1 + 10^(-20))*" +
                       exact));
      CHECK(is_certain("discrete_gaussian_delta_at_most" + arguments + " >= (1 - 10^(-20))*" +
                       exact));
      CHECK(is_certain("discrete_gaussian_delta_at_most" + arguments +
                       " <= 1.001*discrete_gaussian_delta_at_least" + arguments));
    }
}

TEST_CASE("the tenth moment of a binomial law", "[software]") {
  for (const char* n : {"1", "2", "9", "30"}) {
    const std::string count = n;
    CHECK(is_certain("binomial_tenth_moment(" + count + ", 1/15) == sum(m, 0, " + count +
                     ", binomial(" + count + ", m)*(1/15)^m*(14/15)^(" + count + " - m)*m^10)"));
  }
}

// The search halves its upper end until the first candidate below the true value, which it returns.
TEST_CASE("a search that returns the first candidate that fails", "[software]") {
  const ball found = built_in("smartnoise_empirical(1000, 1/10, 10^(-8))");
  CHECK(arb_contains(found.raw(), built_in("1/80").raw()) != 0);
  CHECK(
      is_certain("smartnoise_empirical(1000, 1, 10^(-6)) < epsilon(clone_pair(1000, 1), 10^(-6))"));
  CHECK(is_certain(
      "2*smartnoise_empirical(1000, 1, 10^(-6)) >= epsilon(clone_pair(1000, 1), 10^(-6))"));
}

// The laws of one report on two inputs, counted out: 2 of 4 symbols, and 2 of 5 buckets.
TEST_CASE("the variation of two sets is that of the matrix", "[software]") {
  // Subsets of {a, b, c, d}: one with a and b, two with a alone, two with b alone, one with
  // neither.
  CHECK(is_certain("two_sets_variation(3, 1, 2, 1) == 2*(3 - 1)/(3*1 + 3*2 + 2 + 1)"));
  CHECK(is_certain("two_sets_variation(3, 0, 2, 1) == 2*(3 - 1)/(3*2 + 2 + 1)"));
}

namespace {

using two_counts = std::map<std::pair<int, int>, long>;

// Two coordinates of symmetric RAPPOR with e^ε0 = 3, all flips gone through. A bit that is kept has
// the weight 3, and one that is flipped 1, so that the weights of n clients add up to 16^n.
two_counts law_of_two_counts(const std::vector<std::pair<int, int>>& clients) {
  two_counts law{{{0, 0}, 1}};
  for (const auto& [first, second] : clients) {
    two_counts next;
    for (const auto& [counts, weight] : law) {
      for (const int one : {0, 1}) {
        for (const int two : {0, 1}) {
          next[{counts.first + one, counts.second + two}] +=
              weight * (one == first ? 3 : 1) * (two == second ? 3 : 1);
        }
      }
    }
    law = next;
  }
  return law;
}

// Σ max(0, 2P − 3Q) is 2·16^n times the hockey-stick divergence at ε = log(3/2).
std::string divergence_by_hand(const std::vector<std::pair<int, int>>& others) {
  std::vector<std::pair<int, int>> clients = others;
  clients.emplace_back(1, 0);
  const two_counts before = law_of_two_counts(clients);
  clients.back() = {0, 1};
  const two_counts after = law_of_two_counts(clients);
  long excess = 0;
  for (const auto& [counts, weight] : before) {
    excess += std::max(0L, 2 * weight - 3 * after.at(counts));
  }
  return std::to_string(excess) + "/(2*16^" + std::to_string(clients.size()) + ")";
}

}  // namespace

TEST_CASE("symmetric RAPPOR depends on the bits of the others", "[software]") {
  const std::string elsewhere = divergence_by_hand({{0, 0}, {0, 0}, {0, 0}});
  const std::string left = divergence_by_hand({{1, 0}, {1, 0}, {1, 0}});
  const std::string gone_to = divergence_by_hand({{0, 1}, {0, 1}, {0, 1}});
  const auto contains = [](const std::string& formula, const std::string& exact) {
    INFO(formula << " and " << exact);
    CHECK(arb_contains(built_in(formula).raw(), built_in(exact).raw()) != 0);
  };
  contains("hockey_stick(symmetric_rappor_pair(4, log(3)), log(3/2))", elsewhere);
  contains("hockey_stick(symmetric_rappor_crowd_pair(4, log(3)), log(3/2))", left);
  contains("hockey_stick(swap(symmetric_rappor_crowd_pair(4, log(3))), log(3/2))", gone_to);
  CHECK(is_certain(left + " > " + elsewhere));
  CHECK(is_certain(elsewhere + " > " + gone_to));
}

// What docs/reference/pairs.md says of rr_pair.
TEST_CASE("mixed inputs of others can be worse than those all alike", "[software]") {
  CHECK(is_certain(
      "hockey_stick(rr_composition_pair(3, 1, 1), 1/10) > "
      "max(hockey_stick(rr_pair(3, 1), 1/10), hockey_stick(swap(rr_pair(3, 1)), 1/10))"));
  CHECK(
      is_certain("rounds_to(hockey_stick(rr_composition_pair(3, 1, 1), 1/10), 0.24256, 0.00001)"));
  CHECK(is_certain("rounds_to(hockey_stick(swap(rr_pair(3, 1)), 1/10), 0.23186, 0.00001)"));
}

// (K.1) and (J.5), by name: against all inputs of the others, counted out.
TEST_CASE("bounds of k-ary response hold whatever the others' inputs are", "[software]") {
  for (const char* eps : {"0", "1/10", "1", "12/10"})
    for (int zeros = 0; zeros <= 3; ++zeros)
      for (int ones = 0; zeros + ones <= 3; ++ones)
        for (int twos = 0; zeros + ones + twos <= 3; ++twos) {
          const int threes = 3 - zeros - ones - twos;
          const std::string mechanism =
              fmt::format("pair(krr_law(log(4), {}, {}, {}, {}), krr_law(log(4), {}, {}, {}, {}))",
                          zeros + 1, ones, twos, threes, zeros, ones + 1, twos, threes);
          INFO(mechanism << " at " << eps);
          const std::string delta = fmt::format("hockey_stick({}, {})", mechanism, eps);
          CHECK(is_certain(delta + fmt::format(" <= krr_any_inputs_delta(4, 4, log(4), {})", eps)));
          CHECK(is_certain(
              delta + fmt::format(" <= hockey_stick(krr_any_inputs_pair(4, 4, log(4)), {})", eps)));
        }
  // And in two rounds, each with other inputs.
  CHECK(is_certain(
      "hockey_stick(product_pair(pair(krr_law(log(4), 1, 0, 0, 1), krr_law(log(4), 0, 1, 0, 1)), "
      "pair(krr_law(log(4), 2, 0, 0, 0), krr_law(log(4), 1, 1, 0, 0))), 1) <= "
      "hockey_stick(compose(krr_any_inputs_pair(4, 2, log(4)), 2), 1)"));
  // Below the pair of every randomizer, for few symbols and for many; δ of one round is no larger.
  for (const char* k : {"3", "30"}) {
    CHECK(is_certain(fmt::format(
        "epsilon(krr_any_inputs_pair({}, 100, 2), 1/1000) < epsilon(clone_pair(100, 2), 1/1000)",
        k)));
    CHECK(
        is_certain(fmt::format("krr_any_inputs_delta({0}, 100, 2, 1/2) <= "
                               "hockey_stick(krr_any_inputs_pair({0}, 100, 2), 1/2)",
                               k)));
  }
}

}  // namespace test_software
