// Many orders of one pair at once against one order at a time.

#include "shufflecert/renyi_curve.hpp"

#include "support/catch.hpp"

namespace test_renyi_curve {

using namespace shufflecert;

namespace {

void check_curve(const distribution_pair& pair, const std::vector<number>& orders, bits precision,
                 evaluation_method method, long digits) {
  const std::vector<quantity> curve = renyi_curve(pair, orders, precision, {.method = method});
  REQUIRE(curve.size() == orders.size());
  for (std::size_t i = 0; i < orders.size(); ++i) {
    INFO("order " << to_text(*orders[i].as_rational()) << " by " << to_text(curve[i].method));
    const ball here = curve[i].value.to_ball(precision + 64);
    CHECK(overlap(here, renyi(pair, orders[i], precision + 64).value.to_ball(precision + 128)));
    CHECK(here.has_relative_radius(digits));
  }
}

const std::vector<number> orders{
    rational(7, 2),     1, rational(1, 3), 2, rational(63), rational(1, 2), rational(99, 100),
    rational(101, 100), 30};

}  // namespace

TEST_CASE("a curve of orders agrees with one order at a time", "[moments]") {
  check_curve({clone_pair{1'000'000, 4, std::nullopt}}, orders, 110, evaluation_method::automatic,
              30);
  check_curve({clone_pair{1'000'000'000'000, 8, std::nullopt}}, orders, 110,
              evaluation_method::closed_moments, 30);
  check_curve({clone_pair{5'000, 1, std::nullopt}}, orders, 110,
              evaluation_method::windowed_moments, 30);
  check_curve({clone_pair{600, 3, std::nullopt}, true}, {rational(5, 2), 1, rational(1, 7)}, 80,
              evaluation_method::hybrid_moments, 20);
  check_curve({clone_pair{60, 3, std::nullopt}}, orders, 110, evaluation_method::automatic, 25);
}

TEST_CASE("orders that one set of moments does not reach are computed one by one", "[moments]") {
  // The last order is far beyond what the moments of so few clones serve.
  check_curve({clone_pair{500, 1, std::nullopt}}, {2, rational(9, 4), 3, 60}, 64,
              evaluation_method::automatic, 15);
}

TEST_CASE("a curve of orders takes what one order takes", "[moments]") {
  const distribution_pair clones{clone_pair{1'000'000, 4, std::nullopt}};
  CHECK(renyi_curve(clones, {}, 64).empty());
  const auto with_infinity = renyi_curve(clones, {2, ball::infinity(64)}, 64);
  CHECK(overlap(with_infinity[1].value.to_ball(64), ball::of(4, 64)));
  CHECK_THROWS_AS(renyi_curve(clones, {2, -1}, 64), undefined_value);
  const auto same = renyi_curve({clone_pair{10, 0, std::nullopt}}, {2, 3}, 64);
  CHECK(same[1].value.is_zero());
  // A pair that has no moments shared between orders.
  check_curve({rr_pair{50, 1}}, {2, rational(3, 2)}, 64, evaluation_method::automatic, 15);
}

TEST_CASE("a curve of orders takes ranges of parameters", "[moments]") {
  const ball eps0 = ball::hull(ball::of(2, 128), ball::of(rational(201, 100), 128));
  const auto over = renyi_curve({clone_pair{10'000, eps0, std::nullopt}}, {4}, 128);
  const ball range = over[0].value.to_ball(128);
  const auto at = [](const rational& end) {
    return renyi({clone_pair{10'000, end, std::nullopt}}, 4, 128).value.to_ball(128);
  };
  const ball low = at(2);
  const ball high = at(rational(201, 100));
  CHECK(overlap(range, low));
  CHECK(overlap(range, high));
  // Within 1.1 times the true range.
  ball width(128);
  arb_get_rad_arb(width.raw(), range.raw());
  CHECK(less(width * 2, (high - low) * 11 / 10).value_or(false));
}

}  // namespace test_renyi_curve
