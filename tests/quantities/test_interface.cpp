// What shufflecert/shufflecert.hpp gives to other programs beyond the quantities themselves.

#include <fmt/format.h>

#include <atomic>
#include <sstream>

#include "shufflecert/shufflecert.hpp"
#include "support/catch.hpp"

namespace test_interface {

using namespace shufflecert;

TEST_CASE("to_digits asks for more bits until the digits are certain") {
  // One user's randomized response with e^ε0 = 3: D_2 = log(7/3).
  const distribution_pair pair = pairs::clone(1, log(number(3), 256));
  int calls = 0;
  const decimal_interval ends = to_digits(28, [&](bits p) {
    ++calls;
    return renyi(pair, 2, p);
  });
  CHECK(calls >= 1);
  CHECK(ends.lower == "0.8472978603872036137101075065");
  CHECK(ends.upper == "0.8472978603872036137101075066");
}

TEST_CASE("to_digits goes on where a precision is not enough, and stops at the last one") {
  const auto needs = [](bits least) {
    return [least](bits p) {
      if (p < least) throw precision_needed("more bits");
      return ball::of(rational(1) / 3, p);
    };
  };
  CHECK(to_digits(5, needs(1000)).lower == "0.33333");
  CHECK_THROWS_AS(to_digits(5, needs(1000), 999), precision_needed);
  // Digits that nobody can have: the enclosure is given as it is.
  const auto wide = [](bits p) {
    return ball::hull(ball::of(rational(1), p), ball::of(rational(2), p));
  };
  const decimal_interval ends = to_digits(5, wide, 512);
  CHECK((ends.lower == "1" || ends.lower == "0.99999"));
  CHECK((ends.upper == "2" || ends.upper == "2.0001"));
}

TEST_CASE("the budget of an evaluation is the caller's, though it is handed over as a copy") {
  // Every loop that can be long looks at it, and the first look is before anything else.
  const distribution_pair pair = pairs::clone(200, 1);
  work_meter meter{0, 1'000'000};
  const budget metered = budget().metered_by(meter);
  renyi(pair, rational(5) / 2, 64, {.limits = metered});
  const std::int64_t once = meter.done;
  CHECK(once >= 1);
  renyi(pair, rational(5) / 2, 64, {.limits = metered});
  CHECK(meter.done == 2 * once);
  refine(*parse_formula("renyi(clone_pair(200, 1), 5/2)"), {}, {}, 15, {}, {.limits = metered});
  CHECK(meter.done > 2 * once);
  work_meter nothing_left{0, 0};
  CHECK_THROWS_AS(total_variation(pair, 64, {.limits = budget().metered_by(nothing_left)}),
                  beyond_reach);
  const std::atomic<bool> stop{true};
  const budget stopped(std::nullopt, &stop);
  CHECK_THROWS_AS(renyi_curve(pair, {2, 3}, 64, {.limits = stopped}), beyond_reach);
}

TEST_CASE("factories give the pairs that their structs give") {
  const auto same = [](const distribution_pair& a, const distribution_pair& b) {
    return exact_text(a).has_value() && exact_text(a) == exact_text(b);
  };
  CHECK(same(pairs::clone(5, 2), {clone_pair{5, 2, std::nullopt}}));
  CHECK(same(pairs::clone(5, 2, rational(1) / 2), {clone_pair{5, 2, rational(1) / 2}}));
  CHECK(same(pairs::unmixed(5, 2), {unmixed_pair{5, 2, std::nullopt}}));
  CHECK(same(pairs::randomized_response(5, 2), {rr_pair{5, 2}}));
  CHECK(same(pairs::k_ary_randomized_response(3, 5, 2), {krr_pair{3, 5, 2}}));
  CHECK(same(pairs::normal(0, 1, 2, 3), {normal_pair{0, 1, 2, 3}}));
  CHECK(same(pairs::gaussian(2), {gaussian_pair(2)}));
  CHECK(same(
      pairs::subsampled(pairs::randomized_response(5, 2), rational(1) / 2),
      {subsampled_pair{std::make_shared<const distribution_pair>(distribution_pair{rr_pair{5, 2}}),
                       rational(1) / 2}}));
  CHECK_FALSE(same(pairs::clone(5, 2), pairs::unmixed(5, 2)));
}

TEST_CASE("balls and numbers are written as enclosures") {
  const ball third = ball::of(rational(1) / 3, 128);
  std::ostringstream out;
  out.precision(4);
  out << third << " " << number(rational(1) / 4) << " " << number(third);
  CHECK(out.str() == "[0.3333, 0.3334] 0.25 [0.3333, 0.3334]");
  CHECK(fmt::format("{:.4}", third) == "[0.3333, 0.3334]");
  CHECK(fmt::format("{:.2}", number(third)) == "[0.33, 0.34]");
}

}  // namespace test_interface
