// The shuffle Gaussian mechanism against sums over all ways to share an order among users, and
// shuffled batches against closed forms and other thresholds.

#include <functional>
#include <string>
#include <vector>

#include "shufflecert/errors.hpp"
#include "shufflecert/gaussian_shuffling.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_gaussian_shuffling {

using namespace shufflecert;

namespace {

constexpr bits wide = 400;

// Σ over k_1 + … + k_n = λ of the multinomial coefficient times e^{(Σk_i² − λ)/2σ²}, over n^λ.
ball brute_moment(int n, int lambda, const ball& inverse_variance) {
  ball sum(wide);
  const std::function<void(int, int, integer, int)> share = [&](int user, int left, integer ways,
                                                                int squares) {
    if (user == n) {
      if (left == 0) sum += exp(inverse_variance * (squares - lambda) / 2) * ball::of(ways, wide);
      return;
    }
    integer choose = 1;  // C(left, k)
    for (int k = 0; k <= left; ++k) {
      share(user + 1, left - k, ways * choose, squares + k * k);
      choose = choose * (left - k) / (k + 1);
    }
  };
  share(0, lambda, 1, 0);
  return sum / pow(ball::of(n, wide), integer(lambda));
}

ball shuffle_gaussian(std::int64_t n, const rational& sigma, std::int64_t lambda, bits precision) {
  return shuffle_gaussian_renyi(n, sigma, lambda, precision, {}).to_ball(precision);
}

ball batches(const rational& sigma, std::int64_t count, const rational& eps, bits precision) {
  return shuffled_batches_lower(sigma, count, eps, precision, {}).to_ball(precision);
}

// (N.9) as it is printed, at one threshold.
ball at_threshold(const rational& sigma, std::int64_t count, const rational& eps,
                  const rational& c) {
  const ball s = ball::of(sigma, wide);
  const auto phi = [&](const rational& x) { return normal_cdf(ball::of(x, wide) / s); };
  const ball rest = pow(phi(c), integer(count - 1));
  const ball one = ball::of(1, wide);
  return one - phi(c - 2) * rest - exp(ball::of(eps, wide)) * (one - phi(c - 1) * rest);
}

}  // namespace

TEST_CASE("the shuffle Gaussian mechanism is what all shares add up to", "[gaussian_shuffling]") {
  for (const int n : {1, 2, 3, 5, 9})
    for (const int lambda : {2, 3, 4, 6, 7})
      for (const rational& sigma : {rational(1, 2), rational(1), rational(20)})
        for (const bits precision : {64, 200}) {
          INFO(n << " users, order " << lambda << ", sigma " << to_text(sigma));
          const ball inverse = 1 / (ball::of(sigma, wide) * ball::of(sigma, wide));
          const ball expected = log(brute_moment(n, lambda, inverse)) / (lambda - 1);
          const ball found = shuffle_gaussian(n, sigma, lambda, precision);
          CHECK(overlap(found, expected));
          CHECK(found.has_relative_radius(precision / 4));
        }
}

TEST_CASE("the shuffle Gaussian mechanism in closed form, and its order", "[gaussian_shuffling]") {
  for (const auto& [formula, expected] :
       {std::pair{"shuffle_gaussian_renyi(1, 3/2, 40)", "40/2/(3/2)^2"},
        std::pair{"shuffle_gaussian_renyi(10^12, 1/2, 2)", "log1p(expm1(4)/10^12)"},
        std::pair{"shuffle_gaussian_renyi(10^18, 1000, 2)", "log1p(expm1(1e-6)/10^18)"},
        std::pair{"shuffle_gaussian_renyi(77, 5, 3)",
                  "log(1/77^2*(exp(3/25) + 3*76*exp(1/25) + 76*75))/2"}}) {
    INFO(formula);
    CHECK(holds("abs(" + std::string(formula) + "/(" + expected + ") - 1) < 1e-18"));
    CHECK(number_at(formula, 64).to_ball(64).has_relative_radius(14));
  }
  CHECK(holds("shuffle_gaussian_renyi(5, 1, inf) == inf"));
  // Fewer users, higher orders and less noise tell more; around n = λ the method changes.
  for (const char* text :
       {"shuffle_gaussian_renyi(58, 2, 60) > shuffle_gaussian_renyi(59, 2, 60)",
        "shuffle_gaussian_renyi(59, 2, 60) > shuffle_gaussian_renyi(60, 2, 60)",
        "shuffle_gaussian_renyi(60, 2, 60) > shuffle_gaussian_renyi(60, 2, 59)",
        "shuffle_gaussian_renyi(60, 2, 60) > shuffle_gaussian_renyi(60, 2.01, 60)",
        "shuffle_gaussian_renyi(60000, 9.48, 60) < 60/2/9.48^2"}) {
    INFO(text);
    CHECK(holds(text));
  }
}

TEST_CASE("shuffled batches are above every threshold, and at one of them",
          "[gaussian_shuffling]") {
  for (const rational& sigma : {rational(2, 5), rational(1), rational(3)})
    for (const std::int64_t count : {std::int64_t{1}, std::int64_t{2}, std::int64_t{1000}})
      for (const rational& eps : {rational(-1), rational(0), rational(1, 2), rational(4)}) {
        INFO("sigma " << to_text(sigma) << ", " << count << " batches, eps " << to_text(eps));
        const ball found = batches(sigma, count, eps, 64);
        const ball finer = batches(sigma, count, eps, 160);
        CHECK(overlap(found, finer));
        CHECK(found.has_relative_radius(14));
        CHECK(finer.has_relative_radius(40));
        ball best(wide);
        for (int i = -160; i <= 400; ++i) {
          const ball one = at_threshold(sigma, count, eps, rational(i, 20));
          CHECK(less(finer, one) != true);
          if (less(best, one).value_or(false)) best = one;
        }
        // Thresholds are 1/20 apart: the best of them misses little, where it is among them.
        if (less(ball::of(rational(1, 1000), wide), finer).value_or(false))
          CHECK(less(finer - best, ball::of(rational(1, 100), wide)) == true);
      }
}

TEST_CASE("shuffled batches in closed form, in their order, and far out", "[gaussian_shuffling]") {
  for (const char* eps : {"-1", "0", "1", "30"})
    CHECK(holds("abs(shuffled_batches_lower(1/2, 1, " + std::string(eps) +
                ")/hockey_stick(gaussian_pair(2), " + eps + ") - 1) < 1e-18"));
  // mpmath, by the root of the derivative.
  CHECK(holds("abs(shuffled_batches_lower(0.4, 10000, 4) - 0.22605563666414453143) < 1e-19"));
  for (const char* text :
       {"shuffled_batches_lower(1/2, 1000, 1) < shuffled_batches_lower(1/2, 100, 1)",
        "shuffled_batches_lower(1/2, 1000, 1) > shuffled_batches_lower(0.51, 1000, 1)",
        "shuffled_batches_lower(1/2, 1000, 1) > shuffled_batches_lower(1/2, 1000, 1.01)",
        "shuffled_batches_lower(1/2, 1000, -1) > 1 - exp(-1)",
        "shuffled_batches_lower(1/2, 10^15, 400) > 0",
        "shuffled_batches_lower(1/2, 10^15, 400) < 1e-1000"}) {
    INFO(text);
    CHECK(holds(text));
  }
}

TEST_CASE("shuffled Gaussian mechanisms outside of their ranges", "[gaussian_shuffling]") {
  const auto message = [](const char* text) {
    return message_of<undefined_value>([&] { value_of(text); });
  };
  CHECK(message("shuffle_gaussian_renyi(0, 1, 2)").find("n must be") != std::string::npos);
  CHECK(message("shuffle_gaussian_renyi(3, 0, 2)").find("sigma must be") != std::string::npos);
  CHECK(message("shuffle_gaussian_renyi(3, inf, 2)").find("sigma must be") != std::string::npos);
  CHECK(message("shuffle_gaussian_renyi(3, 1, 0)").find("lambda must be") != std::string::npos);
  CHECK(message("shuffle_gaussian_renyi(3/2, 1, 2)").find("whole") != std::string::npos);
  CHECK(message("shuffled_batches_lower(-1, 3, 1)").find("sigma must be") != std::string::npos);
  CHECK(message("shuffled_batches_lower(1, 0, 1)").find("T must be") != std::string::npos);
  CHECK(message("shuffled_batches_lower(1, 3, inf)").find("eps must be") != std::string::npos);
  for (const char* order : {"1", "3/2", "1/2", "10001"}) {
    INFO(order);
    CHECK_THROWS_AS(number_at("shuffle_gaussian_renyi(3, 1, " + std::string(order) + ")", 64),
                    beyond_reach);
  }
}

}  // namespace test_gaussian_shuffling
