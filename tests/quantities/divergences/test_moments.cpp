// Pearson-Vajda and ternary moments against exact fractions.

#include <array>

#include "shufflecert/quantities.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_moments {

using namespace shufflecert;
using oracle::fraction;

namespace {

// Σ |P − Q|^a Q^(1−a), a >= 1 whole; Q > 0 everywhere unless a = 1.
fraction chi(const oracle::law_pair& laws, int a) {
  fraction sum = 0;
  oracle::law support = laws.p;
  support.insert(laws.q.begin(), laws.q.end());
  for (const auto& [where, ignored] : support) {
    const fraction q = oracle::mass_at(laws.q, where);
    fraction difference = oracle::mass_at(laws.p, where) - q;
    if (difference < 0) difference = -difference;
    sum +=
        a == 1 ? difference : fraction(difference * oracle::power(fraction(difference / q), a - 1));
  }
  return sum;
}

}  // namespace

TEST_CASE("chi moments contain the exact ones") {
  for (const fraction& r : {fraction(6, 5), fraction(3), fraction(20)})
    for (const int n : {1, 2, 7})
      for (const bits precision : {40, 64, 160})
        for (const int a : {1, 2, 3, 6}) {
          INFO(oracle::text(r) << " " << n << " " << precision << " " << a);
          const number eps0 = log_number(r, true, precision);
          const auto clones = oracle::clone_laws(n, r, fraction(1 / r));
          const auto reports = oracle::randomized_response_laws(n, r);
          const auto encloses_chi = [&](const distribution_pair& pair,
                                        const oracle::law_pair& laws) {
            return contains(chi_moment(pair, a, precision).value.to_ball(300),
                            to_rational(chi(laws, a)));
          };
          CHECK(encloses_chi({clone_pair{n, eps0, {}}}, clones));
          CHECK(encloses_chi({rr_pair{n, eps0}}, reports));
          CHECK(encloses_chi({rr_pair{n, eps0}, true}, oracle::swapped(reports)));
        }
}

TEST_CASE("chi moments of tiny orders do not count outcomes of equal mass", "[corners]") {
  // |P/Q − 1|^a from exact fractions; at orders near 0 the sum is that of Q where P is not Q.
  const auto by_outcomes = [](const oracle::law_pair& laws, const ball& a) {
    ball sum(400);
    for (const auto& [where, q] : laws.q) {
      const rational ratio = to_rational(oracle::mass_at(laws.p, where) / q);
      if (ratio == 1) continue;
      const ball size = abs(ball::of(rational(ratio - 1), 400));
      sum += ball::of(to_rational(q), 400) * exp(a * log(size));
    }
    return sum;
  };
  for (const rational& a : {rational(1, integer(1) << 200U), rational(1, 1000), rational(1, 3)})
    for (const int n : {4, 6, 8}) {
      INFO(to_text(a) << ", n = " << n);
      const ball order = ball::of(a, 400);
      const auto meets = [&](const distribution_pair& pair, const oracle::law_pair& laws) {
        const ball found = chi_moment(pair, a, 80).value.to_ball(400);
        CHECK(overlap(found, by_outcomes(laws, order)));
        CHECK(found.has_relative_radius(20));
      };
      meets({clone_pair{n, log_of(3), {}}}, oracle::clone_laws(n, 3, {1, 3}));
      meets({rr_pair{n, log_of(3)}}, oracle::randomized_response_laws(n, 3));
      meets({rr_pair{n, log_of(3)}, true}, oracle::swapped(oracle::randomized_response_laws(n, 3)));
    }
}

TEST_CASE("what is left out of a chi moment is inside its ball") {
  // At few bits most outcomes are left out; at many none is, and the ball is narrow.
  for (const number& a : {number(2), number(3), number(rational(5, 2)), number(rational(1, 2))})
    for (const distribution_pair& pair :
         {distribution_pair{clone_pair{400, 2, {}}}, distribution_pair{rr_pair{2000, 2}},
          distribution_pair{rr_pair{2000, 2}, true}, distribution_pair{krr_pair{3, 300, 2}},
          distribution_pair{printed_pair{100, 2, rational(1, 3)}}}) {
      const ball wide = chi_moment(pair, a, 16).value.to_ball(64);
      const ball narrow = chi_moment(pair, a, 128).value.to_ball(128);
      CHECK(overlap(wide, narrow));
      if (narrow.is_finite()) CHECK(narrow.has_relative_radius(20));
    }
}

TEST_CASE("chi moments and other quantities") {
  CHECK(
      holds("chi_moment(clone_pair(30, log(2)), 2) == exp(renyi(clone_pair(30, log(2)), 2)) - 1"));
  CHECK(holds("chi_moment(rr_pair(30, log(2)), 1) == 2*total_variation(rr_pair(30, log(2)))"));
  CHECK(holds("chi_moment(unmixed_pair(5, 1), 2) == inf"));
  CHECK(holds(
      "chi_moment(unmixed_pair(5, log(2)), 1) == 2*total_variation(unmixed_pair(5, log(2)))"));
  CHECK(holds("chi_moment(rr_pair(5, 0), 3) == 0"));
  CHECK(holds("abs(chi_moment(gaussian_pair(1), 2) - expm1(1)) < 1e-18"));
  // E(r − 1)^4 = m4 − 4 m3 + 6 m2 − 3 with m_j = e^(j(j−1)/2).
  CHECK(holds("abs(chi_moment(gaussian_pair(1), 4) - (exp(6) - 4*exp(3) + 6*exp(1) - 3)) < 1e-15"));
  CHECK(holds("chi_moment(normal_pair(0, 4, 0, 1), 4) == inf"));
  CHECK(message_of<undefined_value>([] {
          chi_moment({rr_pair{3, 1}}, 0, 64);
        }) == "the order a must be > 0");
  CHECK(message_of<beyond_reach>([] { chi_moment({gaussian_pair(1)}, 3, 64); }) != "no error");
}

TEST_CASE("ternary moments contain the enumerated ones") {
  for (const fraction& r : {fraction(6, 5), fraction(3)}) {
    const auto p = brute_force::histogram({0, 2, 2}, 3, r);
    const auto q = brute_force::histogram({1, 2, 2}, 3, r);
    const auto base = brute_force::histogram({2, 2, 2}, 3, r);
    for (const bits precision : {64, 160}) {
      const number eps0 = log_number(r, true, precision);
      const law_ptr a = randomized_response_histogram(eps0, {1, 0, 2}, precision);
      const law_ptr b = randomized_response_histogram(eps0, {0, 1, 2}, precision);
      const law_ptr c = randomized_response_histogram(eps0, {0, 0, 3}, precision);
      for (const int order : {1, 2, 3, 5})
        CHECK(contains(ternary_moment(a, b, c, order, precision).value.to_ball(300),
                       to_rational(brute_force::ternary(p, q, base, order))));
    }
  }
}

TEST_CASE("ternary moments where the reference vanishes") {
  const std::string laws = "law(x, 0, 1, 1/2), law(x, 0, 1, (1 + x)/3), law(x, 0, 0, 1)";
  CHECK(holds("ternary_moment(" + laws + ", 2) == inf"));
  CHECK(holds("ternary_moment(" + laws + ", 1) == 1/3"));
  CHECK(holds("abs(ternary_moment(" + laws + ", 1/2) - sqrt(1/6)) < 1e-18"));
  CHECK(holds("ternary_moment(law(x, 0, 1, 1/2), law(x, 0, 1, 1/2), law(x, 0, 0, 1), 2) == 0"));
  CHECK(
      holds("ternary_moment(first(rr_pair(9, log(2))), second(rr_pair(9, log(2))), "
            "second(rr_pair(9, log(2))), 4) == chi_moment(rr_pair(9, log(2)), 4)"));
}

}  // namespace test_moments
