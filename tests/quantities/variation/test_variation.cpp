// The pair of the variation-ratio reduction: against laws built user by user in exact fractions,
// the methods for many users against direct summation and against the clone pair, and its edges.

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include "quantities/pairs/variation.hpp"
#include "quantities/variation/variation_series.hpp"
#include "quantities/variation/variation_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"

namespace test_variation {

using namespace shufflecert;

namespace {

using oracle::fraction;

// p = 0 stands for inf.
struct point {
  int n;
  fraction p;
  fraction beta;
  fraction q0;
  fraction q1;
};

struct chances {
  fraction first;
  fraction second;
};

// One report more, which counts in the first or the second place with these probabilities.
oracle::law with_report(const oracle::law& of, const chances& at) {
  oracle::law result;
  for (const auto& [where, mass] : of) {
    const auto add = [&, &mass = mass](oracle::outcome then, const fraction& chance) {
      if (chance > 0) result[then] += mass * chance;
    };
    add({where.first + 1, where.second}, at.first);
    add({where.first, where.second + 1}, at.second);
    add(where, 1 - at.first - at.second);
  }
  return result;
}

chances chances_of(const point& at) {
  if (at.p == 0) return {at.beta, 0};
  const fraction most = (at.p - 1) / (at.p + 1);
  const fraction alpha = (at.beta < most ? at.beta : most) / (at.p - 1);
  return {alpha * at.p, alpha};
}

bool is_possible(const point& at) {
  const fraction p_alpha = chances_of(at).first;
  return p_alpha / at.q0 + p_alpha / at.q1 <= 1;
}

oracle::law_pair laws_of_point(const point& at) {
  const chances own = chances_of(at);
  const chances other{own.first / at.q0, own.first / at.q1};
  oracle::law others{{{0, 0}, fraction(1)}};
  for (int i = 1; i < at.n; ++i) others = with_report(others, other);
  return {with_report(others, own), with_report(others, {own.second, own.first})};
}

number as_number(const fraction& x, bool exact, bits precision) {
  const rational value = to_rational(x);
  if (exact) return value;
  return ball::of(value, precision);
}

distribution_pair pair_at(const point& at, bool exact, bits precision) {
  const number p =
      at.p == 0 ? number(ball::infinity(precision)) : as_number(at.p, exact, precision);
  return {variation_pair{at.n, p, as_number(at.beta, exact, precision),
                         as_number(at.q0, exact, precision), as_number(at.q1, exact, precision)}};
}

std::string text_of(const point& at) {
  return "variation_pair(" + std::to_string(at.n) + ", " + oracle::text(at.p) + ", " +
         oracle::text(at.beta) + ", " + oracle::text(at.q0) + ", " + oracle::text(at.q1) + ")";
}

class random_points {
 public:
  explicit random_points(std::uint64_t seed) : engine_(seed) {}

  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }

  point any(int largest_n) {
    for (;;) {
      const point found{whole(1, largest_n), fraction(whole(0, 3) == 0 ? 0 : whole(9, 40), 8),
                        fraction(whole(1, 12), 12), fraction(whole(8, 40), 8),
                        fraction(whole(8, 40), 8)};
      if (found.p != 0 && found.p <= 1) continue;
      if (is_possible(found)) return found;
    }
  }

 private:
  std::mt19937_64 engine_;
};

ball by(const distribution_pair& pair, evaluation_method method, const char* quantity,
        const number& at, bits precision) {
  const evaluation_options options{.limits = {}, .method = method};
  const std::string name = quantity;
  const auto value = name == "renyi"        ? renyi(pair, at, precision, options)
                     : name == "epsilon"    ? epsilon(pair, at, precision, options)
                     : name == "tradeoff"   ? tradeoff(pair, at, precision, options)
                     : name == "chi_moment" ? chi_moment(pair, at, precision, options)
                                            : hockey_stick(pair, at, precision, options);
  return value.value.to_ball(precision);
}

// The given parameters as balls, so that no other pair stands in for this one.
distribution_pair in_balls(std::int64_t n, double p, double beta, double q0, double q1) {
  const auto of = [](double x) {
    ball value(4000);
    arb_set_d(value.raw(), x);
    arb_add_error_2exp_si(value.raw(), -3000);
    return number(value);
  };
  return {variation_pair{n, of(p), of(beta), of(q0), of(q1)}};
}

}  // namespace

TEST_CASE("variation pair: one report, by hand", "[variation]") {
  // p = 3, β = 1/4: α = 1/8, pα = 3/8.
  const oracle::law_pair laws = laws_of_point({1, 3, fraction(1, 4), 2, 2});
  CHECK(laws.p ==
        oracle::law{{{0, 0}, fraction(1, 2)}, {{0, 1}, fraction(1, 8)}, {{1, 0}, fraction(3, 8)}});
  const variation_rates rates = rates_of({1, 3, rational(1, 4), 2, 4}, 64);
  CHECK(is_exactly(rates.first, rational(3, 8)));
  CHECK(is_exactly(rates.second, rational(1, 8)));
  CHECK(is_exactly(rates.none, rational(1, 2)));
  CHECK(is_exactly(rates.to_first, rational(3, 16)));
  CHECK(is_exactly(rates.to_second, rational(3, 32)));
  CHECK(is_exactly(rates.neither, rational(23, 32)));
  // A larger β than (p − 1)/(p + 1) is as good as that.
  CHECK(is_exactly(rates_of({1, 3, 1, 3, 3}, 64).none, 0));
  CHECK(is_exactly(rates_of({1, 3, 1, 3, 3}, 64).first, rational(3, 4)));
}

TEST_CASE("variation pair: every quantity of small pairs contains the exact value", "[variation]") {
  const random_cases cases(20240501, 120);
  random_points random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const point at = random.any(8);
    const bool swapped = random.whole(0, 1) == 1;
    INFO(text_of(at) << (swapped ? " swapped" : ""));
    oracle::law_pair laws = laws_of_point(at);
    if (swapped) laws = oracle::swapped(laws);
    for (const bool exact : {true, false}) {
      const bits precision = exact ? 160 : 100;
      distribution_pair pair = pair_at(at, exact, precision);
      pair.swapped = swapped;
      for (const fraction& order : {fraction(1, 2), fraction(1), fraction(2), fraction(7, 2)}) {
        const auto truth = oracle::renyi_real(laws, order);
        const number value = renyi(pair, to_rational(order), precision).value;
        CHECK(value.is_infinity(1) == !truth.has_value());
        if (truth) CHECK(encloses(value.to_ball(precision), *truth));
      }
      for (const fraction& factor : {fraction(1, 2), fraction(1), fraction(11, 10), fraction(2)}) {
        const number eps = log_number(factor, exact, precision);
        const ball value = hockey_stick(pair, eps, precision).value.to_ball(precision);
        CHECK(contains(value, to_rational(oracle::hockey_stick(laws, factor))));
      }
      const auto largest = oracle::largest_ratio(laws);
      const number most = renyi(pair, ball::infinity(precision), precision).value;
      CHECK(most.is_infinity(1) == !largest.has_value());
      if (largest) CHECK(encloses(most.to_ball(precision), oracle::log_of(*largest)));
    }
    const distribution_pair pair{pair_at(at, true, 160).kind, swapped};
    const law_ptr first = first_law(pair, 128);
    fraction total = 0;
    for (const auto& [where, mass] : laws.p) {
      total += mass;
      CHECK(is_exactly(probability_of(*first, {where.first, where.second}), to_rational(mass)));
    }
    CHECK(total == 1);
  }
}

TEST_CASE("variation pair: tails contain the exact hockey-stick divergence", "[variation]") {
  const random_cases cases(20240502, 200);
  random_points random(cases.seed());
  int reached = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const point at = random.any(10);
    const fraction factor(random.whole(1, 40), 12);
    INFO(text_of(at) << " factor " << oracle::text(factor));
    constexpr bits precision = 80;
    const auto laws = laws_of(pair_at(at, true, precision), variation_precision(precision, at.n));
    if (!laws) continue;
    ++reached;
    const oracle::law_pair truth = laws_of_point(at);
    const fraction h = oracle::hockey_stick(truth, factor);
    const number eps = log_number(factor, true, precision);
    const ball value = variation_hockey_stick(*laws, eps, precision, {});
    CHECK(contains(value, to_rational(h)));
    CHECK(is_narrow(value, -70));
    // What is rejected is {P > κQ} here, edges aside.
    const rejected_masses set =
        masses_beyond(*laws, ball::of(to_rational(factor), laws->precision()), precision, {});
    fraction least_p = 0;
    fraction most_p = 0;
    for (const auto& [where, mass] : truth.p) {
      const fraction excess = mass - factor * oracle::mass_at(truth.q, where);
      if (excess > 0) least_p += mass;
      if (excess >= 0) most_p += mass;
    }
    CHECK_FALSE(less(set.p, ball::of(to_rational(least_p), 200)).value_or(false));
    CHECK_FALSE(less(ball::of(to_rational(most_p), 200), set.p).value_or(false));
  }
  CHECK(reached > cases.count() / 2);
}

TEST_CASE("variation pair: methods for many users meet direct summation", "[variation][volume]") {
  struct sample {
    int n;
    double p, beta, q0, q1;
  };
  for (const sample& at : {sample{300, 3, 0.3, 3, 3}, sample{700, 2, 0.25, 2.5, 2},
                           sample{400, 20, 0.15, 20, 9}, sample{800, 1.5, 0.19, 1.5, 1.5},
                           sample{600, 9, 0.8, 9, 9}, sample{150, 3, 0.01, 1.25, 3}}) {
    const distribution_pair plain = in_balls(at.n, at.p, at.beta, at.q0, at.q1);
    for (const distribution_pair& pair : {plain, swap(plain)}) {
      INFO(at.n << " " << at.p << " " << at.beta << " " << at.q0 << " " << at.q1 << " "
                << pair.swapped);
      using enum evaluation_method;
      const auto meet = [&](const char* quantity, const rational& x, double bits) {
        INFO(quantity << " " << to_text(x));
        const ball fast = by(pair, binomial_tails, quantity, x, 80);
        const ball slow = by(pair, direct_summation, quantity, x, 80);
        CHECK(overlap(fast, slow));
        CHECK(is_narrow(fast, bits));
      };
      for (const rational& eps : {rational(-1, 10), rational(0), rational(1, 20), rational(1, 5)})
        meet("hockey_stick", eps, -76);
      for (const rational& delta : {rational(1, 1000000), rational(1, 100), rational(9, 10)})
        meet("epsilon", delta, -70);
      for (const rational& alpha : {rational(1, 1000), rational(1, 3), rational(99, 100)})
        meet("tradeoff", alpha, -70);
      CHECK(overlap(by(pair, automatic, "chi_moment", 2, 80),
                    by(pair, direct_summation, "chi_moment", 2, 100)));
    }
  }
}

// At few bits the remainders are as large as they may be.
TEST_CASE("variation pair: the series contains what direct summation gives",
          "[variation][volume]") {
  int reached = 0;
  for (const auto& [n, p, beta, q0, q1] :
       std::vector<std::tuple<int, double, double, double, double>>{{1500, 3, 0.3, 3, 3},
                                                                    {1500, 2, 0.25, 2.5, 2},
                                                                    {1200, 9, 0.6, 9, 12},
                                                                    {1500, 20, 0.1, 20, 4},
                                                                    {900, 1.5, 0.19, 1.5, 1.5}}) {
    const distribution_pair plain = in_balls(n, p, beta, q0, q1);
    for (const rational& order : {rational(1, 2), rational(1), rational(2), rational(6)}) {
      for (const distribution_pair& pair : {plain, swap(plain)}) {
        if (pair.swapped && q0 == q1) continue;
        INFO(n << " " << p << " " << beta << " " << q0 << " " << q1 << " order " << to_text(order)
               << " " << pair.swapped);
        const ball truth = by(pair, evaluation_method::direct_summation, "renyi", order, 120);
        for (const bits precision : {10, 16, 24, 40}) {
          const auto laws = laws_of(pair, variation_precision(precision + 2 * 12, n));
          REQUIRE(laws.has_value());
          const auto value = variation_renyi(*laws, order, precision, {});
          if (!value) continue;
          ++reached;
          CHECK(encloses(value->to_ball(200), truth));
          if (precision == 40) CHECK(value->to_ball(200).has_relative_radius(8));
        }
      }
    }
  }
  CHECK(reached >= 60);
}

TEST_CASE("variation pair: the generic one is a clone pair", "[variation]") {
  const number p = exp(number(1), 300);
  const number beta = divide(subtract(p, 1, 300), add(p, 1, 300), 300);
  const number clone = divide(2, add(p, 1, 300), 300);
  for (const std::int64_t n : {1, 2, 40, 3000}) {
    const distribution_pair variation{variation_pair{n, p, beta, p, p}};
    const distribution_pair clones{clone_pair{n, 1, clone}};
    INFO(n);
    const auto same = [&](const char* quantity, const rational& at) {
      INFO(quantity << " " << to_text(at));
      CHECK(overlap(by(variation, evaluation_method::automatic, quantity, at, 90),
                    by(clones, evaluation_method::automatic, quantity, at, 90)));
    };
    for (const rational& order : {rational(1, 2), rational(1), rational(2), rational(5)})
      same("renyi", order);
    same("hockey_stick", rational(1, 20));
    same("epsilon", rational(1, 1000));
    same("tradeoff", rational(1, 10));
    same("chi_moment", 2);
  }
  // Exactly: then it is evaluated as one.
  const distribution_pair exact{variation_pair{50, 3, rational(1, 2), 3, 3}};
  const distribution_pair same = as_clones(exact, 64);
  const auto* clones = std::get_if<clone_pair>(&same.kind);
  REQUIRE(clones != nullptr);
  CHECK(is_exactly(*clones->p, rational(1, 2)));
  CHECK(is_exactly(exp(clones->eps0, 64), 3));
  const distribution_pair unmixed =
      as_clones({variation_pair{50, ball::infinity(64), 1, 4, 4}}, 64);
  REQUIRE(std::holds_alternative<unmixed_pair>(unmixed.kind));
  CHECK(is_exactly(*std::get<unmixed_pair>(unmixed.kind).p, rational(1, 2)));
  CHECK(std::holds_alternative<variation_pair>(
      as_clones({variation_pair{50, 3, rational(1, 2), 3, 4}}, 64).kind));
  CHECK(std::holds_alternative<variation_pair>(
      as_clones({variation_pair{50, 3, rational(1, 3), 3, 3}}, 64).kind));
}

TEST_CASE("variation pair: exchanging P and Q exchanges q0 and q1", "[variation]") {
  const distribution_pair one{variation_pair{30, 3, rational(1, 3), 2, 4}};
  const distribution_pair other{variation_pair{30, 3, rational(1, 3), 4, 2}};
  for (const rational& eps : {rational(-1, 5), rational(1, 5)})
    CHECK(overlap(hockey_stick(swap(one), eps, 80).value.to_ball(80),
                  hockey_stick(other, eps, 80).value.to_ball(80)));
  CHECK_FALSE(overlap(hockey_stick(one, rational(1, 5), 80).value.to_ball(80),
                      hockey_stick(other, rational(1, 5), 80).value.to_ball(80)));
}

TEST_CASE("variation pair: edges and errors", "[variation]") {
  const auto refusal = [](const variation_pair& pair) -> std::string {
    try {
      renyi({pair}, 2, 64);
    } catch (const undefined_value& error) {
      return error.what();
    }
    return "";
  };
  const auto has = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  CHECK(has(refusal({0, 3, rational(1, 4), 3, 3}), "n must"));
  CHECK(has(refusal({5, 1, 0, 3, 3}), "p must be > 1, or inf"));
  CHECK(has(refusal({5, 3, rational(5, 4), 3, 3}), "beta must be in [0, 1]"));
  CHECK(has(refusal({5, 3, rational(-1, 4), 3, 3}), "beta must be in [0, 1]"));
  CHECK(has(refusal({5, 3, rational(1, 4), rational(1, 2), 3}), "q0 must be >= 1"));
  CHECK(has(refusal({5, 3, rational(1, 4), 3, ball::infinity(64)}), "q1 must be finite"));
  CHECK(has(refusal({5, 3, rational(1, 2), 1, 2}), "at most 1"));
  // Both laws the same; no user but one; no user that counts nowhere.
  CHECK(renyi({variation_pair{5, 3, 0, 3, 3}}, 2, 64).value.is_zero());
  CHECK(is_exactly(hockey_stick({variation_pair{1, 3, rational(1, 4), 3, 3}}, 0, 160).value,
                   rational(1, 4)));
  const distribution_pair full = in_balls(1, 3, 0.5, 3, 3);
  CHECK(contains(hockey_stick(full, 0, 64).value.to_ball(64), rational(1, 2)));
  const distribution_pair all{variation_pair{9, 3, rational(1, 4), 1, 1}};
  CHECK(
      contains(total_variation(all, 64).value.to_ball(64),
               to_rational(oracle::total_variation(laws_of_point({9, 3, fraction(1, 4), 1, 1})))));
  // r_0 + r_1 = 1
  const point crowded{7, 3, fraction(1, 2), fraction(3, 2), fraction(3, 2)};
  CHECK(contains(hockey_stick(pair_at(crowded, true, 64), rational(0), 64).value.to_ball(64),
                 to_rational(oracle::total_variation(laws_of_point(crowded)))));
  const point partly{7, 2, fraction(1, 4), 1, 1};
  CHECK(contains(hockey_stick(pair_at(partly, true, 64), rational(0), 64).value.to_ball(64),
                 to_rational(oracle::total_variation(laws_of_point(partly)))));
}

TEST_CASE("variation pair: ranges of beta and of n enclose their members", "[variation]") {
  ball wide = ball::of(rational(3, 10), 64);
  arb_add_error_2exp_si(wide.raw(), -4);
  const distribution_pair over{variation_pair{60, 3, wide, 3, 2}};
  const ball range = hockey_stick(over, rational(1, 10), 64).value.to_ball(64);
  CHECK(range.has_relative_radius(0));
  for (const rational& beta : {rational(1, 4), rational(3, 10), rational(7, 20)}) {
    const distribution_pair at{variation_pair{60, 3, beta, 3, 2}};
    CHECK(encloses(range, hockey_stick(at, rational(1, 10), 128).value.to_ball(128)));
  }
}

TEST_CASE("k-ary response of four symbols is above its variation pair", "[variation]") {
  // Five users, e^ε0 = 3, e^ε = 3/2: docs/methods/randomizers.md, section 3.
  const auto divergence = [](const brute_force::law& p, const brute_force::law& q) {
    oracle::fraction sum = 0;
    for (const auto& [where, mass] : p) {
      const oracle::fraction gap = mass - oracle::fraction(3, 2) * q.at(where);
      if (gap > 0) sum += gap;
    }
    return sum;
  };
  // Only how often the symbols 0 and 1 occur.
  const auto merged = [](const brute_force::law& of) {
    brute_force::law result;
    for (const auto& [where, mass] : of) result[{where[0], where[1]}] += mass;
    return result;
  };
  oracle::fraction largest = 0;
  for (std::size_t a = 0; a < 4; ++a)
    for (std::size_t b = a; b < 4; ++b)
      for (std::size_t c = b; c < 4; ++c)
        for (std::size_t d = c; d < 4; ++d) {
          const oracle::fraction here = divergence(brute_force::histogram({0, a, b, c, d}, 4, 3),
                                                   brute_force::histogram({1, a, b, c, d}, 4, 3));
          if (here > largest) largest = here;
        }
  const brute_force::law p = brute_force::histogram({0, 2, 2, 2, 2}, 4, 3);
  const brute_force::law q = brute_force::histogram({1, 2, 2, 2, 2}, 4, 3);
  CHECK(divergence(p, q) == largest);
  CHECK(largest == oracle::fraction(1171, 15552));
  const oracle::fraction reduced = divergence(merged(p), merged(q));
  CHECK(reduced == oracle::fraction(583, 7776));
  CHECK(reduced < largest);
  const number eps = log_of(rational(3, 2));
  const distribution_pair mechanism{krr_pair{4, 5, log_of(3)}};
  CHECK(contains(hockey_stick(mechanism, eps, 80).value.to_ball(300), to_rational(largest)));
  const distribution_pair reduction{variation_pair{
      .n = 5, .p = number(3), .beta = number(rational(1, 3)), .q0 = number(3), .q1 = number(3)}};
  CHECK(contains(hockey_stick(reduction, eps, 80).value.to_ball(300), to_rational(reduced)));
}

TEST_CASE("k-ary response of three symbols is its variation pair", "[variation]") {
  // (W.17), against all histograms of the reports, and at sizes that are summed for comparison.
  for (const int e : {2, 3})
    for (const std::size_t n : {1U, 2U, 5U}) {
      std::vector<std::size_t> inputs(n, 2);
      inputs[0] = 0;
      const brute_force::law p = brute_force::histogram(inputs, 3, e);
      inputs[0] = 1;
      const brute_force::law q = brute_force::histogram(inputs, 3, e);
      const distribution_pair pair{krr_pair{3, static_cast<std::int64_t>(n), log_of(e)}};
      for (const rational& factor : {rational(2, 3), rational(1), rational(6, 5), rational(7, 4)}) {
        INFO("e^eps0 = " << e << ", n = " << n << ", e^eps = " << to_text(factor));
        const oracle::fraction kappa(oracle::whole(numerator(factor).str()),
                                     oracle::whole(denominator(factor).str()));
        oracle::fraction expected = 0;
        for (const auto& [where, mass] : p)
          if (mass > kappa * q.at(where)) expected += mass - kappa * q.at(where);
        const ball found =
            by(pair, evaluation_method::binomial_tails, "hockey_stick", log_of(factor), 100);
        CHECK(contains(found, to_rational(expected)));
        CHECK(is_narrow(found - ball::of(to_rational(expected), 300), -90));
      }
    }
  for (const char* quantity : {"hockey_stick", "epsilon", "tradeoff"})
    for (const number& eps0 : {number(rational(1, 2)), number(3)}) {
      const distribution_pair pair{krr_pair{3, 300, eps0}};
      const number at = rational(1, 20);
      INFO(quantity << " at " << *exact_text(pair));
      const ball summed = by(pair, evaluation_method::direct_summation, quantity, at, 80);
      const ball tails = by(pair, evaluation_method::binomial_tails, quantity, at, 80);
      CHECK(overlap(summed, tails));
      CHECK(overlap(tails, by(swap(pair), evaluation_method::binomial_tails, quantity, at, 80)));
      CHECK(tails.has_relative_radius(18));
    }
  // So many users that a sum over outcomes is refused.
  const ball many =
      epsilon({krr_pair{3, 1'000'000, 1}}, rational(1, 1'000'000), 80).value.to_ball(80);
  CHECK(many.has_relative_radius(18));
  CHECK(less(many,
             epsilon({krr_pair{3, 990'000, 1}}, rational(1, 1'000'000), 80).value.to_ball(80)) ==
        true);
  // By (J.5).
  CHECK(less(many, epsilon({clone_pair{1'000'000, 1, std::nullopt}}, rational(1, 1'000'000), 80)
                       .value.to_ball(80)) == true);
}

}  // namespace test_variation
