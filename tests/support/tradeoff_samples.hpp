#pragma once
// Pairs as the oracle and as the library see them, for the tests of trade-off functions.

#include <vector>

#include "shufflecert/pairs.hpp"
#include "support/inclusion.hpp"

struct tradeoff_sample {
  std::string name;
  oracle::law_pair laws;
  /// e^ε0 = r exactly, so that every probability is rational; and the same with ε0 as a ball.
  shufflecert::distribution_pair exact;
  shufflecert::distribution_pair enclosed;
};

inline std::vector<tradeoff_sample> tradeoff_samples(shufflecert::bits precision) {
  using namespace shufflecert;
  using oracle::fraction;
  std::vector<tradeoff_sample> found;
  const auto add = [&](const std::string& name, const oracle::law_pair& laws, auto make) {
    for (const bool swapped : {false, true})
      found.push_back({name + (swapped ? " swapped" : ""),
                       swapped ? oracle::swapped(laws) : laws,
                       {make(true), swapped},
                       {make(false), swapped}});
  };
  for (const auto& [n, r] : std::vector<std::pair<int, fraction>>{
           {1, 3}, {2, fraction(3, 2)}, {5, fraction(7, 3)}, {7, 2}, {9, 1000}}) {
    const std::string point = " n=" + std::to_string(n) + " r=" + oracle::text(r);
    const auto eps0 = [&, r = r](bool exact) { return log_number(r, exact, precision + 60); };
    const std::int64_t users = n;
    add("rr" + point, oracle::randomized_response_laws(n, r), [&](bool exact) {
      return rr_pair{users, eps0(exact)};
    });
    add("clone" + point, oracle::clone_laws(n, r, 1 / r), [&](bool exact) {
      return clone_pair{users, eps0(exact), {}};
    });
    add("clone with p" + point, oracle::clone_laws(n, r, fraction(1, 4)), [&](bool exact) {
      return clone_pair{users, eps0(exact), number(shufflecert::rational(1, 4))};
    });
    add("unmixed" + point, oracle::unmixed_laws(n, 1 / r), [&](bool exact) {
      return unmixed_pair{users, eps0(exact), {}};
    });
    add("printed" + point, oracle::printed_laws(n, 1 / r, fraction(2, 7)), [&](bool exact) {
      return printed_pair{users, eps0(exact), number(shufflecert::rational(2, 7))};
    });
  }
  return found;
}
