// Values of the clone pair at sizes that the oracle cannot reach. The digits come from two other
// evaluations that share nothing with the library: the moments of tanh(ε0/2)·Y, and the plain
// double sum over (N, a) with 260-bit floating point. The last digit shown is cut off, not rounded.

#include "shufflecert/quantities.hpp"
#include "support/catch.hpp"

using namespace shufflecert;

namespace {

// The true value lies in [digits, digits + 1]·10^−places.
void check_digits(const quantity& result, const char* digits, unsigned places) {
  const rational unit = 1 / rational(boost::multiprecision::pow(integer(10), places));
  const rational low = rational(integer(digits)) * unit;
  const ball value = result.value.to_ball(160);
  CHECK(overlap(value, ball::hull(ball::of(low, 400), ball::of(rational(low + unit), 400))));
  CHECK(value.has_relative_radius(30));
}

}  // namespace

TEST_CASE("known Renyi divergences of the clone pair") {
  check_digits(renyi({clone_pair{1000, 1, {}}}, 2, 160), "2323335044610651159709318062201221525",
               39);
  check_digits(renyi({clone_pair{10000, 2, {}}}, 4, 160), "343016810493237733436964711252696852033",
               41);
}

TEST_CASE("a known value at growing precision stays within itself") {
  const distribution_pair pair{clone_pair{1000, 1, {}}};
  ball wide = renyi(pair, 2, 40).value.to_ball(40);
  for (const bits precision : {80, 160, 320}) {
    const ball narrow = renyi(pair, 2, precision).value.to_ball(precision);
    CHECK(overlap(wide, narrow));
    // Twice the bits, so about twice the digits: at least 0.2 digits per bit survive.
    CHECK(narrow.has_relative_radius(precision / 5));
    wide = narrow;
  }
}
