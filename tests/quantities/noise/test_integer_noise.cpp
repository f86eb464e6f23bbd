// Integer noise against values of another program. These are sums over windows of outcomes with
// mpmath 1.3 at 80 digits, masses divided by their sum; windows reach to where a mass, and each
// term of the sum, is below e^−420, so that all 39 digits are right. ε is by bisection, rounds by
// the law of the sum of their outcomes, which is sufficient for a shift.

#include <string>
#include <utility>
#include <vector>

#include "quantities/noise/merged_tails.hpp"
#include "quantities/noise/noise_moments.hpp"
#include "quantities/noise/noise_rows.hpp"
#include "quantities/noise/term_tails.hpp"
#include "quantities/noise/theta.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/noise_laws.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/noise_values.hpp"

namespace test_integer_noise {

using namespace shufflecert;
using namespace noise_values;

namespace {

const std::string dg0 = "discrete_gaussian_law(0, 20)";
const std::string dg1 = "discrete_gaussian_law(1, 20)";
const std::string geo0 = "geometric_law(0, 1/2)";
const std::string geo1 = "geometric_law(1, 1/2)";
const std::string dg_pair = "pair(" + dg0 + ", " + dg1 + ")";
const std::string geo_pair = "pair(" + geo0 + ", " + geo1 + ")";
const std::string sampled = "subsampled(pair(" + dg1 + ", " + dg0 + "), 0.02)";
const std::string geo_third = "pair(geometric_law(1/3, 1/2), " + geo0 + ")";
const std::string narrow_wide = "pair(geometric_law(0, 1/2), geometric_law(1, 1/4))";
const std::string wide_narrow = "pair(geometric_law(0, 1/4), geometric_law(1, 1/2))";

noise_pair noise_of(const noise_ptr& p, const noise_ptr& q) {
  return {p, q};
}

}  // namespace

TEST_CASE("discrete Gaussian noise has the values of another program") {
  check_value("hockey_stick(" + dg_pair + ", 0.3)", "0.01085843170414984986401301714090975601186");
  check_value("hockey_stick(swap(" + dg_pair + "), 0.3)",
              "0.01085843170414984986401301714090975601186");
  check_value("hockey_stick(pair(" + dg0 + ", discrete_gaussian_law(2, 20)), 0.3)",
              "0.07622505542285912220694919074664047001535");
  check_value("total_variation(" + dg_pair + ")", "0.08920620580763855572694831862825412951971");
  // Far in the tail.
  check_value("hockey_stick(" + dg_pair + ", 2.5)",
              "2.004936477100203202158447571970186361337e-30");
  check_value("epsilon(" + dg_pair + ", 1e-6)", "0.9411670904626536430747260646121450648157");
  check_value("epsilon(" + dg_pair + ", 1e-30)", "2.514741538372541850120038425316239983755");
  check_value("tradeoff(" + dg_pair + ", 0.1)", "0.8550678918820135293404623012849179979245");
  // Centres that are not whole, different and small variances, and a large one.
  check_value("hockey_stick(pair(discrete_gaussian_law(1/3, 20), " + dg0 + "), 0.3)",
              "5.398938772448872372627291436796238909101e-7");
  check_value(
      "hockey_stick(pair(discrete_gaussian_law(1/3, 0.1), discrete_gaussian_law(0, 0.1)), "
      "0.3)",
      "0.1498637939886894340988911469517595285313");
  check_value("hockey_stick(pair(discrete_gaussian_law(0, 10), " + dg1 + "), 0.3)",
              "0.02689546288410726569144436900887918117671");
  check_value("hockey_stick(pair(" + dg1 + ", discrete_gaussian_law(0, 10)), 0.3)",
              "0.1332718403829241690367047343441518516071");
  check_value(
      "hockey_stick(pair(discrete_gaussian_law(0, 10^6), discrete_gaussian_law(1, 10^6)), "
      "0.001)",
      "8.33571422123630697834456797280308691189e-5");
  check_value("pmf(discrete_gaussian_law(1/3, 0.3), 2)",
              "0.007126766238529233733668381651580256752821");
}

TEST_CASE("Renyi divergences and moments of discrete Gaussian noise") {
  for (const char* relation :
       {"renyi(pair(discrete_gaussian_law(0, 20), discrete_gaussian_law(1, 20)), 4) == 1/10",
        "renyi(pair(discrete_gaussian_law(1/7, 20), discrete_gaussian_law(15/7, 20)), 3/2) == 3/20",
        "renyi(pair(discrete_gaussian_law(1/2, 3), discrete_gaussian_law(-1/2, 3)), 1) == 1/6"}) {
    INFO(relation);
    CHECK(truth_of(relation) == true);
  }
  check_value("renyi(pair(discrete_gaussian_law(0, 0.3), discrete_gaussian_law(1, 0.3)), 2.5)",
              "4.15951867471558890021284409270618536481");
  check_value("renyi(pair(discrete_gaussian_law(0, 10), " + dg1 + "), 3)",
              "0.2107867951399863273543080303645441420189");
  check_value("renyi(pair(" + dg0 + ", discrete_gaussian_law(1, 10)), 1.5)",
              "0.4965735902799726547086160607290882840378");
  check_value("renyi(" + dg_pair + ", 0.5)", "0.0125");
  check_value("renyi(pair(discrete_gaussian_law(1/3, 0.3), discrete_gaussian_law(0, 0.3)), 1)",
              "0.1834660714464590169991646391833882377142");
  // d²/(2·v2) + (log(v2/v1) + v1/v2 − 1)/2 but for e^(−19): normal laws, as θ is nearly that of all
  // m.
  CHECK(truth_of("abs(renyi(pair(discrete_gaussian_law(10^4, 1), discrete_gaussian_law(-10^4, 2)), "
                 "1) - 10^8 - (log(2) - 1/2)/2) < 1e-6") == true);
  check_value("renyi(pair(discrete_gaussian_law(0, 10), " + dg1 + "), inf)",
              "0.3965735902799726547086160607290882840378");
  check_value("chi_moment(" + dg_pair + ", 1)", "0.1784124116152771114538966372565082590394");
  check_value("chi_moment(" + dg_pair + ", 2)", "0.05127109637602403969751763633564522017482");
  check_value("chi_moment(" + dg_pair + ", 2.5)", "0.03099810658749308395985767338227481455073");
  // Infinite from the order at which λ/v1 = (λ − 1)/v2.
  const std::string from_wide = "pair(" + dg0 + ", discrete_gaussian_law(0, 10))";
  CHECK(truth_of("renyi(" + from_wide + ", 1.999) < inf") == true);
  CHECK(is_infinite("renyi(" + from_wide + ", 2)"));
  CHECK(is_infinite("renyi(" + from_wide + ", 2.001)"));
  CHECK(is_infinite("chi_moment(" + from_wide + ", 2)"));
  CHECK(is_infinite("renyi(" + from_wide + ", inf)"));
  CHECK(is_infinite("renyi(" + dg_pair + ", inf)"));
  CHECK(is_infinite("epsilon(" + dg_pair + ", 0)"));
  // Whether v1 = v2 is not certain, and so not whether D_∞ is finite.
  CHECK_FALSE(refined("renyi(pair(discrete_gaussian_law(0, exp(1)), discrete_gaussian_law(0, "
                      "exp(1/2)^2)), inf)",
                      10)
                  .sufficient);
}

TEST_CASE("geometric noise has the values of another program") {
  check_value("hockey_stick(" + geo_pair + ", 0.3)", "0.1128327342065432463420407318208581960043");
  check_value("hockey_stick(swap(" + geo_pair + "), 0.3)",
              "0.1128327342065432463420407318208581960043");
  check_value("hockey_stick(pair(" + geo0 + ", geometric_law(2, 1/2)), 0.3)",
              "0.3133551751191840242658248910511193371436");
  check_value("renyi(" + geo_pair + ", 4)", "0.3518911446975046281072712730001930263533");
  check_value("renyi(" + geo_pair + ", 1)", "0.1224593312018545646389005657455084787533");
  check_value("hockey_stick(" + geo_third + ", 0.1)",
              "0.04118254923665971906199834058474232476904");
  check_value("renyi(" + geo_third + ", 3)", "0.04119238912070389535984834711153811065268");
  check_value("renyi(" + geo_third + ", 1)", "0.01360476500820263738054477050848835320976");
  // The centre is 2 as far as anyone can see.
  CHECK(overlap(
      refined_number("renyi(pair(geometric_law(sqrt(2)^2, 1), geometric_law(1, 1)), inf)", 10)
          .to_ball(64),
      ball::of(1, 64)));
  check_value("renyi(" + geo_third + ", inf)", "0.1941282594138025969065655647410254071018");
  check_value("hockey_stick(" + narrow_wide + ", 0.1)",
              "0.2434739306508234568777874883844592499386");
  check_value("renyi(" + narrow_wide + ", 3)", "0.5171888769189600108915409563334466003863");
  check_value("renyi(" + wide_narrow + ", 1.5)", "0.7929187318521078389560674497897210918274");
  check_value("renyi(" + wide_narrow + ", 1)", "0.3740334361337177505365386329522653616645");
}

TEST_CASE("geometric noise that is shifted by a whole number is a short table") {
  for (const char* relation :
       {"total_variation(pair(geometric_law(0, log(2)), geometric_law(1, log(2)))) == 1/3",
        "hockey_stick(pair(geometric_law(0, 1/2), geometric_law(3, 1/2)), 3/2) == 0",
        "renyi(pair(geometric_law(0, 1/2), geometric_law(3, 1/2)), inf) == 3/2",
        "epsilon(pair(geometric_law(-2, 1/2), geometric_law(1, 1/2)), 0) == 3/2",
        "tradeoff(pair(geometric_law(0, log(3)), geometric_law(1, log(3))), 1/10) == 7/10",
        // f/(1 + f) and 1/(1 + f), f = 1/3: the two outcomes of the table.
        "exp(renyi(pair(geometric_law(0, log(3)), geometric_law(1, log(3))), 2)) == 7/3",
        "hockey_stick(compose(pair(geometric_law(0, log(3)), geometric_law(1, log(3))), 2), 0) == "
        "1/2",
        // (EE.15) with a mixture.
        "hockey_stick(subsampled(pair(geometric_law(1, log(3)), geometric_law(0, log(3))), 1/2), "
        "0) == 1/4"}) {
    INFO(relation);
    CHECK(truth_of(relation) == true);
  }
  const auto geometric = [](std::int64_t m, const number& eps) {
    return geometric_law(m, eps, 64);
  };
  CHECK(merged_size(noise_of(geometric(0, 1), geometric(5, 1))) == 6);
  CHECK_FALSE(merged_size(noise_of(geometric(0, 1), geometric(0, 1))));
  CHECK_FALSE(merged_size(noise_of(geometric(0, 1), geometric(5, 2))));
  CHECK_FALSE(merged_size(noise_of(geometric(0, 1), geometric(1'000'000, 1))));
  CHECK_FALSE(merged_size(noise_of(geometric(0, 1), geometric_law(rational(1, 2), 1, 64))));
  // The table says what the sum over outcomes does, of each of which it knows less.
  const noise_pair pair = noise_of(geometric(0, rational(1, 3)), geometric(2, rational(1, 3)));
  const auto table = merged_tails(pair, 128);
  REQUIRE(table);
  ball by_outcomes(128);
  const ball left_out = visit_noise(pair, 128, -140, {}, [&](const ball& p, const ball& q) {
    by_outcomes += nonnegative_part(p - q);
  });
  ball by_table(128);
  for (std::size_t i = 0; i < 3; ++i)
    by_table += nonnegative_part(table->p->entries[i].probability.to_ball(128) -
                                 table->q->entries[i].probability.to_ball(128));
  CHECK(overlap(by_table, ball::hull(by_outcomes, by_outcomes + left_out)));
}

TEST_CASE("noise of different kinds, and mixtures") {
  const std::string both = "pair(" + dg0 + ", " + geo1 + ")";
  check_value("hockey_stick(" + both + ", 0.2)", "0.2526890079067759761565431838094351190265");
  check_value("hockey_stick(swap(" + both + "), 0.2)", "0.231390706469265137728199708760605123573");
  check_value("renyi(" + both + ", 3)", "0.9438654761699689458265669189802473488919");
  check_value("renyi(" + both + ", inf)", "1.990024443765627014269696830752783173688");
  CHECK(is_infinite("renyi(swap(" + both + "), 1.01)"));
  // Σ P·log(P/Q) is finite, and no bound is known for what is left out.
  CHECK_FALSE(refined("renyi(swap(" + both + "), 1)", 10).sufficient);

  check_value("hockey_stick(" + sampled + ", 0.05)",
              "8.812107610981927773847276881046295844256e-12");
  check_value("hockey_stick(swap(" + sampled + "), 0.01)",
              "9.244745939059603195355082386790015632562e-7");
  check_value("renyi(" + sampled + ", 4)", "4.110044121446876652037611091558783237313e-5");
  check_value("renyi(swap(" + sampled + "), 4)", "4.080849520509496792881202005495873567323e-5");
  check_value("renyi(" + sampled + ", 1)", "1.02436591836150658623848894766993123695e-5");
  check_value("renyi(swap(" + sampled + "), 1)", "1.023323281652523488097591468261999913779e-5");
  check_value("renyi(subsampled(pair(" + geo1 + ", " + geo0 + "), 0.02), 4)",
              "0.0002048379265699386141692695363285726197766");
  // The terms of high orders lie far from both centres, where P' is nearly its smaller part.
  check_value("renyi(subsampled(pair(" + dg1 + ", " + dg0 + "), 1/100), 1000)",
              "20.39022003404595458657066137778536771603");
  // Q/P' rises to 1/(1 − γ) far out, and P'/Q without bound: (L.7).
  CHECK(overlap(refined_number("renyi(swap(" + sampled + "), inf)", 10).to_ball(64),
                -log(ball::of(rational(98, 100), 64))));
  CHECK(is_infinite("renyi(" + sampled + ", inf)"));
  CHECK(truth_of("renyi(" + sampled + ", 4) == renyi(pair(mix(0.02, " + dg1 + ", " + dg0 + "), " +
                 dg0 + "), 4)") != false);
  CHECK(truth_of("hockey_stick(pair(" + dg0 + ", " + dg0 + "), 0) == 0") == true);
}

TEST_CASE("tables beside noise") {
  const std::string coin = "law(x, 0, 1, 1/2)";
  // P(0) = P(1) = 1/2 against tanh(1/2) and tanh(1/2)/e: 1/e.
  check_value("hockey_stick(pair(" + coin + ", geometric_law(0, 1)), 0)",
              "0.3678794411714423215955237701614608674458");
  CHECK(is_infinite("renyi(pair(geometric_law(0, 1), " + coin + "), 2)"));
  CHECK(is_infinite("renyi(pair(geometric_law(0, 1), " + coin + "), 1)"));
  CHECK(truth_of("renyi(pair(geometric_law(0, 1), " + coin + "), 1/2) < 0.517") == true);
  CHECK(truth_of("renyi(pair(" + coin +
                 ", geometric_law(0, 1)), inf) == log(1/(2*tanh(1/2))) + 1") != false);
  CHECK(is_infinite("epsilon(pair(geometric_law(0, 1), " + coin + "), 1/10)"));
  // A mixture with noise has all outcomes.
  CHECK(truth_of("renyi(pair(geometric_law(0, 1), mix(1/2, " + coin +
                 ", geometric_law(0, 1))), inf) < log(2) + 1e-9") == true);
  CHECK(truth_of("pmf(mix(1/4, " + coin + ", geometric_law(0, log(3))), 1) == 1/8 + 3/4*1/6") !=
        false);
  CHECK_THROWS_AS(refined_number("hockey_stick(pair(geometric_law(0, 1), krr_law(1, 1, 1)), 1)"),
                  undefined_value);
}

TEST_CASE("rounds of integer noise") {
  check_value("hockey_stick(compose(" + dg_pair + ", 2), 0.3)",
              "0.03326668904207438733673931771865067355617", 4);
  check_value("hockey_stick(compose(" + dg_pair + ", 10), 1)",
              "0.03956563847477390373455466722443795811512", 4);
  CHECK(truth_of("renyi(compose(" + dg_pair + ", 10), 4) == 1") == true);
  CHECK(truth_of("epsilon(compose(" + dg_pair + ", 10), 0.0395) > 1") == true);
  CHECK(truth_of("epsilon(compose(" + dg_pair + ", 10), 0.0396) < 1") == true);
  CHECK(is_infinite("epsilon(compose(" + dg_pair + ", 2), 0)"));
}

TEST_CASE("the normalising constants agree, and tails are bounded") {
  // (EE.1) for small v, (EE.2) for large: either gives the value of the other where both are short.
  const ball m = ball::of(rational(1, 3), 128);
  for (const rational& v : {rational(1, 7), rational(3, 20), rational(4, 25), rational(1, 5)}) {
    const ball variance = ball::of(v, 128);
    ball direct(128);
    for (std::int64_t x = -12; x <= 12; ++x) direct += exp(-((m - x) * (m - x) / (variance * 2)));
    arb_add_error_2exp_si(direct.raw(), -128);
    CHECK(overlap(theta(m, variance), direct));
    CHECK(is_narrow(theta(m, variance), -110));
  }
  CHECK(overlap(theta(m, ball::of(30, 128)), theta(m + 5, ball::of(30, 128))));
  // Few terms leave much out, and say so.
  for (const rational& v : {rational(1, 7), rational(1, 6)})
    for (const bits accuracy : {-7, -4}) {
      const ball some = theta(ball::of(0, 128), ball::of(v, 128), accuracy);
      const ball all = theta(ball::of(0, 128), ball::of(v, 128));
      CHECK(encloses(some, all));
      CHECK_FALSE(is_narrow(some, -60));
    }

  // What a span leaves out: the mass of geometric noise outside of [−9, 9] is 2f^10/(1 + f).
  const noise_ptr geometric = geometric_law(0, 1, 128);
  const ball f = exp(ball::of(-1, 128));
  const ball outside = pow(f, integer(10)) * 2 / (f + 1);
  const ball bound = mass_outside(*geometric, {-9, 9}, 128);
  CHECK(less_equal(outside, bound * (pow(ball::of(2, 128), integer(-100)) + 1)).value_or(false));
  CHECK(less(bound, outside * 2).value_or(false));
  const noise_ptr gaussian = discrete_gaussian_law(0, 20, 128);
  ball beyond(128);
  for (std::int64_t x = 13; x < 200; ++x) beyond += probability_of(*gaussian, x, 128).to_ball(128);
  const ball most = mass_outside(*gaussian, {-12, 12}, 128);
  CHECK(less(beyond * 2, most).value_or(false));
  CHECK(less(most, beyond * 4).value_or(false));

  // The terms P²/Q outside of a span, for a shift by 1: (EE.8).
  const noise_pair pair = noise_of(gaussian, discrete_gaussian_law(1, 20, 128));
  const term_tails tails(pair, 2, 1, 128);
  ball terms(128);
  for (std::int64_t x = -200; x < 200; ++x)
    if (x < -12 || x > 12) {
      const ball p = probability_of(*pair.p, x, 256).to_ball(256);
      terms += p * p / probability_of(*pair.q, x, 256).to_ball(256);
    }
  const ball term_bound = tails.sum_outside({-12, 12});
  CHECK(less(terms, term_bound).value_or(false));
  CHECK(less(term_bound, terms * 2).value_or(false));
}

TEST_CASE("what a short sum leaves out is inside the result") {
  // With few outcomes the enclosure is wide, and contains the value.
  const noise_pair pair =
      noise_of(discrete_gaussian_law(0, 20, 64), discrete_gaussian_law(1, 20, 64));
  for (const double threshold : {-1.0, -4.0, -12.0}) {
    ball inside(64);
    const ball left_out = visit_noise(pair, 64, threshold, {}, [&](const ball& p, const ball& q) {
      inside += nonnegative_part(p - q);
    });
    const ball exact = expected("0.08920620580763855572694831862825412951971");
    CHECK(overlap(ball::hull(inside, inside + left_out), exact));
    CHECK_FALSE(overlap(inside, exact));
  }
}

TEST_CASE("what sums for few bits leave out is inside the result") {
  const auto at_few_bits = [](const number& value, const char* digits) {
    const ball exact = expected(digits);
    CHECK(overlap(value.to_ball(200), exact));
    CHECK_FALSE(is_narrow(value.to_ball(200), -30));
  };
  constexpr bits few = 2;
  const auto gaussian = [](const number& m, const number& v) {
    return discrete_gaussian_law(m, v, 64);
  };
  const noise_pair shift = noise_of(gaussian(0, 20), gaussian(1, 20));
  const noise_pair back = noise_of(shift.q, shift.p);
  const noise_pair narrow = noise_of(gaussian(0, 20), geometric_law(1, rational(1, 2), 64));
  at_few_bits(noise_renyi(narrow, 3, few, {}), "0.9438654761699689458265669189802473488919");
  at_few_bits(noise_renyi(shift, rational(5, 2), few, {}), "0.0625");
  at_few_bits(noise_renyi(back, rational(5, 2), few, {}), "0.0625");
  at_few_bits(noise_renyi(shift, 1, few, {}), "0.025");
  at_few_bits(noise_chi_moment(shift, 2, few, {}), "0.05127109637602403969751763633564522017482");
  at_few_bits(noise_chi_moment(back, 2, few, {}), "0.05127109637602403969751763633564522017482");
}

TEST_CASE("parameters of integer noise out of range") {
  for (const char* formula :
       {"pmf(discrete_gaussian_law(0, 0), 0)", "pmf(discrete_gaussian_law(0, -1), 0)",
        "pmf(discrete_gaussian_law(inf, 1), 0)", "pmf(discrete_gaussian_law(0, inf), 0)",
        "pmf(geometric_law(0, 0), 0)", "pmf(geometric_law(0, -1), 0)",
        "pmf(geometric_law(2*10^15, 1), 0)",
        // Spans of outcomes that would not fit into 64 bits.
        "hockey_stick(pair(law(x, 2^62, 2^62, 1), discrete_gaussian_law(0, 1)), 1/10)",
        "renyi(pair(mix(1/2, law(x, -5*10^18, -5*10^18, 1), law(x, 5*10^18, 5*10^18, 1)), "
        "geometric_law(0, 1)), 1)",
        "pmf(geometric_law(0, 1), 1/2)", "pmf(geometric_law(0, 1), 1, 2)",
        "mean(x, geometric_law(0, 1), x)",
        "pmf(sum_law(geometric_law(0, 1), geometric_law(0, 1)), 0)",
        "pmf(mix(2, geometric_law(0, 1), geometric_law(0, 1)), 0)",
        "hockey_stick(subsampled(swap(pair(geometric_law(0, 1), geometric_law(1, 1))), 1/2), 1)"}) {
    INFO(formula);
    CHECK_THROWS_AS(refined_number(formula), undefined_value);
  }
  // Too many outcomes are refused at once; the closed form has no such limit.
  const std::string huge = "pair(discrete_gaussian_law(0, 10^14), discrete_gaussian_law(1, 10^14))";
  CHECK_FALSE(refined("hockey_stick(" + huge + ", 1e-7)", 10).sufficient);
  CHECK(truth_of("renyi(" + huge + ", 3) == 3/(2*10^14)") == true);
  CHECK_FALSE(refined("hockey_stick(pair(geometric_law(0, 1e-9), geometric_law(1/2, 1e-9)), 0)", 10)
                  .sufficient);
  CHECK_THROWS_AS(geometric_law(ball::infinity(64), 1, 64), undefined_value);
  // A variance of which only an enclosure is known.
  CHECK(truth_of("abs(renyi(pair(discrete_gaussian_law(0, pi), discrete_gaussian_law(1, pi)), 2) - "
                 "1/pi) < 1e-30") == true);
  CHECK(truth_of("hockey_stick(pair(discrete_gaussian_law(0, pi), discrete_gaussian_law(1, pi)), "
                 "0) < 0.25") == true);
}

}  // namespace test_integer_noise
