#pragma once

#include <string>
#include <vector>

#include "domain.hpp"

namespace check {

/// A bound as the documentation has it, with the formulas that stand for its letters.
struct stated_bound {
  std::string formula;
  /// Each is a condition, or "whole x".
  std::vector<std::string> conditions;
  formulas letters;
  bool is_strict = false;  ///< never equal to the quantity
};

/// The bounds of (O.2) to (O.9) of docs/methods/orderings.md, which are of quantities of laws.
std::vector<stated_bound> law_bounds(domain& where, const formula_ptr& quantity, bool is_above,
                                     const std::string& place);

/// (N.9) and (N.14) of docs/methods/normal.md, which are of shuffle_gaussian_renyi().
std::vector<stated_bound> shuffled_normal_bounds(const formula_ptr& quantity, bool is_above,
                                                 const std::string& place);

/// Whether `quantity <= other`, or `quantity >= other`, or the strict one, is the bound that
/// docs/methods derives by hand at that place, such as "(K.4)", and all its conditions are certain
/// on the domain. If not:
/// "" where it is another bound, and else which condition is open.
struct bound_answer {
  bool is_certain = false;
  std::string open;
};
bound_answer derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                           const formula_ptr& other, const std::string& place, bool is_strict);

}  // namespace check
