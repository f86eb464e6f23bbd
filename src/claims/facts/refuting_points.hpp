#pragma once

#include <optional>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// Some of the points at which a claim is checked: a condition that is false at one of them cannot
/// be shown on the whole domain, so that no boxes need be spent on it.
class refuting_points {
 public:
  /// The context must outlive this.
  explicit refuting_points(const claim_context& context) : context_(context) {}

  /// A point that is certainly in the domain and where the condition is certainly false; nothing
  /// where none of a few points is known to be one.
  std::optional<check_point> against(const expression& condition);

 private:
  struct sample {
    check_point point;
    variable_map variables;
  };

  [[nodiscard]] bool seems_false(const comparison& condition, const sample& at) const;
  [[nodiscard]] std::optional<bool> certain(const expression& condition, const sample& at);
  void take_samples();

  const claim_context& context_;
  quantity_cache cache_;  // its own, so that what others computed before does not change the work
  bool are_taken_ = false;
  std::vector<sample> samples_;
};

}  // namespace shufflecert::inline v0_1::claims
