// Staircase mechanisms on up to five inputs: what makes one, and the steps of the search.

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>

#include "claims/mechanisms/staircase_mechanism.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"

namespace test_staircase_mechanism {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

constexpr input_set of(std::initializer_list<unsigned> inputs) {
  input_set set = 0;
  for (const unsigned input : inputs) set |= 1U << input;
  return set;
}

long users_of(const staircase_mechanism& m) {
  return std::accumulate(m.others.begin(), m.others.end(), 1L);
}

// By the outputs alone: each input's weights sum to the same, so that all rows of (A.1) do.
void check_rows(const staircase_mechanism& m) {
  std::set<input_set> seen;
  std::vector<long> favoured(m.inputs(), 0);
  for (const auto& output : m.outputs()) {
    CHECK(output.weight >= 1);
    CHECK(seen.insert(output.favoured_by).second);
    for (std::size_t i = 0; i < most_mechanism_inputs; ++i)
      if (has_input(output.favoured_by, i)) favoured.at(i) += output.weight;
  }
  for (const long weight : favoured) CHECK(weight == m.favoured);
}

// One of each size of sets has the weight 1.
staircase_mechanism selection(std::size_t inputs, int size) {
  staircase_mechanism m;
  for (std::size_t i = 2; i < inputs; ++i) m.others[i] = 1;
  m.favoured = 0;
  for (input_set set = 1; set + 1 < 1U << inputs; ++set) {
    if (std::popcount(set) != size) continue;
    if (has_input(set, 0)) ++m.favoured;
    if (size > 1) m.share(set, 1);
  }
  return m;
}

}  // namespace

TEST_CASE("the simple mechanisms are those of so many users, each once") {
  for (long users = 1; users <= 5; ++users) {
    INFO(users);
    const auto all = simple_mechanisms(users, 2);
    std::size_t most = 0;
    for (const staircase_mechanism& m : all) {
      CHECK(m.is_usable());
      CHECK(users_of(m) == users);
      check_rows(m);
      most = std::max(most, m.inputs());
    }
    // All inputs that so many users can have, up to five.
    CHECK(most ==
          std::min<std::size_t>(most_mechanism_inputs, static_cast<std::size_t>(users) + 1));
    CHECK(std::is_sorted(all.begin(), all.end(), is_simpler));
    CHECK(std::set<staircase_mechanism>(all.begin(), all.end()).size() == all.size());
  }
  const auto all = simple_mechanisms(4, 1);
  const auto has = [&](const staircase_mechanism& m) {
    return std::find(all.begin(), all.end(), m) != all.end();
  };
  CHECK(has(selection(5, 1)));
  CHECK(has(selection(5, 2)));
  staircase_mechanism four = selection(4, 2);
  four.others[2] = 2;
  CHECK(has(four));
}

TEST_CASE("an input that nobody has any more is left out, and the other rows stay") {
  staircase_mechanism m;
  m.favoured = 10;
  m.share(of({0, 3}), 2);
  m.share(of({0, 1, 2}), 3);
  m.share(of({1, 2, 3}), 1);
  m.by_nobody = 4;
  m.others = {1, 1, 1, 1, 0};
  REQUIRE(m.is_usable());
  const staircase_mechanism left = m.with_other(3, 0);
  CHECK(left.others == decltype(left.others){2, 1, 1, 0, 0});
  // {0, 1, 2} is favoured by all that are left, and tells nothing; {0, 3} is 0's alone.
  CHECK(left.favoured == 7);
  CHECK(left.alone(0) == 5 + 2);
  CHECK(left.alone(1) == 6);
  CHECK(left.shared == decltype(left.shared){{of({1, 2}), 1}});
  CHECK(left.by_nobody == 4 + (10 - 2 - 1));
  // A new input favours an output of its own.
  const staircase_mechanism more = m.with_other(0, 4);
  CHECK(more.inputs() == 5);
  CHECK(more.alone(4) == 10);
  CHECK(more.alone(0) == m.alone(0));
}

TEST_CASE("inputs of the others are in the order of their users, and keep their outputs") {
  staircase_mechanism m;
  m.favoured = 5;
  m.share(of({0, 2}), 2);
  m.share(of({1, 3}), 1);
  m.others = {0, 1, 1, 1, 0};
  const staircase_mechanism next = m.with_other(1, 3);
  CHECK(next.others == decltype(next.others){0, 0, 2, 1, 0});
  CHECK(next.shared == decltype(next.shared){{of({0, 3}), 2}, {of({1, 2}), 1}});
}

TEST_CASE("steps keep the number of users, and equal rows") {
  random_source chance(70 + test_seed());
  for (std::uint64_t run = 0; run < number_of_cases(200); ++run) {
    staircase_mechanism m;
    m.favoured = 90;
    m.others = {2, 1, 1, 0, 0};
    for (int step = 0; step < 20; ++step) {
      const auto sets = shared_sets(m.inputs());
      m.share(sets.at(chance.below(sets.size())), static_cast<long>(chance.below(10)));
      const std::size_t from = chance.below(m.inputs());
      const std::size_t to = chance.below(std::min(m.inputs() + 1, most_mechanism_inputs));
      if (m.others[from] > 0) m = m.with_other(from, to);
      CHECK(users_of(m) == 5);
      if (!m.is_usable()) break;
      check_rows(m);
      if (m.inputs() == 2) break;
    }
  }
}

TEST_CASE("what is no mechanism is not usable") {
  staircase_mechanism m;
  CHECK(m.is_usable());
  m.share(of({0, 1}), 1);
  CHECK_FALSE(m.is_usable());
  m.others = {0, 0, 1, 0, 0};
  // All that 0 and 1 favour is the same.
  CHECK_FALSE(m.is_usable());
  m.favoured = 2;
  CHECK(m.is_usable());
  m.by_nobody = most_weight + 1;
  CHECK_FALSE(m.is_usable());
  // Sets of two and of three inputs are 20, more than a formula can write.
  staircase_mechanism many = selection(5, 2);
  many.favoured += 6;
  for (const input_set set : shared_sets(5))
    if (std::popcount(set) == 3) many.share(set, 1);
  CHECK(many.outputs().size() == 20);
  CHECK_FALSE(many.is_usable());
}

}  // namespace test_staircase_mechanism
