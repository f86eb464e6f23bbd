#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// What is certain of a relation at one row of a table.
enum class row_verdict {
  holds,
  rounded,  ///< it fails, and only because a printed number was rounded to the other side
  fails,
  undecided,
  no_value  ///< a side does not exist there
};
constexpr auto names_of(row_verdict) {
  return names_up_to<row_verdict::no_value>("holds", "rounded the wrong way", "fails", "undecided",
                                            "no value");
}

/// Both sides of the part of a relation that was checked.
struct row_sides {
  decimal_interval lhs;  ///< 20 digits
  decimal_interval rhs;
  decimal_interval short_lhs;  ///< 6 digits
  decimal_interval short_rhs;
  /// Of `<` and `<=` right/left, of every other relation left/right: above 1 where an inequality
  /// holds. Only where both sides are certainly positive and finite.
  std::optional<decimal_interval> ratio;
  /// Right minus left or left minus right, in the same way: above 0 where an inequality holds.
  std::optional<decimal_interval> difference;
  double near_ratio = 0;  ///< for an order of rows; 0 without a ratio
};

struct row_judgement {
  row_verdict outcome = row_verdict::undecided;
  bool tied = false;     ///< it holds in the sense that both sides agree to 50 digits
  std::string reason;    ///< why it is undecided, or has no value
  std::string relation;  ///< the part that fails, or else the first one
  std::optional<row_sides> sides;
  std::optional<std::string> instead;  ///< of what was rounded: a value with which it holds
  bits precision = 0;
  std::string words;  ///< the verdict in words, with the amount by which it holds or fails
  std::vector<std::string> cautions;  ///< what the verdict does not cover
};

/// Judges `context.subject.formula` at a point as the points of a claim are judged, and measures
/// by how much it holds or fails. The variables of `context.subject.printed` are numbers that were
/// printed: an inequality between such a variable alone and a value is rounded the wrong way where
/// it fails although the value rounds to the printed digits. Every amount in the words is rounded
/// towards nothing, and so is certain.
row_judgement judge_row(const claim_context& context, const check_point& point);

}  // namespace shufflecert::inline v0_1::claims
