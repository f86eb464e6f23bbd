// Subsampled pairs against the mechanism itself: who is sampled, what each reports, in fractions.

#include <array>

#include "shufflecert/quantities.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/formula_values.hpp"
#include "support/inclusion.hpp"
#include "support/texts.hpp"

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
  CHECK(message_of<beyond_reach>([] {
          renyi(subsampled({gaussian_pair(1)}, rational(1, 2)), rational(5, 2), 64);
        }).find("whole orders") != std::string::npos);
  const distribution_pair twice =
      swap(subsampled(subsampled({gaussian_pair(1)}, rational(1, 2)), rational(1, 2)));
  CHECK(message_of<beyond_reach>([&] { chi_moment(twice, 2, 64); }) != "no error");
}
