#pragma once
// Formula numbers refer to docs/methods/rounds.md.

#include "quantities/rounds/rounds_plan.hpp"
#include "quantities/rounds/smoothing.hpp"

namespace shufflecert::inline v0_1 {

/// Both bounds for H of all rounds, at any ε: (G.12), (G.13), (G.24).
class bracket {
 public:
  explicit bracket(const enclosing_laws& laws, const budget& limits)
      : laws_(laws), smoothing_(laws.least), limits_(limits) {}

  [[nodiscard]] ball lower(const ball& eps) const {
    const ball by_rounds =
        lower_bound(laws_.least.infinite()) + smoothing_.lower_part(eps, limits_);
    return nonnegative_part(lower_bound(max(by_rounds, -expm1(eps))));
  }
  [[nodiscard]] ball upper(const ball& eps) const {
    const tilted_sum_law& law = laws_.greatest();
    return min(upper_bound(law.infinite() + law.upper_part(eps)), ball::of(1, eps.precision()));
  }

 private:
  const enclosing_laws& laws_;
  smoothing smoothing_;
  const budget& limits_;
};

}  // namespace shufflecert::inline v0_1
