// The methods by moments for the clone pair's Rényi divergence against direct summation, which
// shares only the walk along the binomial weights with one of them, and against each other.

#include "quantities/clone_moments.hpp"

#include <random>

#include "catch.hpp"
#include "quantities/clone_plan.hpp"
#include "quantities/clone_renyi.hpp"
#include "quantities/outcome_sum.hpp"
#include "shufflecert/quantities.hpp"

using namespace shufflecert;

namespace {

constexpr evaluation_method moment_methods[] = {evaluation_method::closed_moments,
                                                evaluation_method::windowed_moments,
                                                evaluation_method::hybrid_moments};

std::optional<ball> by(evaluation_method method, const clone_pair& pair, const number& lambda,
                       bits precision) {
  const auto found = clone_renyi(pair, lambda, precision, {}, method);
  if (!found) return std::nullopt;
  return found->value.to_ball(precision + 128);
}

// The direct sum over the outcomes, one by one.
ball by_summation(const clone_pair& pair, const number& lambda, bits precision) {
  return renyi_by_summation(distribution_pair{pair}, lambda, precision).to_ball(precision + 128);
}

}  // namespace

TEST_CASE("the methods by moments overlap with direct summation and with each other", "[moments]") {
  // Few clones and large orders included, where the plans do not reach: the enclosures are wide
  // there and still right.
  std::mt19937 random(20261122);
  std::uniform_real_distribution<double> log_users(std::log(2.0), std::log(3000.0));
  std::uniform_real_distribution<double> log_eps0(std::log(0.001), std::log(8.0));
  std::uniform_real_distribution<double> log_order(std::log(0.1), std::log(30.0));
  std::uniform_int_distribution<bits> precision(64, 150);
  const auto milli = [&](double log_value) {
    return rational(static_cast<std::int64_t>(std::exp(log_value) * 1000) + 1, 1000);
  };
  int compared = 0;
  int narrow = 0;
  for (int i = 0; i < 40; ++i) {
    const rational eps0 = milli(log_eps0(random));
    clone_pair pair{static_cast<std::int64_t>(std::exp(log_users(random))), eps0, std::nullopt};
    if (i % 4 == 0) pair.p = rational(i + 1, 41);
    rational lambda = milli(log_order(random));
    if (i % 5 == 0) lambda = 1 + i % 3;
    const bits wanted = precision(random);
    const ball truth = by_summation(pair, lambda, 2 * wanted + 64);
    for (const evaluation_method method : moment_methods) {
      const auto found = by(method, pair, lambda, wanted);
      if (!found) continue;
      ++compared;
      narrow += found->has_relative_radius(static_cast<long>(wanted) * 3 / 10 - 2) ? 1 : 0;
      INFO(to_text(method) << ", n = " << pair.n << ", eps0 = " << to_text(eps0)
                           << ", lambda = " << to_text(lambda) << ", bits = " << wanted);
      CHECK(overlap(*found, truth));
    }
  }
  CHECK(compared > 60);
  CHECK(narrow > 30);
}
