#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/results/severity_record.hpp"

namespace shufflecert::inline v0_1::claims {

/// How simple a counterexample is: fewest characters to write its point down, then the smallest n.
struct simplicity {
  std::size_t length = 0;
  double users = 0;

  explicit simplicity(const check_point& point);

  friend bool operator<(const simplicity& a, const simplicity& b) {
    return a.length != b.length ? a.length < b.length : a.users < b.users;
  }
};

/// One unit of the last place of a decimal literal: 0.1 for 2.5, 10^-7 for 3e-7, 1 for 12.
rational unit_of_last_place(const literal& printed);

/// The point nearest to the regime among points where a claim fails, none of which is certainly in
/// its regime: the fewest comparisons of the regime are not certainly true there, and then the sum
/// of their relative gaps is least. Double decides which one is nearest, since it says only where
/// to look. Nothing without points.
std::optional<regime_edge> edge_of_regime(const claim_context& context,
                                          const std::vector<check_point>& failing);

/// Whether at each of these points every part of `relation` that fails compares a value with a
/// printed one, and the exact value is certainly within one unit of the last printed place. Printed
/// are the second argument of rounds_to(value, printed, unit), and a side that is one of the
/// claim's `printed` variables alone, whose value is a decimal number. Never true without points.
bool is_only_rounding(const claim_context& context, const expression_ptr& relation,
                      const std::vector<check_point>& failing);

/// Where the part that fails at a counterexample is rounds_to(value, printed, unit), what the value
/// is instead: "the value is 0.2650…, which rounds to 0.27". Empty for other parts.
std::string rounded_value_in_words(const claim_context& context, const expression_ptr& relation,
                                   const counterexample& shown, const check_point& point);

}  // namespace shufflecert::inline v0_1::claims
