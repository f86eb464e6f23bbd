// The corners of the quantities: no users to hide among, no privacy loss, orders near 1, parameters
// outside their ranges, limits on time and size; and the order relations that theory guarantees.

#include <array>
#include <chrono>
#include <functional>

#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"
#include "support/texts.hpp"

namespace test_edges {

using namespace shufflecert;

namespace {

const std::optional<number> usual_p;

bool certainly(const number& a, relation op, const number& b, bits precision) {
  const truth answer = compare(a, op, b, precision);
  return answer.value == true && !answer.tied;
}

}  // namespace

TEST_CASE("without privacy loss every quantity is exactly 0") {
  for (const std::int64_t n : {1, 2, 1000})
    for (const bool swapped : {false, true})
      for (const distribution_pair& pair :
           {distribution_pair{clone_pair{n, 0, usual_p}, swapped},
            distribution_pair{clone_pair{n, 0, number(rational(1, 3))}, swapped},
            distribution_pair{rr_pair{n, 0}, swapped},
            distribution_pair{printed_pair{n, 1, 0}, swapped}}) {
        for (const number& order : {number(rational(1, 2)), number(1), number(2),
                                    number(ball::infinity(64)), number(rational(5, 2))})
          CHECK(renyi(pair, order, 64).value.is_zero());
        CHECK(total_variation(pair, 64).value.is_zero());
        CHECK(hockey_stick(pair, 1, 64).value.is_zero());
        // At ε < 0 the whole space is the best set: 1 − e^ε, here 1 − 1/2.
        const number half = hockey_stick(pair, log_of(rational(1, 2)), 64).value;
        CHECK(compare(half, relation::equal, rational(1, 2), 64).value == true);
      }
}

TEST_CASE("one user: the pair is randomized response itself") {
  // P = Bern(r/(r+1)), Q = Bern(1/(r+1)): at r = 3 the moment of order 2 is 9/4 + 1/12 = 7/3, the
  // total variation 1/2, and H at e^ε = 2 is 3/4 − 2/4.
  for (const distribution_pair& pair : {distribution_pair{clone_pair{1, log_of(3), usual_p}},
                                        distribution_pair{rr_pair{1, log_of(3)}},
                                        distribution_pair{clone_pair{1, log_of(3), number(1)}}}) {
    const ball divergence = renyi(pair, 2, 128).value.to_ball(128);
    CHECK(overlap(exp(divergence), ball::of(rational(7, 3), 128)));
    CHECK(divergence.has_relative_radius(30));
    CHECK(contains(total_variation(pair, 128).value.to_ball(128), rational(1, 2)));
    CHECK(contains(hockey_stick(pair, log_of(2), 128).value.to_ball(128), rational(1, 4)));
  }
}

TEST_CASE("disjoint laws are infinitely far apart at every order") {
  for (const distribution_pair& pair :
       {distribution_pair{unmixed_pair{1, 1, usual_p}},
        distribution_pair{unmixed_pair{1, 0, usual_p}}, distribution_pair{printed_pair{1, 1, 1}},
        swap({unmixed_pair{1, 1, usual_p}})}) {
    for (const number& order :
         {number(rational(1, 100)), number(rational(1, 2)), number(1), number(2),
          number(rational(7, 3)), number(ball::infinity(64)), number(log_of(3))})
      CHECK(renyi(pair, order, 64).value.is_infinity(1));
    CHECK(contains(total_variation(pair, 64).value.to_ball(64), 1));
  }
}

TEST_CASE("pairs with outcomes of one law only are infinitely far apart from order 1 on") {
  for (const std::int64_t n : {1, 2, 50})
    for (const distribution_pair& pair :
         {distribution_pair{unmixed_pair{n, 1, usual_p}},
          distribution_pair{unmixed_pair{n, 1, number(1)}}, swap({unmixed_pair{n, 1, usual_p}}),
          distribution_pair{printed_pair{n, 1, rational(1, 2)}},
          swap({printed_pair{n, 1, rational(1, 1000)}}), distribution_pair{printed_pair{n, 0, 1}}})
      for (const number& order : {number(1), number(rational(1001, 1000)), number(2),
                                  number(log_of(3)), number(ball::infinity(64))})
        CHECK(renyi(pair, order, 64).value.is_infinity(1));
  // Below 1 the overlap keeps it finite: n = 2, p = 1 gives P, Q = (1, 1, 0)/2, (0, 1, 1)/2, whose
  // Bhattacharyya coefficient is 1/2 and D_{1/2} = 2·log 2.
  const ball half = renyi({unmixed_pair{2, 0, usual_p}}, rational(1, 2), 128).value.to_ball(128);
  CHECK(overlap(exp(half), ball::of(4, 128)));
  CHECK(half.has_relative_radius(30));
}

TEST_CASE("hockey-stick divergence is exactly 0 from the local privacy parameter on") {
  for (const number& eps0 : {number(log_of(3)), number(1), number(rational(1, 10))})
    for (const distribution_pair& pair :
         {distribution_pair{clone_pair{20, eps0, usual_p}},
          distribution_pair{clone_pair{20, eps0, rational(1, 2)}}, swap({rr_pair{20, eps0}}),
          distribution_pair{rr_pair{20, eps0}}}) {
      CHECK(hockey_stick(pair, eps0, 64).value.is_zero());
      CHECK(hockey_stick(pair, 2, 64).value.is_zero());
      CHECK_FALSE(hockey_stick(pair, rational(1, 20), 64).value.is_zero());
    }
  // The unmixed pair has outcomes that Q never shows: no ε reaches 0.
  CHECK(certainly(hockey_stick({unmixed_pair{5, 1, usual_p}}, 10, 64).value, relation::greater, 0,
                  64));
}

TEST_CASE("hockey-stick divergence at negative eps") {
  // H_{e^−ε}(P‖Q) = 1 − e^−ε + e^−ε·H_{e^ε}(Q‖P), for any pair.
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{30, 2, usual_p}}, distribution_pair{rr_pair{30, 2}},
        swap({rr_pair{30, 2}}), distribution_pair{unmixed_pair{10, 1, usual_p}},
        distribution_pair{printed_pair{10, 1, rational(1, 3)}}})
    for (const rational& s : {rational(3, 2), rational(4), rational(100)}) {
      const ball left = hockey_stick(pair, log_of(1 / s), 128).value.to_ball(128);
      const ball right = hockey_stick(swap(pair), log_of(s), 128).value.to_ball(128);
      const ball expected =
          ball::of(rational(1 - 1 / s), 128) + right * ball::of(rational(1 / s), 128);
      CHECK(overlap(left, expected));
      CHECK(left.has_relative_radius(30));
      CHECK(certainly(left, relation::less, 1, 128));
    }
  // Beyond −ε0 the whole space is the best set, exactly.
  CHECK(compare(hockey_stick({rr_pair{30, 1}}, log_of(rational(1, 8)), 64).value, relation::equal,
                rational(7, 8), 64)
            .value == true);
}

TEST_CASE("p = 1: everyone is a clone") {
  // n = 2, C = 1, r = 3: P = (3/8, 4/8, 1/8), Q mirrored; the moment of order 2 is
  // 27/24 + 1/2 + 1/24 = 5/3.
  const ball two = renyi({clone_pair{2, log_of(3), number(1)}}, 2, 128).value.to_ball(128);
  CHECK(overlap(exp(two), ball::of(rational(5, 3), 128)));
  CHECK(two.has_relative_radius(30));
  // p just below 1 must give nearly the same by the other route, the walk over layers.
  const rational nearly = 1 - 1 / rational(boost::multiprecision::pow(integer(10), 30));
  for (const std::int64_t n : {2, 3, 64}) {
    const ball certain = renyi({clone_pair{n, 1, number(1)}}, 3, 128).value.to_ball(128);
    const ball walked = renyi({clone_pair{n, 1, number(nearly)}}, 3, 128).value.to_ball(128);
    CHECK(is_below_power_of_two(certain / walked - 1, -80));
  }
}

TEST_CASE("orders near 1 lie on either side of the KL divergence") {
  const rational h(1, integer("10000000000"));
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{50, 2, usual_p}}, distribution_pair{rr_pair{50, 2}},
        swap({rr_pair{50, 2}}), distribution_pair{clone_pair{1, 3, usual_p}},
        distribution_pair{normal_pair{0, 1, 1, 2}}, swap({normal_pair{0, 1, 1, 2}})}) {
    const number below = renyi(pair, rational(1 - h), 256).value;
    const number at = renyi(pair, 1, 256).value;
    const number above = renyi(pair, rational(1 + h), 256).value;
    CHECK(certainly(below, relation::less, at, 256));
    CHECK(certainly(at, relation::less, above, 256));
    // D is smooth in λ with slope below 10 here.
    CHECK(certainly(subtract(above, below, 256), relation::less, rational(20 * h), 256));
  }
}

TEST_CASE("divergences increase with the order and with the local privacy parameter") {
  const std::array<number, 8> orders{
      rational(1, 4), rational(1, 2), rational(9, 10), 1, rational(11, 10), 2, 5, 40};
  const auto rising = [](const number& a, const number& b) {
    return certainly(a, relation::less, b, 192);
  };
  for (const std::int64_t n : {2, 17, 300}) {
    for (const bool swapped : {false, true}) {
      const distribution_pair clones{clone_pair{n, 2, usual_p}, swapped};
      const distribution_pair responses{rr_pair{n, 2}, swapped};
      for (const auto& pair : {clones, responses})
        for (std::size_t i = 0; i + 1 < orders.size(); ++i)
          CHECK(rising(renyi(pair, orders[i], 192).value, renyi(pair, orders[i + 1], 192).value));
    }
    for (const number& order : {number(rational(1, 2)), number(1), number(3)})
      for (const std::int64_t eps0 : {1, 2, 3}) {
        CHECK(rising(renyi({clone_pair{n, eps0, usual_p}}, order, 192).value,
                     renyi({clone_pair{n, eps0 + 1, usual_p}}, order, 192).value));
        CHECK(rising(renyi({rr_pair{n, eps0}}, order, 192).value,
                     renyi({rr_pair{n, eps0 + 1}}, order, 192).value));
      }
  }
}

TEST_CASE("processing data never increases a divergence") {
  // Randomized response is a function of the clone pair with p = 2/(e^ε0 + 1), and more clones hide
  // better.
  for (const std::int64_t n : {2, 3, 10, 200})
    for (const rational& r : {rational(3, 2), rational(3), rational(20)}) {
      const number eps0 = log_of(r);
      const distribution_pair responses{rr_pair{n, eps0}};
      const distribution_pair more_clones{clone_pair{n, eps0, number(rational(2 / (r + 1)))}};
      const distribution_pair clones{clone_pair{n, eps0, usual_p}};
      for (const distribution_pair& real : {responses, swap(responses)}) {
        for (const number& order :
             {number(rational(1, 2)), number(1), number(2), number(rational(9, 2)), number(16)}) {
          const number low = renyi(real, order, 160).value;
          const number middle = renyi(more_clones, order, 160).value;
          const number high = renyi(clones, order, 160).value;
          CHECK(certainly(low, relation::less, middle, 160));
          CHECK(certainly(middle, relation::less, high, 160));
        }
        for (const number& eps : {number(0), number(log_of(rational(5, 4)))}) {
          // Equal at some points, so only the reverse must not be certain.
          const number low = hockey_stick(real, eps, 160).value;
          const number middle = hockey_stick(more_clones, eps, 160).value;
          const number high = hockey_stick(clones, eps, 160).value;
          CHECK(compare(low, relation::greater, middle, 160).value != true);
          CHECK(certainly(middle, relation::less, high, 160));
        }
      }
    }
}

TEST_CASE("the swapped pair exchanges the two laws") {
  CHECK(swap(swap({rr_pair{3, 1}})).swapped == false);
  // n = 2, r = 2: P = (2, 5, 2)/9, Q = (4, 4, 1)/9; Σ Q²/P = (72 + 28.8 + 4.5)/81 = 13/10.
  const distribution_pair pair{rr_pair{2, log_of(2)}};
  CHECK(overlap(exp(renyi(pair, 2, 128).value.to_ball(128)), ball::of(rational(5, 4), 128)));
  CHECK(
      overlap(exp(renyi(swap(pair), 2, 128).value.to_ball(128)), ball::of(rational(13, 10), 128)));
}

TEST_CASE("a parameter outside its range is refused by name") {
  const auto renyi_message = [](const distribution_pair& pair, const number& order) {
    return message_of<undefined_value>([&] { (void)renyi(pair, order, 64); });
  };
  const number two(2);
  CHECK(has(renyi_message({clone_pair{0, 1, usual_p}}, two), "n must"));
  CHECK(has(renyi_message({rr_pair{-5, 1}}, two), "n must"));
  CHECK(has(renyi_message({rr_pair{-5, 1}}, two), "-5"));
  CHECK(has(renyi_message({unmixed_pair{0, 1, usual_p}}, two), "n must"));
  CHECK(has(renyi_message({printed_pair{0, 1, 1}}, two), "n must"));
  CHECK(has(renyi_message({clone_pair{5, -1, usual_p}}, two), "eps0"));
  CHECK(has(renyi_message({clone_pair{5, ball::infinity(64), usual_p}}, two), "eps0"));
  CHECK(has(renyi_message({rr_pair{5, log_of(rational(1, 2))}}, two), "eps0"));
  CHECK(has(renyi_message({printed_pair{5, -1, 1}}, two), "eps0"));
  CHECK(has(renyi_message({unmixed_pair{5, -1, usual_p}}, two), "eps0"));
  CHECK(has(renyi_message({clone_pair{5, 1, number(0)}}, two), "p must"));
  CHECK(has(renyi_message({clone_pair{5, 1, number(rational(11, 10))}}, two), "p must"));
  CHECK(has(renyi_message({unmixed_pair{5, 1, number(-1)}}, two), "p must"));
  CHECK(has(renyi_message({printed_pair{5, 1, 2}}, two), "b must"));
  CHECK(has(renyi_message({printed_pair{5, 1, rational(-1, 9)}}, two), "b must"));
  CHECK(has(renyi_message({normal_pair{0, 0, 0, 1}}, two), "first variance"));
  CHECK(has(renyi_message({normal_pair{0, 1, 0, -1}}, two), "second variance"));
  CHECK(has(renyi_message({normal_pair{ball::infinity(64), 1, 0, 1}}, two), "mean"));
  CHECK(has(renyi_message({clone_pair{5, 1, usual_p}}, 0), "lambda"));
  CHECK(has(renyi_message({clone_pair{5, 1, usual_p}}, -1), "lambda"));
  CHECK(has(renyi_message({normal_pair{0, 1, 0, 1}}, -1), "lambda"));
  const auto hockey_message = [](const distribution_pair& pair, const number& eps) {
    return message_of<undefined_value>([&] { (void)hockey_stick(pair, eps, 64); });
  };
  CHECK(has(hockey_message({clone_pair{5, 1, usual_p}}, ball::infinity(64)), "eps"));
  CHECK(has(hockey_message({rr_pair{0, 1}}, 1), "n must"));
  CHECK(has(message_of<undefined_value>([] {
              (void)total_variation({rr_pair{5, -1}}, 64);
            }),
            "eps0"));
}

TEST_CASE("a ball across the end of a range asks for more precision") {
  const ball around_zero = ball::hull(ball::of(-1, 64), ball::of(1, 64)) / 1000;
  CHECK_THROWS_AS(renyi({clone_pair{5, around_zero, usual_p}}, 2, 64), precision_needed);
  CHECK_THROWS_AS(renyi({clone_pair{5, 1, around_zero}}, 2, 64), precision_needed);
  CHECK_THROWS_AS(renyi({clone_pair{5, 1, around_zero + 1}}, 2, 64), precision_needed);
  CHECK_THROWS_AS(renyi({printed_pair{5, 1, around_zero}}, rational(1, 2), 64), precision_needed);
  CHECK_THROWS_AS(renyi({clone_pair{5, 1, usual_p}}, around_zero, 64), precision_needed);
  // An order across 1 is in the range: the enclosure contains KL.
  const distribution_pair pair{clone_pair{5, 1, usual_p}};
  CHECK(overlap(renyi(pair, around_zero + 1, 64).value.to_ball(64),
                renyi(pair, 1, 128).value.to_ball(128)));
  CHECK_THROWS_AS(renyi({normal_pair{0, around_zero, 0, 1}}, 2, 64), precision_needed);
}

TEST_CASE("an expired deadline stops a computation") {
  const budget over(budget::clock::now() - std::chrono::seconds(1));
  CHECK(over.is_exhausted());
  CHECK_FALSE(budget().is_exhausted());
  for (const distribution_pair& pair :
       {distribution_pair{clone_pair{1000, 1, usual_p}}, distribution_pair{rr_pair{1000000, 1}},
        distribution_pair{clone_pair{1000, 1, number(1)}}}) {
    for (const number& order : {number(rational(1, 2)), number(1), number(2)})
      CHECK_THROWS_AS(renyi(pair, order, 64, {.limits = over}), beyond_reach);
    CHECK_THROWS_AS(hockey_stick(pair, rational(1, 2), 64, {.limits = over}), beyond_reach);
    CHECK_THROWS_AS(total_variation(pair, 64, {.limits = over}), beyond_reach);
  }
  CHECK_THROWS_AS(hockey_stick({unmixed_pair{1000, 1, usual_p}}, 1, 64, {.limits = over}),
                  beyond_reach);
}

TEST_CASE("a sum that would be too long is refused at once") {
  const auto start = budget::clock::now();
  // Refused for their length, not stopped by the clock.
  const std::int64_t huge = 1'000'000'000'000'000'000;
  const auto reason = [](const distribution_pair& pair,
                         evaluation_method method = evaluation_method::automatic) {
    const budget while_testing(budget::clock::now() + std::chrono::seconds(2));
    return message_of<beyond_reach>([&] {
      (void)hockey_stick(pair, rational(1, 100), 128, {.limits = while_testing, .method = method});
    });
  };
  CHECK(has(reason({krr_pair{4, huge, 1}}, evaluation_method::direct_summation), "outcomes"));
  CHECK(has(reason({krr_pair{4, huge, 1}}), "10^9 steps"));
  CHECK(has(reason({printed_pair{huge, 1, rational(1, 2)}}), "outcomes"));
  CHECK_THROWS_AS(renyi({clone_pair{huge, 1, usual_p}}, 2, 128,
                        {.method = evaluation_method::direct_summation}),
                  beyond_reach);
  CHECK(budget::clock::now() - start < std::chrono::seconds(5));
}

}  // namespace test_edges
