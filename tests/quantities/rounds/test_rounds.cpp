// Several rounds against the products of their laws, which are listed outcome by outcome in exact
// fractions; against closed forms; and against themselves.

#include <array>
#include <vector>

#include "quantities/rounds/layer_cells.hpp"
#include "quantities/rounds/rounds.hpp"
#include "quantities/rounds/rounds_plan.hpp"
#include "quantities/rounds/smoothing.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/inclusion.hpp"
#include "support/values_at_points.hpp"

namespace test_rounds {

using namespace shufflecert;
using oracle::fraction;

namespace {

struct masses {
  fraction p;
  fraction q;
};
using mass_list = std::vector<masses>;

mass_list list_of(const oracle::law_pair& laws) {
  mass_list all;
  for (const auto& [where, p] : laws.p) all.push_back({p, oracle::mass_at(laws.q, where)});
  for (const auto& [where, q] : laws.q)
    if (oracle::mass_at(laws.p, where) == 0) all.push_back({0, q});
  return all;
}

// Every outcome of one round with every one of the other.
mass_list product(const mass_list& a, const mass_list& b) {
  mass_list all;
  for (const masses& x : a)
    for (const masses& y : b) all.push_back({x.p * y.p, x.q * y.q});
  return all;
}

mass_list rounds(const mass_list& of, int k) {
  mass_list all{{1, 1}};
  for (int i = 0; i < k; ++i) all = product(all, of);
  return all;
}

fraction hockey_stick_of(const mass_list& all, const fraction& factor) {
  fraction sum = 0;
  for (const masses& one : all)
    if (one.p > factor * one.q) sum += one.p - factor * one.q;
  return sum;
}

// A pair of several rounds with all its outcomes.
struct listed_pair {
  const char* name;
  distribution_pair pair;
  mass_list outcomes;
};

std::vector<listed_pair> listed_pairs() {
  const fraction three(3);
  const fraction two(2);
  const number log3 = log(3, 64);
  const number log2 = log(2, 64);
  const mass_list clones = list_of(oracle::clone_laws(2, three, fraction(1, 3)));
  const mass_list response = list_of(oracle::randomized_response_laws(3, two));
  const mass_list swapped = list_of(oracle::swapped(oracle::randomized_response_laws(3, two)));
  const mass_list unmixed = list_of(oracle::unmixed_laws(2, fraction(1, 2)));
  const distribution_pair clone = pairs::clone(2, log3);
  const distribution_pair rr = pairs::randomized_response(3, log2);
  const distribution_pair no_mix = pairs::unmixed(2, log2);
  const auto both = [](const distribution_pair& a, const distribution_pair& b) {
    return product_pair(a, b, 64);
  };
  return {{"3 rounds of the clone pair", compose(clone, 3, 64), rounds(clones, 3)},
          {"5 rounds of randomized response", compose(rr, 5, 64), rounds(response, 5)},
          {"3 rounds of it, swapped", swap(compose(rr, 3, 64)), rounds(swapped, 3)},
          {"2 rounds of the unmixed pair", compose(no_mix, 2, 64), rounds(unmixed, 2)},
          {"clone pair, randomized response and unmixed pair",
           both(both(clone, compose(rr, 2, 64)), no_mix),
           product(product(clones, rounds(response, 2)), unmixed)}};
}

std::vector<fraction> some_factors() {
  return {fraction(1, 3), fraction(1), fraction(11, 10), fraction(3, 2), fraction(4)};
}

const composed_pair& rounds_of(const distribution_pair& pair) {
  return std::get<composed_pair>(pair.kind);
}

ball as_ball(const fraction& x) {
  return ball::of(to_rational(x), 300);
}

ball at_64(const std::string& formula, evaluation_method method = evaluation_method::automatic) {
  const definitions none;
  const budget limits;
  const variable_map variables;
  evaluator at({none, 64, limits, nullptr, method}, variables);
  return at.evaluate_number(*parse_formula(formula)).to_ball(64);
}

bool is_within(const ball& a, const fraction& x) {
  return overlap(a, as_ball(x));
}

}  // namespace

TEST_CASE("few rounds are summed, exactly or to many digits", "[rounds]") {
  for (const listed_pair& of : listed_pairs())
    for (const fraction& factor : some_factors()) {
      INFO(of.name << " at " << oracle::text(factor));
      const fraction expected = hockey_stick_of(of.outcomes, factor);
      const number eps = log(to_rational(factor), 64);
      const quantity exact = hockey_stick(of.pair, eps, 200);
      CHECK(exact.method != evaluation_method::convolution);
      REQUIRE(exact.value.as_rational() != nullptr);
      CHECK(*exact.value.as_rational() == to_rational(expected));
      const ball summed =
          hockey_stick(of.pair, eps, 64, {.method = evaluation_method::direct_summation})
              .value.to_ball(300);
      CHECK(is_within(summed, expected));
      if (expected > 0) CHECK(summed.has_relative_radius(12));
    }
}

TEST_CASE("the convolution contains what the outcomes give", "[rounds]") {
  for (const listed_pair& of : listed_pairs())
    for (const fraction& factor : some_factors()) {
      INFO(of.name << " at " << oracle::text(factor));
      const fraction expected = hockey_stick_of(of.outcomes, factor);
      const number eps = log(to_rational(factor), 64);
      const ball found = rounds_hockey_stick(rounds_of(of.pair), eps, 64, {});
      CHECK(is_within(found, expected));
      if (expected > 0) CHECK(found.has_relative_radius(2));
      // Where infinite losses are all that is left, every larger ε has the same δ.
      if (expected == hockey_stick_of(of.outcomes, fraction(1000))) continue;
      // The inverse: H falls strictly where it is positive.
      const ball back = rounds_epsilon(rounds_of(of.pair), to_rational(expected), 64, {});
      CHECK(overlap(back, log(as_ball(factor))));
      CHECK(less(abs(back - log(as_ball(factor))), ball::of(rational(1, 1000), 64)) == true);
    }
}

TEST_CASE("the trade-off function by convolution contains the exact one", "[rounds][volume]") {
  for (const listed_pair& of : listed_pairs())
    for (const rational& alpha :
         {rational(1, 1000), rational(1, 20), rational(3, 10), rational(1, 2), rational(9, 10)}) {
      INFO(of.name << " at " << to_text(alpha));
      // By duality at every ratio of the outcomes: T = max over k of (1 − α − H_k(P‖Q))/k.
      fraction expected = 0;
      const fraction beta = 1 - fraction(oracle::whole(numerator(alpha).str()),
                                         oracle::whole(denominator(alpha).str()));
      for (const masses& one : of.outcomes) {
        if (one.p == 0 || one.q == 0) continue;
        const fraction k = one.p / one.q;
        const fraction here = (beta - hockey_stick_of(of.outcomes, k)) / k;
        if (here > expected) expected = here;
      }
      const ball found = rounds_tradeoff(rounds_of(of.pair), alpha, 64, {});
      CHECK(is_within(found, expected));
      CHECK(less(abs(found - as_ball(expected)), ball::of(rational(1, 100), 64)) == true);
    }
  const ball many = number_at("tradeoff(compose(clone_pair(100, 1), 40), 1/10)", 64).to_ball(64);
  CHECK(many.has_relative_radius(4));
  CHECK(overlap(many,
                number_at("tradeoff(compose(clone_pair(100, 1), 40), 1/10)", 128).to_ball(128)));
}

TEST_CASE("bounds hold however coarse grid, masses and cuts are", "[rounds]") {
  for (const listed_pair& of : listed_pairs()) {
    for (const double step : {0.5, 0.11, 0.02})
      for (const double tilt : {0.0, 0.7, 3.0})
        for (const auto& [scale, cut] : {std::pair{14, -7.0}, std::pair{60, -40.0}}) {
          const convolution_plan plan{grid_step::up_to(step), tilt, scale, cut};
          std::vector<grid_rounds> all;
          for (const repeated_pair& part : rounds_of(of.pair).parts)
            all.push_back({spread_over_grid(*part.of, plan.step, -60, {}), part.rounds, {}});
          const tilted_sum_law law(all, plan, {});
          const smoothing smooth(law);
          for (const fraction& factor : some_factors()) {
            INFO(of.name << " at " << oracle::text(factor) << ", step " << step << ", tilt " << tilt
                         << ", 2^-" << scale);
            const ball eps = log(as_ball(factor)).with_precision(128);
            const ball expected = as_ball(hockey_stick_of(of.outcomes, factor));
            const ball upper = law.infinite() + law.upper_part(eps);
            const ball lower = law.infinite() + smooth.lower_part(eps, {});
            CHECK(less(upper, expected) != true);
            CHECK(less(expected, lower) != true);
            if (scale < 60) continue;
            // (G.14): what the bounds are apart is of second order.
            const double apart = (upper - lower).near();
            CHECK(apart <= 6 * step * step * 5 + 1e-9);
          }
        }
  }
}

TEST_CASE("one round by convolution is the round", "[rounds]") {
  const auto alone = [](const distribution_pair& pair) {
    return composed_pair{{{std::make_shared<const distribution_pair>(pair), 1}}};
  };
  for (const distribution_pair& pair :
       {pairs::clone(300, 1), pairs::unmixed(60, 2), pairs::randomized_response(500, 1),
        swap(pairs::subsampled(pairs::randomized_response(200, 2), rational(1, 5)))}) {
    for (const rational& eps : {rational(-1, 5), rational(0), rational(1, 20), rational(1, 10)}) {
      INFO(*exact_text(pair) << " at " << to_text(eps));
      const ball one = hockey_stick(pair, eps, 64).value.to_ball(64);
      const ball found = rounds_hockey_stick(alone(pair), eps, 64, {});
      CHECK(overlap(one, found));
      CHECK(found.has_relative_radius(2));
    }
    const ball one = epsilon(pair, rational(1, 100), 64).value.to_ball(64);
    const ball found = rounds_epsilon(alone(pair), rational(1, 100), 64, {});
    CHECK(overlap(one, found));
  }
  CHECK(exact_text(compose(pairs::clone(9, 1), 1, 64)) == exact_text(pairs::clone(9, 1)));
}

TEST_CASE("rounds of normal laws are normal", "[rounds]") {
  CHECK(
      holds(
          "hockey_stick(compose(gaussian_pair(1/2), 4), 1) == hockey_stick(gaussian_pair(1), 1)") ==
      false);  // tied at best: the divergence is no rational
  const std::vector<same_value> corpus{
      {"hockey_stick(compose(gaussian_pair(1/2), 3), 1)",
       "hockey_stick(gaussian_pair(sqrt(3)/2), 1)"},
      {"epsilon(compose(swap(gaussian_pair(1/3)), 10), 1/1000)",
       "epsilon(gaussian_pair(sqrt(10)/3), 1/1000)"},
      {"tradeoff(product_pair(gaussian_pair(3), normal_pair(1, 1/4, 3, 1/4)), 1/10)",
       "tradeoff(gaussian_pair(5), 1/10)"},
      {"renyi(compose(normal_pair(0, 1, 1, 2), 7), 3/2)", "7*renyi(normal_pair(0, 1, 1, 2), 3/2)"}};
  check_closed_forms(corpus, {64, 200});
}

TEST_CASE("Renyi divergences of rounds add up", "[rounds]") {
  const std::vector<same_value> corpus{
      {"renyi(compose(clone_pair(1000, 2), 1000), 3)", "1000*renyi(clone_pair(1000, 2), 3)"},
      {"renyi(product_pair(compose(rr_pair(50, 1), 7), clone_pair(20, 1)), 5/2)",
       "7*renyi(rr_pair(50, 1), 5/2) + renyi(clone_pair(20, 1), 5/2)"},
      {"renyi(swap(compose(rr_pair(50, 1), 7)), 1)", "7*renyi(swap(rr_pair(50, 1)), 1)"},
      {"renyi(compose(compose(krr_pair(3, 9, 1), 2), 3), inf)", "6"},
      {"chi_moment(compose(rr_pair(3, 1), 2), 2)", "(1 + chi_moment(rr_pair(3, 1), 2))^2 - 1"}};
  check_closed_forms(corpus, {64, 200});
  CHECK(holds("renyi(compose(unmixed_pair(9, 1), 3), 2) == inf"));
  CHECK(holds("renyi(compose(rr_pair(9, 0), 3), 2) == 0"));
}

TEST_CASE("finer grids agree with coarser ones and are narrower", "[rounds][volume]") {
  const std::string many = "compose(clone_pair(100, 1), 40)";
  for (const std::string& formula :
       {"hockey_stick(" + many + ", 3)", "epsilon(" + many + ", 1e-5)",
        std::string("epsilon(compose(subsampled(rr_pair(100, 2), 0.1), 200), 1e-40)")}) {
    INFO(formula);
    const ball coarse = number_at(formula, 64).to_ball(64);
    const ball fine = number_at(formula, 128).to_ball(128);
    CHECK(overlap(coarse, fine));
    CHECK(coarse.has_relative_radius(4));
    CHECK(fine.has_relative_radius(5));
    CHECK(mag_cmp(arb_radref(fine.raw()), arb_radref(coarse.raw())) < 0);
  }
}

TEST_CASE("what is asked for is reached at small and at tiny delta", "[rounds]") {
  // From the outside: a double computation on two grids of 3·10^−6 gave 27.6698 and 27.6728.
  const ball at_one =
      number_at("epsilon(compose(clone_pair(1000, 2), 1000), 1e-6)", 64).to_ball(64);
  CHECK(less(ball::of(rational(276698, 10000), 64), at_one) == true);
  CHECK(less(at_one, ball::of(rational(276728, 10000), 64)) == true);
  CHECK(at_one.has_relative_radius(4));
  const ball at_other =
      number_at("epsilon(compose(clone_pair(1000, 2), 1000), 1e-100)", 64).to_ball(64);
  CHECK(at_other.has_relative_radius(4));
  // (G.1) with Markov's inequality: δ <= e^{(λ − 1)(D_λ − ε)} for the least of some orders.
  CHECK(less(at_other,
             number_at("renyi(compose(clone_pair(1000, 2), 1000), 6.2) + 100*log(10)/5.2", 64)
                 .to_ball(64)) == true);
}

TEST_CASE("divergences of rounds rise with the rounds and eps0, and fall with n", "[rounds]") {
  for (const char* text : {"hockey_stick(compose(clone_pair(100, 1), 40), 2) < "
                           "hockey_stick(compose(clone_pair(100, 1), 41), 2)",
                           "epsilon(compose(clone_pair(100, 1), 40), 1e-6) < "
                           "epsilon(compose(clone_pair(99, 1), 40), 1e-6)",
                           "epsilon(compose(clone_pair(100, 1), 40), 1e-6) < "
                           "epsilon(compose(clone_pair(100, 1.01), 40), 1e-6)"}) {
    INFO(text);
    CHECK(holds(text));
  }
}

TEST_CASE("ranges of parameters and of rounds are enclosed from their ends", "[rounds][volume]") {
  const definitions none;
  const budget limits;
  const variable_map variables;
  evaluator at({none, 64, limits, nullptr}, variables);
  at.bind("e", number(ball::hull(ball::of(1, 64), ball::of(rational(11, 10), 64))));
  at.bind("k", number::whole_in(ball::hull(ball::of(4, 64), ball::of(6, 64))));
  for (const std::string quantity : {"hockey_stick(", "renyi("}) {
    const std::string end = quantity == "renyi(" ? ", 2)" : ", 1/2)";
    const ball found =
        at.evaluate_number(*parse_formula(quantity + "compose(rr_pair(40, e), k)" + end))
            .to_ball(64);
    for (const char* inside : {"compose(rr_pair(40, 1), 4)", "compose(rr_pair(40, 1.05), 5)",
                               "compose(rr_pair(40, 1.1), 6)"}) {
      INFO(quantity << inside);
      CHECK(overlap(found, number_at(quantity + inside + end, 128).to_ball(128)));
    }
  }
}

TEST_CASE("infinite losses are carried apart", "[rounds]") {
  // P(Q = 0) of one round is 2m = (1 − p/2)^(n − 1): (B.10).
  const ball m = number_at("1 - (1 - (1 - 1/8)^29)^6", 200).to_ball(200);
  const distribution_pair pair = compose(pairs::unmixed(30, 1, rational(1, 4)), 6, 64);
  const ball far = rounds_hockey_stick(rounds_of(pair), 40, 64, {});
  CHECK(overlap(far, m));
  CHECK(far.has_relative_radius(5));
  CHECK(rounds_epsilon(rounds_of(pair), rational(1, 100), 64, {}).is_infinity(1));
  CHECK(rounds_epsilon(rounds_of(pair), rational(2, 10), 64, {}).is_finite());
}

TEST_CASE("laws that no outcome has in common are told apart with certainty", "[rounds]") {
  // P = (1, 0), Q = (0, 1) in a round, or in one of several.
  for (const std::string pair :
       {"compose(unmixed_pair(1, 1), 10^6)", "product_pair(clone_pair(999, 1), unmixed_pair(1, 1))",
        "compose(pair(law(x, 0, 1, 1/2), law(x, 2, 3, 1/2)), 10^6)",
        "compose(subsampled(pair(law(x, 0, 1, 1/2), law(x, 2, 3, 1/2)), 1), 10^6)",
        "compose(variation_pair(1, inf, 1, 2), 10^6)"}) {
    INFO(pair);
    for (const std::string eps : {"-1", "1", "1000"})
      CHECK(holds("hockey_stick(" + pair + ", " + eps + ") == 1"));
    CHECK(holds("total_variation(swap(" + pair + ")) == 1"));
    CHECK(holds("epsilon(" + pair + ", 999/1000) == inf"));
    CHECK(holds("tradeoff(" + pair + ", 1/1000) == 0"));
    CHECK(holds("renyi(" + pair + ", 2) == inf"));
  }
  // Here an outcome is common to both, though hardly ever seen.
  const ball almost =
      number_at("hockey_stick(compose(unmixed_pair(2, 1, 1e-30), 10^6), 1)", 64).to_ball(64);
  CHECK(less(almost, ball::of(rational(1) - rational(1, 1000000), 64)) == false);
  CHECK(overlap(almost, ball::of(1, 64)));
  CHECK(holds("epsilon(compose(unmixed_pair(2, 1, 1e-30), 10^6), 999/1000) == inf"));
  for (const char* text : {"hockey_stick(compose(unmixed_pair(2, 1, 1/3), 3), 1) < 1",
                           "hockey_stick(compose(unmixed_pair(9, 1, 1/3), 30), 1) < 1",
                           "hockey_stick(compose(variation_pair(1, inf, 1/2, 2), 9), 1) < 1",
                           "hockey_stick(compose(printed_pair(1, 1, 1/2), 9), 1) < 1"}) {
    INFO(text);
    CHECK(holds(text));
  }
}

TEST_CASE("epsilon is known from both sides where only the largest losses are left", "[rounds]") {
  // The rounds' largest losses add up to 60: δ is far below the mass there.
  const ball near_end =
      number_at("epsilon(compose(clone_pair(100, 2), 30), 1e-3000)", 64).to_ball(64);
  CHECK(less(ball::of(60, 64), near_end) != true);
  CHECK(less(ball::of(rational(599, 10), 64), near_end) == true);
  // Few outcomes, which direct summation gives to all digits.
  for (const std::string& formula :
       {std::string("epsilon(compose(rr_pair(2, 2), 20), 1e-6)"),
        std::string("epsilon(compose(rr_pair(2, 2), 3), 1/1000)"),
        std::string("epsilon(compose(krr_pair(3, 2, 3), 2), 1/100)")}) {
    INFO(formula);
    const ball summed = at_64(formula);
    const ball found = at_64(formula, evaluation_method::convolution);
    CHECK(overlap(summed, found));
    CHECK(found.has_relative_radius(3));
  }
}

TEST_CASE("too many digits leave those that are known", "[rounds][volume]") {
  const definitions none;
  const auto found = refine(*parse_formula("epsilon(compose(clone_pair(100, 1), 40), 1e-6)"), none,
                            {}, 150, range_for_digits(150), {});
  CHECK_FALSE(found.sufficient);
  CHECK(found.reason.find("more digits than a convolution") != std::string::npos);
  const ball kept = std::get<number>(found.result).to_ball(300);
  CHECK(kept.has_relative_radius(7));
  CHECK(overlap(kept, number_at("epsilon(compose(clone_pair(100, 1), 40), 1e-6)", 64).to_ball(64)));
}

TEST_CASE("with very many users the quantities of rounds agree, and fall with the users",
          "[rounds][volume]") {
  const auto value = [](const std::string& formula) { return number_at(formula, 64).to_ball(64); };
  const auto rounds = [](const std::string& n) {
    return "(compose(clone_pair(" + n + ", 1), 10), ";
  };
  const ball eps = value("epsilon" + rounds("6*10^7") + "10^-6)");
  CHECK(eps.has_relative_radius(4));
  const std::string near = rational(integer(eps.near() * 0x1p60), integer(1) << 60).str();
  const ball delta = value("hockey_stick" + rounds("6*10^7") + near + ")");
  CHECK(delta.has_relative_radius(3));
  CHECK(delta.near() == Approx(1e-6).epsilon(0.05));
  CHECK(less(value("hockey_stick" + rounds("6.1*10^7") + near + ")"), delta) == true);
  // T(α) >= e^{−ε}(1 − δ − α).
  const ball tradeoff = value("tradeoff" + rounds("6*10^7") + "0.3)");
  CHECK(less(tradeoff, exp(-eps) * (ball::of(rational(7, 10), 64) - delta)) != true);
  CHECK(less(ball::of(rational(701, 1000), 64), tradeoff) == false);
}

TEST_CASE("what cannot be computed of rounds is refused", "[rounds]") {
  CHECK_THROWS_AS(compose(pairs::clone(9, 1), 0, 64), undefined_value);
  CHECK_THROWS_AS(number_at("renyi(compose(clone_pair(9, 1), 3/2), 2)", 64), undefined_value);
  CHECK_THROWS_AS(number_at("renyi(compose(clone_pair(0, 1), 3), 2)", 64), undefined_value);
  CHECK_THROWS_AS(number_at("hockey_stick(compose(clone_pair(999, 1), 10^12), 1)", 64),
                  beyond_reach);
  CHECK_THROWS_AS(number_at("pmf(first(compose(rr_pair(3, 1), 2)), 1, 1)", 64), beyond_reach);
  // So many outcomes that their number is beyond a double's whole numbers are too many for a table.
  for (const char* too_large :
       {"hockey_stick(compose(clone_pair(10^18, 1, 1), 2), 0.1)",
        "hockey_stick(product_pair(compose(rr_pair(3, 1), 4), swap(unmixed_pair(10^18, 1, 1))), "
        "0.1)",
        "tradeoff(product_pair(rr_pair(3, 1), variation_pair(10^12, 3, 1/2, 3)), 0.1)"})
    CHECK_THROWS_AS(number_at(too_large, 64), beyond_reach);
  std::string reason;
  try {
    number_at("epsilon(compose(clone_pair(10^12, 1), 10), 10^-9000)", 64);
  } catch (const beyond_reach& error) {
    reason = error.what();
  }
  CHECK(reason.find("some 10^11 are within reach") != std::string::npos);
  const distribution_pair many = compose(pairs::clone(9, 1), std::int64_t{1} << 40, 64);
  CHECK_THROWS_AS(compose(many, std::int64_t{1} << 40, 64), beyond_reach);
  CHECK(rounds_of(product_pair(many, compose(many, 2, 64), 64)).parts.size() == 1);
}

}  // namespace test_rounds
