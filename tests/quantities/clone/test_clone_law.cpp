// Clone pairs whose number of clones has a law of its own: against sums over all outcomes by
// another program, against clone_pair(n, eps0, p) where both are the same, and the mean of a
// falling function against all of its values.

#include <random>
#include <string>
#include <vector>

#include "quantities/clone/law/clone_law.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/run_program.hpp"
#include "support/values_at_points.hpp"

namespace test_clone_law {

using namespace shufflecert;

namespace {

constexpr bits precision = 96;

const std::string users =
    "clone_pair(sum_law(binomial_law(40, 2/(exp(1/2) + 1)), binomial_law(30, 2/(exp(1) + 1)), "
    "binomial_law(29, 2/(exp(2) + 1))), 2)";

// 0, 7 or 40 clones, and e^eps0 = 3.
const std::string gaps =
    "clone_pair(law(x, 0, 40, if(x == 40, 1/2, if(x == 7 or x == 0, 1/4, 0))), log(3))";

// The quantity of a pair that stands at "PAIR".
void check_quantities(const std::string& pair,
                      const std::vector<std::pair<std::string, const char*>>& quantities) {
  for (const auto& [quantity, digits] : quantities) {
    std::string formula = quantity;
    formula.replace(formula.find("PAIR"), 4, pair);
    check_known_values({{formula.c_str(), digits}});
  }
}

}  // namespace

// By mpmath: all outcomes from the definition, with 50 digits.
TEST_CASE("users with different eps0 have the values of their outcomes", "[clone]") {
  check_quantities(users,
                   {
                       {"epsilon(PAIR, 1/10000)", "0.648766561197803402222936878548"},
                       {"epsilon(PAIR, 10^-20)", "1.99999906519797536880157100931"},
                       {"-epsilon(PAIR, 1/2)", "0.693096739724931699401024992937"},
                       {"hockey_stick(PAIR, 3/10)", "0.00825359958898254117237964944804"},
                       {"hockey_stick(swap(PAIR), 17/10)", "9.83828235702812086581785822845e-14"},
                       {"hockey_stick(PAIR, -1/5)", "0.198210850344246900302920328679"},
                       {"renyi(PAIR, 1/2)", "0.0108841900321667506544198163216"},
                       {"renyi(PAIR, 1)", "0.0217698409245450258263036230434"},
                       {"renyi(swap(PAIR), 5/2)", "0.0544795641093086561726404520539"},
                       {"renyi(PAIR, 40)", "1.17699260382538958930822597331"},
                       {"chi_moment(PAIR, 1/2)", "0.370176476334659759495445582778"},
                       {"chi_moment(PAIR, 1)", "0.165430173991083646739893097286"},
                       {"chi_moment(PAIR, 7/2)", "0.0108569639684963999624976970511"},
                       {"tradeoff(PAIR, 1/10)", "0.858291669787853828781781421541"},
                       {"tradeoff(PAIR, 1/1000)", "0.997989874921210125833422901352"},
                   });
}

TEST_CASE("a law of clones with gaps has the values of its outcomes, in one round and in two",
          "[clone]") {
  check_quantities(
      gaps, {
                {"hockey_stick(PAIR, log(2))", "0.0639649344702775124460458755493"},
                {"renyi(PAIR, 3)", "0.477797127985431979253044647251"},
                {"renyi(PAIR, 3/10)", "0.0477819196183362456481695542573"},
                {"tradeoff(PAIR, 1/5)", "0.623139702613179300290842851003"},
                {"hockey_stick(compose(PAIR, 2), log(2))", "0.126923901777196693534482781161"},
                {"renyi(compose(PAIR, 2), 3)", "0.955594255970863958506089294503"},
            });
}

TEST_CASE("a binomial law of clones is the clone pair of so many users", "[clone]") {
  for (const std::string& quantity :
       {std::string("hockey_stick(PAIR, 1/10)"), std::string("hockey_stick(PAIR, 29/10)"),
        std::string("hockey_stick(PAIR, -1)"), std::string("epsilon(PAIR, 10^-6)"),
        std::string("epsilon(PAIR, 10^-60)"), std::string("renyi(PAIR, 1/3)"),
        std::string("renyi(PAIR, 1)"), std::string("renyi(PAIR, 2)"),
        std::string("renyi(PAIR, 300)"), std::string("renyi(PAIR, inf)"),
        std::string("total_variation(PAIR)"), std::string("chi_moment(PAIR, 3/2)"),
        std::string("tradeoff(PAIR, 1/4)"), std::string("epsilon(compose(PAIR, 9), 10^-5)")}) {
    for (const auto& [by_law, by_number] :
         {std::pair{"clone_pair(binomial_law(299, exp(-3)), 3)", "clone_pair(300, 3)"},
          std::pair{"clone_pair(binomial_law(24, 1/3), 3)", "clone_pair(25, 3, 1/3)"}}) {
      const auto of = [&](const std::string& pair) {
        std::string formula = quantity;
        formula.replace(formula.find("PAIR"), 4, pair);
        return formula;
      };
      CAPTURE(of(by_law));
      const number by_first = number_at(of(by_law), precision);
      const number by_second = number_at(of(by_number), precision);
      CHECK(arb_overlaps(by_first.to_ball(precision).raw(), by_second.to_ball(precision).raw()) !=
            0);
      CHECK(by_first.to_ball(precision).has_relative_radius(5));
    }
  }
}

TEST_CASE("the mean of a falling function is inside, wherever its steps are", "[clone]") {
  std::mt19937_64 random(20261201);
  for (int i = 0; i < 60; ++i) {
    const std::int64_t trials = std::uniform_int_distribution<std::int64_t>(0, 3000)(random);
    const rational p(std::uniform_int_distribution<int>(1, 99)(random), 100);
    const law_ptr clones = binomial_law(trials, p, precision);
    // Steps of 1/2 at random places, and a steep start.
    const std::int64_t first = std::uniform_int_distribution<std::int64_t>(0, trials)(random);
    const std::int64_t second = std::uniform_int_distribution<std::int64_t>(first, trials)(random);
    const std::int64_t steep = std::uniform_int_distribution<std::int64_t>(0, 40)(random);
    const auto falling = [&](std::int64_t c) {
      const ball start = ball::of(
          rational(1, integer(1) << static_cast<unsigned>(std::min<std::int64_t>(c * steep, 2000))),
          precision);
      const int steps = (c < first ? 1 : 0) + (c < second ? 1 : 0);
      return start + ball::of(rational(steps, 2), precision);
    };
    int evaluated = 0;
    const auto counted = [&](std::int64_t c) {
      ++evaluated;
      return falling(c);
    };
    const ball few = mean_of_falling(*clones, counted, 48, {});
    const ball all = mean_over_clones(*clones, falling, precision, {});
    CAPTURE(trials, p, first, second, steep);
    CHECK(arb_contains(few.raw(), all.raw()) != 0);
    CHECK(few.has_relative_radius(12));
    CHECK(evaluated <= trials + 1);
  }
}

TEST_CASE("laws that are no law of a number of clones are refused", "[clone]") {
  for (const auto& [pair, words] :
       {std::pair{"clone_pair(krr_law(1, 2, 3), 1)", "must be a law of one whole number"},
        std::pair{"clone_pair(law(x, -1, 0, 1/2), 1)", "a number of clones must be >= 0"},
        std::pair{"clone_pair(poisson_law(3), 1)", "infinitely many"},
        std::pair{"clone_pair(binomial_law(9, 1/2), -1)", "eps0 must be"},
        std::pair{"clone_pair(binomial_law(9, 1/2), 1, 1/3)", "takes 2 arguments, not 3"}}) {
    CAPTURE(pair);
    const program_run done = run_program({"eval", "renyi(" + std::string(pair) + ", 2)"});
    CHECK(done.status == 2);
    CHECK(done.err.find(words) != std::string::npos);
  }
}

TEST_CASE("a formula with a law of clones is written as it was read", "[clone]") {
  const std::string formula = "renyi(clone_pair(binomial_law(9, 1/2), 1), 2)";
  CHECK(to_text(*parse_formula(formula)) == formula);
  const std::string usual = "renyi(clone_pair(9, 1), 2)";
  CHECK(to_text(*parse_formula(usual)) == usual);
}

}  // namespace test_clone_law
