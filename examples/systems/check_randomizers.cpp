// Whether the randomizers are unbiased, and as private as they say, and whether the ledger's pair
// of sampled rounds lies above the sampled pair. Status 1 where not.

#include <cmath>
#include <iostream>

#include "ledger.hpp"
#include "randomizers.hpp"

namespace {

using namespace shufflecert;

bool all_right = true;

void require(bool holds, const std::string& what) {
  if (holds) return;
  std::cout << "wrong: " << what << "\n";
  all_right = false;
}

// The mean of the estimates is x, up to six standard deviations of what it is made of.
template <class Randomizer>
void check_mean(const Randomizer& randomizer, const vector& x, const std::string& name,
                std::mt19937_64& random) {
  constexpr int reports = 200'000;
  vector sum(x.size());
  vector squares(x.size());
  for (int i = 0; i < reports; ++i) {
    vector one(x.size());
    randomizer.add_to(one, randomizer.report(x, random), 1);
    for (std::size_t j = 0; j < x.size(); ++j) {
      sum[j] += one[j];
      squares[j] += one[j] * one[j];
    }
  }
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double mean = sum[j] / reports;
    const double deviation = std::sqrt((squares[j] / reports - mean * mean) / reports);
    require(std::abs(mean - x[j]) < 6 * deviation, name + " is biased");
  }
}

// The likelihood of a coordinate's sign under opposite inputs: a factor e^ε0, no more and no less.
void check_coordinate_privacy(std::mt19937_64& random) {
  const coordinate_randomizer randomizer(1, 1, 1);
  constexpr int reports = 200'000;
  int same = 0;
  for (int i = 0; i < reports; ++i) same += randomizer.report({1}, random).is_positive ? 1 : 0;
  const double share = static_cast<double>(same) / reports;
  require(std::abs(share - 1 / (1 + std::exp(-1.0))) < 0.006, "coordinates are kept too often");
}

// On which side of x a direction comes to lie tells no more than randomized response.
void check_direction_privacy(std::mt19937_64& random) {
  const direction_randomizer randomizer(1, 1, 3);
  constexpr int reports = 200'000;
  int same = 0;
  for (int i = 0; i < reports; ++i) same += randomizer.report({1, 0, 0}, random)[0] > 0 ? 1 : 0;
  const double share = static_cast<double>(same) / reports;
  require(std::abs(share - 1 / (1 + std::exp(-1.0))) < 0.006, "directions are kept too often");
}

// A quarter of the users: the exact divergences of (γP + (1−γ)Q, Q), of both directions, are below.
void check_ledger() {
  const distribution_pair whole = pairs::clone(50, 1);
  const rational gamma(1, 4);
  const distribution_pair rounds = sampled_rounds(whole, gamma);
  constexpr bits precision = 128;
  const law_ptr p = first_law(whole, precision);
  const law_ptr q = second_law(whole, precision);
  const distribution_pair sampled{law_pair{mixture(gamma, p, q, precision), q}};
  for (const rational& odds : {rational(1), rational(101, 100), rational(11, 10), rational(4, 3)}) {
    const number eps = log(number(odds), precision);
    const number above = hockey_stick(rounds, eps, precision).value;
    for (const distribution_pair& direction : {sampled, swap(sampled)}) {
      const number below = hockey_stick(direction, eps, precision).value;
      require(compare(below, relation::less_equal, above, precision).value == true,
              "the ledger's pair is below the sampled one");
    }
    const number other = hockey_stick(swap(rounds), eps, precision).value;
    require(overlap(above.to_ball(precision), other.to_ball(precision)),
            "the ledger's pair is not the same in both directions");
    // Near: a ledger that says 1 would be above, too.
    const number most =
        add(multiply(hockey_stick(sampled, eps, precision).value, rational(11, 10), precision),
            rational(1, 1'000'000), precision);
    require(compare(above, relation::less_equal, most, precision).value == true,
            "the ledger's pair is far above");
  }
}

}  // namespace

int main() {
  std::mt19937_64 random(1);
  check_mean(coordinate_randomizer(1, 0.5, 3), {0.5, -0.2, 0}, "the coordinate randomizer", random);
  check_mean(direction_randomizer(1, 2, 3), {0.5, -1, 0.3}, "the direction randomizer", random);
  check_coordinate_privacy(random);
  check_direction_privacy(random);
  check_ledger();
  if (all_right) std::cout << "all right\n";
  return all_right ? 0 : 1;
}
