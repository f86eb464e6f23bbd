// Subsampled pairs against the mechanism itself: who is sampled, what each reports, in fractions.

#include <array>
#include <string>
#include <vector>

#include "shufflecert/quantities.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/random_source.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_subsampled {

using namespace shufflecert;
using oracle::fraction;

namespace {

// Of `users` users, the first of whom has input `first` and all others 0, a set of `sampled` is
// chosen uniformly; each of them reports by binary randomized response.
brute_force::law mechanism(unsigned users, unsigned sampled, std::size_t first, const fraction& r) {
  brute_force::law total;
  int sets = 0;
  for (unsigned set = 0; set < (1U << users); ++set) {
    std::vector<std::size_t> inputs;
    for (unsigned i = 0; i < users; ++i)
      if ((set >> i & 1U) != 0) inputs.push_back(i == 0 ? first : 0);
    if (inputs.size() != sampled) continue;
    ++sets;
    const auto ones = brute_force::count_of(brute_force::histogram(inputs, 2, r), 1);
    for (const auto& [outcome, mass] : ones) total[outcome] += mass;
  }
  for (auto& [outcome, mass] : total) mass /= sets;
  return total;
}

}  // namespace

TEST_CASE("subsampled randomized response is the mechanism with subsampling") {
  for (const fraction& r : {fraction(6, 5), fraction(3), fraction(50)})
    for (const unsigned users : {3U, 5U})
      for (const unsigned sampled : {1U, 2U, 3U}) {
        const auto p = mechanism(users, sampled, 1, r);
        const auto q = mechanism(users, sampled, 0, r);
        const rational gamma(static_cast<int>(sampled), static_cast<int>(users));
        INFO(oracle::text(r) << " " << users << " " << sampled);
        for (const bits precision : {64, 160}) {
          const number eps0 = log_number(r, true, precision);
          const auto pair = subsampled({rr_pair{static_cast<int>(sampled), eps0}}, gamma);
          for (const bool swapped : {false, true}) {
            const auto& a = swapped ? q : p;
            const auto& b = swapped ? p : q;
            const auto direction = swapped ? swap(pair) : pair;
            for (const int order : {2, 4}) {
              const number expected = divide(
                  log(number(to_rational(*brute_force::moment(a, b, order))), 300), order - 1, 300);
              const ball found = renyi(direction, order, precision).value.to_ball(300);
              CHECK(overlap(found, expected.to_ball(300)));
              CHECK(found.has_relative_radius(8));
            }
            const fraction factor(21, 20);
            CHECK(contains(hockey_stick(direction, log_number(factor, false, precision), precision)
                               .value.to_ball(300),
                           to_rational(brute_force::hockey_stick(a, b, factor))));
            CHECK(contains(chi_moment(direction, 3, precision).value.to_ball(300),
                           to_rational(brute_force::ternary(a, b, b, 3))));
          }
        }
      }
}

TEST_CASE("max-divergence of subsampled randomized response, in both directions") {
  CHECK(holds("renyi(subsampled(rr_pair(9, log(3)), 1/2), inf) == log(2)"));
  CHECK(holds("renyi(swap(subsampled(rr_pair(9, log(3)), 1/2)), inf) == log(3/2)"));
  CHECK(holds("hockey_stick(subsampled(rr_pair(9, log(3)), 1/2), log(2)) == 0"));
  CHECK(holds("hockey_stick(swap(subsampled(rr_pair(9, log(3)), 1/2)), log(3/2)) == 0"));
}

TEST_CASE("large subsampled pairs agree with their tables") {
  for (const char* order : {"1/2", "1", "2", "3.5"})
    for (const char* direction : {"", "swap"}) {
      const std::string lambda(order);
      const std::string d(direction);
      INFO(lambda << d);
      CHECK(holds("abs(renyi(" + d + "(subsampled(rr_pair(300, 1), 0.1)), " + lambda + ")/renyi(" +
                  d +
                  "(pair(mix(0.1, rr_law(1, 299, 1), rr_law(1, 300, 0)), "
                  "rr_law(1, 300, 0))), " +
                  lambda + ") - 1) < 1e-15"));
    }
}

TEST_CASE("gamma 0, gamma 1 and repeated subsampling") {
  CHECK(holds("renyi(subsampled(rr_pair(9, 1), 0), 3) == 0"));
  CHECK(holds("renyi(subsampled(rr_pair(9, log(3)), 1), 3) == renyi(rr_pair(9, log(3)), 3)"));
  CHECK(
      holds("renyi(subsampled(subsampled(rr_pair(9, log(3)), 1/2), 1/3), 2) == "
            "renyi(subsampled(rr_pair(9, log(3)), 1/6), 2)"));
}

TEST_CASE("subsampling needs a pair whose second law lacks the differing user") {
  for (const char* text : {"renyi(subsampled(krr_pair(3, 4, 1), 0.5), 2)",
                           "renyi(subsampled(clone_pair(4, 1), 0.5), 2)",
                           "renyi(subsampled(swap(rr_pair(4, 1)), 0.5), 2)"}) {
    INFO(text);
    const std::string message = message_of<undefined_value>([&] { value_of(text); });
    CHECK(message.find("mix(gamma, P, R)") != std::string::npos);
  }
}

TEST_CASE("the subsampled Gaussian pair") {
  // Order 2: E_Q (1 + γ(r − 1))² = 1 + γ²(e^μ² − 1).
  CHECK(holds(
      "abs(renyi(subsampled(gaussian_pair(1), 0.1), 2) / log(1 + 0.01*expm1(1)) - 1) < 1e-18"));
  CHECK(holds("renyi(subsampled(gaussian_pair(1), 0.1), 40) < renyi(gaussian_pair(1), 40)"));
  // The Gaussian hockey-stick divergence at another ε, from its closed form.
  CHECK(
      holds("abs(hockey_stick(subsampled(gaussian_pair(1), 1/2), log(3/2)) - "
            "(Phi(1/2 - log(2)) - 2*Phi(-1/2 - log(2)))/2) < 1e-18"));
  CHECK(holds("hockey_stick(swap(subsampled(gaussian_pair(1), 1/2)), log(2)) == 0"));
  CHECK(holds("renyi(subsampled(gaussian_pair(1), 1/2), inf) == inf"));
  CHECK(holds("renyi(swap(subsampled(gaussian_pair(1), 1/2)), inf) == log(2)"));
  CHECK(holds("abs(chi_moment(subsampled(gaussian_pair(1), 1/2), 2)*4/expm1(1) - 1) < 1e-18"));
  const distribution_pair twice =
      swap(subsampled(subsampled({gaussian_pair(1)}, rational(1, 2)), rational(1, 2)));
  CHECK(message_of<beyond_reach>([&] { chi_moment(twice, 2, 64); }) != "no error");
}

namespace {

// By an integral, whatever else there is.
ball by_integral(const std::string& formula, bits precision) {
  const definitions none;
  const budget limits;
  const variable_map variables;
  evaluator at({none, precision, limits, nullptr, evaluation_method::line_integral}, variables);
  return at.evaluate_number(*parse_formula(formula)).to_ball(precision);
}

}  // namespace

TEST_CASE("subsampled normal laws at real orders and in both directions", "[sampled_integral]") {
  // mpmath: ∫ p^λ q^(1−λ), and ∫ p·log(p/q), over the line with 40 digits.
  struct known_value {
    const char* pair;
    const char* order;
    const char* digits;  // 28 of them, rounded
  };
  const std::array<known_value, 11> known{
      {{"subsampled(gaussian_pair(1), 1/10)", "5/2", "0.02350372726100307842548811028"},
       {"swap(subsampled(gaussian_pair(1), 1/10))", "5/2", "0.01367569665028199107980475394"},
       {"subsampled(gaussian_pair(1), 1/10)", "1", "0.007257730486431129557897975742"},
       {"swap(subsampled(gaussian_pair(1), 1/10))", "1", "0.006386136339086586842507088587"},
       {"subsampled(gaussian_pair(1), 1/10)", "1/2", "0.003393290956735066705873625865"},
       {"subsampled(normal_pair(0, 2, 3, 1), 3/10)", "1", "1.003616974290057045150284249"},
       {"subsampled(normal_pair(0, 2, 3, 1), 3/10)", "3/2", "10.24288044519620250779267975"},
       {"swap(subsampled(normal_pair(0, 1, 3, 2), 3/10))", "7/2", "0.2799946151073093359267087699"},
       {"swap(subsampled(normal_pair(0, 1, 3, 2), 3/10))", "1", "0.1861536629731791119877736488"},
       {"swap(subsampled(normal_pair(0, 2, 3, 1), 3/10))", "3", "0.2752162733115168040206857995"},
       {"subsampled(gaussian_pair(2), 1/100)", "13/2", "7.557526176469164754143516036"}}};
  for (const auto& [pair, order, digits] : known)
    for (const bits precision : {64, 128}) {
      INFO(pair << ", order " << order << ", " << precision << " bits");
      const std::string formula = "renyi(" + std::string(pair) + ", " + order + ")";
      const ball found = number_at(formula, precision).to_ball(precision);
      const ball expected = number_at(digits, 200).to_ball(200);
      CHECK(found.has_relative_radius(precision == 64 ? 15 : 30));
      // The digits are good to half a unit of the last of 28.
      ball around = expected;
      ball error = abs(expected) * ball::of(rational(integer(1), pow(integer(10), 27U)), 200);
      arb_add_error(around.raw(), error.raw());
      CHECK(overlap(found, around));
    }
}

TEST_CASE("the integral of subsampled normal laws meets closed forms and other integrals",
          "[sampled_integral]") {
  // (L.6) at whole orders.
  for (const char* pair :
       {"subsampled(gaussian_pair(1), 1/10)", "subsampled(gaussian_pair(1/50), 9/10)",
        "subsampled(gaussian_pair(5), 1e-9)", "subsampled(normal_pair(1, 1, 0, 3), 1/2)"})
    for (const char* order : {"2", "3", "17", "150"})
      for (const bits precision : {64, 160}) {
        const std::string formula = "renyi(" + std::string(pair) + ", " + order + ")";
        INFO(formula << ", " << precision << " bits");
        const ball found = by_integral(formula, precision);
        CHECK(overlap(found, number_at(formula, 300).to_ball(300)));
        CHECK(found.has_relative_radius(precision / 4));
      }
  // The same expectation by the integrals of the formula language.
  for (const std::string order : {"5/2", "-3/2", "1/3"}) {
    const std::string ratio = "(4/5 + exp(x - 1/2)/5)";
    const ball moment =
        number_at("log(normal_mean(x, " + ratio + "^(" + order + ")))", 150).to_ball(150);
    const std::string pair = order == "-3/2" ? "swap(subsampled(gaussian_pair(1), 1/5)), 5/2)"
                                             : "subsampled(gaussian_pair(1), 1/5), " + order + ")";
    const ball found = number_at("renyi(" + pair, 128).to_ball(128);
    const ball factor = number_at(order == "-3/2" ? "3/2" : order + " - 1", 150).to_ball(150);
    INFO(order);
    CHECK(overlap(found * factor, moment));
    CHECK(found.has_relative_radius(30));
    CHECK(moment.has_relative_radius(30));
  }
  // γ = 1, almost: the pair itself.
  CHECK(holds("abs(renyi(swap(subsampled(gaussian_pair(1), 1 - 1e-100)), 1) - 1/2) < 1e-60"));
  CHECK(holds("abs(renyi(subsampled(gaussian_pair(1), 1 - 1e-100), 5/2) - 5/4) < 1e-60"));
  // λ·D_{1−λ}(Q‖P) = (1 − λ)·D_λ(P‖Q).
  CHECK(
      holds("abs(renyi(swap(subsampled(gaussian_pair(1), 1/7)), 1/4)*3 - "
            "renyi(subsampled(gaussian_pair(1), 1/7), 3/4)) < 1e-18"));
}

TEST_CASE("subsampled normal laws at the edges of orders and rates", "[sampled_integral]") {
  // Where it is small: γ²·λ/2 times the variance of the ratio.
  CHECK(holds(
      "abs(renyi(subsampled(gaussian_pair(1), 1e-300), 3/2)/(3/4*1e-600*expm1(1)) - 1) < 1e-200"));
  CHECK(
      holds("abs(renyi(swap(subsampled(gaussian_pair(1), 1e-300)), 1)/(1e-600*expm1(1)/2) - 1) < "
            "1e-200"));
  CHECK(
      holds("abs(renyi(subsampled(gaussian_pair(1), 1/10), 1 + 1e-40)/"
            "renyi(subsampled(gaussian_pair(1), 1/10), 1) - 1) < 1e-38"));
  CHECK(
      holds("abs(renyi(subsampled(gaussian_pair(1), 1/10), 1e-40)/(1e-40*"
            "renyi(swap(subsampled(gaussian_pair(1), 1/10)), 1)) - 1) < 1e-38"));
  CHECK(holds("renyi(subsampled(normal_pair(0, 1, 0, 1), 1/10), 3/2) == 0"));
  CHECK(holds("renyi(subsampled(normal_pair(0, 2, 0, 1), 1/10), 5/2) == inf"));
  CHECK(holds("renyi(subsampled(normal_pair(0, 2, 0, 1), 1/10), 199/100) < 3"));
  CHECK(holds("renyi(swap(subsampled(normal_pair(0, 2, 0, 1), 1/10)), 1000.5) < log(10/9)"));
  CHECK(holds("renyi(subsampled(gaussian_pair(1), 1/10), 9999.5) < 9999.5/2"));
  CHECK(
      holds("renyi(subsampled(gaussian_pair(1), 1/10), 9999.5) > 9999.5/2 + "
            "log(1/10)*9999.5/9998.5 - 1e-9"));
  for (const char* text : {"renyi(subsampled(gaussian_pair(1), 1/10), 3/2) < "
                           "renyi(subsampled(gaussian_pair(1), 1/10), 2)",
                           "renyi(subsampled(gaussian_pair(1), 1/10), 3) < "
                           "renyi(subsampled(gaussian_pair(1), 1/10), 31/10)",
                           "epsilon(subsampled(gaussian_pair(1), 1/10), 1e-5) < "
                           "rdp_epsilon(subsampled(gaussian_pair(1), 1/10), 1e-5)"}) {
    INFO(text);
    CHECK(holds(text));
  }
  CHECK(message_of<beyond_reach>([] {
          renyi(subsampled({gaussian_pair(1)}, rational(1, 2)), rational(20001, 2), 64);
        }).find("10^4") != std::string::npos);
}

TEST_CASE("subsampled normal laws very near to the orders 0 and 1", "[sampled_integral][volume]") {
  // D_λ(P‖Q)(1 − λ)/λ = D_{1−λ}(Q‖P), which tends to the divergence of order 1, computed by another
  // integrand: no digit may be lost to the hundreds or thousands of which the order is short. The
  // program has 616 digits: not enough to lose 4003 and keep 60, or to lose 400 and keep 300. The
  // latter takes several times as long, and an ordinary run asks for it once.
  const std::vector<std::string> all_pairs{"subsampled(gaussian_pair(8), 9/10)",
                                           "subsampled(gaussian_pair(1), 1/10)",
                                           "subsampled(normal_pair(1, 3, 0, 2), 1/3)"};
  for (const std::string order : {"1e-400", "1e-4003"}) {
    for (const std::string& p : all_pairs) {
      INFO(p << " " << order);
      const bool has_many = test_multiplier() > 1 || (p == all_pairs.front() && order == "1e-400");
      const std::string near = has_many ? "1e-300" : "1e-60";
      CHECK(holds("abs(renyi(" + p + ", " + order + ")/(" + order + "*renyi(swap(" + p +
                  "), 1)) - 1) < " + near));
      CHECK(holds("abs(renyi(" + p + ", 1 + " + order + ")/renyi(" + p + ", 1) - 1) < " + near));
      CHECK(holds("abs(renyi(swap(" + p + "), 1 - " + order + ")/renyi(swap(" + p +
                  "), 1) - 1) < " + near));
    }
  }
  // From mpmath: log(quad(npdf(z)·u^a))/(a − 1) with 40 digits, on both sides of where the formula
  // for orders near 0 and 1 begins.
  struct value {
    const char* pair;
    const char* order;
    const char* expected;
  };
  for (const value& one :
       {value{"subsampled(gaussian_pair(1), 0.1)", "0.0001", "6.3862105205091764935e-7"},
        value{"subsampled(gaussian_pair(1), 0.1)", "0.00097", "6.1952503107910683343e-6"},
        value{"subsampled(gaussian_pair(1), 0.1)", "1.001", "0.0072660164541229980091"},
        value{"subsampled(gaussian_pair(1), 0.1)", "0.9995", "0.0072535884127309535114"},
        value{"swap(subsampled(gaussian_pair(1), 0.1))", "0.0001", "7.2576277859384291375e-7"},
        value{"swap(subsampled(gaussian_pair(1), 0.1))", "0.00097", "7.0390324154470857459e-6"},
        value{"swap(subsampled(gaussian_pair(1), 0.1))", "1.001", "0.0063917800388915946376"},
        value{"swap(subsampled(gaussian_pair(1), 0.1))", "0.9995", "0.0063833140142775269573"},
        value{"subsampled(gaussian_pair(8), 0.1)", "0.00097", "0.00010227114493856576613"},
        value{"subsampled(gaussian_pair(8), 0.1)", "1.001", "2.9185464858411473899"}}) {
    const std::string found = std::string("renyi(") + one.pair + ", " + one.order + ")";
    INFO(found);
    CHECK(holds("abs(" + found + "/" + one.expected + " - 1) < 1e-18"));
  }
  // More bits than there are would be needed: refused before anything is computed.
  CHECK(message_of<beyond_reach>([] {
          renyi(subsampled({gaussian_pair(number(rational(integer(1) << 1'000'000)))},
                           rational(1, 10)),
                rational(1, 1000), 64);
        }).find("too far apart") != std::string::npos);
}

TEST_CASE("subsampled normal laws where the ratio just reaches exp(eps)", "[least_ratio]") {
  // P' >= (1 − γ)Q everywhere, and no multiple above that will do.
  CHECK(holds("epsilon(subsampled(gaussian_pair(1), 0.001), 0.001) == log(0.999)"));
  CHECK(holds("epsilon(subsampled(gaussian_pair(1), 1/2), 1/2) == -log(2)"));
  CHECK(holds("epsilon(subsampled(gaussian_pair(1), 1e-30), 1e-20) == log(1 - 1e-20)"));
  CHECK(holds("epsilon(subsampled(gaussian_pair(1), 1/2), 1/2 - 1e-20) > log(1/2 + 1e-20)"));
  // N(0, 2) against N(0, 1): P/Q >= 1/sqrt(2), at 0.
  CHECK(holds("epsilon(normal_pair(0, 2, 0, 1), 0.3) == log(0.7)"));
  CHECK(holds("epsilon(normal_pair(0, 2, 0, 1), 0.29) > log(0.71)"));
  // The other direction has no least ratio. By mpmath at 150 digits: (L.9) solved for ε.
  check_known_values({
      {"-epsilon(swap(subsampled(gaussian_pair(1), 1e-30)), 1e-29)",
       "9.99179180459193951649296954987764534772e-30"},
      {"hockey_stick(subsampled(gaussian_pair(1), sqrt(2) - 1), log(2 - sqrt(2)))",
       "0.41421356237309504880168872420969807857"},
  });
}

}  // namespace test_subsampled
