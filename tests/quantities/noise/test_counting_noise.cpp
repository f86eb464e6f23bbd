// Poisson, negative binomial and Skellam noise against values of another program. These are sums
// over windows of outcomes with mpmath at 80 digits, from the formulas of the masses; those of
// Skellam noise are sums over both Poisson variables, and of mean 10^4 from the recurrence of
// (EE.23) downward, divided by their sum. Windows reach to where a mass, and each term of the sum,
// is below 10^−60 of the whole. ε is by bisection.

#include <string>
#include <utility>
#include <vector>

#include "quantities/noise/noise_moments.hpp"
#include "quantities/noise/noise_rows.hpp"
#include "quantities/noise/part_masses.hpp"
#include "quantities/noise/term_tails.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/noise_laws.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/noise_values.hpp"

namespace test_counting_noise {

using namespace shufflecert;
using namespace noise_values;

namespace {

const std::string p2 = "poisson_law(2)";
const std::string p3 = "poisson_law(3)";
const std::string p34 = "mix(1/2, poisson_law(3), poisson_law(4))";
const std::string nb3 = "negative_binomial_law(5/2, 0.3)";
const std::string nb4 = "negative_binomial_law(5/2, 0.4)";
const std::string half = "negative_binomial_law(1/2, 0.3)";
const std::string four = "negative_binomial_law(4, 0.45)";
const std::string s0 = "skellam_law(0, 3)";
const std::string s1 = "skellam_law(1, 3)";
const std::string sampled = "subsampled(pair(" + s1 + ", " + s0 + "), 0.02)";

std::string pair_of(const std::string& p, const std::string& q) {
  return "pair(" + p + ", " + q + ")";
}

// The masses of Poisson variables and of their difference as rational multiples of e^−mu, e^−2mu.
ball poisson_mass(const rational& mu, std::int64_t x, bits precision) {
  ball mass = exp(-ball::of(mu, precision));
  for (std::int64_t i = 1; i <= x; ++i) mass = mass * ball::of(mu, precision) / i;
  return mass;
}

const noise_ptr wide_poisson = poisson_law(rational(1234, 10), 64);
const noise_ptr wide_waiting = negative_binomial_law(rational(7, 2), rational(1, 50), 64);
const noise_ptr flat_waiting = negative_binomial_law(rational(1, 3), rational(1, 50), 64);
const noise_ptr wide_skellam = skellam_law(-3, rational(15'000, 10), 64);

}  // namespace

TEST_CASE("Poisson noise has the values of another program") {
  check_value("pmf(poisson_law(3), 2)", "0.2240418076553877434070408704252779948426");
  CHECK(truth_of("pmf(poisson_law(3), -1) == 0") == true);
  check_value("hockey_stick(" + pair_of(p3, p2) + ", 0.3)",
              "0.1599049559757517553695095890278088437418");
  check_value("hockey_stick(" + pair_of(p2, p3) + ", 0.3)",
              "0.1371837987508390151757916814935904708601");
  check_value("hockey_stick(swap(" + pair_of(p3, p2) + "), 0.3)",
              "0.1371837987508390151757916814935904708601");
  // Far in the tail.
  check_value("hockey_stick(" + pair_of(p3, p2) + ", 20)",
              "4.17348739817022486709383532602310069456e-46");
  check_value("total_variation(pair(poisson_law(1e-6), poisson_law(2)))",
              "0.8646637167638873079393338800275072632604");
  check_value("epsilon(" + pair_of(p3, p2) + ", 1e-6)",
              "4.406239541291852048263524694880846623537");
  check_value("tradeoff(" + pair_of(p3, p2) + ", 0.1)",
              "0.773669450357192753677981003585661032347");
  check_value("chi_moment(" + pair_of(p3, p2) + ", 2.5)",
              "1.178076386199066684833820950308326351573");
  check_value("renyi(" + pair_of(p34, p2) + ", 2.5)", "1.994487420172600739319750290982683738359");
  check_value("renyi(" + pair_of(p2, p34) + ", 2.5)", "0.6764282641514151415091666367046466700648");
  // Two rounds are as one of the sum, which is sufficient: Poisson of twice the mean.
  check_value("hockey_stick(compose(" + pair_of(p3, p2) + ", 2), 0.3)",
              "0.26427671908793422111093439983301516063", 4);
}

TEST_CASE("negative binomial noise has the values of another program") {
  check_value("pmf(" + nb3 + ", 4)", "0.1067990307861261750021395886109892654378");
  check_value("hockey_stick(" + pair_of(nb3, nb4) + ", 0.3)",
              "0.1369593915844796815563965953243439659237");
  check_value("hockey_stick(swap(" + pair_of(nb3, nb4) + "), 0.3)",
              "0.08672437000735871830107096627267697474569");
  check_value("renyi(" + pair_of(four, half) + ", 3)", "1.781180730707614653423567641901898395805");
  check_value("renyi(" + pair_of(half, four) + ", 1)", "1.320004017390346377032997861877857734797");
  check_value("renyi(" + pair_of(half, four) + ", 1.5)",
              "1.795528241026896890143107029620388921791");
  check_value("renyi(" + pair_of(four, half) + ", 1)", "1.10562178025937119530638773084146629536");
  check_value("renyi(" + pair_of(four, half) + ", inf)",
              "2.465238302204953386343297034093414320614");
  // With one p the ratio moves as a power of x.
  check_value("renyi(" + pair_of(half, "negative_binomial_law(4, 0.3)") + ", inf)",
              "4.213904815140775974179611762166434760338");
  check_value("renyi(pair(negative_binomial_law(4, 0.3), negative_binomial_law(5, 0.3)), 3)",
              "0.2607376570042345193726044797518944366716");
  check_value("renyi(" + pair_of(p2, four) + ", 3)", "0.8579183037612385474027249627295562250591");
  check_value("renyi(" + pair_of(p2, four) + ", 1)", "0.604291898807988021913890357491946006519");
  check_value("chi_moment(" + pair_of(p2, four) + ", 2.5)",
              "1.41174647623274470058196016560832133538");
  check_value("renyi(" + pair_of(nb3, "geometric_law(0, 0.2)") + ", 2)",
              "0.8106999327971360742130743266743482562599");
  check_value(
      "hockey_stick(pair(negative_binomial_law(1/2, 0.01), negative_binomial_law(1/2, 0.02)), 0.1)",
      "0.1453877122439391619673093525074390046665");
}

TEST_CASE("Skellam noise has the values of another program") {
  check_value("pmf(skellam_law(-2, 3), 1)", "0.07473571739496280784880234175477235906885");
  for (const std::string& pair : {pair_of(s0, s1), pair_of(s1, s0)}) {
    check_value("hockey_stick(" + pair + ", 0.3)", "0.06396842656378950909990471027466376681928");
    check_value("total_variation(" + pair + ")", "0.1666574326398165755630857442712068880906");
    check_value("renyi(" + pair + ", 2)", "0.1652309836932922483270281421083920255399");
    check_value("renyi(" + pair + ", 2.5)", "0.2047129493004162794275624482119595190719");
    check_value("renyi(" + pair + ", 40)", "1.351070845170988396381919489389563077674");
    check_value("renyi(" + pair + ", 1)", "0.08349765692704222456125708942964942629195");
    check_value("epsilon(" + pair + ", 1e-6)", "1.425940672004018729521261084969981220073");
    check_value("tradeoff(" + pair + ", 0.1)", "0.8108685377784792952570497099193576512325");
    check_value("chi_moment(" + pair + ", 2.5)", "0.1525796657634312526005283298604362087635");
  }
  const std::string narrow = "pair(skellam_law(-3, 0.1), skellam_law(0, 1/4))";
  check_value("hockey_stick(" + narrow + ", 1)", "0.9385011391954048587050868150633711434436");
  check_value("renyi(" + narrow + ", 3)", "6.268227451957627417625583404612542049912");
  check_value("renyi(" + narrow + ", inf)", "6.713569197914729070413099363562740610767");
  check_value("renyi(" + sampled + ", 4)", "0.0001446347714064436746569575753448534062903");
  check_value("renyi(swap(" + sampled + "), 4)", "0.0001415053144243580335364136280061556686782");
  check_value("hockey_stick(" + sampled + ", 0.05)",
              "0.000000304029741616415494135568418146653665995");
  check_value("renyi(" + sampled + ", 1)", "0.00003581939888877047068847339495249457896186");
}

TEST_CASE("laws of different kinds, one of them of counts") {
  check_value("renyi(" + pair_of(p2, s0) + ", 3)", "0.7000528799749887298292012584643254092414");
  check_value("renyi(" + pair_of(p2, s0) + ", inf)", "0.8814792290589269544984308053108651086004");
  check_value("renyi(" + pair_of(p3, s1) + ", inf)", "0.9556326755244220454065227041776624490509");
  check_value("renyi(" + pair_of("discrete_gaussian_law(2, 3)", s0) + ", 3)",
              "0.6939240397885569424872610239535079015014");
  check_value("renyi(" + pair_of(s0, "geometric_law(2, 1/2)") + ", 3)",
              "0.8108353257921989050298778104018994557346");
  check_value("renyi(" + pair_of(p2, "geometric_law(2, 1/2)") + ", 1)",
              "0.2432876027607621819660496906272684175977");
  check_value("renyi(" +
                  pair_of("discrete_gaussian_law(0, 3)", "mix(1/2, " + p3 + ", " + s0 + ")") +
                  ", 2)",
              "0.5132404891213102831909653614204219210911");
}

TEST_CASE("Renyi divergences of counts in closed form") {
  for (const char* relation :
       {// (a − b)²/b
        "renyi(pair(poisson_law(3), poisson_law(2)), 2) == 1/2",
        "renyi(pair(poisson_law(2), poisson_law(3)), 2) == 1/3",
        "renyi(pair(poisson_law(9/4), poisson_law(1)), 3/2) == 2*(27/8 - 27/8 + 1/2)",
        "renyi(pair(poisson_law(2), poisson_law(3)), 1) == 2*log(2/3) + 1",
        "renyi(pair(poisson_law(2), poisson_law(3)), inf) == 1",
        "renyi(pair(poisson_law(1/4), poisson_law(1)), 1/2) == 1/4",
        "epsilon(pair(poisson_law(2), poisson_law(3)), 0) == 1",
        // 1 − s = 1 − (1/2)²/(2/3) = 5/8: (1/2)²/(1/3)/(5/8) = 6/5, cubed.
        "exp(renyi(pair(negative_binomial_law(3, 1/2), negative_binomial_law(3, 1/3)), 2)) == "
        "216/125",
        "renyi(pair(negative_binomial_law(3, 1/2), negative_binomial_law(3, 1/3)), 1) == "
        "3*log(3/2) + 3*log(3/4)",
        "renyi(pair(negative_binomial_law(3, 1/2), negative_binomial_law(3, 1/3)), inf) == "
        "3*log(3/2)",
        "renyi(pair(poisson_law(10^12), poisson_law(10^12 + 1)), 2) == 1/(10^12 + 1)"}) {
    INFO(relation);
    CHECK(truth_of(relation) == true);
  }
  // The sum over outcomes says the same.
  const auto sum_over_outcomes = [](const noise_ptr& p, const noise_ptr& q, const number& order) {
    const noise_pair pair{p, q};
    const auto closed = counting_noise_renyi(pair, order, 200);
    REQUIRE(closed);
    INFO(*p->text << " " << *q->text);
    CHECK(overlap(closed->to_ball(200), noise_renyi(pair, order, 128, {}).to_ball(200)));
    CHECK(is_narrow(noise_renyi(pair, order, 128, {}).to_ball(200), -90));
  };
  for (const number& order : {number(1), number(rational(5, 4)), number(2), number(7)}) {
    sum_over_outcomes(poisson_law(rational(7, 3), 64), poisson_law(5, 64), order);
    sum_over_outcomes(poisson_law(300, 64), poisson_law(rational(1001, 4), 64), order);
    // The terms are largest far below both means.
    sum_over_outcomes(poisson_law(300, 64), poisson_law(400, 64), order);
    for (const rational& r : {rational(1, 3), rational(1), rational(19, 2)})
      sum_over_outcomes(negative_binomial_law(r, rational(3, 5), 64),
                        negative_binomial_law(r, rational(1, 4), 64), order);
  }
  sum_over_outcomes(poisson_law(4, 64), poisson_law(5, 64), ball::infinity(64));
  sum_over_outcomes(negative_binomial_law(rational(1, 2), rational(1, 2), 64),
                    negative_binomial_law(rational(1, 2), rational(1, 4), 64), ball::infinity(64));
}

TEST_CASE("divergences of counts that are infinite, and those that are not") {
  for (const std::string& formula :
       {"renyi(" + pair_of(p3, p2) + ", inf)", "epsilon(" + pair_of(p3, p2) + ", 0)",
        "renyi(" + pair_of(s0, s1) + ", inf)", "renyi(swap(" + pair_of(s0, s1) + "), inf)",
        "renyi(" + pair_of(s0, p2) + ", 2)", "renyi(" + pair_of(s0, p2) + ", 1)",
        "chi_moment(" + pair_of(s0, p2) + ", 3/2)", "renyi(" + pair_of(four, p2) + ", 1.001)",
        "renyi(" + pair_of("geometric_law(0, 3)", s0) + ", 1.01)",
        "renyi(" + pair_of(s0, "discrete_gaussian_law(0, 100)") + ", 1.01)",
        "renyi(" + sampled + ", inf)",
        // λ = log(0.5)/log(0.5/0.25) from where 0.75^λ·0.5^(1−λ) >= 1.
        std::string("renyi(pair(negative_binomial_law(2, 1/4), negative_binomial_law(2, 1/2)), "
                    "1.71)"),
        std::string("renyi(pair(negative_binomial_law(3, 1/4), negative_binomial_law(2, 1/2)), "
                    "1.71)"),
        // (3/4)²/(9/16) = 1, and what is left is x^(2·4 − 2) or x^(−1).
        std::string("renyi(pair(negative_binomial_law(5, 1/4), negative_binomial_law(3, 7/16)), "
                    "2)"),
        std::string("renyi(pair(negative_binomial_law(1, 1/4), negative_binomial_law(2, 7/16)), "
                    "2)"),
        // With one p or one mean the ratio grows as a power of x.
        std::string("renyi(pair(negative_binomial_law(5, 1/4), negative_binomial_law(3, 1/4)), "
                    "inf)"),
        std::string("renyi(pair(poisson_law(3), skellam_law(-1, 3)), inf)"),
        std::string("renyi(pair(poisson_law(1), law(x, 0, 5, 1/6)), 2)")}) {
    INFO(formula);
    CHECK(is_infinite(formula));
  }
  for (const char* relation :
       {"renyi(pair(negative_binomial_law(2, 1/4), negative_binomial_law(2, 1/2)), 1.7) < inf",
        "renyi(pair(negative_binomial_law(3, 1/4), negative_binomial_law(2, 1/2)), 1.7) < inf",
        // Every outcome of the table is one of the law, and the other way round in a mixture.
        "renyi(pair(law(x, 0, 5, 1/6), poisson_law(1)), inf) == log(20) + 1",
        "renyi(pair(poisson_law(1), mix(1/2, law(x, -3, 5, 1/9), poisson_law(1))), inf) < log(2) + "
        "1e-9",
        "renyi(pair(poisson_law(1), skellam_law(2, 1)), inf) < 3",
        "hockey_stick(pair(poisson_law(1), law(x, -2, -1, 1/2)), 5) == 1",
        "hockey_stick(pair(poisson_law(3), poisson_law(3)), 0) == 0",
        "hockey_stick(pair(poisson_law(2), poisson_law(3)), 1) == 0"}) {
    INFO(relation);
    CHECK(truth_of(relation) != false);
  }
  CHECK(is_infinite("renyi(pair(law(x, -1, 5, 1/7), poisson_law(1)), inf)"));
  // x^(−8/3): a finite sum, whose rest has no bound here.
  const refined_value slow = refined(
      "renyi(pair(negative_binomial_law(1, 1/4), negative_binomial_law(11/3, 7/16)), 2)", 10);
  CHECK_FALSE(slow.sufficient);
  CHECK(slow.reason == "the terms of the sum fade too slowly to add them up");
  // The ratio comes to its limit from below: 1/(1 − γ).
  CHECK(overlap(refined_number("renyi(swap(" + sampled + "), inf)", 25).to_ball(200),
                -log(ball::of(rational(98, 100), 200))));
}

TEST_CASE("walks along the masses agree with each mass by itself") {
  for (const noise_ptr& law : {wide_poisson, wide_waiting, flat_waiting, wide_skellam})
    for (const std::int64_t first : {-700, -1, 0, 300}) {
      INFO(*law->text << " from " << first);
      const law_masses masses(*law, 160);
      const auto walk = masses.walk_from(first);
      ball sum(160);
      for (std::int64_t x = first; x < first + 1300; ++x) {
        sum += walk->mass();
        if (x % 97 == 0 || (x + 3) % 512 < 3) {
          CHECK(overlap(walk->mass(), masses.at(x)));
          CHECK(overlap(masses.at(x) * (pow(ball::of(2, 160), integer(100)) + 1),
                        walk->mass() * pow(ball::of(2, 160), integer(100)) + walk->mass()));
          CHECK((walk->mass().is_exact_zero() || walk->mass().has_relative_radius(40)));
        }
        walk->step_up();
      }
      if (first == -700) {
        // All of the mass, but for what lies beyond.
        const ball rest = mass_outside(*law, {first, first + 1299}, 160);
        CHECK(contains(ball::hull(sum, sum + rest), 1));
      }
    }
}

TEST_CASE("masses and tails of counts against exact ones") {
  for (std::int64_t x = 0; x < 12; ++x) {
    INFO(x);
    const rational mu(7, 5);
    CHECK(overlap(probability_of(*poisson_law(mu, 128), x, 128).to_ball(128),
                  poisson_mass(mu, x, 128)));
    ball difference(128);
    for (std::int64_t j = 0; j < 60; ++j)
      difference += poisson_mass(mu, x + j, 128) * poisson_mass(mu, j, 128);
    arb_add_error_2exp_si(difference.raw(), -120);
    for (const std::int64_t side : {1, -1})
      CHECK(overlap(probability_of(*skellam_law(4, mu, 128), 4 + side * x, 128).to_ball(128),
                    difference));
    // C(x + 2, 2)·(1/4)^3·(3/4)^x
    rational mass(integer((x + 1) * (x + 2) / 2), 64);
    for (std::int64_t i = 0; i < x; ++i) mass *= rational(3, 4);
    CHECK(contains(
        probability_of(*negative_binomial_law(3, rational(1, 4), 128), x, 128).to_ball(128), mass));
  }
  // P(x) = 2^(−x−1) and Q(x) = (2/3)^x/3: P is larger at 0 and 1.
  CHECK(contains(refined_number("total_variation(pair(negative_binomial_law(1, 1/2), "
                                "negative_binomial_law(1, 1/3)))")
                     .to_ball(200),
                 rational(7, 36)));
  // The tail of one success is (1 − p)^x: of r = 1 the bound is what it bounds.
  const noise_ptr once = negative_binomial_law(1, rational(1, 3), 128);
  const ball tail = mass_outside(*once, {0, 9}, 128);
  CHECK(overlap(tail, pow(ball::of(rational(2, 3), 128), integer(10))));
  // Bounds are above the sums and not far above.
  const auto check_tail = [](const noise_ptr& law, const outcome_span& inside,
                             const outcome_span& all) {
    INFO(*law->text);
    const law_masses masses(*law, 128);
    const auto walk = masses.walk_from(all.first);
    ball outside(128);
    for (std::int64_t x = all.first; x <= all.last; ++x) {
      if (x < inside.first || x > inside.last) outside += walk->mass();
      walk->step_up();
    }
    const ball most = mass_outside(*law, inside, 128);
    CHECK(less_equal(lower_bound(outside), most).value_or(false));
    CHECK(less(most, outside * 2).value_or(false));
  };
  check_tail(wide_poisson, {95, 155}, {0, 400});
  check_tail(wide_poisson, {0, 155}, {0, 400});
  check_tail(wide_waiting, {30, 600}, {0, 3000});
  check_tail(flat_waiting, {0, 50}, {0, 4000});
  check_tail(wide_skellam, {-203, 197}, {-1300, 1300});
  // Where no series falls, the whole mass is the bound.
  CHECK(equal(mass_outside(*wide_poisson, {0, 100}, 128), ball::of(1, 128)) == true);
}

TEST_CASE("what short sums of counts leave out is inside the result") {
  const auto check = [](const noise_ptr& p, const noise_ptr& q, const std::string& digits) {
    for (const double threshold : {-1.0, -4.0, -12.0}) {
      ball inside(64);
      const ball left_out =
          visit_noise({p, q}, 64, threshold, {},
                      [&](const ball& a, const ball& b) { inside += nonnegative_part(a - b); });
      CHECK(overlap(ball::hull(inside, inside + left_out), expected(digits)));
      CHECK_FALSE(overlap(inside, expected(digits)));
    }
  };
  check(skellam_law(0, 3, 64), skellam_law(1, 3, 64), "0.1666574326398165755630857442712068880906");
  const auto at_few_bits = [](const number& value, const std::string& digits) {
    CHECK(overlap(value.to_ball(200), expected(digits)));
    CHECK_FALSE(is_narrow(value.to_ball(200), -30));
  };
  constexpr bits few = 2;
  const noise_pair shift{skellam_law(0, 3, 64), skellam_law(1, 3, 64)};
  at_few_bits(noise_renyi(shift, 2, few, {}), "0.1652309836932922483270281421083920255399");
  at_few_bits(noise_renyi(shift, 1, few, {}), "0.08349765692704222456125708942964942629195");
  at_few_bits(noise_chi_moment(shift, rational(5, 2), few, {}),
              "0.1525796657634312526005283298604362087635");
  const noise_pair counts{negative_binomial_law(4, rational(9, 20), 64),
                          negative_binomial_law(rational(1, 2), rational(3, 10), 64)};
  at_few_bits(noise_renyi(counts, 3, few, {}), "1.781180730707614653423567641901898395805");
  at_few_bits(noise_renyi(counts, 1, few, {}), "1.10562178025937119530638773084146629536");
  // Terms outside of a span, for laws whose whole sums are known: (EE.28).
  const noise_pair poissons{poisson_law(3, 128), poisson_law(2, 128)};
  const term_tails tails(poissons, 2, 1, 128);
  ball terms(128);
  for (std::int64_t x = 16; x < 200; ++x) {
    const ball p = probability_of(*poissons.p, x, 256).to_ball(256);
    terms += p * p / probability_of(*poissons.q, x, 256).to_ball(256);
  }
  const ball bound = tails.sum_outside({0, 15});
  CHECK(less(terms, bound).value_or(false));
  CHECK(less(bound, terms * 2).value_or(false));
}

TEST_CASE("parameters of counts at the ends of their ranges") {
  check_value("pmf(poisson_law(10^6), 10^6)", "0.0003989422471562440297045439868160385491061");
  check_value("pmf(poisson_law(10^6), 990000)", "6.540663780687919599113551620385563135918e-26");
  check_value("pmf(negative_binomial_law(10^-3, 10^-6), 5)",
              "0.000197666146325273291766046756280835838387");
  check_value("pmf(negative_binomial_law(7/2, 1 - 10^-9), 3)",
              "1.443749994946875006316406246841796875395e-26");
  check_value("pmf(negative_binomial_law(10^6, 1/2), 1000100)",
              "0.0002813693329941583693875549744323751868501");
  check_value("pmf(skellam_law(0, 10^6), 3000)", "0.00002973256998305197597766190570888319973578");
  check_value("pmf(skellam_law(-5, 10^-9), -2)", "1.666666663333333337083333330277777779764e-28");
  CHECK(truth_of("pmf(poisson_law(10^-300), 2) < 10^-600") == true);
  CHECK(truth_of("pmf(negative_binomial_law(1/2, 10^-300), 0) == 10^-150") != false);
  CHECK(truth_of("pmf(skellam_law(-10^15, 10^15), 10^15) < 10^-1000000") == true);
  check_value("hockey_stick(pair(poisson_law(10^6), poisson_law(10^6 + 1000)), 0.01)",
              "0.3797527448856526946936313557442474594398");
  check_value("hockey_stick(pair(skellam_law(0, 10^4), skellam_law(1, 10^4)), 0.001)",
              "0.002350302537228002215850956640221527750393");
  check_value("renyi(pair(skellam_law(0, 10^4), skellam_law(1, 10^4)), 3)",
              "0.00007499999973440195215411627202438199372359");
  CHECK(truth_of("hockey_stick(pair(poisson_law(10^-300), poisson_law(2*10^-300)), 0) < 10^-299") ==
        true);
  CHECK(truth_of("hockey_stick(pair(negative_binomial_law(1/2, 1 - 10^-9), "
                 "negative_binomial_law(1/2, 1 - 2*10^-9)), 0) < 10^-8") == true);
  for (const char* formula :
       {"pmf(poisson_law(0), 0)", "pmf(poisson_law(-1), 0)", "pmf(poisson_law(inf), 0)",
        "pmf(poisson_law(2*10^15), 0)", "pmf(negative_binomial_law(0, 1/2), 0)",
        "pmf(negative_binomial_law(-1, 1/2), 0)", "pmf(negative_binomial_law(inf, 1/2), 0)",
        "pmf(negative_binomial_law(1, 0), 0)", "pmf(negative_binomial_law(1, 1), 0)",
        "pmf(negative_binomial_law(1, 2), 0)", "pmf(skellam_law(1/2, 1), 0)",
        "pmf(skellam_law(0, 0), 0)", "pmf(skellam_law(0, -1), 0)", "pmf(skellam_law(0, inf), 0)",
        "pmf(skellam_law(2*10^15, 1), 0)", "pmf(poisson_law(1), 1/2)", "mean(x, poisson_law(1), x)",
        "pmf(sum_law(poisson_law(1), binomial_law(1, 1/2)), 0)"}) {
    INFO(formula);
    CHECK_THROWS_AS(refined_number(formula), undefined_value);
  }
  for (const char* formula :
       {"hockey_stick(pair(negative_binomial_law(1/2, 10^-300), poisson_law(1)), 0)",
        "hockey_stick(pair(poisson_law(10^15), poisson_law(10^15 - 1)), 0)",
        "hockey_stick(pair(skellam_law(0, 10^15), skellam_law(1, 10^15)), 0)"}) {
    INFO(formula);
    CHECK_FALSE(refined(formula, 10).sufficient);
  }
}

TEST_CASE("parameters of counts of which only enclosures are known") {
  for (const char* relation :
       {"abs(renyi(pair(poisson_law(pi), poisson_law(exp(1))), 2) - (pi - exp(1))^2/exp(1)) < "
        "1e-20",
        "abs(pmf(poisson_law(pi), 2) - exp(-pi)*pi^2/2) < 1e-20",
        "abs(pmf(negative_binomial_law(pi, 1/pi), 2) - pi*(pi + 1)/2*pi^(-pi)*(1 - 1/pi)^2) < "
        "1e-20",
        "abs(renyi(pair(negative_binomial_law(pi, 1/2), negative_binomial_law(pi, 1/3)), 2) - "
        "pi*log(6/5)) < 1e-20",
        "hockey_stick(pair(skellam_law(0, pi), skellam_law(1, pi)), 0) < 0.164",
        "abs(renyi(pair(skellam_law(0, pi), skellam_law(1, pi)), 2.5) - 0.195) < 0.002"}) {
    INFO(relation);
    CHECK(truth_of(relation) == true);
  }
  // Every point of a wide ball is covered.
  const auto around = [](const rational& centre) {
    ball wide = ball::of(centre, 64);
    arb_add_error_2exp_si(wide.raw(), -6);
    return number(wide);
  };
  const noise_ptr poisson = poisson_law(around(3), 64);
  const noise_ptr waiting =
      negative_binomial_law(around(rational(5, 2)), around(rational(3, 10)), 64);
  const noise_ptr skellam = skellam_law(-2, around(3), 64);
  for (std::int64_t x = -6; x < 10; ++x)
    for (const rational& move : {rational(-1, 65), rational(0), rational(1, 65)}) {
      const auto covers = [x](const noise_ptr& all, const noise_ptr& one) {
        INFO(x << " " << *one->text);
        CHECK(encloses(probability_of(*all, x, 64).to_ball(64),
                       probability_of(*one, x, 128).to_ball(128)));
      };
      covers(poisson, poisson_law(rational(3 + move), 64));
      covers(waiting, negative_binomial_law(rational(rational(5, 2) + move),
                                            rational(rational(3, 10) - move), 64));
      covers(skellam, skellam_law(-2, rational(3 + move), 64));
    }
  // Along a walk, and never far above 1.
  for (const auto& [all, one] :
       {std::pair{poisson, poisson_law(3, 64)},
        std::pair{waiting, negative_binomial_law(rational(5, 2), rational(3, 10), 64)},
        std::pair{skellam, skellam_law(-2, 3, 64)}}) {
    const law_masses of_all(*all, 64);
    const law_masses of_one(*one, 128);
    for (const std::int64_t first : {-20, 0}) {
      const auto wide = of_all.walk_from(first);
      const auto narrow = of_one.walk_from(first);
      for (int i = 0; i < 40; ++i) {
        INFO(*one->text << " " << first << " + " << i);
        CHECK(encloses(wide->mass(), narrow->mass()));
        CHECK(less(wide->mass(), ball::of(2, 64)) == true);
        wide->step_up();
        narrow->step_up();
      }
    }
  }
}

}  // namespace test_counting_noise
