#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// The largest weight of an output in a search.
constexpr long most_weight = 100;

/// The most outputs of a mechanism in a formula, which writes sets of them as digits.
constexpr std::size_t most_mechanism_outputs = 18;

/// The most inputs of a mechanism that is looked for: as many as five users have at most.
constexpr std::size_t most_mechanism_inputs = 5;

/// Inputs of a mechanism: bit i is set where input i is one of them.
using input_set = unsigned;

/// Whether the input is in the set.
constexpr bool has_input(input_set set, std::size_t input) {
  return (set >> input & 1U) != 0;
}

/// A staircase mechanism (docs/methods/mechanisms.md) on two to most_mechanism_inputs inputs with
/// whole weights, and the neighbouring data sets on which it runs. The first input is the differing
/// user's under P, the second one under Q; only others have the further ones. What an input alone
/// favours follows from the rest, so that all inputs favour outputs of the same total weight.
struct staircase_mechanism {
  /// An output that has a weight.
  struct output {
    long weight;            ///< >= 1
    input_set favoured_by;  ///< the inputs that favour it
  };

  long favoured = 1;  ///< the weight of the outputs that an input favours, for each input
  /// The weights above 0 of the outputs that two inputs or more favour, but not all: an output that
  /// all favour tells as little as one that nobody favours.
  std::map<input_set, long> shared;
  long by_nobody = 0;  ///< the weight of the output that no input favours
  /// How many of the other users have each input. Those of the third one and the further ones that
  /// the mechanism has are not 0, and do not grow.
  std::array<long, most_mechanism_inputs> others{};

  [[nodiscard]] std::size_t inputs() const;
  /// The weight of the output that this input alone favours.
  [[nodiscard]] long alone(std::size_t input) const;
  /// No weight is negative or above most_weight, each is reached, there are at most
  /// most_mechanism_outputs outputs, and any two inputs favour different ones.
  [[nodiscard]] bool is_usable() const;
  /// The same mechanism with the least whole weights.
  [[nodiscard]] staircase_mechanism reduced() const;
  /// The mechanism where one of the others that has the input `from` has the input `to` instead,
  /// which may be one that nobody had. An input of the others that nobody has any more is left out,
  /// so that what it alone favoured is favoured by nobody.
  [[nodiscard]] staircase_mechanism with_other(std::size_t from, std::size_t to) const;
  /// Sets the weight of a shared output.
  void share(input_set set, long weight);
  /// The outputs with a weight, those first that one input alone favours.
  [[nodiscard]] std::vector<output> outputs() const;
  [[nodiscard]] long total_weight() const;
  /// The histograms of the reports of all users.
  [[nodiscard]] double histograms() const;
  /// staircase_pair(eps0, k, …) of the reports on these data sets.
  [[nodiscard]] expression_ptr pair(const expression_ptr& eps0) const;

  friend bool operator==(const staircase_mechanism&, const staircase_mechanism&) = default;
  // Not by <=>, which libraries of before 2023 do not have for arrays.
  friend bool operator<(const staircase_mechanism& a, const staircase_mechanism& b) {
    return std::tie(a.favoured, a.shared, a.by_nobody, a.others) <
           std::tie(b.favoured, b.shared, b.by_nobody, b.others);
  }
};

/// The sets of two inputs or more of `inputs`, but not of all.
std::vector<input_set> shared_sets(std::size_t inputs);

/// Whether `a` is easier to read than `b`: fewer outputs, then smaller weights, then others whose
/// inputs are more alike. Any two different ones are in an order.
bool is_simpler(const staircase_mechanism& a, const staircase_mechanism& b);

/// Every usable mechanism of `users` users on two and three inputs whose weights are at most
/// `most`, and those on more inputs that treat all of them alike, with weights 0 and 1 (k-ary
/// randomized response and subset selection are among them); the simplest first. Those with the
/// same mechanism and data sets come once.
std::vector<staircase_mechanism> simple_mechanisms(long users, long most);

}  // namespace shufflecert::inline v0_1::claims
