#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace shufflecert {

/// What the commands search with unless told otherwise.
constexpr int default_effort = 1;

/// How far the search beyond the listed points goes, and where its random-like points start.
struct search_options {
  int effort = 0;  ///< 0: listed points only; 1: a thorough look; larger: as many times
  std::uint64_t seed = 1;
};

/// Values that a variable took.
struct searched_range {
  std::string lower;
  std::string upper;
};

/// The point of a search at which the relation came closest to failing.
struct smallest_margin {
  std::map<std::string, std::string> point;
  double value = 0;  ///< by a quick look: not certified
};

/// What a search beyond the listed points looked at.
struct search_record {
  int effort = 0;
  std::uint64_t seed = 0;
  std::size_t evaluations = 0;      ///< points of the domain that were looked at
  std::size_t counterexamples = 0;  ///< of these, points at which the relation certainly fails
  std::size_t undecided = 0;        ///< points that looked like failures and stayed open
  std::map<std::string, searched_range> ranges;  ///< of the variables that were moved
  std::optional<smallest_margin> closest;
  bool is_complete = true;  ///< false if the time limit or an interrupt ended it
};

}  // namespace shufflecert
