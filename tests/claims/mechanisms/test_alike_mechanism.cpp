// (A.7) of docs/methods/mechanisms.md by exact rationals: where all other users are alike, no
// randomizer tells P and Q apart better than binary randomized response.

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "shufflecert/rational.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"

namespace test_alike_mechanism {

namespace {

using shufflecert::rational;

// The laws of a report on the input under P and on that of all others.
struct two_laws {
  std::vector<rational> p;
  std::vector<rational> q;
};

// E_Q (dP/dQ - k)_+ and E_Q (1 - k dP/dQ)_+, summed over all lists of n reports.
std::pair<rational, rational> divergences(const two_laws& laws, int n, const rational& k) {
  std::pair<rational, rational> sums{0, 0};
  const std::function<void(int, const rational&, const rational&)> add =
      [&](int left, const rational& probability, const rational& ratios) {
        if (left == 0) {
          const rational ratio = ratios / n;
          sums.first += probability * std::max(rational(0), rational(ratio - k));
          sums.second += probability * std::max(rational(0), rational(1 - k * ratio));
          return;
        }
        for (std::size_t i = 0; i < laws.q.size(); ++i)
          add(left - 1, probability * laws.q[i], ratios + laws.p[i] / laws.q[i]);
      };
  add(n, 1, 0);
  return sums;
}

two_laws binary_response(const rational& r) {
  const rational truth = r / (r + 1);
  const rational lie = 1 / (r + 1);
  return {{lie, truth}, {truth, lie}};
}

// Any laws on three outputs with ratios from 1/r to r: two of the ratios are given, and so is how
// often the third, between them, comes.
std::optional<two_laws> randomizer(random_source& source, const rational& r) {
  const auto ratio = [&] {
    return rational(1 / r + (r - 1 / r) * rational(static_cast<long>(source.below(21)), 20));
  };
  std::array<rational, 3> w{ratio(), ratio(), ratio()};
  std::sort(w.begin(), w.end());
  const rational middle(static_cast<long>(source.below(10)), 20);
  if (w[0] == w[2]) return std::nullopt;
  const rational high = (1 - middle * w[1] - (1 - middle) * w[0]) / (w[2] - w[0]);
  const rational low = 1 - middle - high;
  if (high <= 0 || low <= 0 || middle == 0) return std::nullopt;
  return two_laws{{low * w[0], middle * w[1], high * w[2]}, {low, middle, high}};
}

}  // namespace

TEST_CASE("no randomizer beats binary response where the other users are alike") {
  random_source source(test_seed());
  int compared = 0;
  int strict = 0;
  for (int i = 0; i < 400; ++i) {
    const rational r(static_cast<long>(source.below(12) + 6), 5);
    const auto laws = randomizer(source, r);
    if (!laws) continue;
    const int n = 1 + static_cast<int>(source.below(4));
    const rational k(static_cast<long>(source.below(30)), 10);
    const auto [forward, backward] = divergences(*laws, n, k);
    const auto [most_forward, most_backward] = divergences(binary_response(r), n, k);
    CHECK(forward <= most_forward);
    CHECK(backward <= most_backward);
    ++compared;
    if (forward < most_forward) ++strict;
  }
  CHECK(compared > 50);
  CHECK(strict > 10);
}

TEST_CASE("other users with a third input can leak more, so they are left out") {
  // The mechanism of docs/methods/mechanisms.md, section 4, at n = 2 and r = 3; one other user, who
  // has the third input.
  const rational r = 3;
  const std::vector<rational> weights{1, 2, 1, 1};
  const std::array<std::vector<int>, 3> favoured{
      std::vector<int>{1, 0, 0, 1}, {0, 1, 0, 0}, {0, 0, 1, 1}};
  const auto law = [&](std::size_t input) {
    std::vector<rational> chances;
    for (std::size_t i = 0; i < weights.size(); ++i)
      chances.push_back(
          rational(weights[i] * (favoured.at(input)[i] == 1 ? r : rational(1)) / (3 + 2 * r)));
    return chances;
  };
  const auto first = law(0);
  const auto second = law(1);
  const auto other = law(2);
  rational beyond = 0;
  const rational k = 2;
  for (std::size_t i = 0; i < weights.size(); ++i)
    for (std::size_t j = i; j < weights.size(); ++j) {
      const auto pair = [&](const std::vector<rational>& own) {
        return i == j ? rational(own[i] * other[i])
                      : rational(own[i] * other[j] + own[j] * other[i]);
      };
      beyond += std::max(rational(0), rational(pair(first) - k * pair(second)));
    }
  const rational of_response = divergences(binary_response(r), 2, k).first;
  INFO(beyond << " " << of_response);
  CHECK(beyond > of_response);
}

}  // namespace test_alike_mechanism
