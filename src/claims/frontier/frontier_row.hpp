#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/box.hpp"
#include "claims/catalogue/claim_variables.hpp"

namespace shufflecert::inline v0_1::claims {

/// What is known of the condition at a point or on a piece of the range.
enum class frontier_state {
  holds,
  fails,
  outside,  ///< not certainly in the domain
  open      ///< not decided, equal to 50 digits only, or without a value
};

/// An interval that contains at least one switch: the condition certainly has the value `below` at
/// `lower`, and the other one at `upper`.
struct frontier_switch {
  rational lower;
  rational upper;
  bool below = false;
};

/// A piece of the range between two brackets.
struct frontier_piece {
  rational from;
  rational to;
  frontier_state state = frontier_state::open;
  /// Certain at every point of the piece, and not only at some.
  bool is_proved = false;
  std::size_t points = 0;  ///< points of the piece at which the state is certain
  std::string reason;      ///< why it is open, or outside of the domain
  /// That is so because something needs a whole number, which the variable is not there.
  bool needs_whole = false;
  /// Between a point in the domain and one outside, as close as brackets are.
  bool is_edge = false;
};

/// What was found for one choice of the other variables. The pieces and the brackets together cover
/// the range, in its order.
struct frontier_row {
  check_point fixed;
  std::optional<interval> range;  ///< the part of the range that the domain leaves; none: empty
  std::vector<frontier_switch> switches;
  std::vector<frontier_piece> pieces;
  std::string reason;  ///< why there is nothing to check

  [[nodiscard]] bool is_open() const;
};

struct frontier_options {
  std::string over;            ///< the variable
  bool is_whole = false;       ///< it takes whole values only
  interval range;              ///< of the variable
  long digits = 12;            ///< brackets are at most 10^−digits·max(1, |value|) wide
  std::size_t effort = 1'000;  ///< intervals to check, besides those that brackets need
};

}  // namespace shufflecert::inline v0_1::claims
