#pragma once
// D_λ of the clone pair by the moments of Y = S/N: see docs/methods/moments.md.

#include <cstdint>
#include <variant>
#include <vector>

#include "quantities/clone/layers/sketch.hpp"
#include "quantities/clone/moments/inverse_moments.hpp"
#include "quantities/clone/moments/moment_series.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The layers N >= first_layer by moments over the window, those below first_layer outcome by
/// outcome, and the rest bounded.
struct layered_plan {
  std::int64_t first_layer;  ///< >= 1; 1: by moments alone
  window_plan window;        ///< first_layer <= lowest <= highest <= n
  double log2_left_out;      ///< what adds less to S may be left out
};

/// How a divergence is computed by moments. What is left out is bounded whatever the plan is.
struct moment_plan {
  series_plan series;
  std::variant<closed_plan, layered_plan> layers;
};

/// S(λ) of one clone pair for many orders: the moments are computed once.
class clone_series {
 public:
  /// @param pair  with checked parameters, not of two equal laws; by symmetry either direction
  clone_series(const clone_pair& pair, const moment_plan& plan, bits precision,
               const budget& limits);

  /// D_λ, λ finite and > 0, known to be 1 or not to be 1; an enclosure whose radius the plan
  /// decides.
  [[nodiscard]] number divergence(const number& lambda, const budget& limits) const;

  /// The same from what even_series() gives at max(λ, 1−λ) and an upper bound for what that leaves
  /// out.
  [[nodiscard]] number divergence(const number& lambda, const ball& terms, const ball& rest,
                                  const budget& limits) const;

  /// An upper bound for what the series leaves out at the orders up to μ.
  [[nodiscard]] ball left_out(const ball& mu, const budget& limits) const;

  /// t^{2j}·E[Y^{2j}] over the layers taken by moments, at j − 1.
  [[nodiscard]] const std::vector<ball>& moments() const { return moments_; }
  [[nodiscard]] bits precision() const { return precision_; }

 private:
  moment_plan plan_;
  bits precision_;
  clone_parameters of_;
  ball eps0_;
  clone_sketch sketch_;
  std::vector<ball> inverse_;
  std::vector<ball> moments_;
};

/// The same for one order.
number renyi_by_moments(const clone_pair& pair, const number& lambda, const moment_plan& plan,
                        bits precision, const budget& limits);

}  // namespace shufflecert::inline v0_1
