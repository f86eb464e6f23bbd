#pragma once

#include "claims/catalogue/box.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// How a variable bears on a relation over a region.
enum class worst_end {
  unknown,
  lower,  ///< where the relation holds at the variable's lower end, it holds above it too
  upper   ///< where it holds at the upper end, it holds below it too
};

/// What balls over a whole region tell of a relation there.
struct region_answer {
  std::optional<bool> value;  ///< certainly true, or certainly false, at every point of the region
  std::map<std::string, worst_end> worst;  ///< for comparisons, of the variables with a range
  std::string widest;                      ///< the variable to divide first; empty: no preference
};

/// Holds `relation` against all points of a region at once: the values of `fixed`, and all values
/// of `region` for its variables. Uses values, mean-value and second-order enclosures
/// (docs/methods/proofs.md), with as many bits as it takes to tell the ends of the ranges apart,
/// and some more. `value` is empty where that decides nothing, and where a side does not certainly
/// exist at every point.
region_answer examine_over(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const box& region);

/// The certain truth of a relation at every point of a region; nothing where it differs between
/// points, or where the enclosures are too wide to tell.
std::optional<bool> truth_over(const claim_context& context, const expression_ptr& relation,
                               const check_point& fixed, const box& region);

}  // namespace shufflecert::inline v0_1::claims
