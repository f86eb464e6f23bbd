#pragma once
// Formula numbers refer to docs/methods/rounds.md.

#include "quantities/rounds/smoothing.hpp"
#include "quantities/rounds/tilted_sum_law.hpp"

namespace shufflecert::inline v0_1 {

/// Both bounds for H of all rounds, at any ε: (G.12), (G.13).
class bracket {
 public:
  explicit bracket(const tilted_sum_law& law, const budget& limits)
      : law_(law), smoothing_(law), limits_(limits) {}

  [[nodiscard]] ball lower(const ball& eps) const {
    const ball by_rounds = lower_bound(law_.infinite()) + smoothing_.lower_part(eps, limits_);
    return nonnegative_part(lower_bound(max(by_rounds, -expm1(eps))));
  }
  [[nodiscard]] ball upper(const ball& eps) const {
    return min(upper_bound(law_.infinite() + law_.upper_part(eps)), ball::of(1, eps.precision()));
  }

 private:
  const tilted_sum_law& law_;
  smoothing smoothing_;
  const budget& limits_;
};

}  // namespace shufflecert::inline v0_1
