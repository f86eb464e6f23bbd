// shuffled_pair against laws built report by report in exact fractions, against the pairs that it
// contains, and the line of docs/methods/sums.md against exact sums, whatever its plan.

#include <cmath>
#include <map>
#include <random>
#include <vector>

#include "quantities/shuffled/phase_table.hpp"
#include "quantities/shuffled/positive_mean.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"

namespace test_shuffled_pair {

using namespace shufflecert;

namespace {

using oracle::fraction;
using masses = std::vector<fraction>;
using histogram = std::vector<int>;
using histograms = std::map<histogram, fraction>;

masses shares(const std::vector<int>& weights) {
  int whole = 0;
  for (const int weight : weights) whole += weight;
  masses result;
  for (const int weight : weights) result.push_back(fraction(weight, whole));
  return result;
}

histograms with_report(const histograms& of, const masses& report) {
  histograms result;
  for (const auto& [counts, mass] : of)
    for (std::size_t y = 0; y < report.size(); ++y) {
      if (report[y] == 0) continue;
      histogram next = counts;
      ++next[y];
      result[next] += mass * report[y];
    }
  return result;
}

struct randomizer {
  masses p;
  masses q;
  masses r;
};

struct both_laws {
  histograms p;
  histograms q;
};

both_laws laws_of(const randomizer& of, int n) {
  histograms others{{histogram(of.r.size(), 0), fraction(1)}};
  for (int i = 1; i < n; ++i) others = with_report(others, of.r);
  return {with_report(others, of.p), with_report(others, of.q)};
}

fraction hockey_stick_of(const both_laws& laws, const fraction& factor) {
  fraction sum = 0;
  for (const auto& [at, mass] : laws.p) {
    const auto other = laws.q.find(at);
    const fraction excess = mass - (other == laws.q.end() ? fraction(0) : factor * other->second);
    if (excess > 0) sum += excess;
  }
  return sum;
}

law_ptr law_of(const masses& of, bool exact = true, bits precision = 300) {
  std::vector<number> probabilities;
  for (const fraction& each : of) {
    const rational value = to_rational(each);
    probabilities.push_back(exact || value == 0 ? number(value)
                                                : number(ball::of(value, precision)));
  }
  return law_on_numbers(0, probabilities, precision);
}

distribution_pair pair_of(const randomizer& of, std::int64_t n, bool exact = true) {
  return {shuffled_pair{law_of(of.p, exact), law_of(of.q, exact), law_of(of.r, exact), n}};
}

randomizer random_randomizer(std::mt19937_64& generator, std::size_t outputs) {
  std::uniform_int_distribution<int> weight(0, 6);
  const auto draw = [&] {
    for (;;) {
      std::vector<int> weights(outputs);
      int whole = 0;
      for (int& each : weights) whole += each = weight(generator);
      if (whole > 0) return shares(weights);
    }
  };
  return {draw(), draw(), draw()};
}

bool holds_value(const quantity& found, const fraction& value) {
  return contains(found.value.to_ball(256), to_rational(value));
}

const randomizer four{shares({7, 3, 2, 5}), shares({3, 7, 2, 5}), shares({3, 3, 4, 7})};

}  // namespace

TEST_CASE("shuffled pairs of few users contain the exact values", "[shuffled]") {
  std::mt19937_64 generator(20'261);
  const std::vector<evaluation_method> methods{evaluation_method::automatic,
                                               evaluation_method::line_integral,
                                               evaluation_method::direct_summation};
  for (int i = 0; i < 60; ++i) {
    const auto outputs = 2 + generator() % 4;
    const randomizer of = random_randomizer(generator, outputs);
    const int n = 1 + static_cast<int>(generator() % (outputs > 3 ? 6 : 14));
    const both_laws laws = laws_of(of, n);
    const distribution_pair pair = pair_of(of, n, i % 3 != 2);
    for (const fraction& factor : {fraction(1, 3), fraction(1), fraction(8, 7), fraction(5, 2)}) {
      const fraction expected = hockey_stick_of(laws, factor);
      const fraction back = hockey_stick_of({laws.q, laws.p}, factor);
      INFO(i << ": n = " << n << ", factor " << factor << ", value " << expected);
      const number eps = log_of(to_rational(factor));
      for (const evaluation_method method : methods) {
        // With few users nearly every node of a line counts.
        if (method == evaluation_method::line_integral && i % 4 != 0) continue;
        INFO(to_text(method));
        const evaluation_options options{.limits = {}, .method = method};
        CHECK(holds_value(hockey_stick(pair, eps, 90, options), expected));
        CHECK(holds_value(hockey_stick(swap(pair), eps, 90, options), back));
      }
      // The same factor as an enclosure, which hides that the sum is on a lattice.
      if (i % 8 != 0) continue;
      const number near = log(ball::of(to_rational(factor), 200));
      CHECK(holds_value(hockey_stick(pair, near, 90, {.limits = {}, .method = methods[1]}),
                        expected));
    }
  }
}

TEST_CASE("shuffled pairs contain other pairs", "[shuffled]") {
  const auto meet = [](const distribution_pair& pair, const distribution_pair& other,
                       const number& eps, double digits) {
    const ball found = hockey_stick(pair, eps, 90).value.to_ball(90);
    const ball expected = hockey_stick(other, eps, 90).value.to_ball(90);
    INFO(found.near() << " and " << expected.near());
    CHECK(overlap(found, expected));
    CHECK(is_narrow((found - expected) / expected, -digits * 3.32));
  };
  const rational odds = 3;
  const number eps0 = log_of(odds);
  const masses own = shares({1, 3});
  const masses other = shares({3, 1});
  const randomizer binary{own, other, other};
  for (const std::int64_t n : {1, 2, 7, 100, 5'000, 1'000'000, 1'000'000'000}) {
    INFO("n = " << n);
    const rational step(3, 2 * static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 4);
    meet(pair_of(binary, n), {rr_pair{n, eps0}}, step, 15);
    meet(pair_of(binary, n), {rr_pair{n, eps0}}, rational(-step), 15);
    meet(swap(pair_of(binary, n)), swap({rr_pair{n, eps0}}), step, 15);
  }
  // The clone pair's layers are kept apart by a third output.
  const rational clone(1, 3);
  const randomizer clones{shares({3, 1, 0}), shares({1, 3, 0}), shares({1, 1, 4})};
  for (const std::int64_t n : {1, 3, 200, 20'000, 1'000'000, 1'000'000'000})
    for (const std::int64_t far : {1, 6}) {
      INFO("n = " << n << ", far " << far);
      const rational step(far, static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 6);
      meet(pair_of(clones, n), {clone_pair{n, eps0, number(clone)}}, step, n == 20'000 ? 9 : 11);
    }
  const randomizer ternary{shares({3, 1, 1}), shares({1, 3, 1}), shares({1, 1, 3})};
  for (const std::int64_t n : {2, 60, 4'000, 1'000'000}) {
    INFO("n = " << n);
    const rational step(2, static_cast<std::int64_t>(std::sqrt(static_cast<double>(n))) + 2);
    meet(pair_of(ternary, n), {krr_pair{3, n, eps0}}, step, 8);
    const auto whole = static_cast<std::int64_t>(std::sqrt(static_cast<double>(n)));
    meet(pair_of(ternary, n), {krr_pair{3, n, eps0}}, log_of(rational(whole + 3, whole + 1)), 8);
  }
}

TEST_CASE("tails far out and many users keep their digits", "[shuffled]") {
  for (const auto& [n, eps] : {std::pair{std::int64_t{10'000}, rational(1, 10)},
                               std::pair{std::int64_t{1'000'000}, rational(3, 100)},
                               std::pair{std::int64_t{1'000'000'000}, rational(1, 1000)}}) {
    const ball found = hockey_stick(pair_of(four, n), eps, 90).value.to_ball(90);
    INFO(n << ": " << found.near());
    CHECK(found.is_certainly_positive());
    CHECK(found.has_relative_radius(9));
    // The same with laws in balls.
    const ball again = hockey_stick(pair_of(four, n, false), eps, 90).value.to_ball(90);
    CHECK(overlap(found, again));
    CHECK(again.is_certainly_positive());
  }
}

ball value_of(const std::string& formula) {
  constexpr long digits = 10;
  const refined_value known =
      refine(*parse_formula(formula), {}, {}, digits, range_for_digits(digits), {});
  INFO(formula << ": " << known.reason);
  REQUIRE(known.sufficient);
  return std::get<number>(known.result).to_ball(128);
}

TEST_CASE("laws whose total is 1 only up to rounding keep their digits", "[shuffled]") {
  const ball found = value_of(
      "hockey_stick(shuffled_pair(law(x, 0, 2, if(x == 0, exp(2)/(exp(2) + 1), if(x == 1, "
      "1/(exp(2) + 1), 0))), law(x, 0, 2, if(x == 0, 1/(exp(2) + 1), if(x == 1, exp(2)/(exp(2) + "
      "1), 0))), law(x, 0, 2, if(x == 0, exp(-2)/2, if(x == 1, exp(-2)/2, 1 - exp(-2)))), 10^4), "
      "1/10)");
  CHECK(overlap(found, value_of("hockey_stick(clone_pair(10^4, 2), 1/10)")));
}

// A sum of binomial probabilities by mpmath: S > 0 where more than 16/17 of the reports are 0.
TEST_CASE("a lattice keeps its digits where the value is below every double", "[shuffled]") {
  const ball found = value_of(
      "hockey_stick(shuffled_pair(law(x, 0, 1, if(x == 0, 1/3, 2/3)), law(x, 0, 1, if(x == 0, 1/5, "
      "4/5)), law(x, 0, 1, 1/2), 10^6), log(3/2))");
  CHECK(overlap(found, value_of("9.545221797556103501021243*10^-203881")));
}

TEST_CASE("what a line leaves out is enclosed whatever its plan", "[shuffled]") {
  std::mt19937_64 generator(20'262);
  std::uniform_real_distribution<double> share(0, 1);
  constexpr bits precision = 200;
  int given = 0;
  for (int i = 0; i < 120; ++i) {
    const randomizer of = random_randomizer(generator, 3 + generator() % 2);
    const int n = 1 + static_cast<int>(generator() % 9);
    const rational factor(static_cast<int>(5 + generator() % 9), 9);
    const bool is_lattice = i % 2 == 0;
    report_sum sum{n, {}, ball(precision)};
    for (std::size_t y = 0; y < of.r.size(); ++y) {
      if (of.r[y] == 0) continue;
      const rational r = to_rational(of.r[y]);
      const rational g = (to_rational(of.p[y]) - factor * to_rational(of.q[y])) / r;
      report_value each{ball::of(g, precision), ball::of(r, precision), {}};
      if (is_lattice) each.parts = {g, rational(0)};
      sum.mean += each.value * each.mass;
      sum.values.push_back(std::move(each));
    }
    sum = joined_values(std::move(sum));
    if (sum.values.size() < 2 || !sum.values.front().value.is_certainly_positive() ||
        !sum.values.back().value.is_certainly_negative())
      continue;
    const ball exact = *positive_mean_by_outcomes(sum, 1e6, precision, {});
    const auto lattice = is_lattice ? lattice_of(sum) : std::nullopt;
    auto plan = plan_sum(sum, lattice ? std::optional(lattice->rough()) : std::nullopt, 1e-3);
    if (!plan) continue;
    for (int j = 0; j < 6; ++j) {
      sum_plan hostile = *plan;
      hostile.abscissa *= 0.5 + share(generator);
      hostile.left = hostile.abscissa * (0.2 + 0.7 * share(generator));
      hostile.right = hostile.abscissa * (1.1 + 2 * share(generator));
      if (!lattice) {
        hostile.smoothing *= 1 + 9 * share(generator);
        hostile.step *= 1 + 2 * share(generator);
      }
      hostile.last = std::max<std::int64_t>(
          1, static_cast<std::int64_t>(static_cast<double>(hostile.last) * share(generator)));
      hostile.allowed *= std::exp(12 * share(generator));
      std::int64_t reached = 0;
      const auto found =
          positive_mean_of_plan(sum, hostile, lattice, {0, 20'000, 1'000'000, 0}, 160, reached, {});
      if (!found) continue;
      ++given;
      INFO(i << ", " << j << ": " << found->near() << " and " << exact.near());
      CHECK(overlap(*found, exact));
    }
  }
  CHECK(given > 100);
}

TEST_CASE("sums that are nearly on a lattice are as far off as they may be", "[shuffled]") {
  constexpr bits precision = 200;
  // Values 1/2, 0 and −1, of which the middle one is known to 2^−62 only, and moved by 2^−63.
  for (const bool is_moved : {false, true})
    for (const std::int64_t n : {30, 3'000}) {
      report_sum sum{n, {}, ball(precision)};
      ball moved(precision);
      if (is_moved) arb_set_si(moved.raw(), 1);
      arb_mul_2exp_si(moved.raw(), moved.raw(), -63);
      ball width = ball::of(1, precision);
      arb_mul_2exp_si(width.raw(), width.raw(), -62);
      for (const auto& [value, mass] :
           {std::pair{rational(1, 2), rational(1, 4)}, std::pair{rational(0), rational(5, 8)},
            std::pair{rational(-1), rational(1, 8)}}) {
        ball g = ball::of(value, precision) + (value == 0 ? moved : ball(precision));
        if (value == 0) arb_add_error(g.raw(), width.raw());
        sum.values.push_back({g, ball::of(mass, precision), {}});
        sum.mean += sum.values.back().value * sum.values.back().mass;
      }
      const auto lattice = lattice_of(sum);
      REQUIRE(lattice);
      CHECK(lattice->places == std::vector<std::int64_t>{0, 1, 3});
      CHECK((less_equal(moved, lattice->distance) == true));
      const auto found = positive_mean_by_line(sum, {1e-13, 20'000, 1'000'000, 0}, 110, {});
      REQUIRE(found);
      for (report_value& each : sum.values) mag_zero(arb_radref(each.value.raw()));
      const ball exact = *positive_mean_by_outcomes(sum, 1e7, precision, {});
      INFO(n << ": " << found->near() << " and " << exact.near());
      CHECK(overlap(*found, exact));
      CHECK(found->has_relative_radius(14));
    }
}

TEST_CASE("bounds in whole numbers are above what they bound", "[shuffled]") {
  std::mt19937_64 generator(20'263);
  std::uniform_real_distribution<double> share(0, 1);
  constexpr bits precision = 200;
  int tight = 0;
  for (int i = 0; i < 40; ++i) {
    const std::size_t outputs = 2 + generator() % 5;
    std::vector<ball> values;
    std::vector<ball> parts;
    ball whole(precision);
    for (std::size_t j = 0; j < outputs; ++j) {
      values.push_back(
          ball::of(rational(static_cast<std::int64_t>(generator() % 100'000), 7919), precision));
      parts.push_back(ball::of(static_cast<std::int64_t>(1 + generator() % 1000), precision));
      whole += parts.back();
    }
    for (ball& part : parts) part = part / whole;
    const ball step = ball::of(rational(1, 1 + static_cast<int>(generator() % 5000)), precision);
    std::vector<ball> turns;
    for (const ball& value : values)
      turns.push_back(step * (value - values[0]) / (ball::pi(precision) * 2));
    const std::int64_t last = std::int64_t{1} << 30;
    const auto table = phase_table::of(values, parts, turns, step, last);
    if (!table) continue;
    for (int j = 0; j < 50; ++j) {
      const std::int64_t middle =
          j == 0 ? 0 : static_cast<std::int64_t>(share(generator) * 0x1p29) >> (generator() % 28);
      const int size =
          static_cast<int>(generator() % static_cast<unsigned>(table->largest_size() + 1));
      const std::int64_t bound = table->bound_around(middle, size);
      const double half = size > 0 ? std::ldexp(1, size - 1) : 0;
      for (const double at : {-1.0, 0.0, 1.0, 2 * share(generator) - 1}) {
        const auto k = middle + static_cast<std::int64_t>(at * half);
        ball cos_sum(precision);
        ball sin_sum(precision);
        for (std::size_t l = 0; l < outputs; ++l) {
          const ball angle = turns[l] * k * 2;
          ball cos(precision);
          ball sin(precision);
          arb_sin_cos_pi(sin.raw(), cos.raw(), angle.raw(), precision);
          cos_sum += parts[l] * cos;
          sin_sum += parts[l] * sin;
        }
        ball square = cos_sum * cos_sum + sin_sum * sin_sum;
        arb_mul_2exp_si(square.raw(), square.raw(), 61);
        const ball most = ball::of(bound, precision);
        INFO(i << ", " << j << ": k = " << k << ", size " << size);
        CHECK((less_equal(square, most) == true || bound == std::int64_t{1} << 61));
        if (size == 0 && is_narrow(most - square, 61 - 30)) ++tight;
      }
    }
  }
  CHECK(tight > 50);
}

TEST_CASE("values at the edges of shuffled pairs", "[shuffled]") {
  const auto value = [](const randomizer& of, std::int64_t n, const number& eps) {
    return hockey_stick(pair_of(of, n), eps, 90).value.to_ball(90);
  };
  const masses p = shares({1, 2, 3});
  const masses q = shares({3, 2, 1});
  // P = Q, whatever R is.
  CHECK(value({p, p, q}, 1'000'000, rational(1, 2)).is_exact_zero());
  CHECK(contains(value({p, p, q}, 50, negate(log_of(2))), rational(1, 2)));
  // Nobody else has the differing user's outcomes: as without shuffling.
  const randomizer apart{shares({1, 2, 3, 0}), shares({3, 2, 1, 0}), shares({0, 0, 0, 1})};
  for (const std::int64_t n : {1, 5, 1'000'000'000})
    CHECK(contains(value(apart, n, 0), rational(1, 3)));
  // One user.
  CHECK(contains(value({p, q, shares({1, 0, 0})}, 1, 0), rational(1, 3)));
  // Beyond all ratios, and below.
  CHECK(value({p, q, q}, 1'000'000, 3).is_exact_zero());
  CHECK(contains(value({p, q, q}, 1'000'000, negate(log_of(4))), rational(3, 4)));
  CHECK(renyi(pair_of({p, q, q}, 1'000'000), ball::infinity(90), 90).value.is_exact());
  // R = P or Q, and a mass that Q never has.
  CHECK(value({p, q, p}, 1'000'000'000, 0).is_certainly_positive());
  const randomizer singular{shares({1, 1, 2}), shares({0, 1, 3}), shares({0, 2, 2})};
  const auto epsilon_at = [&](const rational& delta) {
    return epsilon(pair_of(singular, 1'000), delta, 90).value;
  };
  CHECK(epsilon_at(rational(1, 5)).is_infinity(1));
  const ball finite = epsilon_at(rational(13, 50)).to_ball(90);
  CHECK(value(singular, 1'000, lower_bound(finite - ball::of(rational(1, 1000), 90))).near() >
        0.26);
  CHECK(value(singular, 1'000, upper_bound(finite + ball::of(rational(1, 1000), 90))).near() <
        0.26);
  CHECK_THROWS_AS(hockey_stick(pair_of({p, q, q}, 0), 0, 90), undefined_value);
}

TEST_CASE("epsilon of shuffled pairs is where the divergence passes delta", "[shuffled]") {
  for (const std::int64_t n : {3, 90, 20'000, 1'000'000'000})
    for (const rational& delta :
         {rational(1, 1000), rational(1, 1'000'000'000), rational(1, 2), rational(9, 10)}) {
      const distribution_pair pair = pair_of(four, n);
      const ball eps = epsilon(pair, delta, 64).value.to_ball(64);
      INFO(n << ", " << delta << ": " << eps.near());
      const ball low = hockey_stick(pair, lower_bound(eps), 64).value.to_ball(64);
      const ball high = hockey_stick(pair, upper_bound(eps), 64).value.to_ball(64);
      const ball level = ball::of(delta, 64);
      CHECK_FALSE((low - level).is_certainly_negative());
      CHECK_FALSE((high - level).is_certainly_positive());
      CHECK(eps.has_relative_radius(6));
    }
}

TEST_CASE("other quantities of few shuffled reports come from their outcomes", "[shuffled]") {
  const randomizer of{shares({1, 2, 3}), shares({3, 2, 1}), shares({1, 1, 1})};
  const both_laws laws = laws_of(of, 7);
  fraction moment = 0;
  for (const auto& [at, mass] : laws.p) moment += mass * mass / laws.q.at(at);
  const number found = renyi(pair_of(of, 7), 2, 128).value;
  CHECK(contains(exp(found.to_ball(128)), to_rational(moment)));
  CHECK_THROWS_AS(renyi(pair_of(of, 100'000), 2, 128), beyond_reach);
}

}  // namespace test_shuffled_pair
