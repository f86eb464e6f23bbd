// Histograms of staircase mechanisms against the enumeration of all vectors of reports, in exact
// fractions that know the matrix of the mechanism and nothing else.

#include <array>

#include "shufflecert/quantities.hpp"
#include "shufflecert/staircase.hpp"
#include "support/brute_force.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_staircase {

using namespace shufflecert;
using oracle::fraction;

namespace {

constexpr bits at_precision = 160;

using matrix_row = std::vector<fraction>;

// The histogram of the reports of users with these rows.
brute_force::law enumerated(const std::vector<matrix_row>& users) {
  const std::size_t outputs = users.front().size();
  brute_force::law result;
  std::vector<std::size_t> reports(users.size(), 0);
  for (;;) {
    fraction mass = 1;
    brute_force::counts seen(outputs, 0);
    for (std::size_t i = 0; i < users.size(); ++i) {
      mass *= users[i][reports[i]];
      ++seen[reports[i]];
    }
    result[seen] += mass;
    std::size_t i = 0;
    while (i < reports.size() && ++reports[i] == outputs) reports[i++] = 0;
    if (i == reports.size()) return result;
  }
}

// Weights 1, 2, 1/2, 3/2: the sets of weight 2 are 0100 and 0011 (and none else), each input
// favours one of them. With r = e^ε0 the sum of a row is 3 + 2r.
const std::vector<rational> weights{1, 2, rational(1, 2), rational(3, 2)};
const output_set second_only{false, true, false, false};
const output_set last_two{false, false, true, true};

matrix_row row(bool favours_last, const fraction& r) {
  const fraction sum = 3 + 2 * r;
  if (favours_last) return {1 / sum, 2 / sum, r / (2 * sum), 3 * r / (2 * sum)};
  return {1 / sum, 2 * r / sum, fraction(1, 2) / sum, fraction(3, 2) / sum};
}

std::string complaint(const std::string& text) {
  return message_of<undefined_value>([&] { value_of(text); });
}

bool says(const std::string& text, const std::string& part) {
  return complaint(text).find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("laws of a staircase mechanism contain the enumerated ones") {
  for (const fraction& r : {fraction(1), fraction(6, 5), fraction(3), fraction(1000)})
    for (const bool exact : {true, false})
      for (const std::array<int, 2> others :
           {std::array{0, 0}, std::array{2, 1}, std::array{0, 2}}) {
        INFO(oracle::text(r) << " " << exact << " " << others[0] << " " << others[1]);
        std::vector<matrix_row> rest(static_cast<std::size_t>(others[0]), row(false, r));
        rest.insert(rest.end(), static_cast<std::size_t>(others[1]), row(true, r));
        std::vector<matrix_row> first = rest;
        first.push_back(row(true, r));
        rest.push_back(row(false, r));
        const distribution_pair pair =
            staircase_pair(log_number(r, exact, at_precision), weights, last_two, second_only,
                           {{others[0], second_only}, {others[1], last_two}}, at_precision);
        const auto p = enumerated(first);
        const auto q = enumerated(rest);
        CHECK(brute_force::encloses_law(*first_law(pair, at_precision), p));
        CHECK(brute_force::encloses_law(*second_law(pair, at_precision), q));
        const quantity delta =
            hockey_stick(pair, log_number(fraction(11, 10), true, at_precision), at_precision);
        CHECK(contains(delta.value.to_ball(300),
                       to_rational(brute_force::hockey_stick(p, q, fraction(11, 10)))));
        const number expected =
            divide(log(number(to_rational(*brute_force::moment(p, q, 3))), 300), 2, 300);
        CHECK(overlap(renyi(pair, 3, at_precision).value.to_ball(300), expected.to_ball(300)));
      }
}

TEST_CASE("randomized response is a staircase mechanism") {
  CHECK(
      holds("renyi(staircase_pair(log(3), 3, 1, 1, 1, 100, 010, 3, 001), 2) == "
            "renyi(krr_pair(3, 4, log(3)), 2)"));
  // Whatever the scale of the weights. The histogram of binary reports is the number of ones.
  CHECK(
      holds("renyi(staircase_pair(log(2), 2, 5/7, 5/7, 01, 10, 4, 10), 3) == "
            "renyi(rr_pair(5, log(2)), 3)"));
  // A third output that no input favours carries nothing.
  CHECK(holds("total_variation(staircase_pair(log(3), 3, 1, 1, 4, 100, 010)) == 1/4"));
  CHECK(
      holds("pmf(first(staircase_pair(log(3), 3, 1, 2, 1, 010, 101, 1, 101)), 1, 1, 0) == "
            "(1*2 + 6*3)/64"));
}

TEST_CASE("what is no staircase mechanism has no value") {
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, 010, 100), 2)", "have 2 and 1"));
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, 010, 101, 1, 100), 2)", "have 2 and 1"));
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, 020, 101), 2)", "a digit 0 or 1"));
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, -10, 101), 2)", "a digit 0 or 1"));
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, 1010, 101), 2)", "each of the 3 outputs"));
  CHECK(says("renyi(staircase_pair(1, 3, 1, 2, 1, 010), 2)", "after k there must be"));
  CHECK(says("renyi(staircase_pair(1, 2, 1, 1, 01, 10, 1), 2)", "after k there must be"));
  CHECK(says("renyi(staircase_pair(1, 2, 1, 1, 01, 10, -1, 10), 2)", "must be >= 0"));
  CHECK(says("renyi(staircase_pair(1, 2, 1, 0, 01, 10), 2)", "must be > 0"));
  CHECK(says("renyi(staircase_pair(1, 19, 1, 1, 01, 10), 2)", "from 2 to 18"));
  CHECK(says("renyi(staircase_pair(-1, 2, 1, 1, 01, 10), 2)", "eps0"));
  CHECK(message_of<beyond_reach>([] {
          staircase_pair(1, {1, 1, 1}, {true, false, false}, {false, true, false},
                         {{100'000, {false, false, true}}}, 64);
        }) == "the law has more than 10^6 outcomes");
}

}  // namespace test_staircase
