// The parameters of the randomizers in verify/papers/randomizers.toml against their matrices of
// probabilities, written out in exact fractions: docs/methods/randomizers.md.

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>
#include <vector>

#include "shufflecert/formula.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"

namespace test_randomizers {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using oracle::fraction;
using row = std::vector<fraction>;
using matrix = std::vector<row>;  // one row of probabilities for each input
using settings = std::vector<std::pair<std::string, std::string>>;

fraction variation_between(const row& a, const row& b) {
  fraction sum = 0;
  for (std::size_t y = 0; y < a.size(); ++y)
    if (a[y] > b[y]) sum += a[y] - b[y];
  return sum;
}

fraction ratio_between(const row& a, const row& b) {
  fraction most = 0;
  for (std::size_t y = 0; y < a.size(); ++y)
    if (a[y] > 0) most = std::max(most, fraction(a[y] / b[y]));
  return most;
}

template <class Measure>
fraction largest(const matrix& of, Measure measure) {
  fraction most = 0;
  for (const row& a : of)
    for (const row& b : of)
      if (&a != &b) most = std::max(most, measure(a, b));
  return most;
}

// The p, beta and q of the definition.
struct parameters {
  ball p{1};
  ball beta{1};
  ball q{1};
};

parameters of_definition(const std::string& name, const settings& given) {
  constexpr bits precision = 200;
  const definitions& visible = builtin_catalogue().visible;
  const definition* defined = visible.find(name);
  REQUIRE(defined != nullptr);
  const auto& pair = std::get<call>(defined->body->node);
  REQUIRE(pair.name == "variation_pair");
  REQUIRE(pair.arguments.size() == 4);
  variable_map variables;
  for (const auto& [parameter, value] : given) variables[parameter] = parse_formula(value);
  const budget limits;
  const auto value = [&](std::size_t i) {
    evaluator at({visible, precision, limits, nullptr, evaluation_method::automatic}, variables);
    return at.evaluate_number(*pair.arguments[i]).to_ball(precision);
  };
  return {value(1), value(2), value(3)};
}

bool is_just(const ball& value, const fraction& truth) {
  return contains(value, to_rational(truth)) && is_narrow(value, -150);
}

void check_single(const std::string& name, const settings& given, const matrix& of) {
  INFO(name);
  for (const row& probabilities : of) {
    fraction sum = 0;
    for (const fraction& x : probabilities) sum += x;
    CHECK(sum == 1);
  }
  const parameters found = of_definition(name, given);
  CHECK(is_just(found.beta, largest(of, variation_between)));
  CHECK(is_just(found.p, largest(of, ratio_between)));
  CHECK(is_just(found.q, largest(of, ratio_between)));
}

row scaled(row weights) {
  fraction sum = 0;
  for (const fraction& x : weights) sum += x;
  for (fraction& x : weights) x /= sum;
  return weights;
}

unsigned ones(unsigned x) {
  return static_cast<unsigned>(std::popcount(x));
}

std::vector<unsigned> subsets(unsigned of, unsigned size) {
  std::vector<unsigned> found;
  for (unsigned x = 0; x < (1U << of); ++x)
    if (ones(x) == size) found.push_back(x);
  return found;
}

// Each output e times as likely where it meets the input.
matrix meeting(const std::vector<unsigned>& inputs, const std::vector<unsigned>& outputs,
               const fraction& e) {
  matrix all;
  for (const unsigned x : inputs) {
    row weights;
    for (const unsigned y : outputs) weights.push_back((x & y) != 0 ? e : fraction(1));
    all.push_back(scaled(weights));
  }
  return all;
}

// Bits of an input, 1 reported as 1 with probability a, 0 with b.
row bits_reported(unsigned input, unsigned count, const fraction& a, const fraction& b) {
  row probabilities;
  for (unsigned y = 0; y < (1U << count); ++y) {
    fraction x = 1;
    for (unsigned i = 0; i < count; ++i) {
      const fraction one = (input >> i & 1U) != 0 ? a : b;
      x *= (y >> i & 1U) != 0 ? one : fraction(1 - one);
    }
    probabilities.push_back(x);
  }
  return probabilities;
}

}  // namespace

TEST_CASE("randomizers: k-ary response, subsets, buckets", "[randomizers]") {
  for (const int e : {2, 5}) {
    const std::string eps0 = "log(" + std::to_string(e) + ")";
    check_single("variation_krr", {{"n", "9"}, {"k", "5"}, {"eps0", eps0}},
                 meeting(subsets(5, 1), subsets(5, 1), e));
    check_single("variation_generic", {{"n", "9"}, {"eps0", eps0}},
                 meeting(subsets(2, 1), subsets(2, 1), e));
    check_single("variation_duchi", {{"n", "9"}, {"eps0", eps0}},
                 meeting(subsets(2, 1), subsets(2, 1), e));
    for (const unsigned k : {1U, 2U, 4U})
      check_single("variation_subset",
                   {{"n", "9"}, {"d", "6"}, {"k", std::to_string(k)}, {"eps0", eps0}},
                   meeting(subsets(6, 1), subsets(6, k), e));
    for (const unsigned k : {1U, 2U, 3U})
      check_single("variation_privset",
                   {{"n", "9"}, {"d", "6"}, {"s", "2"}, {"k", std::to_string(k)}, {"eps0", eps0}},
                   meeting(subsets(6, 2), subsets(6, k), e));
    // Two sets of s among l buckets: disjoint only while 2s <= l.
    for (const unsigned l : {3U, 4U, 6U})
      check_single("variation_collision",
                   {{"n", "9"}, {"s", "2"}, {"l", std::to_string(l)}, {"eps0", eps0}},
                   meeting(subsets(l, 2), subsets(l, 1), e));
  }
}

TEST_CASE("randomizers: bits", "[randomizers]") {
  const auto one_hot = [](unsigned d, const fraction& a, const fraction& b) {
    matrix all;
    for (unsigned i = 0; i < d; ++i) all.push_back(bits_reported(1U << i, d, a, b));
    return all;
  };
  check_single("variation_symmetric_unary", {{"n", "9"}, {"eps0", "log(9)"}},
               one_hot(4, fraction(3, 4), fraction(1, 4)));
  check_single("variation_unary", {{"n", "9"}, {"a", "1/2"}, {"b", "1/4"}},
               one_hot(4, fraction(1, 2), fraction(1, 4)));
  check_single("variation_unary", {{"n", "9"}, {"a", "2/3"}, {"b", "1/5"}},
               one_hot(3, fraction(2, 3), fraction(1, 5)));
  for (const unsigned m : {1U, 2U, 3U, 4U}) {
    matrix all;
    for (unsigned x = 0; x < (1U << m); ++x)
      all.push_back(bits_reported(x, m, fraction(4, 5), fraction(1, 5)));
    check_single("variation_rappor", {{"n", "9"}, {"m", std::to_string(m)}, {"f", "2/5"}}, all);
  }
}

TEST_CASE("randomizers: bits of an item that is drawn from a set", "[randomizers]") {
  for (const unsigned s : {1U, 2U, 3U})
    for (const int half : {2, 5}) {
      // e^(ε0/2) = half: a bit is flipped with probability 1/(half + 1).
      const fraction flip(1, half + 1);
      const unsigned d = 2 * s;
      matrix all;
      for (const unsigned set : subsets(d, s)) {
        row mixed(1U << d, fraction(0));
        for (unsigned item = 0; item < d; ++item) {
          if ((set >> item & 1U) == 0) continue;
          const row reported = bits_reported(1U << item, d, 1 - flip, flip);
          for (std::size_t y = 0; y < mixed.size(); ++y) mixed[y] += reported[y] / s;
        }
        all.push_back(std::move(mixed));
      }
      check_single("variation_sampling_rappor",
                   {{"n", "9"},
                    {"s", std::to_string(s)},
                    {"eps0", "log(" + std::to_string(half * half) + ")"}},
                   all);
    }
}

TEST_CASE("randomizers: Hadamard response and local hashing", "[randomizers]") {
  const fraction e = 3;
  // Rows 1, …, 7 of Sylvester's matrix: y with an even number of common bits.
  matrix one_block;
  for (unsigned x = 1; x < 8; ++x) {
    row weights;
    for (unsigned y = 0; y < 8; ++y) weights.push_back(ones(x & y) % 2 == 0 ? e : fraction(1));
    one_block.push_back(scaled(weights));
  }
  check_single("variation_hadamard", {{"n", "9"}, {"K", "8"}, {"s", "4"}, {"eps0", "log(3)"}},
               one_block);
  matrix blocks;
  for (unsigned block = 0; block < 2; ++block)
    for (unsigned x = 1; x < 4; ++x) {
      row weights(8, fraction(1));
      for (unsigned y = 0; y < 4; ++y)
        if (ones(x & y) % 2 == 0) weights[4 * block + y] = e;
      blocks.push_back(scaled(weights));
    }
  check_single("variation_hadamard_blocks",
               {{"n", "9"}, {"K", "8"}, {"s", "2"}, {"eps0", "log(3)"}}, blocks);
  // All functions of 3 inputs to 3 values, one of them drawn and reported with the value.
  constexpr unsigned l = 3;
  matrix hashed(3);
  for (unsigned h = 0; h < 27; ++h) {
    const std::array<unsigned, 3> values{h % l, h / l % l, h / (l * l)};
    for (unsigned x = 0; x < 3; ++x)
      for (unsigned y = 0; y < l; ++y)
        hashed[x].push_back((y == values[x] ? e : fraction(1)) / (e + l - 1) / 27);
  }
  const parameters found =
      of_definition("variation_local_hash", {{"n", "9"}, {"l", "3"}, {"eps0", "log(3)"}});
  CHECK(is_just(found.p, largest(hashed, ratio_between)));
  // Every second pair of values differs in two of three functions: the definition is for families
  // of which nothing is known.
  CHECK(is_just(found.beta * 2 / 3, largest(hashed, variation_between)));
}

TEST_CASE("randomizers: several messages", "[randomizers]") {
  const auto check = [](const std::string& name, const settings& given, const matrix& of,
                        const row& blanket) {
    INFO(name);
    const parameters found = of_definition(name, given);
    CHECK(is_just(found.beta, variation_between(of[0], of[1])));
    fraction q = 0;
    for (const row& input : of) q = std::max(q, ratio_between(input, blanket));
    CHECK(is_just(found.q, q));
    if (variation_between(of[0], of[1]) == 1)
      CHECK(found.p.is_infinity(1));
    else
      CHECK(is_just(found.p, largest(of, ratio_between)));
  };
  const fraction third(1, 3);
  check("variation_coins", {{"n", "9"}, {"c", "1/3"}}, {{1, 0}, {0, 1}},
        {fraction(1 - third), third});
  check("variation_bins", {{"m", "9"}, {"d", "6"}, {"s", "2"}},
        {scaled({1, 1, 0, 0, 0, 0}), scaled({0, 0, 1, 1, 0, 0})}, row(6, fraction(1, 6)));
  const auto flipped = [&](unsigned x) {
    return bits_reported(x, 3, fraction(3, 4), fraction(1, 4));
  };
  check("variation_flips", {{"m", "9"}, {"f", "1/4"}}, {flipped(1), flipped(2)}, flipped(0));
  check("variation_dump", {{"m", "9"}, {"d", "4"}, {"f", "1/4"}},
        {scaled({9, 1, 1, 1}), scaled({1, 9, 1, 1})}, row(4, fraction(1, 4)));
}

TEST_CASE("randomizers: densities", "[randomizers]") {
  // Laplace on both sides of 1/2: (1 − e^(−ε0/2)/2) − e^(−ε0/2)/2. Piecewise: width times step.
  const parameters laplace = of_definition("variation_laplace", {{"n", "9"}, {"eps0", "log(9)"}});
  CHECK(is_just(laplace.beta, fraction(2, 3)));
  CHECK(is_just(laplace.p, 9));
  const parameters piecewise =
      of_definition("variation_piecewise", {{"n", "9"}, {"eps0", "log(9)"}});
  const fraction e = 9;
  const fraction half = 3;
  const fraction high = (e - half) / (2 * half + 2);
  const fraction width = (half + 1) / (half - 1) - 1;
  CHECK(is_just(piecewise.beta, (high - high / e) * width));
  CHECK(is_just(piecewise.p, 9));
}

TEST_CASE("rappor_pair has the laws of shuffled bits", "[randomizers]") {
  // Three users; the first has its bit in the first or in the second place, the others elsewhere.
  const auto counts_of = [](unsigned first, const fraction& a, const fraction& b) {
    std::map<std::array<unsigned, 2>, fraction> laws{{{0, 0}, 1}};
    for (const unsigned input : {first, 0U, 0U}) {
      const row reported = bits_reported(input, 2, a, b);
      std::map<std::array<unsigned, 2>, fraction> next;
      for (const auto& [counts, mass] : laws)
        for (unsigned y = 0; y < 4; ++y)
          next[{counts[0] + (y & 1U), counts[1] + (y >> 1U)}] += mass * reported[y];
      laws = std::move(next);
    }
    return laws;
  };
  const struct {
    fraction a;
    fraction b;
    std::string pair;
  } asked[] = {{fraction(1, 2), fraction(1, 4), "rappor_pair(3, 1/2, 1/4)"},
               {fraction(3, 5), fraction(1, 10), "rappor_pair(3, 3/5, 1/10)"},
               {fraction(4, 5), fraction(1, 5), "rappor_pair(3, 4/5, 1/5)"}};
  constexpr bits precision = 200;
  const budget limits;
  const variable_map variables;
  for (const auto& [a, b, pair] : asked)
    for (const auto& [factor, eps] :
         {std::pair{fraction(1), "0"}, {fraction(6, 5), "log(6/5)"}, {fraction(2), "log(2)"}}) {
      INFO(pair << " at " << eps);
      const auto p = counts_of(1, a, b);
      const auto q = counts_of(2, a, b);
      fraction expected = 0;
      for (const auto& [counts, mass] : p)
        if (mass > factor * q.at(counts)) expected += mass - factor * q.at(counts);
      evaluator at(
          {builtin_catalogue().visible, precision, limits, nullptr, evaluation_method::automatic},
          variables);
      const std::string formula = "hockey_stick(" + pair + ", " + eps + ")";
      CHECK(is_just(at.evaluate_number(*parse_formula(formula)).to_ball(precision), expected));
    }
}

TEST_CASE("show randomizers lists every one, with a source", "[randomizers]") {
  const program_run run = run_program({"show", "randomizers", "--json"});
  REQUIRE(run.status == 0);
  const auto list = nlohmann::json::parse(run.out);
  CHECK(list.size() >= 19);
  for (const auto& entry : list) {
    INFO(entry.dump());
    CHECK_FALSE(entry.at("source").get<std::string>().empty());
    CHECK(entry.at("name").get<std::string>().starts_with("variation_"));
    CHECK(entry.at("q0") == entry.at("q1"));
  }
  const program_run text = run_program({"show", "randomizers"});
  CHECK(text.out.find("variation_krr(n, k, eps0)\n"
                      "  p       exp(eps0)\n"
                      "  beta    (exp(eps0) - 1)/(exp(eps0) + k - 1)\n"
                      "  q       exp(eps0)\n"
                      "  bound   not in general\n"
                      "  source  Kairouz, Bonawitz and Ramage 2016\n") != std::string::npos);
  // Those with s = 1, (J.5).
  std::set<std::string> bounds;
  for (const auto& entry : list)
    if (entry.at("is_bound").get<bool>()) bounds.insert(entry.at("name").get<std::string>());
  CHECK(bounds == std::set<std::string>{"variation_bins", "variation_coins", "variation_duchi",
                                        "variation_generic"});
}

}  // namespace test_randomizers
