#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// The largest weight of an output in a search.
constexpr long most_weight = 100;

/// A staircase mechanism (docs/methods/mechanisms.md) on two or three inputs with whole weights,
/// and the neighbouring data sets on which it runs. The first input is the differing user's under
/// P, the second one under Q; where there is a third, only others have it. What an input alone
/// favours follows from the rest, so that all inputs favour outputs of the same total weight.
struct staircase_mechanism {
  /// An output that has a weight.
  struct output {
    long weight;                      ///< >= 1
    std::array<bool, 3> favoured_by;  ///< by input
  };

  long favoured = 1;  ///< the weight of the outputs that an input favours, for each input
  /// The weights of the outputs that the inputs 0 and 1 favour, 0 and 2, 1 and 2. All are 0 where
  /// there are two inputs: an output that both favour tells as little as one that nobody favours.
  std::array<long, 3> shared{};
  long by_nobody = 0;            ///< the weight of the output that no input favours
  std::array<long, 3> others{};  ///< how many of the other users have each input

  [[nodiscard]] std::size_t inputs() const { return others[2] > 0 ? 3 : 2; }
  /// The weight of the output that this input alone favours.
  [[nodiscard]] long alone(std::size_t input) const;
  /// No weight is negative or above most_weight, each is reached, and any two inputs favour
  /// different outputs.
  [[nodiscard]] bool is_usable() const;
  /// The same mechanism with the least whole weights.
  [[nodiscard]] staircase_mechanism reduced() const;
  /// The outputs with a weight, those first that one input alone favours.
  [[nodiscard]] std::vector<output> outputs() const;
  [[nodiscard]] long total_weight() const;
  /// staircase_pair(eps0, k, …) of the reports on these data sets.
  [[nodiscard]] expression_ptr pair(const expression_ptr& eps0) const;

  friend bool operator==(const staircase_mechanism&, const staircase_mechanism&) = default;
  // Not by <=>, which libraries of before 2023 do not have for arrays.
  friend bool operator<(const staircase_mechanism& a, const staircase_mechanism& b) {
    return std::tie(a.favoured, a.shared, a.by_nobody, a.others) <
           std::tie(b.favoured, b.shared, b.by_nobody, b.others);
  }
};

/// Whether `a` is easier to read than `b`: fewer outputs, then smaller weights, then others whose
/// inputs are more alike. Any two different ones are in an order.
bool is_simpler(const staircase_mechanism& a, const staircase_mechanism& b);

/// Every usable mechanism of `users` users whose weights are at most `most`, the simplest first;
/// those with the same mechanism and data sets once.
std::vector<staircase_mechanism> simple_mechanisms(long users, long most);

}  // namespace shufflecert::inline v0_1::claims
