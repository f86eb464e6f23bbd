// The hockey-stick divergence, epsilon and the trade-off function of the clone and unmixed pairs by
// binomial tails: against sums over all outcomes in exact rationals, and against direct summation,
// which shares only the first binomial weight with them.

#include "quantities/clone/tails/clone_tails.hpp"

#include <random>
#include <set>

#include "quantities/binomial/lattice_cut.hpp"
#include "quantities/clone/tails/tilted_dual.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/rational.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/this_run.hpp"
#include "support/tradeoff_oracle.hpp"
#include "support/values_at_points.hpp"

namespace test_clone_tails {

using namespace shufflecert;

namespace {

constexpr auto by_tails = evaluation_method::binomial_tails;
constexpr auto by_summation = evaluation_method::direct_summation;

rational choose(std::int64_t n, std::int64_t k) {
  rational value = 1;
  for (std::int64_t i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

struct exact_sums {
  rational mass = 0;
  rational first_moment = 0;
  rational atom = 0;
};

// Over the layers lowest, …, highest, outcome by outcome.
exact_sums sums_of(std::int64_t n, const rational& p, const rational& y, std::int64_t lowest,
                   std::int64_t highest) {
  exact_sums sums;
  for (std::int64_t layer = lowest; layer <= highest; ++layer) {
    const rational weight = choose(n - 1, layer - 1) * power(p, static_cast<long>(layer - 1)) *
                            (p == 1 ? rational(layer == n ? 1 : 0)
                                    : power(rational(1 - p), static_cast<long>(n - layer)));
    for (std::int64_t a = 0; a <= layer; ++a) {
      const rational at(2 * a - layer, layer);
      if (at < y) continue;
      const rational mass =
          weight * choose(layer, a) / power(rational(2), static_cast<long>(layer));
      sums.mass += mass;
      sums.first_moment += mass * at;
      if (at == y) sums.atom += mass;
    }
  }
  return sums;
}

clone_parameters with_odds(std::int64_t n, const rational& r, const rational& p, bool is_unmixed,
                           bits precision) {
  const number eps0 = log_multiple{1, r};
  const distribution_pair pair = is_unmixed ? distribution_pair{unmixed_pair{n, eps0, number(p)}}
                                            : distribution_pair{clone_pair{n, eps0, number(p)}};
  return as_tilted(pair, precision).value();
}

// Cuts of all kinds: values of Y, numbers between, and those with long denominators.
std::vector<rational> cuts(std::mt19937& random, std::int64_t n) {
  std::uniform_int_distribution<std::int64_t> layer(1, n);
  const std::int64_t of = layer(random);
  std::uniform_int_distribution<std::int64_t> index((of + 1) / 2, of);
  std::uniform_int_distribution<std::int64_t> wide(0, 1'000'000'007);
  return {rational(2 * index(random) - of, of), rational(wide(random), 1'000'000'007),
          rational(wide(random), 1'000'000'007) * rational(wide(random), 1'000'000'007)};
}

const std::array<rational, 4> clone_probabilities{rational(1, 3), rational(3, 4), rational(1, 50),
                                                  rational(1)};

bool is_below(const rational& truth, const ball& bound) {
  return less_equal(ball::of(truth, 400), bound).value_or(false);
}

rational positive(const rational& x) {
  return x > 0 ? x : rational(0);
}

// Σ (P − κQ)₊ of the densities over all layers.
rational exact_hockey_stick(std::int64_t n, const rational& t, const rational& p,
                            const rational& kappa) {
  rational sum = 0;
  for (std::int64_t layer = 1; layer <= n; ++layer) {
    if (p == 1 && layer != n) continue;
    const rational weight =
        choose(n - 1, layer - 1) * power(p, static_cast<long>(layer - 1)) *
        (p == 1 ? rational(1) : power(rational(1 - p), static_cast<long>(n - layer)));
    for (std::int64_t a = 0; a <= layer; ++a) {
      const rational tilt = t * rational(2 * a - layer, layer);
      sum += weight * choose(layer, a) / power(rational(2), static_cast<long>(layer)) *
             positive(1 + tilt - kappa * (1 - tilt));
    }
  }
  return sum;
}

std::vector<rational> values_of_y(std::int64_t n) {
  std::set<rational> values;
  for (std::int64_t layer = 1; layer <= n; ++layer)
    for (std::int64_t a = (layer + 1) / 2; a <= layer; ++a)
      values.insert(rational(2 * a - layer, layer));
  return {values.begin(), values.end()};
}

}  // namespace

TEST_CASE("a cut follows the layers in whole numbers", "[tails]") {
  for (const rational& u : {rational(1), rational(1, 2), rational(5, 7),
                            rational(integer(1) << 200, (integer(1) << 200) + 1)}) {
    lattice_cut cut(u, 60);
    for (std::int64_t layer = 60; layer >= 1; --layer) {
      const rational exact = u * layer;
      CHECK(rational(cut.index()) >= exact);
      CHECK(rational(cut.index() - 1) < exact);
      CHECK(cut.is_on_lattice() == (rational(cut.index()) == exact));
      if (layer > 1) cut.step_down();
    }
  }
}

TEST_CASE("the simplest rational between two", "[tails]") {
  CHECK(simplest_between({1, 3}, {1, 2}) == rational(1, 2));
  CHECK(simplest_between({3141, 1000}, {3142, 1000}) == rational(245, 78));
  CHECK(simplest_between({5, 7}, {5, 7}) == rational(5, 7));
  CHECK(simplest_between({0}, {1, 9}) == rational(0));
  CHECK(simplest_between({7, 10}, {72, 100}) == rational(5, 7));
}

TEST_CASE("the walk encloses the exact sums over any window", "[tails]") {
  const random_cases cases(20261122, 120);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const std::int64_t n = std::uniform_int_distribution<std::int64_t>(1, 14)(random);
    const rational& p = clone_probabilities.at(static_cast<std::size_t>(i % 4));
    layer_window window{n, n};
    if (p != 1) {
      window.lowest = std::uniform_int_distribution<std::int64_t>(1, n)(random);
      window.highest = std::uniform_int_distribution<std::int64_t>(window.lowest, n)(random);
    }
    const clone_parameters of = with_odds(n, 3, p, false, 80);
    for (const rational& y : cuts(random, n)) {
      INFO("n = " << n << ", p = " << to_text(p) << ", y = " << to_text(y) << ", layers "
                  << window.lowest << " to " << window.highest);
      const exact_sums exact = sums_of(n, p, y, window.lowest, window.highest);
      // In two words, and in as many as there are.
      for (const bits precision : {80, 150}) {
        const tail_sums sums = sum_tails(of, y, window, precision, {});
        CHECK(contains(sums.mass, exact.mass));
        CHECK(contains(sums.first_moment, exact.first_moment));
        CHECK(contains(sums.atom, exact.atom));
        CHECK(sums.mass.has_relative_radius(22));
        CHECK(sums.first_moment.has_relative_radius(22));
      }
      const tail_sums sums = sum_tails(of, y, window, 80, {});
      const exact_sums all = sums_of(n, p, y, 1, n);
      CHECK(is_below(all.mass - exact.mass, sums.left_out));
    }
  }
}

// At so few bits the terms that a tail leaves out are far above the roundings.
TEST_CASE("a tail that ends early holds the rest of its terms", "[tails]") {
  const rational p(3, 4);
  const clone_parameters of = with_odds(200, 3, p, false, 200);
  for (const rational& y : {rational(1, 100), rational(1, 20), rational(1, 5)})
    for (const layer_window& window : {layer_window{160, 160}, layer_window{140, 160}})
      for (const bits precision : {1, 4, 10, 150}) {
        INFO("y = " << to_text(y) << ", from layer " << window.lowest << ", " << precision
                    << " bits");
        const tail_sums sums = sum_tails(of, y, window, precision, {});
        const exact_sums exact = sums_of(200, p, y, window.lowest, window.highest);
        CHECK(contains(sums.mass, exact.mass));
        CHECK(contains(sums.first_moment, exact.first_moment));
      }
}

TEST_CASE("the bound for the other layers holds where it is an equation", "[tails]") {
  // At y = 1 the bound of one layer is its mass: half of it would be too small.
  for (const rational& p : {rational(1, 3), rational(3, 4)})
    for (const std::int64_t n : {2, 5, 9}) {
      const clone_parameters of = with_odds(n, 3, p, false, 80);
      for (const layer_window& window : {layer_window{2, n}, layer_window{1, n - 1}}) {
        const rational missing =
            sums_of(n, p, 1, 1, n).mass - sums_of(n, p, 1, window.lowest, window.highest).mass;
        const ball bound = sum_tails(of, 1, window, 80, {}).left_out;
        CHECK(is_below(missing, bound));
        CHECK(is_below(rational(1), ball::of(missing * rational(101, 100), 200) / bound) == true);
      }
    }
}

TEST_CASE("a poor window and a coarse cut are inside the enclosure of the divergence", "[tails]") {
  for (const bool is_unmixed : {false, true})
    for (const rational& p : {rational(1, 3), rational(3, 4)})
      for (const std::int64_t n : {2, 3, 7})
        for (const rational& kappa : {rational(1), rational(6, 5), rational(2), rational(5, 2),
                                      rational(14, 5), rational(29, 10)})
          for (const bits scale : {0, 2, 60})
            for (std::int64_t lowest = 1; lowest <= n; ++lowest)
              for (std::int64_t highest = lowest; highest <= n; ++highest) {
                const clone_parameters of = with_odds(n, 3, p, is_unmixed, 80);
                const rational t = is_unmixed ? rational(1) : rational(1, 2);
                INFO("n = " << n << ", p = " << to_text(p) << ", kappa = " << to_text(kappa)
                            << ", scale = " << scale << ", layers " << lowest << " to " << highest
                            << (is_unmixed ? ", unmixed" : ""));
                const ball found = tilted_positive_part(of, ball::of(rational(kappa - 1), 300), 80,
                                                        {}, tail_plan{{lowest, highest}, scale});
                CHECK(contains(found, exact_hockey_stick(n, t, p, kappa)));
              }
  // One layer, N = 2, and y = 0 <= y*: of the outcomes that count only Y = 0 is misplaced.
  const clone_parameters certain = with_odds(2, 3, 1, false, 80);
  const ball coarse =
      tilted_positive_part(certain, ball::of(rational(1, 2), 300), 80, {}, tail_plan{{2, 2}, 0});
  CHECK(contains(coarse, exact_hockey_stick(2, rational(1, 2), 1, rational(3, 2))));
}

TEST_CASE("the masses of a cut enclose what a poor window leaves out", "[tails]") {
  const random_cases cases(4, 1);
  std::mt19937 random(cases.seed());
  for (const bool is_unmixed : {false, true})
    for (const rational& p : {rational(1, 3), rational(3, 4)})
      for (const std::int64_t n : {2, 3, 6}) {
        std::vector<rational> ys;
        for (int i = 0; i < cases.count(); ++i)
          for (const rational& y : cuts(random, n)) ys.push_back(y);
        for (const rational& y : {rational(1), rational(97, 100), rational(9, 10), rational(0)})
          ys.push_back(y);
        const clone_parameters of = with_odds(n, 3, p, is_unmixed, 80);
        const rational t = is_unmixed ? rational(1) : rational(1, 2);
        for (const rational& y : ys)
          for (const layer_window& window :
               {layer_window{2, n}, layer_window{1, n - 1}, layer_window{1, n}}) {
            const tilted_masses at = masses_at(of, y, 80, {}, window);
            const exact_sums all = sums_of(n, p, y, 1, n);
            INFO("n = " << n << ", p = " << to_text(p) << ", y = " << to_text(y) << ", layers "
                        << window.lowest << " to " << window.highest
                        << (is_unmixed ? ", unmixed" : ""));
            CHECK(contains(at.p, all.mass + t * all.first_moment));
            CHECK(contains(at.q, all.mass - t * all.first_moment));
            CHECK(contains(at.p_above, all.mass + t * all.first_moment - (1 + t * y) * all.atom));
            CHECK(contains(at.q_above, all.mass - t * all.first_moment - (1 - t * y) * all.atom));
            CHECK(contains(at.difference, 2 * t * all.first_moment));
            CHECK(contains(at.excess, all.first_moment - y * all.mass));
          }
      }
}

TEST_CASE("every cut encloses the trade-off function, and no cut by less than is needed",
          "[tails]") {
  for (const bool is_unmixed : {false, true})
    for (const bool rejects : {false, true})
      for (const std::int64_t n : {3, 5}) {
        const rational p(1, 3);
        const rational t = is_unmixed ? rational(1) : rational(1, 2);
        const clone_parameters of = with_odds(n, 3, p, is_unmixed, 80);
        const oracle::law_pair laws = is_unmixed
                                          ? oracle::unmixed_laws(static_cast<int>(n), {1, 3})
                                          : oracle::clone_laws(static_cast<int>(n), 3, {1, 3});
        std::vector<rational> ys = values_of_y(n);
        if (is_unmixed && rejects) ys.pop_back();
        const auto tail = [&](const rational& y) {
          const exact_sums sums = sums_of(n, p, y, 1, n);
          const rational sign = rejects ? -1 : 1;
          return rational(sums.mass + sign * t * sums.first_moment);
        };
        for (std::size_t best = 1; best + 1 < ys.size(); ++best) {
          // The optimal test splits the outcomes with Y = ys[best].
          const rational target = (tail(ys[best]) + tail(ys[best + 1])) / 2;
          const rational alpha = rejects ? target : rational(1 - target);
          const rational truth = to_rational(oracle::tradeoff(laws, oracle::fraction(alpha.str())));
          const dual_problem problem{ball::of(target, 300), rejects};
          for (std::size_t i = 0; i < ys.size(); ++i) {
            // The range ends at the best cut: from its neighbours the bound is an equation.
            const cut_range range{std::min(ys[i], ys[best]), std::max(ys[i], ys[best])};
            const dual_point at = dual_at(of, problem, ys[i], range, masses_at(of, ys[i], 80, {}));
            INFO("n = " << n << ", cut " << to_text(ys[i]) << ", best " << to_text(ys[best])
                        << (rejects ? ", rejects" : ", accepts")
                        << (is_unmixed ? ", unmixed" : ""));
            CHECK(contains(ball::hull(at.value, at.value + at.loss), truth));
            CHECK(at.above.is_certainly_negative() == (i < best));
            CHECK(at.from.is_certainly_positive() == (i > best));
            if (i + 1 == best || i == best + 1)
              CHECK(is_below_power_of_two(at.value + at.loss - ball::of(truth, 300), -60));
            if (i == best) CHECK(contains(at.value, truth));
          }
        }
      }
}

TEST_CASE("the divergence by tails agrees with brute force", "[tails]") {
  const random_cases cases(11, 60);
  std::mt19937 random(cases.seed());
  const std::array<oracle::fraction, 6> odds{oracle::fraction(3),    oracle::fraction(6, 5),
                                             oracle::fraction(7, 3), oracle::fraction(1000),
                                             oracle::fraction(2),    oracle::fraction(3, 2)};
  for (int i = 0; i < cases.count(); ++i) {
    const int n = std::uniform_int_distribution<int>(1, 8)(random);
    const oracle::fraction& r = odds.at(static_cast<std::size_t>(i % 6));
    const bool is_unmixed = i % 5 == 0;
    const oracle::law_pair laws =
        is_unmixed ? oracle::unmixed_laws(n, 1 / r) : oracle::clone_laws(n, r, 1 / r);
    const number eps0 = log_number(r, i % 2 == 0, 200);
    const distribution_pair pair = is_unmixed ? distribution_pair{unmixed_pair{n, eps0, {}}}
                                              : distribution_pair{clone_pair{n, eps0, {}}};
    // Factors on both sides of 1, among them those at which an outcome has P = κQ.
    std::vector<oracle::fraction> factors{1, oracle::fraction(11, 10), oracle::fraction(9, 10),
                                          (1 + r) / 2, oracle::fraction(1, 3)};
    for (const auto& [where, mass] : laws.p)
      if (const auto found = laws.q.find(where); found != laws.q.end() && found->second != 0)
        if (mass != 0) factors.push_back(mass / found->second);
    for (const oracle::fraction& factor : factors) {
      INFO("n = " << n << ", r = " << oracle::text(r) << ", factor " << oracle::text(factor)
                  << (is_unmixed ? ", unmixed" : ""));
      const number eps = log_number(factor, true, 80);
      const quantity found = hockey_stick(pair, eps, 80, {.method = by_tails});
      CHECK(contains(found.value.to_ball(400), to_rational(oracle::hockey_stick(laws, factor))));
    }
  }
}

TEST_CASE("the trade-off function and epsilon by tails agree with brute force", "[tails]") {
  for (const auto& [n, r] : std::vector<std::pair<int, oracle::fraction>>{
           {1, 3}, {2, oracle::fraction(3, 2)}, {3, 9}, {5, oracle::fraction(7, 3)}, {7, 2}})
    for (const bool is_unmixed : {false, true}) {
      const oracle::law_pair laws =
          is_unmixed ? oracle::unmixed_laws(n, 1 / r) : oracle::clone_laws(n, r, 1 / r);
      const number eps0 = log_number(r, false, 300);
      const distribution_pair pair = is_unmixed ? distribution_pair{unmixed_pair{n, eps0, {}}}
                                                : distribution_pair{clone_pair{n, eps0, {}}};
      std::vector<oracle::fraction> levels{
          oracle::fraction(1, 1000000000),  oracle::fraction(1, 1000), oracle::fraction(1, 20),
          oracle::fraction(1, 3),           oracle::fraction(1, 2),    oracle::fraction(9, 10),
          oracle::fraction(999999, 1000000)};
      // The knots: sums of the outcomes with the largest ratios.
      for (const auto& [where, edge] : laws.q)
        if (const auto at = laws.p.find(where); at != laws.p.end() && at->second != 0) {
          oracle::fraction spent = 0;
          for (const auto& [other, q] : laws.q)
            if (const auto p = laws.p.find(other); p != laws.p.end())
              if (q * at->second > edge * p->second) spent += p->second;
          const bool is_some = spent > 0;
          if (is_some && spent < 1) levels.push_back(spent);
        }
      for (const oracle::fraction& level : levels) {
        INFO("n = " << n << ", r = " << oracle::text(r) << ", level " << oracle::text(level)
                    << (is_unmixed ? ", unmixed" : ""));
        const rational at = to_rational(level);
        const ball found = tradeoff(pair, at, 80, {.method = by_tails}).value.to_ball(80);
        CHECK(contains(found, to_rational(oracle::tradeoff(laws, level))));
        ball radius(80);
        arb_get_rad_arb(radius.raw(), found.raw());
        CHECK(is_below_power_of_two(radius, -70));
      }
      levels.resize(7);
      for (const oracle::fraction& level : levels) {
        INFO("n = " << n << ", r = " << oracle::text(r) << ", delta " << oracle::text(level)
                    << (is_unmixed ? ", unmixed" : ""));
        const auto factor = oracle::least_factor(laws, level);
        const number value = epsilon(pair, to_rational(level), 80, {.method = by_tails}).value;
        CHECK(value.is_infinity(1) == !factor);
        if (factor) CHECK(encloses(value.to_ball(80), oracle::log_of(*factor)));
      }
    }
}

TEST_CASE("where the slope passes -1, a wide type I error is enclosed at every point", "[tails]") {
  for (const int n : {1, 2, 4})
    for (const oracle::fraction& r : {oracle::fraction(9), oracle::fraction(3)}) {
      const oracle::law_pair laws = oracle::clone_laws(n, r, {1, 3});
      const distribution_pair pair{clone_pair{n, log_number(r, true, 200), number(rational(1, 3))}};
      oracle::fraction above = 0;  // Q(Y > 0)
      oracle::fraction below = 0;  // P(Y <= 0)
      for (const auto& [where, q] : laws.q)
        if (where.first > where.second) above += q;
      for (const auto& [where, p] : laws.p)
        if (where.first <= where.second) below += p;
      const oracle::fraction width(1, 50);
      for (const oracle::fraction& middle : {above, below}) {
        const ball alpha = ball::hull(ball::of(to_rational(middle - width), 100),
                                      ball::of(to_rational(middle + width), 100));
        const ball found = tradeoff(pair, alpha, 80, {.method = by_tails}).value.to_ball(80);
        INFO("n = " << n << ", r = " << oracle::text(r) << ", alpha near " << oracle::text(middle));
        for (const oracle::fraction& at :
             {oracle::fraction(middle - width), middle, oracle::fraction(middle + width)})
          CHECK(contains(found, to_rational(oracle::tradeoff(laws, at))));
      }
    }
}

TEST_CASE("tails and direct summation meet", "[tails]") {
  const random_cases cases(3, 24);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const std::int64_t n = std::uniform_int_distribution<std::int64_t>(20, 400)(random);
    const rational eps0(std::uniform_int_distribution<int>(1, 40)(random), 10);
    const std::optional<number> p =
        i % 3 == 0 ? std::optional<number>(rational(1 + i % 7, 9)) : std::nullopt;
    const distribution_pair pair = i % 4 == 0 ? distribution_pair{unmixed_pair{n, eps0, p}}
                                              : distribution_pair{clone_pair{n, eps0, p}};
    for (const rational& share : {rational(0), rational(1, 40), rational(1, 3), rational(9, 10),
                                  rational(999, 1000), rational(-1, 5), rational(-19, 20)}) {
      const rational eps = eps0 * share;
      INFO("n = " << n << ", eps0 = " << to_text(eps0) << ", eps = " << to_text(eps));
      const quantity found = hockey_stick(pair, eps, 80, {.method = by_tails});
      CHECK(overlap(found.value.to_ball(80),
                    hockey_stick(pair, eps, 150, {.method = by_summation}).value.to_ball(150)));
      CHECK(found.value.to_ball(80).has_relative_radius(15));
      CHECK(found.method == by_tails);
    }
  }
}

TEST_CASE("a divergence of 10^-200 keeps its digits", "[tails]") {
  // Direct summation to an absolute accuracy of 2^-1100.
  const distribution_pair pair{clone_pair{300, log_multiple{1, 3}, number(rational(1, 2))}};
  for (const rational& kappa : {rational(27, 10), rational(295, 100)}) {
    const number eps = log(number(kappa), 80);
    const number found = hockey_stick(pair, eps, 80, {.method = by_tails}).value;
    CHECK(found.to_ball(80).has_relative_radius(15));
    CHECK(overlap(found.to_ball(80),
                  hockey_stick(pair, eps, 1100, {.method = by_summation}).value.to_ball(1100)));
  }
}

TEST_CASE("shares of clones nearer to 1 than doubles are keep their layers", "[tails]") {
  // By mpmath at 80 digits: sums over all outcomes of at most 60 users who are no clones.
  check_known_values({
      {"total_variation(clone_pair(1000, 1e-17))", "1.261250908918040107954593527285460671075e-19"},
      {"hockey_stick(clone_pair(1000, 1e-17), 1e-17/3)",
       "2.804768651212187769414769069885704438499e-46"},
      {"epsilon(clone_pair(1000, 1e-17), 1e-30)", "2.076811892101876954247795938306815632008e-18"},
      {"tradeoff(unmixed_pair(1000, 1e-17), 1/3)", "0.643366727601164301472283599584688704117"},
      {"epsilon(unmixed_pair(1000, 1e-17), 1e-30)", "0.7210293185577940667536788814657462765625"},
  });
}

TEST_CASE("at few bits epsilon still encloses", "[tails]") {
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{300, 2, {}}}, distribution_pair{unmixed_pair{200, 1, {}}},
        distribution_pair{clone_pair{40, 1, number(1)}}})
    for (const rational& delta : {rational(1, 1000000), rational(1, 100), rational(1, 20),
                                  rational(1, 5), rational(4, 5)}) {
      const ball fine = epsilon(pair, delta, 150, {.method = by_tails}).value.to_ball(200);
      INFO("delta " << to_text(delta));
      for (const bits precision : {6, 10, 16, 24, 40}) {
        const ball coarse =
            epsilon(pair, delta, precision, {.method = by_tails}).value.to_ball(200);
        CHECK(arb_contains(coarse.raw(), fine.raw()) != 0);
      }
      const ball back =
          hockey_stick(pair, number(fine), 150, {.method = by_tails}).value.to_ball(150);
      CHECK(contains(back, delta));
      CHECK(back.has_relative_radius(30));
    }
}

TEST_CASE("divergence, epsilon and trade-off function are monotone", "[tails]") {
  const distribution_pair pair{clone_pair{2000, 3, {}}};
  std::optional<ball> last;
  for (int i = -12; i < 12; ++i) {
    const ball at = hockey_stick(pair, rational(i, 4), 64, {.method = by_tails}).value.to_ball(64);
    if (last) CHECK(less(at, *last) == true);
    last = at;
  }
  last.reset();
  for (const char* text : {"1e-200", "1e-40", "1e-9", "0.01", "0.3", "0.44", "0.5", "0.56", "0.7",
                           "0.99", "0.999999999"}) {
    const rational alpha = parse_decimal(text).value();
    const ball at = tradeoff(pair, alpha, 64, {.method = by_tails}).value.to_ball(64);
    INFO("alpha " << text);
    CHECK(less_equal(at, ball::of(rational(1 - alpha), 64)) != false);
    if (last) CHECK(less(*last, at) != true);
    last = at;
    const ball eps = epsilon(pair, alpha, 64, {.method = by_tails}).value.to_ball(64);
    // 1 − α − e^ε T(α) <= δ(ε) for every ε: at ε(δ) it is at most δ.
    CHECK(less_equal(ball::of(rational(1 - alpha), 64) - exp(eps) * at, ball::of(alpha, 64)) !=
          false);
  }
}

TEST_CASE("a window that is too long is refused at once", "[tails]") {
  const distribution_pair pair{clone_pair{1'000'000'000'000'000'000, 4, {}}};
  CHECK_THROWS_AS(hockey_stick(pair, rational(1, 1000000000), 64, {.method = by_tails}),
                  beyond_reach);
  CHECK_THROWS_AS(tradeoff(pair, rational(1, 10), 64, {.method = by_tails}), beyond_reach);
  CHECK_THROWS_AS(epsilon(pair, rational(1, 1000000000), 64, {.method = by_tails}), beyond_reach);
}

}  // namespace test_clone_tails
