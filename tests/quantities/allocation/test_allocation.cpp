// Random allocation: against integrals of another program for two batches, against the closed form
// of whole orders, and the two paths of docs/methods/allocation.md against each other.

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "arithmetic/bit_length.hpp"
#include "quantities/allocation/allocation_bend.hpp"
#include "quantities/allocation/allocation_divergence.hpp"
#include "quantities/allocation/allocation_line.hpp"
#include "quantities/allocation/allocation_renyi.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/gaussian_shuffling.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/run_program.hpp"
#include "support/values_at_points.hpp"

namespace test_allocation {

using namespace shufflecert;

namespace {

constexpr bits precision = 64;

ball divergence(std::int64_t batches, const char* sigma, const char* eps, bool swapped) {
  return allocation_hockey_stick({batches, rational(sigma)}, swapped, rational(eps), precision, {});
}

}  // namespace

// By mpmath: the second ratio's mean is a difference of two normal tails, and the first is
// integrated numerically.
TEST_CASE("two batches have the values of a numerical integral", "[allocation]") {
  check_known_values({
      {"hockey_stick(allocation_pair(2, 1), 1/2)", "0.149177523135520172259714361699"},
      {"hockey_stick(swap(allocation_pair(2, 1)), 1/2)", "0.142686965823743202977512881029"},
      {"hockey_stick(allocation_pair(2, 2), 3/10)", "0.0484165833306495218580070581202"},
      {"hockey_stick(swap(allocation_pair(2, 2)), 3/10)", "0.0475208297345338156513934813508"},
      {"hockey_stick(allocation_pair(2, 1/2), 1)", "0.404577500377853576217077802959"},
      {"hockey_stick(swap(allocation_pair(2, 1/2)), 1)", "0.380339194397381894520875505887"},
      {"hockey_stick(allocation_pair(2, 1/4), -1/2)", "0.950745899791023086408088118847"},
      {"hockey_stick(swap(allocation_pair(2, 4)), 1/100)", "0.0663962535907596447006121156942"},
  });
}

// By mpmath, as sums over a grid of both ratios' normal variables.
TEST_CASE("two batches have the Renyi divergences of a double integral", "[allocation]") {
  check_known_values({
      {"renyi(allocation_pair(2, 1), 1/2)", "0.1471183624777604259283773496"},
      {"renyi(swap(allocation_pair(2, 1)), 1/2)", "0.1471183624777604259283773496"},
      {"renyi(allocation_pair(2, 1), 3/2)", "0.4558175748754511745886235192"},
      {"renyi(swap(allocation_pair(2, 1)), 3/2)", "0.4309198105855892868991047465"},
      {"renyi(allocation_pair(2, 1), 5/2)", "0.7933083565074229642433635021"},
      {"renyi(swap(allocation_pair(2, 1)), 5/2)", "0.7053235428154164398697660611"},
      {"renyi(allocation_pair(2, 2), 1)", "0.06612171776660266257557143675"},
      {"renyi(swap(allocation_pair(2, 2)), 1)", "0.06588420124917014653517097106"},
      {"renyi(swap(allocation_pair(2, 2)), 5/2)", "0.1639564274043534893777067264"},
  });
}

TEST_CASE("one batch is the Gaussian mechanism", "[allocation]") {
  for (const char* sigma : {"1/3", "1", "5/2"})
    for (const char* eps : {"-1/2", "1/10", "2"})
      for (const bool swapped : {false, true}) {
        const ball found = divergence(1, sigma, eps, swapped);
        const ball known =
            hockey_stick(pairs::gaussian(rational(1) / rational(sigma)), rational(eps), 256)
                .value.to_ball(256);
        INFO(sigma << ", " << eps << ", " << swapped);
        CHECK(encloses(found, known));
        CHECK(is_narrow(found, log2_near(known) - 50));
      }
}

TEST_CASE("whole orders by an integral are those of the series", "[allocation]") {
  for (const auto& [batches, sigma, order] :
       std::vector<std::tuple<std::int64_t, const char*, int>>{
           {2, "1", 2}, {7, "1/2", 3}, {30, "2", 5}, {100, "3/2", 2}, {5, "4", 9}}) {
    const ball found = allocation_renyi({batches, rational(sigma)}, false, order, precision, {});
    const ball known =
        shuffle_gaussian_renyi(batches, rational(sigma), order, 256, {}).to_ball(256);
    INFO(batches << ", " << sigma << ", " << order);
    CHECK(encloses(found, known));
    CHECK(is_narrow(found, log2_near(known) - 50));
  }
}

TEST_CASE("both paths enclose the same sum, whatever their plans", "[allocation]") {
  std::mt19937_64 generator(20'271);
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < 60; ++i) {
    const auto terms = static_cast<std::int64_t>(1 + generator() % 12);
    const double sigma = std::ldexp(std::round(16 * std::exp(2 * share(generator) - 1)), -4);
    const double c = std::ldexp(std::round(32 * std::exp(2 * share(generator) - 1)), -5);
    constexpr bits working = 192;
    ball at(working);
    arf_set_d(arb_midref(at.raw()), c);
    ball a(working);
    arf_set_d(arb_midref(a.raw()), sigma);
    const log_normal_transform transform(1 / a);
    allocation_bend_plan bend = plan_bend(terms, 1 / sigma, c, c, -80);
    allocation_line_plan line = plan_line(terms, 1 / sigma, c, -20, 300);
    // A worse plan gives a wider enclosure, and never a wrong one.
    if (i % 3 == 1) {
      bend.step *= 1 + share(generator);
      line.step *= 1 + 3 * share(generator);
    } else if (i % 3 == 2) {
      bend.last = 1 + bend.last / 3;
      line.last = 1 + line.last / 3;
    }
    const ball by_bend = allocation_bend(transform, terms, bend, -110, {}).shortfall(at);
    const ball by_line = allocation_line(transform, terms, line, -110, {}).shortfall(at);
    const ball best =
        allocation_bend(transform, terms, plan_bend(terms, 1 / sigma, c, c, -80), -110, {})
            .shortfall(at);
    INFO(terms << " batches, sigma " << sigma << ", c " << c);
    CHECK(is_narrow(best, -60));
    CHECK(overlap(by_bend, best));
    CHECK(overlap(by_line, best));
  }
}

TEST_CASE("a coarse transform is a wide one", "[allocation]") {
  const ball a = ball::of(1, 160);
  const log_normal_transform transform(a);
  const auto at = [&](double b, double y, double log2_error, complex_ball& value) {
    ball real(160);
    ball imaginary(160);
    arf_set_d(arb_midref(real.raw()), b);
    arf_set_d(arb_midref(imaginary.raw()), y);
    transform.enclose(value, real, imaginary, log2_error);
  };
  for (const double b : {0.001, 0.5, 3.0, -2.0, 40.0})
    for (const double y : {0.001, 1.0, 10.0, 300.0}) {
      complex_ball fine;
      at(b, y, -100, fine);
      for (const double coarse : {-3.0, -10.0, -30.0}) {
        complex_ball value;
        at(b, y, coarse, value);
        INFO(b << " + " << y << "i to 2^" << coarse);
        CHECK(acb_overlaps(value.raw(), fine.raw()) != 0);
        CHECK(acb_rel_error_bits(fine.raw()) < -20);
      }
    }
}

TEST_CASE("epsilon of an allocation inverts its divergence", "[allocation]") {
  for (const auto& [batches, sigma, delta] :
       std::vector<std::tuple<std::int64_t, const char*, const char*>>{
           {1000, "1", "1/1000000"}, {10, "1/2", "1/10"}, {100, "2", "1/2"}})
    for (const bool swapped : {false, true}) {
      const ball eps =
          allocation_epsilon({batches, rational(sigma)}, swapped, rational(delta), precision, {});
      const allocation_pair pair{batches, rational(sigma)};
      const auto value = [&](const ball& at) {
        return allocation_hockey_stick(pair, swapped, at, precision, {});
      };
      INFO(batches << ", " << sigma << ", " << delta << ", " << swapped);
      CHECK(is_narrow(eps, -40));
      const ball level = ball::of(rational(delta), precision);
      CHECK_FALSE(less(value(lower_bound(eps)), level).value_or(false));
      CHECK_FALSE(less(level, value(upper_bound(eps))).value_or(false));
    }
}

TEST_CASE("allocation far out", "[allocation]") {
  for (const auto& [batches, sigma, eps] :
       std::vector<std::tuple<std::int64_t, const char*, const char*>>{
           {1'000'000'000, "1", "1/10000"},
           {3, "100", "1/50"},
           {2, "1/10", "30"},
           {1000, "1/5", "1"},
           {4, "1/20", "-5"}}) {
    for (const bool swapped : {false, true}) {
      const ball found = divergence(batches, sigma, eps, swapped);
      INFO(batches << ", " << sigma << ", " << eps << ", " << swapped);
      CHECK(found.is_certainly_positive());
      CHECK(is_narrow(found, log2_near(found) - 40));
    }
  }
}

// Epochs of one batch are rounds of the Gaussian mechanism, which have a closed form.
TEST_CASE("epochs by the losses on a grid", "[allocation]") {
  const distribution_pair one{allocation_pair{1, 2}};
  const ball known =
      hockey_stick(compose(pairs::gaussian(rational(1, 2)), 4, 128), 1, 128).value.to_ball(128);
  const ball found = hockey_stick(compose(one, 4, 64), 1, 64).value.to_ball(64);
  CHECK(encloses(found, known));
  CHECK(is_narrow(found, log2_near(known) - 14));
  // Of several batches, each direction: no more than two epochs apart from one another can be.
  for (const bool swapped : {false, true}) {
    const distribution_pair many{allocation_pair{5, 3}, swapped};
    const ball once = hockey_stick(many, rational(1, 2), 64).value.to_ball(64);
    const ball twice = hockey_stick(compose(many, 2, 64), rational(1, 2), 64).value.to_ball(64);
    const ball more = hockey_stick(compose(many, 3, 64), rational(1, 2), 64).value.to_ball(64);
    INFO(swapped);
    CHECK(less(once, twice).value_or(false));
    CHECK(less(twice, more).value_or(false));
  }
}

TEST_CASE("a range of sigma is between its ends", "[allocation]") {
  const ball narrow = divergence(20, "1", "1/2", false);
  const ball least = divergence(20, "1025/1024", "1/2", false);
  ball sigma = ball::of(1, precision);
  arb_add_error_2exp_si(sigma.raw(), -10);
  const ball found = hockey_stick(pairs::allocation(20, sigma), rational(1, 2), precision)
                         .value.to_ball(precision);
  CHECK(encloses(found, narrow));
  CHECK(overlap(found, least));
  CHECK(is_narrow(found, log2_near(narrow) - 5));
}

TEST_CASE("what allocation_pair does not have is refused in one line", "[allocation]") {
  const auto refused = [](const std::string& formula, const std::string& words_of_it) {
    const program_run run = run_program({"eval", formula});
    INFO(formula << ": " << run.err);
    CHECK(run.status >= 2);
    CHECK(run.err.find(words_of_it) != std::string::npos);
  };
  refused("hockey_stick(allocation_pair(0, 1), 1)", "T must be a whole number >= 1");
  refused("hockey_stick(allocation_pair(5/2, 1), 1)", "T must be a whole number");
  refused("hockey_stick(allocation_pair(5, 0), 1)", "sigma must be > 0");
  refused("hockey_stick(allocation_pair(5, inf), 1)", "sigma must be finite");
  refused("hockey_stick(subsampled(allocation_pair(5, 1), 1/2), 1)", "subsampled() needs a pair");
  refused("renyi(allocation_pair(5, 1), 2001/2)", "orders up to 1000");
  refused("tradeoff(allocation_pair(5, 1), 1/10)", "tradeoff is not computed for this pair");
  refused("chi_moment(allocation_pair(5, 1), 2)", "chi_moment is not computed for this pair");
}

}  // namespace test_allocation
