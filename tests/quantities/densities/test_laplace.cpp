// The Laplace pair, also subsampled and over several rounds. The expected digits are numerical
// integrals of the two densities in another program (mpmath, 40 digits, split at 0, 1 and the
// threshold), without the closed forms that are tested.

#include <string>
#include <utility>
#include <vector>

#include "shufflecert/decimal.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/values_at_points.hpp"

namespace test_laplace {

using namespace shufflecert;

namespace {

const std::vector<known_value>& integrals() {
  static const std::vector<known_value> all{
      {"renyi(laplace_pair(1), 2)", "0.6191236299985928833997885365"},
      {"renyi(laplace_pair(1), 1/2)", "0.1890697837836712360439737691"},
      {"renyi(laplace_pair(1), 1)", "0.3678794411714423215955237702"},
      {"renyi(laplace_pair(1/3), 7/2)", "0.1546453514914061049270275061"},
      {"renyi(laplace_pair(5), 3/10)", "1.428764433709850798228216471"},
      {"renyi(subsampled(laplace_pair(1), 1/10), 2)", "0.008536457019489740539752649843"},
      {"renyi(subsampled(laplace_pair(1), 1/10), 5/2)", "0.01080728823047604042917519168"},
      {"renyi(swap(subsampled(laplace_pair(2), 1/5)), 5/2)", "0.09611218828294585850293747049"},
      {"renyi(subsampled(laplace_pair(2), 1/5), 1)", "0.06188579748002588574185186762"},
      {"renyi(swap(subsampled(laplace_pair(2), 1/5)), 1)", "0.05107491231365087660389982888"},
      {"renyi(subsampled(laplace_pair(1), 1/3), 1/2)", "0.0211466782493631931057706449"},
      {"renyi(swap(subsampled(laplace_pair(3), 1/10)), 2)", "0.05020821701709868398519153633"},
      {"hockey_stick(laplace_pair(1), 1/2)", "0.221199216928595131754829733"},
      {"hockey_stick(laplace_pair(1), 0)", "0.393469340287366576396200465"},
      {"hockey_stick(laplace_pair(1), -1/2)", "0.5276334472589852928619534491"},
      {"hockey_stick(laplace_pair(1), -2)", "0.864664716763387308106000505"},
      {"hockey_stick(laplace_pair(1/10), 1/20)", "0.02469008797166733137301357619"},
      {"hockey_stick(laplace_pair(4), 3)", "0.393469340287366576396200465"},
      {"hockey_stick(subsampled(laplace_pair(1), 1/10), 1/20)", "0.02540138982514277600230091884"},
      {"hockey_stick(swap(subsampled(laplace_pair(2), 1/10)), 1/20)",
       "0.02617512764326401006875266251"},
  };
  return all;
}

}  // namespace

TEST_CASE("values of the Laplace pair are those of integrals of its densities", "[laplace]") {
  check_known_values(integrals());
}

TEST_CASE("the trade-off function of the Laplace pair is dual to its hockey-stick divergence",
          "[laplace]") {
  // T(α) >= 1 − e^κ α − H_{e^κ}(Q‖P) for all κ, with equality for that of the test with this α.
  for (const char* eps : {"1/3", "1", "4"})
    for (const char* t : {"1/10", "1/2", "9/10"}) {
      const std::string pair = std::string("laplace_pair(") + eps + ")";
      const std::string alpha = std::string("exp(-") + eps + "*(1 - " + t + "))/2";
      // The test rejects P for x < t, where log(Q/P) exceeds κ. (Q, P) has the same divergences.
      const std::string level = std::string("(") + eps + ")*(1 - 2*(" + t + "))";
      const std::string dual =
          "1 - exp(" + level + ")*" + alpha + " - hockey_stick(" + pair + ", " + level + ")";
      INFO(pair << " " << t);
      const ball value = number_at("tradeoff(" + pair + ", " + alpha + ")", 128).to_ball(128);
      const ball expected = number_at(dual, 128).to_ball(128);
      CHECK(overlap(value, expected));
      CHECK(value.has_relative_radius(25));
    }
  // Beyond the hyperbola both ways, where the tests have thresholds outside [0, 1].
  check_closed_forms({{"tradeoff(laplace_pair(1), 1/100)", "1 - exp(1)/100"},
                      {"tradeoff(laplace_pair(1), 3/4)", "exp(-1)/4"}},
                     {64, 200});
}

TEST_CASE("epsilon of the Laplace pair is where its divergence is delta", "[laplace]") {
  for (const char* delta : {"1e-30", "1/100", "1/4", "39/100", "2/5", "9/10"})
    for (const char* eps : {"1/100", "1", "3"}) {
      const std::string pair = std::string("laplace_pair(") + eps + ")";
      const std::string found = "epsilon(" + pair + ", " + delta + ")";
      INFO(found);
      CHECK(holds("hockey_stick(" + pair + ", " + found + " - 1e-40) > " + delta));
      CHECK(holds("hockey_stick(" + pair + ", " + found + " + 1e-40) < " + delta));
    }
}

TEST_CASE("rounds of the Laplace pair", "[laplace]") {
  // E over one round of what is left for the next ones, by the same program.
  const std::vector<std::pair<const char*, const char*>> rounds{
      {"hockey_stick(compose(laplace_pair(1), 2), 1/2)", "0.350495989981104777685186"},
      {"hockey_stick(compose(laplace_pair(1), 2), 3/2)", "0.1238491190446695232241834"},
      {"hockey_stick(compose(laplace_pair(1), 3), 1/2)", "0.44937359353432"}};
  for (const auto& [formula, digits] : rounds) {
    INFO(formula);
    const ball value = number_at(formula, 64).to_ball(64);
    CHECK(value.has_relative_radius(4));
    CHECK(contains(value, *parse_decimal(digits)));
  }
  // Rényi divergences add up, and the losses of 2 rounds never exceed 2.
  CHECK(overlap(number_at("renyi(compose(laplace_pair(1), 7), 2)", 128).to_ball(128),
                number_at("7*renyi(laplace_pair(1), 2)", 128).to_ball(128)));
  CHECK(holds("hockey_stick(compose(laplace_pair(1), 2), 2) == 0"));
}

TEST_CASE(
    "a subsampled Laplace pair with all users is the pair itself, and with none tells nothing",
    "[laplace]") {
  const distribution_pair whole = pairs::laplace(rational("1/2"));
  for (const rational& order : {rational(1), rational("3/2"), rational(2), rational(9)}) {
    const ball one = renyi(whole, order, 128).value.to_ball(128);
    CHECK(overlap(one, renyi(pairs::subsampled(whole, 1), order, 128).value.to_ball(128)));
    CHECK(renyi(pairs::subsampled(whole, 0), order, 128).value.is_zero());
    // Almost all: between.
    const ball almost =
        renyi(pairs::subsampled(whole, rational("999999/1000000")), order, 128).value.to_ball(128);
    CHECK(less(almost, one) == std::optional(true));
  }
}

TEST_CASE("extreme parameters of the Laplace pair", "[laplace]") {
  // D_2 is about ε² where ε is small; the largest loss where it is large.
  CHECK(holds("abs(renyi(laplace_pair(1e-30), 2)/1e-60 - 1) < 1e-25"));
  CHECK(holds("renyi(laplace_pair(10^18), 2) > 10^18 - 1"));
  CHECK(holds("renyi(laplace_pair(10^18), 2) < 10^18"));
  CHECK(holds("hockey_stick(laplace_pair(1e-30), 0) > 4.9e-31"));
  CHECK(holds("renyi(laplace_pair(1), inf) == 1"));
  CHECK(holds("renyi(laplace_pair(1), 1 + 1e-30) > renyi(laplace_pair(1), 1)"));
  CHECK(holds("tradeoff(laplace_pair(1), 1e-300) < 1"));
  CHECK_THROWS_AS(value_of("renyi(laplace_pair(0), 2)"), undefined_value);
  CHECK_THROWS_AS(value_of("renyi(laplace_pair(-1), 2)"), undefined_value);
  CHECK_THROWS_AS(value_of("renyi(laplace_pair(inf), 2)"), undefined_value);
  CHECK_THROWS_AS(value_of("pmf(first(laplace_pair(1)), 0)"), undefined_value);
  CHECK_THROWS_AS(number_at("chi_moment(laplace_pair(1), 3)", 64), beyond_reach);
}

TEST_CASE("moments of the Laplace pair", "[laplace]") {
  // E_Q (P/Q − 1)² is e^{D_2} − 1, and E_Q |P/Q − 1| twice the total variation.
  check_closed_forms(
      {{"chi_moment(laplace_pair(1), 2)", "2*exp(1)/3 + exp(-2)/3 - 1"},
       {"chi_moment(laplace_pair(1), 1)", "2*(1 - exp(-1/2))"},
       {"chi_moment(subsampled(laplace_pair(1), 1/3), 2)", "(2*exp(1)/3 + exp(-2)/3 - 1)/9"}},
      {64, 200});
}

}  // namespace test_laplace
