#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>

#include "claims/mechanisms/any_mechanism.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// The mechanisms of one block of a long search, but for its last one.
constexpr std::size_t tries_of_block = 1000;

struct falsify_result;

/// How far a search for a mechanism goes.
struct falsify_options {
  std::size_t tries = 1000;  ///< mechanisms to look at, >= 1
  std::uint64_t seed = 1;    ///< the result depends on it, and on nothing else
  /// Which block of a long search this is: others have other random numbers, and simple mechanisms
  /// that come later.
  std::size_t block = 0;
  /// A mechanism to look at first, such as the nearest of an earlier block.
  std::optional<staircase_mechanism> start = std::nullopt;
  budget limits = {};
  /// Told after each mechanism what was found so far; may be empty.
  std::function<void(const falsify_result&)> observer = {};
};

/// What a search for a mechanism found.
struct falsify_result {
  /// The relation is certainly false for this one; the simplest that was found.
  std::optional<staircase_mechanism> broken_by;
  /// Where none was found: the one that came nearest, in double.
  std::optional<staircase_mechanism> nearest;
  /// How much larger the side is there that should be, relative to the larger one; in double.
  double nearest_gap = std::numeric_limits<double>::infinity();
  std::size_t looked_at = 0;
  std::size_t undecided = 0;  ///< of these, how many stayed undecided
  std::size_t tied =
      0;  ///< for how many both sides agree to 50 digits; the relation counts as true
  std::size_t without_value = 0;  ///< of these, for how many the relation has no value
  std::size_t fewest_outputs = 0;
  std::size_t most_outputs = 0;
  std::string open;      ///< why the first of the undecided ones stayed undecided
  std::string no_value;  ///< why the first of those has no value
  std::string stopped;   ///< why the search ended before all tries; empty where it did not
};

/// Looks for a staircase mechanism of `users` users for which the relation is certainly false:
/// first the simple ones, then whole weights up to most_weight from where the relation came nearest
/// to failing (docs/methods/mechanisms.md). Double and 64 bits say where to look; the certified
/// evaluation alone says what was found.
///
/// @param users  1 to most_mechanism_users
/// @throws undefined_value  a side that is not about the mechanism has no value
falsify_result falsify(const mechanism_relation& relation, long users, const definitions& visible,
                       const variable_map& variables, const falsify_options& options);

}  // namespace shufflecert::inline v0_1::claims
